"""The page's head: the pages as links, undo and redo, help."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import param
from panel.custom import JSComponent

_HERE = Path(__file__).parent


class Navigation(JSComponent):
    """Leads from page to page.

    Parameters
    ----------
    pages : list of dict
        For each page its ``name`` in the address and its ``title``.
    on_asked : callable
        Called with what was asked for: ``page``, ``undo``, ``redo`` or ``help``, and the page's name or nothing.
    """

    pages = param.List(default=[], doc="For each page its ``name`` in the address and its ``title``.")
    front = param.String(default="", doc="The name of the page that is shown.")
    can_undo = param.Boolean(default=False, doc="Whether there is a change to take back.")
    can_redo = param.Boolean(default=False, doc="Whether there is one to make again.")

    _esm = _HERE / "navigation.js"
    _stylesheets = [str(_HERE / "navigation.css")]  # noqa: RUF012 - Panel reads the class's own list

    def __init__(self, pages: list[dict[str, str]], on_asked: Callable[[str, str], object], **params: Any) -> None:
        super().__init__(pages=pages, margin=0, **params)
        self._on_asked = on_asked

    def _handle_msg(self, data: Any) -> None:
        if not isinstance(data, dict):
            return
        known = {page["name"] for page in self.pages}
        if data.get("page") in known:
            self._on_asked("page", data["page"])
        for wish in ("undo", "redo", "help"):
            if data.get(wish) is True:
                self._on_asked(wish, "")
