"""The cheapest chains of camels from where goods are to their cities.

For one kind of good, ``layer[good, k]`` is the set of spaces from which the good reaches its city once camels worth k
(in units of entering an empty space) have entered further spaces. The sets are grown outwards from the city, all
spaces at once, so that one search serves every good of the kind.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from caravan.bots.records import LAYERS
from caravan.kernel.bits import NONE, bit, has
from caravan.kernel.chains import grown

UNREACHABLE = LAYERS
DEAREST_ENTRY = 4


@njit(cache=True, nogil=True)
def entry_weights(rules):
    """Weigh entering an empty and an occupied space, as small positive integers, for the search alone.

    Free entries weigh something too, so that a chain of few camels is preferred.
    """
    if rules.enter_empty_cost == 0:
        return 1, min(1 + rules.enter_occupied_cost, DEAREST_ENTRY)
    occupied = (rules.enter_occupied_cost + rules.enter_empty_cost // 2) // rules.enter_empty_cost
    return 1, min(max(occupied, 1), DEAREST_ENTRY)


@njit(cache=True, nogil=True)
def classes_for(rules, good, own, unladen, rainbow, occupied):
    """Sort the open spaces by what it takes to make them a link of a chain for a kind of good.

    Returns
    -------
    held, empty, taken : uint64
        Links already; to be entered while empty; to be entered beside other camels. The city is a link only if an
        unladen camel of one's own, or the rainbow camel, stands there.
    """
    city = bit(rules.city[good])
    held = own | rainbow
    taken = occupied & ~held
    if (unladen | rainbow) & city == NONE and held & city != NONE:
        held &= ~city
        taken |= city
    return held, rules.open & ~occupied, taken


@njit(cache=True, nogil=True)
def grow_layers(scratch, rules, good, wanted, held, empty, taken):
    """Fill the layers of a kind of good until all spaces of the set ``wanted`` are reached."""
    empty_weight, taken_weight = entry_weights(rules)
    layer = scratch.layer[good]
    reached = bit(rules.city[good])
    depth = 0
    while True:
        spread = NONE
        if depth >= empty_weight:
            spread |= layer[depth - empty_weight] & empty
        if depth >= taken_weight:
            spread |= layer[depth - taken_weight] & taken
        before = reached
        reached |= grown(spread, rules) & rules.open
        while True:
            wider = reached | (grown(reached & held, rules) & rules.open)
            if wider == reached:
                break
            reached = wider
        layer[depth] = reached
        depth += 1
        if wanted & ~reached == NONE or depth == LAYERS:
            break
        if reached == before and depth > DEAREST_ENTRY + 1 and layer[depth - DEAREST_ENTRY - 1] == reached:
            break
    scratch.layers[good] = depth


@njit(cache=True, nogil=True)
def distance(scratch, good, space):
    """Look up what it still costs to link a space to the city, in empty entries; `UNREACHABLE` where not found."""
    for depth in range(scratch.layers[good]):
        if has(scratch.layer[good, depth], space):
            return depth
    return UNREACHABLE


@njit(cache=True, nogil=True)
def layer_at(scratch, good, depth):
    """Look up a layer, empty below 0."""
    if depth < 0:
        return NONE
    return scratch.layer[good, np.int64(min(depth, scratch.layers[good] - 1))]
