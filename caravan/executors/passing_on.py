"""Futures that stand for other futures, so that a task can be given out again, or its error be put in words."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any


def pass_on_cancelling(outer: Future[Any], inner: Callable[[], Future[Any] | None]) -> None:
    """Let a future that is cancelled cancel the one it stands for.

    Parameters
    ----------
    outer : Future
        What whoever gave the task holds.
    inner : callable
        Gives what it stands for at the time.
    """

    def cancel(settled: Future[Any]) -> None:
        behind = inner()
        if settled.cancelled() and behind is not None:
            behind.cancel()

    outer.add_done_callback(cancel)


def settle(outer: Future[Any], result: Any = None, error: BaseException | None = None) -> None:
    """Give a future its result or its error, unless it has been cancelled meanwhile.

    Parameters
    ----------
    outer : Future
        Not settled yet, unless it was cancelled.
    result : object
        The result, where there is no error.
    error : BaseException, optional
        The error.
    """
    if not outer.set_running_or_notify_cancel():
        return
    if error is None:
        outer.set_result(result)
    else:
        outer.set_exception(error)
