"""Where a sweep keeps what it has finished: a folder, from which a run that was stopped goes on, or memory."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Protocol

from caravan.errors import LogError, OutputError
from caravan.files import reason, write_atomically, written_whole
from caravan.playtest_summary import COLUMNS
from caravan.sweeps.plan import SweepPlan
from caravan.sweeps.store_origin import ORIGIN, PLAN, Origin, read_origin
from caravan.sweeps.task_file import Header, read_header
from caravan.sweeps.tasks import Task

CELLS, SUMMARY = "cells.csv", "summary.csv"
SUMMARY_COLUMNS = ("scenario", *COLUMNS)
"""The columns of a sweep's summary: the scenario's number, then those of the playtest summary."""

TASKS, SUMMARIES = "tasks", "summaries"
LOCK = ".lock"
_PASSING = re.compile(r"\..+\.[0-9a-f]{8}\.part")


class Store(Protocol):
    """What a sweep asks of the place where it keeps things."""

    def at_work(self) -> AbstractContextManager[None]:
        """Keep other runs out of it meanwhile."""

    @property
    def is_measured(self) -> bool:
        """Whether all cells have been measured."""

    def header(self, task: Task) -> Header | None:
        """Say what a task's file says of itself; None where there is none, or it isn't whole, or another task's."""

    def keep_task(self, number: int, content: bytes) -> None:
        """Put a task's file away."""

    def task(self, number: int) -> bytes:
        """Fetch a task's file."""

    def summary(self, scenario: int) -> str | None:
        """Fetch a cell's measures, if they have been kept."""

    def keep_summary(self, scenario: int, text: str) -> None:
        """Put a cell's measures away."""

    def finish(self, cells: str, scenarios: Iterable[int]) -> None:
        """Put the tables of the whole sweep away, and the cells' measures into one of them."""

    def whole_summary(self) -> str:
        """Fetch the measures of all cells."""


def header_of(task: Task, plan: str, source: bytes | Path) -> Header | None:
    """Read what a task's file says of itself; None where it isn't whole, or isn't of this task."""
    try:
        header = read_header(source)
    except LogError:
        return None
    return header if header.plan == plan and list(header.outline) == task.outline else None


def joined(texts: Iterable[str]) -> Iterator[str]:
    """Put the measures of cells below each other, under one line of headings."""
    yield ",".join(SUMMARY_COLUMNS) + "\n"
    for text in texts:
        yield text.partition("\n")[2]


class MemoryStore:
    """A store that is gone with the process.

    Parameters
    ----------
    plan : str
        The id of the sweep's plan.
    """

    def __init__(self, plan: str) -> None:
        self._plan = plan
        self._tasks: dict[int, bytes] = {}
        self._summaries: dict[int, str] = {}
        self._whole: str | None = None

    def at_work(self) -> AbstractContextManager[None]:
        """Do nothing, as no other run knows of it."""
        return nullcontext()

    @property
    def is_measured(self) -> bool:
        """Whether all cells have been measured."""
        return self._whole is not None

    def header(self, task: Task) -> Header | None:
        """Say what a task's file says of itself."""
        return header_of(task, self._plan, self._tasks[task.number]) if task.number in self._tasks else None

    def keep_task(self, number: int, content: bytes) -> None:
        """Put a task's file away."""
        self._tasks[number] = content

    def task(self, number: int) -> bytes:
        """Fetch a task's file."""
        return self._tasks[number]

    def summary(self, scenario: int) -> str | None:
        """Fetch a cell's measures, if they have been kept."""
        return self._summaries.get(scenario)

    def keep_summary(self, scenario: int, text: str) -> None:
        """Put a cell's measures away."""
        self._summaries[scenario] = text

    def finish(self, cells: str, scenarios: Iterable[int]) -> None:
        """Put the cells' measures together."""
        self._whole = "".join(joined(self._summaries[number] for number in scenarios))
        self._summaries.clear()

    def whole_summary(self) -> str:
        """Fetch the measures of all cells, or of those that have been measured."""
        if self._whole is not None:
            return self._whole
        return "".join(joined(self._summaries[number] for number in sorted(self._summaries)))


