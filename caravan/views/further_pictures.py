"""Pictures beyond the first ones: read away from the page's thread, after the first, and only where someone looks."""

from __future__ import annotations

import functools
import itertools
import logging
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import param

from caravan.batch import Batch
from caravan.errors import Cancelled
from caravan.measures import Sample
from caravan.measures.log_pass import QUICK_USES, SpaceCounts, read_log
from caravan.plots import comeback, endings, lead, lead_changes, point_sources
from caravan.views.engine import NICENESS_BEHIND, players
from caravan.views.fair_threads import FairThreads
from caravan.views.live_runner import LiveRunner
from caravan.views.log_shelf import GAMES_OF_A_RUN, LogShelf
from caravan.views.runs import ListenerGone
from caravan.views.snapshot import Snapshot

SECONDS_BETWEEN = 1.0
"""At most so often are pictures read while games are played."""

GAMES_READ = GAMES_OF_A_RUN
"""Of how many games, from the first on, the log is read."""

PLAIN = ("point_sources", "endings", "lead_changes")
"""The pictures that need no log: they show all games."""

FROM_LOG = ("lead", "comeback", "board", "actions", "passages")
"""Those that read the log, of the first `GAMES_READ` games."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class BoardReading:
    """What is known of the board's use.

    Attributes
    ----------
    sample : Sample
        The games.
    spaces : mapping of str to SpaceCounts
        By use.
    note : str
        Which games they are, where they aren't all.
    """

    sample: Sample
    spaces: Mapping[str, SpaceCounts]
    note: str = ""


@dataclass(frozen=True, eq=False)
class ActionReading:
    """What is known of the steps.

    Attributes
    ----------
    sample : Sample
        The games.
    steps : ndarray of int16, shape (tenths of progress, steps, players, games)
        What each seat did.
    note : str
        Which games they are, where they aren't all.
    """

    sample: Sample
    steps: npt.NDArray[np.int16]
    note: str = ""


class _GamesAlone:
    """A batch without its log; the log is let go once it is read."""

    def __init__(self, batch: Batch, logged: Batch | None, stop: Callable[[], bool]) -> None:
        self.request, self.games, self.seats = batch.request, batch.games, batch.seats
        self._logged, self._stop = logged, stop

    def event_frames(self) -> Iterator[pd.DataFrame]:
        """Give the log, as long as it is wanted."""
        logged, self._logged = self._logged, None
        for frame in () if logged is None else logged.event_frames():
            if self._stop():
                raise Cancelled("nobody looks at these pictures any more")
            yield frame


@dataclass(eq=False)
class _Task:
    """The reading of some pictures."""

    snapshot: Snapshot
    parts: tuple[str, ...]
    dropped: threading.Event = field(default_factory=threading.Event)


@functools.cache
def shared_readers() -> FairThreads:
    """Give the process's own threads for pictures; they give way to those that play for first pictures."""
    return players("caravan-reader", NICENESS_BEHIND)


class FurtherPictures(param.Parameterized):
    """Reads the pictures that are wanted, whenever a runner has more games.

    Parameters
    ----------
    runner : LiveRunner
        Whose games are shown.
    worker : concurrent.futures.Executor, optional
        Where they are read; by default on threads that all visitors share, each in turn.
    """

    shown = param.Dict(default={}, constant=True, doc="What there is, by part.")
    failed = param.Dict(default={}, constant=True, doc="Why a part couldn't be read, by part.")

    def __init__(self, runner: LiveRunner, worker: Executor | None = None) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._runner = runner
        self._worker = worker or shared_readers().turns(lambda: (id(self),))
        self._wanted: dict[str, int] = {}
        self._read: dict[str, tuple[Hashable, int]] = {}
        self._task: _Task | None = None
        self._begun = float("-inf")
        runner.param.watch(self._follow, ["snapshot", "state", "generation"])

    def want(self, part: str) -> None:
        """Have a picture read, now and whenever there are more games.

        Parameters
        ----------
        part : str
            One of `PLAIN` or `FROM_LOG`.
        """
        self._wanted[part] = self._wanted.get(part, 0) + 1
        self._go_on(at_once=True)

    def leave(self, part: str) -> None:
        """Look at a picture no longer."""
        self._wanted[part] = self._wanted.get(part, 0) - 1
        if self._wanted[part] <= 0:
            del self._wanted[part]

    def _follow(self, *events: Any) -> None:
        if any(event.name == "generation" for event in events):
            self._begun = time.monotonic()  # the first picture of other games comes before these
            if self._task is not None:
                self._task.dropped.set()
        self._go_on(at_once=self._runner.state in {"done", "stopped"})

    def _stale(self, snapshot: Snapshot) -> tuple[str, ...]:
        """List what is wanted and would look different now."""
        wanted = [part for part in (*PLAIN, *FROM_LOG) if part in self._wanted]
        return tuple(part for part in wanted if self._read.get(part) != _version(part, snapshot))

    def _go_on(self, *, at_once: bool) -> None:
        snapshot = self._runner.snapshot
        if snapshot is None or self._task is not None or self._runner.state in {"idle", "waiting"}:
            return
        stale = self._stale(snapshot)
        enough = all(part in FROM_LOG for part in stale) and snapshot.done >= GAMES_READ
        if not stale or not (at_once or enough or time.monotonic() - self._begun >= SECONDS_BETWEEN):
            return
        self._begun = time.monotonic()
        self._task = _Task(snapshot, stale)
        self._worker.submit(self._work, self._task)

    def _work(self, task: _Task) -> None:
        try:
            for parts in _together(task.parts):
                if task.dropped.is_set():
                    break
                try:
                    found = read_parts(parts, task.snapshot, self._runner.shelf, task.dropped.is_set)
                except Cancelled:
                    break
                except Exception as error:
                    _log.exception("Pictures couldn't be read: %s", ", ".join(parts))
                    words = f"This picture couldn\u2019t be made: {type(error).__name__}: {error}"
                    self._runner.post(functools.partial(self._receive, task, {}, dict.fromkeys(parts, words)))
                else:
                    self._runner.post(functools.partial(self._receive, task, found, {}))
            self._runner.post(functools.partial(self._end, task))
        except ListenerGone:
            pass

    def _receive(self, task: _Task, found: dict[str, Any], failed: dict[str, str]) -> None:
        if task.dropped.is_set():
            return
        for part in (*found, *failed):
            self._read[part] = _version(part, task.snapshot)
        left = {part: words for part, words in self.failed.items() if part not in found}
        with param.edit_constant(self):
            self.param.update(shown={**self.shown, **found}, failed={**left, **failed})

    def _end(self, task: _Task) -> None:
        if self._task is task:
            self._task = None
        self._go_on(at_once=self._runner.state in {"done", "stopped"})


