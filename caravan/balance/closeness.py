"""How sure it is how far the seats are from fair shares under a start, and whether one start is closer than another."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from caravan.balance.figures import Cell, FigureKey
from caravan.balance.loss_intervals import Interval, Seen, difference_of, interval_of
from caravan.balance.loss_terms import Terms
from caravan.balance.wander import Wander, directions_of, wander_of
from caravan.measures import Estimate
from caravan.measures.estimate import Floats


@dataclass(frozen=True)
class Closeness:
    """The effects of all seats, for the styles that choose.

    Attributes
    ----------
    wander : Wander
        What the games have done to them.
    seed : int
        The master seed of the games: starts that were played on the same one are compared game by game.
    """

    wander: Wander
    seed: int

    @property
    def typical(self) -> tuple[float, float]:
        """Bound how far a seat typically is from its fair share, in percentage points: the ends of the interval."""
        (directions,) = directions_of(self.wander)
        found = interval_of(self._squares(directions))
        return math.sqrt(max(found.low, 0.0)), math.sqrt(max(found.high, 0.0))

    def less(self, other: Closeness) -> Interval:
        """Bound the difference of the mean squared effects, this less the other, in squared percentage points."""
        together = self.seed == other.seed
        if together and self.wander.is_like(other.wander):
            return Interval(0.0, 0.0, 0.0)
        mine, theirs = directions_of(self.wander, other.wander, same_seeds=together)
        return difference_of(self._squares(mine), other._squares(theirs))

    def _squares(self, directions: Floats) -> Seen:
        seats = len(self.wander.keys)
        nothing = np.zeros(seats)
        terms = Terms(nothing, nothing, np.full(seats, 1.0 / max(seats, 1)), nothing)
        return Seen(terms, self.wander.values, directions, terms.chance(self.wander.errors))


def closeness_of(effects: Mapping[str, Sequence[Estimate]], choosing: Sequence[str], seed: int) -> Closeness:
    """Judge how close to fair a start is.

    Parameters
    ----------
    effects : mapping of str to sequence of Estimate
        For each style every seat's effect.
    choosing : sequence of str
        The styles that count, each as much as another.
    seed : int
        The master seed that they played.

    Returns
    -------
    Closeness
    """
    estimates: dict[FigureKey, Estimate] = {
        (Cell(len(effects[style]), style), "seat_effect", effect.seat): effect
        for style in choosing
        for effect in effects[style]
    }
    return Closeness(wander_of(estimates), seed)
