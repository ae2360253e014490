"""What ``caravan sweep`` says: how large a sweep is, how far it has come, what came of it."""

from __future__ import annotations

import textwrap
import time
from typing import TYPE_CHECKING, TextIO

from caravan.cli.progress import BETWEEN_LOOKS, Progress, duration
from caravan.cli.tables import width

if TYPE_CHECKING:
    import pandas as pd

    from caravan.sweeps import Standing

FAILURES_TOLD, CELLS_NAMED = 3, 6


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
        self._begun_at: float | None = None

    @property
    def kept(self) -> str | None:
        """How many cells and games are done; None before the run has begun."""
        now = self._now
        if now is None:
            return None
        return f"{now.cells:,} of {now.all_cells:,} cells, {now.games:,} of {now.all_games:,} games"

    def stands(self, now: Standing) -> None:
        """Tell how far the sweep has come."""
        self._now, moment = now, time.monotonic()
        if self._begun_at is None:
            self._begun_at = moment
        elif moment - self._looked >= BETWEEN_LOOKS:
            self._looked = moment
            self.say(standing_line(now, max(moment - self._begun_at, 1e-9)))


def standing_line(now: Standing, seconds: float) -> str:
    """Say how far a sweep has come.

    Parameters
    ----------
    now : Standing
        How far it is; what an earlier run had played says nothing of the pace.
    seconds : float
        How long this run has been playing, above 0.

    Returns
    -------
    str
        Such as ``12 of 200 cells, 6,000 of 100,000 games, 2,950 games/s, 32 s left``.
    """
    games = (now.games - now.kept_games) / seconds
    work = (now.core_seconds - now.kept_core_seconds) / seconds
    line = f"{now.cells:,} of {now.all_cells:,} cells, {now.games:,} of {now.all_games:,} games"
    if now.games <= now.kept_games or work <= 0.0:
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
        groups = sorted(failed.groupby("error", sort=False), key=lambda group: -len(group[1]))
        lines += [indented(f"{_which(group['scenario'])}: {error}", "  ") for error, group in groups[:FAILURES_TOLD]]
        more = sum(len(group) for _, group in groups[FAILURES_TOLD:])
        if more:
            lines.append(f"  ... and {_cells(more)} more, for other reasons, listed in cells.csv")
    return "\n".join([*lines, "", *(indented(sentence, "- ") for sentence in findings)]).rstrip()


def indented(text: str, mark: str) -> str:
    """Break a text into lines of the terminal's width, under a mark that stands out to the left."""
    return textwrap.fill(
        text,
        width(),
        initial_indent=mark,
        subsequent_indent=" " * len(mark),
        break_on_hyphens=False,
        break_long_words=False,
    )


def _which(numbers: pd.Series) -> str:
    listed = ", ".join(map(str, numbers.head(CELLS_NAMED)))
    if len(numbers) == 1:
        return f"cell {listed}"
    return f"{_cells(len(numbers))} ({listed}{', ...' if len(numbers) > CELLS_NAMED else ''})"


def _cells(number: int) -> str:
    return "1 cell" if number == 1 else f"{number:,} cells"
