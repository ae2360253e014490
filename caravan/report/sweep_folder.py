"""Reading what ``caravan sweep --out`` wrote, and putting its effects among the lines of its summary."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from caravan.errors import LogError
from caravan.files import read_text
from caravan.playtest_summary import COLUMNS
from caravan.report.comparison_folder import read_summary
from caravan.report.evidence import FIRST_LINE, Evidence, Row
from caravan.report.tables import FolderBatch, batch_of
from caravan.spreadsheets import as_csv
from caravan.sweeps import Sweep, open_sweep
from caravan.sweeps.sensitivity import SENSITIVITY_COLUMNS, sensitivity

SUMMARY, SENSITIVITY = "summary.csv", "sensitivity.csv"
SUMMARY_COLUMNS = ("scenario", *COLUMNS)
"""The columns of a sweep's summary."""


@dataclass(frozen=True)
class Effect:
    """What the analysis of a sweep says about one axis and one figure.

    Attributes
    ----------
    index : str
        ``effect``, ``mu``, ``mu_star``, ``sigma``, ``first_order`` or ``total``.
    axis, before, after : str
        The axis, and between which of its levels.
    measure : str
        The figure.
    seat : int or None
        Its seat.
    players : int
        How many play.
    bots : str
        The line-up, as the plan has it.
    row : Row
        The line of the report's summary.
    """

    index: str
    axis: str
    before: str
    after: str
    measure: str
    seat: int | None
    players: int
    bots: str
    row: Row

    @property
    def is_change(self) -> bool:
        """Whether it says what a change does, in the figure's own unit and with its sign."""
        return self.index in ("effect", "mu")

    @property
    def is_shown(self) -> bool:
        """Whether the games show it, all of its kind taken together."""
        return self.row.verdict in ("raises", "lowers", "matters")


@dataclass(frozen=True)
class SweepFolder:
    """A sweep as it lies in a folder.

    Attributes
    ----------
    folder : Path
        Where.
    sweep : Sweep
        The sweep.
    evidence : Evidence
        Its summary, with the effects below.
    effects : tuple of Effect
        What the analysis says.
    finished : bool
        Whether all cells have been played and measured.
    """

    folder: Path
    sweep: Sweep
    evidence: Evidence
    effects: tuple[Effect, ...]
    finished: bool

    def batch(self, number: int) -> FolderBatch:
        """Give the games of a cell, without their log."""
        batch = self.sweep.batch(number)
        return batch_of(batch.request.rules, batch.games, batch.seats, f"{self.folder}, scenario {number}")


def read_sweep(folder: Path) -> SweepFolder:
    """Read a sweep, finished or not.

    Parameters
    ----------
    folder : Path
        What ``caravan sweep --out`` wrote.

    Returns
    -------
    SweepFolder

    Raises
    ------
    LogError, CaravanError
        If it can't be read, or no cell has been measured yet.
    """
    found = open_sweep(folder)
    finished = (folder / SUMMARY).exists()
    if finished:
        summary = read_text(folder / SUMMARY, LogError)
        read_summary(folder / SUMMARY, SUMMARY_COLUMNS)
    else:
        frame = found.summary
        if frame.empty:
            raise LogError(f"{folder}: no cell of the sweep has been measured yet; running it again goes on with it")
        summary = as_csv(frame)
    path = folder / SENSITIVITY
    table = read_text(path, LogError) if path.exists() else as_csv(sensitivity(found))
    analysed = list(_analysed(table, path))
    text = summary + "".join(_as_summary(row) for row in analysed)
    evidence = Evidence(text)
    first = len(evidence.rows) - len(analysed)
    effects = tuple(
        Effect(
            row["index"],
            row["axis"],
            row["before"],
            row["after"],
            row["measure"],
            int(row["seat"]) if row["seat"] else None,
            int(row["players"]),
            row["bots"],
            evidence.rows[first + place],
        )
        for place, row in enumerate(analysed)
    )
    return SweepFolder(folder, found, evidence, effects, finished)


def _analysed(text: str, path: Path) -> Iterator[Mapping[str, str]]:
    table = csv.DictReader(io.StringIO(text))
    if tuple(table.fieldnames or ()) != SENSITIVITY_COLUMNS:
        raise LogError(f"{path} isn't a table of this version: its columns differ; delete it, and it is made anew")
    for line, row in enumerate(table, start=FIRST_LINE):
        try:
            for column in ("value", "low", "high"):
                float(row[column] or 0.0)
            int(row["seat"] or 0)
            int(row["players"])
        except (TypeError, ValueError):
            raise LogError(
                f"{path}, line {line}: a number can't be read; delete the file, and it is made anew"
            ) from None
        yield row


def _as_summary(row: Mapping[str, str]) -> str:
    """Write what is said of an axis as a line of the summary: ``effect.camels.length.turns.mean``."""
    cells = dict.fromkeys(SUMMARY_COLUMNS, "")
    change = f"{row['axis']} from {row['before']} to {row['after']}" if row["after"] else ""
    for column in ("players", "bots", "seat", "value", "unit", "low", "high", "interval", "games", "verdict"):
        cells[column] = row[column]
    cells["measure"] = f"{row['index']}.{row['axis']}.{row['measure']}"
    cells["note"] = "; ".join(filter(None, (change, f"{row['cells']} cells", row["note"])))
    written = io.StringIO()
    csv.DictWriter(written, SUMMARY_COLUMNS, lineterminator="\n").writerow(cells)
    return written.getvalue()
