"""Intervals of differences between two rule sets, where game i of the one and game i of the other share their seed.

What chance does to both games of a pair is no doubt about the difference. So all intervals here are those of the
differences from pair to pair; beside them stands how wide they would be if the games had nothing in common. Every
function takes one row per figure and one column per game, and works on as many figures at once as are given.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from caravan.measures import bootstrap
from caravan.measures.estimate import Flags, Floats
from caravan.measures.intervals import CONFIDENCE, normal_quantile, quantiles, wilson
from caravan.measures.sequences import FIRST_LOOK, asymptotic_half_width
from caravan.measures.underlying import Rising, Statistic

_LEVEL = f"{CONFIDENCE:.0%}"
ABC = f"ABC bootstrap {_LEVEL}, paired by seed"
SCORE = f"Newcombe {_LEVEL}, paired by seed"
ORDER = f"order statistics {_LEVEL}, paired by seed"
SEQUENCE = f"asymptotic confidence sequence {_LEVEL}, paired by seed"

Ends = tuple[Floats, Floats, Floats]
"""Values, and the lower and the upper ends of their intervals."""


@dataclass(frozen=True)
class Gaps:
    """Differences between figures from the same seeds.

    Attributes
    ----------
    value : ndarray of float64, shape (figures,)
        The figure after the change less the one before.
    low, high : ndarray of float64, shape (figures,)
        The interval's ends; NaN where there is none.
    apart : ndarray of float64, shape (figures,)
        Half the width that the interval would have if the games before and after had nothing in common.
    steady : ndarray of bool, shape (figures,)
        Where the difference is the same in every pair of games, so that nothing varies to judge by.
    method : str
        How the intervals were made.
    """

    value: Floats
    low: Floats
    high: Floats
    apart: Floats
    steady: Flags
    method: str


@dataclass(frozen=True)
class _Combined:
    """The statistic of the later columns, plus or minus that of the first ones."""

    first: Statistic
    second: Statistic
    columns: int
    sign: float

    def __call__(self, means: Floats) -> Floats:
        return self.second(means[:, self.columns :]) + self.sign * self.first(means[:, : self.columns])


def of_means(
    before: Floats,
    after: Floats,
    statistic: Statistic = bootstrap.mean,
    statistic_after: Statistic | None = None,
    *,
    planned: int | None = None,
    add: bool = False,
) -> Gaps:
    """Bound differences between smooth functions of means, by ABC over the columns of both.

    Parameters
    ----------
    before, after : ndarray of float64, shape (figures, columns, games)
        What is averaged; column i of the one and of the other come from the same seed.
    statistic : callable, optional
        The function of the means, of shape (figures, columns); by default the mean of one column.
    statistic_after : callable, optional
        The same for the games after the change, where it differs, as a standard deviation's does that knows its games.
    planned : int, optional
        Where games are still to come: how many there will be. The intervals then hold whenever one looks.
    add : bool, default False
        Give sums instead of differences.

    Returns
    -------
    Gaps
    """
    later = statistic if statistic_after is None else statistic_after
    sign = 1.0 if add else -1.0
    if statistic is bootstrap.mean and later is bootstrap.mean:
        joint = bootstrap.expand(after + sign * before, bootstrap.mean)
    else:
        both = np.concatenate([before, after], axis=1)
        joint = bootstrap.expand(both, _Combined(statistic, later, before.shape[1], sign))
    apart = np.hypot(bootstrap.expand(before, statistic).error, bootstrap.expand(after, later).error)
    steady = np.isfinite(joint.value) & (joint.error == 0.0)
    if planned is not None:
        return _sequence(joint.value, joint.error, apart, steady, joint.games, planned)
    low, high = bootstrap.abc_interval(joint)
    return Gaps(joint.value, low, high, normal_quantile(CONFIDENCE) * apart, steady, ABC)


def of_shares(
    before: Flags,
    after: Flags,
    change: Rising | None = None,
    change_after: Rising | None = None,
    *,
    add: bool = False,
) -> Gaps:
    """Bound differences between shares of the games in which something happens.

    The two Wilson intervals are put together with the correlation of what happens in the two games of a pair. It holds
    for rare events and few games, where the mean of the differences has no useful normal approximation.

    Parameters
    ----------
    before, after : ndarray of bool, shape (figures, games)
        In which games it happened; column i of the one and of the other come from the same seed.
    change : callable, optional
        A rising function that the shares are carried through before they are compared.
    change_after : callable, optional
        The same for the games after the change, where it differs.
    add : bool, default False
        Give sums instead of differences.

    Returns
    -------
    Gaps

    References
    ----------
    R. G. Newcombe, "Improved confidence intervals for the difference between binomial proportions based on paired
    data", Statistics in Medicine 17 (1998), 2635-2650, method 10 without the correction for continuity.
    """
    games = before.shape[1]
    ends = []
    for happened, through in ((before, change), (after, change_after or change)):
        hits = happened.sum(axis=1)
        ends.append(_changed((hits / games, *wilson(hits, games)), through))
    return _put_together(ends[0], ends[1], _likeness(before, after), (before == after).all(axis=1), SCORE, add=add)


def of_quantiles(
    before: Floats,
    after: Floats,
    probability: float,
    change: Rising | None = None,
    change_after: Rising | None = None,
    *,
    add: bool = False,
) -> Gaps:
    """Bound differences between quantiles.

    The two order-statistics intervals are put together with the correlation, over pairs of games, of lying below the
    quantile, which is what a quantile's linear influence depends on. No density need be estimated. Where all values are
    whole numbers so are the true quantiles, and the ends are moved outwards to whole numbers.

    Parameters
    ----------
    before, after : ndarray of float64, shape (figures, games)
        What varies; column i of the one and of the other come from the same seed.
    probability : float
        Which quantile, above 0 and below 1.
    change : callable, optional
        A rising function that the quantiles are carried through before they are compared.
    change_after : callable, optional
        The same for the games after the change, where it differs.
    add : bool, default False
        Give sums instead of differences.

    Returns
    -------
    Gaps
        Ends are missing where the games are too few for either interval.

    References
    ----------
    G. Y. Zou and A. Donner, "Construction of confidence limits about effect measures: a general approach", Statistics
    in Medicine 27 (2008), 1693-1702; for correlated estimates G. Y. Zou, "Toward using confidence intervals to compare
    correlations", Psychological Methods 12 (2007), 399-413. H. A. David and H. N. Nagaraja, "Order Statistics", 3rd
    edition, Wiley 2003, section 7.1.
    """
    ends, below = [], []
    for values, through in ((before, change), (after, change_after or change)):
        value, low, high = (table[:, 0] for table in quantiles(values, (probability,)))
        ends.append(_changed((value, low, high), through))
        below.append(values <= value[:, None])
    gaps = _put_together(ends[0], ends[1], _likeness(*below), (before == after).all(axis=1), ORDER, add=add)
    if change is not None:
        return gaps
    whole = (before == np.rint(before)).all(axis=1) & (after == np.rint(after)).all(axis=1)
    low, high = np.where(whole, np.floor(gaps.low), gaps.low), np.where(whole, np.ceil(gaps.high), gaps.high)
    return replace(gaps, low=low, high=high)


def _changed(ends: Ends, change: Rising | None) -> Ends:
    if change is None:
        return ends
    with np.errstate(all="ignore"):
        value, low, high = (change(numbers) for numbers in ends)
    return value, low, high


def _put_together(before: Ends, after: Ends, likeness: Floats, steady: Flags, method: str, *, add: bool) -> Gaps:
    value, low, high = before
    if add:  # a sum is the difference from what is turned round
        value, low, high, likeness = -value, -high, -low, -likeness
    with np.errstate(all="ignore"):
        gap = after[0] - value
        falls, rises = (after[0] - after[1], high - value), (after[2] - after[0], value - low)
        down, up = (np.sqrt(np.maximum(a * a + b * b - 2.0 * likeness * a * b, 0.0)) for a, b in (falls, rises))
        apart = (np.hypot(*falls) + np.hypot(*rises)) / 2.0
    gap, first, last, apart = (np.where(np.isfinite(ends), ends, np.nan) for ends in (gap, gap - down, gap + up, apart))
    bare = steady & np.isfinite(gap) if not add else np.zeros_like(steady)
    missing = bare | np.isnan(first) | np.isnan(last)
    return Gaps(gap, np.where(missing, np.nan, first), np.where(missing, np.nan, last), apart, bare, method)


def _likeness(before: Flags, after: Flags) -> Floats:
    """Correlate what happens in the two games of a pair; 0 where it always or never happens in one of them."""
    games = before.shape[1]
    first, second = before.mean(axis=1), after.mean(axis=1)
    both = np.einsum("fg,fg->f", before.astype(np.float64), after.astype(np.float64)) / games
    spread = np.sqrt(first * (1.0 - first) * second * (1.0 - second))
    likeness = np.divide(both - first * second, spread, out=np.zeros_like(spread), where=spread > 0.0)
    return np.asarray(likeness, dtype=np.float64)


def _sequence(value: Floats, error: Floats, apart: Floats, steady: Flags, games: int, planned: int) -> Gaps:
    if games < FIRST_LOOK:
        missing = np.full(value.shape, np.nan)
        return Gaps(value, missing, missing, missing, steady, "")
    tuned_for = max(FIRST_LOOK, planned // 4)
    half, wide = (asymptotic_half_width(games, spread * np.sqrt(games), tuned_for) for spread in (error, apart))
    half = np.where(steady, np.nan, half)
    return Gaps(value, value - half, value + half, wide, steady, SEQUENCE)
