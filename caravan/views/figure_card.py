"""A figure in its card: the finding above it, what it rests on below, and its table and files."""

# mypy: allow-untyped-calls

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from html import escape
from typing import Any

import pandas as pd
from panel.layout import Column
from panel.pane import Bokeh
from panel.viewable import Viewer

from caravan.plots.canvas import Figure
from caravan.views.figure_tools import Content, FigureTools
from caravan.views.live_runner import LiveRunner
from caravan.views.look import CARD, stack
from caravan.views.snapshot import Snapshot
from caravan.views.words import Words, paragraphs

_EMPTY = """
<div style="display:grid;gap:14px;padding:22px 8px" aria-busy="true">
<i style="width:70%"></i><i style="width:86%"></i><i style="width:60%"></i><i style="width:78%"></i></div>
"""
_PLACE_STYLE = """
i { background: color-mix(in srgb, currentColor 10%, transparent); border-radius: 6px; display: block; height: 30px; }
.failed { padding: 26px 8px 34px; }
"""
_HEADING_STYLE = "h2 { min-height: 2.6em; }"


class FigureFrame(Viewer):
    """Shows a figure with everything that belongs to one, wherever its data come from.

    Parameters
    ----------
    name : str
        What the figure is called; its files are named after it.
    plot : module
        With ``figure`` and ``update`` for what is shown, and ``table`` if there is a table.
    waiting : str
        What the figure is about: the heading until there is something to show.
    *above
        What stands between the heading and the figure.
    """

    def __init__(self, name: str, plot: Any, waiting: str, *above: Any) -> None:
        super().__init__(name=name)
        self._waiting = waiting
        self._stem = name.replace("_", "-")
        self._draw: Callable[..., Figure] = plot.figure
        self._update: Callable[[Figure, Any], None] = plot.update
        self._table: Callable[[Any], pd.DataFrame] | None = getattr(plot, "table", None)
        self.figure: Figure | None = None
        self._pane: Bokeh | None = None
        self.finding = Words(_heading(waiting), _HEADING_STYLE)
        self.caption = Words("", margin=(4, 0, 0, 0))
        self.instead = Words(_EMPTY, _PLACE_STYLE)
        self.tools = FigureTools(waiting, tabular=self._table is not None)
        self._place = stack(self.instead, margin=(6, 0, 0, 0))
        self._layout = stack(self.finding, *above, self._place, self.caption, self.tools, **CARD)

    def __panel__(self) -> Column:
        return self._layout

    def show(self, shown: Any) -> None:  # type: ignore[override]
        """Show something.

        Parameters
        ----------
        shown : object
            What the plot's ``read`` gives: with ``finding`` and ``provenance``.
        """
        if self.figure is None:
            self.figure = self._draw(shown, with_words=False)
            self._pane = Bokeh(self.figure, sizing_mode="stretch_width", margin=0)
        else:
            self._update(self.figure, shown)
        self._put(self._pane)
        self.finding.html = _heading(shown.finding)
        self.caption.html = paragraphs(shown.provenance.lines, "faint")
        table = None if self._table is None else functools.partial(self._table, shown)
        stem = f"{getattr(shown.provenance, 'stem', 'caravan')}-{self._stem}"
        self.tools.follow(Content(self.figure.id, stem, shown.finding, tuple(shown.provenance.lines), table))

    def wait(self) -> None:
        """Show that there is nothing to show yet."""
        self._say(_EMPTY)

    def fail(self, words: str) -> None:
        """Say why there is nothing to show.

        Parameters
        ----------
        words : str
            A sentence; HTML in it is shown as text.
        """
        self._say(f'<p class="failed" role="alert">{escape(words)}</p>')

    def _say(self, html: str) -> None:
        self.instead.html = html
        self._put(self.instead)
        self.finding.html = _heading(self._waiting)
        self.caption.html = ""
        self.tools.follow(None)

    def _put(self, content: Any) -> None:
        if self._place[0] is not content:
            self._place[:] = [content]


class FigureCard(FigureFrame):
    """Shows one of the figures of a runner's games.

    Parameters
    ----------
    runner : LiveRunner
        Whose latest picture is shown.
    part : str
        The name of the picture's part: ``win_share``, ``scores`` or ``length``.
    plot : module
        With ``figure``, ``update`` and ``table`` for that part.
    waiting : str
        The heading until there is something to show.
    *above
        What stands between the heading and the figure.
    """

    def __init__(self, runner: LiveRunner, part: str, plot: Any, waiting: str, *above: Any) -> None:
        super().__init__(part, plot, waiting, *above)
        self._part = part
        runner.param.watch(self._show, "snapshot")

    def _show(self, event: Any) -> None:
        self._show_snapshot(event.new)

    def _shown(self, snapshot: Snapshot) -> Any:
        """Give what the figure shows of a picture."""
        return getattr(snapshot, self._part)

    def _show_snapshot(self, snapshot: Snapshot) -> None:
        self.show(self._shown(snapshot))


def _heading(words: str) -> str:
    return f"<h2>{escape(_with_seats_in_one_piece(words))}</h2>"


def _with_seats_in_one_piece(finding: str) -> str:
    """Keep a seat's number on the line of its word."""
    return re.sub(r"\b([Ss]eats?) (\d)", "\\1\u00a0\\2", finding)
