"""Bots written in plain Python, at the table with those that ship with the package.

A guest is a class (or an object) with a method ``choose(game)`` that returns an `Action`, or its text. It gets a copy
of the game to look at and to try things in, whose bag has another order than the real one.
"""

from __future__ import annotations

import copy
import functools
import hashlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from caravan.action import Action
from caravan.bots.registry import FILE_MARK, is_compiled
from caravan.errors import BotError, CaravanError, nearest
from caravan.game import Game
from caravan.kernel.layout import EVENT
from caravan.rules import Rules

ACTIONS_OF_A_TURN = 10_000
"""With free actions a turn need not end by itself; a guest that takes this many in one turn is stopped."""


def play_with_guests(
    rules: Rules, bots: Sequence[Any], seed: int, first: int, games: int
) -> tuple[npt.NDArray[Any], npt.NDArray[np.int64]]:
    """Play a run of games of a batch in which at least one bot is a guest.

    Parameters
    ----------
    rules : Rules
        With as many players as there are bots.
    bots : sequence
        For each seat the text of a bot, or a class or object with ``choose(game)``.
    seed, first, games : int
        Game ``first + i`` is game ``first + i`` of the batch with this seed.

    Returns
    -------
    rows : ndarray of `layout.EVENT`, shape (events,)
    offsets : ndarray of int64, shape (games + 1,)

    Raises
    ------
    BotError
        Where a guest can't be loaded or made, raises an error, answers with what isn't a legal action, or never ends
        its turn; the message names the bot, the game and the turn.
    """
    makers = [bot if is_compiled(bot) else maker_of(bot) for bot in bots]
    logs = [_play_game(Game(rules, len(bots), seed, number), bots, makers) for number in range(first, first + games)]
    rows = np.concatenate(logs) if logs else np.zeros(0, dtype=EVENT)
    offsets = np.zeros(games + 1, dtype=np.int64)
    np.cumsum([len(log) for log in logs], out=offsets[1:])
    return rows, offsets


def _play_game(game: Game, bots: Sequence[Any], makers: Sequence[Any]) -> Any:
    at_the_table = [
        bot if is_compiled(bot) else seated(game, seat, bot, maker)
        for seat, (bot, maker) in enumerate(zip(bots, makers, strict=True), start=1)
    ]
    turn = taken = 0
    while game.end_reason is None:
        seat, bot = game.seat, at_the_table[game.seat - 1]
        taken = taken + 1 if game.turn == turn else 1
        turn = game.turn
        if isinstance(bot, str):
            game.play(game.choose(bot))
            continue
        where = whereabouts(bots[seat - 1], game)
        if taken > ACTIONS_OF_A_TURN:
            raise BotError(f"{where} took {ACTIONS_OF_A_TURN} actions in one turn without ending it")
        play_answer(game, answer_of(bot, view_of(game), where), where)
    return game.rows


def seated(game: Game, seat: int, bot: Any, maker: Callable[[int], Any]) -> Any:
    """Make the player that a guest is in one seat of one game.

    Parameters
    ----------
    game : Game
    seat : int
        From 1.
    bot : str, class or object
        Who plays, to be named where it can't be made.
    maker : callable
        From `maker_of`.

    Returns
    -------
    object
        With a method ``choose(game)``.

    Raises
    ------
    BotError
        Where it can't be made.
    """
    try:
        return maker(_seed_of(game, seat))
    except Exception as error:
        where = f"bot {name_of_guest(bot)} (seat {seat}, game {game.number})"
        raise BotError(f"{where} can't be made: {type(error).__name__}: {error}") from error


def view_of(game: Game) -> Game:
    """Give what a guest that has to choose gets: a copy of the game whose bag has another order."""
    return game.imagine(_seed_of(game, game.seat, len(game.history)))


def answer_of(player: Any, view: Game, where: str) -> Action | str:
    """Ask a guest for its action.

    Parameters
    ----------
    player : object
        From `seated`.
    view : Game
        From `view_of`.
    where : str
        Who is asked, and when, for messages.

    Returns
    -------
    Action or str
        Its answer, legal or not.

    Raises
    ------
    BotError
        Where it raises an error, or answers with neither an action nor a text.
    """
    try:
        action = player.choose(view)
    except Exception as error:
        raise BotError(f"{where} failed: {type(error).__name__}: {error}") from error
    if not isinstance(action, Action | str):
        raise BotError(f"{where} chose {action!r}, which is neither an Action nor its text")
    return action


def play_answer(game: Game, action: Action | str, where: str) -> None:
    """Play a guest's answer; raise BotError if it isn't a legal action."""
    try:
        game.play(action)
    except CaravanError as error:
        raise BotError(f"{where} chose what it may not: {error}") from error


def _seed_of(game: Game, seat: int, asked: int = 0) -> int:
    """Derive a seed for a guest, from which the order of the bag can't be worked back."""
    text = f"{game.seed} {game.number} {seat} {asked}".encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=7).digest(), "big")


def name_of_guest(bot: Any) -> str:
    """Name a bot that was given as a class, an object, or a file."""
    if isinstance(bot, str):
        return bot
    kind = bot if isinstance(bot, type) else type(bot)
    return str(getattr(bot, "name", None) or kind.__name__)


def whereabouts(bot: Any, game: Game) -> str:
    """Say which guest has to choose, and when."""
    return f"bot {name_of_guest(bot)} (seat {game.seat}, game {game.number}, turn {game.turn})"


def maker_of(bot: Any) -> Callable[[int], Any]:
    """Find out how to make a fresh player for every game, so that nothing carries over from one to the next.

    Parameters
    ----------
    bot : str, class or object
        A file and its class, as in ``my_bots.py:Miser``; or what has a method ``choose(game)``.

    Returns
    -------
    callable
        Makes a player from the seed of its chance, which is left aside where the class takes none.

    Raises
    ------
    BotError
        Where it can't be loaded.
    """
    if isinstance(bot, str):
        bot = load_guest(bot)
    if not isinstance(bot, type):
        return lambda seed: copy.deepcopy(bot)
    if "seed" in inspect.signature(bot).parameters:
        return lambda seed: bot(seed=seed)
    return lambda seed: bot()


def load_guest(text: str) -> Any:
    """Load a bot from a file.

    Parameters
    ----------
    text : str
        The file and the class in it: ``my_bots.py:Miser``. The file's code is run.

    Returns
    -------
    type
        The class.

    Raises
    ------
    BotError
        Where the file can't be read or run, or has no such class with a method ``choose``.
    """
    name, _, kind = text.rpartition(":")
    path = Path(name).expanduser().resolve()
    if not path.is_file():
        raise BotError(f"bots: there is no file {name}")
    module = _module(path, path.stat().st_mtime_ns)
    found = getattr(module, kind, None)
    if not callable(getattr(found, "choose", None)):
        having = [key for key, value in vars(module).items() if callable(getattr(value, "choose", None))]
        there = ", ".join(having) or "none"
        raise BotError(f"bots: {name} has no class '{kind}' with choose(game){nearest(kind, having)} (it has: {there})")
    return found


@functools.lru_cache(maxsize=64)
def _module(path: Path, modified: int) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"caravan_guest_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise BotError(f"bots: {path.name} can't be loaded as Python; a bot is written {path.stem}{FILE_MARK}Class")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where dataclasses and pickle look for it
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[spec.name]
        raise BotError(f"bots: {path.name} can't be run: {type(error).__name__}: {error}") from error
    return module
