"""Cells that have been played: they are kept while the process lives, so that nobody waits for the same games twice."""

from __future__ import annotations

import functools
import itertools
import math
import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterator
from typing import Any

from caravan.batch import Batch
from caravan.blocks import BatchRequest, Block, play_run
from caravan.sweeps.cost import expected_seconds
from caravan.sweeps.work import measure_blocks

KEPT_GAMES = 200_000
"""Of how many games in all cells are kept; some 300 bytes each."""

PIECE_SECONDS = 0.4
"""What a piece of a cell should take on one core: what has been begun is played to its end, cancelled or not."""


class Cell:
    """The games of one batch, played piece by piece in any order.

    Parameters
    ----------
    request : BatchRequest
        What is played.
    """

    def __init__(self, request: BatchRequest) -> None:
        self.request = request
        self.error = ""
        self._lock = threading.Lock()
        self._pieces: dict[int, tuple[Block, ...]] = {}
        self._summary = ""
        parts = min(request.games, max(1, math.ceil(expected_seconds(request) / PIECE_SECONDS)))
        cuts = [request.games * part // parts for part in range(parts + 1)]
        self._plan = dict(zip(cuts[:-1], (end - first for first, end in itertools.pairwise(cuts)), strict=True))

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to do: it is measured, or has failed."""
        return bool(self._summary or self.error)

    @property
    def games(self) -> int:
        """How many games are there."""
        with self._lock:
            return sum(self._plan[first] for first in self._pieces)

    def missing(self) -> Iterator[int]:
        """Give the first game of each piece that isn't there."""
        with self._lock:
            there = set(self._pieces)
        return (first for first in self._plan if first not in there)

    def size_of(self, first: int) -> int:
        """Say how many games a piece has."""
        return self._plan[first]

    def play(self, first: int) -> None:
        """Play a piece in the calling thread, and measure the cell if it was the last.

        Parameters
        ----------
        first : int
            The piece's first game.
        """
        blocks = tuple(play_run(self.request, first, self._plan[first]))
        with self._lock:
            self._pieces[first] = blocks
            whole = len(self._pieces) == len(self._plan)
        if whole and not self.is_over:
            self.measure()

    def measure(self) -> None:
        """Take the measures of a sweep; what can't be measured becomes the cell's error."""
        measured = measure_blocks(0, self.request, self._blocks())
        if measured.error:
            self.error = measured.error
        else:
            self._summary = measured.summary.partition("\n")[2]

    def summary(self, number: int) -> str:
        """Give the measures as a sweep's store keeps them.

        Parameters
        ----------
        number : int
            The scenario's number in a plan.

        Returns
        -------
        str
            CSV, with a line of headings; empty where the cell isn't measured.
        """
        if not self._summary:
            return ""
        rows = (f"{number},{row.partition(',')[2]}" for row in self._summary.splitlines(keepends=True))
        return "headings\n" + "".join(rows)

    def batch(self) -> Batch:
        """Give the games; all of them must be there."""
        return Batch.from_blocks(self.request, self._blocks())

    def _blocks(self) -> list[Block]:
        with self._lock:
            return [block for first in sorted(self._pieces) for block in self._pieces[first]]


class CellBook:
    """Cells by what is played in them, the ones asked for least recently given up first.

    Parameters
    ----------
    kept_games : int, optional
        Of how many games in all cells are kept; pages hold on to those that they show.
    """

    def __init__(self, kept_games: int = KEPT_GAMES) -> None:
        self._kept_games = kept_games
        self._lock = threading.Lock()
        self._cells: OrderedDict[Hashable, Cell] = OrderedDict()

    def cell(self, request: BatchRequest) -> Cell:
        """Give the cell of a batch, played or not."""
        key: tuple[Any, ...] = request.key
        with self._lock:
            found = self._cells.get(key)
            if found is None or found.error:
                found = self._cells[key] = Cell(request)
            self._cells.move_to_end(key)
            self._make_room()
            return found

    def _make_room(self) -> None:
        games = sum(cell.request.games for cell in self._cells.values())
        while games > self._kept_games and len(self._cells) > 1:
            _, cell = self._cells.popitem(last=False)
            games -= cell.request.games


@functools.cache
def shared_cells() -> CellBook:
    """Give the process's own book of cells."""
    return CellBook()
