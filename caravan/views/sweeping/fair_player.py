"""One visitor's search for a fair start: played in the background, and gone on with where it was stopped."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Hashable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from typing import Any

import param

from caravan.balance import FairStart, fair_start
from caravan.blocks import BlockTask, play_block
from caravan.errors import Cancelled, CaravanError
from caravan.rules import Rules
from caravan.views.live_runner import Post
from caravan.views.runs import ListenerGone

STATES = ("idle", "playing", "done", "stopped", "failed")
SECONDS_BETWEEN_NEWS = 0.25

_log = logging.getLogger(__name__)


class KeepingExecutor(Executor):
    """An executor that remembers the blocks it has played, so that a search that was stopped plays none twice.

    Parameters
    ----------
    worker : concurrent.futures.Executor
        Where blocks are played.
    """

    def __init__(self, worker: Executor) -> None:
        self._worker = worker
        self._lock = threading.Lock()
        self._kept: dict[Hashable, Future[Any]] = {}

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Play a block, or give it again."""
        if fn is not play_block or kwargs or len(args) != 1:
            return self._worker.submit(fn, *args, **kwargs)
        key = _key_of(args[0])
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None:
                return kept
            future = self._kept[key] = self._worker.submit(fn, args[0])
        future.add_done_callback(partial(self._let_go_if_failed, key))
        return future

    def forget(self) -> None:
        """Let go of all blocks."""
        with self._lock:
            self._kept.clear()

    def _let_go_if_failed(self, key: Hashable, future: Future[Any]) -> None:
        if future.cancelled() or future.exception() is not None:
            with self._lock:
                self._kept.pop(key, None)


def _key_of(task: BlockTask) -> Hashable:
    return (task.rules.key(), task.bots, task.seed, task.first, task.games, task.with_log)


class FairPlayer(param.Parameterized):
    """What a visitor sees of the search asked for last.

    Parameters
    ----------
    worker : concurrent.futures.Executor
        Where blocks of games are played.
    post : callable, optional
        Hands a function over to the thread in which this object may be changed.
    """

    state = param.Selector[str](default="idle", objects=list(STATES), constant=True)
    part = param.String(default="", constant=True, doc="What is being played.")
    done = param.Integer(default=0, constant=True, doc="Games of all parts so far.")
    words = param.String(default="", constant=True, doc="What went wrong.")
    found = param.ClassSelector(class_=FairStart, default=None, allow_None=True, constant=True)

    def __init__(self, worker: Executor, post: Post = lambda function: function()) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._games = KeepingExecutor(worker)
        self._post = post
        self._desk = ThreadPoolExecutor(1, "caravan-fair")
        self._asked: tuple[Any, ...] = ()
        self._stop = threading.Event()

    def play(self, rules: Rules, games: dict[str, int], seed: int) -> None:
        """Look for a fair start, and give up the search before.

        Parameters
        ----------
        rules : Rules
            With the number of players.
        games : dict of str to int
            For each style.
        seed : int
            The master seed.
        """
        self._stop.set()
        asked = (rules.key(), seed)
        if asked != self._asked:
            self._games.forget()
        self._asked = asked
        stop = self._stop = threading.Event()
        self._change(state="playing", part="", done=0, words="", found=None)
        self._desk.submit(self._search, rules, dict(games), seed, stop)

    def stop(self) -> None:
        """Give the search up; the games that were played are kept."""
        self._stop.set()
        if self.state == "playing":
            self._change(state="stopped")

    def close(self) -> None:
        """Give up everything, because the visitor has left."""
        self._stop.set()
        self._desk.shutdown(wait=False, cancel_futures=True)
        self._games.forget()

    def _search(self, rules: Rules, games: dict[str, int], seed: int, stop: threading.Event) -> None:
        if stop.is_set():
            return
        counted: dict[str, int] = {}
        told = [0.0]

        def progress(part: str, done: int, _games: int) -> None:
            counted[part] = done
            if time.monotonic() - told[0] >= SECONDS_BETWEEN_NEWS:
                told[0] = time.monotonic()
                self._tell(stop, part=part, done=sum(counted.values()))

        try:
            found = fair_start(
                rules,
                styles=list(games),
                games=games,
                seed=seed,
                executor=self._games,
                progress=progress,
                cancel=stop,
            )
            self._tell(stop, state="done", found=found)
        except Cancelled:
            pass
        except ListenerGone:
            stop.set()
        except CaravanError as error:
            self._fail(stop, str(error))
        except Exception as error:
            _log.exception("A search for a fair start failed: %r", rules)
            self._fail(stop, f"{type(error).__name__}: {error}")

    def _fail(self, stop: threading.Event, words: str) -> None:
        with contextlib.suppress(ListenerGone):
            self._tell(stop, state="failed", words=words)

    def _tell(self, stop: threading.Event, **changes: Any) -> None:
        self._post(lambda: None if stop.is_set() else self._change(**changes))

    def _change(self, **changes: Any) -> None:
        with param.edit_constant(self):
            self.param.update(**changes)
