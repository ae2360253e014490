"""How a figure answers to two rule parameters at once: a cell for each pair of values, with the figure in it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from bokeh.core.properties import value
from bokeh.models import FixedTicker

from caravan.errors import CaravanError, nearest_of
from caravan.measures.registry import find_measure
from caravan.plots import canvas
from caravan.plots.canvas import Columns, Ends, Figure
from caravan.plots.empty_state import add_words, say_nothing_shown
from caravan.plots.palette import NEUTRAL
from caravan.plots.shades import as_hex, diverging, words_on
from caravan.plots.sweep_provenance import SweepProvenance, chosen_stratum
from caravan.sweeps.contrasts import Contrast, differ_together
from caravan.sweeps.findings import measure_in_words, number_in_words
from caravan.sweeps.plan import SweepPlan
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
_ABOUT_ZERO = ("percentage points", "points", "Elo points")
"""Units of measures that compare seats, for which 0 is fair."""


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
    scale = _scale_in_words(measure, readings)
    reading = f"In each cell: the figure, \u00b1 half its 95% interval, by itself \u00b7 {scale}{over}"
    provenance = SweepProvenance.of(sweep, [stratum], reading)
    titles = (plan.axes[places[0]].title, plan.axes[places[1]].title)
    levels = tuple(
        tuple(plan.level_in_words(place, level) for level in range(len(plan.axes[place]))) for place in places
    )
    cells: dict[tuple[int, int], Contrast] = {}
    if readings is not None and plan.design.kind == "grid":
        cells = _cells(plan, readings, places)
    empty = NO_MAP if plan.design.kind != "grid" else "" if cells else EMPTY
    blank = _unplayable(plan, stratum, places) if not empty else []
    columns = _columns(cells, levels, measure, readings, blank) if not empty else {name: [] for name in _COLUMNS}
    finding = empty if empty == NO_MAP else _finding(cells, levels, titles, words, readings)
    in_unit = f"{words} ({readings.unit})" if readings else words
    return HeatMap(columns, levels[0], levels[1], titles, in_unit, finding, empty, provenance)


def _cells(plan: SweepPlan, readings: Readings, places: tuple[int, int]) -> dict[tuple[int, int], Contrast]:
    """Average the points that share a pair of levels."""
    groups: dict[tuple[int, int], list[int]] = {}
    present = readings.present
    for number, point in enumerate(plan.points):
        if present[number]:
            groups.setdefault((point[places[0]], point[places[1]]), []).append(number)
    cells = {}
    for pair, members in groups.items():
        weights = np.zeros(len(plan.points))
        weights[members] = 1.0 / len(members)
        cells[pair] = readings.contrast(weights)
    return cells


def _about_zero(measure: str, readings: Readings | None) -> bool:
    name = measure.split(".", maxsplit=1)[0]
    return readings is not None and readings.unit in _ABOUT_ZERO and find_measure(name).about_seats


def _scale_in_words(measure: str, readings: Readings | None) -> str:
    if _about_zero(measure, readings):
        return "blue: above 0, orange: below, white: 0"
    return "blue: highest, orange: lowest, white: half-way"


def _columns(
    cells: dict[tuple[int, int], Contrast],
    levels: tuple[tuple[str, ...], ...],
    measure: str,
    readings: Readings | None,
    blank: list[tuple[int, int, str]],
) -> Columns:
    values = [one.value for one in cells.values()]
    middle = 0.0 if _about_zero(measure, readings) else (min(values) + max(values)) / 2.0
    reach = max(abs(one - middle) for one in values) or 1.0
    rows = []
    for (x, y), one in cells.items():
        shade = diverging((one.value - middle) / reach)
        span = "" if math.isnan(one.low) else f"{number_in_words(one.low)} to {number_in_words(one.high)}"
        rows.append(
            {
                "x": x,
                "y": y,
                "value": one.value,
                "low": one.low,
                "high": one.high,
                "figure": number_in_words(one.value),
                "span": span,
                "reach": "" if math.isnan(one.low) else f"\u00b1{number_in_words((one.high - one.low) / 2.0)}",
                "fill": as_hex(shade),
                "words": words_on(shade),
                "across": levels[0][x],
                "up": levels[1][y],
                "told": f"{number_in_words(one.value)} {readings.unit if readings else ''}",
                "played": readings.games if readings else 0,
                "games": f"{readings.games if readings else 0:,} in each cell",
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


def _unplayable(plan: SweepPlan, stratum: tuple[int, str], places: tuple[int, int]) -> list[tuple[int, int, str]]:
    """Find the pairs of levels that can't be played, whatever the other axes are, and say why."""
    first = plan.number(plan.strata.index(stratum), 0)
    playable: set[tuple[int, int]] = set()
    errors: dict[tuple[int, int], str] = {}
    for number, point in enumerate(plan.points):
        pair = (point[places[0]], point[places[1]])
        if pair not in playable:
            scenario = plan.scenario(first + number)
            if scenario.request is None:
                errors[pair] = scenario.error
            else:
                playable.add(pair)
    return [(x, y, why) for (x, y), why in errors.items() if (x, y) not in playable]


def _finding(
    cells: dict[tuple[int, int], Contrast],
    levels: tuple[tuple[str, ...], ...],
    titles: tuple[str, str],
    words: str,
    readings: Readings | None,
) -> str:
    if not cells or readings is None:
        return f"Nothing to be seen yet of {words} by {titles[0]} and {titles[1]}"
    least, most = min(cells, key=lambda pair: cells[pair].value), max(cells, key=lambda pair: cells[pair].value)

    def told(pair: tuple[int, int]) -> str:
        return f"{number_in_words(cells[pair].value)} (at {levels[0][pair[0]]} and {levels[1][pair[1]]})"

    lowest, highest = cells[least], cells[most]
    if not differ_together(lowest.value, lowest.high, highest.value, highest.low, len(cells)):
        return f"No change in {words} is shown with {titles[0]} and {titles[1]}"
    return f"{words[:1].upper()}{words[1:]} goes from {told(least)} to {told(most)} {readings.unit}"


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
