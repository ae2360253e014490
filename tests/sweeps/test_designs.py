"""Which points the designs visit."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caravan.sweeps import SweepPlan
from caravan.sweeps.designs import AT_BASE, LatinHypercube, Morris

AXES = {
    "camels": {"from": 1, "to": 10},
    "rare_value": [2, 4, 9],
    "rainbow_camel": [False, True],
    "refill_after": [1, 3, 5, 7],
}


def test_a_grid_visits_every_combination_once_the_last_axis_fastest() -> None:
    plan = SweepPlan(AXES)
    assert len(plan.points) == len(set(plan.points)) == 10 * 3 * 2 * 4
    assert plan.points[:5] == ((0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 0, 2), (0, 0, 0, 3), (0, 0, 1, 0))


def test_one_at_a_time_begins_at_the_base_and_changes_one_axis() -> None:
    plan = SweepPlan({"camels": [4, 5, 6], "rare_value": [4, 8]}, "one_at_a_time")
    assert plan.points == ((1, AT_BASE), (0, AT_BASE), (2, AT_BASE), (1, 0), (1, 1))
    values = [(one.values["camels"], one.values["rare_value"]) for one in plan.scenarios()]
    assert values == [(5, 6), (4, 6), (6, 6), (5, 4), (5, 8)]
    assert plan.level_in_words(1, AT_BASE) == "6"


def test_the_base_of_parameters_that_change_together_is_the_rules_own_pair() -> None:
    worth = {"worth": {"rare_value": [4, 6, 8], "common_value": [2, 3, 4]}}
    assert SweepPlan(worth, "one_at_a_time").points == ((1,), (0,), (2,))
    apart = SweepPlan({"worth": {"rare_value": [4, 6], "common_value": [3, 4]}}, "one_at_a_time")
    assert apart.points == ((AT_BASE,), (0,), (1,))


@settings(max_examples=40)
@given(rows=st.integers(2, 120), seed=st.integers(0, 1000))
def test_a_hypercube_visits_each_level_of_an_axis_equally_often_give_or_take_one(rows: int, seed: int) -> None:
    axes = SweepPlan(AXES).axes
    drawn = LatinHypercube(rows, seed).drawn(axes)
    assert drawn.shape == (rows, 4)
    for number, axis in enumerate(axes):
        counts = np.bincount(drawn[:, number], minlength=len(axis))
        assert len(counts) == len(axis)
        # A level takes 1/k of the unit line, and each of the rows' strata holds one row.
        assert np.all(np.abs(counts - rows / len(axis)) <= 2.0 - 1e-9)
        if rows % len(axis) == 0:
            assert set(counts) == {rows // len(axis)}


def test_points_drawn_twice_are_visited_once() -> None:
    plan = SweepPlan({"camels": [4, 5], "rare_value": [5, 6]}, {"kind": "latin_hypercube", "points": 4, "seed": 1})
    drawn = plan.design.drawn(plan.axes)  # type: ignore[union-attr]
    assert list(plan.points) == list(dict.fromkeys(map(tuple, drawn.tolist())))


@settings(max_examples=40)
@given(walks=st.integers(2, 12), levels=st.sampled_from([2, 4, 6, 8]), seed=st.integers(0, 1000))
def test_a_walk_changes_one_axis_at_a_time_and_each_once(walks: int, levels: int, seed: int) -> None:
    axes = SweepPlan(AXES).axes
    for walk in Morris(walks, levels, seed).walks(axes):
        changed = [np.flatnonzero(step) for step in np.diff(walk, axis=0)]
        assert all(len(axis) == 1 for axis in changed)
        assert sorted(int(axis[0]) for axis in changed) == [0, 1, 2, 3]
    lengths = np.abs(np.diff(Morris(walks, levels, seed).walks(axes), axis=1)).max(axis=(0, 1))
    for axis, length in zip(axes, lengths, strict=True):
        assert len(axis) / 2 - 1 <= length <= len(axis) / 2 + 1 or len(axis) == 2 == length + 1 or levels == 2


def test_walks_stay_on_the_axes_and_reach_both_ends() -> None:
    axes = SweepPlan(AXES).axes
    walks = Morris(60, 4, 0).walks(axes)
    for number, axis in enumerate(axes):
        assert walks[:, :, number].min() == 0
        assert walks[:, :, number].max() == len(axis) - 1


@pytest.mark.parametrize(
    "design", ["grid", "one_at_a_time", {"kind": "latin_hypercube", "points": 20}, {"kind": "morris"}]
)
def test_a_design_is_the_same_every_time_and_its_size_is_right(design: object) -> None:
    plan, again = (SweepPlan(AXES, design, players=[2, 3]) for _ in range(2))  # type: ignore[arg-type]
    assert plan.points == again.points
    assert plan.size().cells == len(plan) == 2 * len(plan.points)
    assert max(Counter(plan.points).values()) == 1
    assert len(plan.points) <= plan.design.most_points(plan.axes)


def test_another_seed_draws_other_points() -> None:
    first, second = (SweepPlan(AXES, {"kind": "morris", "seed": seed}).points for seed in (1, 2))
    assert first != second
