"""Who plays a comparison, and how often."""

# mypy: allow-untyped-calls

from __future__ import annotations

from html import escape
from typing import Any

import panel_material_ui as pmui
from panel.layout import Column
from panel.viewable import Viewer

from caravan.views.comparing.model import CompareModel
from caravan.views.comparing.state import MOST_STYLES, games_of
from caravan.views.lab_model import GAMES
from caravan.views.look import side_by_side, stack
from caravan.views.own_bots import meaning_of, offered_bots
from caravan.views.whole_field import WholeField
from caravan.views.words import Words

_TOO_WEAK = ("random", "grabber")
"""Styles that nothing about skilled players follows from."""

_BOTS_STYLE = ".bots { display: grid; gap: 5px; } b { font-weight: 600; } h2 { margin-bottom: 2px; }"


class CompareSetup(Viewer):
    """Sets players, styles, games and seed of a model.

    Parameters
    ----------
    model : CompareModel
        What is set.
    """

    def __init__(self, model: CompareModel) -> None:
        super().__init__()
        self._model = model
        wide = {"sizing_mode": "stretch_width"}
        self.players = pmui.RadioButtonGroup.from_param(
            model.param.players, options=[2, 3, 4], label="Players", margin=(8, 0, 4, 0), **wide
        )
        styles = [bot for bot in offered_bots() if bot not in _TOO_WEAK]
        self.styles = pmui.MultiChoice.from_param(
            model.param.styles,
            options=list(dict.fromkeys([*styles, *model.styles])),
            max_items=MOST_STYLES,
            searchable=False,
            margin=(10, 0, 4, 0),
            **wide,
        )
        self.games = pmui.Select(label="Games", options=self._amounts(), value=model.games, margin=(6, 0), **wide)
        self.seed = WholeField.of(model, "seed", margin=(6, 0))
        self.words = Words("", _BOTS_STYLE)
        amounts = side_by_side(self.games, self.seed, margin=(8, 0, 6, 0), gap="10px", align_items="end")
        self._layout = stack(Words("<h2>Who plays</h2>"), self.players, self.styles, self.words, amounts)
        self.games.param.watch(lambda event: model.param.update(games=int(event.new)), "value")
        model.param.watch(self._follow, ["games", "styles"])
        self._follow()

    def __panel__(self) -> Column:
        return self._layout

    def _amounts(self) -> dict[str, int]:
        return {f"{number:,}": number for number in sorted({*GAMES, self._model.games})}

    def _follow(self, *_: Any) -> None:
        model = self._model
        if self.games.value != model.games:
            self.games.param.update(options=self._amounts(), value=model.games)
        missing = [style for style in model.styles if style not in self.styles.options]
        if missing:
            self.styles.options = [*self.styles.options, *missing]
        lines = []
        for style in model.styles:
            name, meaning = meaning_of(style)
            fewer = games_of(style, model.games)
            slow = f" It is slow, and plays {fewer:,} games." if fewer < model.games else ""
            lines.append(f"<p><b>{escape(name)}</b> {escape(meaning)}.{slow}</p>")
        each = "<p>Each plays against itself, in every seat, from the same seeds under each rule set.</p>"
        self.words.html = f'<div class="faint bots">{"".join(lines)}{each}</div>'
