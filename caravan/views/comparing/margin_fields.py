"""From which size on a difference matters, for each family of figures."""

# mypy: allow-untyped-calls

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import param
from panel.custom import JSComponent
from panel.viewable import Viewer

from caravan.comparison import usual_margin
from caravan.views.comparing.model import CompareModel

_HERE = Path(__file__).parent
_PERCENT = 100.0


@dataclass(frozen=True)
class Family:
    """Figures that have one margin.

    Attributes
    ----------
    name : str
        The beginning of their names.
    label : str
        What they are called.
    unit : str
        Their unit, as the measures name it.
    shown_unit : str
        The same as it stands beside the field.
    scale : float
        What one of the unit is in the field.
    """

    name: str
    label: str
    unit: str
    shown_unit: str
    scale: float = 1.0

    @property
    def usual(self) -> float:
        """The usual margin, as it stands in the field."""
        return round(self.scale * usual_margin(self.unit, math.nan), 6)


FAMILIES = (
    Family("seat_effect", "A seat\u2019s share of the wins", "percentage points", "points of %"),
    Family("score", "Scores", "points", "points"),
    Family("winning_margin", "The winner\u2019s lead", "points", "points"),
    Family("ties", "Shared wins", "share of games", "% of games", _PERCENT),
    Family("length.turns", "Length", "turns", "turns"),
    Family("lead_changes.mean", "Lead changes", "changes per game", "per game"),
    Family("steals", "Thefts", "thefts per game", "per game"),
    Family("endings", "Ways to end", "share of games", "% of games", _PERCENT),
)
"""The families whose margins can be set on the page; a link can set any other too."""


class MarginInputs(JSComponent):
    """The fields as the browser shows them."""

    rows = param.List(default=[], doc="For each family: name, label, unit, usual.")
    values = param.Dict(default={}, doc="The margins that aren't as usual.")

    _esm = _HERE / "margin_fields.js"
    _stylesheets = [str(_HERE / "margin_fields.css")]  # noqa: RUF012 - Panel reads the class's own list

    def __init__(self, on_entered: Any, **params: Any) -> None:
        self._on_entered = on_entered
        super().__init__(sizing_mode="stretch_width", margin=0, **params)

    def _handle_msg(self, data: Any) -> None:
        if isinstance(data, dict) and isinstance(data.get("name"), str):
            self._on_entered(data["name"], data.get("value"))


class MarginFields(Viewer):
    """Sets a model's margins.

    Parameters
    ----------
    model : CompareModel
        Whose margins are set.
    """

    def __init__(self, model: CompareModel) -> None:
        super().__init__()
        self._model = model
        rows = [
            {"name": family.name, "label": family.label, "unit": family.shown_unit, "usual": family.usual}
            for family in FAMILIES
        ]
        self.fields = MarginInputs(self.enter, rows=rows, values=self._values(), name="margins")
        model.param.watch(lambda _: self.fields.param.update(values=self._values()), "margins")

    def __panel__(self) -> MarginInputs:
        return self.fields

    def _values(self) -> dict[str, float]:
        given = self._model.margins
        return {family.name: round(family.scale * given[family.name], 6) for family in FAMILIES if family.name in given}

    def enter(self, name: str, value: Any) -> None:
        """Take a margin as it was entered; None for the usual one, and what isn't allowed is ignored."""
        family = next((family for family in FAMILIES if family.name == name), None)
        if family is None:
            return
        if value is None:
            self._model.set_margin(name, None)
        elif isinstance(value, int | float) and not isinstance(value, bool) and 0.0 < value < math.inf:
            self._model.set_margin(name, round(value / family.scale, 8))
