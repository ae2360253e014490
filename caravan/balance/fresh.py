"""Judging rule sets on fresh seeds: what the search thought of them, without the luck by which they were found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from caravan.balance.fair_games import seed_for
from caravan.balance.figures import Cell, Figure, FigureKey, Figures, cells_of, figure_of, labels_of, play_cell
from caravan.balance.goal import Goal
from caravan.balance.how_to_play import HowToPlay, Progress
from caravan.balance.loss_intervals import Interval, Seen, difference_of, interval_of
from caravan.balance.loss_terms import LossTerms, losses_of
from caravan.balance.trials import Judgement, judge
from caravan.balance.wander import Wander, directions_of, wander_of
from caravan.batch import Batch
from caravan.measures import Estimate
from caravan.measures.estimate import Floats
from caravan.rules import Rules

PURPOSE = "fresh"


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
        One for each objective, and after them their sum; see `caravan.balance.loss_intervals`. Where chance would have
        it below 0, a loss of targets and windows is 0.
    made_of : tuple of LossTerms
        The same losses as functions of the figures.
    wander : Wander
        What the games have done to the figures, so that differences from another rule set on the same seeds can be
        judged.
    """

    batches: Mapping[Cell, tuple[Batch, ...]]
    estimates: Mapping[Cell, tuple[Estimate, ...]]
    judgement: Judgement
    losses: tuple[Interval, ...]
    made_of: tuple[LossTerms, ...]
    wander: Wander

    @property
    def figures(self) -> Figures:
        """The figures by cell, measure and seat."""
        return figures_of(self.estimates)

    def less(self, other: Fresh) -> tuple[Interval, ...]:
        """Give the losses less another's, game by game on the same seeds."""
        if self.wander.is_like(other.wander):
            return (Interval(0.0, 0.0, 0.0),) * len(self.losses)
        mine, theirs = directions_of(self.wander, other.wander)
        pairs = zip(self.made_of, other.made_of, strict=True)
        return tuple(
            difference_of(_seen(one, self.wander, mine), _seen(another, other.wander, theirs)) for one, another in pairs
        )


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
    """
    seed = seed_for(goal.seed, PURPOSE)
    played = {}
    for cell in cells_of(goal):
        told = HowToPlay(how.executor, _told(how, f"{part}: {cell}"), how.cancel)
        played[cell] = play_cell(cell, rules, labels_of(goal, cell), goal.fresh_games, seed, told)
    return judged(
        goal,
        {cell: one.estimates for cell, one in played.items()},
        {cell: one.batches for cell, one in played.items()},
    )


def judged(
    goal: Goal, estimates: Mapping[Cell, tuple[Estimate, ...]], batches: Mapping[Cell, tuple[Batch, ...]]
) -> Fresh:
    """Judge the figures of fresh games.

    Parameters
    ----------
    goal : Goal
    estimates : mapping of Cell to tuple of Estimate
        All figures that the aims are about.
    batches : mapping of Cell to tuple of Batch
        The games.

    Returns
    -------
    Fresh
    """
    wander = wander_of({(cell, one.label, one.seat): one for cell, several in estimates.items() for one in several})
    (directions,) = directions_of(wander)
    made_of = losses_of(goal, wander.keys)
    return Fresh(
        batches,
        estimates,
        judge(goal, figures_of(estimates)),
        tuple(interval_of(_seen(one, wander, directions)) for one in made_of),
        made_of,
        wander,
    )


def _seen(loss: LossTerms, wander: Wander, directions: Floats) -> Seen:
    places = np.array([wander.keys.index(key) for key in loss.keys], dtype=np.int64)
    return Seen(loss.terms, wander.values[places], directions[places], loss.terms.chance(wander.errors[places]))


def _told(how: HowToPlay, part: str) -> Progress:
    return lambda _cell, done, games: how.tell(part, done, games)


def figures_of(estimates: Mapping[Cell, Sequence[Estimate]]) -> dict[FigureKey, Figure]:
    """Reduce estimates to figures."""
    return {
        (cell, estimate.label, estimate.seat): figure_of(estimate)
        for cell, several in estimates.items()
        for estimate in several
    }
