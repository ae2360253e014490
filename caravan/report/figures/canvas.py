"""The sheet that every figure of a report is drawn on: one look, and the same bytes every time."""

from __future__ import annotations

import functools
import io
import re
import textwrap
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, cast

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from caravan.report.blocks import Drawing

WIDTH = 6.0
"""In inches; at 72 to the inch, letters are legible on a phone and on A4."""

INK, QUIET, LINE, PAPER = "#1f1e1d", "#5f5d5a", "#d9d6d1", "#fffffe"
"""Colours that turn with the page from light to dark. No figure uses them for anything else."""

_VARIABLES = {INK: "var(--ink)", QUIET: "var(--quiet)", LINE: "var(--line)", PAPER: "var(--page)"}
_LETTERS_A_LINE, _SMALL_LETTERS_A_LINE = 66, 98
_DOTS_PER_INCH = 160
_PADDING = 0.06
_FONT, _FONT_IN_SVG = "DejaVu Sans", b"'DejaVu Sans'"

_ONE_AT_A_TIME = threading.RLock()
"""Matplotlib's settings belong to the process, and a server writes several reports at a time."""

_LOOK: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": LINE,
    "axes.grid": True,
    "axes.grid.axis": "x",
    "axes.labelcolor": QUIET,
    "axes.labelsize": 9.5,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.unicode_minus": True,
    "figure.facecolor": PAPER,
    "axes.facecolor": "none",
    "savefig.facecolor": PAPER,
    "font.family": _FONT,
    "font.size": 10,
    "grid.color": LINE,
    "grid.linewidth": 0.6,
    "legend.fontsize": 9.5,
    "legend.frameon": False,
    "svg.fonttype": "none",
    "text.color": INK,
    "text.parse_math": False,  # a rule set's name may hold dollar signs
    "xtick.color": LINE,
    "xtick.labelcolor": QUIET,
    "ytick.color": LINE,
    "ytick.labelcolor": INK,
    "ytick.major.size": 0,
}

Draw = Callable[[Any], None]


def drawn(
    name: str,
    title: str,
    caption: str,
    draw: Draw,
    *,
    height: float,
    shape: tuple[int, int] = (1, 1),
    settings: dict[str, Any] | None = None,
    ratios: Sequence[float] | None = None,
) -> Drawing:
    """Draw a figure, once for the page and once, with its words, for files of its own.

    Parameters
    ----------
    name : str
        The name of its files.
    title : str
        What it shows, as a finding.
    caption : str
        How to read it, and what it rests on.
    draw : callable
        Takes the axes, one or an array of them, and draws.
    height : float
        In inches, without title and caption.
    shape : tuple of int, default (1, 1)
        Rows and columns of axes.
    settings : dict, optional
        Passed to `Figure.subplots`, such as ``sharey``.
    ratios : sequence of float, optional
        The widths of the columns.

    Returns
    -------
    Drawing
        The same bytes for the same data and the same version of Matplotlib.
    """
    with _look(name):
        figure = Figure(figsize=(WIDTH, height))
        axes = figure.subplots(*shape, width_ratios=ratios, **(settings or {}))
        draw(axes)
        _arrange(figure, (0.0, 0.0, 1.0, 1.0))
        inline = _for_the_page(_svg(figure), name)

    @functools.cache
    def files() -> tuple[bytes, bytes]:
        with _look(name):
            _add_words(figure, title, caption)
            return _svg(figure), _png(figure)

    return Drawing(name, inline, files)


@contextmanager
def _look(name: str) -> Iterator[None]:
    """Draw in the reports' own look, whatever somebody's settings are, with names that follow from the figure's."""
    with _ONE_AT_A_TIME, mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(cast(Any, _LOOK | {"svg.hashsalt": name}))
        yield


def label_seats(axes: Axes, labels: Sequence[str]) -> None:
    """Put names along the vertical axis, the first on top, with room above and below."""
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.45, -0.55)


def in_percent(axis: Any, decimals: int = 0) -> None:
    """Write an axis of shares in percent."""
    axis.set_major_formatter(lambda share, _place: f"{100 * share:.{decimals}f}%")


def with_signs(axis: Any) -> None:
    """Write an axis of differences with plus and minus."""
    axis.set_major_formatter(lambda value, _place: f"{value:+g}".replace("-", "\u2212") if value else "0")


def _add_words(figure: Figure, title: str, caption: str) -> None:
    """Write title and caption, on a sheet that grows by what they need."""
    heading = textwrap.fill(title, _LETTERS_A_LINE)
    footing = textwrap.fill(caption, _SMALL_LETTERS_A_LINE)
    lines, small = heading.count("\n") + 1, footing.count("\n") + 1
    above, below = 0.12 + 0.19 * lines, 0.12 + 0.15 * small
    height = figure.get_figheight() + above + below
    figure.set_figheight(height)
    _arrange(figure, (0.0, below / height, 1.0, 1.0 - (above + below) / height))
    figure.text(
        0.015, 1 - 0.08 / height, heading, va="top", ha="left", fontsize=11, fontweight="bold", linespacing=1.25
    )
    figure.text(0.015, 0.08 / height, footing, va="bottom", ha="left", fontsize=7.5, color=QUIET, linespacing=1.3)


def _arrange(figure: Figure, within: tuple[float, float, float, float]) -> None:
    """Give everything its place, once: a layout that is left to the drawing is worked out several times over."""
    figure.set_canvas(FigureCanvasAgg(figure))
    ConstrainedLayoutEngine(w_pad=_PADDING, h_pad=_PADDING, rect=within).execute(figure)


def _svg(figure: Figure) -> bytes:
    content = io.BytesIO()
    figure.set_canvas(FigureCanvasSVG(figure))
    figure.savefig(content, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    # Where a reader hasn't the font that the figure was laid out in, one no wider.
    return content.getvalue().replace(_FONT_IN_SVG, _FONT_IN_SVG + b", Verdana, Arial, sans-serif")


def _png(figure: Figure) -> bytes:
    content = io.BytesIO()
    figure.set_canvas(FigureCanvasAgg(figure))
    figure.savefig(content, format="png", dpi=_DOTS_PER_INCH, metadata={"Software": None})
    return content.getvalue()


def _for_the_page(svg: bytes, name: str) -> str:
    """Fit an SVG document into a page: names of its own, and colours that turn with the page."""
    text = svg.decode("utf-8")
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    text = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{name}-", text)
    text = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", text, count=1)
    text = text.replace("<svg ", '<svg aria-hidden="true" focusable="false" preserveAspectRatio="xMinYMin" ', 1)
    text = text.replace('<style type="text/css">*{', f"<style>#{name}-figure_1 *{{")
    for colour, variable in _VARIABLES.items():
        text = text.replace(colour, variable)
    return text.strip()
