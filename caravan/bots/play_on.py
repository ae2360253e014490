"""Playing on from a position, quickly: every seat keeps a plan through its turn instead of thinking anew."""

from __future__ import annotations

import numpy as np
from numba import njit

from caravan.bots.paths import classes_for, grow_layers
from caravan.bots.planner import step_of_best_plan
from caravan.bots.plans import CARRIED, RELAYS_ON
from caravan.bots.policies import PLAIN, policy_of
from caravan.bots.steps import next_step
from caravan.kernel.actions import NO_ACTION, PASS_CODE, good_of, kind_of, target_of
from caravan.kernel.bits import bit
from caravan.kernel.chains import occupied_spaces, rainbow_space, spaces_of_seat
from caravan.kernel.layout import DELIVER, PICK_UP, RUNNING, STEAL, TRANSFER, UNDER
from caravan.kernel.streams import COUNT, GAMMA, mix
from caravan.kernel.turns import apply_action, fill_from_streams

NO_PLAN = -1
MOST_ACTIONS = 24
"""A turn of more actions, which only free actions allow, is ended by a pass."""


@njit(cache=True, nogil=True)
def seed_streams(streams, seed):
    """Set all streams of a try-out from one number."""
    for index in range(COUNT):
        streams.value[index] = mix(seed + np.uint64(index) * GAMMA)


@njit(cache=True, nogil=True)
def follow(kind, space, load, code):
    """Tell what a plan becomes by its next action: its kind, space and load, `NO_PLAN` once it is carried out."""
    done = kind_of(code)
    if done == PICK_UP:
        return CARRIED, space, load
    if done == STEAL:
        return CARRIED, space, load + UNDER
    if done == TRANSFER:
        return CARRIED, target_of(code), good_of(load) + 1
    if done == DELIVER:
        return NO_PLAN, space, load
    return kind, space, load


@njit(cache=True, nogil=True)
def step_of_plan(state, rules, policy, scratch, kind, space, load):
    """Find the next step of a plan begun; `NO_ACTION` where it has none."""
    own, unladen, _ = spaces_of_seat(state, rules, state.seat)
    rainbow = rainbow_space(state)
    occupied = occupied_spaces(state, rules)
    good = good_of(load)
    held, empty, taken = classes_for(rules, good, own, unladen, rainbow, occupied)
    grow_layers(scratch, rules, good, bit(space), held, empty, taken)
    return next_step(
        state, rules, policy, scratch.stream[1], scratch, kind, space, load, own, unladen, rainbow, occupied
    )


@njit(cache=True, nogil=True)
def play_turn(state, rules, policy, scratch, kind, space, load):
    """Play the present turn to its end, beginning with the plan given.

    Parameters
    ----------
    state : record of `kernel.layout.STATE`
        Changed.
    policy : record of `bots.records.BOT`
        The settings of the style `planner` to play by.
    kind, space, load : int
        The plan to begin with; kind `NO_PLAN` for none.
    """
    turn = state.turn
    streams = scratch.stream[1]
    step = scratch.step
    actions = 0
    may_relay = policy.setting[RELAYS_ON] > 0.0
    while state.end_reason == RUNNING and state.turn == turn:
        code = NO_ACTION
        if kind != NO_PLAN:
            code = step_of_plan(state, rules, policy, scratch, kind, space, load)
        if code == NO_ACTION:
            code, index = step_of_best_plan(state, rules, policy, may_relay, streams, scratch)
            if code != NO_ACTION:
                plan = scratch.plan[index]
                kind, space, load = plan.kind, plan.space, plan.load
        actions += 1
        if code == NO_ACTION or actions > MOST_ACTIONS:
            code = PASS_CODE
        kind, space, load = follow(kind, space, load, code)
        step.count = 0
        apply_action(state, rules, code, step)
        fill_from_streams(state, rules, streams, step)


@njit(cache=True, nogil=True, inline="always")
def play_on(state, rules, scratch, until, seed, mixed, kind, space, load):
    """Play on to a turn.

    Parameters
    ----------
    until : int
        The turn that is no longer played.
    seed : uint64
        Where ``mixed`` policies come from; the draws come from ``scratch.stream[1]``.
    mixed : bool
        Whether each turn is played by a policy of the pool, or all by the planner's.
    kind, space, load : int
        The plan with which the present turn begins.
    """
    while state.end_reason == RUNNING and state.turn < until:
        policy = policy_of(seed, state.turn) if mixed else PLAIN
        play_turn(state, rules, scratch.policy[policy], scratch, kind, space, load)
        kind = NO_PLAN
