"""The next action of a plan: get a camel to the good, load it, close the gaps of the chain, relay, deliver."""

from __future__ import annotations

from numba import njit

from caravan.bots.paths import classes_for, distance, entry_weights, layer_at
from caravan.bots.plans import CARRIED, STOLEN, USES_RAINBOW, WAITING, cost_of_presence
from caravan.kernel.actions import NO_ACTION, RAINBOW_COST, encode, good_of, rainbow_targets
from caravan.kernel.bits import NONE, bit, count, has, nth
from caravan.kernel.chains import connected, grown
from caravan.kernel.layout import (
    DELIVER,
    MOVE,
    NO_GOOD,
    OFF_BOARD,
    PICK_UP,
    PLACE,
    RAINBOW,
    STEAL,
    TRANSFER,
    UNLADEN,
)
from caravan.kernel.streams import FIRST_TIE_BREAK, next_below


@njit(cache=True, nogil=True)
def any_of(spaces, state, streams):
    """Pick a space of a set that isn't empty, each equally likely."""
    choices = count(spaces)
    if choices == 1:
        return nth(spaces, 0)
    return nth(spaces, next_below(streams, FIRST_TIE_BREAK + state.seat, choices))


@njit(cache=True, nogil=True)
def find_gaps(state, rules, streams, scratch, good, start, own, unladen, rainbow, occupied):
    """Follow a cheapest chain from a good to its city.

    Returns
    -------
    gaps : int
        How many spaces must be entered; they are in ``scratch.gap``, from the good onwards, each with what it costs
        in ``scratch.gap_cost``. -1 where no chain was found.
    chain : uint64
        The spaces connected with the good once the gaps are closed.
    """
    city = rules.city[good]
    held, empty, taken = classes_for(rules, good, own, unladen, rainbow, occupied)
    empty_weight, taken_weight = entry_weights(rules)
    links = held | bit(start)
    chain = connected(bit(start), links, rules)
    left = distance(scratch, good, start)
    gaps = 0
    while not has(chain, city):
        frontier = grown(chain, rules) & ~chain
        cheap = frontier & empty & layer_at(scratch, good, left - empty_weight)
        dear = frontier & taken & layer_at(scratch, good, left - taken_weight)
        if cheap != NONE:
            space = any_of(cheap, state, streams)
            left -= empty_weight
            cost = rules.enter_empty_cost
        elif dear != NONE:
            space = any_of(dear, state, streams)
            left -= taken_weight
            cost = rules.enter_occupied_cost
        else:
            return -1, chain
        scratch.gap[gaps] = space
        scratch.gap_cost[gaps] = cost
        gaps += 1
        links |= bit(space)
        chain = connected(chain | bit(space), links, rules)
    return gaps, chain


@njit(cache=True, nogil=True)
def enter(state, rules, camel, target):
    """Write the action that brings a camel of the seat to act into a space."""
    source = state.camel_space[state.seat, camel]
    if source == OFF_BOARD:
        return encode(PLACE, -1, target, 0, -1)
    return encode(MOVE, source, target, 0, -1)


@njit(cache=True, nogil=True)
def spare_camel(state, rules, streams, start, city, links, rainbow, excluded):
    """Find the camel that is missed least: off the board, or not needed for the chain and not beside a good.

    Parameters
    ----------
    links : uint64
        The chain's links, gaps to be closed included.
    excluded : int
        A space whose camels are not to be moved, -1 for none.

    Returns
    -------
    int
        The camel; -1 where all are needed.
    """
    seat = state.seat
    best = -1
    least = 1 << 30
    ties = 1
    for camel in range(rules.camels):
        if state.camel_load[seat, camel] != UNLADEN:
            continue
        space = state.camel_space[seat, camel]
        if space == OFF_BOARD:
            return camel
        if space == excluded:
            continue
        missed = 0
        if needed_at(state, rules, camel, start, city, links, rainbow):
            continue
        number = rules.number_at[space]
        if number >= 0 and state.good_at[number] != NO_GOOD:
            missed += 2
        if missed < least:
            best, least, ties = camel, missed, 1
        elif missed == least:
            ties += 1
            if next_below(streams, FIRST_TIE_BREAK + seat, ties) == 0:
                best = camel
    return best


@njit(cache=True, nogil=True)
def needed_at(state, rules, camel, start, city, links, rainbow):
    """Tell whether the chain breaks when a camel leaves its space."""
    seat = state.seat
    space = state.camel_space[seat, camel]
    if not has(links, space):
        return False
    for other in range(rules.camels):
        stays = other != camel and state.camel_space[seat, other] == space
        if stays and (state.camel_load[seat, other] == UNLADEN or space != city):
            return False
    if has(rainbow, space):
        return False
    return not has(connected(bit(start), (links & ~bit(space)) | bit(start), rules), city)


