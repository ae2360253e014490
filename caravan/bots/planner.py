"""The bot `planner`: brings one good home at a time, the one that pays best per action, and thinks anew at every action.

Its plans are goods on its camels, goods on the board and goods it could steal. A plan's worth is its points over its
cost in actions, less for every turn it takes beyond the present one.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from caravan.bots.grabber import free_camels
from caravan.bots.paths import UNREACHABLE, classes_for, distance, grow_layers
from caravan.bots.steps import next_step
from caravan.kernel.actions import NO_ACTION, PASS_CODE, action_cost
from caravan.kernel.bits import NONE, bit, has
from caravan.kernel.chains import rainbow_space, spaces_of_opponents, spaces_of_seat
from caravan.kernel.layout import NO_GOOD, UNDER, UNLADEN
from caravan.kernel.streams import FIRST_BOT, FIRST_TIE_BREAK, next_below, next_fraction

DISCOUNT, CARRIED_BONUS, STEAL_BONUS, NOISE, FREE_KEPT = range(5)
CARRIED, WAITING, STOLEN = range(3)
FREE_ACTION_PATIENCE = 64
LEAST_COST = 0.25
LEAST_WORTH = 0.25
"""Free entries and worthless goods still count for something: a plan once begun is finished, and the game goes on."""


@njit(cache=True, nogil=True)
def plan_cost(rules, entries, free, links):
    """Estimate the actions to bring home a good that lies on a camel.

    Parameters
    ----------
    entries : int
        What the missing links cost, in entries of empty spaces.
    free : int
        Camels that can be moved.
    links : int
        Spaces from the good to its city, the city included.
    """
    entry_cost = max(float(rules.enter_empty_cost), LEAST_COST)
    at_hand = max(free - max(links - entries, 0), 0)
    transfers = 1
    if entries > at_hand:
        transfers += (entries - at_hand + max(free, 1) - 1) // max(free, 1)
    return entries * entry_cost + transfers * rules.transfer_cost


@njit(cache=True, nogil=True)
def links_between(rules, space, city):
    """Count the steps from a space to a city."""
    width = rules.width
    return abs(space % width - city % width) + abs(space // width - city // width)


@njit(cache=True, nogil=True)
def worth(state, rules, bot, points, cost):
    """Weigh a plan: points per action, discounted by the turns it takes beyond this one."""
    late = 0
    if cost > state.actions_left:
        late = math.ceil((cost - state.actions_left) / rules.actions_per_turn)
    return max(points, LEAST_WORTH) * bot.setting[DISCOUNT] ** late / max(cost, LEAST_COST)


@njit(cache=True, nogil=True)
def judged(state, bot, streams, value):
    """Blur the worth of a plan by the bot's noise."""
    if bot.setting[NOISE] == 0.0:
        return value
    off = 2.0 * next_fraction(streams, FIRST_BOT + state.seat) - 1.0
    return value * (1.0 + bot.setting[NOISE] * off)


