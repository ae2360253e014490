"""How sure a loss is, worked out from how sure the figures are that it is made of.

A loss is a sum of squared distances beyond targets and windows, and of figures that are to be large or small. The
figures are means over games, so they vary like normal ones, and together as the games show. The loss itself doesn't:
near its least, where designers want to be, it bends, and intervals from resampling it, or from its standard error, are
far too short there. So its ends are found in two other ways.

Upper end
    A loss is convex: its tangent at the true figures lies nowhere above it. So the largest loss within 1.96 standard
    errors of the seen figures, in whatever direction, is below the true one only where the seen figures fall short of
    the true ones along that tangent by more than 1.96 standard errors. That happens in 2.5% of batches at most, however
    many figures there are and however they vary together.
Lower end
    The seen figures are drawn back to where the loss is less, the likeliest way, until so large a loss as was seen, or
    a larger one, would come about in 2.5% of batches only. What lies within its window, where it costs nothing, is
    put at the window's edge for that, or nearer to it by 1.96 standard errors. They are never drawn further than all
    figures together are from the true ones in 99.8% of batches, lest a vague figure hide what a sure one shows. For
    targets whose figures are equally sure and independent this inverts the non-central chi-square distribution.

So an interval holds the true loss in 95% of batches far from what is wanted, and in 97.5% or more near to it, where the
true loss can't lie above the interval. ``python -m benchmarks.tuning_coverage`` tries it.

References
----------
C.-S. Chuang and T. L. Lai, "Hybrid resampling methods for confidence intervals", Statistica Sinica 10 (2000), 1-50, for
the lower end.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import numpy as np
from scipy import special

from caravan.balance.loss_terms import Terms
from caravan.measures.estimate import Floats
from caravan.measures.intervals import CONFIDENCE, normal_quantile

METHOD = f"convexity and hybrid resampling {CONFIDENCE:.0%}"
"""What the intervals are called in tables."""

DRAWS = 4000
"""How often noise is drawn for a lower end; its 2.5% are then right within a quarter of a percentage point."""

_REACH = normal_quantile(CONFIDENCE)
_TAIL = (1.0 - CONFIDENCE) / 2.0
_ALL_TOGETHER = 0.998
"""In how many batches the figures are no further from the true ones than the lower end goes."""

_STEPS = 50
_PRECISION = 1e-6
_NOTHING = 1e-12


@dataclass(frozen=True)
class Interval:
    """A loss, or a difference between two, with its interval.

    Attributes
    ----------
    value, low, high : float
        In squared tolerances, as `Judgement.losses`, but never below what is possible. Where a figure is missing, a
        loss is infinite, and all else NaN.
    """

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Seen:
    """A loss as games have shown it.

    Attributes
    ----------
    terms : Terms
    figures : ndarray of float64, shape (terms,)
        As seen.
    wander : ndarray of float64, shape (terms, directions)
        Chance moves the figures by this times independent standard normal numbers.
    chance : float
        From `Terms.chance`.
    """

    terms: Terms
    figures: Floats
    wander: Floats
    chance: float = 0.0

    @property
    def value(self) -> float:
        """The loss with what chance adds taken off its squares, which can't come to less than nothing."""
        return float(self.terms.loss(self.figures)) - min(self.chance, self.terms.squares(self.figures))

    @property
    def is_sure(self) -> bool:
        """Whether chance moves none of the figures that count."""
        counts = (self.terms.weight > 0.0) | (self.terms.slope != 0.0)
        return not self.wander[counts].any()

    @functools.cached_property
    def noise(self) -> Floats:
        """What chance adds to the figures, of shape (`DRAWS`, terms); the same for losses with as many directions."""
        return np.asarray(_normal_numbers(self.wander.shape[1]) @ self.wander.T)


