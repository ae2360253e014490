"""Every kind of interval, tried on draws from games whose true figures are known."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks import coverage_of_batches, coverage_of_differences, coverage_of_ladders
from benchmarks.coverage_trials import Case


def cases(population: int) -> Iterator[Case]:
    """List the cases.

    Parameters
    ----------
    population : int
        How many games are taken for all games there are, for each number of players.
    """
    yield from coverage_of_batches.cases(population)
    yield from coverage_of_differences.cases(population)
    yield from coverage_of_ladders.cases(population)
