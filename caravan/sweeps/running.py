"""Running a sweep: tasks are given out a few at a time, and what comes back is kept at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from caravan.blocks import BatchRequest, Cancel, asked_to_stop, shared_threads, workers_of
from caravan.errors import Cancelled, WorkersError
from caravan.sweeps.plan import SweepPlan
from caravan.sweeps.scenario import Scenario
from caravan.sweeps.store import Store
from caravan.sweeps.store_origin import own_bots
from caravan.sweeps.tasks import Piece, Task, tasks_of
from caravan.sweeps.work import Measured, PieceOrder, TaskOrder, TaskResult, do_task, measure_cell

JOBS_OF_A_WORKER = 3
"""How many jobs are given out for each worker: enough that none waits for the next, few enough to hold little."""

BETWEEN_LOOKS = 0.2

Job = Callable[[], None]


@dataclass(frozen=True)
class Standing:
    """How far a sweep has come.

    Attributes
    ----------
    cells, all_cells : int
        Done, and in all; those that can't be played count as done.
    games, all_games : int
        Played, and in all.
    core_seconds, all_core_seconds : float
        What the games that were played, and all of them, are expected to take on one core.
    kept_games : int
        How many of the games an earlier run had played.
    kept_core_seconds : float
        What those were expected to take.
    """

    cells: int
    all_cells: int
    games: int
    all_games: int
    core_seconds: float
    all_core_seconds: float
    kept_games: int = 0
    kept_core_seconds: float = 0.0


@dataclass
class _OpenCell:
    """A cell of which some games are there: how many, and in which tasks."""

    scenario: Scenario
    games: int = 0
    tasks: dict[int, Task] = field(default_factory=dict)


class Run:
    """One run of a sweep, from what is in the store to the end.

    Parameters
    ----------
    plan : SweepPlan
        The plan.
    store : Store
        Where what is finished is kept.
    executor : concurrent.futures.Executor, optional
        Where the games are played; by default threads of this process.
    progress : callable, optional
        Called with a `Standing` whenever something was finished.
    cancel : threading.Event or callable, optional
        Asked a few times a second.

    Attributes
    ----------
    standing : Standing
        How far it has come.
    """

    def __init__(
        self,
        plan: SweepPlan,
        store: Store,
        executor: Executor | None = None,
        progress: Callable[[Standing], object] | None = None,
        cancel: Cancel | None = None,
    ) -> None:
        size = plan.size()
        self.standing = Standing(0, size.cells, 0, size.games, 0.0, size.core_seconds)
        self._plan, self._plan_id, self._store = plan, plan.id, store
        self._executor = _usual_executor(plan) if executor is None else executor
        self._progress, self._cancel = progress, cancel
        self._failures: dict[int, tuple[int, str]] = {}
        self._open: dict[int, _OpenCell] = {}
        self._due: deque[Job] = deque()
        self._out: dict[Future[Any], Callable[[Any], None]] = {}

    @property
    def errors(self) -> dict[int, str]:
        """The scenarios that failed so far, and why."""
        return {number: text for number, (_, text) in self._failures.items()}

    def to_its_end(self) -> None:
        """Play and measure all that isn't there.

        Raises
        ------
        Cancelled
            Where ``cancel`` said so.
        WorkersError
            Where workers get lost again and again, or run other code.
        OutputError
            Where the store can't be written.
        """
        jobs = self._jobs()
        try:
            while self._give_out(jobs):
                finished, _ = wait(self._out, BETWEEN_LOOKS, FIRST_COMPLETED)
                if asked_to_stop(self._cancel):
                    raise Cancelled(f"stopped after {self.standing.cells:,} of {self.standing.all_cells:,} cells")
                for future in finished:
                    self._out.pop(future)(_result_of(future))
                    self._tell()
        finally:
            for future in self._out:
                future.cancel()

    def _give_out(self, jobs: Iterator[Job]) -> bool:
        """Give out as many jobs as are good to have out; tell whether any is."""
        most = JOBS_OF_A_WORKER * workers_of(self._executor)
        while len(self._out) < most:
            job = self._due.popleft() if self._due else next(jobs, None)
            if job is None:
                break
            job()
        return bool(self._out)

    def _jobs(self) -> Iterator[Job]:
        """Go through the tasks: what is there is taken note of, what isn't becomes a job."""
        passed = 0
        for task in tasks_of(self._plan):
            for piece in task.pieces:
                self._cells_done(max(0, piece.scenario.number - passed))  # those between can't be played
                passed = piece.scenario.number + 1
            header = self._store.header(task)
            if header is None:
                yield partial(self._play, task, self._take)
            else:
                before = self.standing
                self._note(task, header.errors)
                self._count_as_kept(before)
                self._tell()
            while self._due:
                yield self._due.popleft()
        self._cells_done(len(self._plan) - passed)
        self._tell()

    def _play(self, task: Task, take: Callable[[Task, TaskResult], None]) -> None:
        order = TaskOrder(self._plan_id, tuple(map(_order_of, task.pieces)))
        self._out[self._executor.submit(do_task, order)] = partial(take, task)

    def _take(self, task: Task, result: TaskResult) -> None:
        self._keep(task, result)
        self._note(task, result.errors)

    def _keep(self, task: Task, result: TaskResult) -> None:
        self._store.keep_task(task.number, result.content)
        if not self._store.is_measured:
            for number, text in result.summaries.items():
                self._store.keep_summary(number, text)

    def _note(self, task: Task, errors: Mapping[int, str]) -> None:
        """Take note of a task whose file is there."""
        for piece in task.pieces:
            number = piece.scenario.number
            if number in errors:  # of several, that of the first game counts, whichever comes back first
                self._fails(number, piece.first, errors[number])
            self._note_piece(task, piece)

    def _count_as_kept(self, before: Standing) -> None:
        now = self.standing
        self.standing = replace(
            now,
            kept_games=now.kept_games + now.games - before.games,
            kept_core_seconds=now.kept_core_seconds + now.core_seconds - before.core_seconds,
        )

    def _note_piece(self, task: Task, piece: Piece) -> None:
        number, now = piece.scenario.number, self.standing
        seconds = min(now.core_seconds + piece.seconds, now.all_core_seconds)
        self.standing = replace(now, games=now.games + piece.games, core_seconds=seconds)
        cell = self._open.setdefault(number, _OpenCell(piece.scenario))
        cell.games += piece.games
        cell.tasks[task.number] = task
        if cell.games < self._plan.games:
            return
        if number in self._failures or self._store.is_measured or self._store.summary(number) is not None:
            self._close(number)
        else:
            self._due.append(partial(self._measure, cell))

    def _measure(self, cell: _OpenCell) -> None:
        scenario = cell.scenario
        files = [self._store.task(number) for number in sorted(cell.tasks)]
        job = self._executor.submit(measure_cell, scenario.number, _request_of(scenario), files)
        self._out[job] = partial(self._take_measures, cell)

    def _take_measures(self, cell: _OpenCell, measured: Measured) -> None:
        number = cell.scenario.number
        if measured.damaged >= 0:
            self._due.append(partial(self._play_again, cell, sorted(cell.tasks)[measured.damaged]))
            return
        if measured.error:
            self._fails(number, 0, measured.error)
        else:
            self._store.keep_summary(number, measured.summary)
        self._close(number)

    def _play_again(self, cell: _OpenCell, number: int) -> None:
        """Play a task whose file turned out to be damaged inside; the cell is measured once it is there again."""
        task = cell.tasks.pop(number)
        own = next(piece for piece in task.pieces if piece.scenario.number == cell.scenario.number)
        cell.games -= own.games
        now = self.standing
        self.standing = replace(now, games=now.games - own.games, core_seconds=now.core_seconds - own.seconds)

        def take(task: Task, result: TaskResult) -> None:
            self._keep(task, result)
            self._note_piece(task, own)

        self._play(task, take)

    def _fails(self, number: int, first: int, text: str) -> None:
        self._failures[number] = min(self._failures.get(number, (first, text)), (first, text))

    def _close(self, number: int) -> None:
        del self._open[number]
        self._cells_done(1)

    def _cells_done(self, cells: int) -> None:
        self.standing = replace(self.standing, cells=self.standing.cells + cells)

    def _tell(self) -> None:
        if self._progress is not None:
            self._progress(self.standing)


def _usual_executor(plan: SweepPlan) -> Executor:
    # Bots in plain Python needn't bear to be played several at a time.
    return ThreadPoolExecutor(1) if own_bots(plan) else shared_threads()


def _order_of(piece: Piece) -> PieceOrder:
    return PieceOrder(piece.scenario.number, _request_of(piece.scenario), piece.first, piece.games)


def _request_of(scenario: Scenario) -> BatchRequest:
    if scenario.request is None:
        raise AssertionError(f"scenario {scenario.number} can't be played")
    return scenario.request


def _result_of(future: Future[Any]) -> Any:
    try:
        return future.result()
    except CancelledError as error:
        raise WorkersError("the workers let go of a task that nobody had called back") from error
