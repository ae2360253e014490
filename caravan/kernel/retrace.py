"""Playing a written log again, row by row, to find where it departs from the rules.

Each row is compared with the one that the rules give in the position reached. After a fault the reading goes on where
it still makes sense, so that one wrong cell is one fault; where it doesn't, that game is left.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from caravan.kernel.actions import (
    NO_ACTION,
    PASS_CODE,
    count_actions,
    encode,
    is_legal,
    kth_action,
)
from caravan.kernel.layout import (
    DELIVER,
    DEMAND,
    END,
    EVENT,
    FILL_NOTHING,
    FILL_SET_UP,
    MOVE,
    NO_GOOD,
    PASS,
    PICK_UP,
    PLACE,
    RAINBOW,
    REFILL,
    RUNNING,
    SEED,
    STATE,
    STEAL,
    TRANSFER,
    UNDER,
)
from caravan.kernel.turns import apply_action, begin_turns, first_empty_number, put_good, set_up

FAULTS = (
    "differs",
    "row_missing",
    "draw_missing",
    "no_place",
    "illegal",
    "not_in_bag",
    "turn_not_over",
    "turn_is_over",
    "ends_early",
    "no_end",
    "after_end",
)
# As int64 rather than int, so that numba compiles what takes a kind once and not for each value.
(
    DIFFERS,
    ROW_MISSING,
    DRAW_MISSING,
    NO_PLACE,
    ILLEGAL,
    NOT_IN_BAG,
    TURN_NOT_OVER,
    TURN_IS_OVER,
    ENDS_EARLY,
    NO_END,
    AFTER_END,
) = (np.int64(kind) for kind in range(len(FAULTS)))

FAULT = np.dtype([("row", np.int64), ("kind", np.int64), ("expected", EVENT), ("state", STATE)], align=True)
"""A fault: the place of its row, its kind, the row that the rules give there where it is known, and the position
before it."""


@njit(cache=True, nogil=True)
def code_of_row(state, rules, row):
    """Read the action that a row tells of, as far as it can be one; `NO_ACTION` where it can't."""
    kind = row.action
    source = np.int64(row.source)
    target = np.int64(row.target)
    good = np.int64(row.good)
    victim = np.int64(row.victim)
    if kind == PASS:
        return PASS_CODE
    if target < 0:
        return NO_ACTION
    if kind == PLACE:
        return encode(PLACE, -1, target, 0, -1)
    if kind == MOVE:
        return encode(MOVE, source, target, 0, -1)
    if kind == PICK_UP:
        number = rules.number_at[target]
        if number < 0 or state.good_at[number] == NO_GOOD:
            return NO_ACTION
        return encode(PICK_UP, target, target, np.int64(state.good_at[number]) + 1, -1)
    if kind == RAINBOW:
        return encode(RAINBOW, np.int64(state.rainbow), target, 0, -1)
    if good < 0:
        return NO_ACTION
    if kind in (TRANSFER, DELIVER):
        return encode(kind, source, target, good + 1 + (UNDER if row.under == 1 else 0), -1)
    if kind == STEAL and 1 <= victim <= state.players:
        return encode(STEAL, target, target, good + 1, victim - 1)
    return NO_ACTION


@njit(cache=True, nogil=True)
def differences(row, other):
    """Count the cells in which two rows differ."""
    return (
        int(row.turn != other.turn)
        + int(row.seat != other.seat)
        + int(row.action != other.action)
        + int(row.cost != other.cost)
        + int(row.actions_left != other.actions_left)
        + int(row.source != other.source)
        + int(row.target != other.target)
        + int(row.good != other.good)
        + int(row.under != other.under)
        + int(row.demand != other.demand)
        + int(row.victim != other.victim)
        + int(row.points != other.points)
        + int(row.end_reason != other.end_reason)
    )


@njit(cache=True, nogil=True)
def note(faults, found, kind, index, states):
    """Write down a fault, as far as there is room; return how many have been found."""
    if found < len(faults):
        faults[found].row = index
        faults[found].kind = kind
        faults[found].state = states[0]
    return found + 1


@njit(cache=True, nogil=True)
def note_row(faults, found, kind, index, expected):
    """Write down a fault of a row of which the right one is known."""
    if found < len(faults):
        faults[found].row = index
        faults[found].kind = kind
        faults[found].expected = expected
    return found + 1


@njit(cache=True, nogil=True)
def compare_step(states, step, rows, at, stop, faults, found):
    """Compare the rows of a step with those written, among which one may be missing or too many.

    Returns
    -------
    at, found : int
        The first row after the step's, and how many faults have been found.
    """
    for index in range(step.count):
        expected = step.rows[index]
        if at < stop:
            wrong = differences(rows[at], expected)
            if wrong > 1 and at + 1 < stop and differences(rows[at + 1], expected) == 0:
                found = note(faults, found, NO_PLACE, at, states)
                at += 1
                wrong = 0
            if wrong == 0:
                at += 1
                continue
            left_out = index + 1 < step.count and differences(rows[at], step.rows[index + 1]) == 0
            if wrong == 1 or (rows[at].action == expected.action and not left_out):
                found = note_row(faults, found, DIFFERS, at, expected)
                at += 1
                continue
        found = note_row(faults, found, ROW_MISSING, min(at, stop - 1), expected)
    return at, found


