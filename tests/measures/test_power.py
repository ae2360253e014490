from __future__ import annotations

import numpy as np
import pytest

from caravan.errors import CaravanError
from caravan.measures import bootstrap
from caravan.measures.intervals import wilson
from caravan.measures.power import (
    effect_within_reach,
    games_for_width,
    games_needed,
    games_needed_for_share,
    power_of,
)

REPETITIONS = 2_000


@pytest.mark.parametrize(
    ("points", "expected"),
    [(1, (19_600, 17_500, 14_800)), (2, (4_900, 4_400, 3_700)), (5, (780, 710, 610))],
)
def test_games_for_one_seat_against_its_fair_share_are_the_planning_figures(points, expected):
    found = [games_needed_for_share(points / 100, players) for players in (2, 3, 4)]
    assert found == pytest.approx(expected, rel=0.01)


def test_one_point_of_margin_needs_about_790_games_at_a_deviation_of_10():
    assert games_needed(1.0, 10.0) == pytest.approx(790, rel=0.01)


def test_a_seat_that_wins_too_little_is_found_as_well():
    assert games_needed_for_share(-0.02, 2) == games_needed_for_share(0.02, 2)
    assert games_needed_for_share(-0.02, 4) < games_needed_for_share(0.02, 4)


def test_half_the_effect_needs_four_times_the_games():
    assert games_needed(0.5, 10.0) == pytest.approx(4 * games_needed(1.0, 10.0), rel=0.01)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("points", [2, 5])
def test_wilson_intervals_find_the_effect_in_80_percent_of_batches(players, points):
    games = games_needed_for_share(points / 100, players)
    hits = np.random.default_rng(players).binomial(games, 1 / players + points / 100, REPETITIONS)
    low, high = wilson(hits, games)
    found = np.mean((low > 1 / players) | (high < 1 / players))
    assert found == pytest.approx(0.8, abs=4 * (0.8 * 0.2 / REPETITIONS) ** 0.5)


def test_intervals_of_a_mean_find_the_effect_in_80_percent_of_batches():
    games = games_needed(2.0, 10.0)
    margins = np.random.default_rng(5).normal(2.0, 10.0, (REPETITIONS, games))
    low, high = bootstrap.abc_interval(bootstrap.mean_of(margins))
    assert np.mean((low > 0) | (high < 0)) == pytest.approx(0.8, abs=4 * (0.8 * 0.2 / REPETITIONS) ** 0.5)


@pytest.mark.parametrize("effect", [0.5, 2.0, 5.0])
def test_the_games_needed_have_the_power_asked_for(effect):
    assert power_of(effect, 10.0, games_needed(effect, 10.0)) == pytest.approx(0.8, abs=0.02)


def test_without_an_effect_one_interval_in_twenty_finds_one():
    assert power_of(0.0, 10.0, 50) == pytest.approx(0.05)


def test_the_effect_within_reach_needs_just_the_games_that_there_are():
    assert games_needed(effect_within_reach(1_000, 9.0), 9.0) == pytest.approx(1_000, abs=1)


def test_games_for_a_narrow_interval():
    """Three points to either side of a half: the 1,067 of opinion polls, and two for the unknown deviation."""
    assert games_for_width(0.03, 0.5) == pytest.approx(1_069, abs=1)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: games_needed(0.0, 10.0),
        lambda: games_needed(1.0, 0.0),
        lambda: games_needed(1.0, 10.0, power=1.0),
        lambda: games_needed(1.0, 10.0, confidence=0.0),
        lambda: games_needed_for_share(0.8, 2),
        lambda: games_needed_for_share(0.1, 1),
        lambda: games_for_width(-1.0, 10.0),
        lambda: power_of(1.0, 10.0, 1),
        lambda: effect_within_reach(1, 10.0),
    ],
)
def test_numbers_out_of_range_are_refused_in_words(ask):
    with pytest.raises(CaravanError, match=r"allowed|found|takes|can't"):
        ask()
