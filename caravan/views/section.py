"""A part of a page under a heading of its own, which is made when it is first opened."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import param
from panel.custom import JSComponent
from panel.layout import Column
from panel.viewable import Viewer

from caravan.views.look import stack

_HERE = Path(__file__).parent

_NO_EMPTY_CELL = ".scroll-button { display: none; }"
"""A column of Panel's has a button of its own, which would take a cell of a grid."""


class SectionHeading(JSComponent):
    """The heading: a button that opens and closes the section."""

    title = param.String(default="", doc="What the section is called.")
    about = param.String(default="", doc="What is in it.")
    open = param.Boolean(default=False, doc="Whether it is open.")

    _esm = _HERE / "section_heading.js"
    _stylesheets = [str(_HERE / "section_heading.css")]  # noqa: RUF012 - Panel reads the class's own list


class Section(Viewer):
    """Holds things that are made when the section is first opened.

    Parameters
    ----------
    title : str
        What it is called.
    about : str
        What is in it, for whoever hasn't opened it.
    make : callable
        Makes its content; called once.
    on_turn : callable, optional
        Told whether the section is open, each time that changes.
    open : bool, default False
        Whether it is open at first.
    **styles
        Of the box around the content, with underscores for hyphens.
    """

    def __init__(
        self,
        title: str,
        about: str,
        make: Callable[[], Sequence[Any]],
        on_turn: Callable[[bool], object] = lambda is_open: None,
        *,
        open: bool = False,
        **styles: str,
    ) -> None:
        super().__init__()
        self._make: Callable[[], Sequence[Any]] | None = make
        self._on_turn = on_turn
        self.heading = SectionHeading(title=title, about=about, open=open, sizing_mode="stretch_width", margin=0)
        self.content = stack(**styles)
        self.content.visible = open
        self.content.stylesheets = [_NO_EMPTY_CELL]
        self._layout = stack(self.heading, self.content, gap="6px")
        self.heading.param.watch(self._turn, "open")
        if open:
            self._turn()

    def __panel__(self) -> Column:
        return self._layout

    @property
    def is_open(self) -> bool:
        """Whether its content is seen."""
        return bool(self.heading.open)

    def _turn(self, *_: Any) -> None:
        if self.is_open and self._make is not None:
            make, self._make = self._make, None
            self.content[:] = list(make())
        self.content.visible = self.is_open
        self._on_turn(self.is_open)
