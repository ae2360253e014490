"""Trying an interval on thousands of batches whose true figures are known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from caravan.measures.estimate import Figures, Flags, Floats

CELLS_AT_ONCE = 400_000
RARE = "rare event: a count of few steps"
TOGETHER = "all seats at once"
TIES = "whole numbers: several games share a value"
PATH = "at every look"
CLEAN = "shown for a clean record alone; all other batches count as held"
"""Why an interval may hold more often than 95%."""

Ends = tuple[Floats, Floats]
Trial = Callable[[np.random.Generator, int], Flags]


@dataclass(frozen=True)
class Case:
    """An interval, and what it is tried on.

    Attributes
    ----------
    interval, figure, games : str
        What the table says: the interval, the figure it is of, the games or seeds in a batch.
    conservative : str
        Why it may hold more often than 95%; empty where it should not.
    trial : callable
        Takes a generator and a number of batches, and says in which of them the interval held the true figure.
    cost : int
        How much dearer than usual a batch is.
    """

    interval: str
    figure: str
    games: int
    conservative: str
    trial: Trial
    cost: int = 1


def on_draws(columns: Floats, games: int, estimate: Callable[[Floats], Ends], truth: float | Floats) -> Trial:
    """Try an interval on columns of shape (columns, all games), many batches at a time.

    `estimate` takes shape (columns, batches, games) and gives ends of shape (batches,).
    """

    def trial(rng: np.random.Generator, repetitions: int) -> Flags:
        size = max(1, CELLS_AT_ONCE // games)
        held = []
        for start in range(0, repetitions, size):
            drawn = rng.integers(columns.shape[1], size=(min(size, repetitions - start), games))
            low, high = estimate(columns[:, drawn])
            held.append((low <= truth) & (truth <= high))
        return np.concatenate(held)

    return trial


def one_by_one(population: int, games: int, holds: Callable[[np.ndarray], bool]) -> Trial:
    """Try an interval on one batch after the other, given by the numbers of its games."""

    def trial(rng: np.random.Generator, repetitions: int) -> Flags:
        return np.array([holds(rng.integers(population, size=games)) for _ in range(repetitions)])

    return trial


def ends(figures: Figures) -> Ends:
    return figures.low, figures.high
