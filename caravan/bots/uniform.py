"""The bot `random`: any distinct legal action, each equally likely."""

from __future__ import annotations

from numba import njit

from caravan.kernel.actions import cost_surveyed, count_surveyed, kth_surveyed, survey
from caravan.kernel.streams import FIRST_BOT, next_below
from caravan.kernel.turns import apply_at_cost


@njit(cache=True, nogil=True)
def choose_uniformly(state, rules, streams):
    """Choose among the legal actions of the seat to act."""
    return choose_surveyed(state, rules, survey(state, rules), streams)


@njit(cache=True, nogil=True)
def act_uniformly(state, rules, streams, step):
    """Choose for the seat to act and carry it out, with one survey for both; draws that are then due are left."""
    seen = survey(state, rules)
    code = choose_surveyed(state, rules, seen, streams)
    apply_at_cost(state, rules, code, cost_surveyed(rules, seen, code), step)


@njit(cache=True, nogil=True)
def choose_surveyed(state, rules, seen, streams):
    """Choose among the legal actions, given what `survey` saw."""
    choices = count_surveyed(state, rules, seen)
    return kth_surveyed(state, rules, seen, next_below(streams, FIRST_BOT + state.seat, choices))
