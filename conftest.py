"""How a run of all tests is spread over the cores of a machine: every part of it runs in one process, as is usual.

The rules and the bots have to be compiled before the first game. On a machine that hasn't done so yet, a process of its
own does it once for all workers, which meanwhile begin with the tests that play no game.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent
TESTS = ROOT / "tests"
MOST_WORKERS = 8
COMPILED = "caravan_compiled"

WITHOUT_GAMES = (
    "ladder/test_ratings.py",
    "test_board.py",
    "ladder/test_pairings.py",
    "ladder/test_plackett_luce.py",
    "agreement/test_verdicts.py",
    "test_rule_set.py",
    "test_rules.py",
    "measures/test_registry.py",
    "measures/test_sequences.py",
    "measures/test_seats.py",
    "measures/test_bootstrap.py",
)
"""Tests to begin with. A file that belongs here and isn't listed waits for nothing worse than the others do."""

LONGEST = ("browser/test_journeys.py", "test_project.py", "bots/test_bot_contract.py")
"""Tests to go on with, so that no worker is left with one of them at the end."""


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Say how many processes ``-n auto`` means; none is this one."""
    option = config.option
    asked_for = {config.invocation_params.dir / argument for argument in config.args}
    parts = option.keyword or option.markexpr or option.collectonly or config.getoption("lf", default=False)
    # As caravan.blocks.cores() does it, which would bring the compiler along.
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MOST_WORKERS) if asked_for == {TESTS} and not parts and cores > 1 else 0


class FirstCompile:
    """Has everything compiled, and leaves a file when that is over."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="caravan-tests-")
        self.over = Path(self._folder.name) / "over"
        command = [sys.executable, "-m", "benchmarks.everything_compiled"]
        self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
        threading.Thread(target=self._wait, daemon=True).start()

    def _wait(self) -> None:
        self._process.wait()
        self.over.touch()

    def pytest_configure_node(self, node: Any) -> None:
        """Tell a worker where to look for the file."""
        node.workerinput[COMPILED] = str(self.over)

    def pytest_unconfigure(self) -> None:
        """Leave nothing running and no file behind."""
        self._process.kill()
        self._process.wait()
        self._folder.cleanup()


def pytest_configure(config: pytest.Config) -> None:
    """Begin to compile, where there will be workers."""
    if config.option.numprocesses and not hasattr(config, "workerinput"):
        config.pluginmanager.register(FirstCompile(), "first-compile")


def place(item: pytest.Item) -> str:
    """Give a test's file as these lists name it."""
    return item.path.relative_to(TESTS).as_posix() if item.path.is_relative_to(TESTS) else ""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put what needs no compiled code first, then what takes longest."""

    def turn(item: pytest.Item) -> int:
        return 0 if place(item).startswith(WITHOUT_GAMES) else 1 if place(item).startswith(LONGEST) else 2

    if hasattr(config, "workerinput"):
        items.sort(key=turn)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """In a worker, hold a test back until everything is compiled, unless it needs nothing of that."""
    over = getattr(item.config, "workerinput", {}).get(COMPILED)
    if over and not place(item).startswith(WITHOUT_GAMES):
        while not Path(over).exists():
            time.sleep(0.1)
