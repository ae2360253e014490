"""Ctrl-C and its like: as exceptions, so that what was begun is tidied up, and never in the middle of a rename."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


class Terminated(BaseException):
    """The process was asked to end."""


_ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
_STOPPING = (signal.SIGINT, *_ENDING)


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


@contextmanager
def stop_signals_as_exceptions() -> Iterator[None]:
    """Raise `Terminated` where the system asks the process to end, as Python raises KeyboardInterrupt for Ctrl-C."""

    def end(_signal: int, _frame: FrameType | None) -> None:
        raise Terminated

    with _handled(_ENDING, end):
        yield


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let a short piece of work be done to its end, and be stopped only afterwards."""
    waiting: list[int] = []

    def remember(number: int, _frame: FrameType | None) -> None:
        waiting.append(number)

    with _handled(_STOPPING, remember):
        yield
    if waiting:
        signal.raise_signal(waiting[0])


@contextmanager
def _handled(signals: tuple[int, ...], handler: Any) -> Iterator[None]:
    if not _in_main_thread():  # only there can handlers be set, and only there do they run
        yield
        return
    # A process started with `nohup`, or in the background, is to go on ignoring what it was told to ignore.
    heeded = [number for number in signals if signal.getsignal(number) not in (signal.SIG_IGN, None)]
    before = {number: signal.signal(number, handler) for number in heeded}
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)
