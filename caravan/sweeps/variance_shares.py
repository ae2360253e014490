"""Sobol's indices: which share of the differences between rule sets is due to each axis, alone and with others.

SALib samples the axes and works the indices out; a `Surrogate` stands in for the games, since hundreds of cells are far
fewer than the indices need. Each index is worked out on many surfaces that the cells allow, each time from another
resample of SALib's sample, so that the interval holds three doubts: the cells' noise, the surface between the cells,
and the sampling.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from caravan.measures.estimate import Flags, Floats
from caravan.measures.intervals import CONFIDENCE
from caravan.sweeps.designs import Grid, LatinHypercube, Levels
from caravan.sweeps.plan import SweepPlan
from caravan.sweeps.readings import Readings
from caravan.sweeps.shared_noise import shared_noise
from caravan.sweeps.surrogate import GREATEST_FIT, Surrogate, chance_of_noise_alone, places_of

METHOD = "surfaces drawn 95%"
SURFACES = 200
MOST_PLACES = 1024
"""Points at which whole surfaces are drawn; their number cubed is work."""

ROWS = 4096
"""Rows of SALib's sample, each of axes + 2 points, at which the mean surface is looked at."""

CELLS_FOR_EACH_AXIS = 5
FEWEST_GAMES = 5
POOR, FAIR = 0.5, 0.8
"""Foretelling less than this of the differences between cells, a surface is no basis for shares, or a shaky one."""


@dataclass(frozen=True)
class AxisShare:
    """How much one axis accounts for.

    Attributes
    ----------
    axis : int
        Its place among the plan's axes.
    first, first_low, first_high : float
        The share of the variance that the axis explains by itself, all of its levels equally likely.
    total, total_low, total_high : float
        The share that would be left if all other axes were fixed: alone and together with others.
    """

    axis: int
    first: float
    first_low: float
    first_high: float
    total: float
    total_low: float
    total_high: float


@dataclass(frozen=True)
class MeanEffect:
    """The difference between two levels of an axis on the surface, averaged over all other axes; as in `Effect`."""

    axis: int
    before: int
    after: int
    value: float
    error: float


@dataclass(frozen=True)
class SurfaceFindings:
    """What a surface says.

    Attributes
    ----------
    shares : tuple of AxisShare
        Empty where the surface is refused.
    mean_effects : tuple of MeanEffect
        Likewise.
    refusal : str
        Why there are none, as a clause; empty where there are.
    caution : str
        What to bear in mind; empty where the surface is sound.
    r_squared : float
        See `Surrogate`; NaN where there is no surface.
    cells : int
        How many cells it was fitted to.
    """

    shares: tuple[AxisShare, ...]
    mean_effects: tuple[MeanEffect, ...]
    refusal: str
    caution: str
    r_squared: float
    cells: int


def fit_surface(plan: SweepPlan, readings: Readings) -> tuple[Surrogate | None, str]:
    """Fit a surface to the cells of a grid or a Latin hypercube.

    Parameters
    ----------
    plan : SweepPlan
        The plan.
    readings : Readings
        The figure in each cell.

    Returns
    -------
    surrogate : Surrogate or None
    refusal : str
        Why there is none, or why it can't be relied on; empty where it can.
    """
    present = np.flatnonzero(_usable(readings))
    needed = CELLS_FOR_EACH_AXIS * len(plan.axes)
    if not isinstance(plan.design, Grid | LatinHypercube):
        return None, f"the design {plan.design.kind} isn't made for a surface"
    if readings.games < FEWEST_GAMES:
        return None, f"it takes {FEWEST_GAMES} games in each cell to know what is luck, and there are {readings.games}"
    if len(present) < needed:
        return None, f"shares of {len(plan.axes)} parameters take {needed} cells at least, and there are {len(present)}"
    if len(present) > GREATEST_FIT:
        present = np.sort(np.random.default_rng(0).choice(present, GREATEST_FIT, replace=False))
    values = readings.values[present]
    if float(np.ptp(values)) == 0.0:
        return None, "all cells have the same figure"
    levels: Levels = np.array([plan.points[place] for place in present], dtype=np.int64)
    influences = None if readings.influences is None else readings.influences[present]
    covariance = shared_noise(influences, readings.errors[present], places_of(plan.axes, levels))
    if chance_of_noise_alone(values, covariance, readings.games) > 1.0 - CONFIDENCE:
        return None, "the cells differ no more than the luck of their games explains"
    surrogate = Surrogate(plan.axes, levels, values, covariance)
    if not surrogate.r_squared >= POOR:
        told = "nothing" if not surrogate.r_squared > 0.0 else f"only {surrogate.r_squared:.0%}"
        return surrogate, f"a surface through the cells foretells {told} of their differences (it takes {POOR:.0%})"
    return surrogate, ""


