"""The card of a single cell: which one, what it shows, and the ways from it to the Lab and to a comparison."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import param
from panel.custom import JSComponent
from panel.layout import Column
from panel.viewable import Viewer

from caravan.sweeps import SweepPlan
from caravan.views.look import CARD, stack
from caravan.views.sweeping.pictures import Picture, cell_in_words

_HERE = Path(__file__).parent
_TO_COME = "not played yet"


class CellFields(JSComponent):
    """The list as the browser shows it."""

    cells = param.List(default=[], doc="For each cell its ``number``, its ``label`` and what is ``told`` of it.")
    chosen = param.Integer(default=0, doc="The number of the chosen cell.")
    lines = param.List(default=[], doc="What is said of the chosen cell.")
    fault = param.Boolean(default=False, doc="Whether that is why it can't be played.")
    can_open = param.Boolean(default=False, doc="Whether it can be opened.")
    is_base = param.Boolean(default=False, doc="Whether its rules are those that were asked about.")

    _esm = _HERE / "cell_picker.js"
    _stylesheets = [str(_HERE / "cell_picker.css")]  # noqa: RUF012 - Panel reads the class's own list

    def __init__(self, picker: CellPicker, **params: Any) -> None:
        super().__init__(**params)
        self._picker = picker

    def _handle_msg(self, data: Any) -> None:
        if not isinstance(data, dict):
            return
        if isinstance(number := data.get("choose"), int):
            self._picker.choose(number)
        elif data.get("open") in ("lab", "compare"):
            self._picker.open(data["open"])


class CellPicker(Viewer):
    """Lets a cell be chosen and opened.

    Parameters
    ----------
    on_open : callable
        Given the page to open and the cell's scenario.
    on_chosen : callable
        Given the number of the cell that was chosen.
    """

    def __init__(self, on_open: Callable[[str, Any], object], on_chosen: Callable[[int], object]) -> None:
        super().__init__()
        self._on_open, self._on_chosen = on_open, on_chosen
        self._picture: Picture | None = None
        self.fields = CellFields(self, sizing_mode="stretch_width", margin=0)
        self._layout = stack(self.fields, **CARD)

    def __panel__(self) -> Column:
        return self._layout

    @property
    def chosen(self) -> int:
        """The number of the chosen cell."""
        return int(self.fields.chosen)

    def fill(self, picture: Picture) -> None:
        """Follow what the figure shows.

        Parameters
        ----------
        picture : Picture
            The latest.
        """
        before, self._picture = self._picture, picture
        if before is None or before.plan != picture.plan:
            self.fields.chosen = _middle(picture.plan)
        self.fields.cells = [
            {
                "number": scenario.number,
                "label": cell_in_words(picture.plan, scenario),
                "told": self._told(scenario.number),
            }
            for scenario in picture.plan.scenarios()
        ]
        self._tell()

    def choose(self, number: int) -> None:
        """Choose a cell; a number that isn't one is ignored."""
        if self._picture is not None and 0 <= number < len(self._picture.plan) and number != self.chosen:
            self.fields.chosen = number
            self._tell()
            self._on_chosen(number)

    def open(self, page: str) -> None:
        """Open the chosen cell.

        Parameters
        ----------
        page : str
            ``lab`` or ``compare``.
        """
        if self._picture is not None and self.fields.can_open:
            self._on_open(page, self._picture.plan.scenario(self.chosen))

    def _told(self, number: int) -> str:
        picture = self._picture
        if picture is None:
            return ""
        if number in picture.errors:
            unplayable = picture.plan.scenario(number).request is None
            return "can\u2019t be played" if unplayable else "failed"
        return picture.figures.get(number, _TO_COME)

    def _tell(self) -> None:
        picture, number = self._picture, self.chosen
        if picture is None:
            return
        scenario = picture.plan.scenario(number)
        error = picture.errors.get(number, "")
        what = cell_in_words(picture.plan, scenario)
        if scenario.request is None:
            lines = [what, f"Can\u2019t be played: {error}"]
        elif error:
            lines = [what, f"Failed while it was played: {error}"]
        else:
            figure = picture.figures.get(number, _TO_COME)
            lines = [what, f"{figure[:1].upper()}{figure[1:]}. Rules {scenario.request.rules.id}."]
        base = picture.plan.base
        self.fields.param.update(
            lines=lines,
            fault=bool(error),
            can_open=scenario.request is not None,
            is_base=scenario.request is not None and scenario.request.rules.id == base.id,
        )


def _middle(plan: SweepPlan) -> int:
    """Choose a cell to begin with: the base, or one in the middle."""
    if plan.design.kind == "one_at_a_time":
        return 0
    if plan.base_point in plan.points:
        return plan.points.index(plan.base_point)
    return len(plan.points) // 2
