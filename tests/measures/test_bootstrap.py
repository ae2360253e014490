from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from caravan.measures.bootstrap import abc_interval, deviation_of, mean_of, ratio_gap_of, ratio_of
from caravan.measures.intervals import each_of

REPETITIONS = 2_000
RESAMPLES = 20_000


def resampled(data: tuple[np.ndarray, ...], statistic) -> tuple[float, float, float]:
    """The real bootstrap, for comparison: BCa from many resamples of whole games."""
    result = stats.bootstrap(
        data, statistic, paired=True, vectorized=True, n_resamples=RESAMPLES, batch=1_000, method="BCa", rng=5
    )
    return result.confidence_interval.low, result.confidence_interval.high, result.standard_error


def test_a_mean_of_symmetric_values_gets_the_classical_t_interval():
    values = np.array([[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]])
    low, high = abc_interval(mean_of(values))
    t_low, t_high = stats.t.interval(0.95, 6, loc=4.0, scale=values.std(ddof=1) / np.sqrt(7))
    assert low[0] == pytest.approx(t_low)
    assert high[0] == pytest.approx(t_high)


def test_a_skewed_mean_agrees_with_resampling():
    values = np.random.default_rng(6).exponential(10.0, 200)
    low, high = abc_interval(mean_of(values[None, :]))
    expected_low, expected_high, error = resampled((values,), lambda x, axis: x.mean(axis=axis))
    assert low[0] == pytest.approx(expected_low, abs=0.1 * error)
    assert high[0] == pytest.approx(expected_high, abs=0.1 * error)


def test_a_ratio_agrees_with_resampling():
    rng = np.random.default_rng(7)
    upper = rng.poisson(3.0, 150).astype(float)
    lower = upper + rng.poisson(9.0, 150)
    low, high = abc_interval(ratio_of(upper[None, :], lower[None, :]))
    expected_low, expected_high, error = resampled(
        (upper, lower), lambda u, v, axis: u.sum(axis=axis) / v.sum(axis=axis)
    )
    assert low[0] == pytest.approx(expected_low, abs=0.1 * error)
    assert high[0] == pytest.approx(expected_high, abs=0.1 * error)


def test_a_standard_deviation_agrees_with_resampling():
    values = np.random.default_rng(8).gamma(4.0, 3.0, 400)
    low, high = abc_interval(deviation_of(values[None, :]))
    expected_low, expected_high, error = resampled((values,), lambda x, axis: x.std(axis=axis, ddof=1))
    assert low[0] == pytest.approx(expected_low, abs=0.15 * error)
    assert high[0] == pytest.approx(expected_high, abs=0.15 * error)


def test_shared_wins_agree_with_resampling_games():
    patterns = np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]])
    shares = patterns[np.random.default_rng(9).choice(3, 300, p=[0.5, 0.4, 0.1])].T
    low, high = abc_interval(mean_of(shares))
    expected_low, expected_high, error = resampled((shares[0],), lambda x, axis: x.mean(axis=axis))
    assert low[0] == pytest.approx(expected_low, abs=0.1 * error)
    assert high[0] == pytest.approx(expected_high, abs=0.1 * error)
    assert low[1] == pytest.approx(1.0 - high[0])


def test_the_mean_of_seats_is_bounded_by_games_not_by_rows():
    """Four seats whose scores rise and fall together hold no more information than one."""
    common = np.random.default_rng(10).normal(44.0, 9.0, 500)
    one = abc_interval(mean_of(common[None, :]))
    four = abc_interval(mean_of(np.stack([common] * 4).mean(axis=0)[None, :]))
    np.testing.assert_allclose(one, four)


def test_the_interval_is_the_same_every_time():
    values = np.random.default_rng(11).normal(size=(3, 50))
    np.testing.assert_array_equal(abc_interval(mean_of(values)), abc_interval(mean_of(values)))


