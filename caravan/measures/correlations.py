"""How closely two things go together from game to game."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from caravan.measures import bootstrap
from caravan.measures.estimate import Figures, Floats
from caravan.measures.evidence import statistics
from caravan.measures.sample import Sample


def correlations(sample: Sample, pairs: Floats, undefined: str) -> Figures:
    """Estimate correlations over the games.

    Parameters
    ----------
    sample : Sample
        The games.
    pairs : ndarray of float64, shape (figures, 2, games)
        What is correlated.
    undefined : str
        What to say where one of the two doesn't vary.

    Returns
    -------
    Figures
        From -1 to 1. Margins are skewed, and with fewer than some hundred of them the bootstrap, which goes by the
        games' linear influence, makes too little of how a correlation varies. So its intervals are widened by what the
        jackknife, which leaves out one game after the other, finds more.

    References
    ----------
    B. Efron and C. Stein, "The jackknife estimate of variance", The Annals of Statistics 9 (1981), 586-596: on the
    average it isn't too small.
    """
    if sample.games:
        pairs = pairs - pairs.mean(axis=2, keepdims=True)
    first, second = pairs[:, 0], pairs[:, 1]
    columns = np.stack([first, second, first * first, second * second, first * second], axis=1)
    figures = statistics(sample, columns, correlation, undefined=undefined, least=-1.0, greatest=1.0)
    if sample.growing or sample.games < 4:
        return figures
    expansion = bootstrap.expand(columns, correlation)
    low, high = bootstrap.abc_interval(expansion, widening=_more_by_jackknife(columns, expansion))
    # Beyond where the means of squares and products can go there is no correlation, nor an end.
    wider = np.isfinite(low) & np.isfinite(high)
    low, high = (np.where(wider, *ends) for ends in ((low, figures.low), (high, figures.high)))
    return replace(figures, low=np.maximum(low, -1.0), high=np.minimum(high, 1.0))


def correlation(means: Floats) -> Floats:
    """Give the correlation from the means of two quantities, of their squares and of their product."""
    first, second, first_square, second_square, product = means.T
    spread = (first_square - first * first) * (second_square - second * second)
    return np.asarray((product - first * second) / np.sqrt(spread), dtype=np.float64)


def _more_by_jackknife(columns: Floats, expansion: bootstrap.Expansion) -> Floats:
    """Compare the standard errors that the jackknife and linear influences give to Fisher's z; at least 1."""
    games = expansion.games
    _, _, first_square, second_square, product = (columns[:, number] for number in range(5))
    totals = [column.sum(axis=1, keepdims=True) for column in (first_square, second_square, product)]
    share = games / (games - 1)  # about the means of the games that are left
    left = [
        total - share * column for total, column in zip(totals, (first_square, second_square, product), strict=True)
    ]
    with np.errstate(all="ignore"):
        without = np.arctanh(left[2] / np.sqrt(left[0] * left[1]))
        spread = without - without.mean(axis=1, keepdims=True)
        jackknife = np.sqrt((games - 1) / games * (spread * spread).sum(axis=1))
        linear = expansion.error / (1.0 - expansion.value**2) * math.sqrt(share)
        more = jackknife / linear
    return np.where(np.isfinite(more), np.maximum(more, 1.0), 1.0)
