"""How long games are, and how they go."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from caravan.plots.palette import LENGTH, seat_colour
from caravan.report.blocks import Drawing
from caravan.report.figures.canvas import INK, drawn, in_percent
from caravan.report.figures.seats import seat_names

_MOST_BARS = 22
_LETTERS_OF_A_NAME = 34
Numbers = npt.NDArray[np.float64]


def counted(values: Numbers, title: str, caption: str, *, name: str, axis: str, mean: float, called: str) -> Drawing:
    """Draw in which share of the games a whole number comes up.

    Parameters
    ----------
    values : ndarray of float64, shape (games,)
        Whole numbers.
    title, caption : str
        The words of the files.
    name : str
        Of the files.
    axis : str
        What the horizontal axis says.
    mean : float
        Where a line is drawn.
    called : str
        What is written beside the line.
    """

    def draw(axes: Axes) -> None:
        low, high = int(values.min()), int(values.max())
        width = max(1, math.ceil((np.quantile(values, 0.995) - np.quantile(values, 0.005)) / _MOST_BARS))
        first = math.floor(low / width) * width
        edges = np.arange(first - 0.5, high + width + 0.5, width)
        counts = np.histogram(values, edges)[0] / len(values)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.bar(edges[:-1] + width / 2, counts, 0.9 * width, color=LENGTH, alpha=0.55)
        axes.axvline(mean, color=INK, linewidth=1.3)
        axes.annotate(
            called, (mean, 1.0), (5, -2), xycoords=("data", "axes fraction"), textcoords="offset points", va="top"
        )
        axes.set_ylim(0, 1.22 * counts.max())
        axes.grid(visible=False, axis="x")
        axes.grid(visible=True, axis="y")
        in_percent(axes.yaxis, 0 if counts.max() > 0.04 else 1)
        axes.set_xlabel(axis)
        axes.set_ylabel("Share of games")

    return drawn(name, title, caption, draw, height=2.4)


def changes_of_lead(values: Numbers, title: str, caption: str, mean: float, called: str) -> Drawing:
    """Draw how often the lead changes in a game."""
    return counted(
        values, title, caption, name="lead_changes", axis="Changes of the lead in a game", mean=mean, called=called
    )  # fmt: skip


def one_game(
    turns: Sequence[int], points: Sequence[Sequence[int]], bots: Sequence[str], title: str, caption: str
) -> Drawing:
    """Draw the scores of one game as they grow.

    Parameters
    ----------
    turns : sequence of int
        From 0, before the first turn.
    points : sequence of sequence of int
        For each seat its score after each of these turns.
    bots : sequence of str
        In seat order.
    title, caption : str
        The words of the files.
    """

    def draw(axes: Axes) -> None:
        last = sorted(range(len(points)), key=lambda seat: points[seat][-1])
        apart = 0.062 * max(1, *(score[-1] for score in points))
        heights: dict[int, float] = {}
        for place, seat in enumerate(last):
            floor = heights[last[place - 1]] + apart if place else -math.inf
            heights[seat] = max(points[seat][-1], floor)
        for seat, score in enumerate(points):
            colour = seat_colour(seat + 1)
            axes.step(turns, score, where="post", color=colour, linewidth=2)
            axes.annotate(
                f"{seat_names(bots)[seat].replace(chr(10), ' ')}: {score[-1]}", (turns[-1], heights[seat]), (6, 0),
                textcoords="offset points", va="center", color=colour, fontweight="bold", annotation_clip=False,
            )  # fmt: skip
        axes.set_xlim(0, turns[-1] * 1.22)
        axes.grid(visible=True, axis="y")
        axes.set_xlabel("Turn, counted over all players")
        axes.set_ylabel("Points")

    return drawn("typical_game", title, caption, draw, height=2.9)


LEADS = {"leader": "Leader over the second", "winner": "Later winner over the best other"}


def lead_bands(course: pd.DataFrame, title: str, caption: str) -> Drawing:
    """Draw the lead in the course of a game: the median, and bands for half and for nine tenths of the games.

    Parameters
    ----------
    course : DataFrame
        From `caravan.measures.course.lead_over_time`.
    title, caption : str
        The words of the files.
    """

    def draw(axes: Any) -> None:
        for sheet, (lead, called) in zip(axes, LEADS.items(), strict=True):
            _bands(sheet, course[course["lead"] == lead], called)
        axes[0].set_ylabel("Points ahead")

    return drawn("lead", title, caption, draw, height=2.6, shape=(1, 2), settings={"sharey": True})


def leads_compared(courses: Sequence[tuple[str, pd.DataFrame]], title: str, caption: str) -> Drawing:
    """Draw the lead in the course of a game under two rule sets side by side, on the same scales.

    Parameters
    ----------
    courses : sequence of (str, DataFrame)
        What the rule set is called, and its course from `caravan.measures.course.lead_over_time`.
    title, caption : str
        The words of the files.
    """

    def draw(axes: Any) -> None:
        for row, (lead, called) in zip(axes, LEADS.items(), strict=True):
            for sheet, (name, course) in zip(row, courses, strict=True):
                _bands(sheet, course[course["lead"] == lead], f"{called}:\n{shortened(name)}")
            row[0].set_ylabel("Points ahead")

    return drawn("lead_compared", title, caption, draw, height=5.2, shape=(2, len(courses)), settings={"sharey": "row"})


def _bands(sheet: Axes, rows: pd.DataFrame, called: str) -> None:
    progress = rows["progress"].to_numpy()
    sheet.fill_between(progress, rows["p05"], rows["p95"], color=LENGTH, alpha=0.2, linewidth=0)
    sheet.fill_between(progress, rows["p25"], rows["p75"], color=LENGTH, alpha=0.35, linewidth=0)
    sheet.plot(progress, rows["p50"], color=LENGTH, linewidth=2)
    sheet.axhline(0.0, color=INK, linewidth=1)
    sheet.set_xlim(0, 1)
    sheet.grid(visible=True, axis="y")
    sheet.yaxis.set_major_locator(MaxNLocator(5, integer=True))
    sheet.set_title(called, fontsize=9.5, loc="left")
    sheet.set_xticks([0, 0.5, 1], ["start", "half", "end"])


def shortened(name: str) -> str:
    """Cut a rule set's name to what fits over half a figure."""
    return name if len(name) <= _LETTERS_OF_A_NAME else f"{name[: _LETTERS_OF_A_NAME - 1]}\u2026"
