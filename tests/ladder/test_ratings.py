"""Ratings with their intervals; bots that win everything."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_rankings import line_ups_of, made_rankings, rankings_from

from caravan.ladder.plackett_luce import fit, weak_orders
from caravan.ladder.ratings import ELO, PROFILE, SANDWICH, Ratings, rate

REPEATS = 300


def by_bot(ratings: Ratings) -> dict[int, tuple[float, float, float]]:
    return {one.bot: (one.rating, one.low, one.high) for one in ratings.bots}


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("of_seed", [0.0, 0.7])
def test_intervals_hold_the_truth_19_times_in_20_whether_or_not_the_games_on_a_seed_depend_on_each_other(
    players: int, of_seed: float
) -> None:
    strengths, terms = np.array([0.5, 0.1, -0.1, -0.5]), np.linspace(0.1, -0.1, players)
    rng = np.random.default_rng(17)
    # Games that depend on each other flatten strengths somewhat, so the truth is what very many seeds would give.
    many = fit(made_rankings(strengths, terms, 40_000, rng, of_seed=of_seed))
    held = []
    for _ in range(REPEATS):
        ratings = rate(made_rankings(strengths, terms, 60, rng, of_seed=of_seed))
        found = by_bot(ratings)
        # Differences, since zero is a convention that hangs on the games.
        truth = ELO * (many.parameters[:4] - many.parameters[:4].mean())
        middle = np.mean([found[bot][0] for bot in range(4)])
        held += [found[bot][1] - middle <= truth[bot] <= found[bot][2] - middle for bot in range(4)]
        truths = ELO * np.linspace(0.1, -0.1, players)
        if of_seed == 0.0:
            held += [one.low <= truths[one.seat - 1] <= one.high for one in ratings.seats]
    assert 0.925 <= np.mean(held) <= 0.975


def test_ratings_come_the_strongest_first_and_zero_lies_among_them() -> None:
    ratings = rate(made_rankings(np.array([-1.0, 1.0, 0.0]), np.zeros(2), 200, np.random.default_rng(1)))
    assert [one.bot for one in ratings.bots] == [1, 2, 0]
    assert ratings.bots[0].rating > 0.0 > ratings.bots[-1].rating
    assert {one.interval for one in ratings.bots} == {SANDWICH}


def swapped(bot: int, other: int, wins: int, games: int) -> dict[tuple[int, ...], list[tuple[int, ...]]]:
    """So many wins of one bot in as many games from either seat."""
    won, lost = [(1, 2)] * wins, [(2, 1)] * (games - wins)
    return {(bot, other): won + lost, (other, bot): [(b, a) for a, b in won + lost]}


def test_a_bot_that_wins_everything_gets_a_lower_end_and_no_upper_one() -> None:
    ratings = rate(rankings_from(3, {**swapped(0, 1, 100, 100), **swapped(0, 2, 100, 100), **swapped(1, 2, 60, 100)}))
    best, *others = ratings.bots
    assert best.bot == 0
    assert best.interval == PROFILE
    assert "never behind" in best.note
    assert math.isfinite(best.rating)
    assert others[0].rating < best.low < best.rating
    assert math.isnan(best.high)
    assert all(math.isfinite(one.low) and math.isfinite(one.high) for one in others)


def test_a_bot_that_loses_everything_gets_an_upper_end_and_no_lower_one() -> None:
    ratings = rate(rankings_from(3, {**swapped(0, 1, 0, 100), **swapped(0, 2, 0, 100), **swapped(1, 2, 60, 100)}))
    worst = ratings.bots[-1]
    assert worst.bot == 0
    assert "never ahead" in worst.note
    assert math.isnan(worst.low)
    assert worst.rating < worst.high < ratings.bots[1].rating


def test_the_end_of_a_clean_record_is_where_it_would_come_about_once_in_forty_times_or_so() -> None:
    """100 seeds without a loss, two games each that count as one: a chance of losing of up to 3 to 4 in 100."""
    ratings = rate(rankings_from(3, {**swapped(0, 1, 100, 100), **swapped(1, 2, 50, 100)}))
    found = {one.bot: one for one in ratings.bots}
    below = (found[1].rating + found[2].rating) / 2.0
    loss = 1.0 / (1.0 + 10.0 ** ((found[0].low - below) / 400.0))
    assert 0.025 < loss < 0.04


def test_more_clean_games_raise_the_lower_end() -> None:
    ends = [
        by_bot(rate(rankings_from(3, {**swapped(0, 1, seeds, seeds), **swapped(1, 2, 50, 100)})))[0][1]
        for seeds in (20, 100, 500)
    ]
    assert ends == sorted(ends)
    assert ends[-1] - ends[0] == pytest.approx(400 * math.log10(25), rel=0.1)


def test_one_loss_brings_a_bot_among_the_others() -> None:
    ratings = rate(rankings_from(3, {**swapped(0, 1, 99, 100), **swapped(0, 2, 100, 100), **swapped(1, 2, 60, 100)}))
    assert {one.interval for one in ratings.bots} == {SANDWICH}
    assert all(math.isfinite(one.high) for one in ratings.bots)


def test_a_shared_win_brings_a_bot_among_the_others() -> None:
    won = [(1, 2)] * 99 + [(1, 1)]
    pair = {(0, 1): won, (1, 0): [(b, a) for a, b in won]}
    assert {one.interval for one in rate(rankings_from(2, pair)).bots} == {SANDWICH}


def test_where_no_two_bots_are_near_each_other_one_is_zero_by_definition() -> None:
    first, second = rate(rankings_from(2, swapped(0, 1, 50, 50))).bots
    assert (first.bot, first.rating) == (0, 0.0)
    assert math.isnan(first.low)
    assert math.isnan(first.high)
    assert "zero by definition" in first.note
    assert second.rating < second.high < 0.0


def test_bots_far_below_dont_blur_the_rest() -> None:
    near = swapped(0, 1, 60, 100)
    far = {**swapped(0, 2, 100, 100), **swapped(1, 2, 100, 100), **swapped(2, 3, 50, 100)}
    alone, among = rate(rankings_from(2, near)), rate(rankings_from(4, {**near, **far}))
    assert by_bot(among)[0] == pytest.approx(by_bot(alone)[0], abs=1.0)


def test_the_expected_win_share_is_the_models() -> None:
    ratings = rate(rankings_from(2, swapped(0, 1, 75, 100)))
    assert ratings.expected[0, 1] == pytest.approx(0.75, abs=0.005)
    assert ratings.expected[0, 1] + ratings.expected[1, 0] == pytest.approx(1.0)


@given(st.data(), st.integers(2, 4), st.integers(2, 3), st.integers(1, 6))
@settings(max_examples=60)
def test_whatever_the_outcomes_every_bot_has_a_finite_rating_within_its_interval(
    data: st.DataObject, players: int, bots: int, seeds: int
) -> None:
    orders = st.sampled_from(weak_orders(players))
    line_ups = line_ups_of(bots, players)
    games = {line_up: data.draw(st.lists(orders, min_size=seeds, max_size=seeds)) for line_up in line_ups}
    ratings = rate(rankings_from(bots, games))
    assert sorted(one.bot for one in ratings.bots) == list(range(bots))
    for one in ratings.bots:
        assert math.isfinite(one.rating)
        assert not one.low > one.rating
        assert not one.high < one.rating
    assert sum(seat.term for seat in ratings.seats) == pytest.approx(0.0, abs=1e-6)
    assert all(0.0 < share < 1.0 for share in ratings.expected.values())


def test_few_seeds_are_called_rough() -> None:
    assert "rough: only 12 seeds" in rate(rankings_from(2, swapped(0, 1, 8, 12))).bots[0].note


def test_one_seed_gives_ratings_without_intervals() -> None:
    ratings = rate(rankings_from(2, {(0, 1): [(1, 2)], (1, 0): [(1, 2)]}))
    assert all(math.isfinite(one.rating) and math.isnan(one.low) for one in ratings.bots)
