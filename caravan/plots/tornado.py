"""What each rule parameter does to a figure: a bar for each change, the largest at the top, with its interval."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import pandas as pd
from bokeh.core.properties import value
from bokeh.models.annotations import Span

from caravan.plots import canvas
from caravan.plots.canvas import Columns, Ends, Figure
from caravan.plots.empty_state import add_words, say_nothing_shown
from caravan.plots.palette import NEUTRAL, SEATS
from caravan.plots.sweep_provenance import SweepProvenance, chosen_stratum
from caravan.sweeps.axes import Axis
from caravan.sweeps.findings import measure_in_words, number_in_words, span_in_words
from caravan.sweeps.plan import SweepPlan
from caravan.sweeps.readings import SweepLike

NAME = "tornado"
RAISES, LOWERS = SEATS[0], SEATS[1]
EMPTY = "No effect can be shown yet"
READING = "Line: 95% interval, each by itself \u00b7 pale: not shown once all changes are judged together (Holm)"
_COLUMNS = (
    "row",
    "top",
    "bottom",
    "value",
    "low",
    "high",
    "label",
    "label_at",
    "label_shift",
    "label_side",
    "colour",
    "filling",
    "heading",
    "heading_x",
    "heading_y",
    "axis",
    "name",
    "before",
    "after",
    "change",
    "figure",
    "verdict",
    "interval",
    "games",
    "cells",
)
_ROW, _FRAME = 58, 80
_SIDE_BY_SIDE = 0.15
_HEADING = 0.4
"""How far above the middle of its row a parameter's name stands."""

_ROOM_FOR_WORDS = 0.5
"""The room for words beyond the longest bar on either side, as a part of the picture's span."""


@dataclass(frozen=True)
class Tornado:
    """What the figure shows.

    Attributes
    ----------
    columns : mapping of str to sequence
        One entry for each bar: ``row``, ``top``, ``bottom``, ``value``, ``low``, ``high``, ``label`` and where it
        stands, ``colour``, ``filling``, ``heading``, the parameter's name above its first bar, which change it is (the
        axis's ``name``, ``before`` and ``after``), and what is shown beside the pointer.
    axes : tuple of str
        What the rows are called, from the top.
    unit : str
        What the bars count.
    finding : str
        What the figure shows, as a sentence without a full stop.
    empty : str
        Why there is nothing to see; empty where there is.
    provenance : SweepProvenance
        What it rests on.
    """

    columns: Columns
    axes: tuple[str, ...]
    unit: str
    finding: str
    empty: str
    provenance: SweepProvenance


def read(
    sweep: SweepLike,
    table: pd.DataFrame,
    measure: str,
    seat: int | None = None,
    *,
    players: int | None = None,
    bots: str | None = None,
) -> Tornado:
    """Take from a sweep's table of sensitivity what the figure shows.

    Parameters
    ----------
    sweep : SweepLike
        Finished or running.
    table : DataFrame
        From `sensitivity`; it may hold no row yet.
    measure : str
        With its part, such as ``length.turns.mean``.
    seat : int, optional
        Which seat, for measures of seats; by default the first there is.
    players, bots : optional
        The number of players and the line-up; by default the plan's first.

    Returns
    -------
    Tornado
        One at a time: two bars for a parameter on a scale, from the base to its lowest and to its highest value, else
        the bars that reach farthest to either side. Otherwise one bar, from the lowest to the highest.
    """
    plan = sweep.plan
    stratum = chosen_stratum(plan, players, bots)
    rows = table[(table["measure"] == measure) & (table["index"].isin(["effect", "mu"]))]
    rows = rows[(rows["players"] == stratum[0]) & (rows["bots"] == stratum[1])]
    about = measure_in_words(measure, seat)
    if rows["seat"].notna().any():
        chosen = int(rows["seat"].min()) if seat is None else seat
        rows, about = rows[rows["seat"] == chosen], measure_in_words(measure, chosen)
    bars = [bar for axis in plan.axes for bar in _bars(plan, axis, rows[rows["axis"] == axis.name])]
    reach: dict[str, float] = {}
    for bar in bars:
        reach[bar["axis"]] = max(reach.get(bar["axis"], 0.0), abs(bar["value"]))
    refused = table[(table["measure"] == measure) & (table["players"] == stratum[0]) & (table["bots"] == stratum[1])]
    refused = refused[refused["verdict"] == "refused"]
    empty = "" if bars else str(refused["note"].iloc[0]) if len(refused) else EMPTY
    order = sorted(reach, key=lambda name: -reach[name])
    titles = {axis.name: axis.title for axis in plan.axes}
    provenance = SweepProvenance.of(sweep, [stratum], READING)
    return Tornado(
        _columns(bars, order, titles),
        tuple(titles[name] for name in order),
        str(rows["unit"].iloc[0]) if len(rows) else "",
        _finding(bars, titles, about, empty),
        empty,
        provenance,
    )


