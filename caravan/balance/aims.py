"""What a search is to reach: a measure, what it should come to, and how much it counts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal

Role = Literal["must", "wish", "trade_off"]
Kind = Literal["target", "window", "maximise", "minimise"]

ROLES: Mapping[Role, str] = MappingProxyType(
    {
        "must": "rules that miss it are no answer",
        "wish": "the less it is missed, the better; all wishes together are one figure",
        "trade_off": "an axis of its own: no answer is best in all of them at once",
    }
)
"""What part an aim can play."""

SKILL = "skill"
"""A figure that isn't in the list of measures: how much more than a fair share a strong bot wins against weak ones."""

READY_MADE: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "fair_seats": {"measure": "seat_effect", "target": 0.0, "tolerance": 2.0},
        "length": {"measure": "length.turns.mean", "tolerance": 2.0},
        "few_ties": {"measure": "ties.after_tie_break", "at_most": 0.02, "tolerance": 0.01},
        "many_lead_changes": {"measure": "lead_changes.mean", "maximise": True, "tolerance": 1.0},
        "close_finish": {"measure": "winning_margin.mean", "minimise": True, "tolerance": 1.0},
        "skill_matters": {"measure": SKILL, "at_least": 10.0, "tolerance": 2.0},
        "proper_endings": {"measure": "endings.delivery", "at_least": 0.99, "tolerance": 0.01, "role": "must"},
    }
)
"""Aims by name, with what they are unless a goal says otherwise."""


@dataclass(frozen=True)
class Aim:
    """One thing that a search is to reach.

    Attributes
    ----------
    name : str
        What it is called in tables.
    measure : str
        The measure and its part, or `SKILL`.
    kind : str
        ``target`` or ``window``: to come to lie between ``low`` and ``high``, which are equal for a target;
        ``maximise`` or ``minimise``.
    low, high : float
        The ends of the window; infinite where it is open.
    tolerance : float
        In the measure's unit: how far a miss has to be to count as one; for maximise and minimise, how much of the
        measure is worth as much as one such miss.
    role : str
        One of `ROLES`.
    weight : float
        How much a wish counts among the wishes.
    seat : int or None
        The seat it is about; None for all seats, or the whole game.
    players : tuple of int
        With how many players it is to hold; empty for all of the goal's.
    bots : tuple of str
        Which styles' games it is about; empty for all of the goal's.
    strong, weak : str
        For `SKILL`: who is to beat whom.
    """

    name: str
    measure: str
    kind: Kind
    low: float
    high: float
    tolerance: float
    role: Role = "wish"
    weight: float = 1.0
    seat: int | None = None
    players: tuple[int, ...] = ()
    bots: tuple[str, ...] = ()
    strong: str = "planner"
    weak: str = "weak"

    @property
    def is_skill(self) -> bool:
        """Whether it is about strong bots against weak ones, which takes games of their own."""
        return self.measure == SKILL

    def distance(self, value: float) -> float:
        """Say how far a value lies outside the window, or, for maximise and minimise, how far down the way it is.

        Parameters
        ----------
        value : float
            In the measure's unit.

        Returns
        -------
        float
            In tolerances; signed for a target, 0 or above for a window, any number for maximise and minimise.
        """
        if self.kind == "maximise":
            return -value / self.tolerance
        if self.kind == "minimise":
            return value / self.tolerance
        if self.kind == "target":
            return (value - self.low) / self.tolerance
        return max(self.low - value, value - self.high, 0.0) / self.tolerance

    def loss(self, values: Sequence[float], errors: Sequence[float]) -> float:
        """Say how much is missed.

        For a target or a window that is the mean squared distance. For a target, the part of it that chance alone adds,
        the squared standard error, is taken off: otherwise rules that were played more often would look better.

        Parameters
        ----------
        values, errors : sequence of float
            The measure's figures, one for each seat that it is about, and their standard errors.

        Returns
        -------
        float
            The less, the better. Infinite where a figure is missing.
        """
        if not values or any(math.isnan(value) for value in values):
            return math.inf
        distances = [self.distance(value) for value in values]
        if self.kind in ("maximise", "minimise"):
            return sum(distances) / len(distances)
        squares = [distance * distance for distance in distances]
        chance = [(error / self.tolerance) ** 2 for error in errors] if self.kind == "target" else [0.0]
        return sum(squares) / len(squares) - sum(chance) / len(chance)

    def violation(self, values: Sequence[float], errors: Sequence[float] = (), doubt: float = 0.0) -> float:
        """Say by how much what must be is missed.

        Parameters
        ----------
        values : sequence of float
            The measure's figures.
        errors : sequence of float, optional
            Their standard errors.
        doubt : float, default 0
            How many standard errors each figure is allowed to be better than it looks.

        Returns
        -------
        float
            In tolerances, by the figure that is furthest off; 0 or below where nothing is missed. A target allows one
            tolerance either way, a window nothing beyond its ends.
        """
        if not values or any(math.isnan(value) for value in values):
            return math.inf
        slack = self.tolerance if self.kind == "target" else 0.0
        margins = [doubt * error for error in errors] or [0.0] * len(values)
        outside = [
            max(self.low - value, value - self.high) - slack - margin
            for value, margin in zip(values, margins, strict=True)
        ]
        return max(outside) / self.tolerance

    def in_words(self, unit: str = "") -> str:
        """Say what is aimed at.

        Parameters
        ----------
        unit : str, optional
            The measure's; shares are given in percent.

        Returns
        -------
        str
            Such as ``between 40 and 45`` or ``0, give or take 2``.
        """
        if unit.startswith("share"):
            return replace(
                self, low=100 * self.low, high=100 * self.high, tolerance=100 * self.tolerance
            ).in_words().replace(",", "%,") + "%" * (self.kind in ("target", "window"))
        if self.kind in ("maximise", "minimise"):
            return "as much as possible" if self.kind == "maximise" else "as little as possible"
        if self.kind == "target":
            return f"{self.low:g}, give or take {self.tolerance:g}"
        if math.isinf(self.low):
            return f"at most {self.high:g}"
        return f"at least {self.low:g}" if math.isinf(self.high) else f"between {self.low:g} and {self.high:g}"
