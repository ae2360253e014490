"""Measures that no batch can give: they need games of their own, or several batches, and are asked for by name."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Elsewhere:
    """A measure that is asked for by a command of its own.

    Attributes
    ----------
    name, unit, meaning : str
        As in `caravan.measures.Measure`.
    command : str
        The command that asks for it.
    source : str
        Where the definition or the interval comes from.
    """

    name: str
    unit: str
    meaning: str
    command: str
    source: str


ELSEWHERE = (
    Elsewhere(
        "luck_of_the_bag",
        "share of variance",
        "How much of the seats' margins lies in the order in which goods come out of the bag, for fixed bots.",
        "caravan study luck_of_the_bag",
        "one-way analysis of variance, Searle et al. 1992; Donner 1986; Ukoumunne et al. 2003",
    ),
    Elsewhere(
        "restricted_play",
        "percentage points; points",
        "Win share and points lost by a planner that may not steal, ignores rare goods, never relays, or looks no "
        "further than this turn.",
        "caravan study restricted_play",
        "DiCiccio & Efron 1992, over seeds",
    ),
    Elsewhere(
        "robustness",
        "a word",
        "Whether a finding keeps its sign over styles and numbers of players.",
        "caravan study robustness",
        "verdicts of `caravan agree`",
    ),
    Elsewhere(
        "skill_ladder",
        "rungs",
        "How often a bot beats the one on the rung below, with its interval above the fair share; with ratings.",
        "caravan ladder",
        "DiCiccio & Efron 1992, over seeds; Bradley & Terry 1952; Plackett 1975",
    ),
)
"""All of them."""
