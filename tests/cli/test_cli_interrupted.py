"""A run that is stopped leaves nothing half-written, and what was there before."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from caravan.cli import main
from caravan.cli.folder import result_files, results_written_together
from caravan.errors import Cancelled, OutputError

LONG = [sys.executable, "-m", "caravan", "simulate", "--games", "100000000", "--overwrite", "--out"]
SECONDS_TO_BEGIN = 240


@contextmanager
def running_batch(out: Path) -> Iterator[subprocess.Popen[str]]:
    """A batch that would take days, with some of its log written already."""
    process = subprocess.Popen([*LONG, str(out)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        give_up = time.monotonic() + SECONDS_TO_BEGIN
        while not any(path.stat().st_size > 10_000 for path in out.glob(".*.part/.*")):
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < give_up
            time.sleep(0.05)
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_batch_that_is_stopped_leaves_what_was_there_before(tmp_path: Path, name: str) -> None:
    out = tmp_path / "out"
    assert main(["simulate", "--games", "2", "--out", str(out)]) == 0
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    with running_batch(out) as process:
        process.send_signal(getattr(signal, name))
        printed, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert printed == ""
    assert said == f"caravan simulate: stopped; nothing in {out} was changed\n"
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


def test_a_folder_that_was_made_for_a_stopped_batch_goes(tmp_path: Path) -> None:
    with running_batch(tmp_path / "new" / "out") as process:
        process.send_signal(signal.SIGHUP)
        process.communicate(timeout=60)
    assert process.returncode == 130
    assert list(tmp_path.iterdir()) == []


FILES = result_files("csv", events=True)
NEW = {name: f"new {name}" for name in FILES}


def write_new(folder: Path) -> None:
    with results_written_together(folder, FILES, overwrite=True) as passing:
        for name, content in NEW.items():
            (passing / name).write_text(content, encoding="utf-8")


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


OLD = {"rules.toml": "old rules", "events.parquet": "old events", "games.csv": "old games", "notes.txt": "mine"}


@pytest.fixture
def old_results(tmp_path: Path) -> Path:
    for name, content in OLD.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    return tmp_path


def test_new_results_take_the_place_of_old_ones_together(old_results: Path) -> None:
    write_new(old_results)
    assert contents(old_results) == {**NEW, "notes.txt": "mine"}


@pytest.mark.parametrize("failing", range(8))
def test_a_rename_that_fails_is_undone_with_all_before_it(
    old_results: Path, monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    """Three old files go and five new ones come: whichever of the eight fails, all is as it was."""
    rename, calls = Path.rename, iter(range(100))

    def failing_rename(path: Path, target: Path) -> Path:
        if next(calls) == failing:
            raise OSError(28, "No space left on device", str(path))
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", failing_rename)
    with pytest.raises(OutputError, match="the disk is full"):
        write_new(old_results)
    assert contents(old_results) == OLD


@pytest.mark.parametrize("moment", range(8))
def test_ctrl_c_during_the_exchange_comes_after_it(
    old_results: Path, monkeypatch: pytest.MonkeyPatch, moment: int
) -> None:
    rename, calls = Path.rename, iter(range(100))

    def interrupted_rename(path: Path, target: Path) -> Path:
        if next(calls) == moment:
            signal.raise_signal(signal.SIGINT)
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", interrupted_rename)
    with pytest.raises(Cancelled, match="all results are in"):
        write_new(old_results)
    assert contents(old_results) == {**NEW, "notes.txt": "mine"}


def test_results_that_appear_meanwhile_arent_replaced_unasked(tmp_path: Path) -> None:
    def write_too_late() -> None:
        with results_written_together(tmp_path, FILES, overwrite=False) as passing:
            for name in FILES:
                (passing / name).write_text("new", encoding="utf-8")
            (tmp_path / "rules.toml").write_text("another's", encoding="utf-8")

    with pytest.raises(OutputError, match=r"already holds rules\.toml"):
        write_too_late()
    assert contents(tmp_path) == {"rules.toml": "another's"}
