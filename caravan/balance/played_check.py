"""Whether points given to the seats do in play what was foretold from games without them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from caravan.measures.estimate import Floats
from caravan.measures.intervals import each_of, normal_quantile

WORTH_KNOWING = 5.0
"""An interval that reaches further than so many percentage points either way would hold nearly anything."""


@dataclass(frozen=True)
class Check:
    """A seat's effect as it was foretold and as it was played, in percentage points.

    Attributes
    ----------
    style : str
        Who played.
    seat : int
        From 1.
    foretold : float
        The seat's effect in games under the present rules, with the points added to the final scores.
    low, high : float
        Where the played effect must lie if nothing but chance sets the two apart.
    played : float
        The effect in games that were played with the points.
    games_foretold, games_played : int
        How many games each rests on.
    """

    style: str
    seat: int
    foretold: float
    low: float
    high: float
    played: float
    games_foretold: int
    games_played: int

    @property
    def holds(self) -> bool:
        """Whether the played effect lies within the interval of what was foretold."""
        return self.low <= self.played <= self.high

    @property
    def reach(self) -> float:
        """How far the interval reaches either way."""
        return (self.high - self.low) / 2.0

    @property
    def verdict(self) -> str:
        """Say how it came out: ``holds``, ``fails``, or ``too few games`` where nearly anything would have held."""
        if not self.holds:
            return "fails"
        return "holds" if self.reach <= WORTH_KNOWING else "too few games"

    @property
    def games_wanted(self) -> int:
        """How many games under each start would narrow the interval to what is worth knowing."""
        return rounded_up(self.games_played * (self.reach / WORTH_KNOWING) ** 2)


def rounded_up(games: float) -> int:
    """Round a number of games up to two digits."""
    step = int(10 ** max(math.floor(math.log10(max(games, 1.0))) - 1, 0))
    return math.ceil(games / step) * step


def check_of(style: str, foretold: Floats, played: Floats, styles: int = 1) -> tuple[Check, ...]:
    """Hold what was played against what was foretold.

    The interval is that of a figure still to come: both the games that foretell it and those that are to be played vary
    by chance. It holds for all seats of all styles at once with 95%: with so many figures one would otherwise miss by
    chance alone.

    Parameters
    ----------
    style : str
        Who played.
    foretold, played : ndarray of float64, shape (players, games)
        Each seat's part of each win; from different seeds, and not of the same number.
    styles : int, default 1
        How many styles are checked together.

    Returns
    -------
    tuple of Check
        One for each seat.

    References
    ----------
    A normal prediction interval for a mean, with Bonferroni's inequality: W. Q. Meeker, G. J. Hahn and L. A. Escobar,
    "Statistical Intervals", 2nd edition, Wiley 2017, chapter 4.
    """
    players = len(foretold)
    reach = normal_quantile(each_of(players * styles))
    variances = [
        # A seat that never won in a few games may still win: its share is taken to vary as if it won half a game.
        np.maximum(shares.var(axis=1), 0.5 / shares.shape[1]) / max(shares.shape[1] - 1, 1)
        for shares in (foretold, played)
    ]
    half = 100.0 * reach * np.sqrt(variances[0] + variances[1])
    expected, found = (100.0 * (shares.mean(axis=1) - 1.0 / players) for shares in (foretold, played))
    return tuple(
        Check(
            style,
            seat + 1,
            float(expected[seat]),
            float(expected[seat] - half[seat]),
            float(expected[seat] + half[seat]),
            float(found[seat]),
            foretold.shape[1],
            played.shape[1],
        )
        for seat in range(players)
    )
