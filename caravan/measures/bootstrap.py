"""Bootstrap intervals without resampling: BCa in closed form, for anything made of means over games."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import numpy as np
from scipy import special

from caravan.measures.estimate import Floats
from caravan.measures.intervals import CONFIDENCE
from caravan.measures.underlying import Statistic

_STEP = 0.05
"""How far, in standard errors, the statistic is moved to see how it bends."""


@dataclass(frozen=True)
class Expansion:
    """How a statistic of means varies from one set of games to another.

    Attributes
    ----------
    value : ndarray of float64, shape (figures,)
        The statistic.
    error : ndarray of float64, shape (figures,)
        Its standard error, with the number of games as divisor; 0 where nothing varies.
    acceleration : ndarray of float64, shape (figures,)
        A sixth of the skewness of the games' influence on it, over the root of the number of games.
    correction : ndarray of float64, shape (figures,)
        The bias-correction z0.
    games : int
        How many games there are.
    centre : ndarray of float64, shape (figures, columns)
        The means.
    steepest : ndarray of float64, shape (figures, columns)
        By how much the means change in the likeliest way of moving the statistic by one standard error.
    statistic : callable
        The statistic itself.
    """

    value: Floats
    error: Floats
    acceleration: Floats
    correction: Floats
    games: int
    centre: Floats
    steepest: Floats
    statistic: Statistic


def expand(columns: Floats, statistic: Statistic) -> Expansion:
    """Expand a statistic of means about the games that were played.

    Parameters
    ----------
    columns : ndarray of float64, shape (figures, columns, games)
        What is averaged. A column of numbers per game, so that a game, with all its seats, is the unit.
    statistic : callable
        A smooth function of the means.

    Returns
    -------
    Expansion
        Everything needed for `abc_interval`.
    """
    games = columns.shape[-1]
    centre = columns.mean(axis=-1)
    centred = columns - centre[..., None]
    scale = np.sqrt(np.einsum("fcg,fcg->fc", centred, centred)) / games
    scale[scale <= 1e-12 * np.maximum(np.abs(centre), 1.0)] = 0.0
    inverse = np.divide(1.0, scale, out=np.zeros_like(scale), where=scale > 0.0)
    likeness = centred @ centred.transpose(0, 2, 1) / games**2 * inverse[:, :, None] * inverse[:, None, :]
    lengths, axes = np.linalg.eigh(likeness)
    lengths = np.sqrt(np.where(lengths > 1e-12, lengths, 0.0))
    # Independent directions in which the means wander, each one standard error long.
    directions = scale[:, :, None] * axes * lengths[:, None, :]
    with np.errstate(all="ignore"):
        value = statistic(centre)

        def moved(direction: Floats) -> tuple[Floats, Floats]:
            ahead, behind = statistic(centre + _STEP * direction), statistic(centre - _STEP * direction)
            return (ahead - behind) / (2.0 * _STEP), (ahead - 2.0 * value + behind) / _STEP**2

        slopes, bends = (
            np.stack(parts, axis=1)
            for parts in zip(*(moved(directions[:, :, axis]) for axis in range(columns.shape[1])), strict=True)
        )
        error = np.sqrt((slopes * slopes).sum(axis=1))
        error = np.where(error > 1e-10 * np.maximum(np.abs(value), 1.0), error, np.where(np.isnan(error), np.nan, 0.0))
        steepest = (directions @ slopes[:, :, None])[:, :, 0] / error[:, None]
        weights = np.divide(slopes, lengths, out=np.zeros_like(slopes), where=lengths > 0.0)
        gradient = (axes @ weights[:, :, None])[:, :, 0] * inverse
        influence = (gradient[:, None, :] @ centred)[:, 0, :]
        squares = influence * influence
        acceleration = np.einsum("fg,fg->f", squares, influence) / (6.0 * squares.sum(axis=1) ** 1.5)
        bend = moved(steepest)[1] / (2.0 * error)
        excess = bends.sum(axis=1) / (2.0 * error) - bend
        correction = special.ndtri(np.clip(2.0 * special.ndtr(acceleration) * special.ndtr(-excess), 1e-3, 1.0 - 1e-3))
    return Expansion(value, error, acceleration, correction, games, centre, steepest, statistic)


def abc_interval(
    expansion: Expansion, confidence: float = CONFIDENCE, *, widening: Floats | float = 1.0
) -> tuple[Floats, Floats]:
    """Bound a statistic by the approximate bootstrap interval ABC.

    The bootstrap's BCa interval, which corrects for bias and for skewness, needs thousands of resamples of the games.
    For a smooth statistic of means, ABC reaches the same interval, to the same order of accuracy, from slopes and bends
    of the statistic; without chance, so without a seed. With few games any bootstrap interval is too narrow; as
    Hesterberg advises, the normal quantile z is replaced by sqrt(n / (n - 1)) times the t quantile with n - 1 degrees
    of freedom, which for a mean of symmetric values gives the classical t interval.

    Parameters
    ----------
    expansion : Expansion
        From `expand`.
    confidence : float, default 0.95
        The probability that an interval holds the true figure.
    widening : float or ndarray of float64, shape (figures,), default 1
        By what factor an interval reaches further, where the standard error is known to be too small.

    Returns
    -------
    low, high : ndarray of float64, shape (figures,)
        The ends; NaN with fewer than 2 games, where nothing varies, or where the statistic isn't defined.

    References
    ----------
    T. DiCiccio and B. Efron, "More accurate confidence intervals in exponential families", Biometrika 79 (1992),
    231-245, and "Bootstrap confidence intervals", Statistical Science 11 (1996), 189-228, section 4. T. C. Hesterberg,
    "What teachers should know about the bootstrap", The American Statistician 69 (2015), 371-386.
    """
    missing = np.full(expansion.value.shape, np.nan)
    games = expansion.games
    if games < 2:
        return missing, missing.copy()
    z = math.sqrt(games / (games - 1)) * float(special.stdtrit(games - 1, (1.0 + confidence) / 2.0))
    ends = []
    with np.errstate(all="ignore"):
        for side in (-z, z):
            wanted = expansion.correction + side * widening
            stretch = wanted / np.maximum(1.0 - expansion.acceleration * wanted, 0.1) ** 2
            end = expansion.statistic(expansion.centre + stretch[:, None] * expansion.steepest)
            ends.append(np.where(expansion.error > 0.0, end, np.nan))
    low, high = ends
    sound = np.isfinite(low) & np.isfinite(high) & (low <= expansion.value) & (expansion.value <= high)
    return np.where(sound, low, missing), np.where(sound, high, missing)


def mean(means: Floats) -> Floats:
    """Give the mean itself, of one column."""
    return means[:, 0]


def ratio(means: Floats) -> Floats:
    """Divide the first column's mean by the second's."""
    return means[:, 0] / means[:, 1]


def ratio_gap(means: Floats) -> Floats:
    """Give the ratio of the first two columns' means, less that of the next two."""
    return means[:, 0] / means[:, 1] - means[:, 2] / means[:, 3]


