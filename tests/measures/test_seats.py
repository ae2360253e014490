from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from synthetic_batches import made_batch, random_batch

from caravan.measures import Estimate, measure
from caravan.measures.bootstrap import abc_interval, mean_of
from caravan.measures.intervals import each_of, wilson
from caravan.measures.sequences import bounded_sequence

# Ten games of two: seat 1 wins the first seven.
SEVEN_OF_TEN = [[5, 3]] * 7 + [[2, 4]] * 3
# Four games of four: two won alone, one shared by seats 1 and 2, one shared by all.
TIED = [[9, 1, 2, 3], [1, 9, 2, 3], [8, 8, 2, 1], [4, 4, 4, 4]]


def values(estimates: tuple[Estimate, ...]) -> list[float]:
    return [estimate.value for estimate in estimates]


def test_win_shares_without_ties_get_goodman_intervals():
    estimates = measure(made_batch(SEVEN_OF_TEN), "win_share")
    low, high = wilson([7, 3], 10, each_of(2))
    assert values(estimates) == pytest.approx([0.7, 0.3])
    assert [estimate.low for estimate in estimates] == pytest.approx(low.tolist())
    assert [estimate.high for estimate in estimates] == pytest.approx(high.tolist())
    assert {estimate.interval for estimate in estimates} == {"Goodman 95% over all seats"}
    assert [estimate.seat for estimate in estimates] == [1, 2]
    assert {estimate.games for estimate in estimates} == {10}


def test_a_shared_win_counts_in_equal_parts():
    assert values(measure(made_batch(TIED), "win_share")) == pytest.approx([1.75 / 4, 1.75 / 4, 0.25 / 4, 0.25 / 4])


def test_win_shares_with_ties_are_bootstrapped_over_games():
    batch = random_batch(400)
    shares = batch.seats["win_share"].to_numpy().reshape(400, 4).T
    assert (batch.games["winners"] > 1).any()
    estimates = measure(batch, "win_share")
    low, high = abc_interval(mean_of(np.ascontiguousarray(shares)), 0.9875)
    assert values(estimates) == pytest.approx(shares.mean(axis=1).tolist())
    assert [estimate.low for estimate in estimates] == pytest.approx(low.tolist())
    assert [estimate.high for estimate in estimates] == pytest.approx(high.tolist())
    assert {estimate.interval for estimate in estimates} == {"ABC bootstrap 95% over all seats"}


def test_the_tie_break_decides_who_wins():
    batch = made_batch([[10, 7], [7, 10]], common=np.array([[0, 1], [1, 0]]))
    assert values(measure(batch, "win_share")) == [0.5, 0.5]
    assert measure(batch, "first_player_advantage")[0].interval == "Wilson 95%"


def test_a_seat_whose_share_never_varies_among_ties_gets_wilsons_bound():
    estimates = measure(made_batch([[5, 5, 1]] * 20 + [[6, 2, 1]] * 10), "win_share")
    _, high = wilson([0.0], 30, 1 - 0.05 / 3)
    assert (estimates[2].value, estimates[2].low) == (0.0, 0.0)
    assert estimates[2].high == pytest.approx(high[0])
    assert "no variation" in estimates[2].note
    assert estimates[0].interval == "ABC bootstrap 95% over all seats"


def test_first_player_advantage_is_seat_ones_share_above_a_fair_one():
    (advantage,) = measure(made_batch(SEVEN_OF_TEN), "first_player_advantage")
    low, high = wilson([7], 10)
    assert (advantage.value, advantage.unit, advantage.seat) == (pytest.approx(20.0), "percentage points", 1)
    assert advantage.low == pytest.approx(100 * (low[0] - 0.5))
    assert advantage.high == pytest.approx(100 * (high[0] - 0.5))


def test_seat_effects_add_up_to_nothing():
    assert sum(values(measure(random_batch(300), "seat_effect"))) == pytest.approx(0.0, abs=1e-9)


