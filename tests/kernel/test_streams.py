from __future__ import annotations

import numpy as np
import pytest

from caravan.kernel import streams

BITS = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


def mixed(value: int) -> int:
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & BITS
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & BITS
    return value ^ (value >> 31)


def started(seed: int):
    record = streams.new_streams()
    streams.start_streams(record[0], np.uint64(seed))
    return record


def test_a_stream_started_at_zero_gives_the_published_values_of_splitmix64():
    record = streams.new_streams()
    published = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert [int(streams.next_value(record[0], 0)) & BITS for _ in range(3)] == published


@pytest.mark.parametrize("value", [0, 1, GAMMA, BITS, 1 << 63])
def test_mixing_agrees_with_whole_numbers_kept_to_64_bits(value):
    assert int(streams.mix(np.uint64(value))) & BITS == mixed(value)


def test_the_streams_of_a_game_all_differ_and_depend_on_its_seed():
    one, other = started(1), started(2)
    values = [int(value) for value in (*one.value[0], *other.value[0])]
    assert len(set(values)) == 2 * streams.COUNT


def test_drawing_from_one_stream_leaves_the_others_alone():
    record = started(5)
    before = record.value[0].copy()
    streams.next_value(record[0], streams.FIRST_BOT)
    moved = np.flatnonzero(record.value[0] != before)
    assert moved.tolist() == [streams.FIRST_BOT]


def test_game_seeds_of_a_batch_are_distinct():
    seeds = {int(streams.game_seed(np.uint64(7), np.uint64(game))) for game in range(5000)}
    assert len(seeds) == 5000


@pytest.mark.parametrize("bound", [1, 2, 7, 48])
def test_bounded_draws_are_in_range_and_evenly_spread(bound):
    record = started(11)
    draws = np.array([streams.next_below(record[0], 3, bound) for _ in range(20_000)])
    counts = np.bincount(draws, minlength=bound)
    assert len(counts) == bound
    expected = 20_000 / bound
    statistic = ((counts - expected) ** 2 / expected).sum()
    assert statistic < bound + 5 * np.sqrt(2 * bound)


def test_fractions_are_from_zero_to_below_one():
    record = started(13)
    draws = np.array([streams.next_fraction(record[0], 3) for _ in range(5000)])
    assert draws.min() >= 0.0
    assert draws.max() < 1.0
    assert abs(draws.mean() - 0.5) < 0.02
