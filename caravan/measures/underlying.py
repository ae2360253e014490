"""What a figure was made of, kept beside it, so that its difference from another figure can be judged.

Two batches from the same seeds go together game by game. An interval of the difference of two figures needs those
games, not just the two intervals: chance that moves both figures alike is no doubt about their difference.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

Statistic = Callable[[Floats], Floats]
"""Takes means of shape (figures, columns) and gives the statistic of shape (figures,)."""

Rising = Callable[[Floats], Floats]
"""A rising function, from numbers to numbers."""


@dataclass(frozen=True)
class Chain:
    """Two functions, one after the other; chains of the same functions are equal.

    Attributes
    ----------
    first, second : callable
        The second takes what the first gives.
    """

    first: Callable[[Floats], Floats]
    second: Rising

    def __call__(self, numbers: Floats) -> Floats:
        """Apply both."""
        return self.second(self.first(numbers))


@dataclass(frozen=True, slots=True, eq=False)
class OfMeans:
    """A smooth function of means over the games.

    Attributes
    ----------
    columns : ndarray of float64, shape (columns, games)
        What is averaged, a number per game, in the order of the games.
    statistic : callable
        The function, of means of shape (figures, columns).
    """

    columns: Floats
    statistic: Statistic

    @property
    def games(self) -> int:
        """How many games it rests on."""
        return int(self.columns.shape[1])

    def through(self, rising: Rising) -> Self:
        """Give what the figure was made of once it has been carried through a rising function."""
        return replace(self, statistic=Chain(self.statistic, rising))


@dataclass(frozen=True, slots=True, eq=False)
class OfCounts:
    """The share of the games in which something happened.

    Attributes
    ----------
    happened : ndarray of bool, shape (games,)
        In which games it did, in their order.
    change : callable or None
        What the share was carried through.
    """

    happened: Flags
    change: Rising | None = None

    @property
    def games(self) -> int:
        """How many games it rests on."""
        return len(self.happened)

    def through(self, rising: Rising) -> Self:
        """Give what the figure was made of once it has been carried through a rising function."""
        return replace(self, change=rising if self.change is None else Chain(self.change, rising))


@dataclass(frozen=True, slots=True, eq=False)
class OfQuantile:
    """A quantile over the games.

    Attributes
    ----------
    values : ndarray of float64, shape (games,)
        A number per game, in the order of the games.
    probability : float
        Which quantile, above 0 and below 1.
    change : callable or None
        What the quantile was carried through.
    """

    values: Floats
    probability: float
    change: Rising | None = None

    @property
    def games(self) -> int:
        """How many games it rests on."""
        return len(self.values)

    def through(self, rising: Rising) -> Self:
        """Give what the figure was made of once it has been carried through a rising function."""
        return replace(self, change=rising if self.change is None else Chain(self.change, rising))


Evidence = OfMeans | OfCounts | OfQuantile
"""What a figure was made of."""
