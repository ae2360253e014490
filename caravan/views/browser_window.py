"""The browser's window: its address always leads back to what is shown, and its width decides what fits."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import param
from panel.custom import JSComponent

from caravan.views.address import to_word
from caravan.views.lab_model import LabModel

PARAMETER = "lab"
"""The name of the word in the address."""

NARROW = 600
"""Below this width in pixels, controls and pictures don't fit beside each other."""


class BrowserWindow(JSComponent):
    """Writes a model's state into the address whenever it can be played, and tells whether the window is narrow.

    Parameters
    ----------
    model : LabModel
        Whose state is written.
    on_narrow : callable
        Called if the window turns out to be narrow, once it was asked.
    """

    questions = param.Integer(default=0, doc="Raised to ask for the window's width.")
    query = param.String(default="", doc="The address from its question mark on.")

    _esm = Path(__file__).parent / "browser_window.js"

    def __init__(self, model: LabModel, on_narrow: Callable[[], object] = lambda: None, **params: Any) -> None:
        super().__init__(width=0, height=0, margin=0, **params)
        self._model = model
        self._on_narrow = on_narrow
        model.param.watch(self._follow, ["request", "compare", "problems"])
        self._follow()

    def ask_for_width(self) -> None:
        """Ask the browser how wide its window is; what a page says while it is being loaded may be lost."""
        self.questions += 1

    def _follow(self, *_: Any) -> None:
        if not self._model.problems:
            self.query = f"{PARAMETER}={quote(to_word(self._model.state), safe='~=,:')}"

    def _handle_msg(self, data: Any) -> None:
        width = data.get("width") if isinstance(data, dict) else None
        if isinstance(width, int | float) and width < NARROW:
            self._on_narrow()
