"""The numbers of games and events in a log: in order, and none missing."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from caravan.events.rows import Rows
from caravan.events.violation import Violation

Numbers = npt.NDArray[np.int64]
PlacedViolation = tuple[int, Violation]
"""A violation with the place of its row in the log."""


def mend_game_numbers(log: Rows) -> tuple[Rows, list[PlacedViolation]]:
    """Put right a game number that is wrong in a single row amid the rows of one game.

    Parameters
    ----------
    log : Rows
        A log as written.

    Returns
    -------
    log : Rows
        The same with such numbers put right, so that the games can be read.
    violations : list
        One for each.
    """
    lengths = np.diff(log.offsets)
    lone = np.flatnonzero(lengths == 1)
    if not len(lone):
        return log, []
    games = np.repeat(log.games, lengths)
    violations = []
    for run in lone:
        row = int(log.offsets[run])
        event = int(log.events[row])
        right = None
        if row > 0 and log.events[row - 1] + 1 == event:
            right = int(games[row - 1])
        elif row + 1 < len(games) and event + 1 == log.events[row + 1]:
            right = int(games[row + 1])
        if right is not None:
            reason = f"the game is {games[row]}, but the rows around it are of game {right}"
            violations.append((row, Violation(int(games[row]), event, "game", reason)))
            games[row] = right
    starts = np.flatnonzero(np.diff(games)) + 1
    offsets = np.concatenate([[0], starts, [len(games)]]).astype(np.int64)
    return log._replace(offsets=offsets, games=games[offsets[:-1]]), violations


def check_game_numbers(log: Rows, last_game: int | None) -> Iterator[PlacedViolation]:
    """Find games that aren't in order.

    Parameters
    ----------
    log : Rows
        The log, or a part of it.
    last_game : int or None
        The last game of the part before.

    Yields
    ------
    tuple of int and Violation
        The violations, in the order of the rows.
    """
    seen: set[int] = set()
    for run, game in enumerate(log.games.tolist()):
        row = int(log.offsets[run])
        reason = ""
        if game < 0:
            reason = f"the game is {game}, but games are numbered from 0"
        elif game in seen:
            reason = f"rows of game {game} stood further up already: a game's rows must stand together"
        elif last_game is not None and game < last_game:
            reason = f"game {game} comes after game {last_game}: games must be in order"
        elif last_game is not None and game > last_game + 1:
            between = f"{last_game + 1} to {game - 1} are" if game > last_game + 2 else f"{last_game + 1} is"
            reason = f"game {game} comes after game {last_game}: {between} missing"
        if reason:
            yield row, Violation(game, int(log.events[row]), "game", reason)
        seen.add(game)
        last_game = game


def check_event_numbers(log: Rows) -> Iterator[PlacedViolation]:
    """Find events that aren't numbered 0, 1, 2 ... in their game; after a gap the count goes on from there."""
    places = np.arange(len(log.events)) - np.repeat(log.offsets[:-1], np.diff(log.offsets))
    wrong_rows = np.flatnonzero(places != log.events)
    for run in np.unique(np.searchsorted(log.offsets, wrong_rows, side="right") - 1):
        start, stop = int(log.offsets[run]), int(log.offsets[run + 1])
        yield from _count_one_game(log.events[start:stop].tolist(), int(log.games[run]), start)


def _count_one_game(events: list[int], game: int, start: int) -> Iterator[PlacedViolation]:
    expected = 0
    for place, event in enumerate(events):
        if event != expected:
            reason = f"the event is {event}, but must be {expected}: events are numbered 0, 1, 2 ... in their game"
            yield start + place, Violation(game, event, "event", reason)
            slip = place + 1 < len(events) and events[place + 1] == expected + 1
            expected = expected if slip else event
        expected += 1
