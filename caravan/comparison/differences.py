"""How much each figure of a batch differs from that of another batch, pair of games by pair of games."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from caravan.measures import Estimate, bootstrap, paired
from caravan.measures.paired import Gaps
from caravan.measures.sequences import FIRST_LOOK
from caravan.measures.underlying import Chain, Evidence, OfCounts, OfMeans, OfQuantile

FairOf = Callable[[str, int | None], float | None]
"""Gives the value of a figure that favours nobody, by label and seat; None where there is none."""

Nearer = Literal["nearer", "farther", ""]

SAME = "the same difference"
"""What the note of a difference begins with that is the same in every pair of games."""

_Key = tuple[Hashable, ...]


@dataclass(frozen=True)
class Difference:
    """One figure before and after a change of the rules.

    Attributes
    ----------
    before, after : Estimate
        The figure under the baseline, and under the other rule set.
    value : float
        After less before; NaN where either is missing.
    low, high : float
        The ends of the 95% interval of the per-seed difference; NaN where there is none, and `note` says why.
    interval : str
        How the interval was made; empty where there is none.
    apart : float
        Half the width of the interval that independent games would have given; NaN where there is none.
    games : int
        How many pairs of games it rests on.
    steady : bool
        Whether the difference is the same in every pair of games.
    nearer : str
        For a figure that has a fair value: ``nearer`` to it or ``farther`` from it, where the games show which; else
        empty.
    note : str
        What to bear in mind, as a clause; often empty.
    """

    before: Estimate
    after: Estimate
    value: float
    low: float
    high: float
    interval: str
    apart: float
    games: int
    steady: bool
    nearer: Nearer
    note: str

    @property
    def label(self) -> str:
        """The measure and its part in one word."""
        return self.after.label

    @property
    def seat(self) -> int | None:
        """The seat from 1, or None for a figure of the whole game."""
        return self.after.seat

    @property
    def unit(self) -> str:
        """What the difference counts."""
        return self.after.unit

    @property
    def half_width(self) -> float:
        """Half the interval's width; NaN where there is none."""
        return (self.high - self.low) / 2.0


def differences(
    before: Sequence[Estimate], after: Sequence[Estimate], fair_of: FairOf, *, planned: int | None = None
) -> dict[tuple[str, int | None], Difference]:
    """Compare the figures of two batches whose games share their seeds.

    Parameters
    ----------
    before, after : sequence of Estimate
        Of as many games each, from the same seeds.
    fair_of : callable
        Gives the value of a figure that favours nobody.
    planned : int, optional
        Where games are still to come: how many there will be. Intervals then hold however often one looks.

    Returns
    -------
    dict of (str, int or None) to Difference
        By label and seat, for all figures that both batches have, in the order of `after`.
    """
    earlier = {(estimate.label, estimate.seat): estimate for estimate in before}
    pairs = [
        (earlier[estimate.label, estimate.seat], estimate)
        for estimate in after
        if (estimate.label, estimate.seat) in earlier
    ]
    groups: dict[_Key, list[int]] = {}
    for place, (first, second) in enumerate(pairs):
        key = _key(first.evidence, second.evidence, growing=planned is not None)
        if key is not None:
            groups.setdefault(key, []).append(place)
    found: dict[int, Difference] = {}
    for places in groups.values():
        found |= _compared([pairs[place] for place in places], places, fair_of, planned)
    return {
        (second.label, second.seat): found.get(place) or _bare(first, second, planned)
        for place, (first, second) in enumerate(pairs)
    }


def _key(first: Evidence | None, second: Evidence | None, *, growing: bool) -> _Key | None:
    """Tell which figures can be worked out together; None where a figure has no interval."""
    if first is None or second is None or first.games != second.games or first.games < 2:
        return None
    if growing and first.games < FIRST_LOOK:
        return None
    if isinstance(first, OfQuantile) or isinstance(second, OfQuantile):
        if growing or not (isinstance(first, OfQuantile) and isinstance(second, OfQuantile)):
            return None
        return ("quantile", first.probability, first.change, second.change, first.games)
    if isinstance(first, OfCounts) and isinstance(second, OfCounts) and not growing:
        return ("share", first.change, second.change, first.games)
    first, second = _as_means(first), _as_means(second)
    return ("mean", first.statistic, second.statistic, first.columns.shape, second.columns.shape)


def _as_means(evidence: OfMeans | OfCounts) -> OfMeans:
    if isinstance(evidence, OfMeans):
        return evidence
    statistic = bootstrap.mean if evidence.change is None else Chain(bootstrap.mean, evidence.change)
    return OfMeans(evidence.happened[None, :].astype(np.float64), statistic)


