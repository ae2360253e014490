"""Intervals for a number of games that was settled beforehand: counted shares and quantiles."""

from __future__ import annotations

import functools
import math

import numpy as np
import numpy.typing as npt
from scipy import special

from caravan.measures.estimate import Floats

CONFIDENCE = 0.95
"""The level of every interval that the measures show."""


def normal_quantile(confidence: float) -> float:
    """Give z such that a standard normal value lies within -z and z with the given probability.

    Parameters
    ----------
    confidence : float
        The probability, above 0 and below 1.

    Returns
    -------
    float
        1.96 for 0.95.
    """
    return float(special.ndtri((1.0 + confidence) / 2.0))


def wilson(hits: npt.ArrayLike, games: float, confidence: float = CONFIDENCE) -> tuple[Floats, Floats]:
    """Bound the chance behind a count of yes-or-no outcomes.

    It never leaves 0 to 1, and holds up with few games and with rare events, where the textbook interval of the share
    plus or minus two standard errors fails. Its ends are the chances p at which the count is just z standard errors,
    taken at p, away from what p lets expect.

    Parameters
    ----------
    hits : array-like of float, shape (figures,)
        How often it happened, 0 to `games` each. A sum of parts of wins is allowed: a part has at most the variance of
        a whole win with the same mean, so the interval is then no narrower than it should be.
    games : float
        How many games there were, or as how many they count.
    confidence : float, default 0.95
        The probability that an interval holds the chance.

    Returns
    -------
    low, high : ndarray of float64, shape (figures,)
        The ends; NaN where there were no games.

    References
    ----------
    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American
    Statistical Association 22 (1927), 209-212. L. D. Brown, T. T. Cai and A. DasGupta, "Interval estimation for a
    binomial proportion", Statistical Science 16 (2001), 101-133, recommend it.
    """
    counts = np.asarray(hits, dtype=np.float64)
    if games == 0:
        return np.full(counts.shape, np.nan), np.full(counts.shape, np.nan)
    z2 = normal_quantile(confidence) ** 2
    middle = (counts + z2 / 2.0) / (games + z2)
    half = np.sqrt(z2 * np.maximum(counts * (games - counts) / games + z2 / 4.0, 0.0)) / (games + z2)
    # At 0 and at all games the ends are exactly 0 and 1, which rounding would miss.
    low = np.where(counts <= 0.0, 0.0, middle - half)
    high = np.where(counts >= games, 1.0, middle + half)
    return low, high


def count_interval(mean: Floats, deviation: Floats, reach: float) -> tuple[Floats, Floats]:
    """Bound the true mean of counts, of which a game may have any number, mostly none.

    The textbook interval, the mean plus or minus two standard errors, fails for what rarely happens. Here the variance
    is taken to grow with the mean, as counts' does, in the proportion that was seen; the ends are the means from which
    the one that was seen is just so many standard errors away. It never leaves 0 and above. Where nothing was counted,
    the variance is taken to be the mean, as for events that have nothing to do with each other.

    Parameters
    ----------
    mean, deviation : ndarray of float64
        The mean and the standard deviation of the counts, from game to game.
    reach : float
        Half the width of an interval where the standard deviation is 1: `normal_quantile` over the root of the number
        of games, or more where one looks again and again.

    Returns
    -------
    low, high : ndarray of float64
        The ends, of the same shape.

    References
    ----------
    The score interval of a Poisson mean, as in J. Byrne and P. Kabaila, "Comparison of Poisson confidence intervals",
    Communications in Statistics: Theory and Methods 34 (2005), 545-556, with the variance in a free proportion to the
    mean: P. McCullagh and J. A. Nelder, "Generalized linear models", 2nd edition, Chapman and Hall 1989, section 6.2.
    """
    proportion = np.divide(deviation**2, mean, out=np.ones_like(mean), where=mean > 0.0)
    shift = reach**2 * proportion / 2.0
    half = np.sqrt(shift * (2.0 * mean + shift))
    return np.maximum(mean + shift - half, 0.0), mean + shift + half


def each_of(together: int, confidence: float = CONFIDENCE) -> float:
    """Give the level at which single intervals must be made so that all of them hold at once.

    Wilson intervals at this level for the counts of all outcomes, of which each game has exactly one, are Goodman's.

    Parameters
    ----------
    together : int
        How many intervals are read together, at least 1.
    confidence : float, default 0.95
        The probability that all hold.

    Returns
    -------
    float
        By Bonferroni's inequality, 1 - (1 - confidence) / together.

    References
    ----------
    L. A. Goodman, "On simultaneous confidence intervals for multinomial proportions", Technometrics 7 (1965),
    247-254. The same figures as ``statsmodels.stats.proportion.multinomial_proportions_confint``.
    """
    return 1.0 - (1.0 - confidence) / together


