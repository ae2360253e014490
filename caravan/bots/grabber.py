"""The bot `grabber`: random, but it delivers, steals and picks up when it can, in that order of preference.

It never loads its last free camel.
"""

from __future__ import annotations

from numba import njit

from caravan.kernel.actions import count_entries, count_surveyed, kind_of, kth_surveyed, survey
from caravan.kernel.layout import DELIVER, PICK_UP, STEAL, UNLADEN
from caravan.kernel.streams import FIRST_BOT, next_below


@njit(cache=True, nogil=True)
def free_camels(state, rules, seat):
    """Count a seat's camels that bear no good, those off the board included."""
    total = 0
    for camel in range(rules.camels):
        if state.camel_load[seat, camel] == UNLADEN:
            total += 1
    return total


@njit(cache=True, nogil=True)
def choose_greedily(state, rules, streams):
    """Choose for the seat to act; among equally liked actions at random."""
    stream = FIRST_BOT + state.seat
    seen = survey(state, rules)
    first = count_entries(state, rules, seen)
    total = count_surveyed(state, rules, seen)
    may_load = free_camels(state, rules, state.seat) > 1
    for wanted in (DELIVER, STEAL, PICK_UP):
        if wanted != DELIVER and not may_load:
            break
        found = 0
        for index in range(first, total - 1):
            if kind_of(kth_surveyed(state, rules, seen, index)) == wanted:
                found += 1
        if found > 0:
            skip = next_below(streams, stream, found)
            for index in range(first, total - 1):
                code = kth_surveyed(state, rules, seen, index)
                if kind_of(code) == wanted:
                    if skip == 0:
                        return code
                    skip -= 1
    while True:
        code = kth_surveyed(state, rules, seen, next_below(streams, stream, total))
        if may_load or (kind_of(code) != PICK_UP and kind_of(code) != STEAL):
            return code
