"""Judging rule sets on fresh seeds: what the search thought of them, without the luck by which they were found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from caravan.balance.aims import Aim
from caravan.balance.fair_games import seed_for
from caravan.balance.figures import (
    Cell,
    Figure,
    FigureKey,
    Figures,
    cells_of,
    figure_of,
    keys_of,
    labels_of,
    play_cell,
    resampled,
)
from caravan.balance.goal import Goal
from caravan.balance.how_to_play import HowToPlay, Progress
from caravan.balance.trials import Judgement, judge, objectives_of
from caravan.batch import Batch
from caravan.measures import Estimate
from caravan.measures.estimate import Floats
from caravan.measures.intervals import CONFIDENCE
from caravan.rules import Rules

RESAMPLES = 500
PURPOSE = "fresh"


@dataclass(frozen=True)
class Interval:
    """A loss, or a difference between two, with its interval.

    Attributes
    ----------
    value, low, high : float
        In squared tolerances, as `Judgement.losses`.
    """

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Fresh:
    """A rule set judged on fresh seeds.

    Attributes
    ----------
    batches : mapping of Cell to tuple of Batch
        The games.
    estimates : mapping of Cell to tuple of Estimate
        Every figure that an aim is about, with its interval.
    judgement : Judgement
        By these figures.
    losses : tuple of Interval
        One for each objective, and after them their sum.
    shifts : ndarray of float64, shape (objectives + 1, resamples)
        By how much each loss moved when the games were drawn again, so that differences from another rule set on the
        same seeds can be judged.
    """

    batches: Mapping[Cell, tuple[Batch, ...]]
    estimates: Mapping[Cell, tuple[Estimate, ...]]
    judgement: Judgement
    losses: tuple[Interval, ...]
    shifts: Floats

    @property
    def figures(self) -> Figures:
        """The figures by cell, measure and seat."""
        return figures_of(self.estimates)

    def less(self, other: Fresh) -> tuple[Interval, ...]:
        """Give the losses less another's, game by game on the same seeds."""
        pairs = zip(self.losses, other.losses, self.shifts - other.shifts, strict=True)
        return tuple(_interval(mine.value - theirs.value, shift) for mine, theirs, shift in pairs)


def judge_on_fresh_seeds(goal: Goal, rules: Rules, part: str, how: HowToPlay) -> Fresh:
    """Play rules on seeds that the search hasn't seen, and judge them.

    Parameters
    ----------
    goal : Goal
        All rule sets of one goal are judged on the same fresh seeds.
    rules : Rules
    part : str
        What they are called while they play.
    how : HowToPlay

    Returns
    -------
    Fresh
        The intervals are from a basic bootstrap over games, in which cells with the same number of games are drawn
        together.

    References
    ----------
    A. C. Davison and D. V. Hinkley, "Bootstrap methods and their application", Cambridge University Press 1997,
    section 5.2.
    """
    seed = seed_for(goal.seed, PURPOSE)
    played = {}
    for cell in cells_of(goal):
        told = HowToPlay(how.executor, _told(how, f"{part}: {cell}"), how.cancel)
        played[cell] = play_cell(cell, rules, labels_of(goal, cell), goal.fresh_games, seed, told)
    estimates = {cell: one.estimates for cell, one in played.items()}
    figures = figures_of(estimates)
    judgement = judge(goal, figures)
    shifts = _shifts(goal, estimates, figures)
    values = (*judgement.losses, sum(judgement.losses))
    return Fresh(
        {cell: one.batches for cell, one in played.items()},
        estimates,
        judgement,
        tuple(_interval(value, shift) for value, shift in zip(values, shifts, strict=True)),
        shifts,
    )


def _told(how: HowToPlay, part: str) -> Progress:
    return lambda _cell, done, games: how.tell(part, done, games)


def figures_of(estimates: Mapping[Cell, Sequence[Estimate]]) -> dict[FigureKey, Figure]:
    """Reduce estimates to figures."""
    return {
        (cell, estimate.label, estimate.seat): figure_of(estimate)
        for cell, several in estimates.items()
        for estimate in several
    }


def _interval(value: float, shift: Floats) -> Interval:
    tail = (1.0 - CONFIDENCE) / 2.0
    low, high = np.quantile(shift, [tail, 1.0 - tail])
    return Interval(value, float(value - high), float(value - low))


def _shifts(goal: Goal, estimates: Mapping[Cell, Sequence[Estimate]], figures: Figures) -> Floats:
    """Draw the games again and again, and see by how much the losses move."""
    draw = np.random.default_rng(seed_for(goal.seed, "resamples"))
    weights: dict[int, Floats] = {}
    again: dict[FigureKey, Floats] = {}
    for cell, several in estimates.items():
        for estimate in several:
            games = estimate.evidence.games if estimate.evidence is not None else 1
            if games not in weights:
                weights[games] = draw.multinomial(games, np.full(games, 1.0 / games), RESAMPLES).astype(np.float64)
            again[cell, estimate.label, estimate.seat] = resampled(estimate, weights[games])
    names = objectives_of(goal)
    moved = np.zeros((len(names) + 1, RESAMPLES))
    for aim in goal.aims:
        if aim.role != "must":
            row = names.index(aim.name) if aim.role == "trade_off" else 0
            moved[row] += (aim.weight if aim.role == "wish" else 1.0) * _shift_of(goal, aim, figures, again)
    moved[-1] = moved[:-1].sum(axis=0)
    return moved


def _shift_of(goal: Goal, aim: Aim, figures: Figures, again: Mapping[FigureKey, Floats]) -> Floats:
    groups = [keys for cell in cells_of(goal) if (keys := keys_of(aim, cell, figures))]
    moved = np.zeros(RESAMPLES)
    for keys in groups:
        errors = [figures[key].error for key in keys]
        seen = aim.loss([figures[key].value for key in keys], [0.0] * len(keys))
        columns = np.stack([again[key] for key in keys], axis=1)
        moved += np.array([aim.loss(row, errors) - seen for row in columns.tolist()])
    return np.asarray(np.nan_to_num(moved / max(len(groups), 1)))