@functools.lru_cache(maxsize=256)
def quantile_ranks(games: int, probability: float, confidence: float = CONFIDENCE) -> tuple[int, int]:
    """Say which of the sorted values bound a quantile.

    How many of the games lie below the true quantile is a binomial count, whatever the distribution. So the ranks that
    such a count leaves in its tails bound the quantile. With ties among the values the interval holds all the more.
    The bootstrap's percentile interval of a quantile tends to this one as the number of resamples grows.

    Parameters
    ----------
    games : int
        How many values there are.
    probability : float
        Which quantile, above 0 and below 1.
    confidence : float, default 0.95
        The probability that the interval holds the quantile.

    Returns
    -------
    low, high : int
        Ranks from 1 in rising order; 0 and `games` + 1 where there are too few values for a bound on that side.

    References
    ----------
    H. A. David and H. N. Nagaraja, "Order Statistics", 3rd edition, Wiley 2003, section 7.1.
    """
    tail = (1.0 - confidence) / 2.0
    middle, reach = games * probability, 6.0 * math.sqrt(games * probability * (1.0 - probability)) + 6.0
    first, last = max(0, math.floor(middle - reach)), min(games, math.ceil(middle + reach))
    counts = np.arange(first, last + 1)
    reached = special.bdtr(counts.astype(np.float64), games, probability)
    below = int(np.searchsorted(reached, tail, side="right"))
    above = int(np.searchsorted(reached, 1.0 - tail, side="left"))
    return first + below, first + above + 1


def quantiles(
    values: Floats, probabilities: tuple[float, ...], confidence: float = CONFIDENCE
) -> tuple[Floats, Floats, Floats]:
    """Estimate quantiles and bound each of them by two of the sorted values.

    Parameters
    ----------
    values : ndarray of float64, shape (figures, games)
        One row for each thing measured, one column for each game, at least one game.
    probabilities : tuple of float
        Which quantiles, above 0 and below 1.
    confidence : float, default 0.95
        The probability that an interval holds its quantile.

    Returns
    -------
    value, low, high : ndarray of float64, shape (figures, quantiles)
        The quantiles as spreadsheets give them (linear between neighbouring values), and the ends, NaN on a side where
        the games are too few for a bound.
    """
    ordered = np.sort(values, axis=1)
    games = ordered.shape[1]
    value, low, high = (np.empty((len(ordered), len(probabilities))) for _ in range(3))
    for column, probability in enumerate(probabilities):
        place = (games - 1) * probability
        left = math.floor(place)
        right = min(left + 1, games - 1)
        value[:, column] = ordered[:, left] + (place - left) * (ordered[:, right] - ordered[:, left])
        first, last = quantile_ranks(games, probability, confidence)
        low[:, column] = ordered[:, first - 1] if first >= 1 else np.nan
        high[:, column] = ordered[:, last - 1] if last <= games else np.nan
    return value, low, high


def deviation_interval(values: Floats, confidence: float = CONFIDENCE) -> tuple[Floats, Floats]:
    """Bound standard deviations, whatever the distribution.

    The logarithm of the variance is given a standard error from the kurtosis, measured about a trimmed mean, which a
    long tail pulls along less. Where values are skewed, as margins are, this holds the true figure oftener than the
    bootstrap does: with 100 games in 94% of batches instead of 92%. For few games the normal quantile z in the reach is
    replaced as in `bootstrap.abc_interval`.

    Parameters
    ----------
    values : ndarray of float64, shape (figures, games)
        What varies.
    confidence : float, default 0.95
        The probability that an interval holds the true standard deviation.

    Returns
    -------
    low, high : ndarray of float64, shape (figures,)
        The ends; NaN with fewer than 5 games, or where nothing varies.

    References
    ----------
    D. G. Bonett, "Approximate confidence interval for standard deviation of nonnormal distributions", Computational
    Statistics & Data Analysis 50 (2006), 775-782.
    """
    games = values.shape[1]
    if games < 5:
        return np.full(len(values), np.nan), np.full(len(values), np.nan)
    z = normal_quantile(confidence)
    reach = math.sqrt(games / (games - 1)) * float(special.stdtrit(games - 1, (1.0 + confidence) / 2.0))
    cut = min(int(games / (2.0 * math.sqrt(games - 4))), (games - 1) // 2)
    middle = np.sort(values, axis=1)[:, cut : games - cut].mean(axis=1)
    squares = values - middle[:, None]
    squares *= squares
    variance = values.var(axis=1, ddof=1)
    with np.errstate(all="ignore"):
        kurtosis = games * np.einsum("fg,fg->f", squares, squares) / ((games - 1) * variance) ** 2
        error = np.sqrt((kurtosis - (games - 3) / games) / (games - 1))
        factor = games / (games - z)
        centre = np.log(factor * variance)
        low, high = (np.exp((centre + side * factor * error) / 2.0) for side in (-reach, reach))
    varies = variance > 0.0
    return np.where(varies, low, np.nan), np.where(varies, high, np.nan)
