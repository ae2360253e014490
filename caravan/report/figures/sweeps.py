"""What matters in a sweep: effects with intervals, heat maps, and figures along an axis."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from caravan.plots.shades import as_hex, diverging, words_on
from caravan.plots.sweep_map_cells import shade_places
from caravan.report.blocks import Drawing
from caravan.report.evidence import Row
from caravan.report.figures.canvas import INK, PAPER, QUIET, drawn, with_signs
from caravan.report.figures.differences import STYLE_COLOURS
from caravan.report.figures.seats import MARKERS
from caravan.sweeps.findings import decimals_for, with_decimals


def tornado(
    lines: Sequence[tuple[str, Sequence[tuple[str, Row]]]], unit: str, title: str, caption: str, *, name: str
) -> Drawing:
    """Draw what each change of a parameter does to a figure, the largest first.

    Parameters
    ----------
    lines : sequence of (str, sequence of (str, Row))
        What is changed; for each style or number of players the row of the effect.
    unit : str
        What the effects count.
    title, caption : str
        The words of the files.
    name : str
        Of the files.
    """
    groups = list(dict.fromkeys(group for _, rows in lines for group, _ in rows))

    def draw(axes: Axes) -> None:
        axes.axvline(0.0, color=QUIET, linewidth=1.2)
        for place, (_, rows) in enumerate(lines):
            for group, row in rows:
                number = groups.index(group)
                colour = STYLE_COLOURS[number % len(STYLE_COLOURS)]
                height = place + (number - (len(groups) - 1) / 2) * min(0.28, 0.7 / len(groups))
                factor = 100.0 if row.is_share else 1.0
                low, value, high = (factor * row.number(column) for column in ("low", "value", "high"))
                axes.plot([0.0, value], [height] * 2, color=colour, linewidth=7, alpha=0.3, solid_capstyle="butt")
                axes.plot([low, high], [height] * 2, color=colour, linewidth=2)
                axes.plot(value, height, MARKERS[number % len(MARKERS)], color=colour, markersize=6)
        axes.set_yticks(range(len(lines)), [called for called, _ in lines])
        axes.set_ylim(len(lines) - 0.5, -0.5)
        axes.margins(x=0.1)
        with_signs(axes.xaxis)
        axes.set_xlabel(f"Change, in {unit}")
        if len(groups) > 1:
            for number, group in enumerate(groups):
                colour = STYLE_COLOURS[number % len(STYLE_COLOURS)]
                axes.plot([], [], MARKERS[number % len(MARKERS)], color=colour, label=group)
            axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, borderaxespad=0.2)

    height = (
        0.75 + len(lines) * max(0.45, 0.17 * len(groups) + 0.2) + 0.2 * ((len(groups) + 1) // 2) * (len(groups) > 1)
    )
    return drawn(name, title, caption, draw, height=height)


def heat_map(
    values: np.ndarray[tuple[int, int], np.dtype[np.float64]],
    columns: tuple[str, Sequence[str]],
    rows: tuple[str, Sequence[str]],
    unit: str,
    title: str,
    caption: str,
    *,
    name: str,
    about_zero: bool = False,
) -> Drawing:
    """Draw a figure over two axes.

    Parameters
    ----------
    values : ndarray of float64, shape (rows, columns)
        NaN where nothing was played.
    columns, rows : (str, sequence of str)
        What the axis is called, and its levels.
    unit : str
        What the figure counts.
    title, caption : str
        The words of the files.
    name : str
        Of the files.
    about_zero : bool, default False
        Whether 0 is the middle of the shades; otherwise it is half-way between the lowest and the highest.
    """
    there = np.flatnonzero(~np.isnan(values))
    known = values.ravel()[there].tolist()
    shades = dict(zip(there.tolist(), shade_places(known, about_zero=about_zero), strict=True))
    decimals = decimals_for(known)

    def draw(axes: Axes) -> None:
        for row in range(len(rows[1])):
            for column in range(len(columns[1])):
                value = float(values[row, column])
                if math.isnan(value):
                    axes.text(column, row, "\u2013", ha="center", va="center", color=QUIET)
                    continue
                shade = diverging(shades[row * len(columns[1]) + column])
                axes.fill_between(
                    [column - 0.5, column + 0.5],
                    row - 0.5,
                    row + 0.5,
                    color=as_hex(shade),
                    edgecolor=PAPER,
                    linewidth=1.5,
                )
                text = with_decimals(value, decimals).replace("-", "\u2212")
                axes.text(column, row, text, ha="center", va="center", color=words_on(shade))
        axes.set_xlim(-0.5, len(columns[1]) - 0.5)
        axes.set_ylim(-0.5, len(rows[1]) - 0.5)
        axes.set_xticks(range(len(columns[1])), columns[1])
        axes.set_yticks(range(len(rows[1])), rows[1])
        axes.set_xlabel(columns[0])
        axes.set_ylabel(textwrap.fill(rows[0], 7 * len(rows[1]) + 4))
        axes.grid(visible=False)
        axes.set_title(f"In {unit}", fontsize=9.5, loc="left", color=QUIET)

    return drawn(name, title, caption, draw, height=1.1 + 0.42 * len(rows[1]))


@dataclass(frozen=True)
class Response:
    """A figure along one axis.

    Attributes
    ----------
    axis : str
        What the axis is called.
    levels : tuple of str
        Its levels.
    curves : tuple of (str, tuple of (float, float, float))
        For each style or number of players, low end, value and high end at each level; NaN where missing.
    """

    axis: str
    levels: tuple[str, ...]
    curves: tuple[tuple[str, tuple[tuple[float, float, float], ...]], ...]


def responses(panels: Sequence[Response], unit: str, title: str, caption: str, *, name: str) -> Drawing:
    """Draw how a figure changes along each axis, with bands.

    Parameters
    ----------
    panels : sequence of Response
        At most four.
    unit : str
        What the figure counts.
    title, caption : str
        The words of the files.
    name : str
        Of the files.
    """
    columns = min(2, len(panels))
    rows = -(-len(panels) // columns)

    def draw(axes: Any) -> None:
        every = np.atleast_1d(np.asarray(axes, dtype=object)).ravel()
        for sheet in every[len(panels) :]:
            sheet.set_axis_off()
        for sheet, panel in zip(every, panels, strict=False):
            for number, (group, ends) in enumerate(panel.curves):
                low, value, high = (np.array(column) for column in zip(*ends, strict=True))
                places, colour = np.arange(len(value)), STYLE_COLOURS[number % len(STYLE_COLOURS)]
                sheet.fill_between(places, low, high, color=colour, alpha=0.2, linewidth=0)
                marker = MARKERS[number % len(MARKERS)]
                sheet.plot(places, value, marker=marker, color=colour, linewidth=1.8, markersize=5, label=group)
            sheet.set_xticks(range(len(panel.levels)), panel.levels)
            sheet.set_xlabel(panel.axis)
            sheet.margins(x=0.12)
            sheet.grid(visible=True, axis="y")
            sheet.tick_params(axis="y", labelcolor=INK)
        for sheet in every[::columns]:
            sheet.set_ylabel(unit.capitalize())
        if len(panels[0].curves) > 1:
            every[0].legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, borderaxespad=0.2)

    height = rows * 2.3 + (0.3 if len(panels[0].curves) > 1 else 0.0)
    return drawn(name, title, caption, draw, height=height, shape=(rows, columns), settings={"sharey": True})
