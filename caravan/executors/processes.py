"""Processes of this machine that play games: a pool that gets over the loss of its workers."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import Any

from caravan.errors import WorkersError
from caravan.executors.passing_on import pass_on_cancelling, settle
from caravan.executors.same_code import code_here, run_with_same_code

LOST_AT_MOST = 3
"""How often a task whose worker is lost is given out again."""

_LOST = (
    "a task was lost {times} times, each time with the process that did it: the machine may have too "
    "little memory, a bot of your own may end its process, or the script lacks `if __name__ == '__main__':`"
)
_UNSENDABLE = (
    "this can't be sent to another process ({reason}); a bot of your own is best given by its file, as in "
    "my_bots.py:Miser"
)


class Errand:
    """A task on its way: what is to be done, for whom, and how often it was lost."""

    def __init__(self, call: tuple[Any, ...]) -> None:
        self.call = call
        self.outer: Future[Any] = Future()
        self.inner: Future[Any] | None = None
        self.lost = 0


class ProcessExecutor(Executor):
    """A pool of processes; where one is lost, a new pool does its task.

    Parameters
    ----------
    workers : int
        How many processes.
    """

    apart = True

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._code = code_here()
        self._lock = threading.Lock()
        self._closed = False
        self._stay, self._leave = multiprocessing.Pipe(duplex=False)
        self._pool = self._new_pool()
        self._broken: list[ProcessPoolExecutor] = []

    def _new_pool(self) -> ProcessPoolExecutor:
        quick = "forkserver" in multiprocessing.get_all_start_methods()
        context = multiprocessing.get_context("forkserver" if quick else "spawn")
        return ProcessPoolExecutor(self.workers, context, initializer=_begin, initargs=(self._stay,))

    def submit(self, function: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """Give out a task; it and its result are pickled on their way."""
        errand = Errand((self._code, function, given, named))
        pass_on_cancelling(errand.outer, lambda: errand.inner)
        self._give_out(errand)
        return errand.outer

    def _give_out(self, errand: Errand) -> None:
        # Never with the lock held: a pool that breaks keeps its own while it calls back, from another thread.
        while True:
            pool = self._pool
            try:
                errand.inner = pool.submit(run_with_same_code, *errand.call)
                break
            except BrokenProcessPool:
                self._replace(pool)
        errand.inner.add_done_callback(partial(self._take_back, errand, pool))

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        with self._lock:
            if self._pool is broken:
                self._broken.append(broken)  # it tidies itself up, and would hang if it were forgotten meanwhile
                self._pool = self._new_pool()

    def _take_back(self, errand: Errand, pool: ProcessPoolExecutor, inner: Future[Any]) -> None:
        if inner.cancelled():
            errand.outer.cancel()
            settle(errand.outer)
            return
        error = inner.exception()
        if error is None:
            settle(errand.outer, inner.result())
        elif isinstance(error, BrokenProcessPool):
            errand.lost += 1
            if errand.lost > LOST_AT_MOST or self._closed:
                settle(errand.outer, error=WorkersError(_LOST.format(times=errand.lost)))
            else:
                self._replace(pool)
                self._give_out(errand)
        elif isinstance(error, pickle.PicklingError | AttributeError | TypeError) and not _can_be_sent(errand.call):
            settle(errand.outer, error=WorkersError(_UNSENDABLE.format(reason=error)))
        else:
            settle(errand.outer, error=error)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the processes end, after what they do."""
        self._closed = True
        self._pool.shutdown(wait, cancel_futures=cancel_futures)

    def stop(self) -> None:
        """End the processes at once."""
        self._closed = True
        self._leave.close()
        self._stay.close()
        self._pool.shutdown(wait=True, cancel_futures=True)


def _can_be_sent(call: tuple[Any, ...]) -> bool:
    try:
        pickle.dumps(call)
    except Exception:
        return False
    return True


@contextmanager
def process_executor(workers: int) -> Iterator[ProcessExecutor]:
    """Open a pool of processes for a ``with`` statement; see `open_executor`."""
    executor = ProcessExecutor(workers)
    try:
        yield executor
        executor.shutdown()
    finally:
        executor.stop()


def _begin(stay: Connection) -> None:
    """Make a process heed whoever started it, and nobody else."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes of a terminal; one of them decides
    threading.Thread(target=_end_with_the_parent, args=(stay,), daemon=True).start()


def _end_with_the_parent(stay: Connection) -> None:
    """End when told to, or once the process that gives the work is gone, as after `kill -9`."""
    parent = multiprocessing.parent_process()
    wait([stay] if parent is None else [stay, parent.sentinel])
    os._exit(1)
