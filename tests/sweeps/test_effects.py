"""What one change does: in a grid, and one at a time."""

from __future__ import annotations

import numpy as np
import pytest
from made_sweeps import games_around, places, readings_of

from caravan.sweeps import SweepPlan
from caravan.sweeps.effects import effects, level_means

GRID = {"camels": [4, 5, 6], "rare_value": [4, 8], "tie_break": ["most_goods", "shared"]}


def exactly(
    plan: SweepPlan, truth: np.ndarray, missing: tuple[int, ...] = ()
) -> list[tuple[int, int, int, float, int]]:
    readings = readings_of(plan, np.column_stack([truth - 1.0, truth + 1.0]), missing=missing)
    return [
        (one.axis, one.before, one.after, round(one.contrast.value, 9), one.left_out) for one in effects(plan, readings)
    ]


def test_in_a_grid_an_effect_is_the_mean_change_from_lowest_to_highest() -> None:
    plan = SweepPlan(GRID)
    where = places(plan)
    truth = 10.0 * where[:, 0] - 3.0 * where[:, 1] + 4.0 * where[:, 0] * where[:, 1]
    assert exactly(plan, truth) == [(0, 0, 2, 12.0, 0), (1, 0, 1, -1.0, 0), (2, 0, 1, 0.0, 0)]


def test_where_levels_lie_on_no_scale_each_is_compared_with_the_first() -> None:
    plan = SweepPlan({"opening_actions": [[1, 2, 3], [2, 3], []], "camels": [4, 5]})
    truth = np.array([{0: 0.0, 1: 5.0, 2: -2.0}[point[0]] for point in plan.points])
    assert exactly(plan, truth)[:2] == [(0, 0, 1, 5.0, 0), (0, 0, 2, -2.0, 0)]


def test_a_missing_cell_takes_its_counterpart_with_it() -> None:
    plan = SweepPlan(GRID)
    where = places(plan)
    truth = 10.0 * where[:, 0] + 100.0 * where[:, 1]
    found = exactly(plan, truth, missing=(0,))
    assert found[0] == (0, 0, 2, 10.0, 2)
    assert found[1] == (1, 0, 1, 100.0, 2)


def test_one_at_a_time_each_level_is_compared_with_the_base() -> None:
    plan = SweepPlan({"camels": [4, 5, 7], "rare_value": [4, 8]}, "one_at_a_time")
    truth = np.array([100.0, 101.0, 97.0, 110.0, 95.0])
    assert exactly(plan, truth) == [(0, 1, 0, 1.0, 0), (0, 1, 2, -3.0, 0), (1, -1, 0, 10.0, 0), (1, -1, 1, -5.0, 0)]
    assert exactly(plan, truth, missing=(0,)) == []


def test_other_designs_have_no_effects_of_this_kind() -> None:
    plan = SweepPlan(GRID, {"kind": "morris", "trajectories": 3})
    assert exactly(plan, np.zeros(len(plan.points))) == []


def test_level_means_average_over_the_same_others() -> None:
    plan = SweepPlan(GRID)
    where = places(plan)
    truth = 10.0 * where[:, 0] + 100.0 * where[:, 1]
    readings = readings_of(plan, np.column_stack([truth - 1.0, truth + 1.0]), missing=(0,))
    means = [(level, one.value) for level, one in level_means(plan, 0, readings)]
    # The row of rare_value 4 and the first tie-break lacks a cell, so it counts at no level.
    assert means == [(0, pytest.approx(200 / 3)), (1, pytest.approx(200 / 3 + 5)), (2, pytest.approx(200 / 3 + 10))]


def test_level_means_one_at_a_time_are_the_cells_and_the_base_has_its_place() -> None:
    plan = SweepPlan({"camels": [4, 7], "rare_value": [4, 6, 8]}, "one_at_a_time")
    truth = np.arange(len(plan.points), dtype=float)
    readings = readings_of(plan, np.column_stack([truth - 1.0, truth + 1.0]))
    assert [(level, one.value) for level, one in level_means(plan, 0, readings)] == [(-1, 0.0), (0, 1.0), (1, 2.0)]
    assert [(level, one.value) for level, one in level_means(plan, 1, readings)] == [(0, 3.0), (1, 0.0), (2, 4.0)]


@pytest.mark.parametrize("by_game", [True, False])
def test_intervals_of_effects_hold_the_truth_though_all_cells_share_their_luck(by_game: bool) -> None:
    plan = SweepPlan({"camels": [4, 5, 6], "rare_value": [4, 6, 8]})
    where = places(plan)
    truth = 8.0 * where[:, 0] + 3.0 * where[:, 1] * where[:, 0]
    held = []
    for seed in range(400):
        drawn = games_around(truth, where, 40, np.random.default_rng(seed))
        along, across = effects(plan, readings_of(plan, drawn, by_game=by_game))
        held += [along.contrast.low <= 9.5 <= along.contrast.high, across.contrast.low <= 1.5 <= across.contrast.high]
    share = np.mean(held)
    assert 0.93 <= share <= 0.97 if by_game else share >= 0.97
