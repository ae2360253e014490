"""Who plays, and how often: preset, players, a bot for each seat, games, seed; and which styles to compare with."""

# mypy: allow-untyped-calls

from __future__ import annotations

from html import escape
from typing import Any

import panel_material_ui as pmui
from panel.layout import Column
from panel.viewable import Viewer

from caravan.plots.palette import seat_colour
from caravan.rules import PRESETS
from caravan.views.address import MOST_COMPARED
from caravan.views.lab_model import GAMES, SEATS, LabModel
from caravan.views.look import side_by_side, stack
from caravan.views.own_bots import meaning_of, offered_bots
from caravan.views.whole_field import WholeField
from caravan.views.words import Words

_PRESET_WORDS = {
    "standard": "Standard",
    "introductory": "Introductory: six camels",
    "published": "Published: a penalty for undelivered goods",
    "rainbow": "Rainbow: published, with the rainbow camel",
}
_NOT_TO_COMPARE = ("random", "grabber")
"""Styles too weak to bear anything out."""

_BOTS_STYLE = ".bots { display: grid; gap: 5px; } b { font-weight: 600; }"


class SetupPanel(Viewer):
    """Sets everything of a model but the single rules.

    Parameters
    ----------
    model : LabModel
        What is set.
    """

    def __init__(self, model: LabModel) -> None:
        super().__init__()
        self._model = model
        self._ready = False
        line_up = ["players", "compare", *(f"bot_{seat}" for seat in range(1, SEATS + 1))]
        # Before the fields follow the model: a field can't show what it doesn't offer.
        model.param.watch(self._offer_what_is_set, ["games", *line_up])
        wide = {"sizing_mode": "stretch_width", "margin": (6, 0)}
        self.preset = pmui.Select(
            label="Start from",
            options={_PRESET_WORDS.get(name, name): name for name in PRESETS},
            value=model.preset,
            **wide,
        )
        self.players = pmui.RadioButtonGroup.from_param(
            model.param.players,
            options=list(range(2, SEATS + 1)),
            label="Players",
            sizing_mode="stretch_width",
            margin=(8, 0, 4, 0),
        )
        self.seats = [self._seat(seat) for seat in range(1, SEATS + 1)]
        self.bots = Words("", _BOTS_STYLE)
        styles = [bot for bot in offered_bots() if bot not in _NOT_TO_COMPARE]
        self.compare = pmui.MultiChoice.from_param(
            model.param.compare,
            options=list(dict.fromkeys([*styles, *model.compare])),
            max_items=MOST_COMPARED,
            description="",
            searchable=False,
            sizing_mode="stretch_width",
            margin=(0, 0, 14, 0),
        )
        games = {f"{number:,}": number for number in sorted({*GAMES, model.games})}
        self.games = pmui.Select.from_param(model.param.games, options=games, **wide)
        self.seed = WholeField.of(model, "seed", margin=(6, 0))
        seats = stack(
            *self.seats, margin=(10, 0, 6, 0), display="grid", grid_template_columns="1fr 1fr", gap="12px 10px"
        )
        amounts = side_by_side(self.games, self.seed, margin=(8, 0, 14, 0), gap="10px")
        self._layout = stack(self.preset, self.players, seats, self.bots, amounts, self.compare)
        self.preset.param.watch(self._choose_preset, "value")
        model.param.watch(self._follow_preset, "preset")
        self._ready = True
        model.param.watch(self._follow_line_up, line_up)
        self._follow_line_up()

    def __panel__(self) -> Column:
        return self._layout

    def _seat(self, seat: int) -> pmui.Select:
        parameter = self._model.param[f"bot_{seat}"]
        names = list(dict.fromkeys([*offered_bots(), getattr(self._model, f"bot_{seat}")]))
        return pmui.Select.from_param(
            parameter,
            options=names,
            label=f"Seat {seat}",
            sizing_mode="stretch_width",
            margin=0,
            sx={"& .MuiOutlinedInput-root": {"borderLeft": f"5px solid {seat_colour(seat)}"}},
        )

    def _choose_preset(self, event: Any) -> None:
        if self._model.preset != event.new:  # else a whole state was set, whose values must stay
            self._model.choose_preset(event.new)

    def _follow_preset(self, event: Any) -> None:
        if self.preset.value != event.new:
            self.preset.value = event.new

    def _offer_what_is_set(self, *_: Any) -> None:
        """Offer whatever a link has set, however unusual."""
        if not self._ready:
            return
        fields: list[tuple[Any, list[str]]] = [(self.compare, self._model.compare), *self._bots_of_seats()]
        for field, bots in fields:
            if missing := [bot for bot in bots if bot not in field.options]:
                field.options = [*field.options, *missing]
        if self._model.games not in self.games.options.values():
            numbers = sorted({*self.games.options.values(), self._model.games})
            self.games.options = {f"{number:,}": number for number in numbers}

    def _bots_of_seats(self) -> list[tuple[Any, list[str]]]:
        return [(field, [getattr(self._model, f"bot_{seat}")]) for seat, field in enumerate(self.seats, start=1)]

    def _follow_line_up(self, *_: Any) -> None:
        for seat, select in enumerate(self.seats, start=1):
            select.visible = seat <= self._model.players
        lines = [
            f"<p><b>{escape(name)}</b> {escape(meaning)}</p>"
            for name, meaning in dict.fromkeys(map(meaning_of, (*self._model.bots, *self._model.compare)))
        ]
        self.bots.html = f'<div class="faint bots">{"".join(lines)}</div>'
