"""What a change of the rules does: the main differences with their intervals, measured by the margins that matter."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import pandas as pd
from bokeh.core.properties import value
from bokeh.models import FixedTicker
from bokeh.models.annotations import BoxAnnotation, Span, Title

from caravan.comparison import Comparison, Finding, figure_in_words, headline_figures, interval_in_words
from caravan.plots import canvas
from caravan.plots.canvas import Columns, Ends, Figure
from caravan.plots.compared import ComparedProvenance
from caravan.plots.palette import NEUTRAL, SEATS
from caravan.wording import in_words

NAME = "differences"
LOOKS = {
    "better": ("triangle", SEATS[0], 1.0),
    "worse": ("inverted_triangle", SEATS[1], 1.0),
    "higher": ("diamond", SEATS[3], 1.0),
    "lower": ("diamond", SEATS[3], 1.0),
    "practically equal": ("square", NEUTRAL, 1.0),
    "can't tell": ("circle", NEUTRAL, 0.0),
}
"""The shape, colour and filling of each verdict."""

SHAPES = (
    "Band: too small to matter; bar: 95% interval. Triangle up: better, down: worse; diamond: higher or lower; square: "
    "practically equal; open circle: can't tell."
)
_SHORT = {"practically equal": "equal"}
_FARTHEST = 8.0
"""What is farther away than so many margins is drawn at the edge."""

_NEAREST = 2.0
_ROW, _BETWEEN_FIGURES = 25, 0.95
_NAME_ABOVE = 17
"""By so many pixels a figure's name stands above its first row, so that narrow pages have room for the bars."""

_WORDS = 0.8
"""The room for words to the right, as a part of the picture's span."""

_MOST_NAMED = 3


@dataclass(frozen=True)
class Differences:
    """What the figure shows.

    Attributes
    ----------
    columns : mapping of str to sequence
        One entry for each figure and style: ``row``, ``at``, ``low`` and ``high`` in margins, ``marker``, ``colour``,
        ``filling``, ``words``, the figure's name above its first row, and what is shown beside the pointer.
    labels : mapping of float to str
        What stands beside each row: the style.
    finding : str
        What the figure shows, as a sentence without a full stop.
    lines : tuple of str
        What it rests on, and how to read it.
    reach : float
        How many margins the axis goes to either side.
    stem : str
        What files about it are called.
    rows : DataFrame
        The rows of `caravan.comparison.Comparison.headlines` that are shown.
    """

    columns: Columns
    labels: dict[float, str]
    finding: str
    lines: tuple[str, ...]
    reach: float
    stem: str
    rows: pd.DataFrame = field(repr=False, compare=False)

    @property
    def provenance(self) -> ComparedProvenance:
        """What it rests on, as for other figures."""
        return ComparedProvenance(self.lines, self.stem)


def read(comparison: Comparison, rules: str | None = None) -> Differences:
    """Take from a comparison what the figure shows.

    Parameters
    ----------
    comparison : Comparison
        Complete, or so far.
    rules : str, optional
        The rule set that is held against the baseline; by default the first.

    Returns
    -------
    Differences
    """
    rules = comparison.others[0] if rules is None else rules
    frame = comparison.headlines
    frame = frame[frame["rules"] == rules]
    records: list[Any] = list(frame.itertuples(index=False))
    bounds = [
        abs(end / row.margin)
        for row in records
        for end in (row.difference, row.low, row.high)
        if row.margin > 0.0 and not math.isnan(end)
    ]
    reach = min(max([_NEAREST, *(1.1 * bound for bound in bounds)]), _FARTHEST)
    height = len(records) + _BETWEEN_FIGURES * len({row.figure for row in records})
    rows, labels, last = [], {}, ""
    for row in records:
        if row.figure != last:
            height -= _BETWEEN_FIGURES
        labels[height] = row.bots
        rows.append({**_row(row, height, reach), "heading": row.figure if row.figure != last else ""})
        last = row.figure
        height -= 1.0
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    first, second = (comparison.rule_sets[name].id for name in (comparison.baseline, rules))
    stem = f"caravan-comparison-{first}-{second}-{comparison.players}p-seed-{comparison.seed}"
    return Differences(columns, labels, finding(comparison, rules), _lines(comparison, rules), reach, stem, frame)


