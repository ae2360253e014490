"""How a figure answers to two rule parameters at once: a cell for each pair of values, with the figure in it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import pandas as pd
from bokeh.core.properties import value
from bokeh.models import FixedTicker

from caravan.errors import CaravanError, nearest_of
from caravan.plots import canvas
from caravan.plots.canvas import Columns, Ends, Figure
from caravan.plots.empty_state import add_words, say_nothing_shown
from caravan.plots.palette import NEUTRAL
from caravan.plots.shades import as_hex, diverging, words_on
from caravan.plots.sweep_map_cells import (
    MapCell,
    Pair,
    cells_of,
    decimals_of,
    finding_of,
    is_about_zero,
    judged_of,
    scale_in_words,
    shade_places,
    unplayable,
)
from caravan.plots.sweep_provenance import SweepProvenance, chosen_stratum
from caravan.sweeps.findings import measure_in_words, number_in_words, with_decimals
from caravan.sweeps.readings import Readings, SweepLike, of_seat, read_cells

NAME = "sweep_heat_map"
EMPTY = "No cell is finished yet"
NO_MAP = "A heat map needs a sweep whose design is a grid"
BLANK = "\u2013"
"""Stands in cells that can't be played."""

_CELL_HEIGHT, _LOW_CELL_HEIGHT, _FRAME = 54, 26, 90
_MOST_WITH_WORDS = 14
"""With more levels than this, cells are too small for words; the pointer and the table have them."""

_COLUMNS = (
    *(
        "x",
        "y",
        "value",
        "low",
        "high",
        "figure",
        "span",
        "reach",
        "fill",
        "words",
        "across",
        "up",
        "told",
        "played",
        "games",
    ),
)


@dataclass(frozen=True)
class HeatMap:
    """What the figure shows.

    Attributes
    ----------
    columns : mapping of str to sequence
        One entry for each cell: ``x``, ``y``, ``value``, ``low``, ``high``, the figure, the interval and half
        its width in words, ``fill``, ``words`` (their colour), and what is shown beside the pointer.
    across, up : tuple of str
        The levels from left to right, and from the bottom up.
    titles : tuple of str
        What the two axes are called.
    measure : str
        What the cells show, with its unit.
    finding : str
        What the figure shows, as a sentence without a full stop.
    empty : str
        Why there is nothing to see; empty where there is.
    provenance : SweepProvenance
        What it rests on.
    """

    columns: Columns
    across: tuple[str, ...]
    up: tuple[str, ...]
    titles: tuple[str, str]
    measure: str
    finding: str
    empty: str
    provenance: SweepProvenance


