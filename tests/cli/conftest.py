"""What the tests of the command share."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import Command, Ran, simulated

from caravan.cli import main


@pytest.fixture
def caravan(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command, run in this process."""
    monkeypatch.delenv("CARAVAN_DEBUG", raising=False)

    def run(*words: object) -> Ran:
        capsys.readouterr()
        code = main([str(word) for word in words])
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run


@pytest.fixture(scope="session")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of results as CSV, not to be changed."""
    return simulated(tmp_path_factory.mktemp("results") / "csv", "csv")


@pytest.fixture(scope="session")
def parquet_results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same results as Parquet, not to be changed."""
    return simulated(tmp_path_factory.mktemp("results") / "parquet", "parquet")
