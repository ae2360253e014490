"""The games in which a bot is watched: against itself, at a mixed table, and taking over where others left off."""

from __future__ import annotations

import random
from collections.abc import Callable

from caravan.errors import BotError
from caravan.game import Game
from caravan.guests import ACTIONS_OF_A_TURN
from caravan.testing.asked_bots import AskedBot, Player
from caravan.testing.bot_cases import Case
from caravan.testing.bot_findings import Findings
from caravan.testing.bot_questions import Answered, Questions
from caravan.testing.bot_report import WORKS

GAP = 30
"""How many actions lie at most between two positions of a game in which the bot is questioned."""

LONGEST_TURN = 1000
"""After how many actions in one turn, where actions are free, a game is broken off."""

CHOICES_AT_A_MIXED_TABLE = 40
ACTIONS_AT_A_MIXED_TABLE = 300
LATEST_TAKING_OVER = 200

_MIXED, _TAKEN_OVER = 1_000_001, 1_000_002
_PARTNERS = ("random", "grabber", "planner")


class WatchedGames:
    """Plays with a bot and questions it now and then.

    Parameters
    ----------
    bot : AskedBot
    findings : Findings
    seed : int
        Where all chance comes from.
    positions : int
        In how many positions of a game it is questioned at most.
    choices : int or None
        After how many choices of the bot a game is broken off; None to play it to its end.
    pause : callable
        Called before every choice; raises where the time is up.
    """

    def __init__(
        self,
        bot: AskedBot,
        findings: Findings,
        seed: int,
        positions: int,
        choices: int | None,
        pause: Callable[[], object],
    ) -> None:
        self._bot = bot
        self._findings = findings
        self._questions = Questions(bot, findings)
        self._seed = seed
        self._positions = positions
        self._choices = choices
        self._gap = GAP if choices is None else max(min(GAP, choices // max(positions, 1)), 1)
        self._pause = pause

    def against_itself(self, case: Case, number: int) -> Game | None:
        """Play a game of the bot against itself to its end.

        Parameters
        ----------
        case : Case
        number : int
            The game's number in its batch.

        Returns
        -------
        Game or None
            None where a fault or the number of choices broke it off.
        """
        game = Game(case.played, seed=self._seed, number=number)
        players = {seat: self._seated(case, game, seat) for seat in range(1, game.players + 1)}
        chance = case.chance(self._seed, f"itself {number}")
        self._play(case, game, players, chance, self._choices)
        if game.end_reason is None:
            return None
        self._findings.games += 1
        return game

    def at_a_mixed_table(self, case: Case) -> None:
        """Play a part of a game in one seat, where the others do good things and bad ones."""
        game = Game(case.rules, seed=self._seed, number=_MIXED)
        chance = case.chance(self._seed, "mixed table")
        seat = chance.randint(1, game.players)
        choices = min(CHOICES_AT_A_MIXED_TABLE, self._choices or CHOICES_AT_A_MIXED_TABLE)
        self._play(case, game, {seat: self._seated(case, game, seat)}, chance, choices)

    def taking_over(self, case: Case) -> None:
        """Ask the bot in some positions that others have brought about; for bots that need no memory."""
        game = Game(case.rules, seed=self._seed, number=_TAKEN_OVER)
        chance = case.chance(self._seed, "taking over")
        stops = sorted(chance.sample(range(LATEST_TAKING_OVER), self._positions))
        answered: list[Answered] = []
        for actions in range(max(stops, default=-1) + 1):
            if game.end_reason is not None:
                break
            if actions in stops:
                self._pause()
                moment = self._bot.player(game, game.seat).moment(game)
                answer = None if moment is None else self._questions.answer(case, game, moment.ask)
                if moment is None or answer is None:
                    break
                self._questions.ask_again(case, game, moment, answer)
                answered.append(Answered(actions, moment, answer))
            _partner_plays(game, chance)
        self._questions.ask_in_rebuilt_game(case, game, answered)

    def _seated(self, case: Case, game: Game, seat: int) -> Player | None:
        try:
            return self._bot.player(game, seat)
        except BotError as error:
            self._findings.fault(WORKS, case, str(error))
            return None

    def _play(
        self,
        case: Case,
        game: Game,
        players: dict[int, Player | None],
        chance: random.Random,
        choices: int | None,
    ) -> None:
        """Play on to the game's end, to so many choices, or to a fault."""
        if None in players.values():
            return
        answered: list[Answered] = []
        played = made = turn = taken = 0
        due = chance.randint(0, self._gap)
        while game.end_reason is None and made != choices and (choices is None or played < ACTIONS_AT_A_MIXED_TABLE):
            player = players.get(game.seat)
            if player is None:
                _partner_plays(game, chance)
                played += 1
                continue
            self._pause()
            taken = taken + 1 if game.turn == turn else 1
            turn = game.turn
            if taken > LONGEST_TURN:
                self._broke_off(case, game)
                break
            asked = played >= due and len(answered) < self._positions
            moment = player.moment(game) if asked else None
            action = self._questions.answer(case, game, player.choose)
            if action is None:
                break
            if asked and moment is None:
                self._findings.remark("it can't be copied (copy.deepcopy), so it couldn't be asked twice")
                due = played + self._gap
            elif moment is not None:
                self._questions.ask_again(case, game, moment, action)
                answered.append(Answered(played, moment, action))
                due = played + chance.randint(1, self._gap)
            game.play(action)
            played += 1
            made += 1
        self._questions.ask_in_rebuilt_game(case, game, answered)

    def _broke_off(self, case: Case, game: Game) -> None:
        words = f"took {LONGEST_TURN:,} actions in one turn without ending it; a batch stops at {ACTIONS_OF_A_TURN:,}"
        if self._bot.takes_chances:
            self._findings.remark(f"it {words}", case)
        else:
            self._findings.fault(WORKS, case, f"seat {game.seat} in turn {game.turn} {words}", game)


def _partner_plays(game: Game, chance: random.Random) -> None:
    """Play an action of anybody: a random one, or what one of the package's bots would do."""
    game.play(game.choose(chance.choice(_PARTNERS)))
