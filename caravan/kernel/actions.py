"""Legal actions: counting the distinct ones and finding the k-th, without a list.

An action is one int64 code. Two actions that lead to the same position have the same code, so the codes of the legal
actions are distinct; their order is fixed: place, move, pick_up, transfer and deliver, steal, rainbow, pass.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from caravan.kernel.bits import NONE, bit, count, has, lowest, nth, without_lowest
from caravan.kernel.chains import connected, is_occupied, neighbours, rainbow_space, spaces_of_opponents, spaces_of_seat
from caravan.kernel.layout import (
    DELIVER,
    MOVE,
    NO_GOOD,
    OFF_BOARD,
    PASS,
    PICK_UP,
    PLACE,
    RAINBOW,
    RUNNING,
    STEAL,
    TRANSFER,
    UNDER,
    UNLADEN,
)

PASS_CODE = np.int64(PASS)
RAINBOW_COST = 1
NO_ACTION = np.int64(-1)


@njit(cache=True, nogil=True)
def encode(kind, source, target, load, victim):
    """Write an action as one number.

    Parameters
    ----------
    kind : int
        Position in `layout.ACTIONS`.
    source, target : int
        Spaces, -1 where the action has none.
    load : int
        As in a position: 0 for none, else the good's index + 1, plus `layout.UNDER` where it lies under its camel.
    victim : int
        The robbed seat, from 0; -1 where none is.
    """
    return np.int64(
        kind
        | np.int64(source + 1) << 4
        | np.int64(target + 1) << 11
        | np.int64(load) << 18
        | np.int64(victim + 1) << 24
    )


@njit(cache=True, nogil=True)
def kind_of(code):
    """Read the kind of an action."""
    return code & 15


@njit(cache=True, nogil=True)
def source_of(code):
    """Read the source space of an action, -1 where it has none."""
    return ((code >> 4) & 127) - 1


@njit(cache=True, nogil=True)
def target_of(code):
    """Read the target space of an action, -1 where it has none."""
    return ((code >> 11) & 127) - 1


@njit(cache=True, nogil=True)
def load_of(code):
    """Read the load concerned, 0 where there is none."""
    return (code >> 18) & 63


@njit(cache=True, nogil=True)
def good_of(load):
    """Read the good of a load, -1 where there is none; whether it lies under its camel plays no part."""
    return (load & (UNDER - 1)) - 1


@njit(cache=True, nogil=True)
def victim_of(code):
    """Read the robbed seat, from 0; -1 where none is."""
    return ((code >> 24) & 7) - 1


@njit(cache=True, nogil=True)
def entry_targets(state, rules, occupied):
    """Find the spaces that a camel can be placed on or moved to with the actions left."""
    targets = NONE
    if rules.enter_empty_cost <= state.actions_left:
        targets |= rules.open & ~occupied
    if rules.enter_occupied_cost <= state.actions_left:
        targets |= rules.open & occupied
    return targets


@njit(cache=True, nogil=True)
def waiting_goods(state, rules, unladen):
    """Find the spaces where an unladen camel of the seat to act shares a numbered space with its good."""
    found = NONE
    remaining = unladen & rules.numbered_spaces
    while remaining != NONE:
        space = lowest(remaining)
        remaining = without_lowest(remaining)
        if state.good_at[rules.number_at[space]] != NO_GOOD:
            found |= bit(space)
    return found


@njit(cache=True, nogil=True)
def repeats_earlier_camel(state, seat, camel):
    """Tell whether an earlier camel of the seat stands in the same space with the same load."""
    for earlier in range(camel):
        if (
            state.camel_space[seat, earlier] == state.camel_space[seat, camel]
            and state.camel_load[seat, earlier] == state.camel_load[seat, camel]
        ):
            return True
    return False


@njit(cache=True, nogil=True)
def linked_spaces(state, rules, own):
    """Find the spaces of the set ``own`` from which a chain leads on, by a neighbour in it or the rainbow camel."""
    return own & neighbours(own | rainbow_space(state), rules)


@njit(cache=True, nogil=True)
def can_hand_on(state, seat, camel, linked):
    """Tell whether a camel bears a good in a space of the set ``linked``, and no earlier camel bears the same there."""
    return (
        state.camel_load[seat, camel] != UNLADEN
        and has(linked, state.camel_space[seat, camel])
        and not repeats_earlier_camel(state, seat, camel)
    )


@njit(cache=True, nogil=True)
def transfer_targets(state, rules, seat, camel, own, unladen):
    """Find where the good of a laden camel can be transferred or delivered to.

    Parameters
    ----------
    own, unladen : uint64
        Spaces with a camel, and with an unladen camel, of the seat.
    """
    rainbow = rainbow_space(state)
    here = bit(state.camel_space[seat, camel])
    chain = connected(here, own | rainbow, rules)
    city = bit(rules.city[good_of(state.camel_load[seat, camel])])
    return chain & (unladen | (rainbow & city)) & ~here


@njit(cache=True, nogil=True)
def is_stealable(state, thief, victim, camel, stealable):
    """Tell whether a camel of another seat bears, on top, a good not yet met in a space of the set ``stealable``."""
    load = state.camel_load[victim, camel]
    return (
        victim != thief
        and UNLADEN < load < UNDER
        and has(stealable, state.camel_space[victim, camel])
        and not repeats_earlier_camel(state, victim, camel)
    )


@njit(cache=True, nogil=True)
def rainbow_targets(state, rules):
    """Find where the seat to act can put the rainbow camel."""
    if not rules.rainbow_camel or state.actions_left < RAINBOW_COST or state.demand[state.seat] < 1:
        return NONE
    return rules.inner & ~rainbow_space(state)


@njit(cache=True, nogil=True)
def survey(state, rules):
    """Look once at what all questions about the legal actions need.

    Returns
    -------
    own, unladen : uint64
        Spaces with a camel, and with an unladen camel, of the seat to act.
    off_board : bool
        Whether a camel of that seat is off the board.
    occupied : uint64
        Spaces with any camel.
    stealable : uint64
        Spaces where that seat has an unladen camel beside an opponent's good that lies on top.
    """
    own, unladen, off_board = spaces_of_seat(state, rules, state.seat)
    others, stealable = spaces_of_opponents(state, rules, state.seat)
    return own, unladen, off_board, own | others | rainbow_space(state), stealable & unladen


@njit(cache=True, nogil=True)
def count_actions(state, rules):
    """Count the distinct legal actions, passing included; 0 once the game has ended."""
    return count_surveyed(state, rules, survey(state, rules))


@njit(cache=True, nogil=True)
def kth_action(state, rules, index):
    """Find a legal action by its place in the fixed order.

    Parameters
    ----------
    index : int
        From 0 to ``count_actions(state, rules)`` - 1.

    Returns
    -------
    int64
        The action's code; passing has the last place.
    """
    return kth_surveyed(state, rules, survey(state, rules), index)


@njit(cache=True, nogil=True)
def count_entries(state, rules, seen):
    """Count the legal placements and moves, which come first in the order, given what `survey` saw."""
    _, unladen, off_board, occupied, _ = seen
    targets = entry_targets(state, rules, occupied)
    choices = count(targets)
    total = count(unladen) * choices - count(unladen & targets)
    if off_board:
        total += choices
    return total


@njit(cache=True, nogil=True)
def count_surveyed(state, rules, seen):
    """Count the distinct legal actions, given what `survey` saw."""
    if state.end_reason != RUNNING or state.to_fill != 0:
        return 0
    seat = state.seat
    own, unladen, _, _, stealable = seen
    total = 1 + count_entries(state, rules, seen)
    if unladen != NONE and rules.pick_up_cost <= state.actions_left:
        total += count(waiting_goods(state, rules, unladen))
    linked = linked_spaces(state, rules, own)
    if linked != NONE and rules.transfer_cost <= state.actions_left:
        for camel in range(rules.camels):
            if can_hand_on(state, seat, camel, linked):
                total += count(transfer_targets(state, rules, seat, camel, own, unladen))
    if stealable != NONE and state.theft_markers[seat] > 0 and rules.steal_cost <= state.actions_left:
        for victim in range(state.players):
            for camel in range(rules.camels):
                if is_stealable(state, seat, victim, camel, stealable):
                    total += 1
    if rules.rainbow_camel:
        total += count(rainbow_targets(state, rules))
    return total


@njit(cache=True, nogil=True)
def kth_surveyed(state, rules, seen, index):
    """Find a legal action by its place in the fixed order, given what `survey` saw."""
    seat = state.seat
    own, unladen, off_board, occupied, stealable = seen
    targets = entry_targets(state, rules, occupied)
    if targets != NONE:
        choices = count(targets)
        if off_board:
            if index < choices:
                return encode(PLACE, -1, nth(targets, index), 0, -1)
            index -= choices
        remaining = unladen
        while remaining != NONE:
            source = lowest(remaining)
            remaining = without_lowest(remaining)
            others = targets & ~bit(source)
            choices = count(others)
            if index < choices:
                return encode(MOVE, source, nth(others, index), 0, -1)
            index -= choices
    if unladen != NONE and rules.pick_up_cost <= state.actions_left:
        waiting = waiting_goods(state, rules, unladen)
        choices = count(waiting)
        if index < choices:
            space = nth(waiting, index)
            return encode(PICK_UP, space, space, state.good_at[rules.number_at[space]] + 1, -1)
        index -= choices
    linked = linked_spaces(state, rules, own)
    if linked != NONE and rules.transfer_cost <= state.actions_left:
        for camel in range(rules.camels):
            if can_hand_on(state, seat, camel, linked):
                load = state.camel_load[seat, camel]
                others = transfer_targets(state, rules, seat, camel, own, unladen)
                choices = count(others)
                if index < choices:
                    target = nth(others, index)
                    kind = DELIVER if target == rules.city[good_of(load)] else TRANSFER
                    return encode(kind, state.camel_space[seat, camel], target, load, -1)
                index -= choices
    if stealable != NONE and state.theft_markers[seat] > 0 and rules.steal_cost <= state.actions_left:
        for victim in range(state.players):
            for camel in range(rules.camels):
                if is_stealable(state, seat, victim, camel, stealable):
                    if index == 0:
                        space = state.camel_space[victim, camel]
                        return encode(STEAL, space, space, state.camel_load[victim, camel], victim)
                    index -= 1
    if rules.rainbow_camel:
        others = rainbow_targets(state, rules)
        choices = count(others)
        if index < choices:
            return encode(RAINBOW, state.rainbow, nth(others, index), 0, -1)
    return PASS_CODE


@njit(cache=True, nogil=True)
def action_cost(state, rules, code):
    """Tell what an action costs in the present position, in actions."""
    kind = kind_of(code)
    return cost_of(rules, kind, kind in (PLACE, MOVE) and is_occupied(state, rules, target_of(code)))


@njit(cache=True, nogil=True)
def cost_surveyed(rules, seen, code):
    """Tell what an action costs, given what `survey` saw."""
    kind = kind_of(code)
    return cost_of(rules, kind, kind in (PLACE, MOVE) and has(seen[3], target_of(code)))


@njit(cache=True, nogil=True)
def cost_of(rules, kind, into_occupied):
    """Tell what a kind of action costs; only an entry asks whether its space is occupied."""
    if kind in (PLACE, MOVE):
        return rules.enter_occupied_cost if into_occupied else rules.enter_empty_cost
    if kind == PICK_UP:
        return rules.pick_up_cost
    if kind in (TRANSFER, DELIVER):
        return rules.transfer_cost
    if kind == STEAL:
        return rules.steal_cost
    if kind == RAINBOW:
        return np.int64(RAINBOW_COST)
    return np.int64(0)


@njit(cache=True, nogil=True)
def is_legal(state, rules, code):
    """Tell whether an action is legal: an entry by its spaces, any other by looking for it among the legal ones."""
    seen = survey(state, rules)
    end = count_surveyed(state, rules, seen)
    if end == 0:
        return False
    if kind_of(code) in (PLACE, MOVE):
        return is_legal_entry(state, rules, seen, code)
    for index in range(count_entries(state, rules, seen), end):
        if kth_surveyed(state, rules, seen, index) == code:
            return True
    return False


@njit(cache=True, nogil=True)
def is_legal_entry(state, rules, seen, code):
    """Tell whether placing or moving a camel is legal, given what `survey` saw."""
    _, unladen, off_board, occupied, _ = seen
    kind, source, target = kind_of(code), source_of(code), target_of(code)
    if code != encode(kind, source, target, UNLADEN, -1) or not 0 <= target < rules.spaces:
        return False
    if not has(entry_targets(state, rules, occupied), target):
        return False
    if kind == PLACE:
        return off_board and source == OFF_BOARD
    return source != target and 0 <= source < rules.spaces and has(unladen, source)


@njit(cache=True, nogil=True)
def list_actions(state, rules, codes):
    """Write the codes of all legal actions, in order, into an int64 array with room for them; return how many."""
    seen = survey(state, rules)
    total = count_surveyed(state, rules, seen)
    for index in range(total):
        codes[index] = kth_surveyed(state, rules, seen, index)
    return total
