"""The fields in which one or two parameters are chosen to vary, with their values."""

# mypy: allow-untyped-calls

from __future__ import annotations

from pathlib import Path
from typing import Any

import param
from panel.custom import JSComponent
from panel.viewable import Viewer

from caravan.parameters import Whole
from caravan.rules import Rules
from caravan.views.rule_schema import whole_bounds
from caravan.views.sweeping.axis_draft import AxisDraft, choice_of
from caravan.views.sweeping.question import values_in_words
from caravan.views.sweeping.sweep_model import SweepModel

_HERE = Path(__file__).parent
_FIELDS = {"low", "high", "step", "text"}
_LONGEST_TEXT = 2000


class AxisFields(JSComponent):
    """The fields as the browser shows them."""

    sections = param.List(default=[], doc="The parameters that can vary: ``title`` and ``rows`` of name and label.")
    axes = param.List(default=[], doc="What the fields show; see `AxisEditor`.")

    _esm = _HERE / "axis_editor.js"
    _stylesheets = [str(_HERE / "axis_editor.css")]  # noqa: RUF012 - Panel reads the class's own list

    def __init__(self, model: SweepModel, **params: Any) -> None:
        super().__init__(**params)
        self._model = model

    def _handle_msg(self, data: Any) -> None:
        place = data.get("axis") if isinstance(data, dict) else None
        if place not in (0, 1):
            return
        known = {row["name"] for section in self.sections for row in section["rows"]}
        parameter, changes = data.get("parameter"), data.get("changes")
        if isinstance(parameter, str) and (parameter in known or (place == 1 and parameter == "")):
            self._model.choose_axis(place, parameter)
        elif isinstance(changes, dict):
            taken = {name: value for name, value in changes.items() if name in _FIELDS and isinstance(value, int | str)}
            if "text" in taken:
                taken["text"] = str(taken["text"])[:_LONGEST_TEXT]
            self._model.edit_axis(place, taken)


class AxisEditor(Viewer):
    """Edits the axes of a model.

    Parameters
    ----------
    model : SweepModel
        Told of everything that is entered, allowed or not.
    """

    def __init__(self, model: SweepModel) -> None:
        super().__init__()
        self._model = model
        self.fields = AxisFields(
            model, sections=sections(), axes=self._axes(), sizing_mode="stretch_width", margin=(10, 0, 6, 0)
        )
        model.param.watch(self._follow, ["axes", "question"])

    def __panel__(self) -> AxisFields:
        return self.fields

    def _follow(self, *_: Any) -> None:
        axes = self._axes()
        if axes != self.fields.axes:
            self.fields.axes = axes

    def _axes(self) -> list[dict[str, Any]]:
        return [self._axis(place, axis) for place, axis in enumerate(self._model.axes)]

    def _axis(self, place: int, axis: AxisDraft) -> dict[str, Any]:
        shown: dict[str, Any] = {
            "parameter": axis.parameter,
            "whole": axis.is_whole,
            "low": axis.low,
            "high": axis.high,
            "step": axis.step,
            "text": axis.text,
            "doc": "",
            "words": "",
            "fault": "",
            "least": 0,
            "greatest": 0,
        }
        if not axis.parameter:
            return shown
        parameter = Rules.param[axis.parameter]
        shown["doc"] = str(parameter.doc)
        if isinstance(parameter, Whole):
            shown["least"], shown["greatest"] = whole_bounds(parameter)
        shown["fault"] = self._model.axis_problem(place)
        if not shown["fault"]:
            rules = self._model.question.rules
            values = choice_of(axis, rules).values
            own = values_in_words([getattr(rules, axis.parameter)])
            shown["words"] = f"{len(values)} values: {values_in_words(values)}. Now: {own}."
        return shown


def sections() -> list[dict[str, Any]]:
    """List the parameters that can vary, by section."""
    return [
        {
            "title": title,
            "rows": [{"name": name, "label": str(Rules.param[name].label)} for name in names if name != "players"],
        }
        for title, names in Rules.sections().items()
        if any(name != "players" for name in names)
    ]