@functools.lru_cache(maxsize=64)
def deviation(games: int) -> Statistic:
    """Make the standard deviation of a number of games, with that number less one as divisor.

    Parameters
    ----------
    games : int
        At least 2.

    Returns
    -------
    callable
        A function of the means of the values and of their squares.
    """

    def root(means: Floats) -> Floats:
        spread = np.maximum(means[:, 1] - means[:, 0] ** 2, 0.0)
        return np.asarray(np.sqrt(spread * games / (games - 1)), dtype=np.float64)

    return root


def deviation_columns(values: Floats) -> Floats:
    """Give the columns of a standard deviation: distances from the mean, and their squares.

    Parameters
    ----------
    values : ndarray of float64, shape (figures, games)
        What varies.

    Returns
    -------
    ndarray of float64, shape (figures, 2, games)
        Distances lose less by rounding than the values themselves would.
    """
    centred = values - values.mean(axis=1, keepdims=True)
    return np.stack([centred, centred * centred], axis=1)


def mean_of(values: Floats) -> Expansion:
    """Expand means.

    Parameters
    ----------
    values : ndarray of float64, shape (figures, games)
        At least one game.

    Returns
    -------
    Expansion
        Of the mean of each row.
    """
    return expand(values[:, None, :], mean)


def deviation_of(values: Floats) -> Expansion:
    """Expand standard deviations, with the number of games less one as divisor.

    Parameters
    ----------
    values : ndarray of float64, shape (figures, games)
        At least two games.

    Returns
    -------
    Expansion
        Of the standard deviation of each row.
    """
    return expand(deviation_columns(values), deviation(values.shape[1]))


def ratio_of(upper: Floats, lower: Floats) -> Expansion:
    """Expand ratios of two sums over the games.

    Parameters
    ----------
    upper, lower : ndarray of float64, shape (figures, games)
        What is divided, and by what; at least one game.

    Returns
    -------
    Expansion
        Of each row's sum of `upper` over its sum of `lower`; NaN where the latter is 0.
    """
    return expand(np.stack([upper, lower], axis=1), ratio)


def ratio_gap_of(first: tuple[Floats, Floats], second: tuple[Floats, Floats]) -> Expansion:
    """Expand differences between two ratios taken from the same games.

    Parameters
    ----------
    first, second : tuple of two ndarray of float64, each of shape (figures, games)
        What is divided, and by what, in each of the ratios; at least one game.

    Returns
    -------
    Expansion
        Of the first ratio minus the second.
    """
    return expand(np.stack([*first, *second], axis=1), ratio_gap)
