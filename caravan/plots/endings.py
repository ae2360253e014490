"""How games end: in which share of them by a delivery, by a deadlock, at the turn limit; and in how many."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from bokeh.models import NumeralTickFormatter

from caravan.measures import BatchLike, Estimate, Sample, measure
from caravan.plots import canvas, interval_rows
from caravan.plots.canvas import Columns, Figure
from caravan.plots.palette import LENGTH
from caravan.plots.provenance import Provenance

NAME = "endings"
REASONS = {"delivery": "Delivery", "deadlock": "Deadlock", "turn_limit": "Turn limit"}
"""The reasons, and what they are called."""

_X_RANGE = (-0.02, 1.04)


@dataclass(frozen=True)
class Endings:
    """What the figure shows.

    Attributes
    ----------
    columns : mapping of str to sequence
        One entry for each reason: ``reason``, ``value`` with ``low`` and ``high`` from 0 to 1, ``count``, and how it is
        drawn.
    finding : str
        What the figure shows, as a sentence.
    provenance : Provenance
        What it rests on.
    """

    columns: Columns
    finding: str
    provenance: Provenance


def read(batch: BatchLike | Sample) -> Endings:
    """Take from a batch what the figure shows.

    Parameters
    ----------
    batch : BatchLike or Sample
        The games played so far, at least one.

    Returns
    -------
    Endings
        All three reasons, also those that never happened.
    """
    sample = batch if isinstance(batch, Sample) else Sample(batch)
    shares = {estimate.part: estimate for estimate in measure(sample, NAME)}
    counts = {reason: int((sample.batch.games["end_reason"] == reason).sum()) for reason in REASONS}
    provenance = Provenance.of(sample.batch).with_interval(
        next((one.interval for one in shares.values() if one.interval), "")
    )
    rows = []
    for place, (reason, name) in enumerate(REASONS.items()):
        count = counts[reason]
        label = f"{100 * shares[reason].value:.1f}% \u00b7 {count:,}"
        further = {"reason": name, "count": count, "games": provenance.games_in_words}
        before = shares[reason].value > 0.5  # the count behind a share of 100% would be cut off
        up = len(REASONS) - place
        rows.append(interval_rows.row(up, shares[reason], label, LENGTH, place, label_before=before, **further))
    return Endings(interval_rows.columns_of(rows), finding(shares, counts), provenance)


def finding(shares: dict[str, Estimate], counts: dict[str, int]) -> str:
    """Say how often games end otherwise than by a delivery.

    Parameters
    ----------
    shares : dict of str to Estimate
        By reason.
    counts : dict of str to int
        In how many games.

    Returns
    -------
    str
        A sentence without a full stop.
    """
    stuck = {reason: counts.get(reason, 0) for reason in REASONS if reason != "delivery"}
    words = {"deadlock": "in deadlock", "turn_limit": "at the turn limit"}
    if not any(stuck.values()):
        most = max(shares[reason].high for reason in stuck)
        if np.isnan(most):
            return "Every game so far ended with a delivery"
        return f"Every game ended with a delivery; at most {100 * most:.2g}% may end in deadlock"
    told = [
        f"{100 * shares[reason].value:.2g}% of games end {words[reason]}"
        + (
            f" ({100 * shares[reason].low:.2g} to {100 * shares[reason].high:.2g}%)"
            if shares[reason].has_interval
            else ""
        )
        for reason, count in stuck.items()
        if count
    ]
    said = " and ".join(told)
    return said[:1].upper() + said[1:]


def figure(shown: Endings, *, with_words: bool = True) -> Figure:
    """Draw the figure.

    Parameters
    ----------
    shown : Endings
        From `read`.
    with_words : bool, default True
        Whether the finding and what it rests on are written into the figure; a page that writes them itself says no.

    Returns
    -------
    Figure
        Called ``endings``, as is its data source.
    """
    plot = interval_rows.draw(
        NAME,
        shown.columns,
        tuple(REASONS.values()),
        _X_RANGE,
        "Share of games \u00b7 number of games",
        [
            ("ending", "@reason"),
            ("games", "@count{0,0} of @games"),
            ("share", "@value{0.00%}"),
            ("interval", "@low{0.00%} to @high{0.00%}, @interval"),
        ],
    )
    plot.xaxis.bounds = (0.0, 1.0)
    plot.xaxis.formatter = NumeralTickFormatter(format="0%")
    if with_words:
        canvas.add_words(plot, shown.finding, shown.provenance)
    return plot


def update(plot: Figure, shown: Endings) -> None:
    """Show other data in a figure of `figure`.

    Parameters
    ----------
    plot : Figure
        The figure; words written into it stay as they are.
    shown : Endings
        From `read`.
    """
    canvas.replace_columns(plot, shown.columns)


def table(shown: Endings) -> pd.DataFrame:
    """Lay out what the figure shows.

    Parameters
    ----------
    shown : Endings
        From `read`.

    Returns
    -------
    DataFrame
        One row for each reason.
    """
    columns = shown.columns
    there = np.asarray(columns["has_interval"])
    return pd.DataFrame(
        {
            "Ending": list(columns["reason"]),
            "Games that end so": list(columns["count"]),
            "Of all games (%)": 100.0 * np.asarray(columns["value"]),
            "Interval from (%)": np.where(there, 100.0 * np.asarray(columns["low"]), np.nan),
            "Interval to (%)": np.where(there, 100.0 * np.asarray(columns["high"]), np.nan),
            "All games": shown.provenance.games,
            "Kind of interval": list(columns["interval"]),
        }
    )
