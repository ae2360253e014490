"""Memory: a large batch from the command line, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.figures import Figure

GAMES = 100_000
BYTES_OF_MAXRSS = 1 if sys.platform == "darwin" else 1024


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="the system doesn't tell a process's peak memory")
def test_a_large_batch_written_as_parquet(report: Callable[[Figure], None], tmp_path: Path) -> None:
    words = ["simulate", "--games", str(GAMES), "--seed", "7", "--format", "parquet", "--out", str(tmp_path / "out")]
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "caravan", *words], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    size = sum(path.stat().st_size for path in (tmp_path / "out").iterdir())
    detail = f"{time.perf_counter() - start:.0f} s, {size / 1e6:,.0f} MB written"
    peak = usage.ru_maxrss * BYTES_OF_MAXRSS / 1e9
    report(Figure(f"peak memory of {GAMES:,} games to Parquet", peak, 1.0, "GB", False, detail))
