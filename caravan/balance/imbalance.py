"""How far the seats are from fair shares of the wins, and the whole points that bring them closest."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from caravan.measures.estimate import Floats

MOST_POINTS = 100
"""The most points with which the rules let a seat begin."""

Points = tuple[int, ...]


def imbalance(shares: Floats) -> float:
    """Say how far the seats are from fair shares, with what chance alone adds taken off.

    The mean over the seats of the squared effect is too large by the mean of the squared standard errors, the more so
    the fewer the games; without that part, figures from different numbers of games can be compared.

    Parameters
    ----------
    shares : ndarray of float64, shape (players, games)
        Each seat's part of each win.

    Returns
    -------
    float
        In squared percentage points; it can come out a little below 0 where the seats are equal.
    """
    players, games = shares.shape
    effects = 100.0 * (shares.mean(axis=1) - 1.0 / players)
    chance = 100.0**2 * shares.var(axis=1) / max(games - 1, 1)
    return float((effects * effects - chance).mean())


def fairest_points(judge: Callable[[Points], float], start: Sequence[float]) -> Points:
    """Find the whole points with which the seats are as equal as whole points can make them.

    Parameters
    ----------
    judge : callable
        Says how unequal the seats are with points added to their scores.
    start : sequence of float
        Where to begin: for each seat, points that may have parts.

    Returns
    -------
    tuple of int
        For each seat, the least of them 0, none above `MOST_POINTS`. All seats' points are moved by at most one, as
        long as that makes the seats more equal.
    """
    steps = list(itertools.product((-1, 0, 1), repeat=len(start)))
    judged: dict[Points, float] = {}

    def rank(points: Points) -> tuple[float, int, Points]:
        if points not in judged:
            judged[points] = judge(points)
        return judged[points], sum(points), points

    best = from_zero([min(round(seat - min(start)), MOST_POINTS) for seat in start])
    while True:
        around = {from_zero([seat + by for seat, by in zip(best, step, strict=True)]) for step in steps}
        nearest = min((points for points in around if max(points) <= MOST_POINTS), key=rank)
        if rank(nearest) >= rank(best):
            return best
        best = nearest


def from_zero(points: Sequence[int]) -> Points:
    """Take as much from each seat as the least of them has: only differences between the seats count."""
    least = min(points)
    return tuple(seat - least for seat in points)
