"""The bot `beam`: searches whole turns, sequence by sequence, and plays the best few on before it decides.

A turn is widened action by action with the first steps of the best plans; positions reached twice are kept once, and
only the best few at each depth are followed. Where the turn ends, or goods are to be drawn that nobody can know yet,
the best few are judged by what comes of them: they are played on for a round with the same draws.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from caravan.bots.candidates import list_candidates
from caravan.bots.contest import put_candidate, put_node, win_contest
from caravan.bots.play_on import seed_streams
from caravan.bots.policies import fill_policies
from caravan.bots.prospects import judge
from caravan.kernel.actions import NO_ACTION
from caravan.kernel.layout import FILL_NOTHING, RUNNING
from caravan.kernel.streams import FIRST_BOT, mix, next_value
from caravan.kernel.turns import apply_action

WIDTH, PLANS, FINALISTS, GAMES, ROUNDS, DOUBT = range(6)
"""The settings of the style `beam`, in the registry's order."""

MIXED = np.bool_(False)
"""Leaves are played on by the planner's policy alone."""

PATIENCE = 0.0
"""A leaf that has fallen behind is dropped at once."""

DEEPEST = 24
"""Actions of a turn that are looked at; only free actions make a longer one."""


@njit(cache=True, nogil=True)
def key_of(state, rules):
    """Make a number that tells positions within a turn apart; equal camels count as the same."""
    key = np.uint64(state.actions_left + 64 * (state.since_refill + 64 * state.to_fill))
    for seat in range(state.players):
        for camel in range(rules.camels):
            place = (state.camel_space[seat, camel] + 1) * 64 + state.camel_load[seat, camel]
            key += mix(np.uint64(place * 4 + seat + 1))
        key += mix(np.uint64(((1 << 12) + state.demand[seat]) * 64 + state.theft_markers[seat] * 4 + seat + (1 << 45)))
    for number in range(rules.numbered_count):
        key += mix(np.uint64((state.good_at[number] + 1) * 16 + number + (1 << 40)))
    return key + mix(np.uint64(state.rainbow + 1 + (1 << 50)))


@njit(cache=True, nogil=True)
def place_for(nodes, first, kept, room, key, value):
    """Find where a position goes among those kept; -1 where it is there already, or is worth too little.

    Parameters
    ----------
    first : int
        Those before it aren't to be replaced.
    """
    for index in range(kept):
        if nodes[index].key == key:
            return -1
    if kept < room:
        return kept
    worst = first
    for index in range(first + 1, kept):
        if nodes[index].value < nodes[worst].value:
            worst = index
    if nodes[worst].value >= value:
        return -1
    return worst


@njit(cache=True, nogil=True, inline="always")
def search_turn(state, rules, bot, scratch, seed):
    """Search the present turn; the best positions in which it can end are left after the first in ``scratch.leaf``.

    Returns
    -------
    int
        How many leaves there are, with the first.
    """
    seat = state.seat
    turn = state.turn
    width = np.int64(bot.setting[WIDTH])
    finalists = np.int64(bot.setting[FINALISTS])
    put_node(scratch.node[0, 0], state, NO_ACTION, 0.0, np.uint64(0))
    nodes = 1
    leaves = 1
    side = 0
    for depth in range(DEEPEST):
        other = 1 - side
        kept = 0
        for index in range(nodes):
            node = scratch.node[side, index]
            seed_streams(scratch.stream[0], seed)
            found = list_candidates(node.state, rules, scratch, np.int64(bot.setting[PLANS]))
            for choice in range(found):
                code = scratch.candidate[choice].code
                scratch.state[0] = node.state
                child = scratch.state[0]
                scratch.step.count = 0
                apply_action(child, rules, code, scratch.step)
                first = code if node.first == NO_ACTION else node.first
                value = judge(child, rules, bot, scratch, seat)
                key = key_of(child, rules)
                over = child.turn != turn or child.end_reason != RUNNING or depth == DEEPEST - 1
                if over or child.to_fill != FILL_NOTHING:
                    place = place_for(scratch.leaf, 1, leaves, finalists, key, value)
                    if place >= 0:
                        put_node(scratch.leaf[place], child, first, value, key)
                        leaves = max(leaves, place + 1)
                else:
                    place = place_for(scratch.node[other], 0, kept, width, key, value)
                    if place >= 0:
                        put_node(scratch.node[other, place], child, first, value, key)
                        kept = max(kept, place + 1)
        if kept == 0:
            break
        nodes = kept
        side = other
    return leaves


@njit(cache=True, nogil=True, inline="always")
def begin_as_planned(state, rules, scratch, seed):
    """Leave the position after the planner's own action as the first leaf, with the plan to go on with."""
    seed_streams(scratch.stream[0], seed)
    list_candidates(state, rules, scratch, np.int64(1))
    leaf = scratch.leaf[0]
    put_candidate(leaf, state, rules, scratch, scratch.candidate[0])
    leaf.key = key_of(leaf.state, rules)


@njit(cache=True, nogil=True)
def are_of_one_mind(scratch, leaves):
    """Tell whether all leaves are reached by the same first action, so that there is nothing to choose."""
    first = scratch.leaf[0].first
    same = True
    for index in range(1, leaves):
        same = same and scratch.leaf[index].first == first
    return same


@njit(cache=True, nogil=True, inline="always")
def choose_by_beam(state, rules, bot, streams, scratch):
    """Choose for the seat to act: the first action of the best whole turn found."""
    seed = next_value(streams, FIRST_BOT + state.seat)
    fill_policies(scratch)
    begin_as_planned(state, rules, scratch, seed)
    leaves = search_turn(state, rules, bot, scratch, seed)
    until = state.turn + 1 + np.int64(bot.setting[ROUNDS]) * state.players
    games = 0.0 if are_of_one_mind(scratch, leaves) else bot.setting[GAMES]
    return win_contest(rules, bot, scratch, state.seat, leaves, until, seed, games, MIXED, PATIENCE, bot.setting[DOUBT])
