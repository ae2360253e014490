"""Getting the engine ready: the first start on a machine compiles it, and says how far it has come."""

from __future__ import annotations

import logging
import math
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from caravan.errors import CaravanError

_COMPILED = ("caravan.kernel", "caravan.bots", "caravan.match")
_PARTS = {
    "caravan.kernel.layout": "the board",
    "caravan.kernel.streams": "the draws from the bag",
    "caravan.kernel.bits": "the spaces",
    "caravan.kernel.chains": "chains of camels",
    "caravan.kernel.actions": "legal actions",
    "caravan.kernel.turns": "turns, refills and scores",
    "caravan.kernel.tally": "the counting of results",
    "caravan.match": "whole games",
    "caravan.bots": "the bots",
}
_USUAL_SECONDS = 30.0
_FIRST_WORDS = "loading the tools"

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Progress:
    """How far the engine is.

    Attributes
    ----------
    state : str
        ``asleep``, ``working``, ``ready`` or ``failed``.
    words : str
        What it is doing, or what went wrong.
    share : float
        About how much of the work is done, from 0 to 1.
    seconds : float
        How long it has been at work.
    """

    state: str
    words: str = ""
    share: float = 0.0
    seconds: float = 0.0


class WarmUp:
    """Makes the engine ready in the background, once.

    Parameters
    ----------
    prepare : callable, optional
        Does the work; it is given a function to call with words and a share as it goes along.
    """

    def __init__(self, prepare: Callable[[Callable[[str, float], None]], None] | None = None) -> None:
        self._prepare = prepare or play_a_first_game
        self._lock = threading.Lock()
        self._settled = threading.Event()
        self._progress = Progress("asleep")
        self._started = 0.0

    @property
    def progress(self) -> Progress:
        """How far it is."""
        with self._lock:
            now = self._progress
        if now.state != "working":
            return now
        seconds = time.monotonic() - self._started
        # A few large functions take most of the time, so that their number alone would seem to stand still.
        by_time = 0.95 * (1.0 - math.exp(-seconds / _USUAL_SECONDS))
        return Progress(now.state, now.words, max(now.share, by_time), seconds)

    def start(self) -> None:
        """Begin, unless it has begun already; after a failure, begin again."""
        with self._lock:
            if self._progress.state in {"working", "ready"}:
                return
            self._progress = Progress("working", _FIRST_WORDS)
            self._settled.clear()
            self._started = time.monotonic()
        threading.Thread(target=self._work, name="caravan-warm-up", daemon=True).start()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until it is ready, beginning if need be.

        Parameters
        ----------
        seconds : float, optional
            For how long at most.

        Returns
        -------
        bool
            Whether it is ready; False if the time is over.

        Raises
        ------
        CaravanError
            If it failed.
        """
        if self.progress.state == "asleep":
            self.start()
        settled = self._settled.wait(seconds)
        progress = self.progress
        if progress.state == "failed":
            raise CaravanError(progress.words)
        return settled

    def _report(self, words: str, share: float) -> None:
        with self._lock:
            self._progress = Progress("working", words, max(self._progress.share, min(share, 1.0)))

    def _work(self) -> None:
        try:
            self._prepare(self._report)
        except Exception as error:
            _log.exception("The engine couldn't be made ready")
            words = f"the engine couldn't be made ready: {type(error).__name__}: {error}"
            self._settle(Progress("failed", words, seconds=time.monotonic() - self._started))
        else:
            self._settle(Progress("ready", "ready", 1.0, time.monotonic() - self._started))

    def _settle(self, progress: Progress) -> None:
        with self._lock:
            self._progress = progress
        self._settled.set()


def play_a_first_game(report: Callable[[str, float], None]) -> None:
    """Compile whatever isn't compiled on this machine yet, by playing a game and measuring it.

    Parameters
    ----------
    report : callable
        Told what is being done, and about how much of the work is done.
    """
    from numba.core import event

    from caravan.batch import Batch, BatchRequest, play_blocks
    from caravan.views.snapshot import take_snapshot

    report("looking for compiled rules", 0.0)
    functions = _compiled_functions()
    seen: set[Any] = set()

    class Listener(event.Listener):  # type: ignore[misc]
        def on_start(self, event: Any) -> None:
            part = _part_of(event.data["dispatcher"])
            if part:
                report(f"compiling {part}", 0.95 * len(seen) / max(len(functions), 1))

        def on_end(self, event: Any) -> None:
            seen.add(event.data["dispatcher"])

    listener = Listener()
    event.register("numba:compile", listener)
    try:
        request = BatchRequest(games=2)
        blocks = list(play_blocks(request))
    finally:
        event.unregister("numba:compile", listener)
    report("playing a first game", 0.97)
    take_snapshot(Batch.from_blocks(request, blocks))


def _compiled_functions() -> set[int]:
    """Find everything that may have to be compiled."""
    from numba.core.dispatcher import Dispatcher

    return {
        id(value)
        for name, module in tuple(sys.modules.items())
        if name.startswith(_COMPILED)
        for value in tuple(vars(module).values())
        if isinstance(value, Dispatcher)
    }


def _part_of(dispatcher: Any) -> str:
    """Say in words which part of the engine a function belongs to; empty for numba's own."""
    module = str(getattr(dispatcher.py_func, "__module__", ""))
    return next((words for prefix, words in _PARTS.items() if module.startswith(prefix)), "")


engine_warm_up = WarmUp()
"""The engine of this process."""