@njit(cache=True, nogil=True)
def choose_by_plan(state, rules, bot, streams, scratch):
    """Choose for the seat to act: the next step of the best plan that has one it can afford."""
    seat = state.seat
    own, unladen, off_board = spaces_of_seat(state, rules, seat)
    others, stealable = spaces_of_opponents(state, rules, seat)
    rainbow = rainbow_space(state)
    occupied = own | others | rainbow
    free = free_camels(state, rules, seat)
    may_load = free > bot.setting[FREE_KEPT]
    may_steal = may_load and state.theft_markers[seat] > 0

    find_distances(state, rules, scratch, own, unladen, rainbow, occupied, may_load, may_steal)

    best_code = NO_ACTION
    worth_limit = np.inf
    for attempt in range(4):
        best = 0.0
        kind, where, which = -1, -1, -1
        for camel in range(rules.camels):
            load = state.camel_load[seat, camel]
            if load != UNLADEN:
                space = state.camel_space[seat, camel]
                good = (load & (UNDER - 1)) - 1
                entries = distance(scratch, good, space)
                if entries < UNREACHABLE:
                    cost = plan_cost(rules, entries, free, links_between(rules, space, rules.city[good]))
                    value = judged(state, bot, streams, worth(state, rules, bot, rules.value[good] + bot.setting[CARRIED_BONUS], cost))
                    if value > best and value < worth_limit:
                        best, kind, where, which = value, CARRIED, space, load
        if may_load:
            for number in range(rules.numbered_count):
                good = state.good_at[number]
                if good != NO_GOOD:
                    space = rules.numbered[number]
                    entries = distance(scratch, good, space)
                    if entries < UNREACHABLE:
                        cost = plan_cost(rules, entries, free - 1, links_between(rules, space, rules.city[good]))
                        cost += rules.pick_up_cost + cost_of_entry(rules, unladen, occupied, space)
                        points = rules.value[good] + state.demand_at[number] * rules.demand_value
                        value = judged(state, bot, streams, worth(state, rules, bot, points, cost))
                        if value > best and value < worth_limit:
                            best, kind, where, which = value, WAITING, space, good + 1
        if may_steal:
            for victim in range(state.players):
                if victim != seat:
                    for camel in range(rules.camels):
                        load = state.camel_load[victim, camel]
                        if UNLADEN < load < UNDER:
                            space = state.camel_space[victim, camel]
                            entries = distance(scratch, load - 1, space)
                            if entries < UNREACHABLE:
                                links = links_between(rules, space, rules.city[load - 1])
                                cost = plan_cost(rules, entries, free - 1, links)
                                cost += rules.steal_cost + cost_of_entry(rules, unladen, occupied, space)
                                points = rules.value[load - 1] + bot.setting[STEAL_BONUS]
                                value = judged(state, bot, streams, worth(state, rules, bot, points, cost))
                                if value > best and value < worth_limit:
                                    best, kind, where, which = value, STOLEN + victim, space, load
        if kind < 0:
            break
        best_code = next_step(state, rules, streams, scratch, kind, where, which, own, unladen, rainbow, occupied)
        if best_code != NO_ACTION:
            break
        worth_limit = best
    if best_code == NO_ACTION:
        return PASS_CODE
    if action_cost(state, rules, best_code) == 0:
        if next_below(streams, FIRST_TIE_BREAK + seat, FREE_ACTION_PATIENCE) == 0:
            return PASS_CODE
    return best_code


@njit(cache=True, nogil=True)
def cost_of_entry(rules, unladen, occupied, space):
    """Tell what it costs to have an unladen camel in a space."""
    if has(unladen, space):
        return 0
    if has(occupied, space):
        return rules.enter_occupied_cost
    return rules.enter_empty_cost


@njit(cache=True, nogil=True)
def find_distances(state, rules, scratch, own, unladen, rainbow, occupied, may_load, may_steal):
    """Search the cheapest chains for every kind of good that a plan may be about."""
    seat = state.seat
    for good in range(rules.goods):
        wanted = NONE
        for camel in range(rules.camels):
            if state.camel_load[seat, camel] & (UNDER - 1) == good + 1:
                wanted |= bit(state.camel_space[seat, camel])
        if may_load:
            for number in range(rules.numbered_count):
                if state.good_at[number] == good:
                    wanted |= bit(rules.numbered[number])
        if may_steal:
            for victim in range(state.players):
                if victim != seat:
                    for camel in range(rules.camels):
                        if state.camel_load[victim, camel] == good + 1:
                            wanted |= bit(state.camel_space[victim, camel])
        scratch.layers[good] = 0
        if wanted != NONE:
            held, empty, taken = classes_for(rules, good, own, unladen, rainbow, occupied)
            grow_layers(scratch, rules, good, wanted, held, empty, taken)