def read(
    sweep: SweepLike,
    measure: str,
    across: str,
    up: str,
    seat: int | None = None,
    *,
    players: int | None = None,
    bots: str | None = None,
    by_game: bool = True,
    table: pd.DataFrame | None = None,
) -> HeatMap:
    """Take from a sweep what the figure shows.

    Parameters
    ----------
    sweep : SweepLike
        Finished or running; its design is a grid.
    measure : str
        With its part, such as ``length.turns.mean``.
    across, up : str
        The names of two axes.
    seat : int, optional
        Which seat, for measures of seats; by default the first.
    players, bots : optional
        The number of players and the line-up; by default the plan's first.
    by_game : bool, default True
        Whether to read the cells' games, which matters where cells are averaged over further axes.
    table : DataFrame, optional
        From `sensitivity`. The finding then agrees with its verdicts: where no two cells are shown to differ, but an
        axis is shown to matter on average, it says both.

    Returns
    -------
    HeatMap
        Where the plan has more than two axes, each cell is the average over the others, as far as they are there.

    Raises
    ------
    CaravanError
        If there is no such axis or measure.
    """
    plan = sweep.plan
    names = [axis.name for axis in plan.axes]
    for name in (across, up):
        if name not in names:
            raise CaravanError(f"the sweep has no axis '{name}'{nearest_of(name, names, 'axes')}")
    if across == up:
        raise CaravanError(f"a heat map needs two different axes, not '{across}' twice")
    stratum = chosen_stratum(plan, players, bots)
    places = (names.index(across), names.index(up))
    found = of_seat(read_cells(sweep, [measure], by_game=by_game), seat)
    readings = next((one for one in found if (one.players, one.bots) == stratum), None)
    words = measure_in_words(measure, readings.seat if readings else seat)
    averaged = [name for name in names if name not in (across, up)]
    over = f"\nEach cell is an average over {', '.join(averaged)}" if averaged else ""
    about_zero = readings is not None and is_about_zero(measure, readings.unit)
    scale = scale_in_words(about_zero=about_zero)
    reading = f"In each cell: the figure, \u00b1 half its 95% interval, by itself \u00b7 {scale}{over}"
    provenance = SweepProvenance.of(sweep, [stratum], reading)
    titles = (plan.axes[places[0]].title, plan.axes[places[1]].title)
    levels = tuple(
        tuple(plan.level_in_words(place, level) for level in range(len(plan.axes[place]))) for place in places
    )
    cells: dict[Pair, MapCell] = {}
    if readings is not None and plan.design.kind == "grid":
        cells = cells_of(plan, readings, places)
    empty = NO_MAP if plan.design.kind != "grid" else "" if cells else EMPTY
    blank = unplayable(plan, stratum, places) if not empty else []
    columns: Columns = {name: [] for name in _COLUMNS}
    if readings is not None and not empty:
        columns = _columns(cells, levels, readings, blank, about_zero=about_zero)
    judged = judged_of(table, plan, readings)
    finding = empty if empty == NO_MAP else finding_of(cells, levels, titles, words, readings, judged)
    if cells and len(plan.strata) > 1:  # a map shows one of them only
        finding += f", {stratum[0]} players, {stratum[1]}"
    in_unit = f"{words} ({readings.unit})" if readings else words
    return HeatMap(columns, levels[0], levels[1], titles, in_unit, finding, empty, provenance)


def _columns(
    cells: dict[Pair, MapCell],
    levels: tuple[tuple[str, ...], ...],
    readings: Readings,
    blank: list[tuple[int, int, str]],
    *,
    about_zero: bool,
) -> Columns:
    decimals = decimals_of(cells)
    places = shade_places([cell.contrast.value for cell in cells.values()], about_zero=about_zero)
    rows = []
    for ((x, y), cell), place in zip(cells.items(), places, strict=True):
        one, shade = cell.contrast, diverging(place)
        figure = with_decimals(one.value, decimals)
        half = (one.high - one.low) / 2.0
        known = not math.isnan(half)
        reach = with_decimals(half, decimals) if half * 10.0**decimals >= 1.0 else f"{half:.1g}"
        rows.append(
            {
                "x": x,
                "y": y,
                "value": one.value,
                "low": one.low,
                "high": one.high,
                "figure": figure,
                "span": f"{number_in_words(one.low)} to {number_in_words(one.high)}" if known else "",
                "reach": f"\u00b1{reach}" if known else "",
                "fill": as_hex(shade),
                "words": words_on(shade),
                "across": levels[0][x],
                "up": levels[1][y],
                "told": f"{figure} {readings.unit}",
                "played": readings.games,
                "games": f"{readings.games:,} in each cell",
            }
        )
    if max(map(len, levels)) > _MOST_WITH_WORDS:
        rows = [{**row, "figure": "", "reach": ""} for row in rows]
    rows += [
        {
            "x": x,
            "y": y,
            "value": math.nan,
            "low": math.nan,
            "high": math.nan,
            "figure": BLANK,
            "span": "none",
            "reach": "",
            "fill": "rgba(0, 0, 0, 0)",
            "words": NEUTRAL,
            "across": levels[0][x],
            "up": levels[1][y],
            "told": why,
            "played": 0,
            "games": "none",
        }
        for x, y, why in blank
    ]
    return {name: [row[name] for row in rows] for name in _COLUMNS}


