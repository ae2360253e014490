"""Workers of a Dask cluster that play games: one started on this machine, or one that is there already."""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import logging
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import Any

from caravan.errors import WorkersError
from caravan.executors.passing_on import pass_on_cancelling, settle
from caravan.executors.same_code import code_here, require_same, run_with_same_code

SECONDS_TO_ANSWER = 8
SECONDS_TO_CLOSE = 5
_BETWEEN_COUNTS = 5.0
_LOGGERS = ("distributed", "tornado", "asyncio", "bokeh")

_MISSING = "Dask isn't installed; `pip install 'caravan-lab[dask]'` brings it (or `pip install 'dask[distributed]'`)"


class DaskExecutor(Executor):
    """The workers of a cluster.

    Parameters
    ----------
    client : distributed.Client
        Connected.
    """

    apart = True

    def __init__(self, client: Any) -> None:
        self._client = client
        self._tasks = client.get_executor(pure=False)
        self._code = code_here()
        self._counted = (0.0, 1)

    @property
    def workers(self) -> int:
        """How many tasks the cluster works on at a time, which may change while it runs."""
        when, count = self._counted
        if time.monotonic() - when > _BETWEEN_COUNTS:
            known = self._client.scheduler_info(n_workers=-1)["workers"].values()
            count = max(1, sum(worker["nthreads"] for worker in known))
            self._counted = (time.monotonic(), count)
        return count

    def submit(self, function: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """Give out a task; it and its result are pickled on their way."""
        outer: Future[Any] = Future()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # advice on tasks of more than a few megabytes
            inner = self._tasks.submit(run_with_same_code, self._code, function, given, named)
        pass_on_cancelling(outer, lambda: inner)
        inner.add_done_callback(partial(_take_back, outer))
        return outer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let go of the workers, after what they do, or with ``wait`` false at once."""
        self._tasks.shutdown(wait and not cancel_futures)


def _take_back(outer: Future[Any], inner: Future[Any]) -> None:
    if inner.cancelled():  # by whoever holds the outer one; or the scheduler is gone, and with it all that it knew
        settle(outer, error=WorkersError("the Dask scheduler is gone, and with it the tasks it had been given"))
        return
    error = inner.exception()
    if error is None:
        settle(outer, inner.result())
    elif type(error).__name__ == "KilledWorker":
        settle(outer, error=WorkersError(f"a task was lost several times with the Dask worker that did it: {error}"))
    elif isinstance(error, ModuleNotFoundError) and (error.name or "").partition(".")[0] == "caravan":
        settle(outer, error=WorkersError("a Dask worker lacks Caravan Lab; install the same there as here"))
    else:
        settle(outer, error=error)


@contextmanager
def dask_executor(workers: int, scheduler: str | None = None) -> Iterator[DaskExecutor]:
    """Open the workers of a cluster for a ``with`` statement; see `open_executor`."""
    if importlib.util.find_spec("distributed") is None:
        raise WorkersError(_MISSING)
    with ExitStack() as stack:
        stack.enter_context(_quiet())
        client = _local_client(workers, stack) if scheduler is None else _client_of(scheduler, stack)
        _require_same_everywhere(client)
        executor = DaskExecutor(client)
        try:
            yield executor
        finally:
            executor.shutdown(wait=False)


def _local_client(workers: int, stack: ExitStack) -> Any:
    distributed: Any = importlib.import_module("distributed")
    cluster = distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
        memory_limit=0,
        silence_logs=logging.CRITICAL,
        preload=["caravan.executors.dask_preload"],
    )
    stack.callback(_close, cluster)
    client = distributed.Client(cluster, timeout=SECONDS_TO_ANSWER)
    stack.callback(_close, client)
    return client


def _client_of(scheduler: str, stack: ExitStack) -> Any:
    distributed: Any = importlib.import_module("distributed")
    try:
        with ThreadPoolExecutor(1) as apart:  # a notebook has a loop of its own in this thread
            apart.submit(asyncio.run, _call(scheduler)).result()
        client = distributed.Client(scheduler, timeout=SECONDS_TO_ANSWER)
    except (OSError, TimeoutError) as error:
        raise WorkersError(
            f"no Dask scheduler answers at {scheduler}; one is started by `dask scheduler`, which prints its address"
        ) from error
    except (ValueError, KeyError, TypeError) as error:
        raise WorkersError(
            f"'{scheduler}' isn't the address of a Dask scheduler, such as tcp://10.0.0.5:8786"
        ) from error
    stack.callback(_close, client)
    try:
        client.wait_for_workers(1, timeout=SECONDS_TO_ANSWER)
    except TimeoutError as error:
        raise WorkersError(
            f"the Dask scheduler at {scheduler} has no workers; one is started by `dask worker {scheduler}`"
        ) from error
    return client


def _close(connected: Any) -> None:
    with suppress(Exception):  # what is gone already, or doesn't answer in time, needs no closing
        connected.close(timeout=SECONDS_TO_CLOSE)


async def _call(scheduler: str) -> None:
    """Exchange greetings with a scheduler; Dask itself would wait for ever for one that takes the call in silence."""
    core: Any = importlib.import_module("distributed.comm.core")
    security: Any = importlib.import_module("distributed.security")
    settings = security.Security().get_connection_args("client")
    line = await asyncio.wait_for(core.connect(scheduler, SECONDS_TO_ANSWER, **settings), SECONDS_TO_ANSWER)
    await line.close()


def _require_same_everywhere(client: Any) -> None:
    here = code_here()
    for address, there in client.run(code_here, on_error="return").items():
        if isinstance(there, ModuleNotFoundError):
            raise WorkersError(f"the Dask worker {address} lacks {there.name}; install the same there as here")
        if isinstance(there, BaseException):
            raise WorkersError(f"the Dask worker {address} can't play: {type(there).__name__}: {there}")
        require_same(here, there, f"the Dask worker {address}")


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep what Dask has to say about its connections off the screen; what matters is said in an error."""
    distributed = importlib.import_module("distributed")  # sets the levels of its loggers
    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in _LOGGERS]
    loggers = [logging.getLogger(name) for name in {*names, *_LOGGERS, distributed.__name__}]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)
