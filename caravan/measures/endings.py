"""How games end: why, after how long, and whether the win is shared."""

from __future__ import annotations

import numpy as np

from caravan.measures.estimate import Estimate
from caravan.measures.evidence import proportions
from caravan.measures.registry import register
from caravan.measures.sample import Sample
from caravan.measures.scores import DISTRIBUTION, distribution

END_REASONS = ("delivery", "deadlock", "turn_limit")
"""Why a game can end."""


@register(
    "endings",
    "share",
    "In which share of the games the end is a delivery, a deadlock, or the turn limit.",
    needs=("games",),
    source="Wilson 1927",
)
def endings(sample: Sample) -> tuple[Estimate, ...]:
    """Give the share of games by end reason; all three are listed, also where one never happened."""
    reasons = sample.batch.games["end_reason"]
    ended = np.stack([(reasons == reason).to_numpy(dtype=np.bool_) for reason in END_REASONS])
    return proportions(sample, ended).estimates("endings", "share", sample.games, parts=END_REASONS)


@register(
    "ties",
    "share",
    "In which share of the games several seats share the top score, and in which they still share the win.",
    needs=("games",),
    source="Wilson 1927",
)
def ties(sample: Sample) -> tuple[Estimate, ...]:
    """Give the share of games that are level before the tie-break, and those whose win is shared after it."""
    level = np.stack([sample.of_games("level") > 1, sample.of_games("winners") > 1])
    parts = ("before_tie_break", "after_tie_break")
    return proportions(sample, level).estimates("ties", "share", sample.games, parts=parts)


@register(
    "length",
    "turns, actions or rounds",
    "How long a game is, in turns of all players together, in actions taken, and in rounds begun.",
    needs=("games",),
    source="DiCiccio & Efron 1992; quantiles David & Nagaraja 2003",
)
def length(sample: Sample) -> tuple[Estimate, ...]:
    """Describe turns, actions (passes not counted) and rounds (turns over players, rounded up)."""
    turns = sample.of_games("turns")
    rows = np.stack([turns, sample.of_games("actions"), np.ceil(turns / sample.players)])
    figures = distribution(sample, rows, least=0.0)
    width = len(DISTRIBUTION)
    return tuple(
        estimate
        for row, unit in enumerate(("turns", "actions", "rounds"))
        for estimate in figures.only(range(row * width, (row + 1) * width)).estimates(
            "length", unit, sample.games, parts=[f"{unit}.{part}" for part in DISTRIBUTION]
        )
    )
