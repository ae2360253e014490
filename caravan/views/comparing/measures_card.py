"""Every measure of a rule set beside the baseline, as a table that can be searched; made when it is asked for."""

# mypy: allow-untyped-calls

from __future__ import annotations

import logging
from concurrent.futures import CancelledError, Future
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

import pandas as pd
import panel_material_ui as pmui
import param
from panel.custom import JSComponent
from panel.layout import Column
from panel.viewable import Viewer

from caravan.views.comparing.picture import Picture, every_measure
from caravan.views.look import CARD, side_by_side, stack
from caravan.views.runs import ListenerGone
from caravan.views.table_words import for_reading
from caravan.views.visit import Visit
from caravan.views.words import Words
from caravan.wording import in_words

_HERE = Path(__file__).parent
_WAITING = "<h2>Every measure</h2>"
_EQUAL = ("practically equal", "can't tell")

_log = logging.getLogger(__name__)


class MeasuresTable(JSComponent):
    """The table as the browser shows it, with a field to look for measures."""

    table = param.Dict(default={}, doc="See `caravan.views.table_words.for_reading`; empty for none.")

    _esm = _HERE / "measures_table.js"
    _stylesheets = [str(_HERE / "measures_table.css")]  # noqa: RUF012 - Panel reads the class's own list

    def __init__(self, **params: Any) -> None:
        super().__init__(sizing_mode="stretch_width", margin=(8, 0, 0, 0), **params)


class MeasuresCard(Viewer):
    """Shows every measure of one rule set beside the baseline.

    Parameters
    ----------
    visit : Visit
        On whose threads the measures are taken.
    """

    def __init__(self, visit: Visit) -> None:
        super().__init__()
        self._visit = visit
        self._picture: Picture | None = None
        self._generation = 0
        self.heading = Words(_WAITING)
        self.which = pmui.Select(label="Rule set beside the baseline", options={}, margin=0, width=280)
        self.button = pmui.Button(
            label="Show every measure", variant="outlined", color="primary", margin=0, align="center", disabled=True
        )
        self.table = MeasuresTable(name="measures", visible=False)
        self._layout = stack(
            self.heading,
            side_by_side(
                self.which, self.button, margin=(8, 0, 0, 0), gap="12px", align_items="center", flex_wrap="wrap"
            ),
            self.table,
            **CARD,
        )
        self.button.on_click(lambda _: self.show_all())
        self.which.param.watch(lambda _: self._forget(), "value")

    def __panel__(self) -> Column:
        return self._layout

    def follow(self, picture: Picture) -> None:
        """Offer the measures of a picture's games; a table that was made of earlier ones is put away."""
        self._picture = picture
        options = {f"{one.letter} {one.name}": one.name for one in picture.beside}
        if options != self.which.options:
            value = self.which.value if self.which.value in options.values() else next(iter(options.values()), None)
            self.which.param.update(options=options, value=value)
        self.button.disabled = not options
        self._forget()

    def show_all(self) -> None:
        """Take every measure, away from the page's thread, and show them."""
        picture, name = self._picture, self.which.value
        if picture is None or name is None:
            return
        self._generation += 1
        self.button.loading = True
        future = self._visit.worker.submit(every_measure, picture.question, name)
        future.add_done_callback(partial(self._taken, self._generation))

    def _taken(self, generation: int, future: Future[pd.DataFrame]) -> None:
        try:
            self._visit.post(partial(self._receive, generation, future))
        except ListenerGone:
            return

    def _receive(self, generation: int, future: Future[pd.DataFrame]) -> None:
        if generation != self._generation or self._picture is None:
            return
        self.button.loading = False
        try:
            frame = future.result()
        except CancelledError:
            return
        except Exception as error:
            _log.exception("The measures of a comparison couldn't be taken")
            self.heading.html = f'{_WAITING}<p role="alert">They couldn\u2019t be taken: {escape(str(error))}</p>'
            return
        finding = heading_of(frame, str(self.which.value))
        self.heading.html = f"<h2>{escape(finding)}</h2>"
        self.table.param.update(table=for_reading(frame, finding), visible=True)

    def _forget(self) -> None:
        self._generation += 1
        if self.button.loading:
            self.button.loading = False
        if self.table.visible:
            self.table.param.update(table={}, visible=False)
        if self.heading.html != _WAITING:
            self.heading.html = _WAITING


def heading_of(frame: pd.DataFrame, name: str) -> str:
    """Say of how many measures a difference is shown.

    Parameters
    ----------
    frame : DataFrame
        From `caravan.views.comparing.picture.every_measure`.
    name : str
        The rule set.

    Returns
    -------
    str
        A sentence without a full stop.
    """
    by_style = [
        f"{int((~rows['Verdict'].isin(_EQUAL)).sum())} of {len(rows)} for {style}"
        for style, rows in frame.groupby("Style", sort=False)
    ]
    return f"Under {name}, figures that surely differ by more than their margin allows: {in_words(by_style)}"
