"""Whole games between compiled bots, compiled too.

They are played a block at a time, so that other threads can run meanwhile and a batch can be cancelled between blocks.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from caravan.bots.choose import RANDOM, choose
from caravan.bots.uniform import act_uniformly
from caravan.kernel.layout import RUNNING
from caravan.kernel.streams import game_seed, start_streams
from caravan.kernel.turns import apply_action, fill_from_streams, set_up


@njit(cache=True, nogil=True, inline="always")
def play_game(state, rules, bots, streams, step, scratch, rows, written):
    """Play one game from its set-up to its end.

    Parameters
    ----------
    bots : array of `bots.records.BOT`, shape (players or more,)
        The bot of each seat.
    streams : record
        Started from the game's seed.
    rows : array of `kernel.layout.EVENT`
        Where the game's events go, from place ``written`` on; of length 0 where no log is wanted.

    Returns
    -------
    int
        Rows written so far, this game's included. It goes on counting where they no longer fit, so that the caller
        can see it and make more room.
    """
    set_up(state, rules)
    step.count = 0
    fill_from_streams(state, rules, streams, step)
    written = keep(step, rows, written)
    while state.end_reason == RUNNING:
        bot = bots[state.seat]
        if bot.kind == RANDOM:  # which has looked at all that the action costs already
            act_uniformly(state, rules, streams, step)
        else:
            apply_action(state, rules, choose(state, rules, bot, streams, scratch), step)
        fill_from_streams(state, rules, streams, step)
        written = keep(step, rows, written)
    return written


@njit(cache=True, nogil=True)
def keep(step, rows, written):
    """Move the rows of a step to the log."""
    if written + step.count <= rows.shape[0]:
        for index in range(step.count):
            rows[written + index] = step.rows[index]
    written += step.count
    step.count = 0
    return written


@njit(cache=True, nogil=True)
def play_games(states, packed, bots, streams, steps, scratches, master_seed, first_game, games, rows, offsets):
    """Play a run of games of a batch.

    Parameters
    ----------
    states, packed, streams, steps, scratches : arrays of one record each
        Room to play in, and the rules.
    master_seed, first_game, games : int
        Game ``first_game + i`` is played from the seed ``game_seed(master_seed, first_game + i)``.
    rows : array of `kernel.layout.EVENT`
        Room for all events; of length 0 where no log is wanted.
    offsets : int64 array, shape (games + 1,)
        Filled with where each game's rows begin and end.

    Returns
    -------
    int
        Games completed; fewer than asked for where the rows were full, the last one then not counted.
    """
    offsets[0] = 0
    written = np.int64(0)
    for game in range(games):
        start_streams(streams[0], game_seed(master_seed, first_game + game))
        written = play_game(states[0], packed[0], bots, streams[0], steps[0], scratches[0], rows, written)
        if rows.shape[0] > 0 and written > rows.shape[0]:
            return game
        offsets[game + 1] = written
    return games
