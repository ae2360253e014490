"""Two batches from different seeds: differences of their figures as of games that have nothing in common."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

from caravan.comparison.differences import Difference
from caravan.comparison.margins import margin_of
from caravan.comparison.verdicts import verdict_of
from caravan.measures import Estimate, Sample, summary
from caravan.playtest_summary import estimates_frame

METHOD = "square-and-add 95%, independent games"


def independent_table(before: Sample, after: Sample, *, with_events: bool) -> pd.DataFrame:
    """Compare two batches whose seeds differ.

    The interval of a difference is put together from those of the two figures: it reaches below the difference by the
    root of the sum of squares of how far the later figure's interval reaches below it and the earlier one's above it,
    and likewise above.

    Parameters
    ----------
    before, after : Sample
        The baseline, and the other batch.
    with_events : bool
        Whether to take the measures that read the event log.

    Returns
    -------
    DataFrame
        The playtest summary of both, with the differences in the rows of the second.

    References
    ----------
    G. Y. Zou and A. Donner, "Construction of confidence limits about effect measures: a general approach", Statistics
    in Medicine 27 (2008), 1693-1702.
    """
    earlier, later = (summary(sample, with_events=with_events) for sample in (before, after))
    known = {(estimate.label, estimate.seat): estimate for estimate in earlier}
    frame = estimates_frame(after, later)
    pairs = [(known.get((estimate.label, estimate.seat)), estimate) for estimate in later]
    found = [_difference(first, second) if first is not None else None for first, second in pairs]
    numbers: dict[str, Any] = {
        column: [math.nan if one is None else getattr(one, name) for one in found]
        for column, name in (("difference", "value"), ("difference_low", "low"), ("difference_high", "high"))
    }
    verdicts = [
        "" if one is None else verdict_of(one, margin_of(one.label, one.unit, one.before.value, {})) for one in found
    ]
    notes = [
        f"{note}; difference: {METHOD}" if one is not None and one.interval else note
        for one, note in zip(found, frame["note"], strict=True)
    ]
    frame = frame.assign(
        baseline=before.rules.id, **numbers, verdict=pd.array(verdicts, dtype="str"), note=pd.array(notes, dtype="str")
    )
    return pd.concat([estimates_frame(before, earlier), frame], ignore_index=True)


def square_and_add(before: tuple[float, float, float], after: tuple[float, float, float]) -> tuple[float, float]:
    """Bound the difference of two independent figures by their own intervals.

    Parameters
    ----------
    before, after : tuple of float
        Low end, value, high end.

    Returns
    -------
    tuple of float
        The ends; NaN where one of the others is missing.
    """
    gap = after[1] - before[1]
    below = math.hypot(after[1] - after[0], before[2] - before[1])
    above = math.hypot(after[2] - after[1], before[1] - before[0])
    return gap - below, gap + above


def _difference(before: Estimate, after: Estimate) -> Difference:
    low, high = square_and_add((before.low, before.value, before.high), (after.low, after.value, after.high))
    missing = math.isnan(low) or math.isnan(high)
    games = min(before.games, after.games)
    return Difference(
        before, after, after.value - before.value, low, high, "" if missing else METHOD, math.nan, games, False, "", ""
    )
