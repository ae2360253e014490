"""A sweep cut into tasks of about a second each; the cuts depend on the plan alone."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

from caravan.sweeps.cost import expected_seconds
from caravan.sweeps.plan import SweepPlan
from caravan.sweeps.scenario import Scenario

TASK_SECONDS = 1.0
"""What a task should take on one core."""

MOST_TASKS = 50_000
"""With more tasks than about this they get longer, as each costs whoever gives them out a moment, and a file."""

GREATEST_TASK_SECONDS = 10.0

MEASURING_SECONDS = 0.05
"""What measuring a cell adds."""

CELLS_OF_A_TASK = 50
"""With few games to a cell, more cells than this aren't put together."""


@dataclass(frozen=True)
class Piece:
    """A run of a cell's games.

    Attributes
    ----------
    scenario : Scenario
        The cell, which can be played.
    first, games : int
        The run's first game, and how many.
    """

    scenario: Scenario
    first: int
    games: int

    @property
    def is_whole(self) -> bool:
        """Whether these are all games of the cell."""
        return self.scenario.request is not None and self.games == self.scenario.request.games

    @property
    def seconds(self) -> float:
        """What it is expected to take on one core."""
        request = self.scenario.request
        if request is None:
            raise AssertionError(f"scenario {self.scenario.number} can't be played")
        return expected_seconds(request) * self.games / request.games


@dataclass(frozen=True)
class Task:
    """What is given to a worker at once: some whole cells, or a run of the games of one.

    Attributes
    ----------
    number : int
        From 0, in the order of the plan.
    pieces : tuple of Piece
        In order.
    """

    number: int
    pieces: tuple[Piece, ...]

    @property
    def games(self) -> int:
        """How many games it plays."""
        return sum(piece.games for piece in self.pieces)

    @property
    def seconds(self) -> float:
        """What it is expected to take on one core."""
        return sum(piece.seconds for piece in self.pieces)

    @property
    def outline(self) -> list[list[int]]:
        """For each piece the scenario's number, the first game, and how many."""
        return [[piece.scenario.number, piece.first, piece.games] for piece in self.pieces]


def task_seconds(plan: SweepPlan) -> float:
    """Say how long a task of a sweep may take on one core: a second, or in a very large sweep up to ten."""
    return max(TASK_SECONDS, min(GREATEST_TASK_SECONDS, plan.size().core_seconds / MOST_TASKS))


def tasks_of(plan: SweepPlan) -> Iterator[Task]:
    """Cut a sweep into tasks.

    Small cells are put together, whole; large ones are cut into runs of games. Scenarios that can't be played are left
    out.

    Parameters
    ----------
    plan : SweepPlan
        The plan.

    Yields
    ------
    Task
        In the order of the scenarios and their games.
    """
    most = task_seconds(plan)
    number, held, seconds = 0, list[Piece](), 0.0
    for scenario in plan.scenarios():
        if scenario.request is None:
            continue
        games = scenario.request.games
        own = expected_seconds(scenario.request)
        if held and (seconds + own + MEASURING_SECONDS > most or len(held) == CELLS_OF_A_TASK):
            yield Task(number, tuple(held))
            number, held, seconds = number + 1, [], 0.0
        if own + MEASURING_SECONDS <= most:
            held.append(Piece(scenario, 0, games))
            seconds += own + MEASURING_SECONDS
            continue
        parts = min(games, math.ceil(own / most))
        cuts = [games * part // parts for part in range(parts + 1)]
        for first, end in itertools.pairwise(cuts):
            yield Task(number, (Piece(scenario, first, end - first),))
            number += 1
    if held:
        yield Task(number, tuple(held))
