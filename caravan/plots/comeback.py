"""Who can still win: the chance of winning by how far a seat is behind, at a third, half and two thirds of a game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from bokeh.models import FixedTicker, NumeralTickFormatter
from bokeh.models.annotations import Span

from caravan.measures import BatchLike, Estimate, Sample, comeback_by_deficit
from caravan.measures.course import DEFICITS
from caravan.plots import canvas
from caravan.plots.canvas import Columns, Figure
from caravan.plots.palette import ACTIONS, LENGTH, NEUTRAL
from caravan.plots.provenance import Provenance

NAME = "comeback"
MOMENTS = {"at_1_3": "after a third", "at_1_2": "at half", "at_2_3": "after two thirds"}
"""The moments, and what they are called."""

_MARKERS = ("circle", "square", "triangle")
_COLOURS = (NEUTRAL, LENGTH, ACTIONS["deliver"])
"""None of them a seat's, since a point stands for all seats."""
_APART = 0.16
_HEIGHT = 360
_LOST = 0.2
"""A seat whose chance is surely below this part of a fair share has as good as lost."""


@dataclass(frozen=True)
class Comebacks:
    """What the figure shows.

    Attributes
    ----------
    columns : mapping of str to sequence
        One entry for each moment and class of deficits that happened: ``moment``, ``deficit``, ``chance`` with ``low``
        and ``high``, and how it is drawn.
    fair : float
        One over the number of players.
    finding : str
        What the figure shows, as a sentence.
    provenance : Provenance
        What it rests on.
    """

    columns: Columns
    fair: float
    finding: str
    provenance: Provenance


def read(batch: BatchLike | Sample) -> Comebacks:
    """Take from a batch what the figure shows.

    Parameters
    ----------
    batch : BatchLike or Sample
        The games played so far, at least one, with their log.

    Returns
    -------
    Comebacks
        Chances from 0 to 1.

    Raises
    ------
    LogError
        If the log can't be read.
    """
    sample = batch if isinstance(batch, Sample) else Sample(batch)
    estimates = comeback_by_deficit(sample)
    fair = 1.0 / sample.players
    rows = []
    for number, (moment, words) in enumerate(MOMENTS.items()):
        own = [one for one in estimates if one.part.startswith(f"{moment}.")]
        drawn = [(place, one) for place, one in enumerate(own) if not one.is_missing]
        points = [(place + _APART * (number - 1), one) for place, one in drawn]
        following = [*points[1:], *points[-1:]]
        for (x, one), (next_x, following_one), (place, _) in zip(points, following, drawn, strict=True):
            there = one.has_interval
            rows.append(
                {
                    "moment": words,
                    "deficit": CLASSES[place],
                    "x": x,
                    "chance": one.value,
                    "low": one.low if there else one.value,
                    "high": one.high if there else one.value,
                    "next_x": next_x,
                    "next_chance": following_one.value,
                    "colour": _COLOURS[number],
                    "marker": _MARKERS[number],
                    "interval": one.interval or "none yet",
                    "has_interval": there,
                }
            )
    names = rows[0] if rows else _NAMES
    columns = {name: [row[name] for row in rows] for name in names}
    interval = next((one.interval for one in estimates if one.interval), "")
    return Comebacks(columns, fair, finding(estimates, fair), Provenance.of(sample.batch).with_interval(interval))


_NAMES = (
    *("moment", "deficit", "x", "chance", "low", "high", "next_x", "next_chance", "colour", "marker", "interval"),
    "has_interval",
)


def _classes() -> tuple[str, ...]:
    later = [*DEFICITS[1:], None]
    named = [
        f"{first} or more" if end is None else f"{first} to {end - 1}"
        for first, end in zip(DEFICITS, later, strict=True)
    ]
    return ("in the lead", *named)


CLASSES = _classes()
"""What the classes of deficits are called, in points."""


