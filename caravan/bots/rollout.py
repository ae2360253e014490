"""The bots that try the best plans by playing on: `rollout`, and `expert` with what it learned.

Each candidate is played on by the pool of policies with the same draws, and compared with the planner's own choice by
the lead to be expected where the play ends. The planner's choice stands unless another is better beyond doubt: it is a
prior without which few samples would mislead.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from caravan.bots.candidates import list_candidates
from caravan.bots.contest import best_entry, clear_gains, note_gain
from caravan.bots.play_on import NO_PLAN, follow, play_on, seed_streams
from caravan.bots.policies import fill_policies
from caravan.bots.prospects import judge
from caravan.kernel.streams import FIRST_BOT, GAMMA, mix, next_value
from caravan.kernel.turns import apply_action, fill_from_streams

GAMES, TURNS, PLANS, DOUBT, PATIENCE, POOL = range(6)
"""The settings of the styles `rollout` and `expert`, in the registry's order."""


@njit(cache=True, nogil=True, inline="always")
def try_candidate(state, rules, bot, scratch, index, seed):
    """Play a candidate on with the draws that a seed gives, and judge where it leads."""
    candidate = scratch.candidate[index]
    scratch.state[1] = state
    tried = scratch.state[1]
    streams = scratch.stream[1]
    seed_streams(streams, seed)
    scratch.step.count = 0
    until = state.turn + np.int64(bot.setting[TURNS])
    apply_action(tried, rules, candidate.code, scratch.step)
    fill_from_streams(tried, rules, streams, scratch.step)
    if tried.turn == state.turn:
        kind, space, load = follow(candidate.kind, candidate.space, candidate.load, candidate.code)
    else:
        kind, space, load = NO_PLAN, 0, 0
    play_on(tried, rules, scratch, until, seed, bot.setting[POOL] > 0.0, kind, space, load)
    return judge(tried, rules, bot, scratch, state.seat)


@njit(cache=True, nogil=True, inline="always")
def choose_by_rollouts(state, rules, bot, streams, scratch):
    """Choose for the seat to act: the planner's choice, or what has proved better in play."""
    seed = next_value(streams, FIRST_BOT + state.seat)
    fill_policies(scratch)
    seed_streams(scratch.stream[0], seed)
    found = list_candidates(state, rules, scratch, np.int64(bot.setting[PLANS]))
    clear_gains(scratch.candidate, found)
    in_play = found - 1
    samples = 0
    while in_play > 0 and samples < bot.setting[GAMES]:
        samples += 1
        draws = mix(seed + np.uint64(samples) * GAMMA)
        base = 0.0
        for index in range(found):
            candidate = scratch.candidate[index]
            if candidate.dropped == 0:
                value = try_candidate(state, rules, bot, scratch, index, draws)
                if index == 0:
                    base = value
                else:
                    note_gain(candidate, value - base, samples, bot.setting[PATIENCE])
                    in_play -= candidate.dropped
    best = best_entry(scratch.candidate, found, max(samples, 1), bot.setting[DOUBT])
    return scratch.candidate[best].code
