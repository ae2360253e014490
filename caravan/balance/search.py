"""The search itself: rule sets are proposed, our games judge them, and the best run a race against each other.

Two propose in turn. One is Optuna, which also keeps the trials. Why Optuna: rule parameters are whole numbers, words
and lists, the aims are several, some of them bounds, and what games tell is blurred by chance. Its tree-structured
Parzen estimator (TPE) takes all of that: it models which values the better trials have, so that it needs no gradient,
no scale and no smoothness, and one lucky trial misleads it little; it knows several objectives and constraints; and it
can be asked for a rule set and told the outcome, so that the games are played by our own executors. It is maintained,
and light to install. Genetic algorithms such as its NSGA-II want thousands of trials.

But it sees losses only, and with eight parameters and eighty trials it knows too little about what works together. So
two of three proposals come from a model of the measures that the losses are made of (`caravan.balance.model`), and are
given to Optuna as trials of its own.

References
----------
J. Bergstra, R. Bardenet, Y. Bengio and B. Kegl, "Algorithms for hyper-parameter optimization", Advances in Neural
Information Processing Systems 24 (2011). Y. Ozaki, Y. Tanigaki, S. Watanabe, M. Nomura and M. Onishi, "Multiobjective
tree-structured Parzen estimator", Journal of Artificial Intelligence Research 73 (2022), 1209-1250. T. Akiba, S. Sano,
T. Yanase, T. Ohta and M. Koyama, "Optuna: a next-generation hyperparameter optimization framework", KDD 2019. Racing:
Z. Karnin, T. Koren and O. Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013 (successive halving).
"""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from caravan.balance.fair_games import seed_for
from caravan.balance.front import in_order
from caravan.balance.goal import Candidate, Goal
from caravan.balance.model import Model
from caravan.balance.trials import Judgement, Trials, objectives_of

EXPLORING = 0.6
"""The part of the games that goes into finding rule sets; the race between the best of them gets the rest."""

MOST_CHUNKS = 4
"""How often a rule set that is proposed again and again is played again before the race."""

IDLE = 50
"""After so many proposals in a row that cost no game, all that is worth proposing has been proposed."""

RACERS = 12
"""How many rule sets the race begins with; half of them go on from each round."""

FINISHERS = 3
FINISHERS_OF_A_FRONT = 6
"""How many stand in the last round; more where there are trade-offs, as all of them may be answers."""

MODEL_EVERY = 3
"""Of so many proposals one comes from TPE, the others from the model of the measures."""

_HOPELESS = 1e6


@dataclass(frozen=True)
class Proposal:
    """One trial of the search.

    Attributes
    ----------
    candidate : tuple of int
        What was proposed.
    judgement : Judgement or None
        How it was judged then, by all it had played; None where it can't be played.
    chunks : int
        How many chunks that were.
    """

    candidate: Candidate
    judgement: Judgement | None
    chunks: int


@dataclass(frozen=True)
class Found:
    """What a search has come to.

    Attributes
    ----------
    proposals : tuple of Proposal
        The trials in order.
    finishers : tuple of candidate
        Those of the last round of the race, the best first.
    model : Model
        What it has learned.
    """

    proposals: tuple[Proposal, ...]
    finishers: tuple[Candidate, ...]
    model: Model


def search(trials: Trials) -> Found:
    """Spend the games of a goal on finding its best rule sets.

    Parameters
    ----------
    trials : Trials
        Nothing tried yet.

    Returns
    -------
    Found
        The same for the same goal, whatever plays the games.
    """
    model = Model(trials, np.random.default_rng(seed_for(trials.goal.seed, "model")))
    proposals = _explore(trials, model)
    return Found(tuple(proposals), race(trials, model), model)


def _explore(trials: Trials, model: Model) -> list[Proposal]:
    goal = trials.goal
    study, distributions = _study(goal)
    proposals: list[Proposal] = []
    idle = 0
    while idle < IDLE and trials.can_afford() and trials.spent < EXPLORING * goal.games:
        if len(trials.candidates) >= _startup(goal) and len(proposals) % MODEL_EVERY != 0:
            proposed = model.propose(MOST_CHUNKS)
            if proposed is not None:
                study.enqueue_trial({str(place): level for place, level in enumerate(proposed)})
        trial = study.ask(distributions)
        candidate = tuple(int(trial.params[str(place)]) for place in range(len(goal.axes)))
        idle += 1
        if trials.chunks_of(candidate) < MOST_CHUNKS and trials.play(candidate):
            idle = 0
        judgement = trials.judgement(candidate) if trials.chunks_of(candidate) else None
        proposals.append(Proposal(candidate, judgement, trials.chunks_of(candidate)))
        trial.set_constraint("must", _HOPELESS if judgement is None else min(judgement.violation, _HOPELESS))
        losses = (_HOPELESS,) * len(objectives_of(goal)) if judgement is None else judgement.losses
        study.tell(trial, [min(loss, _HOPELESS) for loss in losses])
    return proposals


def _startup(goal: Goal) -> int:
    """Say how many rule sets are drawn at random before anything is learned from them."""
    return max(10, 2 * len(goal.axes))


def _study(goal: Goal) -> tuple[Any, dict[str, Any]]:
    import optuna

    distributions: dict[str, Any] = {
        str(place): optuna.distributions.IntDistribution(0, len(axis) - 1)
        if axis.is_ordered
        else optuna.distributions.CategoricalDistribution(list(range(len(axis))))
        for place, axis in enumerate(goal.axes)
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        sampler = optuna.samplers.TPESampler(
            seed=seed_for(goal.seed, "proposals") % 2**32,
            multivariate=True,  # parameters work together, so good values are looked for together
            n_startup_trials=_startup(goal),
        )
    verbosity = optuna.logging.get_verbosity()
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    try:
        study = optuna.create_study(sampler=sampler, directions=["minimize"] * len(objectives_of(goal)))
    finally:
        optuna.logging.set_verbosity(verbosity)
    if goal.baseline is not None:
        study.enqueue_trial({str(place): level for place, level in enumerate(goal.baseline)})
    return study, distributions


def race(trials: Trials, model: Model) -> tuple[Candidate, ...]:
    """Let the best rule sets play on, round after round, half of them each time, until the games are spent.

    What looks best of many looks better than it is. Those that only had luck lose it when they play more; all play the
    same further seeds.

    Parameters
    ----------
    trials : Trials
        With candidates that were played.
    model : Model
        By what it believes of them they are put in order.

    Returns
    -------
    tuple of candidate
        Those of the last round, the best first.
    """
    several = len(objectives_of(trials.goal)) > 1
    last = FINISHERS_OF_A_FRONT if several else FINISHERS
    sizes = [RACERS]
    while sizes[-1] > last:
        sizes.append(max(math.ceil(sizes[-1] / 2), last))
    racers = list(trials.candidates)
    for number, size in enumerate(sizes):
        racers = _ordered(model, racers)[:size]
        rounds_left = len(sizes) - number
        chunks = trials.left // rounds_left // (trials.chunk * len(racers)) if racers else 0
        for _ in range(chunks):
            for candidate in racers:
                trials.play(candidate)
    return tuple(_ordered(model, racers))


def _ordered(model: Model, racers: list[Candidate]) -> list[Candidate]:
    return in_order({one: judgement for one, (judgement, _) in model.believed(racers).items()})