def finding(estimates: tuple[Estimate, ...], fair: float) -> str:
    """Say from which deficit on a game is as good as lost after two thirds of it, as far as the intervals show.

    Parameters
    ----------
    estimates : tuple of Estimate
        From `caravan.measures.comeback_by_deficit`.
    fair : float
        One over the number of players.

    Returns
    -------
    str
        A sentence without a full stop.
    """
    late = [one for one in estimates if one.part.startswith("at_2_3.")]
    behind = [
        (one, first) for one, first in zip(late[1:], DEFICITS, strict=True) if not one.is_missing and one.has_interval
    ]
    if not behind:
        leading = late[0] if late else None
        if leading is None or leading.is_missing:
            return "Too few games yet to tell who can still win"
        return f"Who leads after two thirds of the game has won {100 * leading.value:.0f}% of the games so far"
    lost = [(one, first) for one, first in behind if one.high < _LOST * fair]
    alive = [(one, first) for one, first in behind if one.low > _LOST * fair]
    if lost and not any(first > lost[0][1] for _, first in alive):
        one, first = lost[0]
        return f"{_behind(first)} after two thirds of the game hardly ever wins: {_share(one)}"
    one, first = alive[-1] if alive else behind[-1]
    return f"{_behind(first)} after two thirds of the game {'still wins' if alive else 'wins'} {_share(one)}"


def _behind(first: int) -> str:
    name = CLASSES[1 + DEFICITS.index(first)]
    return f"A seat {name} points behind" if name != "1" else "A seat 1 point behind"


def _share(one: Estimate) -> str:
    return f"{100 * one.value:.1f}% ({100 * one.low:.1f} to {100 * one.high:.1f}%)"


def figure(shown: Comebacks, *, with_words: bool = True) -> Figure:
    """Draw the figure.

    Parameters
    ----------
    shown : Comebacks
        From `read`.
    with_words : bool, default True
        Whether the finding and what it rests on are written into the figure; a page that writes them itself says no.

    Returns
    -------
    Figure
        Called ``comeback``, as is its data source.
    """
    plot = canvas.blank_figure(NAME, (-0.5, len(CLASSES) - 0.5), (-0.03, 1.03), _HEIGHT)
    source = canvas.named_source(NAME, shown.columns)
    plot.add_layout(Span(location=shown.fair, dimension="width", line_color=NEUTRAL, line_dash=[6, 4]))
    plot.segment("x", "chance", "next_x", "next_chance", source=source, color="colour", line_width=1.5, line_alpha=0.8)
    plot.segment(
        "x", "low", "x", "high", source=source, color="colour", line_width=5, line_alpha=0.35, line_cap="round"
    )
    points = plot.scatter("x", "chance", source=source, size=9, marker="marker", color="colour", legend_field="moment")
    plot.xaxis.ticker = FixedTicker(ticks=list(range(len(CLASSES))))
    plot.xaxis.major_label_overrides = {
        place: name.replace(" to ", "\u2013").replace(" or more", "+") for place, name in enumerate(CLASSES)
    }
    plot.xaxis.axis_label = "Points behind the leader"
    plot.yaxis.axis_label = "Chance of winning \u00b7 dashed: fair share"
    plot.yaxis.bounds = (0.0, 1.0)
    plot.yaxis.formatter = NumeralTickFormatter(format="0%")
    plot.ygrid.grid_line_alpha = 1.0
    canvas.put_legend_below(plot)
    canvas.add_hover(
        plot,
        points,
        [
            ("behind", "@deficit"),
            ("when", "@moment of the game"),
            ("wins", "@chance{0.0%}"),
            ("interval", "@low{0.0%} to @high{0.0%}, @interval"),
        ],
    )
    if with_words:
        canvas.add_words(plot, shown.finding, shown.provenance)
    return plot


def update(plot: Figure, shown: Comebacks) -> None:
    """Show other data in a figure of `figure`.

    Parameters
    ----------
    plot : Figure
        The figure; words written into it stay as they are.
    shown : Comebacks
        From `read`.
    """
    canvas.replace_columns(plot, shown.columns)
    for line in plot.center:
        if isinstance(line, Span):
            line.location = shown.fair


def table(shown: Comebacks) -> pd.DataFrame:
    """Lay out what the figure shows.

    Parameters
    ----------
    shown : Comebacks
        From `read`.

    Returns
    -------
    DataFrame
        One row for each moment and class of deficits.
    """
    columns = shown.columns
    there = np.asarray(columns["has_interval"], dtype=np.bool_)
    percent = {name: 100.0 * np.asarray(columns[name], dtype=np.float64) for name in ("chance", "low", "high")}
    return pd.DataFrame(
        {
            "When in the game": list(columns["moment"]),
            "Points behind": list(columns["deficit"]),
            "Chance of winning (%)": percent["chance"],
            "Interval from (%)": np.where(there, percent["low"], np.nan),
            "Interval to (%)": np.where(there, percent["high"], np.nan),
            "Fair share (%)": 100.0 * shown.fair,
            "Games": shown.provenance.games,
            "Kind of interval": list(columns["interval"]),
        }
    )