def figure(shown: HeatMap, *, with_words: bool = True, name: str = NAME) -> Figure:
    """Draw the figure.

    Parameters
    ----------
    shown : HeatMap
        From `read`.
    with_words : bool, default True
        Whether the finding and what it rests on are written into the figure; a page that writes them itself says no.
    name : str, default "sweep_heat_map"
        What the figure is to be called.

    Returns
    -------
    Figure
        Its data source is called like it. Cells that are still to come, or can't be played, stay blank.
    """
    plot = canvas.blank_figure(name, _x_range(shown), _y_range(shown), _height(shown))
    plot.xgrid.grid_line_color = None
    source = canvas.named_source(name, shown.columns)
    cells = plot.rect("x", "y", 0.97, 0.95, source=source, fill_color="fill", line_color=None)
    for column, size, shift, style in (("figure", "1em", -8, "bold"), ("reach", "0.85em", 10, "normal")):
        plot.text(
            "x",
            "y",
            text=column,
            source=source,
            text_color="words",
            text_align="center",
            text_baseline="middle",
            y_offset=shift,
            text_font=value(canvas.FONT),
            text_font_size=size,
            text_font_style=style,
        )
    canvas.add_hover(plot, cells, _beside_the_pointer(shown))
    _label(plot, shown)
    if with_words:
        add_words(plot, shown.finding, shown.provenance)
    return plot


def update(plot: Figure, shown: HeatMap) -> None:
    """Show other data in a figure of `figure`.

    Parameters
    ----------
    plot : Figure
        The figure; words written into it stay as they are.
    shown : HeatMap
        From `read`.
    """
    canvas.replace_columns(plot, shown.columns, _height(shown))
    canvas.move_range(plot.x_range, _x_range(shown))
    canvas.move_range(plot.y_range, _y_range(shown))
    _label(plot, shown)


def table(shown: HeatMap) -> pd.DataFrame:
    """Lay out what the figure shows.

    Parameters
    ----------
    shown : HeatMap
        From `read`.

    Returns
    -------
    DataFrame
        One row for each cell; one that can't be played says why.
    """
    columns = shown.columns
    played = [games > 0 for games in columns["played"]]
    return pd.DataFrame(
        {
            shown.titles[0]: list(columns["across"]),
            shown.titles[1]: list(columns["up"]),
            shown.measure: list(columns["value"]),
            "Interval from": list(columns["low"]),
            "Interval to": list(columns["high"]),
            "Games in the cell": list(columns["played"]),
            "Can't be played because": [
                "" if there else why for there, why in zip(played, columns["told"], strict=True)
            ],
        }
    )


def _beside_the_pointer(shown: HeatMap) -> list[tuple[str, str]]:
    return [
        (shown.titles[0], "@across"),
        (shown.titles[1], "@up"),
        ("figure", "@told"),
        ("interval", "@span"),
        ("games", "@games"),
    ]


def _label(plot: Figure, shown: HeatMap) -> None:
    canvas.change_hover(plot, _beside_the_pointer(shown))
    for axis, levels, title in (
        (plot.xaxis[0], shown.across, shown.titles[0]),
        (plot.yaxis[0], shown.up, shown.titles[1]),
    ):
        overrides: dict[Any, Any] = dict(enumerate(levels))
        if axis.major_label_overrides != overrides:
            axis.ticker = FixedTicker(ticks=list(range(len(levels))))
            axis.major_label_overrides = overrides
        broken = title.replace(" (", "\n(") if axis is plot.yaxis[0] else title
        if axis.axis_label != broken:
            axis.axis_label = broken
    say_nothing_shown(plot, shown.empty)


def _x_range(shown: HeatMap) -> Ends:
    return -0.5, len(shown.across) - 0.5


def _y_range(shown: HeatMap) -> Ends:
    return -0.5, len(shown.up) - 0.5


def _height(shown: HeatMap) -> int:
    crowded = max(len(shown.across), len(shown.up)) > _MOST_WITH_WORDS
    return _FRAME + (_LOW_CELL_HEIGHT if crowded else _CELL_HEIGHT) * max(len(shown.up), 2)