def _bars(plan: SweepPlan, axis: Axis, rows: pd.DataFrame) -> list[Any]:
    """Choose which changes of an axis are drawn: one, or one to each side."""
    changes = [row for _, row in rows.iterrows() if not math.isnan(row["value"])]
    if len(changes) <= 1:
        return changes
    if axis.is_ordered and plan.design.kind == "one_at_a_time":
        ends = {str(axis.levels[0]): 0, str(axis.levels[-1]): 1}
        return sorted((row for row in changes if row["after"] in ends), key=lambda row: ends[row["after"]])
    changes.sort(key=lambda row: float(row["value"]))
    least, most = changes[0], changes[-1]
    return [least, most] if least["value"] < 0.0 < most["value"] else [most if most["value"] > 0.0 else least]


def _columns(bars: list[Any], order: list[str], titles: dict[str, str]) -> Columns:
    beside = {name: [bar["after"] for bar in bars if bar["axis"] == name] for name in order}
    rows = []
    for bar in bars:
        both = beside[bar["axis"]]
        row = float(len(order) - order.index(bar["axis"]))
        middle = row - 0.1
        if len(both) > 1:
            middle += _SIDE_BY_SIDE * (1 if bar["after"] == both[0] else -1)
        half = 0.13 if len(both) > 1 else 0.2
        low, high = (bar["value"] if math.isnan(bar[end]) else bar[end] for end in ("low", "high"))
        right = bar["value"] >= 0.0
        figure = span_in_words(bar["value"], bar["low"], bar["high"], bar["unit"])
        rows.append(
            {
                "row": middle,
                "top": middle + half,
                "bottom": middle - half,
                "value": bar["value"],
                "low": low,
                "high": high,
                "label": f"{bar['before']} \u2192 {bar['after']}: {_signed(bar['value'])}",
                "label_at": max(high, 0.0) if right else min(low, 0.0),
                "label_shift": 8 if right else -8,
                "label_side": "left" if right else "right",
                "colour": RAISES if right else LOWERS,
                "filling": 0.65 if bar["verdict"] in ("raises", "lowers") else 0.2,
                "heading": titles[bar["axis"]] if bar["after"] == both[0] else "",
                "heading_x": 0.0,
                "heading_y": row + _HEADING,
                "axis": titles[bar["axis"]],
                "name": bar["axis"],
                "before": bar["before"],
                "after": bar["after"],
                "change": f"{bar['before']} to {bar['after']}",
                "figure": figure,
                "verdict": bar["verdict"],
                "interval": bar["interval"] or "none",
                "games": bar["games"],
                "cells": f"{bar['cells']:,} cells of {bar['games']:,} games",
            }
        )
    columns = {name: [row[name] for row in rows] for name in _COLUMNS}
    columns["heading_x"] = [_x_ends(columns)[0]] * len(rows)
    return columns


def _finding(bars: list[Any], titles: dict[str, str], about: str, empty: str) -> str:
    if empty == EMPTY:
        return f"{EMPTY} for {about}"
    shown = [bar for bar in bars if bar["verdict"] in ("raises", "lowers")]
    if not shown:
        return f"No parameter is shown to change {about}"
    most = max(shown, key=lambda bar: abs(bar["value"]))
    change = f"from {most['before']} to {most['after']}"
    return f"{titles[most['axis']]}, {change}, {most['verdict']} {about} most: {_signed(most['value'])} {most['unit']}"


def _signed(number: float) -> str:
    return f"+{number_in_words(number)}" if number > 0.0 else number_in_words(number)


