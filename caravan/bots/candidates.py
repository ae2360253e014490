"""The actions worth trying: the first steps of a seat's best plans, each once, the planner's own choice first."""

from __future__ import annotations

from numba import njit

from caravan.bots.planner import PLANS_TRIED, take_best_plan
from caravan.bots.plans import RELAYS_ON, survey_plans
from caravan.bots.play_on import NO_PLAN
from caravan.bots.policies import PLAIN
from caravan.bots.records import MAX_CANDIDATES
from caravan.bots.steps import next_step
from caravan.kernel.actions import NO_ACTION, PASS_CODE


@njit(cache=True, nogil=True)
def list_candidates(state, rules, scratch, most):
    """Write the first steps of the best plans into ``scratch.candidate``.

    Parameters
    ----------
    most : int
        How many plans are looked at; where they are fewer than the planner tries until one has a step, as many as it
        tries, but no more steps are kept.

    Returns
    -------
    int
        How many candidates there are, at least one: where no plan has a step, to pass.
    """
    policy = scratch.policy[PLAIN]
    streams = scratch.stream[0]
    may_relay = policy.setting[RELAYS_ON] > 0.0
    own, unladen, rainbow, occupied = survey_plans(state, rules, policy, may_relay, streams, scratch)
    found = 0
    for _attempt in range(max(most, PLANS_TRIED)):
        index = take_best_plan(state, streams, scratch)
        if index < 0 or found == min(most, MAX_CANDIDATES):
            break
        plan = scratch.plan[index]
        code = next_step(
            state,
            rules,
            policy,
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
        if code != NO_ACTION and not is_candidate(scratch, found, code):
            note_candidate(scratch, found, code, plan.kind, plan.space, plan.load)
            found += 1
    if found == 0:
        note_candidate(scratch, found, PASS_CODE, NO_PLAN, 0, 0)
        found = 1
    return found


@njit(cache=True, nogil=True)
def is_candidate(scratch, found, code):
    """Tell whether an action is among the candidates found so far."""
    known = False
    for index in range(found):
        known = known or scratch.candidate[index].code == code
    return known


@njit(cache=True, nogil=True)
def note_candidate(scratch, index, code, kind, space, load):
    """Write a candidate."""
    candidate = scratch.candidate[index]
    candidate.code = code
    candidate.kind = kind
    candidate.space = space
    candidate.load = load
