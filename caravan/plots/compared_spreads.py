"""How scores, and the lengths of games, spread under several rule sets: for each of them a bar of quantiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from bokeh.core.properties import value

from caravan.measures import Estimate, measure
from caravan.plots import canvas
from caravan.plots.canvas import Columns, Ends, Figure
from caravan.plots.compared import (
    ROW_HEIGHT,
    ComparedProvenance,
    Entrant,
    label_rows,
    provenance_of,
    rows_of,
    whole_game_finding,
    y_range,
)
from caravan.plots.palette import LENGTH, seat_colour
from caravan.plots.ranges import steady_range

NAME = "compared_spreads"
_LEGEND = "Shape: the mean; bar: middle half of the games; line: nine in ten."
_STEP = 10.0
_QUANTILES = ("p05", "p25", "p50", "p75", "p95")
_ROOM_FOR_LABELS = 0.22
"""What the figures behind a bar take, as a part of what the bars span."""


@dataclass(frozen=True)
class Spreads:
    """What the figure shows.

    Attributes
    ----------
    columns : mapping of str to sequence
        One entry for each group and rule set.
    labels : mapping of float to str
        What stands beside each row.
    unit : str
        What is counted, such as ``points``.
    finding : str
        What the figure shows, as a sentence without a full stop.
    provenance : ComparedProvenance
        What it rests on.
    """

    columns: Columns
    labels: dict[float, str]
    unit: str
    finding: str
    provenance: ComparedProvenance


def read_scores(entrants: Sequence[Entrant]) -> Spreads:
    """Take from the games how many points each seat makes under each rule set.

    Parameters
    ----------
    entrants : sequence of Entrant
        The baseline first, all of one style and number of players.

    Returns
    -------
    Spreads
        In points.
    """
    seats = entrants[0].sample.seats
    groups = [(f"Seat {seat}", seat_colour(seat)) for seat in seats]
    parts = []
    for one in entrants:
        estimates = measure(one.sample, "score")
        parts.append([_parts(estimates, seat, "") for seat in seats])
    whole = next(e for e in measure(entrants[0].sample, "score") if e.label == "score.mean" and e.seat is None)
    finding = whole_game_finding(entrants, "score.mean", "The mean score is", f"{whole.value:.1f}")
    return _spreads(groups, entrants, parts, "points", finding)


def read_lengths(entrants: Sequence[Entrant]) -> Spreads:
    """Take from the games how long they are under each rule set.

    Parameters
    ----------
    entrants : sequence of Entrant
        The baseline first, all of one style and number of players.

    Returns
    -------
    Spreads
        In turns of all players together.
    """
    parts = [[_parts(measure(one.sample, "length"), None, "turns.")] for one in entrants]
    mean = parts[0][0]["mean"].value
    finding = whole_game_finding(entrants, "length.turns.mean", "A game takes", f"{mean:.1f} turns")
    return _spreads([("", LENGTH)], entrants, parts, "turns", finding)


def _parts(estimates: Sequence[Estimate], seat: int | None, before: str) -> dict[str, Estimate]:
    return {
        estimate.part.removeprefix(before): estimate
        for estimate in estimates
        if estimate.seat == seat and estimate.part.startswith(before)
    }


def _spreads(
    groups: Sequence[tuple[str, str]],
    entrants: Sequence[Entrant],
    parts: Sequence[Sequence[Mapping[str, Estimate]]],
    unit: str,
    finding: str,
) -> Spreads:
    heights = rows_of([name for name, _ in groups], entrants)
    rows: list[dict[str, Any]] = []
    labels: dict[float, str] = {}
    for group, (name, colour) in enumerate(groups):
        for place, one in enumerate(entrants):
            found, (height, label) = parts[place][group], heights[group, place]
            labels[height] = label
            mean = found["mean"]
            rows.append(
                {
                    "row": height,
                    "group": name or "the game",
                    "letter": one.letter,
                    "rules": one.name,
                    "mean": mean.value,
                    "low": mean.low,
                    "high": mean.high,
                    **{part: found[part].value for part in _QUANTILES},
                    "label": f"{mean.value:.1f}",
                    "colour": colour,
                    "marker": one.marker,
                    "games": one.sample.games,
                    "interval": mean.interval or "none yet",
                }
            )
    columns = {column: [row[column] for row in rows] for column in rows[0]}
    return Spreads(columns, labels, unit, finding, provenance_of(entrants, parts[0][0]["mean"].interval, _LEGEND))


def figure(shown: Spreads, *, with_words: bool = True, name: str = NAME) -> Figure:
    """Draw the figure.

    Parameters
    ----------
    shown : Spreads
        From `read_scores` or `read_lengths`.
    with_words : bool, default True
        Whether the finding and what it rests on are written into the figure; a page that writes them itself says no.
    name : str, default "compared_spreads"
        What the figure is to be called.

    Returns
    -------
    Figure
    """
    plot = canvas.blank_figure(name, _x_range(shown, None), y_range(shown.labels), _height(shown))
    source = canvas.named_source(name, shown.columns)
    plot.segment("p05", "row", "p95", "row", source=source, color="colour", line_width=2)
    bars = plot.segment(
        "p25", "row", "p75", "row", source=source, color="colour", line_width=9, line_alpha=0.4, line_cap="round"
    )
    points = plot.scatter("mean", "row", source=source, size=11, marker="marker", color="colour")
    plot.text(
        "p95",
        "row",
        text="label",
        source=source,
        color="colour",
        x_offset=10,
        text_baseline="middle",
        text_font=value(canvas.FONT),
        text_font_size="0.95em",
        text_font_style="bold",
    )
    plot.xaxis.axis_label = shown.unit.capitalize()
    canvas.add_hover(
        plot,
        points,
        [
            ("rules", "@letter @rules"),
            ("", "@group"),
            ("mean", "@mean{0.0} (@low{0.0} to @high{0.0})"),
            ("median", "@p50{0.0}"),
            ("half of games", "@p25{0} to @p75{0}"),
            ("nine in ten", "@p05{0} to @p95{0}"),
            ("games", "@games{0,0}"),
        ],
    )
    bars.level = "underlay"
    label_rows(plot, shown.labels)
    if with_words:
        canvas.add_words(plot, shown.finding, shown.provenance)
    return plot


def update(plot: Figure, shown: Spreads) -> None:
    """Show other data in a figure of `figure`, keeping the axis for as long as it serves.

    Parameters
    ----------
    plot : Figure
        The figure; words written into it stay as they are.
    shown : Spreads
        From `read_scores` or `read_lengths`.
    """
    canvas.replace_columns(plot, shown.columns, _height(shown))
    canvas.move_range(plot.x_range, _x_range(shown, canvas.range_ends(plot.x_range)))
    canvas.move_range(plot.y_range, y_range(shown.labels))
    label_rows(plot, shown.labels)


def table(shown: Spreads) -> pd.DataFrame:
    """Lay out what the figure shows.

    Parameters
    ----------
    shown : Spreads
        From `read_scores` or `read_lengths`.

    Returns
    -------
    DataFrame
        One row for each group and rule set.
    """
    columns, unit = shown.columns, shown.unit
    names = [f"{letter} {name}" for letter, name in zip(columns["letter"], columns["rules"], strict=True)]
    return pd.DataFrame(
        {
            "Of": list(columns["group"]),
            "Rule set": names,
            f"Mean ({unit})": list(columns["mean"]),
            f"Interval from ({unit})": list(columns["low"]),
            f"Interval to ({unit})": list(columns["high"]),
            f"5% below ({unit})": list(columns["p05"]),
            f"25% below ({unit})": list(columns["p25"]),
            f"Median ({unit})": list(columns["p50"]),
            f"75% below ({unit})": list(columns["p75"]),
            f"95% below ({unit})": list(columns["p95"]),
            "Games": list(columns["games"]),
            "Kind of interval": list(columns["interval"]),
        }
    )


def _height(shown: Spreads) -> int:
    low, high = y_range(shown.labels)
    return round(ROW_HEIGHT * (high - low)) + 60


def _x_range(shown: Spreads, previous: Ends | None) -> Ends:
    low, high = min(shown.columns["p05"]), max(shown.columns["p95"])
    return steady_range(previous, low, high + _ROOM_FOR_LABELS * (high - low), _STEP, floor=0.0)