def figure(shown: Tornado, *, with_words: bool = True, name: str = NAME) -> Figure:
    """Draw the figure.

    Parameters
    ----------
    shown : Tornado
        From `read`.
    with_words : bool, default True
        Whether the finding and what it rests on are written into the figure; a page that writes them itself says no.
    name : str, default "tornado"
        What the figure is to be called.

    Returns
    -------
    Figure
        Its data source is called like it.
    """
    plot = canvas.blank_figure(name, _x_range(shown), _y_range(shown), _height(shown))
    source = canvas.named_source(name, shown.columns)
    plot.add_layout(Span(location=0.0, dimension="height", line_color=NEUTRAL))
    bars = plot.quad(
        left=0.0,
        right="value",
        top="top",
        bottom="bottom",
        source=source,
        fill_color="colour",
        fill_alpha="filling",
        line_color="colour",
    )
    plot.segment("low", "row", "high", "row", source=source, color=NEUTRAL, line_width=2.5)
    plot.text(
        "label_at",
        "row",
        text="label",
        source=source,
        color=NEUTRAL,
        x_offset="label_shift",
        text_align="label_side",
        text_baseline="middle",
        text_font=value(canvas.FONT),
        text_font_size="0.9em",
    )
    plot.text(
        "heading_x",
        "heading_y",
        text="heading",
        source=source,
        color=NEUTRAL,
        text_baseline="middle",
        text_font=value(canvas.FONT),
        text_font_size="0.95em",
        text_font_style="bold",
    )
    plot.yaxis.visible = False
    canvas.add_hover(
        plot,
        bars,
        [
            ("", "@axis, @change"),
            ("effect", "@figure"),
            ("judged with all others", "@verdict"),
            ("interval", "@interval"),
            ("made from", "@cells"),
        ],
    )
    _label(plot, shown)
    if with_words:
        add_words(plot, shown.finding, shown.provenance)
    return plot


def update(plot: Figure, shown: Tornado) -> None:
    """Show other data in a figure of `figure`.

    Parameters
    ----------
    plot : Figure
        The figure; words written into it stay as they are.
    shown : Tornado
        From `read`.
    """
    canvas.replace_columns(plot, shown.columns, _height(shown))
    canvas.move_range(plot.x_range, _x_range(shown))
    canvas.move_range(plot.y_range, _y_range(shown))
    _label(plot, shown)


def table(shown: Tornado) -> pd.DataFrame:
    """Lay out what the figure shows.

    Parameters
    ----------
    shown : Tornado
        From `read`.

    Returns
    -------
    DataFrame
        One row for each bar, the largest effects first.
    """
    columns = shown.columns
    unit = f" ({shown.unit})" if shown.unit else ""
    frame = pd.DataFrame(
        {
            "Parameter": list(columns["axis"]),
            "From": list(columns["before"]),
            "To": list(columns["after"]),
            f"Effect{unit}": list(columns["value"]),
            "Interval from": list(columns["low"]),
            "Interval to": list(columns["high"]),
            "Judged with all others": list(columns["verdict"]),
            "Kind of interval": list(columns["interval"]),
            "Games in each cell": list(columns["games"]),
        }
    )
    order = sorted(range(len(frame)), key=lambda place: -columns["row"][place])
    return frame.iloc[order].reset_index(drop=True)


def _label(plot: Figure, shown: Tornado) -> None:
    plot.xaxis.axis_label = f"Change in {shown.unit}" if shown.unit else ""
    plot.xaxis.visible = bool(shown.axes)
    say_nothing_shown(plot, shown.empty)


def _x_range(shown: Tornado) -> Ends:
    return _x_ends(shown.columns)


def _x_ends(columns: Columns) -> Ends:
    ends = [0.0, *columns["value"], *columns["low"], *columns["high"]]
    low, high = min(ends), max(ends)
    span = high - low or 1.0
    sides = set(columns["label_side"])
    room = {side: _ROOM_FOR_WORDS * span if side in sides else 0.04 * span for side in ("right", "left")}
    return low - room["right"], high + room["left"]


def _y_range(shown: Tornado) -> Ends:
    return 0.4, max(len(shown.axes), 1) + 0.6


def _height(shown: Tornado) -> int:
    return _FRAME + _ROW * max(len(shown.axes), 2)
