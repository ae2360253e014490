"""How a figure answers to one rule parameter: a curve with its band, for each number of players and line-up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from bokeh.core.properties import value
from bokeh.models import FixedTicker

from caravan.errors import CaravanError, nearest_of
from caravan.plots import canvas
from caravan.plots.canvas import Columns, Ends, Figure
from caravan.plots.empty_state import add_words, say_nothing_shown
from caravan.plots.palette import SEATS
from caravan.plots.sweep_curves import Curve, curve_of, finding_of, judged_of
from caravan.plots.sweep_provenance import SweepProvenance
from caravan.sweeps.axes import Axis
from caravan.sweeps.designs import AT_BASE
from caravan.sweeps.findings import measure_in_words, span_in_words
from caravan.sweeps.plan import SweepPlan
from caravan.sweeps.readings import SweepLike, of_seat, read_cells

NAME = "response"
EMPTY = "No curve can be shown yet"
NO_CURVE = "A sweep of Morris's design has no curve: it has each parameter's effect at scattered places"
READING = "Band: 95% interval of each point, by itself"
MARKERS = ("circle", "square", "diamond", "triangle", "inverted_triangle", "hex", "star", "plus")
_HEIGHT, _INSIDE, _LINE = 360, 280.0, 15.0
"""The figure, the picture in it, and a line of words, in pixels."""

_ROOM = 0.08
_ROOM_FOR_NAMES = 0.3
"""The room for the curves' names to the right, as a part of the picture's span."""

_COLUMNS = (
    "x",
    "y",
    "low",
    "high",
    "next_x",
    "next_y",
    "band_x",
    "band_y",
    "colour",
    "marker",
    "label",
    "label_shift",
    "level",
    "place",
    "players",
    "bots",
    "unit",
    "figure",
    "played",
    "games",
)


@dataclass(frozen=True)
class Response:
    """What the figure shows.

    Attributes
    ----------
    columns : mapping of str to sequence
        One entry for each point of each curve: where it is, its interval, the way to the next point and the band on
        that way, ``colour``, ``marker``, ``label``, the curve's name beside its last point, and which cell it is: the
        level's ``place`` on the axis, ``players`` and ``bots``.
    ticks : dict of float to str
        The levels of the axis, and what they are called.
    title : str
        What the axis is called.
    measure : str
        What the curves show, with its unit.
    finding : str
        What the figure shows, as a sentence without a full stop.
    empty : str
        Why there is no curve; empty where there is one.
    provenance : SweepProvenance
        What it rests on.
    """

    columns: Columns
    ticks: dict[float, str]
    title: str
    measure: str
    finding: str
    empty: str
    provenance: SweepProvenance


def read(
    sweep: SweepLike,
    measure: str,
    axis: str,
    seat: int | None = None,
    *,
    by_game: bool = True,
    table: pd.DataFrame | None = None,
) -> Response:
    """Take from a sweep what the figure shows.

    Parameters
    ----------
    sweep : SweepLike
        Finished or running.
    measure : str
        With its part, such as ``length.turns.mean``.
    axis : str
        The axis's name.
    seat : int, optional
        Which seat, for measures of seats; by default the first.
    by_game : bool, default True
        Whether to read the cells' games, which all have the same seeds; intervals of averages are then right, and
        otherwise somewhat too wide.
    table : DataFrame, optional
        From `sensitivity`. The finding then rests on its verdicts, which were judged for all changes of the figure
        together; otherwise on whether the lowest point of a curve differs from its highest.

    Returns
    -------
    Response
        In a grid each point is an average over the other axes, and in a Latin hypercube one on a surface through the
        cells; one at a time, the cells themselves.

    Raises
    ------
    CaravanError
        If there is no such axis or measure.
    """
    plan = sweep.plan
    names = [one.name for one in plan.axes]
    if axis not in names:
        raise CaravanError(f"the sweep has no axis '{axis}'{nearest_of(axis, names, 'axes')}")
    place = names.index(axis)
    own = plan.axes[place]
    found = of_seat(read_cells(sweep, [measure], by_game=by_game), seat)
    all_curves = [curve_of(plan, place, one) for one in found]
    curves = [curve for curve in all_curves if curve.points]
    at = _places(plan, own)
    ticks = {at[level]: plan.level_in_words(place, level) for level in sorted(at)}
    words = measure_in_words(measure, found[0].seat if found else seat)
    unit = f"\n({found[0].unit})" if found else ""
    refusals = [curve.refusal for curve in all_curves if curve.refusal]
    several = len({one.players for one in curves}) > 1 and len({one.bots for one in curves}) > 1
    how = f"{READING} \u00b7 in brackets: players" if several else READING
    reading = f"{how}\nNot shown: {refusals[0]}" if refusals else how
    empty = "" if curves else NO_CURVE if plan.design.kind == "morris" else refusals[0] if refusals else EMPTY
    return Response(
        _columns(curves, at, own),
        ticks,
        own.title,
        f"{words}{unit}",
        finding_of(curves, plan, place, words, judged_of(table, found, axis))
        if curves or empty == EMPTY
        else f"No curve of {words} by {own.title}",
        empty,
        SweepProvenance.of(sweep, plan.strata, reading),
    )


def _places(plan: SweepPlan, axis: Axis) -> dict[int, float]:
    """Say where along the picture each level stands: at its number, or one step apart; the base's own value too."""
    levels = list(range(len(axis)))
    if plan.design.kind == "one_at_a_time" and plan.base_point[plan.axes.index(axis)] == AT_BASE:
        levels.insert(0, AT_BASE)
    if axis.is_ordered and len(axis.parameters) == 1:
        base = float(getattr(plan.base, axis.parameters[0]))
        return {level: base if level == AT_BASE else float(axis.levels[level].settings[0]) for level in levels}
    return {level: float(place) for place, level in enumerate(levels)}


