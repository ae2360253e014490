"""Morris's measures on functions whose effects are known, with and without noise."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from made_sweeps import games_around, places, readings_of

from caravan.sweeps import SweepPlan
from caravan.sweeps.elementary_effects import FEWEST_GAMES, MorrisIndex, morris_indices

AXES = {"camels": {"from": 1, "to": 10}, "rare_value": [2, 4, 9], "rainbow_camel": [False, True]}


def plan_of(trajectories: int, seed: int = 0, axes: dict[str, object] | None = None) -> SweepPlan:
    return SweepPlan(axes or AXES, {"kind": "morris", "trajectories": trajectories, "seed": seed})


def without_noise(plan: SweepPlan, truth: np.ndarray, missing: tuple[int, ...] = ()) -> list[MorrisIndex]:
    return morris_indices(plan, readings_of(plan, np.column_stack([truth, truth]), missing=missing))


def test_of_a_linear_function_the_effects_are_its_slopes_even_where_levels_lie_unevenly() -> None:
    plan = plan_of(8)
    found = without_noise(plan, places(plan) @ np.array([12.0, -5.0, 0.0]))
    assert [one.mu for one in found] == pytest.approx([12.0, -5.0, 0.0])
    assert [one.mu_star for one in found] == pytest.approx([12.0, 5.0, 0.0])
    assert [one.sigma for one in found] == pytest.approx([0.0, 0.0, 0.0], abs=1e-9)
    assert all(one.walks == 8 and one.left_out == 0 for one in found)


def test_interactions_show_in_sigma_and_opposite_signs_in_mu_star() -> None:
    plan = plan_of(40)
    where = places(plan)
    found = without_noise(plan, 10.0 * (where[:, 0] - 0.5) * (where[:, 2] - 0.5))
    assert abs(found[0].mu) < 2.5
    assert found[0].mu_star == pytest.approx(5.0)
    assert found[0].sigma == pytest.approx(5.0, rel=0.1)
    assert found[1].mu_star == pytest.approx(0.0)


def test_a_cell_that_is_missing_costs_the_steps_beside_it_only() -> None:
    plan = plan_of(8)
    found = without_noise(plan, places(plan) @ np.array([12.0, -5.0, 3.0]), missing=(0,))
    assert [one.mu for one in found] == pytest.approx([12.0, -5.0, 3.0])
    assert sum(one.left_out for one in found) >= 1
    assert all(one.walks + one.left_out == 8 for one in found)


def test_too_few_walks_give_nothing() -> None:
    plan = plan_of(3)
    assert without_noise(plan, np.zeros(len(plan.points))) == []
    grid = SweepPlan(AXES)
    assert without_noise(grid, np.zeros(len(grid.points))) == []


def test_noise_is_not_taken_for_an_effect() -> None:
    chances, sigmas, low_ends = [], [], []
    for seed in range(30):
        plan = plan_of(10, seed)
        where = places(plan)
        drawn = games_around(20.0 * where[:, 0], where, 50, np.random.default_rng(seed), common=1.0)
        _, inert, _ = morris_indices(plan, readings_of(plan, drawn))
        chances.append(inert.p_value)
        sigmas.append(inert.sigma)
        low_ends.append(inert.mu_star_low)
        assert inert.mu_star > 0.0
    assert np.mean(np.array(chances) < 0.05) <= 0.15
    assert np.median(sigmas) < 0.5
    assert np.mean(np.array(low_ends) == 0.0) >= 0.85


@pytest.mark.parametrize("games", [1, 2, 4, 5])
def test_from_a_handful_of_games_noise_is_seldom_taken_for_an_effect(games: int) -> None:
    chances = []
    for seed in range(60):
        plan = plan_of(6, seed)
        where = places(plan)
        drawn = games_around(np.zeros(len(where)), where, max(games, 2), np.random.default_rng(seed), common=1.0)
        readings = readings_of(plan, drawn[:, :games] if games > 1 else drawn)
        if games == 1:
            readings = replace(readings, games=1, influences=None, errors=np.full(len(where), np.nan))
        found = morris_indices(plan, readings)[1]
        assert not math.isnan(found.mu_star)
        assert (games < FEWEST_GAMES) == math.isnan(found.mu_low) == math.isnan(found.sigma_high)
        chances += [found.p_value, found.mu_p_value]
    claimed = np.mean(np.array(chances) < 0.05)
    assert claimed == 0.0 if games < FEWEST_GAMES else claimed <= 0.09


def test_a_cell_whose_luck_is_not_known_leaves_the_effects_without_intervals() -> None:
    plan = plan_of(8)
    where = places(plan)
    readings = readings_of(plan, games_around(where[:, 0], where, 30, np.random.default_rng(0)), by_game=False)
    found = morris_indices(plan, replace(readings, errors=np.where(where[:, 0] > 0.5, np.nan, readings.errors)))
    assert math.isnan(found[0].mu_p_value)
    assert math.isnan(found[0].p_value)
    assert found[0].mu == pytest.approx(morris_indices(plan, readings)[0].mu)


def test_intervals_hold_the_truth_though_all_walks_share_their_luck() -> None:
    slopes = np.array([8.0, -3.0, 1.0])
    held = []
    for seed in range(40):
        plan = plan_of(10, seed)
        where = places(plan)
        truth = where @ slopes + 4.0 * where[:, 0] * (where[:, 1] - 0.5)
        found = morris_indices(plan, readings_of(plan, games_around(truth, where, 60, np.random.default_rng(seed))))
        held += [one.mu_low <= mu <= one.mu_high for one, mu in zip(found[2:], (1.0,), strict=True)]
        held.append(found[1].mu_low <= -1.0 <= found[1].mu_high)  # -3, and 4 times the mean place of camels, 1/2
    assert 0.9 <= np.mean(held) <= 1.0
