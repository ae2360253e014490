"""The work that is timed: compiled loops over the kernel, and games without a log to compare with."""

from __future__ import annotations

import numpy as np
from numba import njit

from caravan.blocks import BatchRequest
from caravan.bots.records import new_scratch
from caravan.bots.registry import pack_bots
from caravan.bots.uniform import act_uniformly
from caravan.kernel.layout import EVENT, RUNNING, new_states, new_step, pack
from caravan.kernel.streams import game_seed, new_streams, start_streams
from caravan.kernel.turns import fill_from_streams, set_up
from caravan.match import play_games
from caravan.rules import Rules

ROOM = 64


@njit(cache=True, nogil=True)
def play_uniformly(states, packed, streams, steps, seed, games):
    """Play games in which every legal action is equally likely; return the number of actions taken, passes included."""
    state, rules, stream, step = states[0], packed[0], streams[0], steps[0]
    taken = 0
    for game in range(games):
        start_streams(stream, game_seed(seed, game))
        set_up(state, rules)
        step.count = 0
        fill_from_streams(state, rules, stream, step)
        while state.end_reason == RUNNING:
            step.count = 0
            act_uniformly(state, rules, stream, step)
            fill_from_streams(state, rules, stream, step)
            taken += 1
    return taken


@njit(cache=True, nogil=True)
def copy_states(states, copies):
    """Copy a position that changes a little each time, into one record after the other; tell what came of it."""
    total = 0
    for index in range(copies):
        copy = states[1 + index % (ROOM - 1)]
        total += copy.turn
        states[1 + index % (ROOM - 1)] = states[0]
        states[0].turn += 1
    return total


class UniformPlay:
    """Games between uniformly random players under the standard rules."""

    def __init__(self, players: int) -> None:
        self.room = (new_states(), pack(Rules(), players), new_streams(), new_step())

    def __call__(self, games: int) -> int:
        return int(play_uniformly(*self.room, 7, games))


class StateCopies:
    """Copies of a position in the middle of a game."""

    def __init__(self) -> None:
        self.states = new_states(ROOM)
        play_uniformly(self.states, pack(Rules(turn_limit=40), 4), new_streams(), new_step(), 7, 1)

    def __call__(self, copies: int) -> int:
        return int(copy_states(self.states, copies))


class GamesWithoutLog:
    """The games of a batch, played without keeping a single event."""

    def __init__(self, request: BatchRequest) -> None:
        games = request.games
        self.room = (
            new_states(),
            pack(request.rules, request.players),
            pack_bots(request.bots),
            new_streams(),
            new_step(),
            new_scratch(),
        )
        self.extent = (request.seed, 0, games)
        self.results = (
            np.empty(0, dtype=EVENT).view(np.recarray),
            np.zeros(games + 1, dtype=np.int64),
        )

    def __call__(self) -> int:
        return int(play_games(*self.room, *self.extent, *self.results))
