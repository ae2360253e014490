from __future__ import annotations

import numpy as np
import pytest

from caravan.luck import shares_between_groups

REPETITIONS = 500


def test_two_bags_of_two_games_by_hand():
    """Means 2 and 6: mean square 16 between bags, 2 within them; (16 - 2) / (16 + 2)."""
    figures = shares_between_groups(np.array([[[1.0], [3.0]], [[5.0], [7.0]]]))
    assert figures.value == pytest.approx([14 / 18, 14 / 18])


def test_a_result_that_the_bag_settles_lies_wholly_between_bags():
    bags = np.repeat(np.arange(40.0)[:, None, None], 3, axis=1)
    figures = shares_between_groups(bags)
    assert figures.value == pytest.approx([1.0, 1.0])


def test_a_result_that_no_bag_has_in_common_is_near_0_and_may_be_below():
    figures = shares_between_groups(np.tile([[[0.0], [1.0]]], (40, 1, 1)))
    assert figures.value[0] == pytest.approx(-1.0)
    assert "below 0 by chance" in figures.note[0]


def test_a_result_that_never_varies_has_no_share():
    figures = shares_between_groups(np.ones((5, 3, 2)))
    assert np.isnan(figures.value).all()
    assert all("nothing varies" in note for note in figures.note)


def test_all_seats_together_weigh_as_much_as_they_vary():
    rng = np.random.default_rng(2)
    wide = 10 * (rng.normal(size=(400, 1, 1)) + rng.normal(size=(400, 5, 1)))
    narrow = rng.normal(size=(400, 5, 1))
    together, first, second = shares_between_groups(np.concatenate([wide, narrow], axis=2)).value
    assert first == pytest.approx(0.5, abs=0.08)
    assert second == pytest.approx(0.0, abs=0.05)
    assert together == pytest.approx(first, abs=0.02)


@pytest.mark.parametrize("share", [0.05, 0.5])
def test_intervals_hold_the_true_share_in_about_95_percent_of_runs(share):
    rng = np.random.default_rng(3)
    held = []
    for _ in range(REPETITIONS):
        bags, games = rng.normal(size=(100, 1, 1)), rng.normal(size=(100, 5, 1))
        figures = shares_between_groups(np.sqrt(share) * bags + np.sqrt(1 - share) * games)
        held.append(figures.low[0] <= share <= figures.high[0])
    assert 0.92 <= np.mean(held) <= 0.98
