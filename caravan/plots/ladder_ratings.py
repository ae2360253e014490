"""How strong the bots are: ratings with intervals, and ratings against speed."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from bokeh.core.properties import value
from bokeh.models import FixedTicker, NumeralTickFormatter, Range1d
from bokeh.plotting import figure as log_figure

from caravan.plots import canvas
from caravan.plots.canvas import Ends, Figure
from caravan.plots.ladder_matrix import quiet
from caravan.plots.palette import NEUTRAL, SEATS

COLOUR = SEATS[0]
_GAP = 400.0
"""A bot this far below the next above it, and all below that, are drawn at the edge, so that the rest can be seen."""

_WIDTH, _ROW, _SPEED_HEIGHT = 940, 34, 460
_CHARACTER, _LINE = 6.9, 15
"""What a letter and a line of a label take, in pixels."""


@dataclass(frozen=True)
class _Point:
    bot: str
    rating: float
    low: float
    high: float
    at: float
    beyond: bool


def finding(ratings: pd.DataFrame) -> str:
    """Say who is rated highest, and by how much.

    Parameters
    ----------
    ratings : DataFrame
        A ladder's ratings with one number of players, the highest first.

    Returns
    -------
    str
        A sentence without a full stop.
    """
    first, second = list(_rows(ratings))[:2]
    apart = first.rating - second.rating
    if math.isnan(first.rating_high) or math.isnan(second.rating_low):
        return f"{first.bot} is rated highest and stands apart: no game shows how far above {second.bot} it is"
    if first.rating_low > second.rating_high:
        return f"{first.bot} is rated highest, {apart:.0f} points above {second.bot}"
    return f"{first.bot} is rated highest, but its interval overlaps with that of {second.bot}"


def figure(ratings: pd.DataFrame, name: str) -> Figure:
    """Draw ratings with their intervals.

    Parameters
    ----------
    ratings : DataFrame
        A ladder's ratings with one number of players, the highest first.
    name : str
        What the figure is to be called.

    Returns
    -------
    Figure
    """
    points, (least, most) = _points(ratings)
    bots = len(points)
    plot = canvas.blank_figure(name, (least, most), (0.4, bots + 0.6), _ROW * bots + 70)
    plot.update(sizing_mode="fixed", width=_WIDTH, min_border_right=30)
    rows = [
        {
            "bot": one.bot,
            "row": bots - number,
            "at": one.at,
            "low": min(max(_or(one.low, least), least), one.at),
            "high": max(min(_or(one.high, most), most), one.at),
            "label": _label(one),
            "marker": "triangle" if one.beyond else "circle",
            "angle": math.pi / 2 if one.beyond else 0.0,
            "words": f"{one.rating:+.0f} ({_span(one.low, one.high)})",
            "games": f"{row.games:,} on {row.seeds:,} seeds",
        }
        for number, (one, row) in enumerate(zip(points, _rows(ratings), strict=True))
    ]
    source = canvas.named_source(name, {key: [row[key] for row in rows] for key in rows[0]})
    plot.segment("low", "row", "high", "row", source=source, color=COLOUR, line_width=6, line_alpha=0.35)
    dots = plot.scatter("at", "row", source=source, size=11, color=COLOUR, marker="marker", angle="angle")
    plot.text(
        "high",
        "row",
        text="label",
        source=source,
        x_offset=10,
        text_baseline="middle",
        text_color=NEUTRAL,
        text_font=value(canvas.FONT),
        text_font_size="12px",
    )
    plot.yaxis[0].ticker = FixedTicker(ticks=list(range(1, bots + 1)))
    plot.yaxis[0].major_label_overrides = {bots - number: one.bot for number, one in enumerate(points)}
    plot.xaxis.axis_label = "Rating in Elo points · bar: 95% interval · 400 points: odds of ten to one to finish ahead"
    canvas.add_hover(plot, dots, [("", "@bot"), ("rating", "@words"), ("games", "@games")])
    quiet(plot)
    return plot


def speed_finding(ratings: pd.DataFrame, speed: pd.DataFrame) -> str:
    """Say what strength costs in speed.

    Parameters
    ----------
    ratings, speed : DataFrame
        A ladder's, with one number of players.

    Returns
    -------
    str
        A sentence without a full stop.
    """
    fast = dict(zip(speed["bot"], speed["games_per_second"], strict=True))
    best, *others = list(_rows(ratings))
    quick = next((row for row in others if fast[row.bot] > 2.0 * fast[best.bot]), None)
    if quick is None:
        return f"{best.bot} is the strongest, and no other is twice as fast"
    below = round(best.rating - quick.rating)
    return (
        f"{best.bot}, the strongest, plays {pace(fast[best.bot])} games a second; "
        f"{quick.bot}, {below} {'point' if below == 1 else 'points'} below, plays {pace(fast[quick.bot])}"
    )


def speed_figure(ratings: pd.DataFrame, speed: pd.DataFrame, name: str) -> Figure:
    """Draw ratings against speed.

    Parameters
    ----------
    ratings, speed : DataFrame
        A ladder's, with one number of players.
    name : str
        What the figure is to be called.

    Returns
    -------
    Figure
    """
    points, (least, most) = _points(ratings)
    fast = dict(zip(speed["bot"], speed["games_per_second"], strict=True))
    shown = [(one, float(fast[one.bot])) for one in points if fast[one.bot] > 0.0]
    xs = [math.log10(games) for _, games in shown]
    left, right = math.floor(min(xs) * 2 - 0.2) / 2, math.ceil(max(xs) * 2 + 0.6) / 2
    plot = log_figure(
        name=name,
        width=_WIDTH,
        height=_SPEED_HEIGHT,
        x_axis_type="log",
        x_range=Range1d(start=10.0**left, end=10.0**right),
        y_range=Range1d(start=least, end=most),
        tools="",
        toolbar_location=None,
        outline_line_color=None,
    )
    inside = (_WIDTH - 90.0, _SPEED_HEIGHT - 70.0)
    dots = [
        ((x - left) / (right - left) * inside[0], (one.at - least) / (most - least) * inside[1])
        for (one, _), x in zip(shown, xs, strict=True)
    ]
    words = [f"{one.bot} ({one.rating:+,.0f})" if one.beyond else one.bot for one, _ in shown]
    places = label_places(dots, words, inside)
    source = canvas.named_source(
        name,
        {
            "games": [games for _, games in shown],
            "at": [one.at for one, _ in shown],
            "low": [max(_or(one.low, least), least) for one, _ in shown],
            "high": [one.at if one.beyond else min(_or(one.high, most), most) for one, _ in shown],
            "bot": [one.bot for one, _ in shown],
            "words": words,
            "right": [place[0] for place in places],
            "down": [-place[1] for place in places],
            "rating": [f"{one.rating:+.0f} ({_span(one.low, one.high)})" for one, _ in shown],
            "pace": [pace(games) for _, games in shown],
            "marker": ["inverted_triangle" if one.beyond else "circle" for one, _ in shown],
        },
    )
    plot.segment("games", "low", "games", "high", source=source, color=COLOUR, line_width=4, line_alpha=0.3)
    marks = plot.scatter("games", "at", source=source, size=10, color=COLOUR, marker="marker")
    plot.text(
        "games",
        "at",
        text="words",
        source=source,
        x_offset="right",
        y_offset="down",
        text_baseline="middle",
        text_color=NEUTRAL,
        text_font=value(canvas.FONT),
        text_font_size="12px",
    )
    plot.xaxis.axis_label = "Games per second of one core, against itself"
    plot.yaxis.axis_label = "Rating in Elo points"
    plot.xaxis.ticker = FixedTicker(ticks=[digit * 10.0**power for power in range(-2, 6) for digit in (1, 2, 5)])
    plot.xaxis.formatter = NumeralTickFormatter(format="0,0.[00]")
    canvas.add_hover(plot, marks, [("", "@bot"), ("rating", "@rating"), ("games/s", "@pace")])
    quiet(plot)
    return plot


def label_places(dots: Sequence[Ends], words: Sequence[str], inside: Ends) -> list[Ends]:
    """Find room for a label beside each dot, so that labels cover neither dots nor each other, where that can be.

    Parameters
    ----------
    dots : sequence of tuple of float
        Where the dots are, in pixels from the lower left.
    words : sequence of str
        The labels.
    inside : tuple of float
        The figure's width and height.

    Returns
    -------
    list of tuple of float
        Where each label's left end is, to the right of its dot and above it.
    """
    taken = [(x - 7.0, y - 7.0, x + 7.0, y + 7.0) for x, y in dots]
    places = []
    for (x, y), label in zip(dots, words, strict=True):
        width = _CHARACTER * len(label)
        tries = [
            (right, float(step * _LINE * sign))
            for step in range(12)
            for sign in ((1,) if step == 0 else (1, -1))
            for right in (10.0, -10.0 - width)
        ]
        boxes = [
            (right, up, (x + right, y + up - _LINE / 2 + 1, x + right + width, y + up + _LINE / 2 - 1))
            for right, up in tries
        ]
        free = [
            (right, up, box)
            for right, up, box in boxes
            if box[0] >= 0.0 and box[2] <= inside[0] and box[1] >= 0.0 and box[3] <= inside[1] and not _hits(box, taken)
        ]
        right, up, box = free[0] if free else boxes[0]
        taken.append(box)
        places.append((right, up))
    return places


def pace(games_per_second: float) -> str:
    """Write a speed: whole from 10 on, with two digits below."""
    return f"{games_per_second:,.0f}" if games_per_second >= 10.0 else f"{games_per_second:.2g}"


def _hits(box: tuple[float, ...], others: Sequence[tuple[float, ...]]) -> bool:
    return any(box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3] for other in others)


def _points(ratings: pd.DataFrame) -> tuple[list[_Point], Ends]:
    """Place the bots, the highest first, and choose the axis's ends."""
    rows = list(_rows(ratings))
    steps = [upper.rating - lower.rating for upper, lower in itertools.pairwise(rows)]
    gap = next((place for place, step in enumerate(steps, start=1) if step > _GAP), len(rows))
    ends = [number for row in rows[:gap] for number in (row.rating, row.rating_low, row.rating_high)]
    numbers = [number for number in ends if not math.isnan(number)]
    reach = max(max(numbers) - min(numbers), 40.0)
    least, most = min(numbers) - 0.08 * reach, max(numbers) + 0.16 * reach
    if gap < len(rows):
        least -= 0.12 * reach
    edge = least + 0.03 * reach
    points = [
        _Point(row.bot, row.rating, row.rating_low, row.rating_high, row.rating if place < gap else edge, place >= gap)
        for place, row in enumerate(rows)
    ]
    return points, (least, most)


def _or(number: float, instead: float) -> float:
    return instead if math.isnan(number) else number


def _label(one: _Point) -> str:
    if one.beyond:
        return f"far off: {one.rating:+,.0f} ({_span(one.low, one.high)})"
    if math.isnan(one.low) and math.isnan(one.high):
        return f"{one.rating:+.0f}, by definition"
    return f"{one.rating:+.0f}"


def _span(low: float, high: float) -> str:
    if math.isnan(low) and math.isnan(high):
        return "no interval"
    if math.isnan(high):
        return f"above {low:+,.0f}"
    return f"below {high:+,.0f}" if math.isnan(low) else f"{low:+,.0f} to {high:+,.0f}"


def _rows(frame: pd.DataFrame) -> Any:
    return frame.itertuples(index=False)
