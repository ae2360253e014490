"""One visitor's sweep: its cells are played a few at a time, shown as they come in, and stay when it is stopped."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import param

from caravan.bots.registry import is_compiled
from caravan.errors import CaravanError
from caravan.sweeps import SweepPlan
from caravan.views.live_runner import Post
from caravan.views.runs import ListenerGone
from caravan.views.sweeping.cells import Cell, CellBook
from caravan.views.sweeping.order import shape_first
from caravan.views.sweeping.played_sweep import PlayedSweep

STATES = ("idle", "playing", "done", "stopped", "failed")
SECONDS_BETWEEN_PICTURES = 0.25
PIECES_AHEAD = 4
"""How many pieces are given out at a time: enough for every core to have the next, few enough to end soon."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Progress:
    """How far a sweep has come.

    Attributes
    ----------
    cells, all_cells : int
        Done, and in all; those that can't be played are done.
    games, all_games : int
        Played, and in all that can be played.
    failed : int
        Cells that failed while they were played.
    """

    cells: int = 0
    all_cells: int = 0
    games: int = 0
    all_games: int = 0
    failed: int = 0


class SweepPlayer(param.Parameterized):
    """What a visitor sees of the sweep asked for last.

    Each plan raises the generation; whatever comes for an older one is kept for later, but not shown.

    Parameters
    ----------
    worker : concurrent.futures.Executor
        Where pieces of cells are played, each in less than a second.
    cells : CellBook
        Where played cells are kept.
    look : callable
        Makes of a `PlayedSweep` what is to be shown; called in a thread of its own.
    post : callable, optional
        Hands a function over to the thread in which this object may be changed.
    """

    state = param.Selector[str](default="idle", objects=list(STATES), constant=True)
    progress = param.ClassSelector(class_=Progress, default=Progress(), constant=True)
    words = param.String(default="", constant=True, doc="What went wrong.")
    picture = param.Parameter(default=None, constant=True, doc="What `look` made of the cells that are there.")
    plan = param.Parameter(default=None, constant=True, doc="What is or was played last.")

    def __init__(
        self,
        worker: Executor,
        cells: CellBook,
        look: Callable[[PlayedSweep], Any],
        post: Post = lambda function: function(),
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._worker, self._book, self._look, self._post = worker, cells, look, post
        self._reader = ThreadPoolExecutor(1, "caravan-sweep-reader")
        self._lock = threading.Lock()
        self._generation = 0
        self._cells: dict[int, Cell] = {}
        self._due: Iterator[tuple[Cell, int]] = iter(())
        self._out = 0
        self._failure = ""
        self._reading = False
        self._next_look = 0.0
        self._plan: SweepPlan | None = None
        self._sweep: PlayedSweep | None = None

    @property
    def sweep(self) -> PlayedSweep | None:
        """The sweep as it was shown last."""
        return self._sweep

    def has_all(self, plan: SweepPlan) -> bool:
        """Tell whether every cell of a plan has been played already."""
        return all(cell.is_over for cell in self._cells_of(plan).values())

    def play(self, plan: SweepPlan) -> None:
        """Play a plan, or what is missing of it, and give up the one before.

        Parameters
        ----------
        plan : SweepPlan
            What to play.
        """
        cells = self._cells_of(plan)
        order = [cells[number] for number in shape_first(plan) if number in cells]
        with self._lock:
            self._generation += 1
            generation = self._generation
            self._plan, self._cells, self._sweep, self._failure, self._out = plan, cells, None, "", 0
            self._due = ((cell, first) for cell in order if not cell.is_over for first in cell.missing())
        self._change(state="playing", words="", plan=plan, progress=self._count(plan, cells))
        self._give_out(generation)
        self._read_soon(generation)

    def stop(self) -> None:
        """Give out no more; what has been begun is played to its end and kept."""
        with self._lock:
            self._generation += 1
            generation = self._generation
            self._due = iter(())
        if self.state == "playing":
            self._change(state="stopped")
            self._read_soon(generation)

    def retry(self) -> None:
        """Go on with what was stopped, and try once more what failed."""
        if self.plan is not None:
            self.play(self.plan)

    def look_again(self) -> None:
        """Show the same cells in another way."""
        if self.plan is not None:
            self._read_soon(self._generation)

    def close(self) -> None:
        """Give up everything, because the visitor has left."""
        with self._lock:
            self._generation += 1
            self._due, self._cells, self._sweep = iter(()), {}, None
        self._reader.shutdown(wait=False, cancel_futures=True)

    def _cells_of(self, plan: SweepPlan) -> dict[int, Cell]:
        asked = {scenario.number: scenario.request for scenario in plan.scenarios()}
        return {number: self._book.cell(request) for number, request in asked.items() if request is not None}

    def _give_out(self, generation: int) -> None:
        while True:
            with self._lock:
                if generation != self._generation or self._failure or self._out >= self._most_out():
                    return
                piece = next(self._due, None)
                if piece is None:
                    return
                self._out += 1
            cell, first = piece
            future = self._worker.submit(self._play_piece, generation, cell, first)
            future.add_done_callback(partial(self._came_back, generation))

    def _most_out(self) -> int:
        # Bots in plain Python needn't bear to be played several at a time.
        compiled = all(is_compiled(bot) for cell in self._cells.values() for bot in cell.request.bots)
        return PIECES_AHEAD if compiled else 1

    def _play_piece(self, generation: int, cell: Cell, first: int) -> None:
        if generation != self._generation or cell.error:
            return
        try:
            cell.play(first)
        except MemoryError:
            raise
        except Exception as error:  # whatever a bot of one's own does wrong
            if not isinstance(error, CaravanError):
                _log.exception("A cell failed: %r", cell.request)
            cell.error = str(error) if isinstance(error, CaravanError) else f"{type(error).__name__}: {error}"

    def _came_back(self, generation: int, future: Future[None]) -> None:
        error = None if future.cancelled() else future.exception()
        with self._lock:
            if generation != self._generation:
                return
            self._out -= 1
            if error is not None:
                self._failure = f"{type(error).__name__}: {error}"
        if error is not None:
            _log.error("A sweep failed", exc_info=error)
        self._give_out(generation)
        self._read_soon(generation)

    def _read_soon(self, generation: int) -> None:
        with self._lock:
            if self._reading:
                return
            self._reading = True
        with contextlib.suppress(RuntimeError):  # the visitor has left
            self._reader.submit(self._read)

    def _read(self) -> None:
        time.sleep(max(0.0, self._next_look - time.monotonic()))
        with self._lock:
            self._reading = False
            generation, plan, cells, failure = self._generation, self._plan, self._cells, self._failure
            sweep = self._sweep
        if plan is None:
            return
        begun = time.monotonic()
        changes: dict[str, Any] = {"progress": self._count(plan, cells)}
        try:
            over = sum(cell.is_over for cell in cells.values())
            if sweep is None or over != sweep.over:
                sweep = PlayedSweep(plan, cells)
            changes["picture"] = self._look(sweep)
            if failure:
                changes |= {"state": "failed", "words": failure}
            elif sweep.is_finished:
                changes["state"] = "done"
        except Exception as error:
            _log.exception("A sweep can't be shown")
            changes |= {"state": "failed", "words": f"{type(error).__name__}: {error}"}
        with self._lock:
            if generation == self._generation:
                self._sweep = sweep
        ended = time.monotonic()
        # Looking takes longer the more cells there are; playing has to get on as well.
        self._next_look = ended + max(SECONDS_BETWEEN_PICTURES, 2.0 * (ended - begun))
        with contextlib.suppress(ListenerGone):
            self._post(partial(self._receive, generation, changes))

    def _receive(self, generation: int, changes: dict[str, Any]) -> None:
        if generation != self._generation:
            return
        self._change(**changes)

    @staticmethod
    def _count(plan: SweepPlan, cells: dict[int, Cell]) -> Progress:
        return Progress(
            len(plan) - sum(not cell.is_over for cell in cells.values()),
            len(plan),
            sum(cell.games for cell in cells.values()),
            sum(cell.request.games for cell in cells.values()),
            sum(bool(cell.error) for cell in cells.values()),
        )

    def _change(self, **changes: Any) -> None:
        with param.edit_constant(self):
            self.param.update(**changes)
