"""How much a plan asks for, and how long that takes, in words."""

from __future__ import annotations

import math
from typing import NamedTuple


class PlanSize(NamedTuple):
    """How much a plan asks for.

    Attributes
    ----------
    cells : int
        Rule sets times numbers of players times line-ups; where the plan is too large to be laid out, a bound from
        above.
    games : int
        In all cells.
    core_seconds : float
        What they take on one core, by a fixed table of speeds.
    """

    cells: int
    games: int
    core_seconds: float

    def __str__(self) -> str:
        return f"{self.cells:,} cells, {self.games:,} games, {duration_in_words(self.core_seconds)} of one core"


def duration_in_words(seconds: float) -> str:
    """Say how long something takes: ``about 3 minutes``."""
    for unit, length in (("day", 86400.0), ("hour", 3600.0), ("minute", 60.0)):
        if seconds >= 1.5 * length:
            return f"about {seconds / length:,.0f} {unit}s"
    whole = max(1, math.ceil(seconds))
    return f"about {whole} {'second' if whole == 1 else 'seconds'}"
