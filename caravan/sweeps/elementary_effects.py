"""Morris's elementary effects: what one step does, at many places of the rules' space, and how much that differs.

The indices are SALib's. Two things are added that it leaves out, since its outputs are taken as exact. The figures of
cells have sampling errors, and all cells share their seeds, so the errors of different walks hang together and don't
average out as more walks are taken. And chance alone makes every absolute effect larger than 0, so that a parameter
without any effect has a mu-star above 0 too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import special

from caravan.measures import bootstrap
from caravan.measures.estimate import Floats
from caravan.measures.intervals import CONFIDENCE, normal_quantile
from caravan.sweeps.designs import Morris
from caravan.sweeps.plan import SweepPlan
from caravan.sweeps.readings import Readings

RESAMPLES, _SIZES = 1000, 2000
"""Bootstrap samples of the walks, and drawings of noise; and sizes that noise may have."""

FEWEST_WALKS, FEWEST_GAMES = 4, 5
"""With fewer walks there are no indices; with fewer games in a cell nothing is known of the noise in them."""

Places = npt.NDArray[np.int64]

METHOD = "SALib bootstrap over walks 95%, widened for noise of the cells"
METHOD_OF_SPREAD = "ABC bootstrap or chi-square over walks 95%, noise of the cells taken off"
METHOD_OF_MEAN = "t over walks 95%, widened for noise shared by the cells"


@dataclass(frozen=True)
class MorrisIndex:
    """Morris's measures of one axis, in the figure's unit for a change over the whole axis.

    Attributes
    ----------
    axis : int
        Its place among the plan's axes.
    mu, mu_low, mu_high : float
        The mean effect, with its sign.
    mu_star, mu_star_low, mu_star_high : float
        The mean absolute effect; the lower end is 0 where noise alone may have made it.
    sigma, sigma_low, sigma_high : float
        How much the effect differs from place to place, once the cells' noise is taken off: bends and interactions.
    mu_p_value, p_value : float
        How likely chance alone is to bring mu as far from 0, and noise alone to give a mu-star as high.
    noise : float
        The mu-star that noise alone would give on average.
    walks, left_out : int
        How many walks it rests on, and in how many a cell is missing at the axis's step.

    Where the games are too few, or a cell's noise isn't known, the ends and probabilities are NaN.
    """

    axis: int
    mu: float
    mu_low: float
    mu_high: float
    mu_star: float
    mu_star_low: float
    mu_star_high: float
    sigma: float
    sigma_low: float
    sigma_high: float
    mu_p_value: float
    p_value: float
    noise: float
    walks: int
    left_out: int


def morris_indices(plan: SweepPlan, readings: Readings) -> list[MorrisIndex]:
    """Work out Morris's measures for a figure.

    Parameters
    ----------
    plan : SweepPlan
        With a `Morris` design; other plans have none.
    readings : Readings
        The figure in each cell.

    Returns
    -------
    list of MorrisIndex
        One for each axis that has its effect in four walks or more.

    References
    ----------
    M. D. Morris, "Factorial sampling plans for preliminary computational experiments", Technometrics 33 (1991),
    161-174. F. Campolongo, J. Cariboni and A. Saltelli, "An effective screening design for sensitivity analysis of
    large models", Environmental Modelling & Software 22 (2007), 1509-1518.
    """
    if not isinstance(plan.design, Morris):
        return []
    steps = _Steps(plan, plan.design, readings)
    return [found for axis in range(len(plan.axes)) if (found := _index_of(steps, axis)) is not None]


def _index_of(steps: _Steps, axis: int) -> MorrisIndex | None:
    there = np.flatnonzero(~np.isnan(steps.effects[:, axis]))
    walks = len(there)
    if walks < FEWEST_WALKS:
        return None
    effects, covariance = steps.effects[there, axis], steps.noise(axis, there)
    mu, mu_star, sigma, reach = steps.salib_indices(axis, there)
    left_out = steps.walks - walks
    if steps.games < FEWEST_GAMES or np.isnan(covariance).any():
        missing = (math.nan,) * 2
        chances = (math.nan,) * 3
        return MorrisIndex(axis, mu, *missing, mu_star, *missing, sigma, *missing, *chances, walks, left_out)
    mean_noise = float(np.trace(covariance)) / walks
    # What the noise of two walks has in common stays in their mean, however many walks there are.
    shared = max(0.0, (float(covariance.sum()) / walks - mean_noise) / (walks - 1))
    # Scatter over the walks tells of some noise, the games of other; the fewer of both is what all of it is known from.
    freedom = min(walks, steps.games) - 1
    quantile = float(special.stdtrit(freedom, (1.0 + CONFIDENCE) / 2.0))
    bias = float(_bias_of_absolute(effects, np.sqrt(np.diag(covariance))).mean())
    error = math.sqrt(sigma**2 / walks + shared)
    by_noise = _chance_of_noise(mu_star, covariance, steps.games)
    bootstrapped = reach / normal_quantile(CONFIDENCE)
    half_star = math.sqrt(walks / (walks - 1)) * quantile * math.hypot(bootstrapped, math.sqrt(shared))
    return MorrisIndex(
        axis,
        mu,
        mu - quantile * error,
        mu + quantile * error,
        mu_star,
        max(0.0, mu_star - bias - half_star) if by_noise <= 1.0 - CONFIDENCE else 0.0,
        mu_star + half_star,
        *_without_noise(sigma, effects, covariance),
        2.0 * float(special.stdtr(freedom, -abs(mu) / error)) if error > 0.0 else math.nan,
        by_noise,
        float(np.sqrt(2.0 / math.pi) * np.sqrt(np.diag(covariance)).mean()),
        walks,
        left_out,
    )


class _Steps:
    """The steps of the walks.

    Attributes
    ----------
    effects : ndarray of float64, shape (walks, axes)
        The change of the figure over the change of the axis, where the whole axis is 1; NaN where a cell is missing.
    walks, games : int
        How many walks there are, and games in each cell.
    """

    def __init__(self, plan: SweepPlan, design: Morris, readings: Readings) -> None:
        places = {point: place for place, point in enumerate(plan.points)}
        levels = design.walks(plan.axes)
        cells = np.array([[places[tuple(map(int, point))] for point in walk] for walk in levels])
        self._design, self._axes, self._readings = design, plan.axes, readings
        self._unit = design.unit_walks(plan.axes).reshape(levels.shape)
        self.walks, self.games = len(levels), readings.games
        positions = np.stack(
            [np.array(axis.positions())[levels[:, :, number]] for number, axis in enumerate(plan.axes)], axis=2
        )
        moves = np.diff(positions, axis=1)
        self._changed = np.argmax(moves != 0.0, axis=2)
        self._lengths = np.take_along_axis(moves, self._changed[:, :, None], axis=2)[:, :, 0]
        self._before, self._after = cells[:, :-1], cells[:, 1:]
        change = (readings.values[self._after] - readings.values[self._before]) / self._lengths
        self.effects = np.zeros((self.walks, len(plan.axes)))
        np.put_along_axis(self.effects, self._changed, change, axis=1)

    def salib_indices(self, axis: int, walks: Places) -> tuple[float, float, float, float]:
        """Let SALib work out mu, mu-star, sigma and the half-width of mu-star's interval, of one axis from some walks.

        SALib takes every step to be equally long. Here levels are whole numbers or words, so that steps may be a little
        longer or shorter; the outputs are therefore restated as those that steps of equal length would have led to.
        """
        from SALib.analyze import morris

        levels, unit = self._design.levels, self._unit[walks]
        delta = levels / (2.0 * (levels - 1.0))
        changed = self._changed[walks]
        signs = np.sign(np.take_along_axis(np.diff(unit, axis=1), changed[:, :, None], axis=2)[:, :, 0])
        climbs = np.nan_to_num(np.take_along_axis(self.effects[walks], changed, axis=1)) * delta * signs
        outputs = np.concatenate([np.zeros((len(walks), 1)), np.cumsum(climbs, axis=1)], axis=1)
        count = len(self._axes)
        problem = {"num_vars": count, "names": [one.name for one in self._axes], "bounds": [[0.0, 1.0]] * count}
        found = morris.analyze(
            problem,
            unit.reshape(-1, count),
            outputs.ravel(),
            num_resamples=RESAMPLES,
            conf_level=CONFIDENCE,
            num_levels=levels,
            seed=self._design.seed,
        )
        mu, mu_star, sigma, reach = (float(found[name][axis]) for name in ("mu", "mu_star", "sigma", "mu_star_conf"))
        return mu, mu_star, sigma, reach

    def noise(self, axis: int, walks: Places) -> Floats:
        """Work out how the noise of some walks' effects of an axis hangs together, of shape (walks, walks)."""
        at = np.argmax(self._changed[walks] == axis, axis=1)
        before, after, lengths = (table[walks, at] for table in (self._before, self._after, self._lengths))
        used, where = np.unique(np.concatenate([before, after]), return_inverse=True)
        weights = np.zeros((len(walks), len(used)))
        rows = np.arange(len(walks))
        np.add.at(weights, (rows, where[: len(walks)]), -1.0 / lengths)
        np.add.at(weights, (rows, where[len(walks) :]), 1.0 / lengths)
        return np.asarray(weights @ self._readings.covariance(used.tolist()) @ weights.T, dtype=np.float64)


