"""What is shown of the cells: which measure, of which seat, for which players and style; nothing is played anew."""

# mypy: allow-untyped-calls

from __future__ import annotations

from html import escape
from typing import Any

import panel_material_ui as pmui
from panel.layout import Column
from panel.viewable import Viewer

from caravan.views.look import CARD, stack
from caravan.views.sweeping.measures_on_offer import MEASURES, meaning_of_measure
from caravan.views.sweeping.pictures import kind_of
from caravan.views.sweeping.sweep_model import SweepModel
from caravan.views.words import Words


class ViewPanel(Viewer):
    """Sets what is shown.

    Parameters
    ----------
    model : SweepModel
        Whose ``measure``, ``seat`` and ``stratum`` are set.
    """

    def __init__(self, model: SweepModel) -> None:
        super().__init__()
        self._model = model
        place = {"sizing_mode": "stretch_width", "margin": 0}
        self.measure = pmui.Select.from_param(
            model.param.measure, options={words: name for name, words in MEASURES.items()}, label="Measure", **place
        )
        self.seat = pmui.Select(label="Seat", options=self._seats(), value=model.seat, **place)
        self.stratum = pmui.Select(label="Players and style", options=self._strata(), value=model.stratum, **place)
        self.meaning = Words("", margin=(8, 0, 0, 0))
        fields = stack(
            self.measure,
            self.seat,
            self.stratum,
            display="grid",
            gap="10px",
            grid_template_columns="repeat(auto-fit, minmax(min(100%, 190px), 1fr))",
        )
        self._layout = stack(fields, self.meaning, **CARD)
        self.seat.param.watch(lambda event: model.param.update(seat=event.new), "value")
        self.stratum.param.watch(lambda event: model.param.update(stratum=event.new), "value")
        model.param.watch(self._follow, ["measure", "question"])
        self._follow()

    def __panel__(self) -> Column:
        return self._layout

    def _seats(self) -> dict[str, int]:
        return {f"Seat {seat}": seat for seat in range(1, max(self._model.question.players) + 1)}

    def _strata(self) -> dict[str, int]:
        question = self._model.question
        pairs = [(players, bots) for players in question.players for bots in question.bots]
        return {f"{players} players, {bots}": place for place, (players, bots) in enumerate(pairs)}

    def _follow(self, *_: Any) -> None:
        model = self._model
        seats, strata = self._seats(), self._strata()
        view = model.question.view
        for part, options, value in ((self.seat, seats, view.seat), (self.stratum, strata, view.stratum)):
            if part.options != options or part.value != value:
                part.param.update(options=options, value=value)
        for part, shown in (
            (self.seat, model.is_of_a_seat),
            (self.stratum, len(strata) > 1 and kind_of(model.question) != "curve"),
        ):
            if part.visible != shown:
                part.visible = shown
        html = (
            f'<p class="faint">{escape(meaning_of_measure(model.measure))} Another measure needs no further games.</p>'
        )
        if self.meaning.html != html:
            self.meaning.html = html
