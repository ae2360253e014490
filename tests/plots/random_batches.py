"""Batches with random scores and lengths, to draw."""

from __future__ import annotations

import numpy as np
from synthetic_batches import MadeBatch, made_batch


def random_batch(
    games: int = 300,
    players: int = 4,
    *,
    bots: tuple[str, ...] = ("planner",),
    seed: int = 7,
    planned: int | None = None,
    lead: int = 0,
    score: int = 44,
) -> MadeBatch:
    """Make up some games; ``lead`` is what seat 1 scores more than the others, ``score`` is the mean."""
    draw = np.random.default_rng(seed)
    points = np.rint(draw.normal(score, 9, (games, players))).astype(int)
    points[:, 0] += lead
    line_up = bots * players if len(bots) == 1 else bots
    turns = np.rint(draw.normal(62, 5, games)).astype(int)
    return made_batch(points, turns=turns, bots=line_up, planned=planned, seed=seed)
