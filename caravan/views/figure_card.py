"""A figure in its card: the finding above it, what it rests on below."""

# mypy: allow-untyped-calls

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from typing import Any

from panel.layout import Column
from panel.pane import Bokeh
from panel.viewable import Viewer

from caravan.plots.canvas import Figure
from caravan.views.live_runner import LiveRunner
from caravan.views.look import CARD, stack
from caravan.views.snapshot import Snapshot
from caravan.views.words import Words, paragraphs

_EMPTY = """
<div style="display:grid;gap:14px;padding:22px 8px" aria-busy="true">
<i style="width:70%"></i><i style="width:86%"></i><i style="width:60%"></i><i style="width:78%"></i></div>
"""
_EMPTY_STYLE = """
i { background: color-mix(in srgb, currentColor 10%, transparent); border-radius: 6px; display: block; height: 30px; }
"""
_HEADING_STYLE = "h2 { min-height: 2.6em; }"


class FigureCard(Viewer):
    """Shows one of a runner's figures.

    Parameters
    ----------
    runner : LiveRunner
        Whose latest picture is shown.
    part : str
        The name of the picture's part: ``win_share``, ``scores`` or ``length``.
    plot : module
        With ``figure`` and ``update`` for that part.
    waiting : str
        The heading until there is something to show.
    *above
        What stands between the heading and the figure.
    """

    def __init__(self, runner: LiveRunner, part: str, plot: Any, waiting: str, *above: Any) -> None:
        super().__init__()
        self._part = part
        self._draw: Callable[..., Figure] = plot.figure
        self._update: Callable[[Figure, Any], None] = plot.update
        self.figure: Figure | None = None
        self.finding = Words(f"<h2>{escape(waiting)}</h2>", _HEADING_STYLE)
        self.caption = Words("", margin=(4, 0, 0, 0))
        self._place = stack(Words(_EMPTY, _EMPTY_STYLE), margin=(6, 0, 0, 0))
        self._layout = stack(self.finding, *above, self._place, self.caption, **CARD)
        runner.param.watch(self._show, "snapshot")

    def __panel__(self) -> Column:
        return self._layout

    def _show(self, event: Any) -> None:
        self._show_snapshot(event.new)

    def _shown(self, snapshot: Snapshot) -> Any:
        """Give what the figure shows of a picture."""
        return getattr(snapshot, self._part)

    def _show_snapshot(self, snapshot: Snapshot) -> None:
        shown = self._shown(snapshot)
        if self.figure is None:
            self.figure = self._draw(shown, with_words=False)
            self._place[:] = [Bokeh(self.figure, sizing_mode="stretch_width", margin=0)]
        else:
            self._update(self.figure, shown)
        self.finding.html = f"<h2>{escape(_with_seats_in_one_piece(shown.finding))}</h2>"
        self.caption.html = paragraphs(shown.provenance.lines, "faint")


def _with_seats_in_one_piece(finding: str) -> str:
    """Keep a seat's number on the line of its word."""
    return re.sub(r"\b([Ss]eats?) (\d)", "\\1\u00a0\\2", finding)
