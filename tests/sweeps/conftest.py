"""A small sweep that has been played, for the tests of what sweeps leave behind."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_sweep import files_in, make_small_and_quick, small_plan

from caravan.sweeps import Sweep, open_sweep, sweep


@pytest.fixture
def small_and_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have sweeps cut into small tasks, and cells measured by little."""
    make_small_and_quick(monkeypatch)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished sweep, not to be changed."""
    out = tmp_path_factory.mktemp("sweep") / "new" / "out"
    with pytest.MonkeyPatch.context() as patch:
        make_small_and_quick(patch)
        sweep(small_plan(), out)
    return out


@pytest.fixture
def copied(folder: Path, tmp_path: Path) -> Path:
    """The same, to be changed."""
    out = tmp_path / "out"
    for name, content in files_in(folder).items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_bytes(content)
    return out


@pytest.fixture(scope="session")
def done(folder: Path) -> Sweep:
    return open_sweep(folder)
