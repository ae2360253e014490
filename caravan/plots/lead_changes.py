"""How often the lead changes: in how many games so many times, and the mean with its interval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from bokeh.models import ColumnDataSource, NumeralTickFormatter

from caravan.measures import BatchLike, Estimate, Sample, measure
from caravan.measures.intervals import wilson
from caravan.plots import canvas
from caravan.plots.canvas import Columns, Figure
from caravan.plots.palette import LENGTH, NEUTRAL
from caravan.plots.provenance import Provenance
from caravan.plots.ranges import steady_range

NAME = "lead_changes"
_MEAN = f"{NAME}_mean"
_HEIGHT = 280
_STEP, _SHARE_STEP = 2.0, 0.05
_MEAN_HEIGHT = 1.08
"""How high the mean stands, in heights of the highest bar."""


@dataclass(frozen=True)
class LeadChanges:
    """What the figure shows.

    Attributes
    ----------
    columns : mapping of str to sequence
        One entry for each number of ``changes``, from 0 to the greatest: ``share`` of games and how many ``games``.
    mean : Estimate
        Changes in a game, on average.
    finding : str
        What the figure shows, as a sentence.
    provenance : Provenance
        What it rests on.
    """

    columns: Columns
    mean: Estimate
    finding: str
    provenance: Provenance


def read(batch: BatchLike | Sample) -> LeadChanges:
    """Take from a batch what the figure shows.

    Parameters
    ----------
    batch : BatchLike or Sample
        The games played so far, at least one.

    Returns
    -------
    LeadChanges
        A change is one of the set of seats that share the highest score.
    """
    sample = batch if isinstance(batch, Sample) else Sample(batch)
    mean, never = measure(sample, NAME)
    games = np.bincount(sample.of_games(NAME).astype(np.int64))
    columns: dict[str, list[Any]] = {
        "changes": list(range(len(games))),
        "share": (games / sample.games).tolist(),
        "games": games.tolist(),
    }
    provenance = Provenance.of(sample.batch).with_interval(mean.interval)
    return LeadChanges(columns, mean, finding(mean, never), provenance)


def finding(mean: Estimate, never: Estimate) -> str:
    """Say how often the lead changes.

    Parameters
    ----------
    mean : Estimate
        Changes in a game.
    never : Estimate
        The share of games with none.

    Returns
    -------
    str
        A sentence without a full stop.
    """
    said = f"The lead changes {mean.value:.1f} times in a game"
    if mean.has_interval:
        said += f" ({mean.low:.1f} to {mean.high:.1f})"
    if never.value == 0.0:
        return f"{said}; no game goes without" if never.has_interval else said
    return f"{said}; in {100 * never.value:.2g}% of games it never does"


def figure(shown: LeadChanges, *, with_words: bool = True) -> Figure:
    """Draw the figure.

    Parameters
    ----------
    shown : LeadChanges
        From `read`.
    with_words : bool, default True
        Whether the finding and what it rests on are written into the figure; a page that writes them itself says no.

    Returns
    -------
    Figure
        Called ``lead_changes``, as is its data source.
    """
    plot = canvas.blank_figure(NAME, _x_range(shown), _y_range(shown), _HEIGHT)
    source = canvas.named_source(NAME, shown.columns)
    bars = plot.vbar(
        "changes",
        0.8,
        "share",
        source=source,
        fill_color=LENGTH,
        line_color=LENGTH,
        fill_alpha=0.35,
        line_width=1.5,
    )
    mean = ColumnDataSource(data=_mean(shown), name=_MEAN)
    plot.segment(
        "low", "height", "high", "height", source=mean, color=NEUTRAL, line_width=6, line_alpha=0.45, line_cap="round"
    )
    middle = plot.scatter("value", "height", source=mean, color=NEUTRAL, marker="diamond", size=13)
    plot.ygrid.grid_line_alpha = 1.0
    plot.xaxis.axis_label = "Changes in a game \u00b7 diamond: mean"
    plot.yaxis.axis_label = "Share of games"
    plot.yaxis.formatter = NumeralTickFormatter(format="0%")
    canvas.add_hover(plot, bars, [("changes", "@changes"), ("games", "@games{0,0} (@share{0.0%})")])
    canvas.add_hover(plot, middle, [("mean", "@value{0.00} (@low{0.00} to @high{0.00})")])
    if with_words:
        canvas.add_words(plot, shown.finding, shown.provenance)
    return plot


def update(plot: Figure, shown: LeadChanges) -> None:
    """Show other data in a figure of `figure`, keeping the axes for as long as they serve.

    Parameters
    ----------
    plot : Figure
        The figure; words written into it stay as they are.
    shown : LeadChanges
        From `read`.
    """
    canvas.replace_columns(plot, shown.columns)
    for renderer in plot.renderers:
        source: Any = getattr(renderer, "data_source", None)
        if source is not None and source.name == _MEAN:
            source.data = _mean(shown)
            break
    canvas.move_range(plot.x_range, _x_range(shown, canvas.range_ends(plot.x_range)))
    canvas.move_range(plot.y_range, _y_range(shown, canvas.range_ends(plot.y_range)))


def table(shown: LeadChanges) -> pd.DataFrame:
    """Lay out what the figure shows.

    Parameters
    ----------
    shown : LeadChanges
        From `read`.

    Returns
    -------
    DataFrame
        One row for each number of changes, with intervals once all games are played; the last row is the mean.
    """
    games, all_games = np.asarray(shown.columns["games"]), shown.provenance.games
    growing = all_games < shown.provenance.planned
    low, high = (np.full(len(games), np.nan),) * 2 if growing else wilson(games, all_games)
    share = 100.0 * games / all_games
    kind = "once all games are played" if growing else "Wilson 95%, each by itself"
    mean = shown.mean
    bars = pd.DataFrame(
        {
            "Changes of the lead": [str(changes) for changes in shown.columns["changes"]],
            "Games": pd.Series(games, dtype="Int64"),
            "Of all games (%)": share,
            "Interval from (%)": 100.0 * low,
            "Interval to (%)": 100.0 * high,
            "All games": all_games,
            "Kind of interval": kind,
        }
    )
    said = f"mean {mean.value:.2f}" + (f" ({mean.low:.2f} to {mean.high:.2f})" if mean.has_interval else "")
    last = {"Changes of the lead": said, "All games": all_games, "Kind of interval": mean.interval or "none yet"}
    return pd.concat([bars, pd.DataFrame([last]).astype({"All games": "int64"})], ignore_index=True)


def _mean(shown: LeadChanges) -> dict[str, list[float]]:
    mean = shown.mean
    low, high = (mean.low, mean.high) if mean.has_interval else (mean.value, mean.value)
    return {"value": [mean.value], "low": [low], "high": [high], "height": [_MEAN_HEIGHT * max(shown.columns["share"])]}


def _x_range(shown: LeadChanges, previous: tuple[float, float] | None = None) -> tuple[float, float]:
    return steady_range(previous, -0.6, max(shown.columns["changes"]) + 0.6, _STEP)


def _y_range(shown: LeadChanges, previous: tuple[float, float] | None = None) -> tuple[float, float]:
    return steady_range(previous, 0.0, _MEAN_HEIGHT * max(shown.columns["share"]), _SHARE_STEP, floor=0.0)
