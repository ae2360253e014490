"""A model of the measures: what is to be expected of rule sets, and which of them should reach the aims.

The losses that a search makes small are made of measures in a known way, and the measures change smoothly with the
rules where losses bend and fold. So it is the measures that are modelled, each by a Gaussian process that knows how
blurred every figure is, and the losses are worked out from what it predicts. What one rule set's games have shown also
counts for its neighbours; so the model believes less in luck than the figures of a single rule set do.

References
----------
R. Astudillo and P. Frazier, "Bayesian optimization of composite functions", ICML 2019. With several objectives, each
proposal weighs them differently: J. Knowles, "ParEGO", IEEE Transactions on Evolutionary Computation 10 (2006), 50-66.
C. E. Rasmussen and C. K. I. Williams, "Gaussian processes for machine learning", MIT Press 2006, chapters 2 and 5.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from caravan.balance.aims import Aim
from caravan.balance.features import features
from caravan.balance.figures import Figure, FigureKey, Figures, cells_of, keys_of
from caravan.balance.goal import Candidate, Goal
from caravan.balance.trials import DOUBT, Judgement, Trials, objectives_of
from caravan.measures.estimate import Floats

POOL = 800
"""How many rule sets are drawn at random, besides the neighbours of the best."""

BEST = 3
"""Of how many of the best the neighbours are looked at."""

HOPES = (0.0, 1.0)
"""By how many standard deviations a prediction is taken to be better than it is, in turn: the first proposes what
should be best, the second what might be."""

LEARNED_ANEW = 1.5
"""The model learns anew how smooth and how steep the measures are once so many times as many rule sets have played."""

_DIGITS = 6
"""Predictions are rounded, so that the last digits, which differ between machines, decide nothing."""

Predicted = Mapping[FigureKey, tuple[Floats, Floats]]
"""For each figure the predictions for some rule sets, and their standard deviations."""


class Model:
    """What the trials so far say about any rule set.

    Parameters
    ----------
    trials : Trials
        As they are when the model is asked.
    draw : numpy.random.Generator
        For the pool from which it proposes, and for the weights of objectives.
    """

    def __init__(self, trials: Trials, draw: np.random.Generator) -> None:
        self._trials = trials
        self._goal = trials.goal
        self._draw = draw
        self._kernels: dict[FigureKey, Any] = {}
        self._learned_from = 0
        self._proposals = 0

    def propose(self, most_chunks: int) -> Candidate | None:
        """Propose the rule set that should reach the aims best, or, every other time, that might.

        Parameters
        ----------
        most_chunks : int
            Rule sets that have played so often are left out.

        Returns
        -------
        tuple of int or None
            None where too little has been played, or there is nothing left to propose.
        """
        known = self._known()
        if len(known) < 2:
            return None
        trials = self._trials
        pool = [
            one for one in self._pool(known) if one not in trials.unplayable and trials.chunks_of(one) < most_chunks
        ]
        if not pool:
            return None
        hope = HOPES[self._proposals % len(HOPES)]
        self._proposals += 1
        losses, violations = _judged(self._goal, self._predicted(known, pool), hope)
        return pool[_least(losses, violations, self._draw.dirichlet(np.ones(losses.shape[1])))]

    def believed(
        self, candidates: Sequence[Candidate], doubt: float = DOUBT
    ) -> dict[Candidate, tuple[Judgement, Figures]]:
        """Say what to expect of rule sets that were played, with what the games of others say about them.

        Parameters
        ----------
        candidates : sequence of tuple of int
        doubt : float
            As for `caravan.balance.trials.judge`.

        Returns
        -------
        dict of candidate to tuple
            The judgement, whose losses are those expected on fresh seeds, and the figures.
        """
        known = self._known()
        if len(known) < 2 or not set(candidates) <= set(known):
            return {one: (self._trials.judgement(one, doubt), self._trials.figures(one)) for one in candidates}
        predicted = self._predicted(known, candidates)
        losses, violations = _judged(self._goal, predicted, 0.0, doubt, expected=True)
        return {
            one: (
                Judgement(tuple(losses[place].tolist()), float(violations[place])),
                {key: Figure(float(mean[place]), float(spread[place])) for key, (mean, spread) in predicted.items()},
            )
            for place, one in enumerate(candidates)
        }

    def _known(self) -> list[Candidate]:
        trials = self._trials
        return [one for one in trials.candidates if math.isfinite(sum(trials.judgement(one).losses))]

    def _pool(self, known: Sequence[Candidate]) -> list[Candidate]:
        sizes = [len(axis) for axis in self._goal.axes]
        drawn = [tuple(row) for row in self._draw.integers(0, sizes, (POOL, len(sizes))).tolist()]
        best = sorted(known, key=lambda one: self._trials.judgement(one).order)[:BEST]
        near = [around for one in best for around in _neighbours(one, sizes)]
        return list(dict.fromkeys([*best, *near, *drawn]))

    def _predicted(self, known: Sequence[Candidate], asked: Sequence[Candidate]) -> Predicted:
        figures = [self._trials.figures(one) for one in known]
        placed = features(self._goal, [*known, *asked])
        seen, wanted = placed[: len(known)], placed[len(known) :]
        anew = len(known) >= LEARNED_ANEW * self._learned_from
        if anew:
            self._learned_from = len(known)
        predicted = {}
        for key in _wanted(self._goal, figures[0]):
            values = np.array([one[key].value for one in figures])
            errors = np.array([one[key].error for one in figures])
            kernel = None if anew else self._kernels[key]
            predicted[key], self._kernels[key] = _regression(seen, values, errors, wanted, kernel)
        return predicted


def _wanted(goal: Goal, known: Figures) -> list[FigureKey]:
    """List the figures that an aim is about."""
    return list(dict.fromkeys(key for aim in goal.aims for cell in cells_of(goal) for key in keys_of(aim, cell, known)))


def _neighbours(candidate: Candidate, sizes: Sequence[int]) -> list[Candidate]:
    """List what differs from a candidate on one axis, by any level, and on a second one by a step."""
    single = [
        (*candidate[:axis], level, *candidate[axis + 1 :]) for axis, size in enumerate(sizes) for level in range(size)
    ]
    both = [
        (*one[:axis], one[axis] + step, *one[axis + 1 :])
        for one in single
        for axis, size in enumerate(sizes)
        for step in (-1, 1)
        if 0 <= one[axis] + step < size
    ]
    return [*single, *both]


def _regression(
    seen: Floats, values: Floats, errors: Floats, asked: Floats, kernel: Any
) -> tuple[tuple[Floats, Floats], Any]:
    """Predict one figure; where no kernel is given, learn how steep and how smooth it is, and give that too."""
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import RBF, ConstantKernel, DotProduct

    middle, scale = float(values.mean()), float(values.std())
    if scale == 0.0:
        return (np.full(len(asked), middle), np.zeros(len(asked))), kernel
    learning = kernel is None
    if learning:
        # A straight line in all parameters, and smooth bends, within which parameters work together.
        kernel = ConstantKernel(1.0, (1e-3, 1e2)) * DotProduct(1.0, "fixed") + ConstantKernel(0.3, (1e-3, 1e2)) * RBF(
            1.0, (0.5, 5.0)
        )
    noise = np.maximum(errors / scale, 0.02) ** 2
    model = GaussianProcessRegressor(kernel, alpha=noise, optimizer="fmin_l_bfgs_b" if learning else None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(seen, (values - middle) / scale)
        if learning:
            kernel = model.kernel_.clone_with_theta(np.round(model.kernel_.theta, 2))
            model = GaussianProcessRegressor(kernel, alpha=noise, optimizer=None).fit(seen, (values - middle) / scale)
        means, spreads = model.predict(asked, return_std=True)
    return (np.round(means * scale + middle, _DIGITS), np.round(spreads * scale, _DIGITS)), kernel


def _judged(
    goal: Goal, predicted: Predicted, hope: float, doubt: float = 0.0, *, expected: bool = False
) -> tuple[Floats, Floats]:
    """Judge predictions as `caravan.balance.trials.judge` does figures.

    Parameters
    ----------
    goal : Goal
    predicted : mapping
    hope : float
        How many standard deviations nearer to what is wanted each prediction is taken to be.
    doubt : float
        The same, for what must be.
    expected : bool
        Whether a target's loss is that to be expected, given how sure the prediction is.

    Returns
    -------
    losses : ndarray of float64, shape (rule sets, objectives)
    violations : ndarray of float64, shape (rule sets,)
    """
    names = objectives_of(goal)
    rules = len(next(iter(predicted.values()))[0])
    losses, violations = np.zeros((rules, len(names))), np.zeros(rules)
    for aim in goal.aims:
        groups = [keys for cell in cells_of(goal) if (keys := keys_of(aim, cell, predicted))]
        for keys in groups:
            if aim.role == "must":
                outside = np.stack([_distances(aim, *predicted[key], max(hope, doubt)) for key in keys]).max(axis=0)
                violations += np.maximum(outside - (1.0 if aim.kind == "target" else 0.0), 0.0)
                continue
            distances = np.stack([_distances(aim, *predicted[key], hope) for key in keys])
            if aim.kind not in ("maximise", "minimise"):
                distances = distances**2
            if expected and aim.kind == "target":
                distances += np.stack([(predicted[key][1] / aim.tolerance) ** 2 for key in keys])
            place = 0 if aim.role == "wish" else names.index(aim.name)
            losses[:, place] += (aim.weight if aim.role == "wish" else 1.0) * distances.mean(axis=0) / len(groups)
    return losses, violations


def _distances(aim: Aim, means: Floats, spreads: Floats, hope: float) -> Floats:
    """Say how far from what is wanted predictions are, in tolerances, each a few standard deviations nearer."""
    if aim.kind == "maximise":
        return -(means + hope * spreads) / aim.tolerance
    if aim.kind == "minimise":
        return (means - hope * spreads) / aim.tolerance
    outside = np.maximum(aim.low - means, means - aim.high)
    return np.maximum(outside - hope * spreads, 0.0) / aim.tolerance


def _least(losses: Floats, violations: Floats, weights: Floats) -> int:
    """Choose among judgements: what must be first, then the worst of the weighted losses, and a little their sum."""
    low, high = losses.min(axis=0), losses.max(axis=0)
    weighted = (losses - low) / np.where(high > low, high - low, 1.0) * weights
    together = weighted.max(axis=1) + 0.05 * weighted.sum(axis=1)
    return int(np.lexsort((together, violations))[0])
