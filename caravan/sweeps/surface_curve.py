"""How a figure answers to one axis on the surface through a sweep's cells."""

from __future__ import annotations

import math

from scipy import special
from threadpoolctl import threadpool_limits

from caravan.measures.intervals import CONFIDENCE
from caravan.sweeps.plan import SweepPlan
from caravan.sweeps.readings import Readings
from caravan.sweeps.variance_shares import fit_surface, level_means_on_surface

CurvePoint = tuple[int, float, float, float]
"""A level, the figure there, and the ends of its interval."""


def surface_curve(plan: SweepPlan, readings: Readings, axis: int) -> tuple[list[CurvePoint], str]:
    """Average a surface over all axes but one.

    Parameters
    ----------
    plan : SweepPlan
        With a Latin hypercube, or a grid.
    readings : Readings
        The figure in each cell.
    axis : int
        The place of the one.

    Returns
    -------
    curve : list of tuple
        For each level its number, the figure, and the ends of its 95% interval; empty where no surface can be relied
        on.
    refusal : str
        Why it is empty, as a clause.
    """
    with threadpool_limits(1):
        surrogate, refusal = fit_surface(plan, readings)
        if surrogate is None or refusal:
            return [], refusal
        means, covariance = level_means_on_surface(plan, surrogate, axis)
    # As with effects: what runs along an axis is known from the games of one cell, however many cells there are.
    quantile = float(special.stdtrit(readings.games - 1, (1.0 + CONFIDENCE) / 2.0))
    curve: list[CurvePoint] = []
    for level, mean in enumerate(means):
        half = quantile * math.sqrt(max(0.0, float(covariance[level, level])))
        curve.append((level, float(mean), float(mean) - half, float(mean) + half))
    return curve, ""
