"""The records that bots work on: a bot's settings, and room to think in."""

from __future__ import annotations

from typing import Any

import numpy as np

from caravan.kernel.layout import MAX_CAMELS, MAX_GOODS, MAX_NUMBERED, MAX_SEATS

MAX_SETTINGS = 8
LAYERS = 64

BOT = np.dtype([("kind", np.int64), ("setting", np.float64, (MAX_SETTINGS,))])
"""A bot of a seat: its place in the registry, and the values of its named settings in the order declared there."""

MAX_PLANS = MAX_SEATS * MAX_CAMELS + MAX_NUMBERED
PLAN = np.dtype([("worth", np.float64), ("kind", np.int64), ("space", np.int64), ("load", np.int64)])
"""A good to bring home: what it is worth, what kind of plan it is (see `plans`), where it lies, and the good as a
load."""

SCRATCH = np.dtype(
    [
        ("plans", np.int64),
        ("plan", PLAN, (MAX_PLANS,)),
        ("layer", np.uint64, (MAX_GOODS, LAYERS)),
        ("layers", np.int64, (MAX_GOODS,)),
        ("gap", np.int64, (LAYERS,)),
        ("gap_cost", np.int64, (LAYERS,)),
    ]
)
"""Room that compiled bots write their intermediate results into; nothing in it outlives one decision."""


def new_scratch() -> Any:
    """Make room to think in: a numpy.recarray of `SCRATCH`, shape (1,)."""
    return np.zeros(1, dtype=SCRATCH).view(np.recarray)
