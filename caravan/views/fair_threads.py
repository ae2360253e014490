"""Threads that work for all visitors, each of whom has a turn before anyone has another, however much one asks for."""

from __future__ import annotations

import itertools
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Hashable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

Visitors = Callable[[], Collection[Hashable]]


class _Task:
    """A task that waits for its turn."""

    def __init__(self, call: Callable[[], Any], dropped: Callable[[], bool]) -> None:
        self.future: Future[Any] = Future()
        self._call = call
        self._dropped = dropped

    def work(self) -> None:
        """Do it, if anyone still wants it."""
        if self._dropped():
            self.future.cancel()
        if not self.future.set_running_or_notify_cancel():
            return
        try:
            result = self._call()
        except BaseException as error:
            self.future.set_exception(error)
        else:
            self.future.set_result(result)


class _Lines:
    """Tasks in lines, one for each visitor, whose turn was longest ago first."""

    def __init__(self) -> None:
        self._lines: OrderedDict[Hashable, deque[_Task]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self._lines)

    def length(self, visitor: Hashable) -> int:
        """How many tasks of a visitor wait."""
        return len(self._lines.get(visitor, ()))

    def put(self, visitor: Hashable, task: _Task) -> None:
        """Put a task at the end of a visitor's line."""
        self._lines.setdefault(visitor, deque()).append(task)

    def take(self, visitor: Hashable) -> _Task:
        """Take the first of a visitor's line, who is last in turn from then on."""
        line = self._lines[visitor]
        task = line.popleft()
        if line:
            self._lines.move_to_end(visitor)
        else:
            del self._lines[visitor]
        return task


class FairThreads:
    """A pool of threads whose tasks are taken from one visitor after the other.

    Parameters
    ----------
    workers : int
        How many threads.
    name : str
        What their names begin with.
    prepare : callable, optional
        Called once in each thread.
    each : int, optional
        On how many tasks of one visitor is worked at a time; by default on as many as there are threads.
    crowded : int, optional
        On how many tasks is worked at a time where there are tasks of several visitors; by default the same.
    """

    def __init__(
        self,
        workers: int,
        name: str,
        prepare: Callable[[], object] | None = None,
        each: int | None = None,
        crowded: int | None = None,
    ) -> None:
        self.workers = workers
        self._each = workers if each is None else each
        self._crowded = workers if crowded is None else crowded
        self._threads = ThreadPoolExecutor(workers, name, prepare)
        self._lock = threading.Lock()
        self._first = _Lines()
        self._waiting = _Lines()
        self._working: dict[Hashable, int] = {}

    @property
    def waiting(self) -> int:
        """How many tasks wait for their turn, those that nobody wants any more included."""
        with self._lock:
            return len(self._first) + len(self._waiting)

    def turns(self, visitors: Visitors, dropped: Callable[[], bool] = lambda: False, first: int = 0) -> Executor:
        """Make an executor whose tasks wait in a visitor's line.

        Parameters
        ----------
        visitors : callable
            For whom the work is done: asked anew for each task, which waits with whoever has the least to wait for.
        dropped : callable, optional
            Asked when a task's turn has come; if it says yes, the task is cancelled.
        first : int, default 0
            So many of its tasks, from the beginning on, have their turn before all tasks that aren't of this kind.

        Returns
        -------
        concurrent.futures.Executor
            Its ``shutdown`` cancels what waits; the threads go on.
        """
        return _Turns(self, visitors, dropped, first)

    def add(self, visitors: Collection[Hashable], task: _Task, *, first: bool = False) -> None:
        """Put a task in line."""
        with self._lock:
            visitor = min(visitors, key=self._before, default=None)
            (self._first if first else self._waiting).put(visitor, task)
            self._give_out()

    def _before(self, visitor: Hashable) -> int:
        return self._first.length(visitor) + self._waiting.length(visitor) + self._working.get(visitor, 0)

    def _give_out(self) -> None:
        """Have as many tasks worked on as there may be, the visitor whose turn was longest ago first."""
        while sum(self._working.values()) < self._most():
            turn = self._next()
            if turn is None:
                return
            lines, visitor = turn
            self._begin(visitor, lines.take(visitor))

    def _next(self) -> tuple[_Lines, Hashable] | None:
        """Find whose turn it is."""
        for lines in (self._first, self._waiting):
            for visitor in lines:
                if self._working.get(visitor, 0) < self._each:
                    return lines, visitor
        return None

    def _most(self) -> int:
        visitors = {*self._working, *self._first, *self._waiting}
        return self._crowded if len(visitors) > 1 else self.workers

    def _begin(self, visitor: Hashable, task: _Task) -> None:
        self._working[visitor] = self._working.get(visitor, 0) + 1
        try:
            self._threads.submit(self._work, visitor, task)
        except RuntimeError as error:  # the process ends
            self._has_worked(visitor)
            task.future.set_exception(error)

    def _work(self, visitor: Hashable, task: _Task) -> None:
        try:
            task.work()
        finally:
            with self._lock:
                self._has_worked(visitor)
                self._give_out()

    def _has_worked(self, visitor: Hashable) -> None:
        self._working[visitor] -= 1
        if not self._working[visitor]:
            del self._working[visitor]


class _Turns(Executor):
    """Puts the tasks of some visitors in line."""

    def __init__(self, threads: FairThreads, visitors: Visitors, dropped: Callable[[], bool], first: int) -> None:
        self._threads = threads
        self._first = itertools.chain(itertools.repeat(True, first), itertools.repeat(False))
        self._visitors = visitors
        self._dropped = dropped
        self._closed = threading.Event()

    @property
    def workers(self) -> int:
        """On how many tasks is worked at a time."""
        return self._threads.workers

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Put a task in line."""
        task = _Task(lambda: fn(*args, **kwargs), lambda: self._closed.is_set() or self._dropped())
        self._threads.add(self._visitors(), task, first=next(self._first))
        return task.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Cancel what waits, since nobody wants it any more; never waits."""
        self._closed.set()