def _compared(
    pairs: list[tuple[Estimate, Estimate]], places: list[int], fair_of: FairOf, planned: int | None
) -> dict[int, Difference]:
    gaps = _gaps([first.evidence for first, _ in pairs], [second.evidence for _, second in pairs], planned, add=False)
    fair = [fair_of(second.label, second.seat) for _, second in pairs]
    nearer: dict[int, Nearer] = {}
    wanted = [place for place, number in enumerate(fair) if number is not None]
    if wanted:
        chosen = [pairs[place] for place in wanted]
        sums = _gaps(
            [first.evidence for first, _ in chosen], [second.evidence for _, second in chosen], planned, add=True
        )
        for row, place in enumerate(wanted):
            twice = 2.0 * (fair[place] or 0.0)
            nearer[place] = _side((gaps.low[place], gaps.high[place]), (sums.low[row] - twice, sums.high[row] - twice))
    found = {}
    for row, (first, second) in enumerate(pairs):
        steady = bool(gaps.steady[row])
        bounded = not (math.isnan(gaps.low[row]) or math.isnan(gaps.high[row]))
        games = second.evidence.games if second.evidence else 0
        found[places[row]] = Difference(
            first,
            second,
            float(gaps.value[row]),
            float(gaps.low[row]) if bounded else math.nan,
            float(gaps.high[row]) if bounded else math.nan,
            gaps.method if bounded else "",
            float(gaps.apart[row]),
            games,
            steady,
            nearer.get(row, ""),
            "" if bounded else _why_not(first, second, games, steady=steady),
        )
    return found


def _gaps(first: list[Evidence | None], second: list[Evidence | None], planned: int | None, *, add: bool) -> Gaps:
    """Work out differences, or sums, of figures that `_key` has put together."""
    one, other = first[0], second[0]
    if isinstance(one, OfQuantile) and isinstance(other, OfQuantile):
        before, after = (np.stack([e.values for e in group if isinstance(e, OfQuantile)]) for group in (first, second))
        return paired.of_quantiles(before, after, one.probability, one.change, other.change, add=add)
    if planned is None and isinstance(one, OfCounts) and isinstance(other, OfCounts):
        seen = [np.stack([e.happened for e in group if isinstance(e, OfCounts)]) for group in (first, second)]
        return paired.of_shares(seen[0], seen[1], one.change, other.change, add=add)
    early, late = ([_as_means(e) for e in group if isinstance(e, OfMeans | OfCounts)] for group in (first, second))
    return paired.of_means(
        np.stack([evidence.columns for evidence in early]),
        np.stack([evidence.columns for evidence in late]),
        early[0].statistic,
        late[0].statistic,
        planned=planned,
        add=add,
    )


def _side(gap: tuple[float, float], total: tuple[float, float]) -> Nearer:
    """Tell whether a figure moved towards its fair value.

    |after - fair| < |before - fair| exactly if the difference of the two and the sum of their distances from the fair
    value have opposite signs. Both signs are asked for beyond doubt.
    """
    change = int(gap[0] > 0.0) - int(gap[1] < 0.0)
    lie = int(total[0] > 0.0) - int(total[1] < 0.0)
    return "farther" if change * lie > 0 else "nearer" if change * lie < 0 else ""


def _bare(first: Estimate, second: Estimate, planned: int | None) -> Difference:
    """Give the difference of two figures that have no interval."""
    ones, others = first.evidence, second.evidence
    games = min(first.games, second.games)
    if ones is None or others is None:
        why = "no interval is made of differences of this figure"
    elif ones.games != others.games:
        why = "the two figures rest on different numbers of games"
    elif planned is not None:
        why = (
            "interval once all games are played"
            if isinstance(ones, OfQuantile)
            else f"interval from {FIRST_LOOK} games on"
        )
    else:
        why = "one game shows no variation"
    value = second.value - first.value
    note = _why_not(first, second, games, steady=False) if math.isnan(value) else why
    return Difference(first, second, value, math.nan, math.nan, "", math.nan, games, False, "", note)


def _why_not(first: Estimate, second: Estimate, games: int, *, steady: bool) -> str:
    if first.is_missing or second.is_missing:
        return "missing " + ("under both" if first.is_missing and second.is_missing else "under one of the rule sets")
    return f"{SAME} in all {games:,} games" if steady else f"{games:,} games are too few for an interval"
