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
from caravan.views.section import Section
from caravan.views.sweeping.axis_editor import AxisEditor
from caravan.views.sweeping.question import FAIR, FULL, GREATEST_STEP, MATTERS, MOST_STYLES, PLAYERS, QUICK, VARY
from caravan.views.sweeping.sweep_model import SweepModel
from caravan.views.whole_field import WholeField
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
        self._styles_fields: dict[str, pmui.MultiChoice] = {}
        # Before the fields follow the model: a field can't show what it doesn't offer.
        model.param.watch(self._offer_what_is_set, ["bots", "fair_bots"])
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
        self.games = pmui.Select(label="Games in each cell", **_games_on_offer(model), **wide)
        self.seed = WholeField.of(model, "seed", margin=(6, 0))
        self.preset = pmui.Select(label="Rules: start from", options=_PRESETS, value=model.preset, **wide)
        self.changed = Words("", margin=(0, 0, 4, 0))
        self.rules: RuleEditor | None = None
        self.editor = Section("Change the rules", "Every rule, with a way back to the preset", self._edit_rules)
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
        self.games.param.watch(lambda event: model.param.update(games=event.new), "value")
        model.param.watch(self._follow, ["ask", "preset", "draft", "board", "players", "games"])
        self._follow()

    def __panel__(self) -> Column:
        return self._layout

    def _edit_rules(self) -> list[RuleEditor]:
        self.rules = RuleEditor(self._model)
        return [self.rules]

    def _styles(self, name: str) -> pmui.MultiChoice:
        chosen = getattr(self._model, name)
        field = pmui.MultiChoice.from_param(
            self._model.param[name],
            options=list(dict.fromkeys([*offered_bots(), *chosen])),
            max_items=MOST_STYLES,
            searchable=False,
            label="Styles, each against itself",
            sizing_mode="stretch_width",
            margin=(10, 0, 4, 0),
        )
        self._styles_fields[name] = field
        return field

    def _offer_what_is_set(self, *events: Any) -> None:
        for event in events:
            field = self._styles_fields.get(event.name)
            if field is not None and (missing := [bot for bot in event.new if bot not in field.options]):
                field.options = [*field.options, *missing]

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
        if self.games.value != model.games:
            self.games.param.update(**_games_on_offer(model))
        if self.preset.value != model.preset:
            self.preset.value = model.preset
        self.changed.html = f'<p class="faint">{_changes_in_words(model)}</p>'


def _changes_in_words(model: SweepModel) -> str:
    base = model.base
    changed = sum(value != base[name] for name, value in model.draft.items())
    said = "No value differs" if not changed else "1 value differs" if changed == 1 else f"{changed} values differ"
    board = "" if model.board is None else ", and the board is another one"
    return f"{said} from {model.base_name}{board}."


def _games_on_offer(model: SweepModel) -> dict[str, Any]:
    """Offer whatever a link has set, however unusual."""
    return {"options": {f"{number:,}": number for number in sorted({*GAMES, model.games})}, "value": model.games}


def _steps(number: int) -> str:
    return "one step" if number == 1 else f"{number} steps"
