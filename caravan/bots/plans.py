"""The plans of a seat: goods it carries, goods that wait, goods it could steal, each with its cost and its worth."""

from __future__ import annotations

import math

from numba import njit

from caravan.bots.grabber import free_camels
from caravan.bots.paths import UNREACHABLE, classes_for, distance, grow_layers
from caravan.kernel.actions import good_of
from caravan.kernel.bits import NONE, bit, has
from caravan.kernel.chains import occupied_spaces, rainbow_space, spaces_of_seat
from caravan.kernel.layout import NO_GOOD, UNDER, UNLADEN
from caravan.kernel.streams import FIRST_BOT, next_fraction

CARRIED, WAITING, STOLEN = range(3)
"""Kinds of plan; a theft's is `STOLEN` + the victim's seat."""

DISCOUNT, CARRIED_BONUS, STEAL_BONUS, NOISE, FREE_KEPT, USES_RAINBOW, RARE_SHARE, RELAYS_ON = range(8)
"""The settings of the style `planner`, in the registry's order."""

NEVER_STEALS = -20.0
"""A steal bonus so low that no theft is thought of."""

LATE = 0.9
"""Where goods left on camels cost points, the chance that one more is left grows by this for each good fewer in the
bag."""

LEAST_COST = 0.25
LEAST_WORTH = 0.25
"""Free entries and worthless goods still count for something: a plan once begun is finished, and the game goes on."""