def _row(row: Any, height: float, reach: float) -> dict[str, Any]:
    marker, colour, filling = LOOKS[row.verdict]

    def place(number: float) -> float:
        return math.nan if math.isnan(number) or not row.margin > 0.0 else max(-reach, min(reach, number / row.margin))

    difference = figure_in_words(row.difference, row.unit, signed=True)
    span = interval_in_words(row.low, row.high, row.unit)
    return {
        "row": height,
        "at": place(row.difference),
        "low": place(row.low),
        "high": place(row.high),
        "marker": marker,
        "colour": colour,
        "filling": filling,
        "words": f"{difference} {_SHORT.get(row.verdict, row.verdict)}",
        "words_at": 1.14 * reach,
        "heading_at": -1.04 * reach,
        "figure": row.figure,
        "bot": row.bots,
        "before": figure_in_words(row.before, row.unit),
        "after": figure_in_words(row.after, row.unit),
        "difference": f"{difference} {row.unit}",
        "interval": f"{span} ({row.interval})" if span else row.note or "none",
        "margin": figure_in_words(row.margin, row.unit),
        "games": f"{row.games:,}",
    }


def finding(comparison: Comparison, rules: str) -> str:
    """Say what a rule set does, from what all styles find together.

    Parameters
    ----------
    comparison : Comparison
        Complete, or so far.
    rules : str
        The rule set that is held against the baseline.

    Returns
    -------
    str
        A sentence without a full stop.
    """
    found = [
        (headline.figure, comparison.finding(headline.measure, headline.seat, rules=rules))
        for headline in headline_figures(comparison.players)
    ]
    so_far = "" if comparison.settled else " so far"
    sure = [(figure, one) for figure, one in found if one.outcome in {"better", "worse", "higher", "lower"}]
    if not sure:
        if all(one.outcome == "practically equal" for _, one in found):
            return f"Under {rules} nothing changes by more than its margin{so_far}"
        several = "the styles don't agree on any difference" if len(comparison.styles) > 1 else "no difference is shown"
        return f"Under {rules} {several}{so_far}"
    named = [f"{figure} is {_word(one)}" for figure, one in sure[:_MOST_NAMED]]
    more = len(sure) - len(named)
    named += [f"{more} more {'figure differs' if more == 1 else 'figures differ'}"] if more else []
    return f"Under {rules} {in_words(named)}{so_far}"


def _word(found: Finding) -> str:
    verdict = f" ({found.outcome})" if found.outcome in {"better", "worse"} else ""
    return f"{found.direction}{verdict}" if found.direction else found.outcome


def _lines(comparison: Comparison, rules: str) -> tuple[str, ...]:
    ids = [comparison.rule_sets[name].id for name in (comparison.baseline, rules)]
    agreed = "The title says what styles that think differently agree on. " if len(comparison.styles) > 1 else ""
    played = in_words(f"{comparison.played_in_words(style)} of {style}" for style in comparison.styles)
    return (
        f"{played} under each rule set · {comparison.players} players · seed {comparison.seed} · "
        f"{comparison.baseline} ({ids[0]}), {rules} ({ids[1]})",
        comparison.interval_words,
        f"{agreed}{SHAPES}",
    )


