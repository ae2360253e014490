"""How large the lead is in the course of a game: the median game, the middle half of games, and nine games in ten."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from bokeh.models import NumeralTickFormatter

from caravan.measures import BatchLike, Estimate, Sample, lead_over_time
from caravan.measures.evidence import means
from caravan.measures.trace import standings_in
from caravan.plots import canvas
from caravan.plots.canvas import Columns, Figure
from caravan.plots.palette import LENGTH
from caravan.plots.provenance import Provenance
from caravan.plots.ranges import steady_range

NAME = "lead"
MOMENTS = 31
"""At how many moments the lead is shown, so that a third, half and two thirds of a game are among them."""

MOMENTS_COMPARED = (1 / 3, 2 / 3)
"""Between which moments the lead is said to grow or to shrink."""

_HEIGHT = 350
_STEP = 5.0
_INTERVAL = "order statistics 95% of the median, at each moment by itself"


@dataclass(frozen=True)
class Lead:
    """What the figure shows.

    Attributes
    ----------
    columns : mapping of str to sequence
        One entry for each moment: ``progress`` from 0 to 1, the quantiles ``p05`` to ``p95`` of the leader's margin in
        points, and the ends ``low`` and ``high`` of the median's interval.
    finding : str
        What the figure shows, as a sentence.
    provenance : Provenance
        What it rests on.
    """

    columns: Columns
    finding: str
    provenance: Provenance


def read(batch: BatchLike | Sample) -> Lead:
    """Take from a batch what the figure shows.

    Parameters
    ----------
    batch : BatchLike or Sample
        The games played so far, at least one, with their log.

    Returns
    -------
    Lead
        The leader's score less the second's, in points, by the share of the game's goods that are picked up.

    Raises
    ------
    LogError
        If the log can't be read.
    """
    sample = batch if isinstance(batch, Sample) else Sample(batch)
    course = lead_over_time(sample, MOMENTS)
    course = course[course["lead"] == "leader"]
    columns: dict[str, list[float]] = {name: course[name].tolist() for name in _NUMBERS}
    bare = course["low"].isna()
    columns["low"] = course["low"].where(~bare, course["p50"]).tolist()
    columns["high"] = course["high"].where(~bare, course["p50"]).tolist()
    columns["p50"] = course["p50"].tolist()
    interval = "" if bare.all() else _INTERVAL
    return Lead(columns, finding(_growth(sample)), Provenance.of(sample.batch).with_interval(interval))


_NUMBERS = ("progress", "p05", "p25", "p50", "p75", "p95")


def _growth(sample: Sample) -> tuple[Estimate, ...]:
    """Give the mean lead after a third of the game, and by how much it grows until two thirds, game by game."""
    standings = standings_in(sample)
    if standings is None or not sample.games:
        return ()
    leads = []
    for moment in MOMENTS_COMPARED:
        ordered = np.sort(standings.at(moment), axis=0)
        leads.append(ordered[-1] - ordered[-2])
    return means(sample, np.stack([leads[0], leads[1] - leads[0]])).estimates(NAME, "points", sample.games)


def finding(growth: tuple[Estimate, ...]) -> str:
    """Say whether the lead grows from a third to two thirds of the game, as far as the intervals show.

    Parameters
    ----------
    growth : tuple of Estimate
        The mean lead after a third of the game, and by how much it grows until two thirds; empty without games.

    Returns
    -------
    str
        A sentence without a full stop.
    """
    if not growth:
        return "There is no game yet to follow"
    early, more = growth
    start = f"after a third of the game the leader is {early.value:.1f} points ahead"
    if not more.has_interval:
        return f"So far, {start}, after two thirds {early.value + more.value:.1f}"
    by = f"({more.low:+.1f} to {more.high:+.1f})".replace("-", "\u2212")
    if more.low > 0.0:
        return f"The leader pulls away: {start}, after two thirds {more.value:.1f} more {by}"
    if more.high < 0.0:
        return f"The others catch up: {start}, after two thirds {-more.value:.1f} fewer {by}"
    return f"The lead stays about as large: {start}, after two thirds {early.value + more.value:.1f}"


def figure(shown: Lead, *, with_words: bool = True) -> Figure:
    """Draw the figure.

    Parameters
    ----------
    shown : Lead
        From `read`.
    with_words : bool, default True
        Whether the finding and what it rests on are written into the figure; a page that writes them itself says no.

    Returns
    -------
    Figure
        Called ``lead``, as is its data source.
    """
    plot = canvas.blank_figure(NAME, (0.0, 1.0), _ends(shown), _HEIGHT)
    source = canvas.named_source(NAME, shown.columns)
    for low, high, alpha, words in (("p05", "p95", 0.16, "9 games in 10"), ("p25", "p75", 0.3, "middle half")):
        plot.varea("progress", low, high, source=source, fill_color=LENGTH, fill_alpha=alpha, legend_label=words)
    plot.segment(
        "progress",
        "low",
        "progress",
        "high",
        source=source,
        color=LENGTH,
        line_width=5,
        line_alpha=0.5,
        line_cap="round",
    )
    plot.line("progress", "p50", source=source, color=LENGTH, line_width=2.5, legend_label="median game")
    points = plot.scatter("progress", "p50", source=source, color=LENGTH, size=5)
    plot.xaxis.formatter = NumeralTickFormatter(format="0%")
    plot.xaxis.axis_label = "Progress: goods picked up"
    plot.yaxis.axis_label = "Leader\u2019s margin over the second (points)"
    plot.ygrid.grid_line_alpha = 1.0
    canvas.put_legend_below(plot)
    canvas.add_hover(
        plot,
        points,
        [
            ("progress", "@progress{0%}"),
            ("median lead", "@p50{0.0} points (@low{0.0} to @high{0.0})"),
            ("half of games", "@p25{0.0} to @p75{0.0}"),
            ("nine in ten", "@p05{0.0} to @p95{0.0}"),
        ],
    )
    if with_words:
        canvas.add_words(plot, shown.finding, shown.provenance)
    return plot


def update(plot: Figure, shown: Lead) -> None:
    """Show other data in a figure of `figure`, keeping the axis for as long as it serves.

    Parameters
    ----------
    plot : Figure
        The figure; words written into it stay as they are.
    shown : Lead
        From `read`.
    """
    canvas.replace_columns(plot, shown.columns)
    canvas.move_range(plot.y_range, _ends(shown, canvas.range_ends(plot.y_range)))


def table(shown: Lead) -> pd.DataFrame:
    """Lay out what the figure shows.

    Parameters
    ----------
    shown : Lead
        From `read`.

    Returns
    -------
    DataFrame
        One row for each moment, in points.
    """
    columns = shown.columns
    there = bool(shown.provenance.interval)
    gap = np.full(len(columns["progress"]), np.nan)
    return pd.DataFrame(
        {
            "Progress (%)": 100.0 * np.asarray(columns["progress"]),
            "Median lead (points)": list(columns["p50"]),
            "Interval from (points)": list(columns["low"]) if there else gap,
            "Interval to (points)": list(columns["high"]) if there else gap,
            "5% of games up to (points)": list(columns["p05"]),
            "25% up to (points)": list(columns["p25"]),
            "75% up to (points)": list(columns["p75"]),
            "95% up to (points)": list(columns["p95"]),
            "Games": shown.provenance.games,
            "Kind of interval": shown.provenance.interval or "once all games are played",
        }
    )


def _ends(shown: Lead, previous: tuple[float, float] | None = None) -> tuple[float, float]:
    return steady_range(previous, 0.0, max([*shown.columns["p95"], 1.0]), _STEP, floor=0.0)
