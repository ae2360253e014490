"""Figures whose marks can be clicked."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from bokeh.models import TapTool
from bokeh.models.renderers import GlyphRenderer

from caravan.plots.canvas import Figure, source_of
from caravan.plots.palette import NEUTRAL

_CHOSEN: dict[str, dict[str, Any]] = {
    "Scatter": {"size": 16, "line_color": NEUTRAL, "line_width": 4},
    "Rect": {"line_color": "#1b1b1b", "line_width": 3},
    "Quad": {"line_color": NEUTRAL, "line_width": 4},
}
"""How a mark looks that is chosen, by its glyph; the cells of a map have the same fill on a light and a dark page."""


class TappablePlot:
    """A plot module whose figures tell which mark was clicked.

    Parameters
    ----------
    plot : module
        With ``figure``, ``update`` and ``table``.
    on_tapped : callable
        Given the mark's place in the figure's columns.
    """

    def __init__(self, plot: Any, on_tapped: Callable[[int], object]) -> None:
        self._plot = plot
        self._on_tapped = on_tapped
        self.update: Callable[[Figure, Any], None] = plot.update
        self.table: Callable[[Any], Any] = plot.table

    def figure(self, shown: Any, *, with_words: bool = True) -> Figure:
        """Draw the figure, its marks clickable."""
        figure: Figure = self._plot.figure(shown, with_words=with_words)
        source = source_of(figure)
        marks = [
            renderer
            for renderer in figure.renderers
            if isinstance(renderer, GlyphRenderer) and renderer.data_source is source
        ]
        for renderer in marks:
            renderer.nonselection_glyph = None  # or everything else would turn pale
            chosen = _CHOSEN.get(type(renderer.glyph).__name__)
            renderer.selection_glyph = None if chosen is None else renderer.glyph.clone(**chosen)
        tappable: list[Any] = [renderer for renderer in marks if type(renderer.glyph).__name__ in _CHOSEN]
        figure.add_tools(TapTool(renderers=tappable, mode="replace"))
        source.selected.on_change("indices", self._tapped)
        return figure

    def _tapped(self, _attribute: str, _old: list[int], new: list[int]) -> None:
        if new:
            self._on_tapped(new[0])

    @staticmethod
    def mark(figure: Figure | None, row: int | None) -> None:
        """Mark what is chosen, or nothing."""
        if figure is None:
            return
        wanted = [] if row is None else [row]
        with contextlib.suppress(ValueError):
            selected = source_of(figure).selected
            if list(selected.indices) != wanted:
                selected.indices = wanted
