"""A sweep that has all kinds of cells and tasks, and takes a second: the same for every way of running it."""

from __future__ import annotations

from pathlib import Path

import pytest

from caravan.sweeps import SweepPlan, tasks, work

TASK_SECONDS, MEASURING_SECONDS = 0.02, 0.001
"""Tasks as small as the sweep, so that there are several."""

TASKS = 9
MEASURES = ("score", "length")

PLAN = """
name = "small"
games = 60
players = [2, 4]
seed = 5
[axes]
common_count = [3, 9]
enter_occupied_cost = [2, 5]
camels = [1, 5]
"""
"""Half of its 16 cells can't be played, as nobody has five actions. Two cells share a task, two have two tasks."""


def small_plan() -> SweepPlan:
    return SweepPlan.from_toml(PLAN)


def cut_small(patch: pytest.MonkeyPatch) -> None:
    """Have sweeps cut into small tasks."""
    patch.setattr(tasks, "TASK_SECONDS", TASK_SECONDS)
    patch.setattr(tasks, "MEASURING_SECONDS", MEASURING_SECONDS)


def make_small_and_quick(patch: pytest.MonkeyPatch) -> None:
    """Have sweeps cut into small tasks, and cells measured by little."""
    cut_small(patch)
    patch.setattr(work, "measures_of_a_sweep", lambda: MEASURES)


class StopAfter:
    """Says to stop once a number of tasks is in a folder."""

    def __init__(self, folder: Path, tasks: int) -> None:
        self.folder = folder
        self.tasks = tasks

    def __call__(self) -> bool:
        return len(list(self.folder.glob("tasks/*.parquet"))) >= self.tasks


def files_in(folder: Path) -> dict[str, bytes]:
    """All files of a store."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
