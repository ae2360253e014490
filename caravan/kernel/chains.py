"""Which spaces are connected: neighbours and chains as bit-parallel flood fills."""

from __future__ import annotations

import numpy as np
from numba import njit

from caravan.kernel.bits import NONE, ONE, bit, bit_if
from caravan.kernel.layout import OFF_BOARD, UNDER, UNLADEN


@njit(cache=True, nogil=True)
def neighbours(spaces, rules):
    """Find all orthogonal neighbours of a set of spaces (blocked ones too)."""
    width = np.uint64(rules.width)
    sideways = ((spaces & rules.not_last_column) << ONE) | ((spaces & rules.not_first_column) >> ONE)
    return sideways | (spaces << width) | (spaces >> width)


@njit(cache=True, nogil=True)
def grown(spaces, rules):
    """Add to a set of spaces all their orthogonal neighbours (blocked ones too)."""
    return spaces | neighbours(spaces, rules)


@njit(cache=True, nogil=True)
def connected(start, within, rules):
    """Find the spaces of the set ``within`` that can be reached from the set ``start`` through ``within``."""
    reached = start & within
    while True:
        wider = grown(reached, rules) & within
        if wider == reached:
            return reached
        reached = wider


@njit(cache=True, nogil=True)
def spaces_of_seat(state, rules, seat):
    """Find the spaces with a camel of a seat.

    Returns
    -------
    all_spaces, unladen : uint64
        Spaces with any camel of the seat, and with an unladen one.
    off_board : bool
        Whether a camel of the seat is off the board.
    """
    all_spaces = NONE
    unladen = NONE
    off_board = False
    for camel in range(rules.camels):
        space = state.camel_space[seat, camel]
        here = bit_if(space != OFF_BOARD, space)
        off_board |= space == OFF_BOARD
        all_spaces |= here
        unladen |= here if state.camel_load[seat, camel] == UNLADEN else NONE
    return all_spaces, unladen, off_board


@njit(cache=True, nogil=True)
def rainbow_space(state):
    """Make the set of the rainbow camel's space; empty while it is off the board."""
    if state.rainbow == OFF_BOARD:
        return NONE
    return bit(state.rainbow)


@njit(cache=True, nogil=True)
def occupied_spaces(state, rules):
    """Find the spaces with any camel."""
    occupied = rainbow_space(state)
    for seat in range(state.players):
        for camel in range(rules.camels):
            space = state.camel_space[seat, camel]
            if space != OFF_BOARD:
                occupied |= bit(space)
    return occupied


@njit(cache=True, nogil=True)
def is_occupied(state, rules, space):
    """Tell whether any camel stands in a space."""
    for seat in range(state.players):
        for camel in range(rules.camels):
            if state.camel_space[seat, camel] == space:
                return True
    return state.rainbow == space


@njit(cache=True, nogil=True)
def spaces_of_opponents(state, rules, seat):
    """Find where the other seats' camels are.

    Returns
    -------
    all_spaces, stealable : uint64
        Spaces with any camel of another seat, and with one whose good lies on top.
    """
    all_spaces = NONE
    stealable = NONE
    for other in range(state.players):
        if other != seat:
            for camel in range(rules.camels):
                space = state.camel_space[other, camel]
                load = state.camel_load[other, camel]
                here = bit_if(space != OFF_BOARD, space)
                all_spaces |= here
                stealable |= here if UNLADEN < load < UNDER else NONE
    return all_spaces, stealable
