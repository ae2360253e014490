"""Who wins from which seat under several rule sets: for each seat a point and an interval for each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from bokeh.core.properties import value
from bokeh.models import NumeralTickFormatter
from bokeh.models.annotations import Span

from caravan.measures import measure
from caravan.plots import canvas
from caravan.plots.canvas import Columns, Ends, Figure
from caravan.plots.compared import (
    ROW_HEIGHT,
    ComparedProvenance,
    Entrant,
    label_rows,
    provenance_of,
    rows_of,
    seats_finding,
    y_range,
)
from caravan.plots.palette import NEUTRAL, seat_colour

NAME = "compared_shares"
_LEGEND = "Dashed line: a fair share."
_ROOM_FOR_LABELS = 0.17
"""The part of the axis that the figures behind the intervals take."""


@dataclass(frozen=True)
class ComparedShares:
    """What the figure shows.

    Attributes
    ----------
    columns : mapping of str to sequence
        One entry for each seat and rule set.
    labels : mapping of float to str
        What stands beside each row.
    fair : float
        One over the number of players.
    finding : str
        What the figure shows, as a sentence without a full stop.
    provenance : ComparedProvenance
        What it rests on.
    """

    columns: Columns
    labels: dict[float, str]
    fair: float
    finding: str
    provenance: ComparedProvenance


def read(entrants: Sequence[Entrant]) -> ComparedShares:
    """Take from the games what the figure shows.

    Parameters
    ----------
    entrants : sequence of Entrant
        The baseline first, all of one style and number of players.

    Returns
    -------
    ComparedShares
    """
    players = entrants[0].sample.players
    heights = rows_of([f"Seat {seat}" for seat in range(1, players + 1)], entrants)
    rows: list[dict[str, Any]] = []
    labels: dict[float, str] = {}
    interval = ""
    for place, one in enumerate(entrants):
        for seat, estimate in enumerate(measure(one.sample, "win_share"), start=1):
            height, label = heights[seat - 1, place]
            labels[height] = label
            interval = interval or estimate.interval
            rows.append(
                {
                    "row": height,
                    "seat": seat,
                    "letter": one.letter,
                    "rules": one.name,
                    "share": estimate.value,
                    "low": estimate.low if estimate.has_interval else 0.0,
                    "high": estimate.high if estimate.has_interval else 1.0,
                    "label": f"{100 * estimate.value:.1f}%",
                    "colour": seat_colour(seat),
                    "marker": one.marker,
                    "games": one.sample.games,
                    "interval": estimate.interval or "none yet",
                }
            )
    rows.sort(key=lambda row: float(row["row"]), reverse=True)
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    labels = dict(sorted(labels.items(), reverse=True))
    return ComparedShares(
        columns, labels, 1.0 / players, seats_finding(entrants), provenance_of(entrants, interval, _LEGEND)
    )


def figure(shown: ComparedShares, *, with_words: bool = True, name: str = NAME) -> Figure:
    """Draw the figure.

    Parameters
    ----------
    shown : ComparedShares
        From `read`.
    with_words : bool, default True
        Whether the finding and what it rests on are written into the figure; a page that writes them itself says no.
    name : str, default "compared_shares"
        What the figure is to be called.

    Returns
    -------
    Figure
    """
    plot = canvas.blank_figure(name, _x_range(shown), y_range(shown.labels), _height(shown))
    source = canvas.named_source(name, shown.columns)
    plot.add_layout(Span(location=shown.fair, dimension="height", line_color=NEUTRAL, line_dash=[6, 4]))
    plot.segment(
        "low", "row", "high", "row", source=source, color="colour", line_width=6, line_alpha=0.35, line_cap="round"
    )
    points = plot.scatter("share", "row", source=source, size=12, marker="marker", color="colour")
    plot.text(
        "high",
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
    plot.xaxis.bounds = (0.0, 1.0)
    plot.xaxis.formatter = NumeralTickFormatter(format="0%")
    plot.xaxis.axis_label = "Share of games won"
    canvas.add_hover(
        plot,
        points,
        [
            ("rules", "@letter @rules"),
            ("seat", "@seat"),
            ("share", "@share{0.0%}"),
            ("interval", "@low{0.0%} to @high{0.0%}"),
            ("made from", "@games{0,0} games, @interval"),
        ],
    )
    label_rows(plot, shown.labels)
    if with_words:
        canvas.add_words(plot, shown.finding, shown.provenance)
    return plot


def update(plot: Figure, shown: ComparedShares) -> None:
    """Show other data in a figure of `figure`, moving as little as possible.

    Parameters
    ----------
    plot : Figure
        The figure; words written into it stay as they are.
    shown : ComparedShares
        From `read`.
    """
    canvas.replace_columns(plot, shown.columns, _height(shown))
    canvas.move_range(plot.x_range, _x_range(shown))
    canvas.move_range(plot.y_range, y_range(shown.labels))
    label_rows(plot, shown.labels)
    for line in plot.center:
        if isinstance(line, Span):
            line.location = shown.fair


def table(shown: ComparedShares) -> pd.DataFrame:
    """Lay out what the figure shows.

    Parameters
    ----------
    shown : ComparedShares
        From `read`.

    Returns
    -------
    DataFrame
        One row for each seat and rule set.
    """
    columns = shown.columns
    percent = {name: [100.0 * share for share in columns[name]] for name in ("share", "low", "high")}
    return pd.DataFrame(
        {
            "Seat": list(columns["seat"]),
            "Rule set": [f"{letter} {name}" for letter, name in zip(columns["letter"], columns["rules"], strict=True)],
            "Games won (%)": percent["share"],
            "Interval from (%)": percent["low"],
            "Interval to (%)": percent["high"],
            "Fair share (%)": 100.0 * shown.fair,
            "Games": list(columns["games"]),
            "Kind of interval": list(columns["interval"]),
        }
    )


def _height(shown: ComparedShares) -> int:
    low, high = y_range(shown.labels)
    return round(ROW_HEIGHT * (high - low)) + 60


def _x_range(shown: ComparedShares) -> Ends:
    highest = max(*shown.columns["high"], 1.5 * shown.fair)
    lowest = min(*shown.columns["low"], 0.5 * shown.fair)
    start = max(0.0, 0.05 * (lowest // 0.05))
    end = min(1.0, 0.05 * (highest // 0.05 + 1.0))
    return start, end + _ROOM_FOR_LABELS * (end - start)