@njit(cache=True, nogil=True)
def rainbow_pays(state, rules, scratch, stuck, in_use):
    """Tell whether the rainbow camel should close the last gap of a chain, for a delivery in the same turn.

    Parameters
    ----------
    stuck : bool
        Whether no camel can be spared, so that a relay would be needed.
    in_use : bool
        Whether the rainbow camel is a link already.
    """
    saves = stuck or scratch.gap_cost[0] - RAINBOW_COST >= rules.demand_value
    in_time = state.actions_left >= RAINBOW_COST + rules.transfer_cost
    return saves and in_time and not in_use and has(rainbow_targets(state, rules), scratch.gap[0])


@njit(cache=True, nogil=True)
def next_step(state, rules, bot, streams, scratch, kind, start, load, own, unladen, rainbow, occupied):
    """Find the next action of a plan.

    Parameters
    ----------
    bot : record of `bots.records.BOT`
        With the settings of the style `planner`.
    kind : int
        `CARRIED`, `WAITING`, or `STOLEN` + the victim's seat.
    start : int
        The space the good is in.
    load : int
        The good as a load.

    Returns
    -------
    int64
        A legal action's code, `NO_ACTION` where nothing useful can be afforded.
    """
    good = good_of(load)
    city = rules.city[good]
    gaps, chain = find_gaps(state, rules, streams, scratch, good, start, own, unladen, rainbow, occupied)
    if gaps < 0:
        return NO_ACTION
    links = (own & chain) | (rainbow & chain) | bit(start)
    for gap in range(gaps):
        links |= bit(scratch.gap[gap])

    if kind != CARRIED:
        if has(unladen, start):
            if kind == WAITING:
                if rules.pick_up_cost <= state.actions_left:
                    return encode(PICK_UP, start, start, load, -1)
            elif rules.steal_cost <= state.actions_left:
                return encode(STEAL, start, start, load, kind - STOLEN)
            return NO_ACTION
        if cost_of_presence(rules, unladen, occupied, start) > state.actions_left:
            return NO_ACTION
        camel = spare_camel(state, rules, streams, start, city, links, rainbow, start)
        if camel < 0:
            camel = camel_ahead(state, rules, NONE, start)
        if camel < 0:
            return NO_ACTION
        return enter(state, rules, camel, start)

    if gaps == 0:
        if rules.transfer_cost <= state.actions_left:
            return encode(DELIVER, start, city, load, -1)
        return NO_ACTION
    camel = spare_camel(state, rules, streams, start, city, links, rainbow, -1)
    in_use = links & rainbow != NONE
    if gaps == 1 and bot.setting[USES_RAINBOW] > 0.0 and rainbow_pays(state, rules, scratch, camel < 0, in_use):
        return encode(RAINBOW, state.rainbow, scratch.gap[0], 0, -1)
    if camel >= 0:
        for gap in range(gaps):
            if scratch.gap_cost[gap] <= state.actions_left and scratch.gap[gap] != state.camel_space[state.seat, camel]:
                return enter(state, rules, camel, scratch.gap[gap])
        return NO_ACTION
    return relay(state, rules, streams, scratch, start, load, own, unladen, rainbow)


@njit(cache=True, nogil=True)
def relay(state, rules, streams, scratch, start, load, own, unladen, rainbow):
    """Hand a good on to the camel nearest the first gap, which frees those behind it; or fetch a camel from ahead."""
    gap = scratch.gap[0]
    within = connected(bit(start), own | rainbow, rules)
    near = bit(gap)
    for _ in range(rules.spaces):
        found = near & within & unladen
        if found != NONE:
            if rules.transfer_cost > state.actions_left:
                return NO_ACTION
            return encode(TRANSFER, start, any_of(found, state, streams), load, -1)
        if has(near, start):
            break
        near = near | (grown(near, rules) & within)
    if scratch.gap_cost[0] > state.actions_left:
        return NO_ACTION
    camel = camel_ahead(state, rules, within, -1)
    if camel < 0:
        return NO_ACTION
    return enter(state, rules, camel, gap)


@njit(cache=True, nogil=True)
def camel_ahead(state, rules, within, excluded):
    """Find an unladen camel that isn't in the set ``within`` nor in the space ``excluded``; -1 where there is none."""
    seat = state.seat
    for camel in range(rules.camels):
        if state.camel_load[seat, camel] == UNLADEN:
            space = state.camel_space[seat, camel]
            if space == OFF_BOARD or (space != excluded and not has(within, space)):
                return camel
    return -1
