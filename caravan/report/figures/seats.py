"""Who wins from which seat, and what each seat scores."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes

from caravan.plots.palette import seat_colour
from caravan.report.blocks import Drawing
from caravan.report.evidence import Row
from caravan.report.figures.canvas import INK, PAPER, QUIET, drawn, in_percent, label_seats

MARKERS = ("o", "s", "D", "^", "v", "P")
_MOST_BINS = 24


@dataclass(frozen=True)
class Layer:
    """The seats' shares under one style or rule set.

    Attributes
    ----------
    name : str
        What is said in the legend.
    shares : tuple of Row
        One for each seat.
    """

    name: str
    shares: tuple[Row, ...]


def seat_names(bots: Sequence[str]) -> list[str]:
    """Name the seats for an axis, with the bots where they differ."""
    differ = len(set(bots)) > 1
    return [f"Seat {seat}\n{bot}" if differ else f"Seat {seat}" for seat, bot in enumerate(bots, start=1)]


def win_shares(layers: Sequence[Layer], title: str, caption: str) -> Drawing:
    """Draw each seat's share of the wins with its interval, beside the fair share."""
    players = layers[0].shares[0].players
    spread = min(0.62, 0.2 * (len(layers) - 1))

    def draw(axes: Axes) -> None:
        axes.axvline(1.0 / players, color=QUIET, linestyle=(0, (5, 3)), linewidth=1.2)
        for place, layer in enumerate(layers):
            shift = spread * (place / (len(layers) - 1) - 0.5) if len(layers) > 1 else 0.0
            for row in layer.shares:
                seat = row.seat or 0
                height, colour = seat - 1 + shift, seat_colour(seat)
                if row.has_interval:
                    axes.plot(
                        [row.low, row.high], [height] * 2, color=colour, linewidth=6, alpha=0.35, solid_capstyle="round"
                    )
                axes.plot(row.value, height, MARKERS[place % len(MARKERS)], color=colour, markersize=8)
                if len(layers) <= 2:
                    end = row.high if row.has_interval else row.value
                    axes.annotate(
                        str(row.shown()), (end, height), (7, 0), textcoords="offset points", va="center",
                        color=colour, fontweight="bold",
                    )  # fmt: skip
        label_seats(axes, seat_names(layers[0].shares[0].bots))
        ends = [row.high if row.has_interval else row.value for layer in layers for row in layer.shares]
        axes.set_xlim(0.0, min(max(2.0 / players, 1.22 * max(ends)), 1.12))
        in_percent(axes.xaxis)
        axes.set_xlabel("Share of games won (dashed: a fair share)")
        if len(layers) > 1:
            for place, layer in enumerate(layers):
                axes.plot([], [], MARKERS[place % len(MARKERS)], color=QUIET, label=layer.name)
            axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, borderaxespad=0.2)

    rows = players * max(0.42, 0.16 * len(layers) + 0.2)
    return drawn(
        "win_shares", title, caption, draw, height=0.9 + rows + 0.2 * ((len(layers) + 1) // 2 if len(layers) > 1 else 0)
    )


def scores(
    points: npt.NDArray[np.float64], bots: Sequence[str], means: Sequence[Row], title: str, caption: str
) -> Drawing:
    """Draw how each seat's scores spread over the games, with quantiles and the mean.

    Parameters
    ----------
    points : ndarray of float64, shape (players, games)
        The final scores.
    bots : sequence of str
        In seat order.
    means : sequence of Row
        The mean score of each seat.
    title, caption : str
        The words of the files.
    """

    def draw(axes: Axes) -> None:
        lows, highs = np.quantile(points, [0.005, 0.995])
        width = max(1, math.ceil((highs - lows) / _MOST_BINS))
        edges = np.arange(math.floor(points.min()) - 0.5, points.max() + width + 0.5, width)
        counts = [np.histogram(row, edges)[0] for row in points]
        most = max(count.max() for count in counts)
        for place, (row, count, mean) in enumerate(zip(points, counts, means, strict=True)):
            colour = seat_colour(place + 1)
            axes.stairs(place - 0.7 * count / most, edges, baseline=place, fill=True, color=colour, alpha=0.3)
            p05, p25, p50, p75, p95 = np.quantile(row, [0.05, 0.25, 0.5, 0.75, 0.95])
            below = place + 0.12
            axes.plot([p05, p95], [below] * 2, color=colour, linewidth=1.8)
            axes.plot([p25, p75], [below] * 2, color=colour, linewidth=6, solid_capstyle="butt")
            axes.plot(p50, below, "o", color=PAPER, markeredgecolor=colour, markersize=5)
            axes.annotate(
                f"mean {mean.shown()}", (1.0, place - 0.12), (0, 0), xycoords=("axes fraction", "data"),
                textcoords="offset points", ha="right", va="center", color=colour, fontweight="bold",
            )  # fmt: skip
        axes.set_yticks(range(len(bots)), seat_names(bots))
        axes.set_ylim(len(bots) - 0.65, -0.85)
        room = 0.2 * (highs - lows)
        axes.set_xlim(lows - 0.5, highs + 0.5 + room)
        axes.set_xlabel("Points at the end")

    return drawn("scores", title, caption, draw, height=0.7 + 0.62 * len(bots))


def share_bars(
    groups: Sequence[tuple[str, Sequence[tuple[str, Row]]]], title: str, caption: str, *, name: str, axis: str
) -> Drawing:
    """Draw shares as bars with their intervals, a few bars to a group.

    Parameters
    ----------
    groups : sequence of (str, sequence of (str, Row))
        The group's name, then its bars with the name of each; at most two to a group.
    title, caption : str
        The words of the files.
    name : str
        Of the files.
    axis : str
        What the horizontal axis says.
    """
    colours = ("#7b6fb5", "#b9b2d8")

    def draw(axes: Axes) -> None:
        named: set[str] = set()
        for place, (_, bars) in enumerate(groups):
            for which, (called, row) in enumerate(bars):
                height = place + (which - (len(bars) - 1) / 2) * 0.36
                label = called if called not in named and len(bars) > 1 else None
                named.add(called)
                axes.barh(height, row.value, 0.34, color=colours[which % 2], label=label)
                if row.has_interval:
                    axes.plot([row.low, row.high], [height] * 2, color=INK, linewidth=1.4)
                end = row.high if row.has_interval else row.value
                axes.annotate(
                    str(row.shown()), (end, height), (6, 0), textcoords="offset points", va="center", fontsize=9
                )
        label_seats(axes, [called for called, _ in groups])
        axes.set_xlim(
            0, 1.15 * max(row.high if row.has_interval else row.value for _, bars in groups for _, row in bars)
        )
        in_percent(axes.xaxis)
        axes.set_xlabel(axis)
        if named and len(groups[0][1]) > 1:
            axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, borderaxespad=0.2)

    return drawn(name, title, caption, draw, height=0.95 + 0.55 * len(groups))