def _without_noise(sigma: float, effects: Floats, covariance: Floats) -> tuple[float, float, float]:
    """Take the variance that noise adds off a standard deviation and the ends of its interval.

    The interval is the wider of two: the bootstrap's, which is right for effects of any shape, and that of chi-square,
    which is right where much of what the walks show is noise. Its degrees of freedom, by Satterthwaite, heed that the
    noise of walks that pass the same cells is the same. Where noise may be all there is, the interval begins at 0.
    """
    walks = len(effects)
    middle = np.eye(walks) - 1.0 / walks
    kept = middle @ covariance @ middle
    noise = float(np.trace(kept)) / (walks - 1)
    freedom, by_noise = walks - 1.0, 0.0
    if sigma > 0.0 and noise > 0.0:
        part = min(1.0, noise / sigma**2)
        freedom_of_noise = float(np.trace(kept)) ** 2 / float((kept * kept).sum())
        by_noise = noise * float(special.chdtri(freedom_of_noise, (1.0 - CONFIDENCE) / 2.0)) / freedom_of_noise
        freedom = 1.0 / ((1.0 - part) ** 2 / freedom + part**2 / freedom_of_noise)
    low, high = bootstrap.abc_interval(bootstrap.deviation_of(effects[None, :]))
    tails = special.chdtri(freedom, np.array([(1.0 - CONFIDENCE) / 2.0, (1.0 + CONFIDENCE) / 2.0]))
    least, most = sigma * np.sqrt(freedom / tails)
    ends = (sigma, 0.0 if sigma**2 <= by_noise else float(np.fmin(low[0], least)), float(np.fmax(high[0], most)))
    bare = [math.sqrt(max(0.0, end**2 - noise)) for end in ends]
    return bare[0], bare[1], bare[2]


