"""What compiling costs, in a process of its own: with an empty cache, and when all is there."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.figures import Figure

Report = Callable[[Figure], None]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("compiled")


def everything_used(cache: Path, what: str) -> float:
    """Use everything in a fresh process; give the seconds of processor time that it prints."""
    command = [sys.executable, "-m", f"benchmarks.{what}"]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    return float(subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout)


def test_compiling_everything(benchmark: Any, report: Report, cache: Path) -> None:
    cold = benchmark.pedantic(everything_used, args=(cache, "everything_compiled"), rounds=1)
    report(Figure("compiling all kernels and bots", cold, 60.0, "s of one core", False))


def test_starting_with_everything_compiled(benchmark: Any, report: Report, cache: Path) -> None:
    everything_used(cache, "ready_to_play")
    warm = benchmark.pedantic(everything_used, args=(cache, "ready_to_play"), rounds=1)
    report(Figure("starting with all compiled", warm, 2.0, "s of one core", False, "imports and a game of the expert"))
