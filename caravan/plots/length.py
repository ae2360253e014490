"""How long games take: how many of them take how many turns."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from bokeh.models import NumeralTickFormatter

from caravan.measures import BatchLike, Estimate, Sample, measure
from caravan.measures.intervals import wilson
from caravan.plots import canvas
from caravan.plots.canvas import Columns, Ends, Figure
from caravan.plots.palette import LENGTH
from caravan.plots.provenance import Provenance
from caravan.plots.ranges import steady_range

NAME = "length"
_HEIGHT = 260
_STEP = 10.0
_SHARE_STEP = 0.05
_BARS_ACROSS = 20


@dataclass(frozen=True)
class Lengths:
    """What the figure shows.

    Attributes
    ----------
    columns : mapping of str to sequence
        One entry for each bar: ``left``, ``right``, ``share``, ``games``, ``turns``.
    extent : tuple of float
        The turns that must be seen.
    finding : str
        What the figure shows, as a sentence.
    provenance : Provenance
        What it rests on.
    """

    columns: Columns
    extent: Ends
    finding: str
    provenance: Provenance


def read(batch: BatchLike | Sample) -> Lengths:
    """Take from a batch what the figure shows.

    Parameters
    ----------
    batch : BatchLike or Sample
        The games played so far, at least one.

    Returns
    -------
    Lengths
        In turns of all players together; shares of games from 0 to 1.
    """
    sample = batch if isinstance(batch, Sample) else Sample(batch)
    turns = {
        estimate.part.removeprefix("turns."): estimate
        for estimate in measure(sample, "length")
        if estimate.unit == "turns"
    }
    counted = sample.of_games("turns")
    low, middle, high = turns["p05"].value, turns["p50"].value, turns["p95"].value
    width = max(1, math.ceil((high - low) / _BARS_ACROSS))
    first = math.floor(counted.min() / width) * width
    bars = int((counted.max() - first) // width) + 1
    edges = first - 0.5 + width * np.arange(bars + 1)
    games = np.histogram(counted, edges)[0]
    shown = games > 0
    left, right, games = edges[:-1][shown], edges[1:][shown], games[shown]
    columns: dict[str, list[Any]] = {
        "left": left.tolist(),
        "right": right.tolist(),
        "share": (games / sample.games).tolist(),
        "games": games.tolist(),
        "turns": [_span(a, b) for a, b in zip(left, right, strict=True)],
    }
    extent = (max(2.0 * low - middle, 0.0), 2.0 * high - middle)
    provenance = Provenance.of(sample.batch).with_interval(turns["mean"].interval)
    return Lengths(columns, extent, finding(turns), provenance)


def _span(left: float, right: float) -> str:
    first, last = round(left + 0.5), round(right - 0.5)
    return f"{first}" if first == last else f"{first} to {last}"


def finding(turns: dict[str, Estimate]) -> str:
    """Say how long a game takes.

    Parameters
    ----------
    turns : dict of str to Estimate
        The parts ``mean``, ``p05`` and ``p95``, in turns.

    Returns
    -------
    str
        A sentence without a full stop.
    """
    low, high = turns["p05"].value, turns["p95"].value
    if low == high:
        return f"Games take {low:.0f} turns"
    return f"A game takes {turns['mean'].value:.0f} turns on average; nine in ten take {low:.0f} to {high:.0f}"


def figure(shown: Lengths, *, with_words: bool = True) -> Figure:
    """Draw the figure.

    Parameters
    ----------
    shown : Lengths
        From `read`.
    with_words : bool, default True
        Whether the finding and what it rests on are written into the figure; a page that writes them itself says no.

    Returns
    -------
    Figure
        Called ``length``, as is its data source.
    """
    plot = canvas.blank_figure(NAME, _x_range(shown, None), _y_range(shown, None), _HEIGHT)
    source = canvas.named_source(NAME, shown.columns)
    bars = plot.quad(
        left="left",
        right="right",
        bottom=0,
        top="share",
        source=source,
        fill_color=LENGTH,
        line_color=LENGTH,
        fill_alpha=0.35,
        line_width=1.5,
    )
    plot.ygrid.grid_line_alpha = 1.0
    plot.xaxis.axis_label = "Turns, counted over all players"
    plot.yaxis.axis_label = "Share of games"
    plot.yaxis.formatter = NumeralTickFormatter(format="0%")
    canvas.add_hover(plot, bars, [("turns", "@turns"), ("games", "@games{0,0} (@share{0.0%})")])
    if with_words:
        canvas.add_words(plot, shown.finding, shown.provenance)
    return plot


def update(plot: Figure, shown: Lengths) -> None:
    """Show other data in a figure of `figure`, keeping the axes for as long as they serve.

    Parameters
    ----------
    plot : Figure
        The figure; words written into it stay as they are.
    shown : Lengths
        From `read`.
    """
    canvas.replace_columns(plot, shown.columns)
    canvas.move_range(plot.x_range, _x_range(shown, canvas.range_ends(plot.x_range)))
    canvas.move_range(plot.y_range, _y_range(shown, canvas.range_ends(plot.y_range)))


def table(shown: Lengths) -> pd.DataFrame:
    """Lay out what the figure shows.

    Parameters
    ----------
    shown : Lengths
        From `read`.

    Returns
    -------
    DataFrame
        One row for each bar; with intervals once all games are played.
    """
    games, all_games = np.asarray(shown.columns["games"]), shown.provenance.games
    growing = all_games < shown.provenance.planned
    low, high = (np.full(len(games), np.nan),) * 2 if growing else wilson(games, all_games)
    return pd.DataFrame(
        {
            "Turns": list(shown.columns["turns"]),
            "Games": games,
            "Of all games (%)": 100.0 * games / all_games,
            "Interval from (%)": 100.0 * low,
            "Interval to (%)": 100.0 * high,
            "All games": all_games,
            "Kind of interval": "once all games are played" if growing else "Wilson 95%, each by itself",
        }
    )


def _x_range(shown: Lengths, previous: Ends | None) -> Ends:
    return steady_range(previous, *shown.extent, _STEP, floor=0.0)


def _y_range(shown: Lengths, previous: Ends | None) -> Ends:
    return steady_range(previous, 0.0, max(shown.columns["share"]), _SHARE_STEP, floor=0.0)
