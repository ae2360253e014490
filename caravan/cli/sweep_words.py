"""What ``caravan sweep`` says: how large a sweep is, how far it has come, what came of it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TextIO

from caravan.cli.progress import BETWEEN_LOOKS, Progress, duration

if TYPE_CHECKING:
    import pandas as pd

    from caravan.sweeps import Standing

FAILURES_TOLD = 3


def beforehand(name: str, cells: int, games: int, seconds: float, workers: int) -> str:
    """Say how large a sweep is.

    Parameters
    ----------
    name : str
        What it is called, or empty.
    cells, games : int
        How many.
    seconds : float
        What it is expected to take.
    workers : int
        On how many workers.

    Returns
    -------
    str
        Such as ``200 cells, 100,000 games, about 1 min 10 s on 2 workers``.
    """
    title = f"{name}: " if name else ""
    on = "1 worker" if workers == 1 else f"{workers:,} workers"
    return f"{title}{_cells(cells)}, {games:,} games, about {duration(max(1.0, seconds))} on {on}"


class SweepProgress(Progress):
    """A line that is written over as cells come in."""

    def __init__(self, stream: TextIO, first: str) -> None:
        super().__init__(stream, first)
        self._now: Standing | None = None
        self._from: tuple[Standing, float] | None = None

    @property
    def cells_kept(self) -> str | None:
        """How many cells are done; None before the run has begun."""
        return None if self._now is None else f"{self._now.cells:,} of {self._now.all_cells:,} cells"

    def stands(self, now: Standing) -> None:
        """Tell how far the sweep has come."""
        self._now, moment = now, time.monotonic()
        if self._from is None:
            self._from = (now, moment)
        elif moment - self._looked >= BETWEEN_LOOKS:
            self._looked = moment
            before, begun = self._from
            self.say(standing_line(before, now, max(moment - begun, 1e-9)))


def standing_line(before: Standing, now: Standing, seconds: float) -> str:
    """Say how far a sweep has come.

    Parameters
    ----------
    before : Standing
        How far it was when this run began to play.
    now : Standing
        How far it is.
    seconds : float
        The time between, above 0.

    Returns
    -------
    str
        Such as ``12 of 200 cells, 6,000 of 100,000 games, 2,950 games/s, 32 s left``.
    """
    games = (now.games - before.games) / seconds
    work = (now.core_seconds - before.core_seconds) / seconds
    line = f"{now.cells:,} of {now.all_cells:,} cells, {now.games:,} of {now.all_games:,} games"
    if work <= 0.0:
        return line
    left = duration((now.all_core_seconds - now.core_seconds) / work)
    return f"{line}, {games:,.0f} games/s, {left} left"


def outcome(cells: pd.DataFrame, findings: list[str]) -> str:
    """Say what came of a sweep.

    Parameters
    ----------
    cells : DataFrame
        Its cells.
    findings : list of str
        What matters, in sentences.

    Returns
    -------
    str
        Several lines.
    """
    failed = cells[cells["status"] == "failed"]
    lines = [f"{_cells(len(cells) - len(failed))} played, {int(cells['games'].sum()):,} games"]
    if len(failed):
        lines.append(f"{_cells(len(failed))} failed:")
        told = failed.head(FAILURES_TOLD)
        lines += [f"  {number}: {error}" for number, error in zip(told["scenario"], told["error"], strict=True)]
        if len(failed) > FAILURES_TOLD:
            lines.append(f"  ... and {len(failed) - FAILURES_TOLD:,} more, listed in cells.csv")
    return "\n".join([*lines, "", *(f"- {sentence}" for sentence in findings)]).rstrip()


def _cells(number: int) -> str:
    return "1 cell" if number == 1 else f"{number:,} cells"
