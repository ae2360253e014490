"""The kernel for one game at a time, called from Python: records go in as plain bytes.

Numba takes tens of microseconds to look at a record handed over from Python, but next to nothing for an array of
bytes; so each function here takes bytes, looks at them as records, and does a whole step in one call.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import njit

from caravan.kernel import actions, layout, streams, turns

# With np.record as their items' type, the fields are attributes without compilation too.
STATE = np.dtype((np.record, layout.STATE))
RULES = np.dtype((np.record, layout.RULES))
STREAMS = np.dtype((np.record, streams.STREAMS))
STEP = np.dtype((np.record, layout.STEP))

# The random streams wrap around at 64 bits; without compilation numpy warns of it.
entry: Any = np.errstate(over="ignore") if numba.config.DISABLE_JIT else njit(cache=True, nogil=True)


@entry
def start_streams(stream_bytes, seed):
    """Set the hidden draws of a game from its seed."""
    streams.start_streams(stream_bytes.view(STREAMS)[0], seed)


@entry
def start_streams_of_game(stream_bytes, master_seed, number):
    """Set the hidden draws of a game of a batch."""
    streams.start_streams(stream_bytes.view(STREAMS)[0], streams.game_seed(master_seed, number))


@entry
def set_up(state_bytes, rules_bytes, stream_bytes, step_bytes, draws):
    """Begin a game; ``draws`` are the first goods to come out of the bag, the others come from the streams."""
    state = state_bytes.view(STATE)[0]
    step = step_bytes.view(STEP)[0]
    step.count = 0
    turns.set_up(state, rules_bytes.view(RULES)[0])
    _fill(state, rules_bytes.view(RULES)[0], stream_bytes.view(STREAMS)[0], step, draws)


@entry
def play(state_bytes, rules_bytes, stream_bytes, step_bytes, code, draws):
    """Carry out an action with its draws, if it is legal; tell whether it was."""
    state = state_bytes.view(STATE)[0]
    rules = rules_bytes.view(RULES)[0]
    if not actions.is_legal(state, rules, code):
        return False
    step = step_bytes.view(STEP)[0]
    step.count = 0
    turns.apply_action(state, rules, code, step)
    _fill(state, rules, stream_bytes.view(STREAMS)[0], step, draws)
    return True


@njit(cache=True, nogil=True)
def _fill(state, rules, stream, step, draws):
    for good in draws:
        if state.to_fill != layout.FILL_NOTHING and state.bag[good] > 0:
            turns.put_good(state, rules, good, step)
    turns.fill_from_streams(state, rules, stream, step)


@entry
def count_actions(state_bytes, rules_bytes):
    """Count the legal actions."""
    return actions.count_actions(state_bytes.view(STATE)[0], rules_bytes.view(RULES)[0])


@entry
def kth_action(state_bytes, rules_bytes, index):
    """Find a legal action by its place in the order."""
    return actions.kth_action(state_bytes.view(STATE)[0], rules_bytes.view(RULES)[0], index)


@entry
def is_legal(state_bytes, rules_bytes, code):
    """Tell whether an action is legal."""
    return actions.is_legal(state_bytes.view(STATE)[0], rules_bytes.view(RULES)[0], code)


@entry
def action_cost(state_bytes, rules_bytes, code):
    """Tell what an action would cost, in actions."""
    return actions.action_cost(state_bytes.view(STATE)[0], rules_bytes.view(RULES)[0], code)


@entry
def list_actions(state_bytes, rules_bytes):
    """List the codes of all legal actions, in order."""
    state = state_bytes.view(STATE)[0]
    rules = rules_bytes.view(RULES)[0]
    codes = np.empty(actions.count_actions(state, rules), dtype=np.int64)
    actions.list_actions(state, rules, codes)
    return codes


@entry
def standings(state_bytes, rules_bytes):
    """Give every seat's score and rank: an int64 array of shape (2, players)."""
    state = state_bytes.view(STATE)[0]
    rules = rules_bytes.view(RULES)[0]
    table = np.empty((2, state.players), dtype=np.int64)
    for seat in range(state.players):
        table[0, seat] = turns.score(state, rules, seat)
        table[1, seat] = turns.rank(state, rules, seat)
    return table
