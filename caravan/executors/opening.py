"""Opening an executor by its kind, and closing it again."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Literal

from caravan.errors import CaravanError, nearest
from caravan.given import require_whole

Kind = Literal["threads", "processes", "dask"]
KINDS = ("threads", "processes", "dask")
"""The kinds of executors."""


@contextmanager
def open_executor(
    kind: Kind = "threads", workers: int | None = None, scheduler: str | None = None
) -> Iterator[Executor]:
    """Open an executor for a ``with`` statement.

    When the block ends, the workers end too; after an error or Ctrl-C at once, in the middle of what they do. Those of
    a cluster that was there before go on, without what they were given.

    Parameters
    ----------
    kind : str, default "threads"
        ``threads`` of this process; ``processes`` of this machine, for a script that has ``if __name__ == "__main__":``
        around what it does; or ``dask``, for which the package is installed as ``caravan-lab[dask]``.
    workers : int, optional
        How many; by default one for each core. A cluster that is there already has its own.
    scheduler : str, optional
        The address of the scheduler of such a cluster, as in ``tcp://10.0.0.5:8786``; by default ``dask`` starts a
        cluster of processes on this machine.

    Yields
    ------
    concurrent.futures.Executor
        Its ``workers`` tells how many tasks it works on at a time.

    Raises
    ------
    CaravanError
        If there is no such kind, or the kind doesn't take a number of workers or a scheduler.
    WorkersError
        If the workers can't be had, or run another version of what plays the games; the message says what to do.
    """
    if kind not in KINDS:
        raise CaravanError(
            f"executor: found '{kind}', allowed is {', '.join(KINDS[:-1])} or {KINDS[-1]}{nearest(kind, KINDS)}"
        )
    if scheduler is not None and kind != "dask":
        raise CaravanError(f"scheduler: only dask has one, not {kind}")
    if scheduler is not None and workers is not None:
        raise CaravanError("workers: a cluster that is there already has its own; leave the number out")
    from caravan.blocks import cores

    number = cores() if workers is None else require_whole(workers, "workers", 1, 1024)
    if kind == "threads":
        with _threads(number) as threads:
            yield threads
    elif kind == "processes":
        from caravan.executors.processes import process_executor

        with process_executor(number) as processes:
            yield processes
    else:
        from caravan.executors.dask_workers import dask_executor

        with dask_executor(number, scheduler) as dask_workers:
            yield dask_workers


class Threads(ThreadPoolExecutor):
    """Threads that say how many they are."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers, thread_name_prefix="caravan")
        self.workers = workers


@contextmanager
def _threads(workers: int) -> Iterator[Threads]:
    threads = Threads(workers)
    try:
        yield threads
        threads.shutdown()
    finally:  # a block of games that is being played is played to its end, but nobody waits for it
        threads.shutdown(wait=False, cancel_futures=True)
