"""What a seat's prospects are made of: the features from which its points still to come are foretold.

What is foretold counts only in comparison with the other seats: whatever is the same for all is left out. All features
are in points, so that a rule set in which everything is worth twice as much is foretold twice as much. The weights
differ with the number of players; they are learned from games (`caravan.training`) or set by hand (`weights`).
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from caravan.bots.grabber import free_camels
from caravan.bots.paths import UNREACHABLE, classes_for, distance, grow_layers
from caravan.bots.plans import cost_of_presence, cost_of_transport, links_between
from caravan.bots.records import FEATURES
from caravan.kernel.actions import good_of
from caravan.kernel.bits import NONE, bit
from caravan.kernel.chains import occupied_spaces, rainbow_space, spaces_of_seat
from caravan.kernel.layout import NO_GOOD, RUNNING, UNDER, UNLADEN
from caravan.kernel.turns import penalty, rank, score

FEATURE_NAMES = (
    "carried_near",
    "carried_at_hand",
    "free_camels",
    "two_free_camels",
    "exposed_to_theft",
    "waiting",
    "markers_near",
    "best_waiting",
    "second_waiting",
    "best_theft",
    "theft_marker",
    "actions_left",
    "seats_to_wait",
    "late_carried",
    "late_waiting",
    "late_free_camels",
    "last_carried",
    "last_waiting",
    "last_free_camels",
    "late_penalty",
)
"""Names of the features, in the order in which `describe` writes them."""

(
    CARRIED_NEAR,
    CARRIED_AT_HAND,
    FREE_CAMELS,
    TWO_FREE_CAMELS,
    EXPOSED_TO_THEFT,
    WAITING,
    MARKERS_NEAR,
    BEST_WAITING,
    SECOND_WAITING,
    BEST_THEFT,
    THEFT_MARKER,
    ACTIONS_LEFT,
    SEATS_TO_WAIT,
    LATE_CARRIED,
    LATE_WAITING,
    LATE_FREE_CAMELS,
    LAST_CARRIED,
    LAST_WAITING,
    LAST_FREE_CAMELS,
    LATE_PENALTY,
) = range(FEATURES)

DEAREST = 63
_COSTS = np.arange(DEAREST + 1)
_MEDIUM = 0.85**_COSTS
_FAST = 0.8**_COSTS
_FASTER = 0.65**_COSTS
_LATE = 0.9**_COSTS

WIN = 6.0
"""Points that a win is worth beyond its margin, and a defeat worse than its own, where the game has ended."""


@njit(cache=True, nogil=True)
def usual_value(rules):
    """Mean points of a good, over all that are in the game."""
    total = 0
    goods = 0
    for good in range(rules.goods):
        copies = rules.rare_count if rules.rare[good] else rules.common_count
        total += copies * rules.value[good]
        goods += copies
    return total / max(goods, 1)


@njit(cache=True, nogil=True)
def find_all_distances(state, rules, scratch, seat, own, unladen, rainbow, occupied):
    """Search the cheapest chains of a seat for all goods that it carries, could steal or could pick up."""
    thief = state.theft_markers[seat] > 0
    for good in range(rules.goods):
        wanted = NONE
        for holder in range(state.players):
            if holder == seat or thief:
                for camel in range(rules.camels):
                    load = state.camel_load[holder, camel]
                    if load == good + 1 or (holder == seat and good_of(load) == good):
                        wanted |= bit(state.camel_space[holder, camel])
        for number in range(rules.numbered_count):
            if state.good_at[number] == good:
                wanted |= bit(rules.numbered[number])
        scratch.layers[good] = 0
        if wanted != NONE:
            held, empty, taken = classes_for(rules, good, own, unladen, rainbow, occupied)
            grow_layers(scratch, rules, good, wanted, held, empty, taken)


@njit(cache=True, nogil=True)
def actions_to_city(rules, scratch, good, space, free, first_cost):
    """Estimate the actions from now to the delivery of a good, at most `DEAREST`; -1 where there is no way."""
    entries = distance(scratch, good, space)
    if entries == UNREACHABLE:
        return -1
    cost = first_cost + cost_of_transport(rules, entries, free, links_between(rules, space, rules.city[good]))
    return min(np.int64(math.ceil(cost)), DEAREST)


@njit(cache=True, nogil=True)
def describe(state, rules, scratch, seat, occupied):
    """Write the features of a seat into ``scratch.feature``."""
    feature = scratch.feature
    for index in range(FEATURES):
        feature[index] = 0.0
    own, unladen, _ = spaces_of_seat(state, rules, seat)
    find_all_distances(state, rules, scratch, seat, own, unladen, rainbow_space(state), occupied)
    free = free_camels(state, rules, seat)
    usual = usual_value(rules)
    describe_carried(state, rules, scratch, seat, free, usual)
    describe_waiting(state, rules, scratch, unladen, occupied, free)
    if state.theft_markers[seat] > 0:
        feature[BEST_THEFT] = best_theft(state, rules, scratch, seat, unladen, occupied, free)
        feature[THEFT_MARKER] = usual
    feature[FREE_CAMELS] = free * usual
    if free >= 2:
        feature[TWO_FREE_CAMELS] = usual
    late = _LATE[min(state.bag_left, DEAREST)]
    last = 1.0 if state.bag_left == 0 else 0.0
    feature[LATE_CARRIED] = late * feature[CARRIED_NEAR]
    feature[LATE_WAITING] = late * feature[WAITING]
    feature[LATE_FREE_CAMELS] = late * feature[FREE_CAMELS]
    feature[LAST_CARRIED] = last * feature[CARRIED_NEAR]
    feature[LAST_WAITING] = last * feature[WAITING]
    feature[LAST_FREE_CAMELS] = last * feature[FREE_CAMELS]
    feature[LATE_PENALTY] = late * penalty(state, rules, seat)


@njit(cache=True, nogil=True)
def describe_carried(state, rules, scratch, seat, free, usual):
    """Write the features of goods on camels, and of the time left."""
    feature = scratch.feature
    left = state.actions_left if state.seat == seat else 0
    thieves = False
    for other in range(state.players):
        if other != seat and state.theft_markers[other] > 0:
            thieves = True
    for camel in range(rules.camels):
        load = state.camel_load[seat, camel]
        if load != UNLADEN:
            good = good_of(load)
            value = float(rules.value[good])
            if thieves and load < UNDER:
                feature[EXPOSED_TO_THEFT] += value
            cost = actions_to_city(rules, scratch, good, state.camel_space[seat, camel], free, 0)
            if cost >= 0:
                feature[CARRIED_NEAR] += value * _FAST[cost]
                if cost <= left:
                    feature[CARRIED_AT_HAND] += value
    feature[ACTIONS_LEFT] = left * usual
    feature[SEATS_TO_WAIT] = ((seat - state.seat + state.players) % state.players) * usual


@njit(cache=True, nogil=True)
def describe_waiting(state, rules, scratch, unladen, occupied, free):
    """Write the features of goods on numbered spaces."""
    feature = scratch.feature
    for number in range(rules.numbered_count):
        good = state.good_at[number]
        if good == NO_GOOD:
            continue
        space = rules.numbered[number]
        demand = float(state.demand_at[number] * rules.demand_value)
        first_cost = rules.pick_up_cost + cost_of_presence(rules, unladen, occupied, space)
        cost = actions_to_city(rules, scratch, good, space, max(free - 1, 1), first_cost)
        if cost >= 0:
            near = min(first_cost, DEAREST)
            value = rules.value[good] * _MEDIUM[cost] + demand * _FASTER[near]
            feature[WAITING] += value
            feature[MARKERS_NEAR] += demand * _FASTER[near]
            if value > feature[BEST_WAITING]:
                feature[SECOND_WAITING] = feature[BEST_WAITING]
                feature[BEST_WAITING] = value
            elif value > feature[SECOND_WAITING]:
                feature[SECOND_WAITING] = value


@njit(cache=True, nogil=True)
def best_theft(state, rules, scratch, seat, unladen, occupied, free):
    """Find the points, discounted by their cost, of the best good that a seat could steal."""
    best = 0.0
    for victim in range(state.players):
        if victim == seat:
            continue
        for camel in range(rules.camels):
            load = state.camel_load[victim, camel]
            if UNLADEN < load < UNDER:
                space = state.camel_space[victim, camel]
                first_cost = rules.steal_cost + cost_of_presence(rules, unladen, occupied, space)
                cost = actions_to_city(rules, scratch, load - 1, space, max(free - 1, 1), first_cost)
                if cost >= 0:
                    best = max(best, rules.value[load - 1] * _MEDIUM[cost])
    return best


@njit(cache=True, nogil=True)
def foretell(state, rules, bot, scratch):
    """Write every seat's final score, up to what is the same for all seats, into ``scratch.foretold``."""
    occupied = occupied_spaces(state, rules)
    for seat in range(state.players):
        points = float(score(state, rules, seat))
        if state.end_reason == RUNNING:
            describe(state, rules, scratch, seat, occupied)
            for index in range(FEATURES):
                points += scratch.feature[index] * bot.weight[state.players - 2, index]
        scratch.foretold[seat] = points


@njit(cache=True, nogil=True)
def win_share(state, rules, seat):
    """Tell a seat's share of the win, were the game to end now."""
    winners = 0
    for other in range(state.players):
        if rank(state, rules, other) == 1:
            winners += 1
    return 1.0 / winners if rank(state, rules, seat) == 1 else 0.0


@njit(cache=True, nogil=True)
def judge(state, rules, bot, scratch, seat):
    """Tell how good a position is for a seat.

    Returns
    -------
    float
        The lead to be expected, half over the mean of the others and half over the best of them; in points.
    """
    foretell(state, rules, bot, scratch)
    total = 0.0
    best = -1e9
    for other in range(state.players):
        if other != seat:
            total += scratch.foretold[other]
            best = max(best, scratch.foretold[other])
    lead = scratch.foretold[seat] - 0.5 * total / (state.players - 1) - 0.5 * best
    if state.end_reason != RUNNING:
        lead += WIN * (2.0 * win_share(state, rules, seat) - 1.0)
    return lead
