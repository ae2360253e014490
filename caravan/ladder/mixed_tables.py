"""Who meets at tables where all bots differ: every bot, every pair and every seat in turn."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Seating = tuple[int, ...]
"""The bots of a table by their numbers, in seat order."""


@dataclass(frozen=True)
class MixedTable:
    """A table of different bots that is played in all its rotations.

    Attributes
    ----------
    seating : tuple of int
        The bots by their numbers, in seat order; the rotations follow from it.
    first, seeds : int
        It is played on the game seeds ``first`` to ``first + seeds - 1``, which no other table has.
    """

    seating: Seating
    first: int
    seeds: int

    @property
    def rotations(self) -> tuple[Seating, ...]:
        """The same bots in the same order round the table, each of them once in each seat."""
        return tuple(rotated(self.seating, by) for by in range(len(self.seating)))


def rotated(seating: Seating, by: int) -> Seating:
    """Move everybody on by some seats."""
    by %= len(seating)
    return seating[by:] + seating[:by]


def mixed_tables(bots: int, players: int, games: int) -> tuple[MixedTable, ...]:
    """Choose tables at which all bots differ, so that no bot and, as nearly as can be, no pair is favoured.

    The sets of bots come in cycles: a set, then the one with every bot's number raised by one (the last becoming the
    first), and so on. Each bot is in a cycle equally often. Cycles are taken, those first that even out how often any
    two bots meet, until each bot has played the games asked for; when all are used up, they begin anew on other seeds
    and in another order round the table.

    Parameters
    ----------
    bots : int
        How many there are.
    players : int
        How many sit at a table.
    games : int
        What each bot is to play at least.

    Returns
    -------
    tuple of MixedTable
        Empty where there are fewer bots than players, or with two players, whose tables are all mixed anyway.

    References
    ----------
    H. A. David and F. W. Wolock, "Cyclic designs", The Annals of Mathematical Statistics 36 (1965), 1526-1534.
    """
    if players < 3 or bots < players:
        return ()
    cycles = _evening_out(_cycles(bots, players), bots)
    seeds: dict[Seating, int] = {}
    played = 0
    for cycle, arrangement in _endlessly(cycles, math.factorial(players - 1)):
        if played >= games:
            break
        for chosen in cycle:
            seating = _arranged(chosen, arrangement)
            seeds[seating] = seeds.get(seating, 0) + 1
        played += len(cycle) * players * players // bots  # each bot in so many sets, each set once for each seat
    first = itertools.accumulate(seeds.values(), initial=0)
    return tuple(
        MixedTable(seating, start, count) for (seating, count), start in zip(seeds.items(), first, strict=False)
    )


def _cycles(bots: int, players: int) -> list[tuple[Seating, ...]]:
    """Sort all sets of bots into cycles."""
    seen: set[Seating] = set()
    cycles = []
    for start in itertools.combinations(range(bots), players):
        if start not in seen:
            cycle = tuple(dict.fromkeys(tuple(sorted((bot + by) % bots for bot in start)) for by in range(bots)))
            seen.update(cycle)
            cycles.append(cycle)
    return cycles


def _evening_out(cycles: Sequence[tuple[Seating, ...]], bots: int) -> list[tuple[Seating, ...]]:
    """Order cycles so that, after any number of them, all pairs have met about equally often.

    In a cycle, how often two bots meet depends only on how far apart their numbers are.
    """
    distances = [_distances(cycle, bots) for cycle in cycles]
    met = [0] * (bots // 2)
    left, ordered = list(range(len(cycles))), []
    while left:
        best = min(left, key=lambda cycle: sum((a + b) ** 2 for a, b in zip(met, distances[cycle], strict=True)))
        met = [a + b for a, b in zip(met, distances[best], strict=True)]
        left.remove(best)
        ordered.append(cycles[best])
    return ordered


def _distances(cycle: Sequence[Seating], bots: int) -> list[int]:
    """Count how often the first bot meets one that is 1, 2, ... away from it."""
    return [sum(0 in chosen and apart in chosen for chosen in cycle) for apart in range(1, bots // 2 + 1)]


def _endlessly(cycles: Sequence[tuple[Seating, ...]], arrangements: int) -> Iterator[tuple[tuple[Seating, ...], int]]:
    for round_number in itertools.count():
        for number, cycle in enumerate(cycles):
            yield cycle, (round_number + number) % arrangements


def _arranged(chosen: Seating, arrangement: int) -> Seating:
    """Put a set's bots round the table in one of the orders that aren't rotations of each other."""
    rest = next(itertools.islice(itertools.permutations(chosen[1:]), arrangement, None))
    return (chosen[0], *rest)