@functools.lru_cache(maxsize=8)
def _normal_numbers(directions: int) -> Floats:
    half = np.random.default_rng(1).standard_normal((DRAWS // 2, directions))
    return np.concatenate([half, -half])


def interval_of(seen: Seen) -> Interval:
    """Bound a loss.

    Parameters
    ----------
    seen : Seen

    Returns
    -------
    Interval
    """
    if not np.isfinite(seen.figures).all():
        return Interval(math.inf, math.nan, math.nan)
    low, high = lower_end(seen), upper_end(seen)
    if abs(low) <= _NOTHING * abs(high):
        low = 0.0  # drawn back to nothing, but for rounding
    return Interval(seen.value, min(low, seen.value), max(high, seen.value))


def difference_of(first: Seen, second: Seen) -> Interval:
    """Bound the difference between two losses, the first less the second.

    The second lies nowhere below its tangent. With the tangent where the second has its lower end, the first less the
    tangent is convex and nowhere less than the difference, so its upper end is one for the difference. The lower end is
    that of the second less the first, turned round.

    Parameters
    ----------
    first, second : Seen
        With the same directions.

    Returns
    -------
    Interval
        It holds the true difference in 95% of batches, and more often where one loss or both are near their least.
    """
    if not np.isfinite([*first.figures, *second.figures]).all():
        return Interval(math.nan, math.nan, math.nan)
    gap = first.value - second.value
    return Interval(gap, min(-_most_above(second, first), gap), max(_most_above(first, second), gap))


def _most_above(first: Seen, second: Seen) -> float:
    lowest = _lowest(second)
    tangent = second.terms.tangent(lowest)
    apart = Seen(
        first.terms.less(tangent),
        np.concatenate([first.figures, second.figures]),
        np.concatenate([first.wander, second.wander]),
    )
    return upper_end(apart) - float(second.terms.loss(lowest) - tangent.loss(lowest))


def upper_end(seen: Seen) -> float:
    """Find the largest loss within 1.96 standard errors of the seen figures.

    Parameters
    ----------
    seen : Seen

    Returns
    -------
    float
        Below the true loss in 2.5% of batches at most.
    """
    before = seen.terms.loss(seen.figures)
    if seen.is_sure:
        return float(before)
    directions = np.eye(seen.wander.shape[1])
    starts = np.concatenate([seen.wander, directions, seen.terms.gradient(seen.figures)[None] @ seen.wander])
    places = _at_full_reach(np.concatenate([starts, -starts]))
    for _ in range(_STEPS):
        figures = seen.figures + places @ seen.wander.T
        losses = np.maximum(seen.terms.loss(figures), before)
        if (losses - before <= _PRECISION * np.abs(losses)).all():
            break
        before = losses
        steepest = seen.terms.gradient(figures) @ seen.wander
        # No step goes down: the loss lies nowhere below its tangent, along which the step goes as far as it may.
        places = np.where(steepest.any(axis=1, keepdims=True), _at_full_reach(steepest), places)
    return float(before.max())


def _at_full_reach(places: Floats) -> Floats:
    lengths = np.linalg.norm(places, axis=1, keepdims=True)
    return np.asarray(_REACH * places / np.where(lengths > 0.0, lengths, 1.0))


def lower_end(seen: Seen) -> float:
    """Find the loss from which one as large as was seen, or larger, would come about in 2.5% of batches.

    Parameters
    ----------
    seen : Seen

    Returns
    -------
    float
        Never below what is possible.
    """
    return float(seen.terms.loss(_lowest(seen)))


def _lowest(seen: Seen) -> Floats:
    """Find the figures that have the loss at the lower end."""
    if seen.is_sure:
        return seen.figures
    found = float(seen.terms.loss(seen.figures))
    pull = float(
        np.linalg.norm(seen.wander.T * np.sqrt(seen.terms.weight), 2) ** 2
        + np.linalg.norm(seen.terms.gradient(seen.figures) @ seen.wander)
    )
    # A spring holds the figures where they were seen; the weaker it is, the further the loss pulls them back.
    strong, weak = math.log(1e4 * pull), math.log(1e-5 * pull)
    farthest = math.sqrt(special.chdtri(seen.wander.shape[1], 1.0 - _ALL_TOGETHER))

    def is_likely(place: Floats) -> bool:
        return bool(np.linalg.norm(place) < farthest) and _chance_of(seen, found, place) > _TAIL

    place = _drawn_back(seen, np.zeros(seen.wander.shape[1]), math.exp(weak))
    if is_likely(place):
        return np.asarray(seen.figures + seen.wander @ _drawn_back(seen, place, _NOTHING * pull))
    while strong - weak > 1e-3:
        middle = (strong + weak) / 2.0
        place = _drawn_back(seen, place, math.exp(middle))
        if is_likely(place):
            strong = middle
        else:
            weak = middle
    return np.asarray(seen.figures + seen.wander @ place)


def _drawn_back(seen: Seen, place: Floats, spring: float) -> Floats:
    """Find where loss and spring together are least, by Newton's method, beginning from a place."""
    for _ in range(_STEPS):
        figures = seen.figures + seen.wander @ place
        slope = seen.wander.T @ seen.terms.gradient(figures) + spring * place
        bend = (seen.wander.T * seen.terms.bend(figures)) @ seen.wander + spring * np.eye(len(place))
        step = np.linalg.solve(bend, slope)
        place = place - step
        if np.abs(step).max() < 1e-9:
            break
    return place


def _chance_of(seen: Seen, found: float, place: Floats) -> float:
    """Say how often chance would show at least the loss that was found, if the figures were where they are put."""
    figures = _nearer_the_edge(seen, seen.figures + seen.wander @ place) + seen.noise
    return float((seen.terms.loss(figures) >= found).mean())


def _nearer_the_edge(seen: Seen, figures: Floats) -> Floats:
    """Move what lies within its window up to the edge, by 1.96 standard errors at most: it may be inside by luck."""
    below, above = figures - seen.terms.low, seen.terms.high - figures
    room = np.maximum(np.minimum(below, above), 0.0)
    room = np.where(np.isfinite(room), room, 0.0)
    shift = np.minimum(room, _REACH * np.linalg.norm(seen.wander, axis=1))
    return np.asarray(figures + np.where(above < below, shift, -shift))
