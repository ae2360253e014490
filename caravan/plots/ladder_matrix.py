"""Who beats whom: a square of cells, each with a win share and its interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pandas as pd
from bokeh.core.properties import value
from bokeh.models import CDSView, FixedTicker, IndexFilter

from caravan.plots import canvas
from caravan.plots.canvas import Columns, Figure
from caravan.plots.palette import NEUTRAL
from caravan.plots.shades import Shade, as_hex, diverging, words_on

_ROOM_FOR_NAMES = 190
_CELL_HEIGHT = 46
_WIDTH = 1060


def read(pairings: pd.DataFrame, order: Sequence[str]) -> Columns:
    """Take from a ladder's pairings what the figure shows.

    Parameters
    ----------
    pairings : DataFrame
        A ladder's pairings with one number of players.
    order : sequence of str
        The bots, from the top down and from left to right.

    Returns
    -------
    mapping of str to sequence
        One entry for each pairing: ``x``, ``y``, ``share``, ``span``, colours, words for a look from near.
    """
    fair = 1.0 / int(pairings["players"].iloc[0])
    place = {bot: number for number, bot in enumerate(order)}
    rows = [
        {
            "x": place[row.against],
            "y": len(order) - 1 - place[row.bot],
            "share": f"{100 * row.win_share:.1f}",
            "span": f"{100 * row.win_low:.0f} to {100 * row.win_high:.0f}",
            "weight": "bold" if row.win_low > fair or row.win_high < fair else "normal",
            "fill": as_hex(cell_colour(row.win_share, fair)),
            "words": words_on(cell_colour(row.win_share, fair)),
            "bot": row.bot,
            "against": row.against,
            "margin": _signed(row.margin, row.margin_low, row.margin_high, 1.0),
            "edge": _signed(row.edge, row.edge_low, row.edge_high, 100.0),
            "games": f"{row.games:,} on {row.seeds:,} seeds",
            "stuck": f"{row.deadlocks} by deadlock, {row.turn_limits} at the turn limit",
        }
        for row in _rows(pairings)
    ]
    return {name: [row[name] for row in rows] for name in rows[0]}


def finding(pairings: pd.DataFrame, order: Sequence[str]) -> str:
    """Say who beats all others, as far as the intervals show.

    Parameters
    ----------
    pairings : DataFrame
        A ladder's pairings with one number of players.
    order : sequence of str
        The bots, the strongest first.

    Returns
    -------
    str
        A sentence without a full stop.
    """
    others = len(order) - 1
    shown = pairings[pairings["edge_low"] > 0.0]
    beaten = {bot: shown[shown["bot"] == bot]["against"].tolist() for bot in order}
    champion = next((bot for bot in order if len(beaten[bot]) == others), None)
    if champion is not None:
        return f"{champion} beats {'every other bot' if others > 1 else next(bot for bot in order if bot != champion)}"
    first = order[0]
    beats_first = [bot for bot in order if first in beaten[bot]]
    if beats_first:
        return f"{first} is rated highest, yet {listed(beats_first)} {'beats' if len(beats_first) == 1 else 'beat'} it"
    most = max(order, key=lambda bot: len(beaten[bot]))
    if not beaten[most]:
        return "No bot is shown to beat another"
    return f"No bot is shown to beat all others; {most} beats {len(beaten[most])} of {others}"


def figure(pairings: pd.DataFrame, order: Sequence[str], name: str) -> Figure:
    """Draw the figure.

    Parameters
    ----------
    pairings : DataFrame
        A ladder's pairings with one number of players.
    order : sequence of str
        The bots, from the top down and from left to right.
    name : str
        What the figure is to be called.

    Returns
    -------
    Figure
        As wide as the bots need.
    """
    bots = len(order)
    cell = min(max((_WIDTH - _ROOM_FOR_NAMES) / bots, 58), 120)
    ends = (-0.5, bots - 0.5)
    plot = canvas.blank_figure(name, ends, ends, _CELL_HEIGHT * bots + _ROOM_FOR_NAMES)
    plot.update(sizing_mode="fixed", width=round(cell * bots) + _ROOM_FOR_NAMES, min_border_right=60)
    plot.xgrid.grid_line_color = None
    source = canvas.named_source(name, read(pairings, order))
    cells = plot.rect("x", "y", 0.96, 0.94, source=source, fill_color="fill", line_color=None)
    share, span = ("13px", "11px") if cell >= 72 else ("12px", "9.5px")
    weights = list(source.data["weight"])
    for weight in sorted(set(weights)):
        _write(plot, source, "share", share, -8, weight, [row for row, one in enumerate(weights) if one == weight])
    _write(plot, source, "span", span, 9, "normal", list(range(len(weights))))
    for axis, labels in ((plot.xaxis[0], list(order)), (plot.yaxis[0], list(reversed(order)))):
        axis.ticker = FixedTicker(ticks=list(range(bots)))
        axis.major_label_overrides = dict(enumerate(labels))
    plot.xaxis.major_label_orientation = math.pi / 4
    plot.xaxis.axis_label = "against"
    plot.above, plot.below = [plot.xaxis[0]], []
    canvas.add_hover(
        plot,
        cells,
        [
            ("", "@bot against @against"),
            ("wins", "@share% (@span)"),
            ("points ahead", "@margin"),
            ("edge in percent", "@edge"),
            ("games", "@games"),
            ("ended", "@stuck"),
        ],
    )
    quiet(plot)
    return plot


def quiet(plot: Figure) -> None:
    """Let a page's own colour show through, and draw axes and grid so that they are seen on light and on dark."""
    plot.update(background_fill_color=None, border_fill_color=None)
    plot.grid.grid_line_alpha = 0.3
    for grid in plot.grid:
        if grid.grid_line_color is not None:
            grid.grid_line_color = NEUTRAL
    for axis in plot.axis:
        axis.update(
            axis_line_color=None,
            major_tick_line_color=None,
            minor_tick_line_color=None,
            major_label_text_color=NEUTRAL,
            axis_label_text_color=NEUTRAL,
            axis_label_text_font_style="normal",
            major_label_text_font=canvas.FONT,
            axis_label_text_font=canvas.FONT,
            major_label_text_font_size="12px",
            axis_label_text_font_size="12px",
        )


def cell_colour(share: float, fair: float) -> Shade:
    """Give a win share's colour, in red, green and blue: nearly white where it is fair."""
    far = (share - fair) / (1.0 - fair) if share >= fair else (share - fair) / fair
    return diverging(far)


def listed(names: Sequence[str]) -> str:
    """Write names in a row: ``a``, ``a and b``, ``a, b and c``."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _write(plot: Figure, source: Any, column: str, size: str, shift: int, weight: str, shown: list[int]) -> None:
    plot.text(
        "x",
        "y",
        text=column,
        source=source,
        view=CDSView(filter=IndexFilter(indices=shown)),
        text_color="words",
        text_align="center",
        text_baseline="middle",
        y_offset=shift,
        text_font=value(canvas.FONT),
        text_font_size=size,
        text_font_style=weight,
    )


def _signed(middle: float, low: float, high: float, factor: float) -> str:
    span = "" if math.isnan(low) else f" ({factor * low:+.1f} to {factor * high:+.1f})"
    return f"{factor * middle:+.1f}{span}"


def _rows(frame: pd.DataFrame) -> Any:
    return frame.itertuples(index=False)
