"""The records that bots work on: a bot's settings, and room to think in."""

from __future__ import annotations

from typing import Any

import numpy as np

from caravan.kernel.layout import MAX_CAMELS, MAX_GOODS, MAX_NUMBERED, MAX_SEATS, STATE, STEP
from caravan.kernel.streams import STREAMS

MAX_SETTINGS = 8
LAYERS = 64
FEATURES = 20
POLICIES = 5
MAX_CANDIDATES = 12
MAX_WIDTH = 16

BOT = np.dtype(
    [
        ("kind", np.int64),
        ("setting", np.float64, (MAX_SETTINGS,)),
        ("weight", np.float64, (MAX_SEATS - 1, FEATURES)),
    ]
)
"""A bot of a seat: its place in the registry, the values of its named settings in the order declared there, and, where
it judges positions, what each feature of `prospects` weighs with 2, 3 and 4 players."""

MAX_PLANS = MAX_SEATS * MAX_CAMELS + MAX_NUMBERED
PLAN = np.dtype([("worth", np.float64), ("kind", np.int64), ("space", np.int64), ("load", np.int64)])
"""A good to bring home: what it is worth, what kind of plan it is (see `plans`), where it lies, and the good as a
load."""

CANDIDATE = np.dtype([("code", np.int64), ("kind", np.int64), ("space", np.int64), ("load", np.int64)])
"""An action to be tried, and the plan that it begins."""

NODE = np.dtype(
    [
        ("state", STATE),
        ("first", np.int64),
        ("kind", np.int64),
        ("space", np.int64),
        ("load", np.int64),
        ("value", np.float64),
        ("key", np.uint64),
        ("dropped", np.int64),
        ("gain", np.float64),
        ("squares", np.float64),
    ]
)
"""A position reached within a turn: the turn's first action, the plan to go on with, what the position is worth, a key
that tells positions apart, and how it fared in a contest with the first one: sums of its gains in points, and of their
squares."""

SCRATCH = np.dtype(
    [
        ("plans", np.int64),
        ("plan", PLAN, (MAX_PLANS,)),
        ("layer", np.uint64, (MAX_GOODS, LAYERS)),
        ("layers", np.int64, (MAX_GOODS,)),
        ("gap", np.int64, (LAYERS,)),
        ("gap_cost", np.int64, (LAYERS,)),
        ("policy", BOT, (POLICIES,)),
        ("candidate", CANDIDATE, (MAX_CANDIDATES,)),
        ("stream", STREAMS, (2,)),
        ("state", STATE, (2,)),
        ("step", STEP),
        ("feature", np.float64, (FEATURES,)),
        ("foretold", np.float64, (MAX_SEATS,)),
        ("node", NODE, (2, MAX_WIDTH)),
        ("leaf", NODE, (MAX_WIDTH,)),
    ]
)
"""Room that compiled bots write their intermediate results into; nothing in it outlives one decision."""


def new_scratch() -> Any:
    """Make room to think in: a numpy.recarray of `SCRATCH`, shape (1,)."""
    return np.zeros(1, dtype=SCRATCH).view(np.recarray)