def _version(part: str, snapshot: Snapshot) -> tuple[Hashable, int]:
    """Name the games that a picture shows."""
    games = snapshot.done if part in PLAIN else min(snapshot.done, GAMES_READ)
    return snapshot.request.key, games


def _together(parts: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Group parts by what has to be read for them, the quickest first."""
    kinds = {**dict.fromkeys(PLAIN, 0), **dict.fromkeys(FROM_LOG, 1), "passages": 2}
    for _, group in itertools.groupby(sorted(parts, key=kinds.__getitem__), key=kinds.__getitem__):
        yield tuple(group)


def read_parts(
    parts: tuple[str, ...], snapshot: Snapshot, shelf: LogShelf, stop: Callable[[], bool] = lambda: False
) -> dict[str, Any]:
    """Read some pictures.

    Parameters
    ----------
    parts : tuple of str
        Of `PLAIN` or `FROM_LOG`.
    snapshot : Snapshot
        The games.
    shelf : LogShelf
        Where some logs may be; others are played again.
    stop : callable, optional
        Asked between blocks of games; once it says yes, the reading stops.

    Returns
    -------
    dict
        What the figures show, by part; for ``board`` and ``passages`` a `BoardReading`, for ``actions`` an
        `ActionReading`, from which a card chooses.

    Raises
    ------
    Cancelled
        Where it was stopped.
    """
    found: dict[str, Any] = {}
    plain = [plot for plot in (point_sources, endings, lead_changes) if plot.NAME in parts]
    if plain:
        whole = Sample(snapshot.batch)
        for plot in plain:
            found[plot.NAME] = plot.read(whole)
    wanted = set(parts) & set(FROM_LOG)
    if wanted:
        batch = snapshot.batch.first(GAMES_READ)
        logged = shelf.with_logs(snapshot.batch).first(GAMES_READ)
        sample = Sample(_GamesAlone(batch, logged, stop))
        quick = QUICK_USES if "board" in wanted else ()
        slow = ("passes_through",) if "passages" in wanted else ()
        log = read_log(sample, (*quick, *slow))
        if log is None:
            raise LookupError("the log of these games isn\u2019t at hand")
        note = _which_games(snapshot)
        for plot in (lead, comeback):
            if plot.NAME in wanted:
                found[plot.NAME] = noting(plot.read(sample), note)
        if "board" in wanted:
            found["board"] = BoardReading(sample, {use: log.spaces[use] for use in QUICK_USES}, note)
        if "passages" in wanted:
            found["passages"] = BoardReading(sample, {"passes_through": log.spaces["passes_through"]}, note)
        if "actions" in wanted:
            found["actions"] = ActionReading(sample, log.steps, note)
    return found


def _which_games(snapshot: Snapshot) -> str:
    """Say which games' log was read, where it wasn't all."""
    games = snapshot.request.games
    return f"The first {GAMES_READ:,} of the {games:,} games, whose log was read" if games > GAMES_READ else ""


def noting(shown: Any, note: str) -> Any:
    """Add a line to what a figure rests on, if there is one to add."""
    return replace(shown, provenance=shown.provenance.noting(note)) if note else shown