@njit(cache=True, nogil=True)
def try_action(states, rules, code, step, row):
    """Carry out a legal action in a copy of the position, states[1]; count the cells in which its row differs."""
    states[1] = states[0]
    step.count = 0
    apply_action(states[1], rules, code, step)
    return differences(row, step.rows[0])


@njit(cache=True, nogil=True)
def read_action(states, rules, row, step):
    """Carry out, in a copy of the position, the action that a row tells of.

    One wrong cell doesn't matter where only one legal action is that near.

    Returns
    -------
    bool
        Whether there is such a legal action; the position after it is then in states[1], its rows are in ``step``.
    """
    state = states[0]
    code = code_of_row(state, rules, row)
    legal = code != NO_ACTION and is_legal(state, rules, code)
    if legal and try_action(states, rules, code, step, row) <= 1:
        return True
    near = NO_ACTION
    for index in range(count_actions(state, rules)):
        other = kth_action(state, rules, index)
        if try_action(states, rules, other, step, row) <= 1:
            if near != NO_ACTION:
                near = NO_ACTION
                break
            near = other
    if near == NO_ACTION and legal:
        near = code
    if near != NO_ACTION:
        try_action(states, rules, near, step, row)
    return near != NO_ACTION


@njit(cache=True, nogil=True)
def retrace_draw(states, rules, step, rows, at, stop, faults, found):
    """Read the row of a good drawn.

    Returns
    -------
    at, found, goes_on : int, int, bool
        The next row, how many faults have been found, and whether the game can be read further.
    """
    state = states[0]
    row = rows[at]
    due = SEED if state.to_fill == FILL_SET_UP else REFILL
    good = row.good
    if row.action != due and (row.target != rules.numbered[first_empty_number(state)] or not 0 <= good < rules.goods):
        if row.action in (SEED, DEMAND, REFILL):
            return at + 1, note(faults, found, NO_PLACE, at, states), True
        return at, note(faults, found, DRAW_MISSING, at, states), False
    if not 0 <= good < rules.goods or state.bag[good] < 1:
        return at, note(faults, found, NOT_IN_BAG, at, states), False
    step.count = 0
    put_good(state, rules, good, step)
    at, found = compare_step(states, step, rows, at, stop, faults, found)
    return at, found, True


@njit(cache=True, nogil=True)
def begin_next_turn(states, rules, step):
    """Put into states[1] the position in which the present turn is over."""
    states[1] = states[0]
    states[1].actions_left = 0
    step.count = 0
    begin_turns(states[1], rules, step)


@njit(cache=True, nogil=True)
def retrace_action(states, rules, step, rows, at, stop, faults, found):
    """Read the row of an action; see `retrace_draw` for what is returned."""
    state = states[0]
    row = rows[at]
    if row.action == END:
        return at, note(faults, found, ENDS_EARLY, at, states), False
    if row.action in (SEED, DEMAND, REFILL):
        return at + 1, note(faults, found, NO_PLACE, at, states), True
    if row.turn != state.turn and row.seat != state.seat + 1:
        if 0 < row.turn < state.turn and row.seat == (row.turn - 1) % state.players + 1:
            return at + 1, note(faults, found, TURN_IS_OVER, at, states), True
        begin_next_turn(states, rules, step)
        if states[1].end_reason == RUNNING and row.turn == states[1].turn and row.seat == states[1].seat + 1:
            found = note(faults, found, TURN_NOT_OVER, at, states)
            states[0] = states[1]
            return at, found, True
    if not read_action(states, rules, row, step):
        return at, note(faults, found, ILLEGAL, at, states), False
    states[0] = states[1]
    at, found = compare_step(states, step, rows, at, stop, faults, found)
    return at, found, True


@njit(cache=True, nogil=True)
def retrace_games(states, rules, step, rows, offsets, first, faults):
    """Play games again until all are done or the faults fill their room.

    Parameters
    ----------
    states : recarray of `layout.STATE`, shape (2,)
        Room to play in.
    rules, step : records
        The rules, and room for the rows of a step.
    rows : ndarray of `layout.EVENT`, shape (events,)
        The games' rows, one game after the other.
    offsets : ndarray of int64, shape (games + 1,)
        Where each game begins in `rows`, and where the last one ends.
    first : int
        The game to begin with.
    faults : ndarray of `FAULT`
        Filled with the faults, in the order of the rows.

    Returns
    -------
    next, found : int
        The first game that is still to be read, and the number of faults in the games before it.
    """
    state = states[0]
    found = np.int64(0)
    for game in range(first, len(offsets) - 1):
        before = found
        at = offsets[game]
        stop = offsets[game + 1]
        set_up(state, rules)
        goes_on = True
        while goes_on and state.end_reason == RUNNING and at < stop:
            if state.to_fill != FILL_NOTHING:
                at, found, goes_on = retrace_draw(states, rules, step, rows, at, stop, faults, found)
            else:
                at, found, goes_on = retrace_action(states, rules, step, rows, at, stop, faults, found)
        if goes_on and state.end_reason == RUNNING:
            found = note(faults, found, NO_END, stop - 1, states)
        elif goes_on and at < stop:
            found = note(faults, found, AFTER_END, at, states)
        if found > len(faults):
            return game, before
    return len(offsets) - 1, found
