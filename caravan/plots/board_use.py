"""Where on the board things happen: the board as a heat map, for one use of its spaces at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from bokeh.core.properties import value
from bokeh.models import LinearColorMapper
from bokeh.models.annotations import ColorBar
from bokeh.transform import transform

from caravan.board import Board
from caravan.measures import Sample
from caravan.measures.estimate import Floats
from caravan.measures.intervals import CONFIDENCE, count_interval, normal_quantile
from caravan.measures.log_pass import SpaceCounts
from caravan.measures.sequences import FIRST_LOOK, asymptotic_half_width
from caravan.measures.spaces import effective_number
from caravan.plots import canvas
from caravan.plots.canvas import Columns, Figure
from caravan.plots.palette import NEUTRAL, good_colour, good_ink
from caravan.plots.provenance import Provenance, seat_in_words
from caravan.plots.shades import as_hex, diverging, words_on
from caravan.wording import in_words

NAME = "board_use"
USES = {
    "camel_turns": ("Camels at the end of a turn", "camels at turn ends in a game"),
    "pick_ups": ("Goods picked up", "pick-ups in a game"),
    "waiting_markers": ("Demand markers on waiting goods", "markers in a game"),
    "passes_through": ("Goods passing through", "goods in a game"),
    "thefts": ("Thefts", "thefts in a game"),
}
"""What each use is called, and what it is counted in."""

THIRDS = ("Whole game", "First third", "Second third", "Last third")
"""The parts of a game's progress."""

BY_NOBODY = ("waiting_markers",)
"""Uses that no seat has any part in."""

_ROW_HEIGHT, _FRAME = 58, 92
_GREATEST_WIDTH = 82
"""Of a space, in pixels, so that it doesn't look like a line on a wide page."""

_PALETTE = [as_hex(diverging(step / 255.0)) for step in range(256)]
_CORNER = 0.27
_MARK_SIZE = 16


@dataclass(frozen=True)
class BoardUse:
    """What the figure shows.

    Attributes
    ----------
    columns : mapping of str to sequence
        One entry for each space of the grid: its name ``space``, ``x``, ``y``, ``value`` with ``low`` and ``high``,
        what is there ``told`` in words, and how it is drawn.
    board : Board
        The board.
    unit : str
        What the values count.
    most : float
        Where the scale of colours ends.
    finding : str
        What the figure shows, as a sentence.
    provenance : Provenance
        What it rests on.
    """

    columns: Columns
    board: Board
    unit: str
    most: float
    finding: str
    provenance: Provenance


def read(sample: Sample, counts: SpaceCounts, use: str, seat: int = 0, third: int = 0) -> BoardUse:
    """Take from what was counted what the figure shows.

    Parameters
    ----------
    sample : Sample
        The games.
    counts : SpaceCounts
        How often spaces were used so in them; see `caravan.measures.log_pass`.
    use : str
        One of `USES`.
    seat : int, default 0
        From 1; 0 for all together.
    third : int, default 0
        From 1 to 3; 0 for the whole game.

    Returns
    -------
    BoardUse
        Means over the games, with intervals for each space by itself.
    """
    board = sample.rules.board
    mean, deviation = counts.mean[seat, third], counts.deviation[seat, third]
    low, high, kind = _ends(sample, mean, deviation)
    most = _end_of_scale(float(np.nanmax(mean)) if mean.size else 0.0)
    bots = tuple(sample.batch.request.bot_names)
    who = "by all seats together" if seat == 0 else f"by seat {seat_in_words(seat, bots)}"
    when = "over the whole game" if third == 0 else f"in the {THIRDS[third].lower()} of the game"
    chosen = f"{USES[use][0]} {when}" + ("" if use in BY_NOBODY else f", {who}")
    provenance = Provenance.of(sample.batch).with_interval(kind)
    provenance = provenance.noting(chosen)
    columns = _columns(board, mean, low, high, most)
    words = finding(board, use, mean, low, high)
    return BoardUse(columns, board, USES[use][1], most, words, provenance)


