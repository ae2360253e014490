"""What changes in the course of a game, read from the event log."""

from __future__ import annotations

import numpy as np
import pandas as pd

from caravan.measures.estimate import Estimate, Floats
from caravan.measures.evidence import ratios
from caravan.measures.play import STEPS
from caravan.measures.registry import register
from caravan.measures.sample import BatchLike, Sample


@register(
    "action_mix_by_progress",
    "share of steps",
    "Which part of the steps each kind of action makes up in the first, second and last third of a game.",
    needs=("games", "seats", "events"),
    source="ratio of sums; DiCiccio & Efron 1992",
)
def action_mix_by_thirds(sample: Sample) -> tuple[Estimate, ...]:
    """Give the action mix in each third of a game's progress."""
    return action_mix_by_progress(sample, 3)


def action_mix_by_progress(batch: BatchLike | Sample, parts: int = 3) -> tuple[Estimate, ...]:
    """Give the share of each kind of step by progress.

    Progress at a step is the pick-ups made before it over all pick-ups of the game; a game without pick-ups never
    leaves its first part.

    Parameters
    ----------
    batch : BatchLike or Sample
        The games played so far.
    parts : int, default 3
        Into how many equal parts progress is cut, at least 1.

    Returns
    -------
    tuple of Estimate
        Parts ``1_of_3.place`` and so on, in the order of the game, then of `STEPS`.

    Raises
    ------
    ValueError
        If `parts` is below 1.
    """
    if parts < 1:
        raise ValueError(f"progress can be cut into 1 or more parts, not {parts}")
    sample = batch if isinstance(batch, Sample) else Sample(batch)
    taken = _steps_by_progress(sample, parts)
    totals = np.broadcast_to(taken.sum(axis=1, keepdims=True), taken.shape)
    rows = (parts * len(STEPS), sample.games)
    figures = ratios(sample, taken.reshape(rows), totals.reshape(rows), "no step was taken in this part")
    names = [f"{part}_of_{parts}.{step}" for part in range(1, parts + 1) for step in STEPS]
    return figures.estimates("action_mix_by_progress", "share of steps", sample.games, parts=names)


def _steps_by_progress(sample: Sample, parts: int) -> Floats:
    """Count steps, of shape (parts, steps, games), a frame of events at a time."""
    numbers = sample.batch.games["game"].to_numpy()
    counts = np.zeros((parts, len(STEPS), sample.games))
    for events in sample.batch.event_frames():
        if len(events):
            first, block = _block_counts(events, numbers, parts)
            counts[:, :, first : first + block.shape[2]] += block
    return counts


def _block_counts(events: pd.DataFrame, numbers: np.ndarray, parts: int) -> tuple[int, Floats]:
    """Count the steps of a frame of whole games, and say at which game it begins."""
    game = np.searchsorted(numbers, events["game"].to_numpy())
    first, games = int(game[0]), int(game[-1] - game[0]) + 1
    game -= first
    kinds = events["action"].astype("category").cat
    known = {name: code for code, name in enumerate(STEPS)}
    step = np.array([known.get(name, -1) for name in kinds.categories], dtype=np.int64)[kinds.codes]
    picked = step == known["pick_up"]
    before = np.cumsum(picked) - picked
    pick_ups = np.bincount(game[picked], minlength=games)
    before -= (np.cumsum(pick_ups) - pick_ups)[game]
    part = np.minimum(before * parts // np.maximum(pick_ups, 1)[game], parts - 1)
    cell = ((part * len(STEPS) + step) * games + game)[step >= 0]
    counts = np.bincount(cell, minlength=parts * len(STEPS) * games).astype(np.float64)
    return first, counts.reshape(parts, len(STEPS), games)