class FolderStore:
    """A folder.

    Parameters
    ----------
    folder : str or Path
        Where it is.
    plan : str
        The id of the sweep's plan.
    """

    def __init__(self, folder: str | Path, plan: str) -> None:
        self.folder = Path(folder)
        self._plan = plan

    @classmethod
    def of_plan(cls, folder: str | Path, plan: SweepPlan) -> FolderStore:
        """Take a folder for a plan's sweep, new or begun before.

        Parameters
        ----------
        folder : str or Path
            Made if need be.
        plan : SweepPlan
            The plan.

        Returns
        -------
        FolderStore

        Raises
        ------
        OutputError
            If the folder holds another sweep or other results, or the system refuses; the message says what to do.
        """
        store = cls(folder, plan.id)
        with _refusals(store.folder):
            origin = Origin.here(plan)
            there = (store.folder / ORIGIN).exists()
            if there:
                origin.require_same_as(store.folder)
            else:
                store._require_free()
            (store.folder / TASKS).mkdir(parents=True, exist_ok=True)
        if not there:
            write_atomically(store.folder / PLAN, plan.to_toml())
            write_atomically(store.folder / ORIGIN, origin.to_toml())
        elif not store._has_plan(plan.to_toml()):  # the same sweep under another name
            write_atomically(store.folder / PLAN, plan.to_toml())
        return store

    def _has_plan(self, text: str) -> bool:
        with suppress(OSError, UnicodeDecodeError):
            return (self.folder / PLAN).read_text(encoding="utf-8") == text
        return False

    @classmethod
    def existing(cls, folder: str | Path) -> FolderStore:
        """Take a folder that holds a sweep, to read it.

        Parameters
        ----------
        folder : str or Path
            Where it is.

        Returns
        -------
        FolderStore

        Raises
        ------
        LogError
            If it holds none.
        """
        place = Path(folder)
        if not place.is_dir():
            raise LogError(f"{folder} can't be read: there is no such folder")
        return cls(place, read_origin(place / ORIGIN, LogError)["plan"])

    def _require_free(self) -> None:
        """Make sure that no other results are in the folder, which would seem to belong to this sweep."""
        names = (CELLS, SUMMARY, TASKS, SUMMARIES, "games.csv", "games.parquet", "comparison.toml", "ladder.toml")
        there = [name for name in names if os.path.lexists(self.folder / name)]
        if there:
            raise OutputError(
                f"{self.folder} already holds {', '.join(there)} of something else; choose another folder"
            )

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Keep other runs out of the folder, and tidy what a killed one may have left.

        Raises
        ------
        OutputError
            If another run is at work in it.
        """
        with ExitStack() as stack:
            with _refusals(self.folder):
                lock = stack.enter_context((self.folder / LOCK).open("w"))
                _lock(lock.fileno(), self.folder)
                self._tidy()
            yield
            with suppress(OSError):
                (self.folder / LOCK).unlink()

    def _tidy(self) -> None:
        """Remove what a killed run may have left half-written."""
        for place in (self.folder, self.folder / TASKS, self.folder / SUMMARIES):
            for path in place.iterdir() if place.is_dir() else ():
                if _PASSING.fullmatch(path.name):
                    path.unlink()

    @property
    def is_measured(self) -> bool:
        """Whether all cells have been measured."""
        return (self.folder / SUMMARY).exists()

    def header(self, task: Task) -> Header | None:
        """Say what a task's file says of itself; None where there is none, or it isn't whole, or another task's."""
        return header_of(task, self._plan, self._task(task.number))

    def keep_task(self, number: int, content: bytes) -> None:
        """Put a task's file away; `OutputError` if the system refuses."""
        write_atomically(self._task(number), content)

    def task(self, number: int) -> bytes:
        """Fetch a task's file; `LogError` if it can't be read."""
        try:
            return self._task(number).read_bytes()
        except OSError as error:
            raise LogError(f"{self._task(number)} can't be read: {reason(error)}") from error

    def _task(self, number: int) -> Path:
        return self.folder / TASKS / f"{number:06}.parquet"

    def summary(self, scenario: int) -> str | None:
        """Fetch a cell's measures, if they have been kept."""
        try:
            return self._summary(scenario).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    def keep_summary(self, scenario: int, text: str) -> None:
        """Put a cell's measures away; `OutputError` if the system refuses."""
        try:
            write_atomically(self._summary(scenario), text)
        except OutputError:
            if (self.folder / SUMMARIES).is_dir():
                raise
            with _refusals(self.folder):
                (self.folder / SUMMARIES).mkdir()
            write_atomically(self._summary(scenario), text)

    def _summary(self, scenario: int) -> Path:
        return self.folder / SUMMARIES / f"{scenario:06}.csv"

    def finish(self, cells: str, scenarios: Iterable[int]) -> None:
        """Put the tables of the whole sweep away; the summary last, as it says that all is there."""
        write_atomically(self.folder / CELLS, cells)
        if not self.is_measured:
            with (
                written_whole(self.folder / SUMMARY) as passing,
                passing.open("w", encoding="utf-8", newline="") as file,
            ):
                for part in joined(self._summary(number).read_text(encoding="utf-8") for number in scenarios):
                    file.write(part)
        shutil.rmtree(self.folder / SUMMARIES, ignore_errors=True)

    def whole_summary(self) -> str:
        """Fetch the measures of all cells, or of those that have been measured."""
        if self.is_measured:
            return (self.folder / SUMMARY).read_text(encoding="utf-8")
        paths = sorted((self.folder / SUMMARIES).glob("*.csv"))
        return "".join(joined(path.read_text(encoding="utf-8") for path in paths))


@contextmanager
def _refusals(folder: Path) -> Iterator[None]:
    try:
        yield
    except (OutputError, LogError):
        raise
    except OSError as error:
        raise OutputError(f"{error.filename or folder} can't be written: {reason(error)}") from error


def _lock(descriptor: int, folder: Path) -> None:
    try:
        import fcntl
    except ImportError:  # Windows; there two runs merely do the same work twice
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise OutputError(f"another run is at work in {folder}; wait for it, or stop it first") from error
