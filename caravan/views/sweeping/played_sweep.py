"""A sweep as far as it has come: what the figures and the files of a growing sweep are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caravan.batch import Batch
from caravan.errors import CaravanError
from caravan.spreadsheets import as_csv
from caravan.sweeps import Sweep, SweepPlan
from caravan.sweeps.results import cells_csv
from caravan.sweeps.sensitivity import sensitivity
from caravan.sweeps.store import MemoryStore
from caravan.views.sweeping.cells import Cell


class PlayedSweep(Sweep):
    """What there is of a sweep at one moment.

    Parameters
    ----------
    plan : SweepPlan
        The plan.
    cells : mapping of int to Cell
        By the scenario's number; those that can't be played aren't there.

    Attributes
    ----------
    over : int
        How many of the cells were played, or failed.
    is_finished : bool
        Whether all of them are.
    """

    def __init__(self, plan: SweepPlan, cells: Mapping[int, Cell]) -> None:
        store = MemoryStore(plan.id)
        self._played: dict[int, Cell] = {}
        errors, missing = {}, set()
        for number, cell in sorted(cells.items()):
            if cell.error:
                errors[number] = cell.error
            elif text := cell.summary(number):
                store.keep_summary(number, text)
                self._played[number] = cell
            else:
                missing.add(number)
        super().__init__(plan, store, errors, missing)
        self.over = len(cells) - len(missing)
        self.is_finished = not missing
        self._text = store.whole_summary

    def batch(self, number: int) -> Batch:
        """Give the games of a cell; see `caravan.sweeps.Sweep.batch`."""
        if number not in self._played:
            raise CaravanError(f"scenario {number} has no games")
        return self._played[number].batch()

    def files(self) -> dict[str, str]:
        """Write the tables and the plan as ``caravan sweep`` writes them.

        Returns
        -------
        dict of str to str
            Text by file name: ``cells.csv``, ``summary.csv``, ``sensitivity.csv``, ``plan.toml``.
        """
        return {name: self.file(name) for name in FILES}

    def file(self, name: str) -> str:
        """Write one of the files; see `files`."""
        return str(_WRITTEN[name](self))

    def _summary_csv(self) -> str:
        return self._text()

    def _sensitivity_csv(self) -> str:
        return as_csv(sensitivity(self))

    def _plan_toml(self) -> str:
        return self.plan.to_toml()


_WRITTEN: Mapping[str, Any] = {
    "cells.csv": cells_csv,
    "summary.csv": PlayedSweep._summary_csv,
    "sensitivity.csv": PlayedSweep._sensitivity_csv,
    "plan.toml": PlayedSweep._plan_toml,
}
FILES = tuple(_WRITTEN)
"""The names of the files."""
