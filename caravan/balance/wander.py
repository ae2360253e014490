"""How figures wander together from one set of games to another, worked out from the games themselves."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy import special

from caravan.balance.figures import FigureKey, figure_of, of_means
from caravan.measures import Estimate
from caravan.measures.estimate import Floats
from caravan.measures.intervals import CONFIDENCE, normal_quantile
from caravan.measures.underlying import OfQuantile

_STEP = 0.05
_NOTHING = 1e-9


@dataclass(frozen=True)
class Wander:
    """What makes figures of the same games wander.

    Attributes
    ----------
    keys : tuple
        The figures.
    values, errors : ndarray of float64, shape (figures,)
        As seen, and their standard errors.
    shares : ndarray of float64, shape (figures, games)
        By how much each game has moved each figure; the squares of a row add up to its squared standard error, widened
        as a t interval is wider than a normal one.
    own : ndarray of float64, shape (figures,)
        The standard errors of figures of which it isn't known how they are made of games; 0 for the others.
    """

    keys: tuple[FigureKey, ...]
    values: Floats
    errors: Floats
    shares: Floats
    own: Floats

    def is_like(self, other: Wander) -> bool:
        """Tell whether the games of both came to the same, one by one."""
        return self.shares.shape == other.shares.shape and all(
            np.array_equal(mine, theirs, equal_nan=True)
            for mine, theirs in ((self.values, other.values), (self.shares, other.shares), (self.own, other.own))
        )


def wander_of(estimates: Mapping[FigureKey, Estimate]) -> Wander:
    """Take figures apart into what each game has done to them.

    Parameters
    ----------
    estimates : mapping of FigureKey to Estimate
        Game i of one and of another are from the same seed.

    Returns
    -------
    Wander
    """
    rows = [_shares_of(estimate) for estimate in estimates.values()]
    shares = np.zeros((len(rows), max((len(row) for row, _ in rows), default=0)))
    for number, (row, _) in enumerate(rows):
        shares[number, : len(row)] = row
    figures = [figure_of(estimate) for estimate in estimates.values()]
    return Wander(
        tuple(estimates),
        np.array([figure.value for figure in figures], dtype=np.float64),
        np.array([figure.error for figure in figures], dtype=np.float64),
        shares,
        np.array([own for _, own in rows], dtype=np.float64),
    )


def directions_of(*several: Wander, same_seeds: bool = True) -> tuple[Floats, ...]:
    """Find independent directions in which figures wander, as a root of their covariance.

    Parameters
    ----------
    *several : Wander
        Of rule sets.
    same_seeds : bool, default True
        Whether game i of the one and of the other are from the same seed, so that chance moves them alike.

    Returns
    -------
    tuple of ndarray of float64, each of shape (figures, directions)
        Chance moves the figures of all of them by these times the same standard normal numbers, one per direction.

    Notes
    -----
    A Cholesky root that leaves out directions in which nothing is left, so that it is the same on every machine.
    """
    games = max(one.shares.shape[1] for one in several)
    shares = np.concatenate([np.pad(one.shares, ((0, 0), (0, games - one.shares.shape[1]))) for one in several])
    if not same_seeds:
        owners = np.repeat(np.arange(len(several)), [len(one.keys) for one in several])
        shares = np.concatenate([shares * (owners == owner)[:, None] for owner in range(len(several))], axis=1)
    covariance = shares @ shares.T + np.diag(np.concatenate([one.own for one in several]) ** 2)
    columns: list[Floats] = []
    left = covariance.copy()
    for figure, variance in enumerate(np.diag(covariance)):
        if left[figure, figure] > _NOTHING * variance:
            columns.append(left[:, figure] / math.sqrt(left[figure, figure]))
            left -= np.outer(columns[-1], columns[-1])
    root = np.stack(columns, axis=1) if columns else np.zeros((len(covariance), 0))
    return tuple(np.split(root, np.cumsum([len(one.keys) for one in several])[:-1]))


def _shares_of(estimate: Estimate) -> tuple[Floats, float]:
    """Say by how much each game has moved a figure, and how much it wanders apart from that."""
    made_of, error = of_means(estimate), figure_of(estimate).error
    span = estimate.high - estimate.low
    if made_of is not None and made_of.games > 1 and error > 0.0:
        games = made_of.games
        centre = made_of.columns.mean(axis=1)
        apart = made_of.columns - centre[:, None]
        steps = _STEP * np.sqrt((apart * apart).sum(axis=1)) / games
        moved = np.diag(steps)
        with np.errstate(all="ignore"):
            rise = made_of.statistic(centre + moved) - made_of.statistic(centre - moved)
            slopes = np.where(steps > 0.0, rise / (2.0 * steps), 0.0)
        return _sized(slopes @ apart, error, games), 0.0
    if isinstance(estimate.evidence, OfQuantile) and error > 0.0:
        # A quantile moves with the number of games below it.
        below = estimate.evidence.values <= np.quantile(estimate.evidence.values, estimate.evidence.probability)
        return _sized(below.mean() - below, error, estimate.evidence.games), 0.0
    if error == 0.0 and math.isfinite(span):
        # The same in all games: the interval says how far off that may be, all of it on one side.
        error = span / normal_quantile(CONFIDENCE)
    return np.zeros(0), error


def _sized(shares: Floats, error: float, games: int) -> Floats:
    """Make the squares of a row add up to a squared standard error, widened for few games."""
    length = float(np.sqrt((shares * shares).sum()))
    few = math.sqrt(games / (games - 1)) * float(special.stdtrit(games - 1, (1.0 + CONFIDENCE) / 2.0))
    widened = error * few / normal_quantile(CONFIDENCE)
    return np.asarray(shares * (widened / length) if length > 0.0 else shares)
