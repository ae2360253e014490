"""One core for everything that is measured, and a table of the figures at the end."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from benchmarks.figures import Figure

_FIGURES: list[Figure] = []


@pytest.fixture(scope="session", autouse=True)
def one_core() -> None:
    """Keep this process, and those it starts, on one core, where the system lets us choose."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


@pytest.fixture
def report() -> Callable[[Figure], None]:
    """Take a figure for the table at the end."""
    return _FIGURES.append


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _FIGURES:
        terminalreporter.section("figures, one core")
        for figure in _FIGURES:
            terminalreporter.write_line(str(figure), red=not figure.met)
