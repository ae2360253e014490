"""The bot `beam`: searches whole turns, sequence by sequence, and plays the best few on before it decides.

A turn is widened action by action with the first steps of the best plans; positions reached twice are kept once, and
only the best few at each depth are followed. Where the turn ends, or goods are to be drawn that nobody can know yet,
the best few are judged by what comes of them: they are played on for a round with the same draws.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from caravan.bots.candidates import list_candidates
from caravan.bots.contest import best_entry, clear_gains, note_gain
from caravan.bots.play_on import NO_PLAN, follow, play_on, seed_streams
from caravan.bots.policies import fill_policies
from caravan.bots.prospects import judge
from caravan.kernel.actions import NO_ACTION
from caravan.kernel.layout import FILL_NOTHING, RUNNING
from caravan.kernel.streams import FIRST_BOT, GAMMA, mix, next_value
from caravan.kernel.turns import apply_action, fill_from_streams

WIDTH, PLANS, FINALISTS, GAMES, ROUNDS, DOUBT = range(6)
"""The settings of the style `beam`, in the registry's order."""

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


@njit(cache=True, nogil=True)
def put_node(node, state, first, value, key):
    """Keep a position, with no plan to go on with."""
    node.kind = NO_PLAN
    node.space = 0
    node.load = 0
    node.state = state
    node.first = first
    node.value = value
    node.key = key


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
def begin_as_planned(state, rules, bot, scratch, seed):
    """Leave the position after the planner's own action as the first leaf, with the plan to go on with."""
    seed_streams(scratch.stream[0], seed)
    list_candidates(state, rules, scratch, np.int64(1))
    candidate = scratch.candidate[0]
    scratch.state[0] = state
    planned = scratch.state[0]
    scratch.step.count = 0
    apply_action(planned, rules, candidate.code, scratch.step)
    leaf = scratch.leaf[0]
    put_node(leaf, planned, candidate.code, judge(planned, rules, bot, scratch, state.seat), key_of(planned, rules))
    if planned.turn == state.turn:
        leaf.kind, leaf.space, leaf.load = follow(candidate.kind, candidate.space, candidate.load, candidate.code)


@njit(cache=True, nogil=True, inline="always")
def played_value(leaf, rules, bot, scratch, seat, until, seed):
    """Judge a leaf by playing on to a turn with the draws that a seed gives, those that are due first."""
    scratch.state[1] = leaf.state
    played = scratch.state[1]
    seed_streams(scratch.stream[1], seed)
    scratch.step.count = 0
    fill_from_streams(played, rules, scratch.stream[1], scratch.step)
    play_on(played, rules, scratch, until, seed, False, leaf.kind, leaf.space, leaf.load)
    return judge(played, rules, bot, scratch, seat)


@njit(cache=True, nogil=True, inline="always")
def choose_by_beam(state, rules, bot, streams, scratch):
    """Choose for the seat to act: the first action of the best whole turn found."""
    seed = next_value(streams, FIRST_BOT + state.seat)
    fill_policies(scratch)
    begin_as_planned(state, rules, bot, scratch, seed)
    leaves = search_turn(state, rules, bot, scratch, seed)
    clear_gains(scratch.leaf, leaves)
    others = 0
    for index in range(1, leaves):
        if scratch.leaf[index].first != scratch.leaf[0].first:
            others += 1
    in_play = leaves - 1 if others > 0 else 0
    until = state.turn + 1 + np.int64(bot.setting[ROUNDS]) * state.players
    samples = 0
    while in_play > 0 and samples < bot.setting[GAMES]:
        samples += 1
        draws = mix(seed + np.uint64(samples) * GAMMA)
        base = 0.0
        for index in range(leaves):
            leaf = scratch.leaf[index]
            if leaf.dropped == 0:
                value = played_value(leaf, rules, bot, scratch, state.seat, until, draws)
                if index == 0:
                    base = value
                else:
                    note_gain(leaf, value - base, samples, 0.0)
                    in_play -= leaf.dropped
    best = best_entry(scratch.leaf, leaves, max(samples, 1), bot.setting[DOUBT])
    return scratch.leaf[best].first
