"""A field for a whole number, with its name and its faults in words."""

# mypy: allow-untyped-calls

from __future__ import annotations

from pathlib import Path
from typing import Any

import param
from panel.custom import JSComponent

_HERE = Path(__file__).parent


class WholeField(JSComponent):
    """Lets a whole number be entered.

    Parameters
    ----------
    label : str
        What the number is.
    value : int
        At first.
    start, end : int
        The least and the greatest that can be entered.
    """

    label = param.String(default="", doc="What the number is.")
    value = param.Integer(default=0, doc="The number; only allowed ones are taken over.")
    start = param.Integer(default=0, doc="The least.")
    end = param.Integer(default=100, doc="The greatest; a browser's numbers hold at most 2^53 - 1 exactly.")

    _esm = _HERE / "whole_field.js"
    _stylesheets = [str(_HERE / "whole_field.css")]  # noqa: RUF012 - Panel reads the class's own list

    def __init__(self, **params: Any) -> None:
        super().__init__(**{"sizing_mode": "stretch_width", "margin": 0, **params})

    @classmethod
    def of(cls, model: param.Parameterized, name: str, **params: Any) -> WholeField:
        """Make a field that shows and sets a parameter.

        Parameters
        ----------
        model : param.Parameterized
            Whose parameter it is.
        name : str
            A whole number with bounds.
        **params
            Passed on to the field.

        Returns
        -------
        WholeField
            Which follows the model, and the model follows it.
        """
        parameter: Any = model.param[name]
        low, high = parameter.bounds
        field = cls(label=parameter.label, value=getattr(model, name), start=low, end=high, **params)
        field.param.watch(lambda event: model.param.update(**{name: event.new}), "value")
        model.param.watch(lambda event: field.param.update(value=event.new), name)
        return field

    def _handle_msg(self, data: Any) -> None:
        value = data.get("value") if isinstance(data, dict) else None
        if isinstance(value, int) and not isinstance(value, bool) and self.start <= value <= self.end:
            self.value = value
