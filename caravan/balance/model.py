"""A model of the measures, from which rule sets are proposed that should reach the aims.

The losses that a search makes small are made of measures in a known way, and the measures change smoothly with the
rules where losses bend and fold. So it is the measures that are modelled, each by a Gaussian process that knows how
blurred every figure is, and the losses are worked out from what it predicts.

References
----------
R. Astudillo and P. Frazier, "Bayesian optimization of composite functions", ICML 2019. With several objectives, each
proposal weighs them differently: J. Knowles, "ParEGO", IEEE Transactions on Evolutionary Computation 10 (2006), 50-66.
C. E. Rasmussen and C. K. I. Williams, "Gaussian processes for machine learning", MIT Press 2006, chapter 2.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from caravan.balance.aims import Aim
from caravan.balance.figures import Figure, FigureKey, cells_of, keys_of
from caravan.balance.goal import Candidate, Goal
from caravan.balance.trials import Trials, objectives_of
from caravan.measures.estimate import Floats

POOL = 1500
"""How many rule sets are drawn at random, besides the neighbours of the best."""

BEST = 5
"""Of how many of the best the neighbours are looked at."""

HOPES = (0.0, 1.0)
"""By how many standard deviations a prediction is taken to be better than it is, in turn: the first proposes what
should be best, the second what might be."""

_DIGITS = 6
"""Predictions are rounded, so that the last digits, which differ between machines, decide nothing."""


def propose(trials: Trials, number: int, draw: np.random.Generator, most_chunks: int) -> Candidate | None:
    """Propose the rule set that should reach the aims best, by a model of all that was played.

    Parameters
    ----------
    trials : Trials
        With several rule sets played.
    number : int
        Which of the model's proposals it is, from 0.
    draw : numpy.random.Generator
        For the pool, and for the weights of objectives.
    most_chunks : int
        Rule sets that have played so often are left out.

    Returns
    -------
    tuple of int or None
        None where there is nothing left to propose.
    """
    goal = trials.goal
    known = [one for one in trials.candidates if math.isfinite(sum(trials.judgement(one).losses))]
    if len(known) < 2:
        return None
    pool = [
        one
        for one in _pool(trials, known, draw)
        if one not in trials.unplayable and trials.chunks_of(one) < most_chunks
    ]
    if not pool:
        return None
    predicted = _predicted(goal, known, [trials.figures(one) for one in known], pool)
    losses, violations = _hoped(goal, predicted, HOPES[number % len(HOPES)])
    weights = draw.dirichlet(np.ones(losses.shape[1]))
    return pool[_least(losses, violations, weights)]


def _pool(trials: Trials, known: Sequence[Candidate], draw: np.random.Generator) -> list[Candidate]:
    sizes = [len(axis) for axis in trials.goal.axes]
    drawn = [tuple(row) for row in draw.integers(0, sizes, (POOL, len(sizes))).tolist()]
    best = sorted(known, key=lambda one: trials.judgement(one).order)[:BEST]
    near = [around for one in best for around in _neighbours(one, sizes)]
    return list(dict.fromkeys([*best, *near, *drawn]))


def _neighbours(candidate: Candidate, sizes: Sequence[int]) -> list[Candidate]:
    """List what differs from a candidate on one axis or two, by any level of the one and one step of the other."""
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


def features(goal: Goal, candidates: Sequence[Candidate]) -> Floats:
    """Place rule sets in space: a number from 0 to 1 for an axis on a scale, else a direction for each level.

    Parameters
    ----------
    goal : Goal
    candidates : sequence of tuple of int

    Returns
    -------
    ndarray of float64, shape (candidates, features)
        Two levels of an axis without a scale are as far apart as the ends of one with a scale.
    """
    columns = []
    places = np.array(candidates, dtype=np.int64)
    for number, axis in enumerate(goal.axes):
        if axis.is_ordered:
            columns.append(np.array(axis.positions())[places[:, number], None])
        else:
            columns.append(np.eye(len(axis))[places[:, number]] * math.sqrt(0.5))
    return np.concatenate(columns, axis=1)


def _predicted(
    goal: Goal, known: Sequence[Candidate], figures: Sequence[Mapping[FigureKey, Figure]], pool: Sequence[Candidate]
) -> dict[FigureKey, tuple[Floats, Floats]]:
    """Predict every figure of all rule sets of a pool, each with the standard deviation of the prediction."""
    seen, asked = features(goal, known), features(goal, pool)
    return {
        key: _regression(
            seen, np.array([one[key].value for one in figures]), np.array([one[key].error for one in figures]), asked
        )
        for key in figures[0]
    }


def _regression(seen: Floats, values: Floats, errors: Floats, asked: Floats) -> tuple[Floats, Floats]:
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import RBF, ConstantKernel, DotProduct

    middle, scale = float(values.mean()), float(values.std())
    if scale == 0.0:
        return np.full(len(asked), middle), np.zeros(len(asked))
    # A straight line in all parameters, and smooth bends, within which parameters work together.
    kernel = ConstantKernel(1.0) * DotProduct(1.0) + ConstantKernel(1.0) * RBF(1.0)
    noise = np.maximum(errors / scale, 0.02) ** 2
    model: Any = GaussianProcessRegressor(kernel, alpha=noise, optimizer=None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(seen, (values - middle) / scale)
        means, spreads = model.predict(asked, return_std=True)
    return np.round(means * scale + middle, _DIGITS), np.round(spreads * scale, _DIGITS)


def _hoped(goal: Goal, predicted: Mapping[FigureKey, tuple[Floats, Floats]], hope: float) -> tuple[Floats, Floats]:
    """Judge predictions as `caravan.balance.trials.judge` does figures, each taken to be nearer to what is wanted.

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
            distances = np.stack([_distances(aim, *predicted[key], hope) for key in keys])
            if aim.role == "must":
                violations += np.maximum(distances.max(axis=0) - (1.0 if aim.kind == "target" else 0.0), 0.0)
                continue
            one_way = aim.kind in ("maximise", "minimise")
            loss = (distances if one_way else distances**2).mean(axis=0) / len(groups)
            if aim.role == "wish":
                losses[:, 0] += aim.weight * loss
            else:
                losses[:, names.index(aim.name)] = losses[:, names.index(aim.name)] + loss
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
