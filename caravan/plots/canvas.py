"""What all figures have in common: a quiet frame that follows the page's theme, and its one named data source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from bokeh.models import ColumnDataSource, FixedTicker, HoverTool, Range1d
from bokeh.models.annotations import Title
from bokeh.models.renderers import GlyphRenderer
from bokeh.plotting import figure as Figure  # noqa: N812 - Bokeh names this class in lower case

from caravan.plots.palette import SEATS

Columns = Mapping[str, Sequence[Any]]
Ends = tuple[float, float]

FONT = "Roboto, Helvetica, Arial, sans-serif"
"""For words among the data; those on axes follow the page."""

__all__ = [
    "FONT",
    "Columns",
    "Ends",
    "Figure",
    "add_hover",
    "add_words",
    "blank_figure",
    "change_hover",
    "label_seats",
    "move_range",
    "named_source",
    "put_legend_below",
    "range_ends",
    "replace_columns",
    "row_of",
    "source_of",
]


def blank_figure(name: str, x_range: Ends, y_range: Ends, height: int) -> Figure:
    """Make a figure with axes and no picture yet.

    Parameters
    ----------
    name : str
        What the figure is called, so that it can be found in a document.
    x_range, y_range : tuple of float
        The axes' ends.
    height : int
        In pixels; the width follows the page.

    Returns
    -------
    Figure
        Without a toolbar, so that scrolling over it scrolls the page.
    """
    figure = Figure(
        name=name,
        height=height,
        sizing_mode="stretch_width",
        x_range=Range1d(start=x_range[0], end=x_range[1]),
        y_range=Range1d(start=y_range[0], end=y_range[1]),
        tools="",
        toolbar_location=None,
        min_border_left=8,
        min_border_right=18,
        outline_line_color=None,
    )
    figure.ygrid.grid_line_color = None
    for axis in figure.axis:
        axis.major_tick_line_color = None
        axis.minor_tick_line_color = None
    figure.yaxis.axis_line_color = None
    return figure


def named_source(name: str, columns: Columns) -> ColumnDataSource:
    """Make the data source of a figure.

    Parameters
    ----------
    name : str
        The figure's name.
    columns : mapping of str to sequence
        All of one length.

    Returns
    -------
    ColumnDataSource
        Called like the figure.
    """
    return ColumnDataSource(data=dict(columns), name=name)


def source_of(figure: Figure) -> ColumnDataSource:
    """Find a figure's data source.

    Parameters
    ----------
    figure : Figure
        From this package.

    Returns
    -------
    ColumnDataSource
        The one behind everything that is drawn from data.

    Raises
    ------
    ValueError
        If the figure has none of its name.
    """
    for renderer in figure.renderers:
        if isinstance(renderer, GlyphRenderer):
            source = renderer.data_source
            if isinstance(source, ColumnDataSource) and source.name == figure.name:
                return source
    raise ValueError(f"the figure '{figure.name}' has no data source of its name")


def replace_columns(figure: Figure, columns: Columns, height: int | None = None) -> None:
    """Show other data, in one assignment.

    A height that changes is changed before: a browser with Bokeh 3.9 draws at once when it does, and would fail if the
    data had fewer rows by then than are drawn.

    Parameters
    ----------
    figure : Figure
        From this package.
    columns : mapping of str to sequence
        All columns, of one length.
    height : int, optional
        The figure's, in pixels; by default the one it has.
    """
    if height is not None and figure.height != height:
        figure.height = height
    source_of(figure).data = dict(columns)


def range_ends(axis_range: Any) -> Ends:
    """Give an axis's present ends."""
    return float(axis_range.start), float(axis_range.end)


def move_range(axis_range: Any, ends: Ends) -> None:
    """Move an axis's ends, but only where they differ, since each change is sent to the browser."""
    if range_ends(axis_range) != ends:
        axis_range.update(start=ends[0], end=ends[1])


def row_of(seat: int, players: int) -> int:
    """Give the height at which a seat is drawn: seat 1 at the top, the last seat at 1."""
    return players + 1 - seat


def label_seats(figure: Figure, labels: Sequence[str]) -> None:
    """Write the seats beside their rows, where they aren't written yet.

    Parameters
    ----------
    figure : Figure
        With one row for each seat.
    labels : sequence of str
        In seat order; a line break is kept.
    """
    axis = figure.yaxis[0]
    overrides: dict[Any, Any] = {row_of(seat, len(labels)): label for seat, label in enumerate(labels, start=1)}
    if axis.major_label_overrides != overrides:
        if not isinstance(axis.ticker, FixedTicker):
            axis.ticker = FixedTicker(ticks=list(range(1, len(SEATS) + 1)))
        axis.major_label_overrides = overrides


def add_hover(figure: Figure, renderer: GlyphRenderer[Any], lines: Sequence[tuple[str, str]]) -> None:
    """Show words beside the pointer.

    Parameters
    ----------
    figure : Figure
        The figure.
    renderer : GlyphRenderer
        What the pointer must touch.
    lines : sequence of tuple of str
        A name and a column in braces, such as ``@{score}``.
    """
    figure.add_tools(HoverTool(renderers=[renderer], tooltips=list(lines), point_policy="follow_mouse"))


def change_hover(figure: Figure, lines: Sequence[tuple[str, str]]) -> None:
    """Change the words beside the pointer, but only where they differ.

    Parameters
    ----------
    figure : Figure
        With one hover tool, from `add_hover`.
    lines : sequence of tuple of str
        As for `add_hover`.
    """
    for tool in figure.tools:
        if isinstance(tool, HoverTool) and tool.tooltips != (wanted := list(lines)):
            tool.tooltips = wanted


class Rested(Protocol):
    """What a figure rests on, as lines; see `caravan.plots.provenance.Provenance`."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines under the figure."""


def put_legend_below(figure: Figure, columns: int = 2) -> None:
    """Move a figure's legend out of the picture, in as many columns as a narrow page has room for."""
    legend = figure.legend[0]
    legend.orientation = "horizontal"
    legend.border_line_color = None
    legend.background_fill_alpha = 0.0
    legend.margin = 0
    legend.location = "bottom_left"
    legend.spacing = 4
    legend.ncols = columns
    figure.add_layout(legend, "below")


def add_words(figure: Figure, finding: str, provenance: Rested) -> None:
    """Write the finding above a figure and what it rests on below, for one that stands alone.

    Parameters
    ----------
    figure : Figure
        The figure.
    finding : str
        What it shows, as a sentence.
    provenance : Rested
        What it rests on.
    """
    figure.title = Title(text=finding)
    for line in provenance.lines:
        figure.add_layout(Title(text=line, text_font_size="0.85em", text_font_style="normal"), "below")
