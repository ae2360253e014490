"""The page's address in the browser: it always leads back to what is shown."""

# mypy: allow-untyped-calls

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

import param
from panel.custom import JSComponent

from caravan.views.address import to_word
from caravan.views.lab_model import LabModel

PARAMETER = "lab"
"""The name of the word in the address."""


class AddressBar(JSComponent):
    """Writes a model's state into the address whenever it can be played.

    Parameters
    ----------
    model : LabModel
        Whose state is written.
    """

    query = param.String(default="", doc="The address from its question mark on.")

    _esm = Path(__file__).parent / "address_bar.js"

    def __init__(self, model: LabModel, **params: Any) -> None:
        super().__init__(width=0, height=0, margin=0, **params)
        self._model = model
        model.param.watch(self._follow, "request")
        self._follow()

    def _follow(self, *_: Any) -> None:
        if not self._model.problems:
            self.query = f"{PARAMETER}={quote(to_word(self._model.state), safe='~=,:')}"
