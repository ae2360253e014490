"""A bot of either kind, so that it can be asked again, with its chance and memory as they were, in any game."""

from __future__ import annotations

import copy
import inspect
from typing import Any, Protocol

from caravan.action import Action
from caravan.bots.registry import is_compiled, parse_bot, parse_line_up
from caravan.bots.styles import STYLES
from caravan.errors import BotError
from caravan.game import Game
from caravan.guests import answer_of, load_guest, maker_of, name_of_guest, seated, view_of, whereabouts
from caravan.testing.chance_of_games import change_chance_of_others, give_chance, own_chance, reorder_bag

MAY_STALL = frozenset({"random", "grabber"})
"""The styles of the package that don't claim to bring every game to an end."""


class Moment(Protocol):
    """A bot that has to choose, kept as it is."""

    def ask(self, game: Game, *, bag: int = 0, others: int = 0) -> Action:
        """Ask what it would do; it and the game stay as they are.

        Parameters
        ----------
        game : Game
            The game, or another in the same position.
        bag : int, optional
            Another order of the bag than the game's.
        others : int, optional
            Other chance of the other seats than the game's.

        Returns
        -------
        Action
            A legal action.

        Raises
        ------
        BotError
            Where it fails.
        IllegalAction, InvalidText
            Where what it answers isn't a legal action.
        """


class Player(Protocol):
    """A bot in a seat of one game."""

    def choose(self, game: Game) -> Action:
        """Choose, as in a game of a batch, with chance and memory moving on; raises as `Moment.ask` does."""

    def moment(self, game: Game) -> Moment | None:
        """Keep the bot as it is before it chooses; None where it can't be copied."""


class AskedBot(Protocol):
    """A bot to be checked.

    Attributes
    ----------
    bot : object
        As it stands in a line-up.
    name : str
    compiled : bool
        Whether it ships with the package: a function of the position and of its own chance.
    claims_to_end : bool
        Whether it claims that its games against itself end by a delivery.
    takes_chances : bool
        Whether some of its choices may be by chance, so that it may be a long time before it ends a turn.
    """

    bot: Any
    name: str
    compiled: bool
    claims_to_end: bool
    takes_chances: bool

    def player(self, game: Game, seat: int) -> Player:
        """Seat it; raises BotError where it can't be made."""


def asked_bot(bot: Any) -> AskedBot:
    """Get a bot ready to be asked.

    Parameters
    ----------
    bot : str, class or object
        The text of a bot, a class in a file as ``my_bots.py:Miser``, or what has a method ``choose(game)``.

    Raises
    ------
    BotError
        Where there is no such bot.
    """
    entry = parse_line_up([bot], 1)[0]
    return PackageBot(entry) if is_compiled(entry) else GuestBot(entry)


class PackageBot:
    """A bot that ships with the package."""

    compiled = True

    def __init__(self, text: str) -> None:
        self.bot = self.name = text
        style = parse_bot(text).style.name
        self.claims_to_end = style not in MAY_STALL and (text in STYLES or "=" not in text)
        self.takes_chances = style in MAY_STALL

    def player(self, game: Game, seat: int) -> Player:
        """Seat it: it keeps nothing from one action to the next, but for the game's own streams."""
        return _PackagePlayer(self.name)


class _PackagePlayer:
    def __init__(self, text: str) -> None:
        self._text = text

    def choose(self, game: Game) -> Action:
        return _legal(game, _chosen(game, self._text))

    def moment(self, game: Game) -> Moment | None:
        return _PackageMoment(self._text, own_chance(game))


class _PackageMoment:
    def __init__(self, text: str, chance: tuple[int, ...]) -> None:
        self._text = text
        self._chance = chance

    def ask(self, game: Game, *, bag: int = 0, others: int = 0) -> Action:
        twin = game.copy()
        give_chance(twin, self._chance)
        if bag:
            reorder_bag(twin, bag)
        if others:
            change_chance_of_others(twin, others)
        return _legal(game, _chosen(twin, self._text))


def _chosen(game: Game, text: str) -> Action:
    try:
        return game.choose(text)
    except Exception as error:
        raise BotError(f"{whereabouts(text, game)} failed: {type(error).__name__}: {error}") from error


def _legal(game: Game, answer: Action | str) -> Action:
    """Take an answer as the action that it means; raise IllegalAction or InvalidText where it means none."""
    twin = game.copy()
    twin.play(answer)
    return twin.history[-1]


class GuestBot:
    """A bot in plain Python."""

    compiled = False

    def __init__(self, bot: Any) -> None:
        self.bot = bot
        self.name = name_of_guest(bot)
        self._maker = maker_of(bot)
        made = load_guest(bot) if isinstance(bot, str) else bot
        self.claims_to_end = bool(getattr(made, "never_stalls", False))
        self.takes_chances = isinstance(made, type) and "seed" in inspect.signature(made).parameters

    def player(self, game: Game, seat: int) -> Player:
        """Seat it, as a fresh object."""
        return _GuestPlayer(self.bot, seated(game, seat, self.bot, self._maker))


class _GuestPlayer:
    def __init__(self, bot: Any, player: Any) -> None:
        self._bot = bot
        self._player = player

    def choose(self, game: Game) -> Action:
        return _answer(self._bot, self._player, game, view_of(game))

    def moment(self, game: Game) -> Moment | None:
        try:
            kept = copy.deepcopy(self._player)
        except Exception:  # whatever stands against a copy: a lock, an open file
            return None
        return _GuestMoment(self._bot, kept, view_of(game).seed)


class _GuestMoment:
    def __init__(self, bot: Any, player: Any, seed: int) -> None:
        self._bot = bot
        self._player = player
        self._seed = seed

    def ask(self, game: Game, *, bag: int = 0, others: int = 0) -> Action:
        view = game.imagine(self._seed)
        if bag:
            reorder_bag(view, bag)
        return _answer(self._bot, copy.deepcopy(self._player), game, view)


def _answer(bot: Any, player: Any, game: Game, view: Game) -> Action:
    return _legal(game, answer_of(player, view, whereabouts(bot, game)))
