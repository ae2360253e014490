"""The bots that try the best plans by playing on: `rollout`, and `expert` with what it learned.

Each candidate is played on by the pool of policies with the same draws, and compared with the planner's own choice by
the lead to be expected where the play ends. The planner's choice stands unless another is better beyond doubt: it is a
prior without which few samples would mislead.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from caravan.bots.candidates import list_candidates
from caravan.bots.contest import put_candidate, win_contest
from caravan.bots.play_on import seed_streams
from caravan.bots.policies import fill_policies
from caravan.kernel.streams import FIRST_BOT, next_value

GAMES, TURNS, PLANS, DOUBT, PATIENCE, POOL = range(6)
"""The settings of the styles `rollout` and `expert`, in the registry's order."""


@njit(cache=True, nogil=True, inline="always")
def choose_by_rollouts(state, rules, bot, streams, scratch):
    """Choose for the seat to act: the planner's choice, or what has proved better in play."""
    seed = next_value(streams, FIRST_BOT + state.seat)
    fill_policies(scratch)
    seed_streams(scratch.stream[0], seed)
    found = list_candidates(state, rules, scratch, np.int64(bot.setting[PLANS]))
    for index in range(found):
        put_candidate(scratch.leaf[index], state, rules, scratch, scratch.candidate[index])
    until = state.turn + np.int64(bot.setting[TURNS])
    mixed = bot.setting[POOL] > 0.0
    return win_contest(
        rules,
        bot,
        scratch,
        state.seat,
        found,
        until,
        seed,
        bot.setting[GAMES],
        mixed,
        bot.setting[PATIENCE],
        bot.setting[DOUBT],
    )