def figure(shown: Differences, *, with_words: bool = True, name: str = NAME) -> Figure:
    """Draw the figure.

    Parameters
    ----------
    shown : Differences
        From `read`.
    with_words : bool, default True
        Whether the finding and what it rests on are written into the figure; a page that writes them itself says no.
    name : str, default "differences"
        What the figure is to be called.

    Returns
    -------
    Figure
        Each difference is drawn in units of its margin, so that all have one axis; within the band nothing matters.
    """
    plot = canvas.blank_figure(name, _x_range(shown), _y_range(shown), _height(shown))
    source = canvas.named_source(name, shown.columns)
    plot.add_layout(BoxAnnotation(left=-1.0, right=1.0, fill_color=NEUTRAL, fill_alpha=0.13, line_color=None))
    plot.add_layout(Span(location=0.0, dimension="height", line_color=NEUTRAL, line_dash=[6, 4]))
    plot.segment(
        "low", "row", "high", "row", source=source, color="colour", line_width=5, line_alpha=0.35, line_cap="round"
    )
    points = plot.scatter(
        "at",
        "row",
        source=source,
        size=12,
        marker="marker",
        line_color="colour",
        line_width=2,
        fill_color="colour",
        fill_alpha="filling",
    )
    plot.text(
        "words_at",
        "row",
        text="words",
        source=source,
        color="colour",
        text_baseline="middle",
        text_font=value(canvas.FONT),
        text_font_size="0.9em",
    )
    plot.text(
        "heading_at",
        "row",
        text="heading",
        source=source,
        color=NEUTRAL,
        y_offset=-_NAME_ABOVE,
        text_baseline="middle",
        text_font=value(canvas.FONT),
        text_font_size="0.9em",
        text_font_style="bold",
    )
    plot.xgrid.grid_line_color = None
    plot.xaxis.bounds = (-shown.reach, shown.reach)
    plot.xaxis.axis_label = "Difference, in margins (1: just matters)"
    canvas.add_hover(
        plot,
        points,
        [
            ("", "@figure, @bot"),
            ("before, after", "@before, @after"),
            ("difference", "@difference"),
            ("interval", "@interval"),
            ("margin", "@margin"),
            ("games", "@games under each rule set"),
        ],
    )
    _label(plot, shown)
    if with_words:
        plot.title = Title(text=shown.finding)
        for line in shown.lines:
            plot.add_layout(Title(text=line, text_font_size="0.85em", text_font_style="normal"), "below")
    return plot


def update(plot: Figure, shown: Differences) -> None:
    """Show other data in a figure of `figure`, moving as little as possible.

    Parameters
    ----------
    plot : Figure
        The figure; words written into it stay as they are.
    shown : Differences
        From `read`.
    """
    canvas.replace_columns(plot, shown.columns, _height(shown))
    canvas.move_range(plot.x_range, _x_range(shown))
    canvas.move_range(plot.y_range, _y_range(shown))
    plot.xaxis.bounds = (-shown.reach, shown.reach)
    _label(plot, shown)


def table(shown: Differences) -> pd.DataFrame:
    """Lay out what the figure shows.

    Parameters
    ----------
    shown : Differences
        From `read`.

    Returns
    -------
    DataFrame
        One row for each figure and style; shares are from 0 to 1.
    """
    rows = shown.rows
    kinds = [interval or note for interval, note in zip(rows["interval"], rows["note"], strict=True)]
    named = {
        "figure": "Figure",
        "bots": "Bot",
        "unit": "Unit",
        "before": "Baseline",
        "after": "Changed",
        "difference": "Difference",
        "low": "Interval from",
        "high": "Interval to",
        "verdict": "Verdict",
        "margin": "Margin",
        "games": "Games",
    }
    return rows.loc[:, list(named)].rename(columns=named).assign(**{"Kind of interval": kinds})


def _label(plot: Figure, shown: Differences) -> None:
    axis = plot.yaxis[0]
    overrides: dict[Any, Any] = dict(shown.labels)
    if axis.major_label_overrides != overrides:
        axis.ticker = FixedTicker(ticks=list(shown.labels))
        axis.major_label_overrides = overrides


def _x_range(shown: Differences) -> Ends:
    return -1.05 * shown.reach, shown.reach * (1.0 + 2.0 * _WORDS)


def _y_range(shown: Differences) -> Ends:
    return min(shown.labels) - 0.8, max(shown.labels) + 1.3


def _height(shown: Differences) -> int:
    low, high = _y_range(shown)
    return round(_ROW * (high - low)) + 60