def _columns(curves: Sequence[Curve], at: dict[int, float], axis: Axis) -> Columns:
    rows: list[dict[str, Any]] = []
    reach = max(at.values()) - min(at.values())
    names = _short_names(curves)
    for number, curve in enumerate(curves):
        # Where no line joins the points, curves stand side by side, so that one doesn't cover the other.
        shift = 0.0 if axis.is_ordered else 0.03 * reach * (number - (len(curves) - 1) / 2.0)
        points = sorted(curve.points, key=lambda point: at[point[0]])
        for place, (level, middle, low, high) in enumerate(points):
            last = place == len(points) - 1
            after = points[place if last or not axis.is_ordered else place + 1]
            x, next_x = at[level] + shift, at[after[0]] + shift
            bounds = (_or(low, middle), _or(high, middle))
            rows.append(
                {
                    "x": x,
                    "y": middle,
                    "low": bounds[0],
                    "high": bounds[1],
                    "next_x": next_x,
                    "next_y": after[1],
                    "band_x": [x, next_x, next_x, x],
                    "band_y": [bounds[0], _or(after[2], after[1]), _or(after[3], after[1]), bounds[1]],
                    "colour": SEATS[number % len(SEATS)],
                    "marker": MARKERS[number % len(MARKERS)],
                    "label": names[number] if last else "",
                    "label_shift": 0.0,
                    "level": str(axis.levels[level]) if level != AT_BASE else "base",
                    "place": level,
                    "players": curve.players,
                    "bots": curve.bots,
                    "unit": curve.unit,
                    "figure": f"{span_in_words(middle, low, high, curve.unit, signed=False)}, {curve.name}",
                    "played": curve.games,
                    "games": f"{curve.games:,} in each cell",
                }
            )
    _spread_names(rows)
    return {name: [row[name] for row in rows] for name in _COLUMNS}


def _short_names(curves: Sequence[Curve]) -> list[str]:
    """Name curves by what sets them apart, as there is little room beside them."""
    if len({curve.bots for curve in curves}) == 1:
        return [f"{curve.players} players" for curve in curves] if len(curves) > 1 else [curve.name for curve in curves]
    if len({curve.players for curve in curves}) == 1:
        return [curve.bots for curve in curves]
    return [f"{curve.bots} ({curve.players})" for curve in curves]


def _spread_names(rows: list[dict[str, Any]]) -> None:
    """Shift the curves' names up or down where they would cover each other."""
    low, high = _y_ends([row["low"] for row in rows], [row["high"] for row in rows])
    pixels = _INSIDE / (high - low)
    lowest = -math.inf
    for row in sorted((row for row in rows if row["label"]), key=lambda row: float(row["y"])):
        wanted = (row["y"] - low) * pixels
        lowest = max(wanted, lowest + _LINE)
        row["label_shift"] = wanted - lowest  # downwards on the screen


