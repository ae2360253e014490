"""Files of a comparison to take away: the command's summary, and the report."""

# mypy: allow-untyped-calls

from __future__ import annotations

import asyncio
import functools
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

import panel_material_ui as pmui
from panel.layout import Column
from panel.viewable import Viewer

from caravan.comparison import Comparison, write_folder
from caravan.playtest_summary import as_csv
from caravan.report import make_report
from caravan.views.comparing.picture import Picture, Question
from caravan.views.file_button import file_button
from caravan.views.look import CARD, side_by_side, stack
from caravan.views.visit import Visit
from caravan.views.words import Words

_KINDS = {
    "summary": ("Summary", "csv", "Every measure of every rule set and style: differences, intervals, verdicts."),
    "report": (
        "Report",
        "html",
        "What was found, in sentences with their evidence, on a page of its own.",
    ),
}
_NOT_YET = "They can be had once all games are played."
_LINK = "The address of this page holds everything that is compared. Keep it, or send it to someone."


class CompareFiles(Viewer):
    """Offers a comparison's files.

    Parameters
    ----------
    visit : Visit
        On whose threads they are written.
    """

    def __init__(self, visit: Visit) -> None:
        super().__init__()
        self._visit = visit
        self._question: Question | None = None
        self.buttons = {kind: self._button(kind) for kind in _KINDS}
        self.words = Words("", margin=(10, 0, 0, 0))
        rows = [
            side_by_side(
                self.buttons[kind],
                Words(f'<p class="faint">{said}</p>', align="center"),
                margin=(4, 0),
                align_items="center",
                gap="14px",
            )
            for kind, (_, _, said) in _KINDS.items()
        ]
        heading = Words("<h2>Take it with you</h2>", margin=(0, 0, 10, 0))
        self._layout = stack(heading, *rows, self.words, **CARD)
        self._say(ready=False)

    def __panel__(self) -> Column:
        return self._layout

    def follow(self, picture: Picture | None) -> None:
        """Offer the files of a picture's games, if all are there and there is something to compare."""
        question = picture.question if picture is not None else None
        ready = question is not None and question.settled and len(question.state.sets) > 1
        self._question = question if ready else None
        self._say(ready=ready)

    def _say(self, *, ready: bool) -> None:
        for button in self.buttons.values():
            if button.disabled == ready:
                button.disabled = not ready
        html = f'<p class="faint">{_LINK if ready else _NOT_YET}</p>'
        if html != self.words.html:
            self.words.html = html

    def _button(self, kind: str) -> pmui.FileDownload:
        label, ending, _ = _KINDS[kind]
        return file_button(label, f"caravan-comparison.{ending}", functools.partial(self._write, kind))

    async def _write(self, kind: str) -> tuple[str, bytes]:
        if self._question is None:
            raise ValueError("there is nothing to download yet")
        return await asyncio.wrap_future(self._visit.worker.submit(FILES[kind], self._question))


def summary_file(question: Question) -> tuple[str, bytes]:
    """Write the summary, as ``caravan compare --out`` does.

    Parameters
    ----------
    question : Question
        With all games.

    Returns
    -------
    name : str
        What the file is called.
    content : bytes
        CSV.
    """
    return f"{_stem(question)}-summary.csv", as_csv(_whole(question).table).encode()


def report_file(question: Question) -> tuple[str, bytes]:
    """Write the report, as ``caravan report`` does from the folder of ``caravan compare --out``.

    Parameters
    ----------
    question : Question
        With all games.

    Returns
    -------
    name : str
        What the file is called.
    content : bytes
        HTML that needs nothing else.
    """
    with tempfile.TemporaryDirectory(prefix="caravan-") as place:
        folder = Path(place) / "comparison"
        folder.mkdir()
        write_folder(_whole(question), folder)
        return f"{_stem(question)}-report.html", make_report(folder).html().encode()


FILES: dict[str, Callable[[Question], tuple[str, bytes]]] = {"summary": summary_file, "report": report_file}
"""What writes each kind of file."""


def _whole(question: Question) -> Comparison:
    return question.comparison(question.state.names, None, everything=True)


def _stem(question: Question) -> str:
    ids = "-".join(one.rules.id for one in question.state.sets)
    text = f"caravan-comparison-{ids}-{question.state.players}p-seed-{question.state.seed}"
    return re.sub(r"[^A-Za-z0-9._-]+", "-", text)
