"""The bot `planner`: brings one good home at a time, the one that pays best per action.

It thinks anew at every action; a bonus for goods it carries keeps it to what it has begun.
"""

from __future__ import annotations

from numba import njit

from caravan.bots.plans import RELAYS_ON, survey_plans
from caravan.bots.steps import next_step
from caravan.kernel.actions import NO_ACTION, PASS_CODE
from caravan.kernel.streams import FIRST_TIE_BREAK, next_below

PLANS_TRIED = 4


@njit(cache=True, nogil=True)
def take_best_plan(state, streams, scratch):
    """Take the plan of most worth off the list, among equals any; -1 where none is left."""
    best = -1
    worth = 0.0
    ties = 1
    for index in range(scratch.plans):
        plan = scratch.plan[index]
        if plan.worth > worth:
            best, worth, ties = index, plan.worth, 1
        elif best >= 0 and plan.worth == worth:
            ties += 1
            if next_below(streams, FIRST_TIE_BREAK + state.seat, ties) == 0:
                best = index
    if best >= 0:
        scratch.plan[best].worth = 0.0
    return best


@njit(cache=True, nogil=True, inline="always")
def choose_by_plan(state, rules, bot, streams, scratch):
    """Choose for the seat to act: the next step of the best plan that has one it can afford."""
    may_relay = bot.setting[RELAYS_ON] > 0.0
    code, _ = step_of_best_plan(state, rules, bot, may_relay, streams, scratch)
    if code == NO_ACTION and not may_relay:
        code, _ = step_of_best_plan(state, rules, bot, not may_relay, streams, scratch)
    return PASS_CODE if code == NO_ACTION else code


@njit(cache=True, nogil=True)
def step_of_best_plan(state, rules, bot, may_relay, streams, scratch):
    """Find the next step of the best plan that has one.

    Returns
    -------
    code : int64
        `NO_ACTION` where the best few plans have none.
    index : int64
        The plan's place in ``scratch.plan``.
    """
    own, unladen, rainbow, occupied = survey_plans(state, rules, bot, may_relay, streams, scratch)
    code = NO_ACTION
    index = -1
    for _attempt in range(PLANS_TRIED):
        index = take_best_plan(state, streams, scratch)
        if index < 0:
            break
        plan = scratch.plan[index]
        code = next_step(
            state,
            rules,
            bot,
            streams,
            scratch,
            plan.kind,
            plan.space,
            plan.load,
            own,
            unladen,
            rainbow,
            occupied,
        )
        if code != NO_ACTION:
            break
    return code, index
