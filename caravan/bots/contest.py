"""A contest between positions that are played on with the same draws: the first stands unless another beats it clearly.

The first is the planner's own choice. It is a prior, without which few samples would mislead more than they teach.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from caravan.bots.play_on import NO_PLAN, follow, play_on, seed_streams
from caravan.bots.prospects import judge
from caravan.kernel.streams import GAMMA, mix
from caravan.kernel.turns import apply_action, fill_from_streams

LEAST_VARIANCE = 0.5
"""Added to the variance of gains, in points squared, so that few equal samples aren't taken for certainty."""


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


@njit(cache=True, nogil=True)
def put_candidate(node, state, rules, scratch, candidate):
    """Keep the position after a candidate, with the plan that it begins to go on with."""
    scratch.state[0] = state
    reached = scratch.state[0]
    scratch.step.count = 0
    apply_action(reached, rules, candidate.code, scratch.step)
    put_node(node, reached, candidate.code, 0.0, np.uint64(0))
    if reached.turn == state.turn:
        node.kind, node.space, node.load = follow(candidate.kind, candidate.space, candidate.load, candidate.code)


@njit(cache=True, nogil=True, inline="always")
def played_value(leaf, rules, bot, scratch, seat, until, seed, mixed):
    """Judge a leaf by playing on to a turn with the draws that a seed gives, those that are due first."""
    scratch.state[1] = leaf.state
    played = scratch.state[1]
    seed_streams(scratch.stream[1], seed)
    scratch.step.count = 0
    fill_from_streams(played, rules, scratch.stream[1], scratch.step)
    # What is due can end the turn, and then the plan is no longer that of the seat to act.
    kind = leaf.kind if played.turn == leaf.state.turn else NO_PLAN
    play_on(played, rules, scratch, until, seed, mixed, kind, leaf.space, leaf.load)
    return judge(played, rules, bot, scratch, seat)


@njit(cache=True, nogil=True)
def win_contest(rules, bot, scratch, seat, leaves, until, seed, games, mixed, patience, doubt):
    """Play the leaves in ``scratch.leaf`` on, and find the one to go for.

    Parameters
    ----------
    seat : int
        For whom they are judged.
    leaves : int
        How many there are; the first is the one that others have to beat.
    until : int
        The turn that is no longer played.
    seed : uint64
        Where the draws come from, the same for all leaves.
    games : float
        How often each is played on.
    mixed : bool
        Whether by the pool of policies, or by the planner's alone.
    patience, doubt : float
        See `note_gain` and `best_entry`.

    Returns
    -------
    int
        The first action of the turn in which the best leaf is reached.
    """
    clear_gains(scratch.leaf, leaves)
    in_play = leaves - 1
    samples = 0
    while in_play > 0 and samples < games:
        samples += 1
        draws = mix(seed + np.uint64(samples) * GAMMA)
        base = 0.0
        for index in range(leaves):
            leaf = scratch.leaf[index]
            if leaf.dropped == 0:
                value = played_value(leaf, rules, bot, scratch, seat, until, draws, mixed)
                if index == 0:
                    base = value
                else:
                    note_gain(leaf, value - base, samples, patience)
                    in_play -= leaf.dropped
    return scratch.leaf[best_entry(scratch.leaf, leaves, max(samples, 1), doubt)].first


@njit(cache=True, nogil=True)
def clear_gains(entries, count):
    """Forget how entries fared."""
    for index in range(count):
        entries[index].dropped = 0
        entries[index].gain = 0.0
        entries[index].squares = 0.0


@njit(cache=True, nogil=True)
def standard_error(entry, samples):
    """Give the standard error of an entry's mean gain over the first entry, in points."""
    mean = entry.gain / samples
    variance = max(entry.squares / samples - mean * mean, 0.0) + LEAST_VARIANCE
    return (variance / samples) ** 0.5


@njit(cache=True, nogil=True)
def note_gain(entry, gain, samples, patience):
    """Note a gain over the first entry, and drop the entry once it has fallen behind.

    Parameters
    ----------
    samples : int
        How many gains the entry has with this one.
    patience : float
        By how many standard errors it may lie behind.
    """
    entry.gain += gain
    entry.squares += gain * gain
    if samples >= 2 and entry.gain / samples + patience * standard_error(entry, samples) <= 0.0:
        entry.dropped = 1


@njit(cache=True, nogil=True)
def best_entry(entries, count, samples, doubt):
    """Find the entry whose mean gain, less some standard errors, is greatest; 0, the first, where none is above 0."""
    best = 0
    best_gain = 0.0
    for index in range(1, count):
        entry = entries[index]
        if entry.dropped == 0:
            gain = entry.gain / samples - doubt * standard_error(entry, samples)
            if gain > best_gain:
                best = index
                best_gain = gain
    return best
