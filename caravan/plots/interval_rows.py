"""Points with intervals in rows, one below the other: what several figures have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bokeh.core.properties import value
from bokeh.models import FixedTicker

from caravan.measures import Estimate
from caravan.plots import canvas
from caravan.plots.canvas import Columns, Ends, Figure

MARKERS = ("circle", "square", "diamond", "triangle")
"""A shape for each seat, so that seats aren't told apart by colour alone."""

_SIZES = (11, 9, 13, 11)
"""So that the shapes look equally large."""

_ROW_HEIGHT, _FRAME = 24, 78


def row(
    place: int,
    estimate: Estimate,
    label: str,
    colour: str,
    shape: int = 0,
    *,
    label_before: bool = False,
    **further: Any,
) -> dict[str, Any]:
    """Describe a row.

    Parameters
    ----------
    place : int
        How far up it stands, from 1.
    estimate : Estimate
        The point and its interval; where there is none, only the point is drawn.
    label : str
        What is written beside it.
    colour : str
        Of everything in the row.
    shape : int, default 0
        Which of `MARKERS`.
    label_before : bool, default False
        Whether the label stands before the interval; for rows that reach the axis's end.
    **further
        More columns, for the words beside the pointer and the table.

    Returns
    -------
    dict
        To be put together with `columns_of`.
    """
    there = estimate.has_interval
    low, high = (estimate.low, estimate.high) if there else (estimate.value, estimate.value)
    return {
        "row": place,
        "value": estimate.value,
        "low": low,
        "high": high,
        "label": label,
        "label_at": low if label_before else high,
        "label_align": "right" if label_before else "left",
        "label_offset": -10 if label_before else 10,
        "colour": colour,
        "marker": MARKERS[shape],
        "size": _SIZES[shape],
        "interval": estimate.interval or "none yet",
        "has_interval": there,
        **further,
    }


def columns_of(rows: Sequence[dict[str, Any]]) -> Columns:
    """Turn rows into columns."""
    return {name: [row[name] for row in rows] for name in rows[0]}


def draw(
    name: str, columns: Columns, labels: Sequence[str], x_range: Ends, axis: str, tips: Sequence[tuple[str, str]]
) -> Figure:
    """Draw rows.

    Parameters
    ----------
    name : str
        What the figure and its data source are called.
    columns : mapping of str to sequence
        From `columns_of`.
    labels : sequence of str
        What is written before the rows, from the top down.
    x_range : tuple of float
        The axis's ends.
    axis : str
        What it shows, with the unit.
    tips : sequence of tuple of str
        The words beside the pointer; see `caravan.plots.canvas.add_hover`.

    Returns
    -------
    Figure
    """
    plot = canvas.blank_figure(name, x_range, (0.4, len(labels) + 0.6), height(len(labels)))
    source = canvas.named_source(name, columns)
    plot.segment(
        "low",
        "row",
        "high",
        "row",
        source=source,
        color="colour",
        line_width=6,
        line_alpha=0.35,
        line_cap="round",
    )
    points = plot.scatter("value", "row", source=source, size="size", marker="marker", color="colour")
    plot.text(
        "label_at",
        "row",
        text="label",
        source=source,
        color="colour",
        x_offset="label_offset",
        text_align="label_align",
        text_baseline="middle",
        text_font=value(canvas.FONT),
        text_font_size="0.9em",
        text_font_style="bold",
    )
    plot.xaxis.axis_label = axis
    canvas.add_hover(plot, points, tips)
    _label(plot, labels)
    return plot


def show(plot: Figure, columns: Columns, labels: Sequence[str], x_range: Ends) -> None:
    """Show other rows in a figure of `draw`, moving as little as possible."""
    canvas.replace_columns(plot, columns, height(len(labels)))
    _label(plot, labels)
    canvas.move_range(plot.y_range, (0.4, len(labels) + 0.6))
    canvas.move_range(plot.x_range, x_range)


def height(rows: int) -> int:
    """Give the height in pixels that so many rows take."""
    return _FRAME + _ROW_HEIGHT * max(rows, 4)


def _label(plot: Figure, labels: Sequence[str]) -> None:
    axis = plot.yaxis[0]
    overrides: dict[Any, Any] = {len(labels) - place: label for place, label in enumerate(labels)}
    if axis.major_label_overrides != overrides:
        axis.ticker = FixedTicker(ticks=sorted(overrides))
        axis.major_label_overrides = overrides