def test_the_unit_of_measurement_carries_over():
    values = np.random.default_rng(12).gamma(2.0, 1.0, (1, 80))
    low, high = abc_interval(mean_of(values))
    moved_low, moved_high = abc_interval(mean_of(1_000.0 + 3.0 * values))
    np.testing.assert_allclose(moved_low, 1_000.0 + 3.0 * low)
    np.testing.assert_allclose(moved_high, 1_000.0 + 3.0 * high)


def test_the_difference_of_a_ratio_from_itself_has_no_interval():
    upper, lower = np.array([[1.0, 2.0, 3.0]]), np.array([[4.0, 4.0, 5.0]])
    expansion = ratio_gap_of((upper, lower), (upper, lower))
    assert expansion.value[0] == 0.0
    assert np.isnan(abc_interval(expansion)).all()


@pytest.mark.parametrize("values", [[[5.0]], [[5.0, 5.0, 5.0]], [[0.1, 0.1, 0.1]], [[1e9, 1e9]]])
def test_where_nothing_varies_there_is_no_interval(values):
    assert np.isnan(abc_interval(mean_of(np.array(values)))).all()


def test_a_ratio_over_nothing_is_missing():
    expansion = ratio_of(np.zeros((1, 4)), np.zeros((1, 4)))
    assert np.isnan(expansion.value).all()
    assert np.isnan(abc_interval(expansion)).all()


@pytest.mark.parametrize("games", [30, 100, 1_000])
@pytest.mark.parametrize(
    ("draw", "truth"),
    [
        (lambda rng, shape: rng.normal(44.0, 9.0, shape), 44.0),
        (lambda rng, shape: rng.poisson(3.0, shape).astype(float), 3.0),
        (lambda rng, shape: rng.choice([1.0, 0.5, 0.0], shape, p=[0.25, 0.1, 0.65]), 0.3),
    ],
    ids=["scores", "counts", "shares"],
)
def test_intervals_of_means_hold_in_95_percent_of_batches(games, draw, truth):
    low, high = abc_interval(mean_of(draw(np.random.default_rng(13), (REPETITIONS, games))))
    assert 0.93 <= np.mean((low <= truth) & (truth <= high)) <= 0.97


def test_intervals_of_standard_deviations_hold_in_95_percent_of_batches():
    low, high = abc_interval(deviation_of(np.random.default_rng(14).normal(44.0, 9.0, (REPETITIONS, 300))))
    assert 0.93 <= np.mean((low <= 9.0) & (high >= 9.0)) <= 0.97


def test_intervals_of_ratios_and_their_differences_hold_in_95_percent_of_batches():
    rng = np.random.default_rng(15)
    shape = (REPETITIONS, 100)
    pairs = []
    for mean in (3.0, 5.0):
        upper = rng.poisson(mean, shape).astype(float)
        pairs.append((upper, upper + rng.poisson(10.0, shape)))
    low, high = abc_interval(ratio_of(*pairs[0]))
    assert 0.93 <= np.mean((low <= 3 / 13) & (high >= 3 / 13)) <= 0.97
    gap = 3 / 13 - 5 / 15
    low, high = abc_interval(ratio_gap_of(*pairs))
    assert 0.93 <= np.mean((low <= gap) & (high >= gap)) <= 0.97


def test_shares_of_shared_wins_hold_for_all_seats_at_once_in_95_percent_of_batches():
    patterns = np.vstack([np.eye(4), [[0.5, 0.5, 0.0, 0.0], [0.0, 0.5, 0.5, 0.0]]])
    chances = np.array([0.27, 0.24, 0.22, 0.21, 0.04, 0.02])
    shares = patterns[np.random.default_rng(16).choice(6, (REPETITIONS, 500), p=chances)]
    held = np.ones(REPETITIONS, dtype=bool)
    for seat, truth in enumerate(chances @ patterns):
        low, high = abc_interval(mean_of(np.ascontiguousarray(shares[:, :, seat])), each_of(4))
        held &= (low <= truth) & (truth <= high)
    assert 0.93 <= held.mean() <= 0.97
