"""How many points each seat makes: for each seat the outline of its scores, and a bar of quantiles below it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd
from bokeh.core.properties import value

from caravan.measures import BatchLike, Estimate, Sample, measure
from caravan.plots import canvas
from caravan.plots.canvas import Columns, Ends, Figure
from caravan.plots.palette import seat_colour
from caravan.plots.provenance import Provenance, seat_in_words, seat_labels
from caravan.plots.ranges import steady_range

NAME = "scores"
_HEIGHT = 300
_STEP = 20.0
_OUTLINE_HEIGHT = 0.72
_BAR_DEPTH = 0.12
_BINS_ACROSS = 18
_LABEL_ROOM = 0.3
"""What the words behind a bar take, as a part of what the bars span."""

_NICE_WIDTHS = (1, 2, 3, 4, 5, 10, 20, 50, 100)
_MIDDLE = ("p05", "p25", "p50", "p75", "p95")


@dataclass(frozen=True)
class Scores:
    """What the figure shows.

    Attributes
    ----------
    columns : mapping of str to sequence
        One entry for each seat: ``seat``, ``bot``, ``colour``, ``mean``, ``low``, ``high``, ``label``, the quantiles
        ``p05`` to ``p95``, the bar's height ``row``, and the outline ``xs``, ``ys``.
    extent : tuple of float
        The lowest 5% quantile and the highest 95% quantile, with as much again of the way to the median beyond them,
        and room for the words behind the bars.
    finding : str
        What the figure shows, as a sentence.
    provenance : Provenance
        What it rests on.
    """

    columns: Columns
    extent: Ends
    finding: str
    provenance: Provenance


def read(batch: BatchLike | Sample) -> Scores:
    """Take from a batch what the figure shows.

    Parameters
    ----------
    batch : BatchLike or Sample
        The games played so far, at least one.

    Returns
    -------
    Scores
        In points.
    """
    sample = batch if isinstance(batch, Sample) else Sample(batch)
    estimates = measure(sample, "score")
    by_seat = {seat: _parts(estimates, seat) for seat in sample.seats}
    means = tuple(parts["mean"] for parts in by_seat.values())
    provenance = Provenance.of(sample.batch).with_interval(means[0].interval)
    scores = sample.of_seats("score")
    outlines = _outlines(scores, max(parts["p95"].value - parts["p05"].value for parts in by_seat.values()))
    players = sample.players
    rows = []
    for seat, bot, (xs, ys) in zip(sample.seats, provenance.bots, outlines, strict=True):
        parts, row = by_seat[seat], canvas.row_of(seat, players)
        rows.append(
            {
                "seat": seat,
                "bot": bot,
                "row": row - _BAR_DEPTH,
                "colour": seat_colour(seat),
                "mean": parts["mean"].value,
                "low": parts["mean"].low,
                "high": parts["mean"].high,
                "label": f"mean {parts['mean'].value:.1f}",
                **{part: parts[part].value for part in _MIDDLE},
                "xs": xs,
                "ys": row + _OUTLINE_HEIGHT * ys,
            }
        )
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    return Scores(columns, _extent(by_seat), finding(means, provenance.bots), provenance)


def finding(means: tuple[Estimate, ...], bots: tuple[str, ...]) -> str:
    """Say whether a seat scores more than another, as far as the intervals show.

    Parameters
    ----------
    means : tuple of Estimate
        The mean score of each seat, in seat order.
    bots : tuple of str
        Who played, in seat order; named where they differ.

    Returns
    -------
    str
        A sentence without a full stop.
    """
    best, worst = max(means, key=lambda mean: mean.value), min(means, key=lambda mean: mean.value)
    if not (best.has_interval and worst.has_interval):
        return f"Mean scores so far: {worst.value:.1f} to {best.value:.1f} points"
    if best.low > worst.high:
        gap = best.value - worst.value
        first, last = (seat_in_words(mean.seat or 0, bots) for mean in (best, worst))
        return f"Seat {first} scores most: {best.value:.1f} points, {gap:.1f} more than seat {last}"
    return f"All seats score much alike: {worst.value:.1f} to {best.value:.1f} points on average"


def figure(shown: Scores, *, with_words: bool = True) -> Figure:
    """Draw the figure.

    Parameters
    ----------
    shown : Scores
        From `read`.
    with_words : bool, default True
        Whether the finding and what it rests on are written into the figure; a page that writes them itself says no.

    Returns
    -------
    Figure
        Called ``scores``, as is its data source.
    """
    plot = canvas.blank_figure(
        NAME, steady_range(None, *shown.extent, _STEP, floor=0.0), (0.5, len(shown.provenance.bots) + 0.85), _HEIGHT
    )
    source = canvas.named_source(NAME, shown.columns)
    outline = plot.patches(
        "xs", "ys", source=source, fill_color="colour", line_color="colour", fill_alpha=0.22, line_width=1.5
    )
    plot.segment("p05", "row", "p95", "row", source=source, color="colour", line_width=2)
    plot.segment("p25", "row", "p75", "row", source=source, color="colour", line_width=8, line_cap="round")
    plot.scatter("p50", "row", source=source, size=6, color="white")
    plot.text(
        "p95",
        "row",
        text="label",
        source=source,
        color="colour",
        x_offset=10,
        text_baseline="middle",
        text_font=value(canvas.FONT),
        text_font_size="1em",
        text_font_style="bold",
    )
    plot.xaxis.axis_label = "Points · bar: middle half of games, line: 9 in 10"
    canvas.add_hover(
        plot,
        outline,
        [
            ("seat", "@seat, @bot"),
            ("mean", "@mean{0.0} (@low{0.0} to @high{0.0})"),
            ("median", "@p50{0.0}"),
            ("half of games", "@p25{0} to @p75{0}"),
            ("nine in ten", "@p05{0} to @p95{0}"),
        ],
    )
    canvas.label_seats(plot, seat_labels(shown.provenance.bots))
    if with_words:
        canvas.add_words(plot, shown.finding, shown.provenance)
    return plot


def update(plot: Figure, shown: Scores) -> None:
    """Show other data in a figure of `figure`, keeping the axis for as long as it serves.

    Parameters
    ----------
    plot : Figure
        The figure; words written into it stay as they are.
    shown : Scores
        From `read`.
    """
    players = len(shown.provenance.bots)
    changed = len(canvas.source_of(plot).data["seat"]) != players
    previous = None if changed else canvas.range_ends(plot.x_range)
    canvas.replace_columns(plot, shown.columns)
    canvas.label_seats(plot, seat_labels(shown.provenance.bots))
    canvas.move_range(plot.y_range, (0.5, players + 0.85))
    canvas.move_range(plot.x_range, steady_range(previous, *shown.extent, _STEP, floor=0.0))


def table(shown: Scores) -> pd.DataFrame:
    """Lay out what the figure shows.

    Parameters
    ----------
    shown : Scores
        From `read`.

    Returns
    -------
    DataFrame
        One row for each seat, in points.
    """
    columns = shown.columns
    return pd.DataFrame(
        {
            "Seat": list(columns["seat"]),
            "Bot": list(columns["bot"]),
            "Mean (points)": list(columns["mean"]),
            "Interval from (points)": list(columns["low"]),
            "Interval to (points)": list(columns["high"]),
            "5% of games up to (points)": list(columns["p05"]),
            "25% up to (points)": list(columns["p25"]),
            "Median (points)": list(columns["p50"]),
            "75% up to (points)": list(columns["p75"]),
            "95% up to (points)": list(columns["p95"]),
            "Games": shown.provenance.games,
            "Kind of interval": shown.provenance.interval or "none yet",
        }
    )


def _parts(estimates: tuple[Estimate, ...], seat: int) -> dict[str, Estimate]:
    return {estimate.part: estimate for estimate in estimates if estimate.seat == seat}


def _extent(by_seat: dict[int, dict[str, Estimate]]) -> Ends:
    lows = [2.0 * parts["p05"].value - parts["p50"].value for parts in by_seat.values()]
    highs = [2.0 * parts["p95"].value - parts["p50"].value for parts in by_seat.values()]
    least = min(parts["p05"].value for parts in by_seat.values())
    most = max(parts["p95"].value for parts in by_seat.values())
    # Nothing is scored below 0 without a penalty, so no room is kept there unless it is needed.
    lowest = max(min(lows), 0.0) if least >= 0.0 else min(lows)
    return lowest, max(*highs, most + _LABEL_ROOM * (most - lowest))


def _outlines(
    scores: npt.NDArray[np.float64], nine_in_ten: float
) -> list[tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]]:
    """Draw a histogram of each seat as a closed outline of height 1: its shape counts, not its height."""
    wanted = max(nine_in_ten / _BINS_ACROSS, 1.0)
    width = next((nice for nice in _NICE_WIDTHS if nice >= wanted), _NICE_WIDTHS[-1])
    first = math.floor(scores.min() / width) * width
    bins = int((scores.max() - first) // width) + 1
    # Whole points lie in the middle of bins of an even number of them only if the edges are half a point away.
    edges = first - 0.5 + width * np.arange(bins + 1)
    counts = [np.histogram(row, edges)[0] for row in scores]
    xs = np.concatenate([edges[:1], np.repeat(edges, 2)[1:-1], edges[-1:]])
    return [(xs, np.concatenate([[0.0], np.repeat(count / count.max(), 2), [0.0]])) for count in counts]