def _bias_of_absolute(effects: Floats, errors: Floats) -> Floats:
    """Estimate by how much noise lifts an absolute effect: the mean of a folded normal less its centre."""
    reach = np.divide(np.abs(effects), errors, out=np.full_like(effects, np.inf), where=errors > 0.0)
    density = np.exp(-0.5 * reach**2) / math.sqrt(2.0 * math.pi)
    beyond = np.where(np.isfinite(reach), np.nan_to_num(reach, posinf=0.0) * special.ndtr(-reach), 0.0)
    return np.asarray(2.0 * errors * (density - beyond), dtype=np.float64)


def _chance_of_noise(mu_star: float, covariance: Floats, games: int) -> float:
    """Say how likely noise alone is to give a mean absolute effect as large: by a gamma of its mean and spread.

    From few games the noise's own size isn't well known; so the probability is averaged over the sizes that it may
    have, as a t distribution does for a normal one.
    """
    lengths, axes = np.linalg.eigh(covariance)
    spread = axes * np.sqrt(np.maximum(lengths, 0.0))
    drawn = np.abs(np.random.default_rng(0).standard_normal((RESAMPLES, len(covariance))) @ spread.T).mean(axis=1)
    mean, variance = float(drawn.mean()), float(drawn.var(ddof=1))
    if variance <= 0.0:
        return math.nan
    freedom = games - 1
    sizes = np.sqrt(special.chdtri(freedom, (np.arange(_SIZES) + 0.5) / _SIZES) / freedom)
    return float(special.gammaincc(mean * mean / variance, mu_star * sizes * mean / variance).mean())
