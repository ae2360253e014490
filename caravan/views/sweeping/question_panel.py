"""The side of the Sweep page: what to ask, of which rules, and who plays."""

# mypy: allow-untyped-calls

from __future__ import annotations

from typing import Any

import panel_material_ui as pmui
from panel.layout import Column
from panel.viewable import Viewer

from caravan.rules import PRESETS
from caravan.views.look import side_by_side, stack
from caravan.views.own_bots import offered_bots
from caravan.views.rule_editor import RuleEditor
from caravan.views.sweeping.axis_editor import AxisEditor
from caravan.views.sweeping.question import FAIR, FULL, GREATEST_STEP, MATTERS, MOST_STYLES, PLAYERS, QUICK, VARY
from caravan.views.sweeping.sweep_model import SweepModel
from caravan.views.words import Words

GAMES = (100, 200, 500, 1000, 2000, 5000)
_ASKED = {"Vary values": VARY, "What matters": MATTERS, "Fair start": FAIR}
_EXPLAINED = {
    VARY: "How a figure answers to one parameter, or to two at once.",
    MATTERS: "Every parameter moved a step up and down from these rules, one at a time: which of them matter?",
    FAIR: "How many points, or which opening turns, make all seats win equally often?",
}
_EFFORTS = {"As thorough as the command": FULL, "A quick look: an eighth of the games": QUICK}
_PRESETS = {name.capitalize(): name for name in PRESETS}
_QUIET = {
    "& .MuiTypography-root": {"fontSize": "15px", "fontWeight": 600},
    "& .MuiPaper-root": {"boxShadow": "none", "border": "1px solid", "borderColor": "divider"},
}
_STEPS = {"& .MuiSvgIcon-root": {"color": "text.secondary"}}


class QuestionPanel(Viewer):
    """Sets a model.

    Parameters
    ----------
    model : SweepModel
        What is set.
    """

    def __init__(self, model: SweepModel) -> None:
        super().__init__()
        self._model = model
        wide = {"sizing_mode": "stretch_width", "margin": (6, 0)}
        self.ask = pmui.RadioButtonGroup.from_param(
            model.param.ask, options=_ASKED, label="What to ask", size="small", sizing_mode="stretch_width", margin=0
        )
        self.explained = Words("", margin=(8, 0, 4, 0))
        self.axes = AxisEditor(model)
        self.step = pmui.Select.from_param(
            model.param.step,
            options={_steps(number): number for number in range(1, GREATEST_STEP + 1)},
            label="How far each parameter is moved",
            **wide,
        )
        self.effort = pmui.Select.from_param(model.param.effort, options=_EFFORTS, label="How thorough", **wide)
        self.players = pmui.CheckButtonGroup.from_param(
            model.param.players,
            options=list(PLAYERS),
            label="Players",
            sizing_mode="stretch_width",
            margin=(10, 0, 2, 0),
        )
        self.several = Words('<p class="faint">Choose several numbers of players to see each.</p>')
        self.bots = self._styles("bots")
        self.fair_bots = self._styles("fair_bots")
        numbers = sorted({*GAMES, model.games})
        self.games = pmui.Select.from_param(
            model.param.games, options={f"{number:,}": number for number in numbers}, label="Games in each cell", **wide
        )
        self.seed = pmui.IntInput.from_param(model.param.seed, start=0, format="0", sx=_STEPS, label="Seed", **wide)
        self.preset = pmui.Select(label="Rules: start from", options=_PRESETS, value=model.preset, **wide)
        self.rules = RuleEditor(model)
        self.changed = Words("", margin=(0, 0, 4, 0))
        self.editor = pmui.Accordion(
            ("Change the rules", stack(self.rules)), active=[], margin=(4, 0), sx=_QUIET, **_full()
        )
        self._layout = stack(
            self.ask,
            self.explained,
            self.axes,
            self.step,
            self.effort,
            Words("<h2>Who plays</h2>", margin=(14, 0, 0, 0)),
            self.players,
            self.several,
            self.bots,
            self.fair_bots,
            side_by_side(self.games, self.seed, margin=(4, 0, 0, 0), gap="10px"),
            Words("<h2>Of which rules</h2>", margin=(14, 0, 4, 0)),
            self.preset,
            self.changed,
            self.editor,
        )
        self.preset.param.watch(self._choose_preset, "value")
        model.param.watch(self._follow, ["ask", "preset", "draft", "board", "players", "games"])
        self._follow()

    def __panel__(self) -> Column:
        return self._layout

    def _styles(self, name: str) -> pmui.MultiChoice:
        chosen = getattr(self._model, name)
        return pmui.MultiChoice.from_param(
            self._model.param[name],
            options=list(dict.fromkeys([*offered_bots(), *chosen])),
            max_items=MOST_STYLES,
            searchable=False,
            label="Styles, each against itself",
            sizing_mode="stretch_width",
            margin=(10, 0, 4, 0),
        )

    def _choose_preset(self, event: Any) -> None:
        if event.new != self._model.preset:
            self._model.choose_preset(event.new)

    def _follow(self, *_: Any) -> None:
        model = self._model
        self.explained.html = f'<p class="faint">{_EXPLAINED[model.ask]}</p>'
        for part, shown in (
            (self.axes.fields, model.ask == VARY),
            (self.step, model.ask == MATTERS),
            (self.effort, model.ask == FAIR),
            (self.several, model.ask != FAIR),
            (self.bots, model.ask != FAIR),
            (self.fair_bots, model.ask == FAIR),
            (self.games, model.ask != FAIR),
        ):
            if part.visible != shown:
                part.visible = shown
        if model.games not in self.games.options.values():
            numbers = sorted({*GAMES, model.games})
            self.games.options = {f"{number:,}": number for number in numbers}
        if self.preset.value != model.preset:
            self.preset.value = model.preset
        self.changed.html = f'<p class="faint">{_changes_in_words(model)}</p>'


def _changes_in_words(model: SweepModel) -> str:
    base = model.base
    changed = sum(value != base[name] for name, value in model.draft.items())
    said = "No value differs" if not changed else "1 value differs" if changed == 1 else f"{changed} values differ"
    board = "" if model.board is None else ", and the board is another one"
    return f"{said} from {model.base_name}{board}."


def _steps(number: int) -> str:
    return "one step" if number == 1 else f"{number} steps"


def _full() -> dict[str, str]:
    return {"sizing_mode": "stretch_width"}
