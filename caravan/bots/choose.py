"""The one place where a compiled bot is asked for its action."""

from __future__ import annotations

from numba import njit

from caravan.bots.beam import choose_by_beam
from caravan.bots.grabber import choose_greedily
from caravan.bots.planner import choose_by_plan
from caravan.bots.rollout import choose_by_rollouts
from caravan.bots.uniform import choose_uniformly
from caravan.kernel.actions import PASS_CODE, action_cost
from caravan.kernel.streams import FIRST_TIE_BREAK, next_below

FREE_ACTION_PATIENCE = 64
"""Where actions are free, one in so many is a pass instead, so that no turn goes on for ever."""

RANDOM, GRABBER, PLANNER, WEAK, MISER, COMMON, HURRIED, BEAM, ROLLOUT, EXPERT, EXPERT_DEEP = range(11)
"""A style's number is its place in `styles.STYLES`."""


@njit(cache=True, nogil=True)
def choose(state, rules, bot, streams, scratch):
    """Choose an action for the seat to act.

    Parameters
    ----------
    state : record of `kernel.layout.STATE`
        The position, which holds no order of the bag; it is not changed.
    rules : record of `kernel.layout.RULES`
    bot : record of `bots.records.BOT`
    streams : record of `kernel.streams.STREAMS`
        The seat's streams for choices and tie-breaks move on.
    scratch : record of `bots.records.SCRATCH`

    Returns
    -------
    int64
        A legal action's code.
    """
    if bot.kind == RANDOM:
        return choose_uniformly(state, rules, streams)
    if bot.kind == GRABBER:
        return choose_greedily(state, rules, streams)
    if bot.kind <= HURRIED:
        code = choose_by_plan(state, rules, bot, streams, scratch)
    elif bot.kind == BEAM:
        code = choose_by_beam(state, rules, bot, streams, scratch)
    else:
        code = choose_by_rollouts(state, rules, bot, streams, scratch)
    if code != PASS_CODE and action_cost(state, rules, code) == 0:
        patience_ends = next_below(streams, FIRST_TIE_BREAK + state.seat, FREE_ACTION_PATIENCE) == 0
        return PASS_CODE if patience_ends else code
    return code
