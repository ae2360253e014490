"""A sweep that has been played: its cells, their measures, and the games of each."""

from __future__ import annotations

import csv
import functools
import io
from collections.abc import Callable, Container, Iterator, Mapping
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import pandas as pd

from caravan.batch import Batch
from caravan.blocks import Block, Cancel
from caravan.errors import CaravanError, LogError
from caravan.files import read_text
from caravan.given import require_whole
from caravan.spreadsheets import as_csv, plain
from caravan.sweeps.plan import SweepPlan
from caravan.sweeps.running import Run, Standing
from caravan.sweeps.store import CELLS, FolderStore, MemoryStore, Store
from caravan.sweeps.store_origin import PLAN
from caravan.sweeps.task_file import decode
from caravan.sweeps.tasks import tasks_of

PLAYED, FAILED, MISSING = "played", "failed", "missing"

_NUMBERS = ("value", "low", "high", "difference", "difference_low", "difference_high")
_TYPES = {
    **dict.fromkeys(("rules_id", "bots", "measure", "unit", "interval", "baseline", "verdict", "note"), "str"),
    **dict.fromkeys(("scenario", "players", "games", "seeds"), "int64"),
    **dict.fromkeys(_NUMBERS, "float64"),
    "seat": "Int8",
}


class Sweep:
    """A sweep, finished or not.

    Parameters
    ----------
    plan : SweepPlan
        What was to be played.
    store : Store
        Where it is kept.
    errors : mapping of int to str
        The scenarios that failed while they were played, and why.

    Attributes
    ----------
    plan : SweepPlan
    memory : dict
        What analyses have read from the games, so that none reads them again.
    """

    def __init__(
        self, plan: SweepPlan, store: Store, errors: Mapping[int, str], missing: Container[int] = frozenset()
    ) -> None:
        self.plan = plan
        self.memory: dict[Any, Any] = {}
        self._store = store
        self._errors = errors
        self._missing = missing
        self._read: tuple[int, dict[int, Block]] = (-1, {})  # the last task, as neighbours often share one

    def __len__(self) -> int:
        return len(self.plan)

    def __repr__(self) -> str:
        return f"<Sweep of {len(self)} cells: {self.plan!r}>"

    @functools.cached_property
    def cells(self) -> pd.DataFrame:
        """One row for each scenario.

        ``scenario`` is its number; ``players``, ``bots`` and the parameters on the axes say what it is; ``games`` is
        how many were played; ``rules_id`` names its rules; ``status`` is ``played``, ``failed`` or, in a sweep that
        isn't finished, ``missing``; ``error`` says why it failed.
        """
        return pd.DataFrame(list(self._rows()))

    def _rows(self) -> Iterator[dict[str, object]]:
        for scenario in self.plan.scenarios():
            number, request = scenario.number, scenario.request
            error = scenario.error if request is None else self._errors.get(number, "")
            status = FAILED if error else MISSING if number in self._missing else PLAYED
            yield {
                "scenario": number,
                **scenario.values,
                "games": self.plan.games if status == PLAYED else 0,
                "rules_id": "" if request is None else request.rules.id,
                "status": status,
                "error": error,
            }

    @functools.cached_property
    def summary(self) -> pd.DataFrame:
        """The measures of all cells that were played: the playtest summary, with ``scenario`` in front.

        The figures are those of the file, with six significant digits, so that they are the same on every machine.
        """
        text = io.StringIO(self._store.whole_summary())
        missing = {name: [""] for name in ("seat", *_NUMBERS)}
        return pd.read_csv(text, dtype=_TYPES, keep_default_na=False, na_values=missing)

    def batch(self, number: int) -> Batch:
        """Give the games of a cell.

        Parameters
        ----------
        number : int
            The scenario's number, from 0.

        Returns
        -------
        Batch
            As `caravan.simulate` would give it for the cell's rules, players and bots; its events are made again from
            the seed where they are asked for.

        Raises
        ------
        CaravanError
            If there is no such scenario, or it wasn't played.
        LogError
            If a file of the store can't be read.
        """
        number = require_whole(number, "scenario", 0, len(self) - 1)
        scenario = self.plan.scenario(number)
        if scenario.request is None or number in self._errors:
            raise CaravanError(f"scenario {number} has no games: {scenario.error or self._errors[number]}")
        if number in self._missing:
            raise CaravanError(f"scenario {number} has no games yet; running the sweep again goes on with it")
        return Batch.from_blocks(scenario.request, [self._block(number, task) for task in self._tasks[number]])

    def _block(self, number: int, task: int) -> Block:
        if self._read[0] != task:
            try:
                self._read = (task, decode(self._store.task(task)))
            except LogError as error:
                raise LogError(
                    f"scenario {number}: {error} (task {task}); delete it, and running the sweep again makes it anew"
                ) from error
        return self._read[1][number]

    @functools.cached_property
    def _tasks(self) -> dict[int, list[int]]:
        """Which tasks have the games of each scenario."""
        found: dict[int, list[int]] = {}
        for task in tasks_of(self.plan):
            for piece in task.pieces:
                found.setdefault(piece.scenario.number, []).append(task.number)
        return found