@njit(cache=True, nogil=True)
def links_between(rules, space, city):
    """Count the steps from a space to a city."""
    width = rules.width
    return abs(space % width - city % width) + abs(space // width - city // width)


@njit(cache=True, nogil=True)
def relays_needed(entries, free, links):
    """Estimate how many times a good must be handed on before its delivery, because camels run out.

    Parameters
    ----------
    entries : int
        What the missing links cost, in entries of empty spaces.
    free : int
        Camels that can be moved.
    links : int
        Spaces from the good to its city, the city included.
    """
    at_hand = max(free - max(links - entries, 0), 0)
    if entries <= at_hand:
        return 0
    return (entries - at_hand + max(free, 1) - 1) // max(free, 1)


@njit(cache=True, nogil=True)
def cost_of_transport(rules, entries, free, links):
    """Estimate the actions to bring home a good that lies on a camel; see `relays_needed`."""
    transfers = 1 + relays_needed(entries, free, links)
    return entries * max(float(rules.enter_empty_cost), LEAST_COST) + transfers * rules.transfer_cost


@njit(cache=True, nogil=True)
def cost_of_presence(rules, unladen, occupied, space):
    """Tell what it costs to have an unladen camel in a space."""
    if has(unladen, space):
        return 0
    if has(occupied, space):
        return rules.enter_occupied_cost
    return rules.enter_empty_cost


@njit(cache=True, nogil=True)
def points_of(rules, bot, good):
    """Tell how many points of a good's value a bot heeds."""
    if rules.rare[good]:
        return rules.value[good] * bot.setting[RARE_SHARE]
    return float(rules.value[good])


@njit(cache=True, nogil=True)
def add_plan(state, rules, bot, may_relay, streams, scratch, kind, space, load, points, first_cost, free):
    """Weigh a plan and put it on the list: points per action, discounted by the turns it takes beyond this one.

    Unless ``may_relay``, no good is fetched that would have to be handed on in a later turn.
    """
    good = good_of(load)
    entries = distance(scratch, good, space)
    if entries == UNREACHABLE:
        return
    links = links_between(rules, space, rules.city[good])
    cost = first_cost + cost_of_transport(rules, entries, free, links)
    late = 0
    if cost > state.actions_left:
        if not may_relay and kind != CARRIED and relays_needed(entries, free, links) > 0:
            return
        late = math.ceil((cost - state.actions_left) / rules.actions_per_turn)
    worth = max(points, LEAST_WORTH) * bot.setting[DISCOUNT] ** late / max(cost, LEAST_COST)
    if bot.setting[NOISE] > 0.0:
        worth *= 1.0 + bot.setting[NOISE] * (2.0 * next_fraction(streams, FIRST_BOT + state.seat) - 1.0)
    plan = scratch.plan[scratch.plans]
    plan.worth = worth
    plan.kind = kind
    plan.space = space
    plan.load = load
    scratch.plans += 1


@njit(cache=True, nogil=True)
def survey_plans(state, rules, bot, may_relay, streams, scratch):
    """List the plans of the seat to act in the scratch record.

    Parameters
    ----------
    may_relay : bool
        Whether goods may be fetched that would have to be handed on in a later turn.

    Returns
    -------
    own, unladen, rainbow, occupied : uint64
        Spaces with a camel of the seat, with an unladen one, with the rainbow camel, and with any camel.
    """
    own, unladen, _ = spaces_of_seat(state, rules, state.seat)
    rainbow = rainbow_space(state)
    occupied = occupied_spaces(state, rules)
    free = free_camels(state, rules, state.seat)
    find_distances(state, rules, scratch, own, unladen, rainbow, occupied, free > bot.setting[FREE_KEPT])
    list_plans(state, rules, bot, may_relay, streams, scratch, unladen, occupied, free)
    return own, unladen, rainbow, occupied


@njit(cache=True, nogil=True)
def list_plans(state, rules, bot, may_relay, streams, scratch, unladen, occupied, free):
    """List the plans of the seat to act in the scratch record, once the distances are found.

    Parameters
    ----------
    may_relay : bool
        Whether goods may be fetched that would have to be handed on in a later turn.
    unladen, occupied : uint64
        Spaces with an unladen camel of the seat, and with any camel.
    free : int
        Camels of the seat that bear no good.
    """
    seat = state.seat
    scratch.plans = 0
    for camel in range(rules.camels):
        load = state.camel_load[seat, camel]
        if load != UNLADEN:
            points = points_of(rules, bot, good_of(load)) + bot.setting[CARRIED_BONUS]
            space = state.camel_space[seat, camel]
            add_plan(state, rules, bot, may_relay, streams, scratch, CARRIED, space, load, points, 0, free)
    if free <= bot.setting[FREE_KEPT]:
        return
    risk = 0.0
    if rules.triangular_penalty:
        risk = (rules.camels - free) * LATE**state.bag_left
    for number in range(rules.numbered_count):
        good = state.good_at[number]
        if good != NO_GOOD:
            space = rules.numbered[number]
            points = points_of(rules, bot, good) + state.demand_at[number] * rules.demand_value - risk
            first_cost = rules.pick_up_cost + cost_of_presence(rules, unladen, occupied, space)
            add_plan(
                state, rules, bot, may_relay, streams, scratch, WAITING, space, good + 1, points, first_cost, free - 1
            )
    if state.theft_markers[seat] == 0 or bot.setting[STEAL_BONUS] <= NEVER_STEALS:
        return
    for victim in range(state.players):
        for camel in range(rules.camels):
            load = state.camel_load[victim, camel]
            if victim != seat and UNLADEN < load < UNDER:
                space = state.camel_space[victim, camel]
                points = points_of(rules, bot, load - 1) + bot.setting[STEAL_BONUS] - risk
                first_cost = rules.steal_cost + cost_of_presence(rules, unladen, occupied, space)
                add_plan(
                    state,
                    rules,
                    bot,
                    may_relay,
                    streams,
                    scratch,
                    STOLEN + victim,
                    space,
                    load,
                    points,
                    first_cost,
                    free - 1,
                )


@njit(cache=True, nogil=True)
def find_distances(state, rules, scratch, own, unladen, rainbow, occupied, may_load):
    """Search the cheapest chains for every kind of good that a plan may be about."""
    seat = state.seat
    for good in range(rules.goods):
        wanted = NONE
        for holder in range(state.players):
            stealable = may_load and state.theft_markers[seat] > 0
            for camel in range(rules.camels):
                load = state.camel_load[holder, camel]
                if (holder == seat and good_of(load) == good) or (stealable and load == good + 1):
                    wanted |= bit(state.camel_space[holder, camel])
        if may_load:
            for number in range(rules.numbered_count):
                if state.good_at[number] == good:
                    wanted |= bit(rules.numbered[number])
        scratch.layers[good] = 0
        if wanted != NONE:
            held, empty, taken = classes_for(rules, good, own, unladen, rainbow, occupied)
            grow_layers(scratch, rules, good, wanted, held, empty, taken)
