"""One reading of the event log for pictures: little enough to be done while somebody waits."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from caravan.measures.estimate import Floats
from caravan.measures.play import STEPS
from caravan.measures.sample import Sample
from caravan.measures.trace import USES, standings_in

if TYPE_CHECKING:
    from caravan.measures.log_blocks import LogBlock

THIRDS = 3
"""Into how many parts of a game's progress the uses of spaces are counted."""

TENTHS = 10
"""Into how many parts of a game's progress the steps are counted."""

QUICK_USES = tuple(use for use in USES if use != "passes_through")
"""The uses that are counted in a moment; to find the spaces that goods pass through takes four times as long."""


@dataclass(frozen=True)
class SpaceCounts:
    """How often spaces were used in one way.

    Attributes
    ----------
    games : int
        In how many games.
    sums, squares : ndarray of float64, shape (1 + players, 1 + `THIRDS`, spaces)
        Added up over the games: how often each space was used, and the square of that. First come all seats together
        with whoever has no seat, then each seat; first the whole game, then each third of its progress.
    """

    games: int
    sums: Floats
    squares: Floats

    @property
    def mean(self) -> Floats:
        """How often in a game, on average; NaN without games."""
        return self.sums / self.games if self.games else np.full(self.sums.shape, np.nan)

    @property
    def deviation(self) -> Floats:
        """The standard deviation from game to game; NaN where there are fewer than 2 games."""
        if self.games < 2:
            return np.full(self.sums.shape, np.nan)
        around = np.maximum(self.squares - self.sums**2 / self.games, 0.0)
        return np.asarray(np.sqrt(around / (self.games - 1)), dtype=np.float64)


@dataclass(frozen=True)
class LogPass:
    """What one reading gave.

    Attributes
    ----------
    spaces : mapping of str to SpaceCounts
        By use; see `caravan.measures.space_use`.
    steps : ndarray of int16, shape (`TENTHS`, steps, players, games)
        What each seat did in each tenth of a game's progress, in the order of `caravan.measures.play.STEPS`.
    """

    spaces: Mapping[str, SpaceCounts]
    steps: npt.NDArray[np.int16]


def read_log(sample: Sample, uses: Collection[str] = QUICK_USES) -> LogPass | None:
    """Read a sample's event log: its standings, the uses of spaces, and the steps.

    The standings are left with the sample, where the measures of the game's course find them.

    Parameters
    ----------
    sample : Sample
        The games.
    uses : collection of str, optional
        Which uses of spaces to count.

    Returns
    -------
    LogPass or None
        None where the log of some of the games isn't at hand.

    Raises
    ------
    LogError
        If the log can't be read.
    """
    from caravan.measures.log_blocks import log_blocks
    from caravan.measures.standings import joined_standings, standings_of
    from caravan.measures.traffic import Camels, uses_of

    board = sample.rules.board
    shape = (1 + sample.players, 1 + THIRDS, board.width * board.height)
    totals = {use: (np.zeros(shape), np.zeros(shape)) for use in USES if use in uses}
    shares = sample.of_seats("win_share")
    standings, steps = [], [np.zeros((TENTHS, len(STEPS), sample.players, 0), dtype=np.int16)]
    games = 0
    for block in log_blocks(sample):
        standings.append(standings_of(block, shares[:, block.first : block.first + block.games]))
        steps.append(_steps(block))
        for use in uses_of(block, Camels(block), THIRDS, uses):
            size = (block.games, block.players + 1, THIRDS, block.spaces)
            cell = ((use.game * size[1] + use.seat) * THIRDS + use.part) * block.spaces + use.space
            found = np.bincount(cell, weights=use.amount, minlength=int(np.prod(size))).reshape(size)
            counts = _with_totals(found)
            totals[use.name][0][:] += counts.sum(axis=0)
            totals[use.name][1][:] += np.square(counts).sum(axis=0)
        games += block.games
    if games != sample.games:
        return None
    sample.remember(standings_in, lambda: joined_standings(standings, sample.players))
    counted = {use: SpaceCounts(games, *both) for use, both in totals.items()}
    return LogPass(counted, np.concatenate(steps, axis=-1))


def _with_totals(found: Floats) -> Floats:
    """Put the whole game before its thirds, and everyone in the place of those without a seat."""
    with_whole = np.concatenate([found.sum(axis=2, keepdims=True), found], axis=2)
    with_whole[:, 0] = with_whole.sum(axis=1)
    return with_whole


def _steps(block: LogBlock) -> npt.NDArray[np.int16]:
    from caravan.kernel.layout import PLACE

    row = np.flatnonzero(block.steps)
    part, seat = block.part_before(TENTHS)[row], block.rows["seat"][row].astype(np.int64) - 1
    step = block.rows["action"][row].astype(np.int64) - PLACE
    size = (TENTHS, len(STEPS), block.players, block.games)
    cell = ((part * size[1] + step) * size[2] + seat) * size[3] + block.game[row]
    return np.bincount(cell, minlength=int(np.prod(size))).reshape(size).astype(np.int16)
