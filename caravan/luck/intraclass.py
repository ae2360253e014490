"""Which part of a variance lies between groups: the intraclass correlation, with its interval."""

from __future__ import annotations

import functools

import numpy as np

from caravan.measures import bootstrap
from caravan.measures.estimate import Figures, Floats
from caravan.measures.evidence import FEW_GAMES
from caravan.measures.intervals import CONFIDENCE
from caravan.measures.underlying import Statistic


@functools.lru_cache(maxsize=64)
def intraclass(groups: int, members: int, things: int) -> Statistic:
    """Make the intraclass correlation as a function of means over the groups.

    Parameters
    ----------
    groups, members : int
        How many groups there are, and how many members in each.
    things : int
        How many things are measured of each member; their variances are added up.

    Returns
    -------
    callable
        Of the means of the columns from `group_columns`.
    """

    def correlation(means: Floats) -> Floats:
        between = (means[:, things] - (means[:, :things] ** 2).sum(axis=1)) * groups / (groups - 1)
        within = means[:, things + 1]
        of_groups = between - within / members
        return np.asarray(of_groups / (of_groups + within), dtype=np.float64)

    return correlation


def group_columns(values: Floats) -> Floats:
    """Sum up each group.

    Parameters
    ----------
    values : ndarray of float64, shape (groups, members, things)
        What is measured.

    Returns
    -------
    ndarray of float64, shape (things + 2, groups)
        The means of its members less those of all, the sum of the squares of these, and the sum of the variances within
        the group.
    """
    centre = values.mean(axis=1)
    centre = centre - centre.mean(axis=0)
    squares = (centre * centre).sum(axis=1)
    within = values.var(axis=1, ddof=1).sum(axis=1)
    return np.concatenate([centre.T, squares[None, :], within[None, :]])


def shares_between_groups(values: Floats) -> Figures:
    """Estimate which part of the variance lies between groups, for all things together and for each of them.

    The estimate is that of the one-way analysis of variance with random groups: with mean squares A between and W
    within groups of n members, (A - W) / (A + (n - 1) W). By chance it can fall below 0. The interval takes the groups
    as units and assumes no normal distribution, unlike the classical one from the F distribution.

    Parameters
    ----------
    values : ndarray of float64, shape (groups, members, things)
        What is measured; at least 2 groups of at least 2 members.

    Returns
    -------
    Figures
        All things together first.

    References
    ----------
    S. R. Searle, G. Casella and C. E. McCulloch, "Variance Components", Wiley 1992, section 3.6; A. Donner, "A review
    of inference procedures for the intraclass correlation coefficient in the one-way random effects model",
    International Statistical Review 54 (1986), 67-82; O. C. Ukoumunne, A. C. Davison, M. C. Gulliford and S. Chinn,
    "Non-parametric bootstrap confidence intervals for the intraclass correlation coefficient", Statistics in Medicine
    22 (2003), 3805-3821, who resample groups.
    """
    groups, members, things = values.shape
    together = _figures(group_columns(values)[None, :, :], groups, members, things)
    each = np.stack([group_columns(values[:, :, [thing]]) for thing in range(things)])
    return Figures.joined(together, _figures(each, groups, members, 1))


def _figures(columns: Floats, groups: int, members: int, things: int) -> Figures:
    expansion = bootstrap.expand(columns, intraclass(groups, members, things))
    low, high = bootstrap.abc_interval(expansion)
    notes = []
    for value, bottom in zip(expansion.value, low, strict=True):
        said = ["nothing varies" if np.isnan(value) else "no interval: too few bags" if np.isnan(bottom) else ""]
        said.append("below 0 by chance: none is to be seen" if value < 0.0 else "")
        said.append(f"rough: only {groups} bags" if groups < FEW_GAMES else "")
        notes.append("; ".join(filter(None, said)))
    return Figures.of(expansion.value, low, np.minimum(high, 1.0), f"ABC bootstrap {CONFIDENCE:.0%} over bags", notes)
