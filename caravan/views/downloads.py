"""Files to take away: the report, the playtest summary, seats, events, rules."""

# mypy: allow-untyped-calls

from __future__ import annotations

import asyncio
import functools
import io
import tempfile
import zipfile
from collections.abc import Iterable
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import pandas as pd
import panel_material_ui as pmui
from panel.layout import Column
from panel.viewable import Viewer

from caravan.errors import CaravanError
from caravan.events import table_writer
from caravan.playtest_summary import summary_csv
from caravan.plots import Provenance
from caravan.views.file_button import file_button
from caravan.views.lab_report import report_of
from caravan.views.live_runner import LiveRunner
from caravan.views.look import CARD, side_by_side, stack
from caravan.views.snapshot import Snapshot
from caravan.views.words import Words

LARGEST_CSV = 32 * 2**20
"""A larger table is sent zipped, since it would take a browser long to receive."""

LARGEST_REPORT = 10_000
"""Games; a report reads every log, which takes ten seconds for half as many."""

_KINDS = {
    "report": (
        "Report",
        "html",
        "What was found, in sentences and pictures, on a page to show or print.",
    ),
    "summary": ("Summary", "csv", "Every measure that needs no log, with its interval."),
    "seats": ("Seats", "csv", "One row for each game and seat: score, rank, goods, actions."),
    "events": ("Events", "csv", "The log: one row for each thing that happened in each game; zipped if it is large."),
    "rules": ("Rules", "toml", "The rules and the board, for the command line."),
}
_LINK = """
<p class="faint">The address of this page holds everything that is set. Keep it, or send it to someone, to come back to
the same games.</p>
"""


class Downloads(Viewer):
    """Offers a runner's latest games as files.

    Parameters
    ----------
    runner : LiveRunner
        Whose latest picture is offered.
    worker : concurrent.futures.Executor, optional
        Writes them; by default the event loop's own threads.
    """

    def __init__(self, runner: LiveRunner, worker: Executor | None = None) -> None:
        super().__init__()
        self._runner = runner
        self._worker = worker
        self.buttons = {kind: self._button(kind) for kind in _KINDS}
        rows = [
            side_by_side(
                self.buttons[kind],
                Words(f'<p class="faint">{meaning}</p>', align="center"),
                margin=(4, 0),
                align_items="center",
                gap="14px",
            )
            for kind, (_, _, meaning) in _KINDS.items()
        ]
        self._layout = stack(
            Words("<h2>Take it with you</h2>", margin=(0, 0, 10, 0)), *rows, Words(_LINK, margin=(14, 0, 0, 0)), **CARD
        )
        runner.param.watch(self._follow, "snapshot")

    def __panel__(self) -> Column:
        return self._layout

    def _button(self, kind: str) -> pmui.FileDownload:
        label, ending, _ = _KINDS[kind]
        return file_button(label, f"caravan-{kind}.{ending}", functools.partial(self._write, kind))

    def _follow(self, event: Any) -> None:
        for button in self.buttons.values():
            button.disabled = event.new is None

    async def _write(self, kind: str) -> tuple[str, bytes]:
        """Write a file in another thread, so that the page stays alive."""
        snapshot = self._runner.snapshot
        if snapshot is None:
            raise ValueError("there is nothing to download yet")
        return await asyncio.get_running_loop().run_in_executor(self._worker, file_of, snapshot, kind)


def file_of(snapshot: Snapshot, kind: str) -> tuple[str, bytes]:
    """Write one of the files.

    Parameters
    ----------
    snapshot : Snapshot
        The games, as they were shown.
    kind : str
        ``report``, ``summary``, ``seats``, ``events`` or ``rules``.

    Returns
    -------
    name : str
        A file name that says what was played.
    content : bytes
        UTF-8 text, or a ZIP archive of it where the event log is large.

    Raises
    ------
    CaravanError
        If there are too many games for a report.
    """
    name = f"{stem(snapshot)}-{kind}.{_KINDS[kind][1]}"
    if kind == "summary":
        return name, summary_csv(snapshot.batch).encode()
    if kind == "report":
        if snapshot.done > LARGEST_REPORT:
            raise CaravanError(
                f"a report of {snapshot.done:,} games would take too long here; choose up to {LARGEST_REPORT:,} games, "
                "or use `caravan report` on the command line"
            )
        return name, report_of(snapshot.batch)
    if kind == "rules":
        return name, snapshot.request.rules.to_toml().encode()
    frames = snapshot.batch.event_frames() if kind == "events" else [snapshot.batch.seats]
    content = _table(kind, frames)
    return (name, content) if len(content) <= LARGEST_CSV else _zipped(name, content)


def stem(snapshot: Snapshot) -> str:
    """Name the games that a file is about.

    Parameters
    ----------
    snapshot : Snapshot
        The games.

    Returns
    -------
    str
        Such as ``caravan-rbabbcfa1-4p-planner-5000-games-seed-7``.
    """
    return Provenance.of(snapshot.batch).stem


def _table(table: str, frames: Iterable[pd.DataFrame]) -> bytes:
    """Write a table exactly as the command line does."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{table}.csv"
        with table_writer(path, table) as writer:
            for frame in frames:
                writer.write(frame)
        return path.read_bytes()


def _zipped(name: str, content: bytes) -> tuple[str, bytes]:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=4) as file:
        file.writestr(name, content)
    return f"{name.removesuffix('.csv')}.zip", archive.getvalue()
