"""Intervals of differences between two rule sets on the same seeds."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from caravan.measures import paired
from caravan.measures.bootstrap import abc_interval, deviation, deviation_columns, mean_of, ratio

REPETITIONS = 2_000
GAMES = 400


def alike(rng: np.random.Generator, likeness: float) -> tuple[np.ndarray, np.ndarray]:
    """Standard normal values of games whose pairs have something in common."""
    first = rng.normal(size=(REPETITIONS, GAMES))
    return first, likeness * first + np.sqrt(1.0 - likeness**2) * rng.normal(size=(REPETITIONS, GAMES))


def coverage(gaps: paired.Gaps, truth: float) -> float:
    return float(np.mean((gaps.low <= truth) & (truth <= gaps.high)))


def test_the_difference_of_two_means_is_the_mean_of_the_differences():
    before, after = np.array([[1.0, 2.0, 3.0, 6.0]]), np.array([[2.0, 4.0, 3.0, 9.0]])
    gaps = paired.of_means(before[:, None, :], after[:, None, :])
    low, high = abc_interval(mean_of(after - before))
    assert gaps.value[0] == pytest.approx(1.5)
    assert (gaps.low[0], gaps.high[0]) == (low[0], high[0])
    errors = [values.std() / 2.0 for values in (before, after)]
    assert gaps.apart[0] == pytest.approx(stats.norm.ppf(0.975) * np.hypot(*errors))


def test_pairs_with_something_in_common_narrow_the_interval_and_opposites_widen_it():
    rng = np.random.default_rng(2)
    first, second = alike(rng, 0.8)
    together, against = (paired.of_means(first[:1, None], sign * second[:1, None]) for sign in (1.0, -1.0))
    assert together.high[0] - together.low[0] < 2.0 * together.apart[0] < against.high[0] - against.low[0]


def test_a_sum_is_bounded_like_a_difference_from_the_opposite():
    rng = np.random.default_rng(3)
    first, second = alike(rng, 0.3)
    added = paired.of_means(first[:, None], second[:, None], add=True)
    taken = paired.of_means(-first[:, None], second[:, None])
    np.testing.assert_allclose((added.low, added.high), (taken.low, taken.high))
    before, after = first[:5] > 0.4, second[:5] > 0.2
    shares = paired.of_shares(before, after, add=True)
    assert shares.value == pytest.approx(before.mean(axis=1) + after.mean(axis=1))
    assert (shares.low < shares.value).all()
    assert (shares.value < shares.high).all()


def test_shares_give_newcombes_interval():
    """Worked by hand: 20 pairs, happened in both 8, before only 2, after only 6, in neither 4."""
    before = np.array([[1] * 8 + [1] * 2 + [0] * 6 + [0] * 4], dtype=bool)
    after = np.array([[1] * 8 + [0] * 2 + [1] * 6 + [0] * 4], dtype=bool)
    gaps = paired.of_shares(before, after)
    # Wilson: 10 of 20 is 0.2993 to 0.7007, 14 of 20 is 0.4810 to 0.8545; phi = (8 * 4 - 2 * 6) / sqrt(10*10*14*6).
    phi = 20.0 / np.sqrt(10 * 10 * 14 * 6)
    down, up = np.array([0.7 - 0.4810, 0.7007 - 0.5]), np.array([0.8545 - 0.7, 0.5 - 0.2993])
    assert gaps.value[0] == pytest.approx(0.2)
    for end, reach, sign in ((gaps.low[0], down, -1.0), (gaps.high[0], up, 1.0)):
        width = np.sqrt(reach[0] ** 2 + reach[1] ** 2 - 2.0 * phi * reach[0] * reach[1])
        assert end == pytest.approx(0.2 + sign * width, abs=2e-4)


def test_quantiles_of_whole_numbers_end_at_whole_numbers():
    rng = np.random.default_rng(4)
    before, after = rng.poisson(44, (3, 300)).astype(float), rng.poisson(46, (3, 300)).astype(float)
    gaps = paired.of_quantiles(before, after, 0.5)
    assert (gaps.low == np.rint(gaps.low)).all()
    assert (gaps.high == np.rint(gaps.high)).all()
    assert (gaps.low <= gaps.value).all()


@pytest.mark.parametrize("values", [np.zeros((2, 50)), np.arange(100.0).reshape(2, 50)])
def test_what_is_the_same_in_every_pair_has_no_interval_and_a_difference_of_exactly_0(values):
    happened = values > 20.0
    for gaps in (
        paired.of_means(values[:, None], values[:, None]),
        paired.of_means(deviation_columns(values), deviation_columns(values), deviation(50)),
        paired.of_shares(happened, happened),
        paired.of_quantiles(values, values, 0.25),
    ):
        assert gaps.steady.all()
        assert (gaps.value == 0.0).all()
        assert np.isnan(gaps.low).all()
        assert np.isnan(gaps.high).all()


def test_a_steady_difference_that_is_not_0_is_steady_too():
    values = np.arange(50.0)[None, None, :]
    gaps = paired.of_means(values, values + 3.0)
    assert gaps.steady[0]
    assert gaps.value[0] == pytest.approx(3.0)


def test_a_figure_that_is_carried_through_a_function_is_compared_in_its_new_unit():
    rng = np.random.default_rng(5)
    before, after = rng.random((1, 200)) < 0.4, rng.random((1, 200)) < 0.5
    plain = paired.of_shares(before, after)
    points = paired.of_shares(before, after, lambda share: 100.0 * (share - 0.5))
    assert points.low[0] == pytest.approx(100.0 * plain.low[0])
    assert points.high[0] == pytest.approx(100.0 * plain.high[0])


@pytest.mark.parametrize("likeness", [0.0, 0.6])
def test_intervals_of_differences_hold_in_95_percent_of_batches(likeness):
    rng = np.random.default_rng(6)
    first, second = alike(rng, likeness)
    scores = paired.of_means((44.0 + 9.0 * first)[:, None], (46.0 + 8.0 * second)[:, None])
    assert 0.93 <= coverage(scores, 2.0) <= 0.97
    for chances in ((0.5, 0.55), (0.25, 0.22), (0.03, 0.05)):
        happened = (values < stats.norm.ppf(chance) for values, chance in zip((first, second), chances, strict=True))
        assert 0.93 <= coverage(paired.of_shares(*happened), chances[1] - chances[0]) <= 0.97
    spread = paired.of_means(deviation_columns(first), deviation_columns(2.0 * second), deviation(GAMES))
    assert 0.93 <= coverage(spread, 1.0) <= 0.97
    for probability in (0.05, 0.5, 0.75):
        at = stats.norm.ppf(probability)
        quantiles = paired.of_quantiles(first, np.exp(second), probability)
        assert 0.93 <= coverage(quantiles, np.exp(at) - at) <= 0.98


def test_intervals_of_differences_of_ratios_hold_in_95_percent_of_batches():
    rng = np.random.default_rng(7)
    shape = (REPETITIONS, GAMES)
    common = rng.poisson(3.0, shape).astype(float)
    before = np.stack([common, common + rng.poisson(9.0, shape)], axis=1)
    more = common + rng.poisson(1.0, shape)
    after = np.stack([more, more + rng.poisson(8.0, shape)], axis=1)
    assert 0.93 <= coverage(paired.of_means(before, after, ratio), 4.0 / 12.0 - 3.0 / 12.0) <= 0.97


def test_shares_of_shared_wins_are_compared_as_means():
    rng = np.random.default_rng(8)
    first, second = alike(rng, 0.3)
    before, after = (np.where(values > 1.0, 0.5, np.where(values > 0.0, 1.0, 0.0)) for values in (first, second))
    assert 0.93 <= coverage(paired.of_means(before[:, None], after[:, None]), 0.0) <= 0.97


def test_while_games_come_in_the_intervals_hold_at_every_look():
    rng = np.random.default_rng(9)
    looks = (100, 150, 200, 300, 400)
    first, second = alike(rng, 0.4)
    held = np.ones(REPETITIONS, dtype=bool)
    for games in looks:
        gaps = paired.of_means(first[:, None, :games], second[:, None, :games], planned=1_000)
        assert gaps.method == paired.SEQUENCE
        held &= (gaps.low <= 0.0) & (gaps.high >= 0.0)
    assert held.mean() >= 0.95
    early = paired.of_means(first[:, None, :99], second[:, None, :99], planned=1_000)
    assert np.isnan(early.low).all()