def _usable(readings: Readings) -> Flags:
    """Say which cells have a figure whose luck is known."""
    return readings.present & ~np.isnan(readings.errors)


def surface_findings(plan: SweepPlan, readings: Readings) -> SurfaceFindings | None:
    """Work out each axis's share of the variance.

    Parameters
    ----------
    plan : SweepPlan
        The plan.
    readings : Readings
        The figure in each cell.

    Returns
    -------
    SurfaceFindings or None
        None for designs that aren't made for a surface, and where a grid's only axis has all of the variance.

    References
    ----------
    I. M. Sobol, "Global sensitivity indices for nonlinear mathematical models and their Monte Carlo estimates",
    Mathematics and Computers in Simulation 55 (2001), 271-280. A. Saltelli and others, "Variance based sensitivity
    analysis of model output", Computer Physics Communications 181 (2010), 259-270. L. Le Gratiet, C. Cannamela and
    B. Iooss, "A Bayesian approach for global sensitivity analysis of (multifidelity) computer codes", SIAM/ASA Journal
    on Uncertainty Quantification 2 (2014), 336-363.
    """
    from threadpoolctl import threadpool_limits

    if not isinstance(plan.design, Grid | LatinHypercube) or (isinstance(plan.design, Grid) and len(plan.axes) == 1):
        return None
    cells = min(int(_usable(readings).sum()), GREATEST_FIT)
    with threadpool_limits(1):  # many small matrices: threads would only wait for each other
        surrogate, refusal = fit_surface(plan, readings)
        if surrogate is None or refusal:
            return SurfaceFindings((), (), refusal, "", math.nan if surrogate is None else surrogate.r_squared, cells)
        caution = ""
        if surrogate.r_squared < FAIR:
            caution = f"shaky: the surface foretells {surrogate.r_squared:.0%} of the differences between cells"
        shares, mean_effects = _shares(plan, surrogate), _mean_effects(plan, surrogate)
    return SurfaceFindings(shares, mean_effects, "", caution, surrogate.r_squared, cells)


def _shares(plan: SweepPlan, surrogate: Surrogate) -> tuple[AxisShare, ...]:
    """Work the shares out on the mean surface from a large sample, and how they scatter from a small one.

    Drawing whole surfaces is slow, looking at their mean isn't. So each drawn surface says only by how much its shares
    differ from those of the mean surface, at the same few points, where most of the sampling's error cancels out.
    """
    few, many = _sample(plan, MOST_PLACES), _sample(plan, ROWS * (len(plan.axes) + 2))
    drawn = _blocks(few, surrogate.drawn(few.places, SURFACES, seed=1))
    beside = _blocks(few, surrogate.mean(few.places)[:, None])
    chosen = np.random.default_rng(2).integers(few.rows, size=(few.rows, SURFACES))
    which = np.arange(SURFACES)
    scatter = _indices([block[chosen, which] for block in drawn]) - _indices([block[chosen, 0] for block in beside])
    settled = _indices(_blocks(many, surrogate.mean(many.places)[:, None]))
    alone, total = np.clip(settled + scatter, 0.0, 1.0)
    return tuple(
        AxisShare(axis, *_middle_and_ends(alone[axis]), *_middle_and_ends(total[axis])) for axis in range(len(alone))
    )


