"""Estimates as a table."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

from caravan.measures.estimate import Estimate

ESTIMATE_COLUMNS = ("measure", "seat", "value", "low", "high", "unit", "games", "interval", "note")
"""The columns of the table."""


def as_frame(estimates: Iterable[Estimate]) -> pd.DataFrame:
    """Put estimates, from a measure or from a study, into a table.

    Parameters
    ----------
    estimates : iterable of Estimate
        Such as ``batch.measure("score")`` or ``luck_of_the_bag(...)`` gives.

    Returns
    -------
    DataFrame
        The columns of `ESTIMATE_COLUMNS`, one row each, in their order. ``measure`` is the measure's name and its part,
        such as ``score.mean``; ``seat`` is missing for figures of the whole game.

    Examples
    --------
    >>> from caravan import as_frame, simulate
    >>> shares = as_frame(simulate(players=2, games=50).measure("win_share"))
    >>> shares[["measure", "seat"]].values.tolist()
    [['win_share', 1], ['win_share', 2]]
    """
    rows = [
        (one.label, one.seat, one.value, one.low, one.high, one.unit, one.games, one.interval, one.note)
        for one in estimates
    ]
    frame = pd.DataFrame(rows, columns=list(ESTIMATE_COLUMNS))
    texts = dict.fromkeys(("measure", "unit", "interval", "note"), "str")
    numbers = dict.fromkeys(("value", "low", "high"), "float64")
    return frame.astype({**texts, **numbers, "seat": "Int8", "games": "int64"})
