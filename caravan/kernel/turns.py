"""What an action does, and how turns, refills and the game's end follow from it.

Nothing here draws at random. Where goods are to be drawn (``state.to_fill``), the caller draws each and hands it to
`put_good`: from the random stream in a new game, from the rows of a log in a replay, from samples in a bot's search.

What happened is written into a step (`layout.STEP`): the caller empties it (``step.count = 0``) before it fills up,
that is at least once per action with its draws, and keeps the rows or not.
"""

from __future__ import annotations

from numba import njit

from caravan.kernel.actions import (
    action_cost,
    count_actions,
    good_of,
    kind_of,
    load_of,
    source_of,
    target_of,
    victim_of,
)
from caravan.kernel.layout import (
    DELIVER,
    DEMAND,
    END,
    ENDED_BY_DEADLOCK,
    ENDED_BY_DELIVERY,
    ENDED_BY_TURN_LIMIT,
    FILL_NOTHING,
    FILL_REFILL,
    FILL_SET_UP,
    MAX_NUMBERED,
    MAX_SEATS,
    MOVE,
    NO_GOOD,
    OFF_BOARD,
    PASS,
    PICK_UP,
    PLACE,
    RAINBOW,
    REFILL,
    RUNNING,
    SEED,
    STEAL,
    TRANSFER,
    UNDER,
    UNLADEN,
)
from caravan.kernel.streams import draw_good

MORE_THAN_ALL_GOODS = 4096


@njit(cache=True, nogil=True)
def write_row(step, state, seat, action, cost, left, source, target, good, under, demand, victim, points, reason):
    """Append an event row to a step."""
    row = step.rows[step.count]
    row.turn = state.turn
    row.seat = seat
    row.action = action
    row.cost = cost
    row.actions_left = left
    row.source = source
    row.target = target
    row.good = good
    row.under = under
    row.demand = demand
    row.victim = victim
    row.points = points
    row.end_reason = reason
    step.count += 1


@njit(cache=True, nogil=True)
def set_up(state, rules):
    """Make a record the position before the first good is drawn; the numbered spaces are then to be filled."""
    state.turn = 0
    state.seat = 0
    state.players = rules.players
    state.actions_left = 0
    state.since_refill = 0
    state.to_fill = FILL_SET_UP
    state.forced_passes = 0
    state.rainbow = OFF_BOARD
    state.end_reason = RUNNING
    state.bag_left = 0
    state.bag[:] = 0
    for good in range(rules.goods):
        copies = rules.rare_count if rules.rare[good] else rules.common_count
        state.bag[good] = copies
        state.bag_left += copies
    for seat in range(MAX_SEATS):
        state.theft_markers[seat] = rules.theft_markers if seat < rules.players else 0
        state.demand[seat] = 0
        state.rare[seat] = 0
        state.common[seat] = 0
    state.camel_space[:] = OFF_BOARD
    state.camel_load[:] = UNLADEN
    for number in range(MAX_NUMBERED):
        state.good_at[number] = NO_GOOD
        state.demand_at[number] = 0


@njit(cache=True, nogil=True)
def first_empty_number(state):
    """Find which numbered space, counted from 0, the next good drawn goes to; one must be empty."""
    number = 0
    while state.good_at[number] != NO_GOOD:
        number += 1
    return number


@njit(cache=True, nogil=True)
def put_good(state, rules, good, step):
    """Put a good drawn from the bag onto the first empty numbered space, and go on with the game once all are full.

    Parameters
    ----------
    good : int
        A kind of which the bag holds at least one; ``state.to_fill`` must be set.
    """
    number = first_empty_number(state)
    state.good_at[number] = good
    state.bag[good] -= 1
    state.bag_left -= 1
    demand = 0
    action = REFILL
    if state.to_fill == FILL_SET_UP:
        demand = rules.starting_demand[number]
        action = SEED
    state.demand_at[number] = demand
    write_row(step, state, 0, action, 0, 0, -1, rules.numbered[number], good, -1, demand, 0, 0, 0)
    if state.bag_left > 0:
        for later in range(number + 1, rules.numbered_count):
            if state.good_at[later] == NO_GOOD:
                return
    if state.to_fill == FILL_SET_UP:
        give_starting_points(state, rules, step)
    state.to_fill = FILL_NOTHING
    begin_turns(state, rules, step)