def test_an_elo_of_191_points_is_a_win_share_of_three_quarters_of_two():
    estimates = measure(made_batch([[2, 1]] * 75 + [[1, 2]] * 25), "elo")
    assert values(estimates) == pytest.approx([190.848, -190.848], abs=1e-3)
    assert estimates[0].low < 190.848 < estimates[0].high


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_fair_share_is_an_elo_of_nothing_to_the_last_digit(players):
    won_in_turn = np.eye(players, dtype=int)
    shared_by_all = np.ones((1, players), dtype=int)
    for scores in (won_in_turn, np.concatenate([np.tile(won_in_turn, (3, 1)), shared_by_all])):
        assert values(measure(made_batch(scores), "elo")) == [0.0] * players


def test_the_elo_of_a_seat_that_never_wins_is_missing_with_one_bound():
    _, second = measure(made_batch([[2, 1]] * 30), "elo")
    assert second.is_missing
    assert math.isnan(second.low)
    assert math.isfinite(second.high)
    assert "no win" in second.note


def test_chi_square_without_ties_is_pearsons():
    batch = made_batch(np.repeat(np.eye(4, dtype=int), [30, 25, 25, 20], axis=0))
    statistic, p_value = measure(batch, "seat_chi_square")
    expected = stats.chisquare([30, 25, 25, 20])
    assert statistic.value == pytest.approx(expected.statistic)
    assert p_value.value == pytest.approx(expected.pvalue)


def test_chi_square_never_stands_alone():
    for estimate in measure(made_batch(SEVEN_OF_TEN), "seat_chi_square"):
        assert "seat effects +20.0, -20.0 percentage points" in estimate.note


def test_chi_square_with_ties_keeps_its_level():
    rng = np.random.default_rng(1)
    ties = np.vstack([np.eye(3), [[1, 1, 0], [1, 0, 1], [0, 1, 1], [1, 1, 1]]]).astype(int)
    refused = 0
    for _ in range(300):
        draws = rng.choice(7, 200, p=[0.2, 0.2, 0.2, 0.12, 0.12, 0.12, 0.04])
        refused += measure(made_batch(ties[draws]), "seat_chi_square")[1].value < 0.05
    assert 0.015 <= refused / 300 <= 0.09


def test_chi_square_is_missing_where_every_win_is_shared_by_all():
    statistic, p_value = measure(made_batch([[3, 3]] * 5), "seat_chi_square")
    assert statistic.is_missing
    assert p_value.is_missing
    assert "shared by all" in p_value.note


def test_seat_margin_compares_with_the_mean_of_the_others():
    estimates = measure(made_batch([[9, 3, 6], [6, 3, 0]]), "seat_margin")
    assert values(estimates) == pytest.approx([(4.5 + 4.5) / 2, (-4.5 + 0.0) / 2, (0.0 - 4.5) / 2])


def test_ties_count_the_better_rank_once():
    assert values(measure(made_batch([[5, 5, 1], [1, 2, 3]]), "mean_rank")) == [2.0, 1.5, 2.0]


def test_a_shared_last_place_counts_in_equal_parts():
    assert values(measure(made_batch([[5, 2, 2], [1, 2, 3]]), "last_place")) == pytest.approx([0.5, 0.25, 0.25])


def test_while_games_come_in_win_shares_have_a_confidence_sequence():
    batch = made_batch(np.array(SEVEN_OF_TEN * 30)).first(200)
    estimates = measure(batch, "win_share")
    low, high = bounded_sequence(batch.seats["win_share"].to_numpy().reshape(200, 2).T.copy(), 0.975)
    assert [estimate.low for estimate in estimates] == pytest.approx(low[:, -1].tolist())
    assert [estimate.high for estimate in estimates] == pytest.approx(high[:, -1].tolist())
    assert {estimate.interval for estimate in estimates} == {"confidence sequence 95% over all seats"}


def test_while_games_come_in_the_p_value_is_withheld():
    statistic, p_value = measure(random_batch(200).first(100), "seat_chi_square")
    assert not statistic.is_missing
    assert p_value.is_missing
    assert "one look" in p_value.note