def _ends(sample: Sample, mean: Floats, deviation: Floats) -> tuple[Floats, Floats, str]:
    """Give the ends of the spaces' intervals, and how they were made."""
    missing = np.full(mean.shape, np.nan)
    if not sample.growing:
        if sample.games < 2:
            return missing, missing, ""
        reach = normal_quantile(CONFIDENCE) / np.sqrt(sample.games)
        return *count_interval(mean, deviation, reach), "score of counts 95%, each space by itself"
    if sample.games < FIRST_LOOK:
        return missing, missing, ""
    (reach,) = asymptotic_half_width(sample.games, np.ones(1), max(FIRST_LOOK, sample.planned // 4))
    kind = "asymptotic confidence sequence of counts 95%, each space by itself"
    return *count_interval(mean, deviation, float(reach)), kind


def _end_of_scale(greatest: float) -> float:
    """Round up to one or two digits, so that the scale stays while the values move a little."""
    if greatest <= 0.0 or not np.isfinite(greatest):
        return 1.0
    power = 10.0 ** np.floor(np.log10(greatest))
    steps = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)
    return float(next(step * power for step in steps if step * power >= greatest - 1e-12))


def _columns(board: Board, mean: Floats, low: Floats, high: Floats, most: float) -> Columns:
    marks: dict[int, dict[str, Any]] = {}
    for number, space in enumerate(board.numbered, start=1):
        marks[space] = {"mark": str(number), "shape": "circle", "told": f"space number {number}"}
    for place, (good, space) in enumerate(zip(board.goods, board.cities, strict=True)):
        marks[space] = {
            "mark": good.letter,
            "shape": "square",
            "mark_fill": good_colour(place),
            "mark_ink": good_ink(place),
            "told": f"city of {good.name}",
        }
    rows = []
    for space, name in enumerate(board.space_names):
        blocked = space in board.blocked
        there = np.nan if blocked else float(mean[space])
        shade = diverging(0.0 if np.isnan(there) else there / most)
        ink = words_on(shade)
        mark = marks.get(space, {})
        rows.append(
            {
                "space": name,
                "x": space % board.width,
                "y": space // board.width,
                "value": there,
                "low": np.nan if blocked else float(low[space]),
                "high": np.nan if blocked else float(high[space]),
                "number": "" if blocked or there == 0.0 else _short(there),
                "ink": NEUTRAL if blocked else ink,
                "told": "blocked" if blocked else mark.get("told", "open space"),
                "mark": mark.get("mark", ""),
                "shape": mark.get("shape", "circle"),
                "name_x": space % board.width - 0.44,
                "mark_x": space % board.width + _CORNER,
                "mark_y": space // board.width + _CORNER,
                "mark_size": _MARK_SIZE if mark else 0,
                "mark_fill": mark.get("mark_fill", as_hex(shade)),
                "mark_ink": mark.get("mark_ink", ink),
                "mark_line": ink,
            }
        )
    return {column: [row[column] for row in rows] for column in rows[0]}


def _short(amount: float) -> str:
    if np.isnan(amount):
        return ""
    return f"{amount:.0f}" if amount >= 10.0 else f"{amount:.1f}" if amount >= 0.95 else f"{amount:.2f}".lstrip("0")


def finding(board: Board, use: str, mean: Floats, low: Floats, high: Floats) -> str:
    """Say where most happens, as far as the intervals show, and over how many spaces it is spread.

    Parameters
    ----------
    board : Board
        The board.
    use : str
        One of `USES`.
    mean, low, high : ndarray of float64, shape (spaces,)
        How often in a game, and the ends of the intervals; NaN where there are none.

    Returns
    -------
    str
        A sentence without a full stop.
    """
    title = USES[use][0]
    if not np.nansum(mean):
        return f"{title}: none in these games"
    order = np.argsort(-mean, kind="stable")
    first, names = int(order[0]), board.space_names
    spread = float(effective_number(mean[None, :])[0])
    evenly = f"spread as if evenly over {spread:.0f} of {mean.size - len(board.blocked)} spaces"
    if np.isnan(low[first]):
        return f"{title}: most so far in {names[first]}; {evenly}"
    level = [space for space in order.tolist() if high[space] >= low[first]]
    most = f"{title}: most in {names[first]} ({mean[first]:.2g} a game)"
    if len(level) == 1:
        return f"{most}; {evenly}"
    if len(level) <= 4:
        others = in_words(names[space] for space in level[1:])
        return f"{most}, about as many in {others}; {evenly}"
    return f"{title}: {len(level)} spaces share the first place ({mean[first]:.2g} a game); {evenly}"


def figure(shown: BoardUse, *, with_words: bool = True) -> Figure:
    """Draw the figure.

    Parameters
    ----------
    shown : BoardUse
        From `read`.
    with_words : bool, default True
        Whether the finding and what it rests on are written into the figure; a page that writes them itself says no.

    Returns
    -------
    Figure
        Called ``board_use``, as is its data source.
    """
    plot = canvas.blank_figure(NAME, *_ranges(shown), _height(shown))
    plot.max_width = _max_width(shown)
    plot.axis.visible = False
    plot.xgrid.grid_line_color = None
    mapper = LinearColorMapper(palette=_PALETTE, low=0.0, high=shown.most, nan_color="rgba(122, 122, 122, 0.18)")
    source = canvas.named_source(NAME, shown.columns)
    cells = plot.rect(
        "x",
        "y",
        0.96,
        0.96,
        source=source,
        fill_color=transform("value", mapper),
        line_color=NEUTRAL,
        line_alpha=0.35,
    )
    corner: dict[str, Any] = {"source": source, "text_font": value(canvas.FONT), "text_baseline": "middle"}
    plot.text("name_x", "mark_y", text="space", color="ink", text_align="left", text_font_size="11px", **corner)
    plot.text("x", "y", text="number", color="ink", y_offset=9, text_align="center", text_font_size="14px", **corner)
    plot.scatter(
        "mark_x",
        "mark_y",
        source=source,
        marker="shape",
        size="mark_size",
        fill_color="mark_fill",
        line_color="mark_line",
    )
    plot.text(
        "mark_x",
        "mark_y",
        text="mark",
        color="mark_ink",
        text_align="center",
        text_font_size="12px",
        text_font_style="bold",
        **corner,
    )
    plot.add_layout(
        ColorBar(
            color_mapper=mapper,
            title=_scale_title(shown),
            height=11,
            margin=0,
            padding=6,
            orientation="horizontal",
            major_tick_in=0,
        ),
        "below",
    )
    canvas.add_hover(
        plot,
        cells,
        [
            ("space", "@space, @told"),
            ("in a game", "@value{0.000}"),
            ("interval", "@low{0.000} to @high{0.000}"),
        ],
    )
    if with_words:
        canvas.add_words(plot, shown.finding, shown.provenance)
    return plot


def update(plot: Figure, shown: BoardUse) -> None:
    """Show other data in a figure of `figure`.

    Parameters
    ----------
    plot : Figure
        The figure; words written into it stay as they are.
    shown : BoardUse
        From `read`.
    """
    if plot.max_width != _max_width(shown):
        plot.max_width = _max_width(shown)
    canvas.replace_columns(plot, shown.columns, _height(shown))
    across, up = _ranges(shown)
    canvas.move_range(plot.x_range, across)
    canvas.move_range(plot.y_range, up)
    for bar in plot.below:
        if isinstance(bar, ColorBar):
            mapper: Any = bar.color_mapper
            if mapper.high != shown.most:
                mapper.high = shown.most
            if bar.title != _scale_title(shown):
                bar.title = _scale_title(shown)


def table(shown: BoardUse) -> pd.DataFrame:
    """Lay out what the figure shows.

    Parameters
    ----------
    shown : BoardUse
        From `read`.

    Returns
    -------
    DataFrame
        One row for each space that isn't blocked.
    """
    columns = shown.columns
    frame = pd.DataFrame(
        {
            "Space": list(columns["space"]),
            "What is there": list(columns["told"]),
            shown.unit[:1].upper() + shown.unit[1:]: list(columns["value"]),
            "Interval from": list(columns["low"]),
            "Interval to": list(columns["high"]),
            "Games": shown.provenance.games,
            "Kind of interval": shown.provenance.interval or "none yet",
        }
    )
    return frame[frame["What is there"] != "blocked"].reset_index(drop=True)


def _ranges(shown: BoardUse) -> tuple[canvas.Ends, canvas.Ends]:
    return (-0.52, shown.board.width - 0.48), (-0.52, shown.board.height - 0.48)


def _height(shown: BoardUse) -> int:
    return _FRAME + _ROW_HEIGHT * shown.board.height


def _max_width(shown: BoardUse) -> int:
    return _FRAME + _GREATEST_WIDTH * shown.board.width


def _scale_title(shown: BoardUse) -> str:
    return shown.unit[:1].upper() + shown.unit[1:]