@njit(cache=True, nogil=True)
def give_starting_points(state, rules, step):
    """Write the points that seats have before the first turn; `score` counts them from the rules."""
    for seat in range(state.players):
        points = rules.starting_points[seat]
        if points > 0:
            write_row(step, state, seat + 1, SEED, 0, 0, -1, -1, -1, -1, 0, 0, points, 0)


@njit(cache=True, nogil=True)
def begin_turns(state, rules, step):
    """Where no actions are left, begin the next turn that has any, or end the game at the turn limit."""
    while state.actions_left == 0:
        if state.turn >= rules.turn_limit:
            end_game(state, rules, ENDED_BY_TURN_LIMIT, step)
            return
        state.seat = state.turn % state.players
        state.turn += 1
        if state.turn <= rules.opening_turns:
            state.actions_left = rules.opening_actions[state.turn - 1]
        else:
            state.actions_left = rules.actions_per_turn


@njit(cache=True, nogil=True)
def undelivered(state, rules, seat):
    """Count the goods on a seat's camels."""
    total = 0
    for camel in range(rules.camels):
        if state.camel_load[seat, camel] != UNLADEN:
            total += 1
    return total


@njit(cache=True, nogil=True)
def penalty(state, rules, seat):
    """Points that a seat loses, were the game to end now, for its undelivered goods; 0 or more."""
    if not rules.triangular_penalty:
        return 0
    goods = undelivered(state, rules, seat)
    return goods * (goods - 1) // 2


@njit(cache=True, nogil=True)
def end_game(state, rules, reason, step):
    """End the game, and write its penalties and its end."""
    state.end_reason = reason
    for seat in range(state.players):
        lost = penalty(state, rules, seat)
        if lost > 0:
            write_row(step, state, seat + 1, END, 0, 0, -1, -1, -1, -1, 0, 0, -lost, 0)
    write_row(step, state, 0, END, 0, 0, -1, -1, -1, -1, 0, 0, 0, reason)


@njit(cache=True, nogil=True)
def score(state, rules, seat):
    """Points of a seat: those at the start, goods delivered, markers kept and, once the game has ended, the penalty."""
    points = (
        rules.starting_points[seat]
        + state.rare[seat] * rules.rare_value
        + state.common[seat] * rules.common_value
        + state.demand[seat] * rules.demand_value
    )
    if state.end_reason != RUNNING:
        points -= penalty(state, rules, seat)
    return points


@njit(cache=True, nogil=True)
def standing(points, goods, rules):
    """Give the number that orders the seats: by score and then, where the tie-break is in force, by goods delivered."""
    value = points * MORE_THAN_ALL_GOODS
    if rules.most_goods_breaks_ties:
        value += goods
    return value


@njit(cache=True, nogil=True)
def standing_of(state, rules, seat):
    """Give a seat's standing in a position."""
    return standing(score(state, rules, seat), state.rare[seat] + state.common[seat], rules)


@njit(cache=True, nogil=True)
def rank(state, rules, seat):
    """Rank of a seat from 1, counting equals once (1, 1, 3), after the tie-break in force."""
    own = standing_of(state, rules, seat)
    place = 1
    for other in range(state.players):
        if standing_of(state, rules, other) > own:
            place += 1
    return place


@njit(cache=True, nogil=True)
def camel_with(state, rules, seat, space, load):
    """Find a camel of a seat by its space and load; -1 where there is none."""
    for camel in range(rules.camels):
        if state.camel_space[seat, camel] == space and state.camel_load[seat, camel] == load:
            return camel
    return -1


@njit(cache=True, nogil=True)
def start_refill(state, rules, step):
    """Add demand markers to the goods still there, and ask for the empty numbered spaces to be filled."""
    state.since_refill = 0
    state.to_fill = FILL_REFILL
    if rules.refill_demand == 0:
        return
    for number in range(rules.numbered_count):
        good = state.good_at[number]
        if good != NO_GOOD:
            state.demand_at[number] += rules.refill_demand
            space = rules.numbered[number]
            write_row(step, state, 0, DEMAND, 0, 0, -1, space, good, -1, rules.refill_demand, 0, 0, 0)


