"""Differences between cells of a sweep, with intervals that heed that all cells were played on the same seeds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import special

from caravan.measures import Estimate
from caravan.measures.estimate import Floats
from caravan.measures.intervals import each_of
from caravan.measures.underlying import OfCounts, OfMeans, OfQuantile, Rising

LEVEL = 0.95
PAIRED = "paired t 95%"
FROM_CELLS = "from the cells' intervals, at its widest, normal 95%"

_STEP = 0.1
"""How far, in standard errors of the means, a statistic is moved to see its slope."""


@dataclass(frozen=True)
class Contrast:
    """A weighted sum of cells' figures.

    Attributes
    ----------
    value : float
        The sum; NaN where a cell is missing.
    low, high : float
        The ends of its 95% interval; NaN where nothing varies.
    error : float
        Its standard error.
    p_value : float
        How likely chance alone is to bring it as far from 0.
    interval : str
        How the interval was made; empty where there is none.
    """

    value: float
    low: float
    high: float
    error: float
    p_value: float
    interval: str


def influence(estimate: Estimate) -> Floats | None:
    """Say by how much each game moves a figure.

    Parameters
    ----------
    estimate : Estimate
        With its evidence.

    Returns
    -------
    ndarray of float64, shape (games,), or None
        The games' influence on the figure: its mean is 0, and its standard deviation over the root of the number of
        games is the figure's standard error. None where it isn't known what the figure was made of.

    References
    ----------
    F. R. Hampel, "The influence curve and its role in robust estimation", Journal of the American Statistical
    Association 69 (1974), 383-393.
    """
    evidence = estimate.evidence
    if isinstance(evidence, OfMeans):
        return _influence_on_means(evidence)
    if isinstance(evidence, OfCounts):
        happened = evidence.happened.astype(np.float64)
        share = float(happened.mean())
        return (happened - share) * _slope(evidence.change, share, math.sqrt(share * (1.0 - share) / len(happened)))
    if isinstance(evidence, OfQuantile):
        return _influence_on_quantile(evidence, estimate)
    return None


def _influence_on_means(evidence: OfMeans) -> Floats:
    columns = evidence.columns
    centre = columns.mean(axis=1)
    centred = columns - centre[:, None]
    errors = np.sqrt((centred * centred).sum(axis=1)) / columns.shape[1]
    steps = np.diag(np.where(errors > 0.0, _STEP * errors, 1.0))
    with np.errstate(all="ignore"):
        slopes = (evidence.statistic(centre + steps) - evidence.statistic(centre - steps)) / (2.0 * np.diag(steps))
    slopes = np.where(errors > 0.0, slopes, 0.0)
    return np.asarray(slopes @ centred, dtype=np.float64)


def _influence_on_quantile(evidence: OfQuantile, estimate: Estimate) -> Floats | None:
    if not estimate.has_interval:
        return None
    below = (evidence.values < np.quantile(evidence.values, evidence.probability)).astype(np.float64)
    pattern = below.mean() - below
    spread = float(pattern.std(ddof=1))
    # Quantiles of whole numbers have no density to divide by; the interval of the sorted values gives the scale.
    error = (estimate.high - estimate.low) / (2.0 * normal_quantile())
    return pattern * (error * math.sqrt(len(below)) / spread) if spread > 0.0 else np.zeros(len(below))


def _slope(change: Rising | None, at: float, error: float) -> float:
    if change is None or error == 0.0:
        return 1.0 if change is None else 0.0
    step = _STEP * error
    with np.errstate(all="ignore"):
        ahead, behind = change(np.array([at + step, at - step]))
    slope = float((ahead - behind) / (2.0 * step))
    return slope if math.isfinite(slope) else 0.0


def contrast(weights: Floats, values: Floats, errors: Floats, influences: Floats | None) -> Contrast:
    """Weigh cells against each other.

    Parameters
    ----------
    weights : ndarray of float64, shape (cells,)
        0 for cells that play no part.
    values, errors : ndarray of float64, shape (cells,)
        The cells' figures and their standard errors.
    influences : ndarray of float64, shape (cells, games), or None
        From `influence`, all cells on the same seeds; None where the games aren't at hand.

    Returns
    -------
    Contrast
        With a t interval of the sum taken game by game. Where games aren't at hand, or move nothing, as with an event
        that never happened, from the cells' own intervals: as if all cells of one sign had the same luck, and those of
        the other sign another. Cells on the same seeds are luckier together, so that is the widest it can be.
    """
    taking_part = weights != 0.0
    share, figures = weights[taking_part], values[taking_part]
    value = float(share @ figures)
    error, quantile, method = 0.0, normal_quantile(), FROM_CELLS
    if influences is not None:
        by_game = share @ influences[taking_part]
        games = len(by_game)
        if games > 1:
            error = float(by_game.std(ddof=1)) / math.sqrt(games)
            quantile, method = float(special.stdtrit(games - 1, (1.0 + LEVEL) / 2.0)), PAIRED
    scale = max(float(np.abs(figures).max(initial=0.0)), 1e-6)
    if not error > 1e-9 * scale:
        each = share * errors[taking_part]
        error = math.hypot(float(each[each > 0.0].sum()), float(each[each < 0.0].sum()))
        quantile, method = normal_quantile(), FROM_CELLS
    if not error > 1e-9 * scale or math.isnan(value):
        return Contrast(value, math.nan, math.nan, 0.0, math.nan, "")
    half = quantile * error
    if method == PAIRED and influences is not None:
        chance = 2.0 * float(special.stdtr(influences.shape[1] - 1, -abs(value) / error))
    else:
        chance = 2.0 * float(special.ndtr(-abs(value) / error))
    return Contrast(value, value - half, value + half, error, chance, method)


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust probabilities for having looked at many differences.

    Parameters
    ----------
    p_values : sequence of float
        From 0 to 1; NaN where there is none, and such take no part.

    Returns
    -------
    list of float
        In the same order. Calling those below 0.05 shown is wrong about any of them with a probability of 5% at most,
        however they depend on each other.

    References
    ----------
    S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979),
    65-70.
    """
    known = sorted((p, place) for place, p in enumerate(p_values) if not math.isnan(p))
    adjusted = [math.nan] * len(p_values)
    least = 0.0
    for rank, (p, place) in enumerate(known):
        least = max(least, min(1.0, (len(known) - rank) * p))
        adjusted[place] = least
    return adjusted


def normal_quantile(level: float = LEVEL) -> float:
    """Give how many standard errors a two-sided normal interval reaches to each side."""
    return float(special.ndtri((1.0 + level) / 2.0))


def differ_together(value: float, high: float, other: float, other_low: float, together: int) -> bool:
    """Tell whether the lowest of many figures differs from the highest.

    Parameters
    ----------
    value, high : float
        The lowest figure and the upper end of its 95% interval.
    other, other_low : float
        The highest figure and the lower end of its own.
    together : int
        From how many figures the two were picked, at least 1.

    Returns
    -------
    bool
        Whether their difference is shown at 95% by Bonferroni's inequality over all pairs, one of which they are; False
        where an end is missing. The two are taken as independent: cells on the same seeds are luckier together, so that
        the difference is known no less well than that.
    """
    pairs = together * (together - 1) // 2
    if not pairs:
        return False
    error = math.hypot(high - value, other - other_low) / normal_quantile()
    return other - value > normal_quantile(each_of(pairs, LEVEL)) * error