def sweep(
    plan: SweepPlan | str | Path,
    store: str | Path | None = None,
    *,
    executor: Executor | None = None,
    progress: Callable[[Standing], object] | None = None,
    cancel: Cancel | None = None,
) -> Sweep:
    """Play a sweep, or what is missing of it.

    The same plan gives the same files, to the byte, whatever the executor, the number of its workers, and however
    often the run was stopped and taken up again.

    Parameters
    ----------
    plan : SweepPlan, str or Path
        What to play, or the file of a plan.
    store : str or Path, optional
        A folder for the results, from which a run that was stopped goes on; by default they are kept in memory.
    executor : concurrent.futures.Executor, optional
        Where the games are played, such as one from `caravan.executors.open_executor`; by default threads of this
        process, one for each core.
    progress : callable, optional
        Called with a `Standing` whenever something was finished.
    cancel : threading.Event or callable, optional
        Asked a few times a second; once set (or true), the run stops, and what is finished stays in the store.

    Returns
    -------
    Sweep
        A scenario that can't be played, or fails, is a row of its ``cells`` with the error; the others go on.

    Raises
    ------
    PlanError
        If the plan can't be carried out.
    OutputError
        If the store holds something else or can't be written; what was finished before stays.
    WorkersError
        If the executor's workers get lost again and again, or run another version.
    Cancelled
        Where ``cancel`` stopped the run.
    """
    if not isinstance(plan, SweepPlan):
        plan = SweepPlan.read(plan)
    plan.require_affordable()
    place = MemoryStore(plan.id) if store is None else FolderStore.of_plan(store, plan)
    with place.at_work():
        run = Run(plan, place, executor, progress, cancel)
        run.to_its_end()
        done = Sweep(plan, place, run.errors)
        cells = done.cells
        place.finish(cells_csv(done), cells.loc[cells["status"] == PLAYED, "scenario"].tolist())
    return done


def open_sweep(folder: str | Path) -> Sweep:
    """Open the folder of a sweep, finished or not, to read it.

    Parameters
    ----------
    folder : str or Path
        What `sweep`, or ``caravan sweep --out``, wrote.

    Returns
    -------
    Sweep
        As far as it has come.

    Raises
    ------
    LogError
        If there is no sweep in the folder.
    PlanError
        If its plan can't be read.
    """
    store = FolderStore.existing(folder)
    plan = SweepPlan.read(store.folder / PLAN)
    if store.is_measured:
        return Sweep(plan, store, _errors_in(store.folder / CELLS))
    errors: dict[int, str] = {}
    games: dict[int, int] = {}
    for task in tasks_of(plan):
        header = store.header(task)
        if header is not None:
            errors |= header.errors
            for piece in task.pieces:
                games[piece.scenario.number] = games.get(piece.scenario.number, 0) + piece.games
    missing = frozenset(number for number in range(len(plan)) if games.get(number, 0) < plan.games)
    return Sweep(plan, store, errors, missing)


def cells_csv(done: Sweep) -> str:
    """Write the cells of a sweep as text: one row for each scenario; see `Sweep.cells`."""
    frame = done.cells.copy()
    for name in [name for name in frame if pd.api.types.is_bool_dtype(frame[name])]:
        frame[name] = frame[name].map({True: "true", False: "false"})
    return as_csv(frame, float_format=None)


def _errors_in(path: Path) -> dict[int, str]:
    text = read_text(path, LogError)
    rows = csv.DictReader(io.StringIO(text))
    return {int(row["scenario"]): plain(row["error"]) for row in rows if row["status"] == FAILED}