@njit(cache=True, nogil=True)
def apply_action(state, rules, code, step):
    """Carry out a legal action of the seat to act, and all that follows from it up to the next draw or decision."""
    apply_at_cost(state, rules, code, action_cost(state, rules, code), step)


@njit(cache=True, nogil=True)
def apply_at_cost(state, rules, code, cost, step):
    """Do as `apply_action` where the action's cost is known already."""
    seat = state.seat
    kind = kind_of(code)
    source = source_of(code)
    target = target_of(code)
    load = load_of(code)
    left = state.actions_left - cost
    if kind == PASS:
        pass_turn(state, rules, step)
        return
    state.forced_passes = 0
    state.actions_left = left
    if kind in (PLACE, MOVE):
        camel = camel_with(state, rules, seat, source, UNLADEN)
        state.camel_space[seat, camel] = target
        write_row(step, state, seat + 1, kind, cost, left, source, target, -1, -1, 0, 0, 0, 0)
    elif kind == PICK_UP:
        camel = camel_with(state, rules, seat, source, UNLADEN)
        number = rules.number_at[source]
        good = state.good_at[number]
        markers = state.demand_at[number]
        state.camel_load[seat, camel] = good + 1
        state.good_at[number] = NO_GOOD
        state.demand_at[number] = 0
        state.demand[seat] += markers
        points = markers * rules.demand_value
        write_row(step, state, seat + 1, kind, cost, left, source, target, good, -1, markers, 0, points, 0)
        state.since_refill += 1
        if state.since_refill >= rules.refill_after and state.bag_left > 0:
            start_refill(state, rules, step)
            return
    elif kind in (TRANSFER, DELIVER):
        good = good_of(load)
        under = 1 if load >= UNDER else 0
        camel = camel_with(state, rules, seat, source, load)
        state.camel_load[seat, camel] = UNLADEN
        points = 0
        if kind == DELIVER:
            points = rules.value[good]
            if rules.rare[good]:
                state.rare[seat] += 1
            else:
                state.common[seat] += 1
        else:
            receiver = camel_with(state, rules, seat, target, UNLADEN)
            state.camel_load[seat, receiver] = good + 1
        write_row(step, state, seat + 1, kind, cost, left, source, target, good, under, 0, 0, points, 0)
        if kind == DELIVER and state.bag_left == 0:
            end_game(state, rules, ENDED_BY_DELIVERY, step)
            return
    elif kind == STEAL:
        victim = victim_of(code)
        thief = camel_with(state, rules, seat, source, UNLADEN)
        robbed = camel_with(state, rules, victim, source, load)
        state.camel_load[victim, robbed] = UNLADEN
        state.camel_load[seat, thief] = load + UNDER
        state.theft_markers[seat] -= 1
        if rules.theft_marker_to_victim:
            state.theft_markers[victim] += 1
        write_row(step, state, seat + 1, kind, cost, left, source, target, load - 1, -1, 0, victim + 1, 0, 0)
    elif kind == RAINBOW:
        state.demand[seat] -= 1
        state.rainbow = target
        points = -rules.demand_value
        write_row(step, state, seat + 1, kind, cost, left, source, target, -1, -1, -1, 0, points, 0)
    begin_turns(state, rules, step)


@njit(cache=True, nogil=True)
def pass_turn(state, rules, step):
    """End a turn early; a round of passes that were each the only legal action ends the game."""
    seat = state.seat
    forced = count_actions(state, rules) == 1
    write_row(step, state, seat + 1, PASS, 0, state.actions_left, -1, -1, -1, -1, 0, 0, 0, 0)
    state.actions_left = 0
    if forced:
        state.forced_passes |= 1 << seat
        if state.forced_passes == (1 << state.players) - 1:
            end_game(state, rules, ENDED_BY_DEADLOCK, step)
            return
    else:
        state.forced_passes = 0
    begin_turns(state, rules, step)


@njit(cache=True, nogil=True)
def fill_from_streams(state, rules, streams, step):
    """Draw from the bag's stream every good that is due."""
    while state.to_fill != FILL_NOTHING:
        put_good(state, rules, draw_good(state, streams), step)
