"""Random streams: one for the bag, and per seat one for the bot's choices and one for its tie-breaks.

The generator is splitmix64 (Steele, Lea and Flood 2014, Fast splittable pseudorandom number generators). A stream is
one uint64, so a game's randomness is a small record that is copied with the position. Since every purpose has its own
stream, a changed rule or another bot leaves the order of the bag as it was.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from caravan.kernel.layout import MAX_SEATS

BAG = 0
FIRST_BOT = 1
FIRST_TIE_BREAK = FIRST_BOT + MAX_SEATS
COUNT = FIRST_TIE_BREAK + MAX_SEATS
STREAMS = np.dtype([("value", np.uint64, (COUNT,))])

GAMMA = np.uint64(0x9E3779B97F4A7C15)
_PURPOSE = np.uint64(0xD1B54A32D192ED03)
_FIRST_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
_SECOND_FACTOR = np.uint64(0x94D049BB133111EB)
_SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31))
_HALF = np.uint64(32)
_MANTISSA_SHIFT = np.uint64(11)
_MANTISSA = 1.0 / (1 << 53)


def new_streams() -> Any:
    """Make room for the streams of one game: a numpy.recarray of `STREAMS`, shape (1,)."""
    return np.zeros(1, dtype=STREAMS).view(np.recarray)


@njit(cache=True, nogil=True)
def mix(value):
    """Scramble 64 bits, one to one."""
    value = np.uint64(value)
    value = (value ^ (value >> _SHIFTS[0])) * _FIRST_FACTOR
    value = (value ^ (value >> _SHIFTS[1])) * _SECOND_FACTOR
    return value ^ (value >> _SHIFTS[2])


@njit(cache=True, nogil=True)
def game_seed(master_seed, game):
    """Seed of one game of a batch."""
    return mix(mix(np.uint64(master_seed) + GAMMA) + np.uint64(game) * GAMMA)


@njit(cache=True, nogil=True)
def start_streams(streams, seed):
    """Set all streams of a game from its seed."""
    for index in range(COUNT):
        streams.value[index] = mix(np.uint64(seed) + np.uint64(index + 1) * _PURPOSE)


@njit(cache=True, nogil=True)
def next_value(streams, index):
    """Draw 64 random bits from one stream."""
    streams.value[index] = streams.value[index] + GAMMA
    return mix(streams.value[index])


@njit(cache=True, nogil=True)
def next_below(streams, index, bound):
    """Draw an integer from 0 to bound - 1; bound is from 1 to 2^31, the bias below bound / 2^32."""
    return np.int64(((next_value(streams, index) >> _HALF) * np.uint64(bound)) >> _HALF)


@njit(cache=True, nogil=True)
def next_fraction(streams, index):
    """Draw a float from 0 (included) to 1 (excluded)."""
    return np.float64(next_value(streams, index) >> _MANTISSA_SHIFT) * _MANTISSA


@njit(cache=True, nogil=True)
def draw_good(state, streams):
    """Draw a kind of good from the bag, which must hold one, without taking it out."""
    remaining = next_below(streams, BAG, state.bag_left)
    good = 0
    while remaining >= state.bag[good]:
        remaining -= state.bag[good]
        good += 1
    return good