@dataclass(frozen=True)
class _Sampled:
    """SALib's sample: ``rows`` times axes + 2 points, each of them once in ``places``, and ``where`` it is there."""

    places: Levels
    where: Levels
    rows: int


def _sample(plan: SweepPlan, most: int) -> _Sampled:
    """Let SALib sample the axes, with at most so many different points."""
    from SALib.sample import sobol

    axes = len(plan.axes)
    rows = ROWS if Grid().most_points(plan.axes) <= most else 2 ** int(math.log2(max(32, most / (axes + 2))))
    problem: dict[str, Any] = {
        "num_vars": axes,
        "names": [axis.name for axis in plan.axes],
        "bounds": [[0.0, 1.0]] * axes,
    }
    unit = sobol.sample(problem, rows, calc_second_order=False, seed=3)
    sizes = np.array([len(axis) for axis in plan.axes])
    levels = np.minimum((unit * sizes).astype(np.int64), sizes - 1)
    places, where = np.unique(levels, axis=0, return_inverse=True)
    return _Sampled(places, where.ravel(), rows)


def _blocks(sampled: _Sampled, values: Floats) -> list[Floats]:
    """Sort values at places, of shape (places, surfaces), into SALib's blocks: A, one for each axis, B."""
    centred = values - values.mean(axis=0)
    blocks = sampled.where.reshape(sampled.rows, -1)
    return [centred[blocks[:, block]] for block in range(blocks.shape[1])]


def _indices(blocks: list[Floats]) -> Floats:
    """Let SALib work out first-order and total indices, of shape (2, axes, surfaces)."""
    from SALib.analyze import sobol

    first, *mixed, last = blocks
    return np.array(
        [
            [sobol.first_order(first, one, last) for one in mixed],
            [sobol.total_order(first, one, last) for one in mixed],
        ]
    )


def _middle_and_ends(drawn: Floats) -> tuple[float, float, float]:
    low, high = np.quantile(drawn, [(1.0 - CONFIDENCE) / 2.0, (1.0 + CONFIDENCE) / 2.0])
    return float(drawn.mean()), float(low), float(high)


def _mean_effects(plan: SweepPlan, surrogate: Surrogate) -> tuple[MeanEffect, ...]:
    effects = []
    for number, axis in enumerate(plan.axes):
        mean, covariance = level_means_on_surface(plan, surrogate, number)
        for after in [len(axis) - 1] if axis.is_ordered else range(1, len(axis)):
            variance = covariance[0, 0] + covariance[after, after] - 2.0 * covariance[0, after]
            effects.append(
                MeanEffect(number, 0, after, float(mean[after] - mean[0]), math.sqrt(max(0.0, float(variance))))
            )
    return tuple(effects)


def level_means_on_surface(plan: SweepPlan, surrogate: Surrogate, axis: int) -> tuple[Floats, Floats]:
    """Average the surface over all other axes, at each level of one.

    Parameters
    ----------
    plan : SweepPlan
        The plan.
    surrogate : Surrogate
        Fitted to its cells.
    axis : int
        The place of the one.

    Returns
    -------
    mean : ndarray of float64, shape (levels,)
    covariance : ndarray of float64, shape (levels, levels)
    """
    levels = len(plan.axes[axis])
    sampled = _sample(plan, MOST_PLACES)
    others = sampled.places[sampled.where[:: len(plan.axes) + 2]][: MOST_PLACES // levels]
    points = np.repeat(others[None, :, :], levels, axis=0)
    points[:, :, axis] = np.arange(levels)[:, None]
    mean, covariance = surrogate.posterior(points.reshape(-1, len(plan.axes)))
    each = len(others)
    return mean.reshape(levels, each).mean(axis=1), covariance.reshape(levels, each, levels, each).mean(axis=(1, 3))
