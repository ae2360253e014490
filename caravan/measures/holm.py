"""Many questions at once: p-values that fit the intervals, and Holm's correction."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from scipy import special

from caravan.measures.intervals import CONFIDENCE, normal_quantile


def p_value(value: float, low: float, high: float) -> float:
    """Give the two-sided p-value that fits an interval.

    Parameters
    ----------
    value, low, high : float
        A difference and the ends of its 95% interval.

    Returns
    -------
    float
        Below 0.05 exactly where the interval leaves out 0: the normal tail beyond as many standard errors as 0 is away,
        with the standard error taken from the interval's reach towards 0. NaN where there is no interval.
    """
    if math.isnan(value) or math.isnan(low) or math.isnan(high):
        return math.nan
    reach = value - low if value > 0.0 else high - value
    if reach <= 0.0:
        return 1.0 if value == 0.0 else 0.0
    return float(2.0 * special.ndtr(-normal_quantile(CONFIDENCE) * abs(value) / reach))


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust p-values so that among all of them no more than 5% of comparisons make any false claim.

    Parameters
    ----------
    p_values : sequence of float
        NaN for questions that have none; they aren't counted.

    Returns
    -------
    list of float
        In the same order: what is below 0.05 holds for all questions together.

    References
    ----------
    S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979),
    65-70.
    """
    given = np.asarray(p_values, dtype=np.float64)
    places = np.flatnonzero(~np.isnan(given))
    order = places[np.argsort(given[places], kind="stable")]
    steps = given[order] * np.arange(len(order), 0, -1)
    adjusted = np.full(given.shape, np.nan)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return [float(number) for number in adjusted]
