"""A surface through the cells of a sweep, which says what figure rules between them would give, and how sure that is.

The surface is a Gaussian process, scikit-learn's. A quadratic surface would be simpler, but rules have thresholds
(a fifth camel matters, a ninth doesn't), and its errors say nothing about what a wrong shape does. A Gaussian process
bends where the cells ask for it, says how unsure it is between them, and takes the cells' noise as known. Scikit-learn
is maintained, and its kernels can be extended by the one thing that is needed here: noise that hangs together, since
all cells are played on the same seeds.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import linalg, stats

from caravan.measures.estimate import Floats
from caravan.sweeps.axes import Axis
from caravan.sweeps.designs import Levels

GREATEST_FIT = 500
"""Cells that a surface is fitted to at most; their number cubed is work, and more hardly tell more."""

RESTARTS_UP_TO = 100
"""With so many cells at most, the fit is begun a second time elsewhere; with more, it hardly ever goes astray."""


class Surrogate:
    """A surface fitted to cells.

    Parameters
    ----------
    axes : sequence of Axis
        The plan's.
    levels : ndarray of int64, shape (cells, axes)
        Where the cells are.
    values : ndarray of float64, shape (cells,)
        Their figures.
    covariance : ndarray of float64, shape (cells, cells)
        Of the figures' noise.

    Attributes
    ----------
    r_squared : float
        Which part of the true differences between cells the surface foretells from the other cells, leaving each out
        in turn: 1 less the squared miss over the variance, both less what noise alone makes of them. Below 0 it is
        worse than the mean. The surface's smoothness isn't chosen anew for each cell left out.

    References
    ----------
    C. E. Rasmussen and C. K. I. Williams, "Gaussian processes for machine learning", MIT Press 2006, chapters 2 and 5.
    """

    def __init__(self, axes: Sequence[Axis], levels: Levels, values: Floats, covariance: Floats) -> None:
        from sklearn.exceptions import ConvergenceWarning
        from sklearn.gaussian_process import GaussianProcessRegressor
        from sklearn.gaussian_process.kernels import ConstantKernel

        from caravan.sweeps.cell_noise import AxesKernel, CellNoise

        self._axes = axes
        self._mean, self._scale = float(values.mean()), float(values.std()) or 1.0
        centred, noise = (values - self._mean) / self._scale, covariance / self._scale**2
        places = places_of(axes, levels)
        width = places.shape[1]
        shape: Any = AxesKernel(length_scale=np.ones(width), length_scale_bounds=(0.1, 30.0), nu=2.5)
        kernel = ConstantKernel(1.0, (1e-3, 1e3)) * shape + CellNoise(noise)
        restarts = int(len(values) <= RESTARTS_UP_TO)
        self._process = GaussianProcessRegressor(kernel, alpha=1e-8, n_restarts_optimizer=restarts, random_state=0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # a parameter without effect goes to its bound
            self._process.fit(np.column_stack([places, np.arange(len(values))]), centred)
        self.r_squared = self._foretold(centred, noise)

    def _foretold(self, centred: Floats, noise: Floats) -> float:
        factor = self._process.L_
        inverse = linalg.cho_solve((factor, True), np.eye(len(centred)))
        misses = (inverse @ centred) / np.diag(inverse)
        scatter = _scatter_of_noise(noise)
        total = float(centred.var(ddof=1)) - scatter
        if total <= 0.0:
            return float("nan")
        return 1.0 - max(0.0, float((misses**2).mean()) - scatter) / total

    def mean(self, levels: Levels) -> Floats:
        """Say what figure is to be expected at points, of shape (points, axes); as many as there are."""
        places = places_of(self._axes, levels)
        mean = self._process.predict(np.column_stack([places, np.full(len(places), -1.0)]))
        return np.asarray(mean * self._scale + self._mean, dtype=np.float64)

    def posterior(self, levels: Levels) -> tuple[Floats, Floats]:
        """Say what figure points have, without the noise of games.

        Parameters
        ----------
        levels : ndarray of int64, shape (points, axes)
            The points; a few thousand at most.

        Returns
        -------
        mean : ndarray of float64, shape (points,)
        covariance : ndarray of float64, shape (points, points)
        """
        places = places_of(self._axes, levels)
        mean, covariance = self._process.predict(np.column_stack([places, np.full(len(places), -1.0)]), return_cov=True)
        return mean * self._scale + self._mean, np.asarray(covariance * self._scale**2, dtype=np.float64)

    def drawn(self, levels: Levels, drawings: int, seed: int) -> Floats:
        """Draw surfaces that the cells allow.

        Parameters
        ----------
        levels : ndarray of int64, shape (points, axes)
            Where to look at them.
        drawings : int
            How many surfaces.
        seed : int
            Decides which.

        Returns
        -------
        ndarray of float64, shape (points, drawings)
        """
        mean, covariance = self.posterior(levels)
        spread = np.diag(covariance).max(initial=0.0)
        jitter = 1e-9
        while True:
            try:
                factor = np.linalg.cholesky(covariance + np.eye(len(mean)) * max(spread, 1e-12) * jitter)
                break
            except np.linalg.LinAlgError:
                jitter *= 10.0
        normal = np.random.default_rng(seed).standard_normal((len(mean), drawings))
        return np.asarray(mean[:, None] + factor @ normal, dtype=np.float64)


def places_of(axes: Sequence[Axis], levels: Levels) -> Floats:
    """Put levels into numbers.

    Parameters
    ----------
    axes : sequence of Axis
        The plan's.
    levels : ndarray of int64, shape (points, axes)
        A level of each.

    Returns
    -------
    ndarray of float64, shape (points, columns)
        Along a scale from 0 to 1, or a column for each level where there is no scale.
    """
    columns: list[Floats] = []
    for number, axis in enumerate(axes):
        chosen = levels[:, number]
        if axis.is_ordered or len(axis) == 2:
            columns.append(np.array(axis.positions())[chosen])
        else:
            columns += [(chosen == level).astype(np.float64) for level in range(len(axis))]
    return np.column_stack(columns)


def _scatter_of_noise(noise: Floats) -> float:
    """Give the variance between cells that noise alone makes; what moves all of them alike makes none."""
    cells = len(noise)
    return float(np.trace(noise) - noise.sum() / cells) / (cells - 1)


def chance_of_noise_alone(values: Floats, covariance: Floats, games: int) -> float:
    """Say how likely noise alone is to make cells differ as much as they do.

    Parameters
    ----------
    values : ndarray of float64, shape (cells,)
        Their figures.
    covariance : ndarray of float64, shape (cells, cells)
        Of the figures' noise, as the games show it.
    games : int
        In each cell, at least 2.

    Returns
    -------
    float
        The sum of squares of correlated noise is a weighted sum of chi-squares; Satterthwaite's scaled chi-square has
        the same mean and variance. What the games show of its size is such a sum too, one for each game but one; so the
        ratio has an F distribution.
    """
    cells = len(values)
    middle = np.eye(cells) - 1.0 / cells
    kept = middle @ covariance @ middle
    mean, variance = float(np.trace(kept)), 2.0 * float((kept * kept).sum())
    if mean <= 0.0:
        return 0.0
    freedom = 2.0 * mean**2 / variance
    return float(stats.f.sf(float(values.var()) * cells / mean, freedom, (games - 1) * freedom))
