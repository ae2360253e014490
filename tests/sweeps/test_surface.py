"""Surfaces through cells, and shares of variance of functions where they are known."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from made_sweeps import games_around, places, readings_of

from caravan.sweeps import SweepPlan
from caravan.sweeps.readings import Readings
from caravan.sweeps.shared_noise import shared_noise
from caravan.sweeps.surface_curve import surface_curve
from caravan.sweeps.surrogate import chance_of_noise_alone
from caravan.sweeps.variance_shares import FEWEST_GAMES, SurfaceFindings, surface_findings

AXES = {
    "rare_value": {"from": 0, "to": 48, "step": 4},
    "camels": {"from": 1, "to": 10},
    "common_value": {"from": 0, "to": 24, "step": 2},
}


def ishigami(where: np.ndarray) -> np.ndarray:
    """The usual test function of sensitivity analysis: bends, and an interaction without an effect of its own."""
    x = (2.0 * where - 1.0) * np.pi
    return np.sin(x[:, 0]) + 7.0 * np.sin(x[:, 1]) ** 2 + 0.1 * x[:, 2] ** 4 * np.sin(x[:, 0])


def noisy(plan: SweepPlan, truth: np.ndarray, error: float, seed: int = 0) -> Readings:
    values = truth + error * np.random.default_rng(seed).standard_normal(len(truth))
    errors = np.full(len(truth), error)
    return Readings("steals", None, "thefts per game", 4, "planner", values, errors, None, 500)


def true_shares(plan: SweepPlan, truth: np.ndarray) -> tuple[list[float], list[float]]:
    """Work out first-order and total shares on a full grid by averaging."""
    table = truth.reshape([len(axis) for axis in plan.axes])
    axes = range(table.ndim)
    alone = [table.mean(axis=tuple(other for other in axes if other != axis)).var() / table.var() for axis in axes]
    total = [table.var(axis=axis).mean() / table.var() for axis in axes]
    return alone, total


@pytest.fixture(scope="module")
def found() -> SurfaceFindings:
    plan = SweepPlan(AXES, {"kind": "latin_hypercube", "points": 150, "seed": 1})
    findings = surface_findings(plan, noisy(plan, ishigami(places(plan)), 0.3))
    assert findings is not None
    return findings


def test_shares_of_a_known_function_are_found_again(found: SurfaceFindings) -> None:
    assert found.refusal == ""
    assert found.r_squared > 0.8
    grid = SweepPlan(AXES)
    alone, total = true_shares(grid, ishigami(places(grid)))
    assert [share.first for share in found.shares] == pytest.approx(alone, abs=0.1)
    assert [share.total for share in found.shares] == pytest.approx(total, abs=0.1)
    for share, by_itself, together in zip(found.shares, alone, total, strict=True):
        assert share.first_low - 0.02 <= by_itself <= share.first_high + 0.02
        assert share.total_low - 0.02 <= together <= share.total_high + 0.02
        assert 0.0 <= share.first_low <= share.first <= share.first_high <= 1.0
        assert 0.0 <= share.total_low <= share.total <= share.total_high <= 1.0
        assert share.first_high - share.first_low < 0.25


def test_an_interaction_shows_as_a_total_above_the_share_by_itself(found: SurfaceFindings) -> None:
    assert found.shares[2].first_low == 0.0
    assert found.shares[2].total_low > 0.1


def test_of_a_linear_function_the_shares_are_its_squared_slopes_and_the_effects_its_slopes() -> None:
    plan = SweepPlan({"camels": [3, 4, 5, 6, 7], "rainbow_camel": [False, True], "tie_break": ["most_goods", "shared"]})
    where = places(plan)
    findings = surface_findings(plan, noisy(plan, where @ np.array([6.0, 3.0, 0.0]), 0.05))
    assert findings is not None
    whole = 36.0 / 8.0 + 9.0 / 4.0
    assert [share.first for share in findings.shares] == pytest.approx([4.5 / whole, 2.25 / whole, 0.0], abs=0.02)
    assert [share.total for share in findings.shares] == pytest.approx([4.5 / whole, 2.25 / whole, 0.0], abs=0.02)
    for effect, slope in zip(findings.mean_effects, (6.0, 3.0, 0.0), strict=True):
        assert effect.value == pytest.approx(slope, abs=4.0 * effect.error + 1e-6)


def test_levels_without_a_scale_are_each_their_own() -> None:
    plan = SweepPlan({"opening_actions": [[1, 2, 3], [2, 3], []], "camels": [3, 4, 5, 6, 7]})
    truth = np.array([{0: 0.0, 1: 5.0, 2: -2.0}[point[0]] for point in plan.points])
    findings = surface_findings(plan, noisy(plan, truth, 0.1))
    assert findings is not None
    assert findings.shares[0].first_low > 0.95
    assert [round(one.value) for one in findings.mean_effects[:2]] == [5, -2]
    curve, refusal = surface_curve(plan, noisy(plan, truth, 0.1), 0)
    assert refusal == ""
    assert [level for level, *_ in curve] == [0, 1, 2]
    assert all(low <= {0: 0.0, 1: 5.0, 2: -2.0}[level] <= high for level, _, low, high in curve)


def test_where_there_is_nothing_but_luck_no_shares_are_given() -> None:
    plan = SweepPlan({"camels": [3, 4, 5, 6, 7], "rare_value": [4, 5, 6, 7]})
    refused = 0
    for seed in range(10):
        findings = surface_findings(plan, noisy(plan, np.zeros(20), 1.0, seed))
        assert findings is not None
        refused += bool(findings.refusal)
        if findings.refusal:
            assert findings.shares == ()
    assert refused >= 8
    assert "luck" in findings.refusal or "foretells" in findings.refusal


@pytest.mark.parametrize("games", [2, 5])
def test_from_a_handful_of_games_luck_is_seldom_taken_for_the_rules_doing(games: int) -> None:
    plan = SweepPlan({"camels": [3, 4, 5, 6, 7], "rare_value": [4, 5, 6, 7]})
    where, shared = places(plan), 0
    for seed in range(60):
        drawn = games_around(np.zeros(20), where, games, np.random.default_rng(seed))
        readings = readings_of(plan, drawn)
        covariance = shared_noise(readings.influences, readings.errors, where)
        shared += chance_of_noise_alone(readings.values, covariance, games) < 0.05
        if games < FEWEST_GAMES:
            findings = surface_findings(plan, readings)
            assert findings is not None
            assert findings.refusal == "it takes 5 games in each cell to know what is luck, and there are 2"
    assert shared <= 0.15 * 60


def test_cells_whose_luck_is_not_known_are_no_part_of_a_surface() -> None:
    plan = SweepPlan({"camels": [3, 4, 5, 6, 7], "rare_value": [4, 5, 6, 7]})
    readings = noisy(plan, places(plan) @ np.array([4.0, 2.0]), 0.05)
    readings.errors[[0, 7]] = np.nan
    findings = surface_findings(plan, readings)
    assert findings is not None
    assert findings.cells == 18


def test_the_only_parameter_of_a_grid_shares_the_variance_with_none() -> None:
    plan = SweepPlan({"camels": [4, 5, 6]})
    assert surface_findings(plan, noisy(plan, np.arange(3.0), 0.1)) is None


def test_a_surface_that_foretells_nothing_is_refused() -> None:
    plan = SweepPlan({"camels": {"from": 1, "to": 10}, "rare_value": [4, 5, 6, 7, 8, 9]})
    jumps = np.random.default_rng(1).normal(0.0, 10.0, len(plan.points))
    findings = surface_findings(plan, noisy(plan, jumps, 0.1))
    assert findings is not None
    assert "foretells" in findings.refusal
    assert not findings.r_squared >= 0.5


def test_too_few_cells_and_other_designs_have_no_surface() -> None:
    plan = SweepPlan({"camels": [4, 5], "rare_value": [5, 6]})
    few = surface_findings(plan, noisy(plan, np.arange(4.0), 0.1))
    assert few is not None
    assert few.refusal == "shares of 2 parameters take 10 cells at least, and there are 4"
    one = SweepPlan({"camels": [4, 5, 6]}, "one_at_a_time")
    assert surface_findings(one, noisy(one, np.arange(3.0), 0.1)) is None


def test_luck_that_cells_share_is_known_as_such() -> None:
    plan = SweepPlan({"camels": {"from": 1, "to": 10}, "rare_value": [4, 5, 6, 7, 8, 9]})
    rng = np.random.default_rng(2)
    slope = places(plan)[:, :1]
    games = 50.0 + 20.0 * rng.standard_normal(80) * slope + rng.normal(0.0, 0.5, (len(plan.points), 80))
    by_game = surface_findings(plan, readings_of(plan, games))
    assert by_game is not None
    assert "luck" in by_game.refusal


def test_every_pair_of_levels_can_be_missing() -> None:
    plan = SweepPlan({"camels": [3, 4, 5, 6, 7], "rare_value": [4, 5, 6, 7]})
    truth = places(plan) @ np.array([4.0, 2.0])
    truth[list(itertools.islice(range(20), 0, 20, 7))] = math.nan
    findings = surface_findings(plan, noisy(plan, truth, 0.05))
    assert findings is not None
    assert findings.cells == 17
    assert findings.shares[0].first == pytest.approx(2.0 / (2.0 + 5.0 / 9.0), abs=0.06)


def test_of_very_many_cells_a_surface_takes_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caravan.sweeps.variance_shares.GREATEST_FIT", 30)
    plan = SweepPlan({"camels": {"from": 1, "to": 10}, "rare_value": {"from": 4, "to": 9}})
    findings = surface_findings(plan, noisy(plan, places(plan) @ np.array([4.0, 2.0]), 0.05))
    assert findings is not None
    assert findings.cells == 30
    assert findings.shares[0].first == pytest.approx(0.77, abs=0.1)
