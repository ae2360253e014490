"""Where each seat's points come from: for each source the points that each seat makes in a game, with intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from caravan.measures import BatchLike, Estimate, Sample
from caravan.measures.evidence import means
from caravan.plots import canvas, interval_rows
from caravan.plots.canvas import Columns, Ends, Figure
from caravan.plots.palette import seat_colour
from caravan.plots.provenance import Provenance, seat_in_words
from caravan.plots.ranges import steady_range

NAME = "point_sources"
SOURCES = {"rare": "rare goods", "common": "common goods", "demand": "demand markers", "penalty": "penalties"}
"""The columns of the seats' table that make points, and what they are called."""

_STEP = 5.0
_LABEL_ROOM = 0.14


@dataclass(frozen=True)
class PointSources:
    """What the figure shows.

    Attributes
    ----------
    columns : mapping of str to sequence
        One entry for each source and seat: ``source``, ``seat``, ``bot``, ``value`` with ``low`` and ``high``, and how
        it is drawn.
    labels : tuple of str
        What is written before the rows, from the top down.
    extent : tuple of float
        What must be seen.
    finding : str
        What the figure shows, as a sentence.
    provenance : Provenance
        What it rests on.
    """

    columns: Columns
    labels: tuple[str, ...]
    extent: Ends
    finding: str
    provenance: Provenance


def read(batch: BatchLike | Sample) -> PointSources:
    """Take from a batch what the figure shows.

    Parameters
    ----------
    batch : BatchLike or Sample
        The games played so far, at least one.

    Returns
    -------
    PointSources
        In points per game; penalties only where there were any.
    """
    sample = batch if isinstance(batch, Sample) else Sample(batch)
    rules = sample.rules
    worth = {"rare": rules.rare_value, "common": rules.common_value, "demand": rules.demand_value, "penalty": 1}
    points = {source: value * sample.of_seats(source) for source, value in worth.items()}
    shown = [source for source in SOURCES if source != "penalty" or points[source].any()]
    together = np.stack([points[source].mean(axis=0) for source in shown])
    figures = means(sample, np.concatenate([*(points[source] for source in shown), together]))
    estimates = figures.estimates(NAME, "points", sample.games)
    by_source = {
        source: estimates[place * sample.players : (place + 1) * sample.players] for place, source in enumerate(shown)
    }
    overall = dict(zip(shown, estimates[len(shown) * sample.players :], strict=True))
    provenance = Provenance.of(sample.batch).with_interval(
        next((one.interval for one in estimates if one.interval), "")
    )
    rows: list[dict[str, Any]] = []
    labels: list[str] = []
    for source in shown:
        for seat, (estimate, bot) in enumerate(zip(by_source[source], provenance.bots, strict=True), start=1):
            name = SOURCES[source].capitalize()
            labels.append(f"{name}\u2002seat {seat}" if seat == 1 else f"seat {seat}")
            place = len(shown) * sample.players - len(rows)
            further: dict[str, Any] = {"source": name, "seat": seat, "bot": bot, "games": provenance.games_in_words}
            rows.append(
                interval_rows.row(
                    place, estimate, f"{estimate.value:.1f}", seat_colour(seat), (seat - 1) % 4, **further
                )
            )
    columns = interval_rows.columns_of(rows)
    low, high = min(0.0, *columns["low"]), max(columns["high"])
    extent = (low, high + _LABEL_ROOM * (high - low))
    return PointSources(columns, tuple(labels), extent, finding(overall, by_source, provenance.bots), provenance)


def finding(overall: dict[str, Estimate], by_source: dict[str, tuple[Estimate, ...]], bots: tuple[str, ...]) -> str:
    """Say where most points come from, and where the seats differ most, as far as the intervals show.

    Parameters
    ----------
    overall : dict of str to Estimate
        By source, the points of a seat on average.
    by_source : dict of str to tuple of Estimate
        The same for each seat.
    bots : tuple of str
        Who played, in seat order.

    Returns
    -------
    str
        A sentence without a full stop.
    """
    gained = sorted((one for one in overall if one != "penalty"), key=lambda one: -overall[one].value)
    first, second = overall[gained[0]], overall[gained[1]]
    name, amount = SOURCES[gained[0]], f"{first.value:.1f} a game for each seat"
    if not (first.has_interval and second.has_interval):
        return f"Most points so far come from {name}: {amount}"
    if first.low > second.high:
        said = f"Most points come from {name}: {amount}"
    else:
        said = f"About as many points come from {SOURCES[gained[1]]} as from {name}: {amount}"
    widest = max(by_source, key=lambda source: _clear_gap(by_source[source]))
    gap = _clear_gap(by_source[widest])
    if gap <= 0.0:
        return f"{said}; the seats don\u2019t differ clearly in any source"
    seats = by_source[widest]
    most = max(range(len(seats)), key=lambda seat: seats[seat].value)
    least = min(range(len(seats)), key=lambda seat: seats[seat].value)
    difference = seats[most].value - seats[least].value
    return (
        f"{said}; the seats differ most in {SOURCES[widest]}: seat {seat_in_words(most + 1, bots)} makes "
        f"{difference:.1f} more than seat {seat_in_words(least + 1, bots)}"
    )


def _clear_gap(seats: tuple[Estimate, ...]) -> float:
    """Say by how much the intervals of the highest and the lowest seat are apart."""
    most, least = max(seats, key=lambda one: one.value), min(seats, key=lambda one: one.value)
    return most.low - least.high if most.has_interval and least.has_interval else -1.0


def figure(shown: PointSources, *, with_words: bool = True) -> Figure:
    """Draw the figure.

    Parameters
    ----------
    shown : PointSources
        From `read`.
    with_words : bool, default True
        Whether the finding and what it rests on are written into the figure; a page that writes them itself says no.

    Returns
    -------
    Figure
        Called ``point_sources``, as is its data source.
    """
    plot = interval_rows.draw(
        NAME,
        shown.columns,
        shown.labels,
        steady_range(None, *shown.extent, _STEP, floor=0.0),
        "Points in a game",
        [
            ("source", "@source"),
            ("seat", "@seat, @bot"),
            ("points", "@value{0.00}"),
            ("interval", "@low{0.00} to @high{0.00}"),
            ("made from", "@games, @interval"),
        ],
    )
    if with_words:
        canvas.add_words(plot, shown.finding, shown.provenance)
    return plot


def update(plot: Figure, shown: PointSources) -> None:
    """Show other data in a figure of `figure`, keeping the axis for as long as it serves.

    Parameters
    ----------
    plot : Figure
        The figure; words written into it stay as they are.
    shown : PointSources
        From `read`.
    """
    ends = steady_range(canvas.range_ends(plot.x_range), *shown.extent, _STEP, floor=0.0)
    interval_rows.show(plot, shown.columns, shown.labels, ends)


def table(shown: PointSources) -> pd.DataFrame:
    """Lay out what the figure shows.

    Parameters
    ----------
    shown : PointSources
        From `read`.

    Returns
    -------
    DataFrame
        One row for each source and seat, in points per game.
    """
    columns = shown.columns
    there = np.asarray(columns["has_interval"])
    return pd.DataFrame(
        {
            "Source": list(columns["source"]),
            "Seat": list(columns["seat"]),
            "Bot": list(columns["bot"]),
            "Points in a game": list(columns["value"]),
            "Interval from (points)": np.where(there, columns["low"], np.nan),
            "Interval to (points)": np.where(there, columns["high"], np.nan),
            "Games": shown.provenance.games,
            "Kind of interval": list(columns["interval"]),
        }
    )
