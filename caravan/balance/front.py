"""Which rule sets none other beats in everything at once, and how they are put in order."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from caravan.balance.trials import Judgement

Key = TypeVar("Key", bound=Hashable)


def beats(one: Judgement, other: Judgement) -> bool:
    """Tell whether one judgement is better than another whatever the trade-offs are worth.

    Something that is allowed beats what isn't, of two that aren't the one that misses less beats the other, and of two
    that are the one that is nowhere worse and somewhere better; this is constrained domination.

    References
    ----------
    K. Deb, A. Pratap, S. Agarwal and T. Meyarivan, "A fast and elitist multiobjective genetic algorithm: NSGA-II", IEEE
    Transactions on Evolutionary Computation 6 (2002), 182-197, section VI.
    """
    if not (one.is_allowed and other.is_allowed):
        return max(one.violation, 0.0) < max(other.violation, 0.0)
    pairs = list(zip(one.losses, other.losses, strict=True))
    return all(mine <= theirs for mine, theirs in pairs) and any(mine < theirs for mine, theirs in pairs)


def pareto_front(judged: Mapping[Key, Judgement]) -> list[Key]:
    """List those that none other beats, in the order given."""
    return [key for key, judgement in judged.items() if not any(beats(other, judgement) for other in judged.values())]


def in_order(judged: Mapping[Key, Judgement]) -> list[Key]:
    """Put all in order: the front, then the front of the rest, and so on; within a front the loneliest first.

    Parameters
    ----------
    judged : mapping
        Judgements by anything.

    Returns
    -------
    list
        All keys. Within a front those far from their neighbours come first, so that few of them span it.
    """
    if all(len(judgement.losses) == 1 for judgement in judged.values()):
        return sorted(judged, key=lambda key: judged[key].order)
    rest = dict(judged)
    ordered: list[Key] = []
    while rest:
        front = pareto_front(rest)
        distances = _crowding([rest[key].losses for key in front])
        ordered += [key for _, _, key in sorted(zip(distances, range(len(front)), front, strict=True), key=_loneliest)]
        for key in front:
            del rest[key]
    return ordered


def _loneliest(entry: tuple[float, int, Hashable]) -> tuple[float, int]:
    return -entry[0], entry[1]


def _crowding(losses: Sequence[tuple[float, ...]]) -> list[float]:
    """Give each point the distance between its neighbours, summed over the objectives; NSGA-II's crowding distance."""
    distances = [0.0] * len(losses)
    for objective in range(len(losses[0])):
        order = sorted(range(len(losses)), key=lambda place: losses[place][objective])
        values = [losses[place][objective] for place in order]
        distances[order[0]] = distances[order[-1]] = math.inf
        span = values[-1] - values[0]
        if not 0.0 < span < math.inf:
            continue
        for rank in range(1, len(order) - 1):
            distances[order[rank]] += (values[rank + 1] - values[rank - 1]) / span
    return distances


def compromise(judged: Mapping[Key, Judgement]) -> Key:
    """Choose from a front the one closest to the best of everything.

    Each objective is measured in its range over the front, from its best, 0, to its worst, 1; chosen is whoever has the
    least sum of squares. Where nothing is allowed, it is whoever misses least.

    Parameters
    ----------
    judged : mapping
        A front's judgements.
    """
    losses = [judgement.losses for judgement in judged.values()]
    least = [min(column) for column in zip(*losses, strict=True)]
    ranges = [max(column) - min(column) for column in zip(*losses, strict=True)]

    def far(key: Key) -> tuple[float, float]:
        parts = zip(judged[key].losses, least, ranges, strict=True)
        scaled = [(loss - low) / span for loss, low, span in parts if 0.0 < span < math.inf]
        return max(judged[key].violation, 0.0), sum(part * part for part in scaled)

    return min(judged, key=far)
