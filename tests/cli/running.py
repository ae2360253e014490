"""Running the command, in this process or in one of its own, and what came of it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from caravan.cli import main

GAMES = 8


class Ran(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str


Command = Callable[..., Ran]


def caravan_process(
    words: Sequence[object], folder: Path, *, start: Sequence[str] = ("-m", "caravan"), **environment: str
) -> Ran:
    """Run the command in a process of its own."""
    result = subprocess.run(
        [sys.executable, *start, *map(str, words)],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return Ran(result.returncode, result.stdout, result.stderr)


def simulated(folder: Path, form: str) -> Path:
    words = ["simulate", "--players", "3", "--bots", "planner,grabber,random", "--games", str(GAMES), "--seed", "7"]
    assert main([*words, "--set", "turn_limit=60", "--format", form, "--out", str(folder)]) == 0
    return folder


def one_line(ran: Ran) -> str:
    """The line that says what went wrong: there is exactly one, it is short enough to read, and no traceback."""
    assert ran.err.endswith("\n"), ran.err
    assert ran.err.count("\n") == 1, ran.err
    assert "Traceback" not in ran.err
    assert ran.err.startswith("caravan"), ran.err
    return ran.err.strip()
