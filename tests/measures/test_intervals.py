from __future__ import annotations

import numpy as np
import pytest
from scipy import special

from caravan.measures.intervals import (
    count_interval,
    deviation_interval,
    each_of,
    normal_quantile,
    quantile_ranks,
    quantiles,
    wilson,
)

REPETITIONS = 2_000


def test_the_normal_quantile_of_95_percent_is_1_96():
    assert normal_quantile(0.95) == pytest.approx(1.959964, abs=1e-6)


@pytest.mark.parametrize(
    ("hits", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_newcombes_published_figures(hits, games, low, high):
    """R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3."""
    ends = wilson([hits], games)
    assert ends[0][0] == pytest.approx(low, abs=5e-5)
    assert ends[1][0] == pytest.approx(high, abs=5e-5)


def test_wilson_ends_are_exact_where_nothing_or_everything_happened():
    low, high = wilson([0, 17], 17)
    assert low[0] == 0.0
    assert high[1] == 1.0
    assert 0.0 < high[0] == pytest.approx(1.0 - low[1])


def test_wilson_of_no_games_is_missing():
    assert all(np.isnan(ends).all() for ends in wilson([0, 0], 0))


@pytest.mark.parametrize("counts", [[560, 508, 482, 450], [7, 0, 3], [1, 1], [0, 0, 12, 0]])
def test_wilson_intervals_made_to_hold_together_are_goodmans(counts):
    from statsmodels.stats.proportion import multinomial_proportions_confint

    expected = multinomial_proportions_confint(np.array(counts), alpha=0.05, method="goodman")
    np.testing.assert_allclose(np.column_stack(wilson(counts, sum(counts), each_of(len(counts)))), expected, atol=1e-12)


def test_four_intervals_together_are_made_at_98_75_percent_each():
    assert each_of(4) == pytest.approx(0.9875)


@pytest.mark.parametrize(("games", "chance"), [(50, 0.25), (200, 0.28), (5_000, 0.25), (1_000, 0.98)])
def test_wilson_holds_the_chance_in_95_percent_of_batches(games, chance):
    hits = np.random.default_rng(1).binomial(games, chance, REPETITIONS)
    low, high = wilson(hits, games)
    assert 0.93 <= np.mean((low <= chance) & (chance <= high)) <= 0.97


@pytest.mark.parametrize("chances", [(0.28, 0.254, 0.241, 0.225), (0.368, 0.342, 0.29)])
def test_wilson_intervals_made_to_hold_together_hold_all_chances_at_once_in_95_percent_of_batches(chances):
    counts = np.random.default_rng(2).multinomial(1_000, chances, REPETITIONS)
    low, high = wilson(counts, 1_000, each_of(len(chances)))
    held = ((low <= chances) & (chances <= high)).all(axis=1)
    assert 0.93 <= held.mean() <= 0.97


@pytest.mark.parametrize(
    ("games", "probability", "ranks"),
    [(5, 0.5, (0, 6)), (10, 0.5, (2, 9)), (20, 0.5, (6, 15)), (100, 0.5, (40, 61))],
)
def test_ranks_that_bound_the_median_are_those_of_the_sign_test(games, probability, ranks):
    assert quantile_ranks(games, probability) == ranks


def test_seventy_two_games_are_needed_for_an_upper_bound_of_the_95_percent_quantile():
    """0.95 to the power of 72 is the first below 2.5%."""
    assert quantile_ranks(71, 0.95)[1] == 72
    assert quantile_ranks(72, 0.95)[1] == 72
    assert quantile_ranks(71, 0.05)[0] == 0
    assert quantile_ranks(72, 0.05)[0] == 1


@pytest.mark.parametrize("games", [1, 2, 37, 500, 100_000])
@pytest.mark.parametrize("probability", [0.05, 0.25, 0.5, 0.75, 0.95])
def test_ranks_leave_at_most_a_fortieth_in_each_tail(games, probability):
    low, high = quantile_ranks(games, probability)
    tail = 0.025 + 1e-12
    assert low == 0 or special.bdtr(low - 1.0, games, probability) <= tail < special.bdtr(
        float(low), games, probability
    )
    assert high == games + 1 or special.bdtrc(high - 1.0, games, probability) <= tail


def test_quantiles_are_those_of_a_spreadsheet():
    values = np.random.default_rng(3).normal(size=(3, 41))
    probabilities = (0.05, 0.25, 0.5, 0.75, 0.95)
    value, _, _ = quantiles(values, probabilities)
    np.testing.assert_allclose(value, np.quantile(values, probabilities, axis=1).T)


def test_a_quantile_of_few_games_has_no_ends():
    value, low, high = quantiles(np.array([[3.0, 1.0, 2.0]]), (0.5,))
    assert value[0, 0] == 2.0
    assert np.isnan(low).all()
    assert np.isnan(high).all()


def test_quantile_intervals_hold_in_95_percent_of_batches():
    values = np.random.default_rng(4).normal(44.0, 9.0, (REPETITIONS, 1_000))
    probabilities = (0.05, 0.25, 0.5, 0.75, 0.95)
    _, low, high = quantiles(values, probabilities)
    truth = 44.0 + 9.0 * special.ndtri(np.array(probabilities))
    held = ((low <= truth) & (truth <= high)).mean(axis=0)
    assert (held >= 0.93).all()
    assert (held <= 0.97).all()


def test_the_interval_of_a_standard_deviation_is_bonetts():
    """Worked through step by step for ten values: two are cut off at either end for the middle."""
    values = [2.0, 3.0, 3.0, 4.0, 5.0, 6.0, 8.0, 9.0, 15.0, 21.0]
    cut = int(10 / (2 * 6**0.5))
    middle = sum(values[cut:-cut]) / (10 - 2 * cut)
    mean = sum(values) / 10
    squares = sum((value - mean) ** 2 for value in values)
    kurtosis = 10 * sum((value - middle) ** 4 for value in values) / squares**2
    error = ((kurtosis - 7 / 10) / 9) ** 0.5
    factor = 10 / (10 - 1.959964)
    reach = (10 / 9) ** 0.5 * 2.262157 * factor * error
    variance = factor * squares / 9
    low, high = deviation_interval(np.array([values]))
    assert low[0] == pytest.approx((variance * np.exp(-reach)) ** 0.5, rel=1e-5)
    assert high[0] == pytest.approx((variance * np.exp(reach)) ** 0.5, rel=1e-5)


def test_a_standard_deviation_of_few_games_or_of_equal_ones_has_no_interval():
    assert np.isnan(deviation_interval(np.array([[1.0, 2.0, 3.0, 4.0]]))).all()
    assert np.isnan(deviation_interval(np.ones((1, 30)))).all()


@pytest.mark.parametrize("games", [5, 6, 9, 40])
def test_the_interval_of_a_standard_deviation_holds_it(games):
    values = np.random.default_rng(6).exponential(size=(500, games)).round(1)
    low, high = deviation_interval(values)
    found = values.std(axis=1, ddof=1)
    assert (low <= found).all()
    assert (found <= high).all()


def test_intervals_of_standard_deviations_of_skewed_values_hold_in_93_to_97_percent_of_batches():
    values = np.random.default_rng(7).gamma(2.0, 3.0, (REPETITIONS, 200))
    low, high = deviation_interval(values)
    assert 0.93 <= np.mean((low <= 3.0 * 2**0.5) & (high >= 3.0 * 2**0.5)) <= 0.97


def test_the_ends_of_a_count_are_the_means_from_which_it_is_two_standard_errors_away():
    mean, deviation = np.array([0.2, 3.0]), np.array([0.5, 1.1])
    for end in count_interval(mean, deviation, 1.96 / 10.0):
        error = np.sqrt(end * deviation**2 / mean) / 10.0
        np.testing.assert_allclose(np.abs(mean - end), 1.96 * error)


def test_what_was_never_counted_is_bounded_as_rare_events_are():
    low, high = count_interval(np.zeros(1), np.zeros(1), 1.96 / 10.0)
    assert low[0] == 0.0
    assert high[0] == pytest.approx(1.96**2 / 100)


@pytest.mark.parametrize(("games", "rate"), [(50, 0.03), (200, 0.03), (50, 0.2), (100, 3.0)])
def test_the_interval_of_a_count_holds_for_rare_events_that_come_in_twos(games, rate):
    counts = 2 * np.random.default_rng(3).poisson(rate, (REPETITIONS, games))
    low, high = count_interval(counts.mean(axis=1), counts.std(axis=1), normal_quantile(0.95) / np.sqrt(games))
    assert np.mean((low <= 2 * rate) & (2 * rate <= high)) >= 0.93
