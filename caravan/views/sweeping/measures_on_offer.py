"""The measures that a sweep's pictures can show."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from caravan.measures.registry import find_measure

MEASURES: Mapping[str, str] = MappingProxyType(
    {
        "first_player_advantage": "First-player advantage",
        "win_share": "Win share of a seat",
        "seat_margin": "Points ahead of the others, by seat",
        "score.mean": "Mean score of a seat",
        "score.winner.mean": "Winner\u2019s score",
        "spread.mean": "Spread: first less last",
        "winning_margin.mean": "Winning margin: first less second",
        "length.turns.mean": "Length in turns",
        "length.rounds.mean": "Length in rounds",
        "lead_changes.mean": "Lead changes",
        "ties.before_tie_break": "Ties before the tie-break",
        "steals": "Thefts",
        "point_sources.rare": "Points from rare goods",
        "point_sources.demand": "Points from demand",
        "endings.delivery": "Games that end with a delivery",
        "endings.deadlock": "Games that end in a deadlock",
        "endings.turn_limit": "Games that reach the turn limit",
    }
)
"""What each is called, by its name with its part."""

OF_A_SEAT = frozenset({"win_share", "seat_margin", "score.mean"})
"""Those that a seat is chosen for."""


def meaning_of_measure(label: str) -> str:
    """Say what a measure means, in one line."""
    return find_measure(label.split(".", maxsplit=1)[0]).meaning
