"""What seats do in the course of a game: the share of each kind of action among all steps, by tenths of progress."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from bokeh.models import NumeralTickFormatter

from caravan.measures import Estimate, Sample
from caravan.measures.evidence import ratios
from caravan.measures.play import STEPS
from caravan.plots import canvas
from caravan.plots.canvas import Columns, Figure
from caravan.plots.palette import ACTIONS
from caravan.plots.provenance import Provenance, seat_in_words
from caravan.plots.ranges import steady_range

NAME = "action_mix"
CALLED = {
    "place": "placing a camel",
    "move": "moving a camel",
    "pick_up": "picking up",
    "transfer": "handing on",
    "deliver": "delivering",
    "steal": "stealing",
    "rainbow": "the rainbow camel",
    "pass": "passing",
}
"""What the kinds of action are called."""

NAMES = {
    "place": "place",
    "move": "move",
    "pick_up": "pick up",
    "transfer": "hand on",
    "deliver": "deliver",
    "steal": "steal",
    "rainbow": "rainbow camel",
    "pass": "pass",
}
"""The same, where there is little room."""

_MARKERS = {
    "place": "square",
    "move": "circle",
    "pick_up": "triangle",
    "transfer": "diamond",
    "deliver": "star",
    "steal": "inverted_triangle",
    "rainbow": "hex",
    "pass": "cross",
}
_HEIGHT = 430
_STEP = 0.1


@dataclass(frozen=True)
class ActionMix:
    """What the figure shows.

    Attributes
    ----------
    columns : mapping of str to sequence
        One entry for each kind of action that happened and each part of progress: ``action``, ``progress`` at the
        part's middle, ``share`` with ``low`` and ``high`` from 0 to 1, and how it is drawn.
    finding : str
        What the figure shows, as a sentence.
    provenance : Provenance
        What it rests on.
    """

    columns: Columns
    finding: str
    provenance: Provenance


def read(sample: Sample, steps: npt.NDArray[np.int16], seat: int = 0) -> ActionMix:
    """Take from what was counted what the figure shows.

    Parameters
    ----------
    sample : Sample
        The games.
    steps : ndarray of int16, shape (parts, steps, players, games)
        What each seat did in each part of progress; see `caravan.measures.log_pass`.
    seat : int, default 0
        From 1; 0 for all together.

    Returns
    -------
    ActionMix
        Actions that never happened are left out, and so are parts without any step.
    """
    taken = (steps.sum(axis=2) if seat == 0 else steps[:, :, seat - 1]).astype(np.float64)
    parts = len(taken)
    there = [number for number in range(len(STEPS)) if taken[:, number].any()]
    totals = np.broadcast_to(taken.sum(axis=1, keepdims=True), taken.shape)
    chosen, over = taken[:, there], totals[:, there]
    shape = (parts * len(there), sample.games)
    whole, all_steps = chosen.sum(axis=0), over.sum(axis=0)
    figures = ratios(
        sample,
        np.concatenate([chosen.reshape(shape), whole]),
        np.concatenate([over.reshape(shape), all_steps]),
        "no step was taken in this part",
    )
    estimates = figures.estimates(NAME, "share of steps", sample.games)
    by_action = {
        STEPS[number]: estimates[place : parts * len(there) : len(there)] for place, number in enumerate(there)
    }
    overall = {STEPS[number]: estimates[parts * len(there) + place] for place, number in enumerate(there)}
    bots = tuple(sample.batch.request.bot_names)
    provenance = Provenance.of(sample.batch).with_interval(
        next((f"{one.interval}, each point by itself" for one in estimates if one.interval), "")
    )
    provenance = provenance.noting("All seats together" if seat == 0 else f"Seat {seat_in_words(seat, bots)} alone")
    return ActionMix(_columns(by_action, parts), finding(overall, by_action, settled=not sample.growing), provenance)


def _columns(by_action: dict[str, tuple[Estimate, ...]], parts: int) -> Columns:
    rows: list[dict[str, Any]] = []
    for action, estimates in by_action.items():
        drawn = [(part, one) for part, one in enumerate(estimates) if not one.is_missing]
        for place, (part, one) in enumerate(drawn):
            next_part, following = drawn[min(place + 1, len(drawn) - 1)]
            rows.append(
                {
                    "action": CALLED[action],
                    "name": NAMES[action],
                    "part": f"{100 * part // parts} to {100 * (part + 1) // parts}%",
                    "progress": (part + 0.5) / parts,
                    "share": one.value,
                    "low": one.low if one.has_interval else one.value,
                    "high": one.high if one.has_interval else one.value,
                    "next_progress": (next_part + 0.5) / parts,
                    "next_share": following.value,
                    "colour": ACTIONS[action],
                    "marker": _MARKERS[action],
                    "interval": one.interval or "none yet",
                    "has_interval": one.has_interval,
                }
            )
    return {name: [row[name] for row in rows] for name in _NAMES}


_NAMES = (
    *("action", "name", "part", "progress", "share", "low", "high", "next_progress", "next_share", "colour", "marker"),
    *("interval", "has_interval"),
)


def finding(overall: dict[str, Estimate], by_action: dict[str, tuple[Estimate, ...]], *, settled: bool = True) -> str:
    """Say what is done most, and what grows most in the course of the game, as far as the intervals show.

    Parameters
    ----------
    overall : dict of str to Estimate
        By action, its share of all steps.
    by_action : dict of str to tuple of Estimate
        The same in each part of progress.
    settled : bool, default True
        Whether all games are there, so that a share without an interval is one that never varies.

    Returns
    -------
    str
        A sentence without a full stop.
    """
    if not overall:
        return "Nobody has taken a step yet"
    first, *others = sorted(overall, key=lambda action: -overall[action].value)
    most = overall[first]
    said = f"Most steps are {CALLED[first]}: {100 * most.value:.0f}%"
    if others and most.has_interval and not most.low > overall[others[0]].high:
        said = f"About as many steps are {CALLED[first]} as {CALLED[others[0]]}: {100 * most.value:.0f}%"
    if not (settled or most.has_interval):
        return f"{said} so far"
    grown = {
        action: late.value - early.value
        for action, parts in by_action.items()
        for early, late in [(parts[0], parts[-1])]
        if action != first and early.value < late.value and _apart(early, late)
    }
    if not grown:
        return said
    action = max(grown, key=grown.__getitem__)
    early, late = by_action[action][0], by_action[action][-1]
    return (
        f"{said}; {CALLED[action]} grows most, from {100 * early.value:.0f}% at the start to {100 * late.value:.0f}% "
        "at the end"
    )


def _apart(early: Estimate, late: Estimate) -> bool:
    """Tell whether the later share lies surely above the earlier; a share that never varies has no interval."""
    top = early.high if early.has_interval else early.value
    bottom = late.low if late.has_interval else late.value
    return bottom > top


def figure(shown: ActionMix, *, with_words: bool = True) -> Figure:
    """Draw the figure.

    Parameters
    ----------
    shown : ActionMix
        From `read`.
    with_words : bool, default True
        Whether the finding and what it rests on are written into the figure; a page that writes them itself says no.

    Returns
    -------
    Figure
        Called ``action_mix``, as is its data source.
    """
    plot = canvas.blank_figure(NAME, (0.0, 1.0), _ends(shown), _HEIGHT)
    source = canvas.named_source(NAME, shown.columns)
    plot.segment(
        "progress", "share", "next_progress", "next_share", source=source, color="colour", line_width=2, line_alpha=0.85
    )
    plot.segment(
        "progress",
        "low",
        "progress",
        "high",
        source=source,
        color="colour",
        line_width=5,
        line_alpha=0.35,
        line_cap="round",
    )
    points = plot.scatter(
        "progress", "share", source=source, size=9, marker="marker", color="colour", legend_field="name"
    )
    plot.xaxis.formatter = plot.yaxis.formatter = NumeralTickFormatter(format="0%")
    plot.xaxis.axis_label = "Progress: goods picked up"
    plot.yaxis.axis_label = "Share of all steps"
    plot.ygrid.grid_line_alpha = 1.0
    canvas.put_legend_below(plot)
    canvas.add_hover(
        plot,
        points,
        [
            ("action", "@action"),
            ("progress", "@part"),
            ("share of steps", "@share{0.0%}"),
            ("interval", "@low{0.0%} to @high{0.0%}, @interval"),
        ],
    )
    if with_words:
        canvas.add_words(plot, shown.finding, shown.provenance)
    return plot


def update(plot: Figure, shown: ActionMix) -> None:
    """Show other data in a figure of `figure`, keeping the axis for as long as it serves.

    Parameters
    ----------
    plot : Figure
        The figure; words written into it stay as they are.
    shown : ActionMix
        From `read`.
    """
    canvas.replace_columns(plot, shown.columns)
    canvas.move_range(plot.y_range, _ends(shown, canvas.range_ends(plot.y_range)))


def table(shown: ActionMix) -> pd.DataFrame:
    """Lay out what the figure shows.

    Parameters
    ----------
    shown : ActionMix
        From `read`.

    Returns
    -------
    DataFrame
        One row for each kind of action and part of progress.
    """
    columns = shown.columns
    there = np.asarray(columns["has_interval"], dtype=np.bool_)
    percent = {name: 100.0 * np.asarray(columns[name], dtype=np.float64) for name in ("share", "low", "high")}
    return pd.DataFrame(
        {
            "Action": list(columns["action"]),
            "Progress": list(columns["part"]),
            "Of all steps (%)": percent["share"],
            "Interval from (%)": np.where(there, percent["low"], np.nan),
            "Interval to (%)": np.where(there, percent["high"], np.nan),
            "Games": shown.provenance.games,
            "Kind of interval": list(columns["interval"]),
        }
    )


def _ends(shown: ActionMix, previous: tuple[float, float] | None = None) -> tuple[float, float]:
    low, high = steady_range(previous, 0.0, max([*shown.columns["high"], _STEP]), _STEP, floor=0.0)
    return low, min(high, 1.02)
