"""The event log of a sample as arrays, some whole games at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from caravan.board import Board
from caravan.errors import LogError
from caravan.events import rows_from_events
from caravan.kernel.layout import END, EVENT, PASS, PICK_UP, PLACE
from caravan.measures.sample import Sample
from caravan.rules import Rules

Numbers = npt.NDArray[np.int64]

GAMES_AT_ONCE = 200
"""Games to a block at most, to bound the memory."""


@dataclass(frozen=True)
class LogBlock:
    """The rows of some whole games, one after the other.

    Attributes
    ----------
    first : int
        The place of its first game in the sample.
    rows : ndarray of `layout.EVENT`, shape (events,)
        The events.
    offsets : ndarray of int64, shape (games + 1,)
        Where each game begins in `rows`, and where the last one ends.
    game : ndarray of int64, shape (events,)
        The game of each row, counted from 0 in this block.
    board : Board
        What they were played on.
    players : int
        How many played.
    """

    first: int
    rows: npt.NDArray[Any]
    offsets: Numbers
    game: Numbers
    board: Board
    players: int

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.offsets) - 1

    @property
    def steps(self) -> npt.NDArray[np.bool_]:
        """Which rows are steps: what a seat did, passes included."""
        action = self.rows["action"]
        return np.asarray((self.rows["seat"] > 0) & (action >= PLACE) & (action <= PASS), dtype=np.bool_)

    @property
    def spaces(self) -> int:
        """How many spaces the board's grid has."""
        return self.board.width * self.board.height

    def where(self, *actions: int) -> Numbers:
        """Find the rows of some actions, by their codes in `layout`."""
        return np.flatnonzero(np.isin(self.rows["action"], actions))

    def within_games(self, running: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Let a running sum over the rows, of shape (..., events), begin anew in each game."""
        before = np.concatenate([np.zeros_like(running[..., :1]), running], axis=-1)[..., self.offsets[:-1]]
        return np.asarray(running - before[..., self.game])

    def pick_ups(self) -> tuple[Numbers, Numbers]:
        """Count the pick-ups up to and with each row, and those of each game."""
        picked = self.rows["action"] == PICK_UP
        so_far = self.within_games(np.cumsum(picked))
        return so_far, np.bincount(self.game[picked], minlength=self.games)

    def part_before(self, parts: int) -> Numbers:
        """Tell in which part of its game's progress each row begins, from 0.

        Progress there is the pick-ups made before it over all pick-ups of the game.
        """
        so_far, all_of_them = self.pick_ups()
        before = so_far - (self.rows["action"] == PICK_UP)
        part = before * parts // np.maximum(all_of_them, 1)[self.game]
        return np.asarray(np.minimum(part, parts - 1), dtype=np.int64)

    def last_turns(self) -> Numbers:
        """Give the number of turns of each game."""
        return self.rows["turn"][self.offsets[1:] - 1].astype(np.int64)


def log_blocks(sample: Sample, games: int | None = None) -> Iterator[LogBlock]:
    """Read the event log of a sample.

    Parameters
    ----------
    sample : Sample
        The games.
    games : int, optional
        How many of them, from the first on; by default all. No more of the log is read than they need.

    Yields
    ------
    LogBlock
        Games in their order; fewer than the sample has, or none, where a log isn't at hand.

    Raises
    ------
    LogError
        If a frame can't be read as a log of these games.
    """
    rules = cast(Rules, sample.rules)
    numbers = sample.batch.games["game"].to_numpy()
    for frame in sample.batch.event_frames():
        if not len(frame):
            continue
        log = rows_from_events(frame, rules)
        first = int(np.searchsorted(numbers, log.games[0]))
        there = numbers[first : first + len(log.games)]
        rows = log.rows.view(np.ndarray).view(EVENT)
        if not np.array_equal(there, log.games) or not (rows["action"][log.offsets[1:] - 1] == END).all():
            raise LogError("the event log must have the games of the games table, whole and in their order")
        last = len(log.games) if games is None else min(games - first, len(log.games))
        for start in range(0, last, GAMES_AT_ONCE):
            offsets = log.offsets[start : min(start + GAMES_AT_ONCE, last) + 1]
            begin, end = int(offsets[0]), int(offsets[-1])
            game = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
            yield LogBlock(first + start, rows[begin:end], offsets - begin, game, rules.board, sample.players)
        if games is not None and first + last >= games:
            return
