"""The browser's window: its address always leads back to what is shown, and its width decides what fits."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import param
from panel.custom import JSComponent

from caravan.views.look import NARROW

_PLAIN = "~=,:;"
"""What stands in an address as it is, so that people can read it."""


class BrowserWindow(JSComponent):
    """Writes what is shown into the address, and tells where the browser's own buttons led, and how wide it is.

    Parameters
    ----------
    on_narrow : callable
        Called if the window turns out to be narrow, once it was asked.
    on_went : callable
        Called with the address, from its question mark on, once the browser's buttons led back or forth.
    """

    questions = param.Integer(default=0, doc="Raised to ask for the window's width.")
    query = param.String(default="", doc="The address behind its question mark.")
    heading = param.String(default="", doc="The window's title.")
    keeps = param.Dict(default={}, doc="What the browser shall remember for the next visit.")

    _esm = Path(__file__).parent / "browser_window.js"

    def __init__(
        self,
        on_narrow: Callable[[], object] = lambda: None,
        on_went: Callable[[str], object] = lambda query: None,
        **params: Any,
    ) -> None:
        super().__init__(width=0, height=0, margin=0, **params)
        self._on_narrow = on_narrow
        self._on_went = on_went

    def ask_for_width(self) -> None:
        """Ask the browser how wide its window is; what a page says while it is being loaded may be lost."""
        self.questions += 1

    def tell(self, page: str, word: str, heading: str) -> None:
        """Say what is shown.

        Parameters
        ----------
        page : str
            The page's name; another one than before is an entry in the browser's history.
        word : str
            What leads back to what it shows.
        heading : str
            The window's title.
        """
        self.param.update(heading=heading, query=f"{page}={quote(word, safe=_PLAIN)}")

    def keep(self, name: str, value: str) -> None:
        """Have the browser remember something for the next visit, as a cookie.

        Parameters
        ----------
        name, value : str
            Letters, digits and underscores.
        """
        self.keeps = {**self.keeps, name: value}

    def _handle_msg(self, data: Any) -> None:
        if not isinstance(data, dict):
            return
        width, went = data.get("width"), data.get("went")
        if isinstance(width, int | float) and width < NARROW:
            self._on_narrow()
        if isinstance(went, str):
            self._on_went(went)
