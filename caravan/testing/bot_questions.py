"""What a bot is asked in a position, once it has chosen there: the same again, with one thing different each time."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

from caravan.action import Action
from caravan.errors import BotError, CaravanError
from caravan.events import replay
from caravan.game import Game
from caravan.testing.asked_bots import AskedBot, Moment
from caravan.testing.bot_cases import Case
from caravan.testing.bot_findings import Findings
from caravan.testing.bot_report import BAG, LEGAL, OTHERS, POSITION, TWICE, UNTOUCHED, WORKS
from caravan.testing.chance_of_games import chance_besides

ORDERS = 3
"""In how many other orders of the bag a bot is asked."""


@dataclass(frozen=True)
class Answered:
    """A bot that has answered, to be asked again later.

    Attributes
    ----------
    actions : int
        How many had been played before.
    moment : Moment
        The bot before it answered.
    answer : Action
    """

    actions: int
    moment: Moment
    answer: Action


class Questions:
    """Asks a bot, and writes down what is wrong with its answers.

    Parameters
    ----------
    bot : AskedBot
    findings : Findings
    """

    def __init__(self, bot: AskedBot, findings: Findings) -> None:
        self._bot = bot
        self._findings = findings

    def answer(self, case: Case, game: Game, ask: Callable[[Game], Action]) -> Action | None:
        """Have a bot choose, its answer being legal.

        Parameters
        ----------
        case : Case
        game : Game
        ask : callable
            Gives the bot's answer.

        Returns
        -------
        Action or None
            None after a fault.
        """
        findings = self._findings
        findings.choices += 1
        findings.looked_at(WORKS, "choices")
        findings.looked_at(LEGAL, "choices")
        try:
            return ask(game)
        except BotError as error:
            findings.fault(WORKS, case, str(error), game)
        except CaravanError as error:
            findings.fault(LEGAL, case, f"seat {game.seat} in turn {game.turn} chose what it may not: {error}", game)
        return None

    def ask_again(self, case: Case, game: Game, moment: Moment, answer: Action) -> None:
        """Ask once more in the position where a bot has just chosen, with something hidden changed.

        Parameters
        ----------
        case : Case
        game : Game
            Before the action is played.
        moment : Moment
            The bot before it answered.
        answer : Action
            What it chose.
        """
        self._findings.positions += 1
        again = self._same(TWICE, case, game, answer, moment.ask, "asked a second time, with the same chance,")
        if not again or self._findings.has(TWICE):
            return  # what answers one thing now and another then can't be blamed for anything else
        for order in range(1, ORDERS + 1):
            if not self._same(
                BAG,
                case,
                game,
                answer,
                functools.partial(moment.ask, bag=order),
                "where the bag lies in another order"
                + ("," if self._bot.compiled else " in the copy it gets (look ahead in game.imagine(seed) instead),"),
            ):
                break
        if self._bot.compiled:
            self._same(
                OTHERS,
                case,
                game,
                answer,
                lambda there: moment.ask(there, others=1),
                "with other chance of the others,",
            )
            self._untouched(case, game)
            self._same(
                POSITION, case, game, answer, lambda there: moment.ask(_set_up(there)), "in the position set up anew,"
            )
        else:
            self._remembers(case, game, answer)

    def ask_in_rebuilt_game(self, case: Case, game: Game, answered: list[Answered]) -> None:
        """Ask once more in a game that is played again from its log.

        Parameters
        ----------
        case : Case
        game : Game
            As far as it has come.
        answered : list of Answered
            In the order of the game.
        """
        if not answered or self._findings.has(TWICE):
            return
        rebuilt = replay(game.events(), game.rules)
        for place in reversed(answered):
            for _ in range(len(rebuilt.history) - place.actions):
                rebuilt.undo()
            self._same(POSITION, case, rebuilt, place.answer, place.moment.ask, "in the game rebuilt from its log,")

    def _same(self, name: str, case: Case, game: Game, answer: Action, ask: Callable[[Game], Action], how: str) -> bool:
        self._findings.looked_at(name, "questions")
        try:
            other = str(ask(game))
        except CaravanError as error:
            other = f"fails: {error}"
        if other == str(answer):
            return True
        words = f"seat {game.seat} in turn {game.turn} chose '{answer}', but {how} '{other}'"
        self._findings.fault(name, case, words, game)
        return False

    def _untouched(self, case: Case, game: Game) -> None:
        self._findings.looked_at(UNTOUCHED, "questions")
        twin = game.copy()
        twin.choose(self._bot.name)
        if twin.position() != game.position() or twin.rows.tobytes() != game.rows.tobytes():
            self._findings.fault(UNTOUCHED, case, f"asking seat {game.seat} changed the position", game)
        elif chance_besides(twin) != chance_besides(game):
            words = f"asking seat {game.seat} in turn {game.turn} used chance of the bag or of other seats"
            self._findings.fault(UNTOUCHED, case, words, game)

    def _remembers(self, case: Case, game: Game, answer: Action) -> None:
        """Remark on a guest without chance that goes by more than what it sees."""
        bot = self._bot
        if bot.takes_chances:
            return
        try:
            other = bot.player(game, game.seat).choose(game)
        except CaravanError:
            return
        if other != answer:
            self._findings.remark(
                "it goes by what it remembers: a fresh object, asked in the middle of a game, may answer otherwise",
                case,
            )


def _set_up(game: Game) -> Game:
    return Game.from_position(game.position(), game.rules)
