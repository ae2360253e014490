"""The bot `random`: any distinct legal action, each equally likely."""

from __future__ import annotations

from numba import njit

from caravan.kernel.actions import count_surveyed, kth_surveyed, survey
from caravan.kernel.streams import FIRST_BOT, next_below


@njit(cache=True, nogil=True)
def choose_uniformly(state, rules, streams):
    """Choose among the legal actions of the seat to act."""
    seen = survey(state, rules)
    choices = count_surveyed(state, rules, seen)
    return kth_surveyed(state, rules, seen, next_below(streams, FIRST_BOT + state.seat, choices))
