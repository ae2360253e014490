"""Differences between cells on the same seeds, and what many of them do to probabilities."""

from __future__ import annotations

import math

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests
from synthetic_batches import random_batch

from caravan.measures import Sample, measure
from caravan.sweeps import contrasts
from caravan.sweeps.contrasts import FROM_CELLS, PAIRED, contrast, holm, influence


def test_influences_make_the_standard_error_of_a_mean() -> None:
    batch = random_batch(80)
    turns = batch.games["turns"].to_numpy(dtype=float)
    mean = next(one for one in measure(batch, "length") if one.part == "turns.mean")
    found = influence(mean)
    assert found is not None
    assert found == pytest.approx(turns - turns.mean())


@pytest.mark.parametrize(
    "name", ["win_share", "seat_margin", "length", "ties", "point_sources", "elo", "winning_margin"]
)
def test_influences_have_no_mean_and_an_error_near_that_of_the_interval(name: str) -> None:
    sample = Sample(random_batch(400, 2))
    for estimate in measure(sample, name):
        found = influence(estimate)
        if found is None or not estimate.has_interval or estimate.high == estimate.low:
            continue
        assert found.mean() == pytest.approx(0.0, abs=1e-6 * max(1.0, abs(estimate.value)))
        error = found.std(ddof=1) / math.sqrt(len(found))
        if "Goodman" in estimate.interval or error * len(found) < 5.0:  # rare events: Wilson is wider
            continue
        assert error == pytest.approx((estimate.high - estimate.low) / 3.92, rel=0.2), estimate.label


def test_a_difference_is_judged_game_by_game() -> None:
    rng = np.random.default_rng(1)
    luck = rng.normal(0.0, 10.0, 100)
    games = np.array([luck, luck + 2.0 + rng.normal(0.0, 1.0, 100)])
    values, errors = games.mean(axis=1), games.std(axis=1, ddof=1) / 10.0
    influences = games - values[:, None]
    found = contrast(np.array([-1.0, 1.0]), values, errors, influences)
    by_hand = games[1] - games[0]
    assert found.value == pytest.approx(by_hand.mean())
    assert found.error == pytest.approx(by_hand.std(ddof=1) / 10.0)
    assert found.interval == PAIRED
    assert found.high - found.low == pytest.approx(2 * 1.984217 * found.error, rel=1e-5)
    assert found.p_value < 1e-6
    apart = contrast(np.array([-1.0, 1.0]), values, errors, None)
    assert apart.interval == FROM_CELLS
    assert apart.error == pytest.approx(math.hypot(*errors))
    assert apart.error > 5.0 * found.error


def test_without_games_an_average_is_taken_as_if_all_its_cells_had_the_same_luck() -> None:
    found = contrast(np.full(4, 0.25), np.zeros(4), np.full(4, 2.0), None)
    assert found.error == pytest.approx(2.0)


def test_where_no_game_moves_a_figure_the_cells_own_intervals_stand_in() -> None:
    never = np.zeros((2, 50))
    found = contrast(np.array([-1.0, 1.0]), np.zeros(2), np.array([0.03, 0.04]), never)
    assert found.interval == FROM_CELLS
    assert found.high == pytest.approx(1.959964 * 0.05, rel=1e-5)


def test_a_cell_that_is_missing_gives_no_interval_and_one_that_plays_no_part_does_no_harm() -> None:
    values = np.array([1.0, math.nan, 3.0])
    influences = np.random.default_rng(0).normal(size=(3, 20))
    assert math.isnan(contrast(np.array([-1.0, 1.0, 0.0]), values, np.ones(3), influences).low)
    assert contrast(np.array([-1.0, 0.0, 1.0]), values, np.ones(3), influences).value == pytest.approx(2.0)


def test_intervals_of_differences_hold_the_truth_19_times_in_20() -> None:
    rng = np.random.default_rng(3)
    luck, own = rng.normal(0.0, 5.0, (2000, 1, 40)), rng.exponential(3.0, (2000, 2, 40))
    games = luck + own
    found = [
        contrast(np.array([-1.0, 1.0]), one.mean(axis=1), np.ones(2), one - one.mean(axis=1, keepdims=True))
        for one in games
    ]
    held = np.mean([one.low <= 0.0 <= one.high for one in found])
    assert 0.93 <= held <= 0.97


def test_holm_is_that_of_statsmodels() -> None:
    for many in (1, 2, 20):
        p_values = (np.random.default_rng(many).uniform(size=many) ** 3).tolist()
        assert holm(p_values) == pytest.approx(list(multipletests(p_values, method="holm")[1]))


def test_differences_without_a_probability_are_no_part_of_the_family() -> None:
    adjusted = holm([0.01, math.nan, 0.04])
    assert adjusted[0] == pytest.approx(0.02)
    assert math.isnan(adjusted[1])
    assert adjusted[2] == pytest.approx(0.04)
    assert holm([]) == []


def test_the_lowest_and_the_highest_of_many_alike_are_seldom_said_to_differ() -> None:
    rng = np.random.default_rng(8)
    half = contrasts.normal_quantile()
    claimed = 0
    for _ in range(400):
        figures = np.sort(rng.standard_normal(25))
        claimed += contrasts.differ_together(figures[0], figures[0] + half, figures[-1], figures[-1] - half, 25)
    assert claimed <= 0.05 * 400 + 2 * np.sqrt(0.05 * 0.95 * 400)
    assert contrasts.differ_together(0.0, half, 6.0, 6.0 - half, 25)
    assert not contrasts.differ_together(1.0, np.nan, 1.0, np.nan, 2)
    assert not contrasts.differ_together(1.0, 2.0, 1.0, 0.0, 1)
