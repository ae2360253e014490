"""The pool of styles by which positions are played on: people are not all planners."""

from __future__ import annotations

import numpy as np
from numba import njit

from caravan.bots.plans import (
    CARRIED_BONUS,
    DISCOUNT,
    FREE_KEPT,
    NOISE,
    RARE_SHARE,
    RELAYS_ON,
    STEAL_BONUS,
    USES_RAINBOW,
)
from caravan.bots.records import POLICIES
from caravan.kernel.streams import mix

PLAIN, HURRIED, MISERLY, CARELESS, PLODDING = range(5)
"""Places in ``scratch.policy``: the planner itself; one that looks to this turn; one that never steals; one that errs;
one that heeds later turns as much as this one."""


@njit(cache=True, nogil=True)
def fill_policies(scratch):
    """Write the pool into ``scratch.policy``."""
    for index in range(POLICIES):
        setting = scratch.policy[index].setting
        setting[DISCOUNT] = 0.75
        setting[CARRIED_BONUS] = 2.0
        setting[STEAL_BONUS] = 0.0
        setting[NOISE] = 0.0
        setting[FREE_KEPT] = 1.0
        setting[USES_RAINBOW] = 1.0
        setting[RARE_SHARE] = 1.0
        setting[RELAYS_ON] = 1.0
    scratch.policy[HURRIED].setting[DISCOUNT] = 0.4
    scratch.policy[MISERLY].setting[STEAL_BONUS] = -20.0
    scratch.policy[CARELESS].setting[NOISE] = 0.4
    scratch.policy[PLODDING].setting[DISCOUNT] = 0.95


@njit(cache=True, nogil=True)
def policy_of(seed, turn):
    """Draw the policy of a turn; the same for all candidates of a decision."""
    return np.int64(mix(seed + np.uint64(turn)) % np.uint64(POLICIES))
