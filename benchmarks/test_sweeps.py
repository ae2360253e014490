"""A sweep of 200 cells of 500 planner games: how long it takes, how much memory, and what a second worker is worth.

All on two cores, in processes of their own, whatever this one is kept on.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.figures import Figure
from benchmarks.sweep_on_workers import GAMES, plan

CORES = 2
WHAT = "sweep, 200 cells x 500 games"

on_two_cores = pytest.mark.skipif(
    not hasattr(os, "sched_setaffinity") or (os.cpu_count() or 1) < CORES, reason="there are no two cores to choose"
)


def swept(kind: str, workers: int, out: Path) -> tuple[float, float]:
    """Play the sweep; give the seconds and the peak memory of the process that leads it, in GB."""
    words = [sys.executable, "-m", "benchmarks.sweep_on_workers", kind, str(workers), str(out)]
    process = subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, range(CORES)),  # noqa: PLW1509 - it does nothing else
    )
    printed, _ = process.communicate()
    assert process.returncode == 0
    seconds, peak = map(float, printed.split())
    return seconds, peak


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@on_two_cores
def test_a_sweep_on_two_threads(benchmark: Any, report: Callable[[Figure], None], tmp_path: Path) -> None:
    assert (len(plan()), plan().games) == (200, GAMES)
    seconds, peak = benchmark.pedantic(swept, args=("threads", 2, tmp_path / "out"), rounds=1)
    report(Figure(f"{WHAT}, 2 threads", seconds, 90.0, "s", False))
    report(Figure(f"{WHAT}, peak memory", peak, 1.0, "GB", False))


@on_two_cores
@pytest.mark.parametrize("kind", ["processes", "dask"])
def test_what_a_second_worker_is_worth(
    benchmark: Any, report: Callable[[Figure], None], tmp_path: Path, kind: str
) -> None:
    alone, _ = swept(kind, 1, tmp_path / "one")
    both, _ = benchmark.pedantic(swept, args=(kind, 2, tmp_path / "two"), rounds=1)
    assert files_in(tmp_path / "one") == files_in(tmp_path / "two")
    detail = f"{alone:.0f} s with one, {both:.0f} s with two"
    report(Figure(f"{WHAT}, 2 {kind} for 1", alone / both, 1.7, "times", True, detail))
