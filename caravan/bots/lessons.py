"""Positions to learn from: games played on, with what every seat still earned after each position looked at."""

from __future__ import annotations

from numba import njit

from caravan.bots.choose import choose
from caravan.bots.prospects import describe
from caravan.bots.records import FEATURES
from caravan.kernel.chains import occupied_spaces
from caravan.kernel.layout import RUNNING
from caravan.kernel.streams import game_seed, start_streams
from caravan.kernel.turns import apply_action, fill_from_streams, score, set_up


@njit(cache=True, nogil=True)
def collect_lessons(states, packed, bots, streams, steps, scratches, seed, games, every, described, earned):
    """Play games and describe every seat at every so many decisions.

    Parameters
    ----------
    seed, games : int
        Seed of the batch, and how many games of it are played.
    every : int
        At one decision of so many the seats are described.
    described : float64 array, shape (rows, FEATURES)
        Filled with the features of a seat at a decision.
    earned : float64 array, shape (rows,)
        Filled with the points that the seat had at the end, less those it had then.

    Returns
    -------
    int
        The rows filled; decisions beyond the room in the arrays are left out.
    """
    state, rules, step, scratch = states[0], packed[0], steps[0], scratches[0]
    rows = 0
    for game in range(games):
        first = rows
        start_streams(streams[0], game_seed(seed, game))
        set_up(state, rules)
        step.count = 0
        fill_from_streams(state, rules, streams[0], step)
        decision = 0
        while state.end_reason == RUNNING:
            decision += 1
            if decision % every == 0 and rows + state.players <= len(earned):
                occupied = occupied_spaces(state, rules)
                for seat in range(state.players):
                    describe(state, rules, scratch, seat, occupied)
                    for index in range(FEATURES):
                        described[rows, index] = scratch.feature[index]
                    earned[rows] = -score(state, rules, seat)
                    rows += 1
            code = choose(state, rules, bots[state.seat], streams[0], scratch)
            step.count = 0
            apply_action(state, rules, code, step)
            fill_from_streams(state, rules, streams[0], step)
        for row in range(first, rows):
            earned[row] += score(state, rules, (row - first) % state.players)
    return rows
