"""Folders of results that the reports are made of, each played once."""

from __future__ import annotations

from pathlib import Path

import pytest

from caravan.cli import main
from caravan.report import Report, make_report

PLAN = """
games = 40
players = [2, 3]
seed = 5
design = "grid"
[axes]
camels = [1, 5, 6]
enter_occupied_cost = [2, 5]
"""


def played(*words: object) -> None:
    assert main([str(word) for word in words]) == 0


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reported")


@pytest.fixture(scope="session")
def batch_folder(folders: Path) -> Path:
    played("simulate", "--players", 3, "--games", 60, "--seed", 7, "--out", folders / "batch")
    return folders / "batch"


@pytest.fixture(scope="session")
def changed_folder(folders: Path) -> Path:
    """The same seeds with six camels, as Parquet and without a log."""
    words = ("--set", "camels=6", "--format", "parquet", "--no-events", "--out", folders / "changed")
    played("simulate", "--players", 3, "--games", 50, "--seed", 7, *words)
    return folders / "changed"


@pytest.fixture(scope="session")
def comparison_folder(folders: Path) -> Path:
    words = ("--players", 4, "--bots", "planner,grabber", "--games", 40, "--trial", 0, "--seed", 3)
    played(
        "compare", "standard", "--change", "camels=6", "--change", "theft_markers=0", *words, "--out", folders / "cmp"
    )
    return folders / "cmp"


@pytest.fixture(scope="session")
def sweep_folder(folders: Path) -> Path:
    """A sweep of which some cells can't be played."""
    (folders / "plan.toml").write_text(PLAN, encoding="utf-8")
    played("sweep", folders / "plan.toml", "--out", folders / "sweep")
    return folders / "sweep"


@pytest.fixture(scope="session")
def batch_report(batch_folder: Path) -> Report:
    return make_report(batch_folder)


@pytest.fixture(scope="session")
def before_after_report(changed_folder: Path, batch_folder: Path) -> Report:
    return make_report(changed_folder, batch_folder)


@pytest.fixture(scope="session")
def comparison_report(comparison_folder: Path) -> Report:
    return make_report(comparison_folder)


@pytest.fixture(scope="session")
def sweep_report(sweep_folder: Path) -> Report:
    return make_report(sweep_folder)