def _or(number: float, instead: float) -> float:
    return instead if math.isnan(number) else number


def figure(shown: Response, *, with_words: bool = True, name: str = NAME) -> Figure:
    """Draw the figure.

    Parameters
    ----------
    shown : Response
        From `read`.
    with_words : bool, default True
        Whether the finding and what it rests on are written into the figure; a page that writes them itself says no.
    name : str, default "response"
        What the figure is to be called.

    Returns
    -------
    Figure
        Its data source is called like it.
    """
    plot = canvas.blank_figure(name, _x_range(shown), _y_range(shown), _HEIGHT)
    source = canvas.named_source(name, shown.columns)
    plot.patches("band_x", "band_y", source=source, fill_color="colour", fill_alpha=0.18, line_color=None)
    plot.segment(
        "x", "low", "x", "high", source=source, color="colour", line_width=4, line_alpha=0.35, line_cap="round"
    )
    plot.segment("x", "y", "next_x", "next_y", source=source, color="colour", line_width=2)
    points = plot.scatter("x", "y", source=source, size=9, marker="marker", color="colour")
    plot.text(
        "x",
        "y",
        text="label",
        source=source,
        color="colour",
        x_offset=12,
        y_offset="label_shift",
        text_baseline="middle",
        text_font=value(canvas.FONT),
        text_font_size="0.9em",
        text_font_style="bold",
    )
    plot.ygrid.grid_line_alpha = 1.0
    canvas.add_hover(plot, points, _beside_the_pointer(shown))
    _label(plot, shown)
    if with_words:
        add_words(plot, shown.finding, shown.provenance)
    return plot


def update(plot: Figure, shown: Response) -> None:
    """Show other data in a figure of `figure`.

    Parameters
    ----------
    plot : Figure
        The figure; words written into it stay as they are.
    shown : Response
        From `read`.
    """
    canvas.replace_columns(plot, shown.columns)
    canvas.move_range(plot.x_range, _x_range(shown))
    canvas.move_range(plot.y_range, _y_range(shown))
    _label(plot, shown)


def table(shown: Response) -> pd.DataFrame:
    """Lay out what the figure shows.

    Parameters
    ----------
    shown : Response
        From `read`.

    Returns
    -------
    DataFrame
        One row for each point of each curve.
    """
    columns = shown.columns
    levels = zip(columns["x"], columns["level"], strict=True)
    return pd.DataFrame(
        {
            shown.title: [shown.ticks.get(x, level) for x, level in levels],
            "Players": list(columns["players"]),
            "Bots": list(columns["bots"]),
            shown.measure.replace("\n", " "): list(columns["y"]),
            "Interval from": list(columns["low"]),
            "Interval to": list(columns["high"]),
            "Games in the cell": list(columns["played"]),
        }
    )


def _beside_the_pointer(shown: Response) -> list[tuple[str, str]]:
    return [("", f"{shown.title}: @level"), ("", "@figure"), ("games", "@games")]


def _label(plot: Figure, shown: Response) -> None:
    canvas.change_hover(plot, _beside_the_pointer(shown))
    axis = plot.xaxis[0]
    overrides: dict[Any, Any] = dict(shown.ticks)
    if axis.major_label_overrides != overrides:
        axis.ticker = FixedTicker(ticks=list(shown.ticks))
        axis.major_label_overrides = overrides
    if axis.axis_label != shown.title:
        axis.axis_label = shown.title
    if plot.yaxis[0].axis_label != shown.measure:
        plot.yaxis[0].axis_label = shown.measure
    plot.yaxis.visible = not shown.empty
    say_nothing_shown(plot, shown.empty)


def _x_range(shown: Response) -> Ends:
    low, high = min(shown.ticks), max(shown.ticks)
    return low - _ROOM * (high - low), high + _ROOM_FOR_NAMES * (high - low)


def _y_range(shown: Response) -> Ends:
    return _y_ends(shown.columns["low"], shown.columns["high"])


def _y_ends(lows: Sequence[float], highs: Sequence[float]) -> Ends:
    if not lows:
        return 0.0, 1.0
    low, high = min(lows), max(highs)
    room = _ROOM * (high - low) or 1.0
    return low - room, high + room
