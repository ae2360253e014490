"""The most typical game is the one nearest to the medians."""

from __future__ import annotations

import numpy as np
from synthetic_batches import made_batch

from caravan.report.typical_game import typical_game


def test_it_is_the_game_with_the_median_of_everything() -> None:
    batch = made_batch(
        [[30, 5], [22, 20], [26, 15], [20, 18], [60, 1]], turns=[50, 70, 60, 61, 59], lead_changes=[1, 9, 4, 5, 0]
    )
    chosen = typical_game(batch.games, batch.seats)
    assert chosen.number == 2
    assert chosen.traits == chosen.medians
    assert chosen.traits["winning_margin"] == 11


def test_of_games_equally_near_it_is_the_first() -> None:
    batch = made_batch([[10, 5]] * 6)
    assert typical_game(batch.games, batch.seats).number == 0


def test_it_ends_as_most_games_do() -> None:
    reasons = ["delivery", "deadlock", "delivery", "delivery", "deadlock"]
    batch = made_batch([[9, 5], [10, 5], [14, 5], [4, 5], [10, 5]], end_reasons=reasons)
    assert typical_game(batch.games, batch.seats).number == 0


def test_a_trait_in_larger_units_weighs_no_more() -> None:
    rng = np.random.default_rng(1)
    points = rng.integers(10, 40, (50, 3))
    turns, changes = rng.integers(50, 70, 50), rng.integers(0, 9, 50)
    one = made_batch(points, turns=turns, lead_changes=changes)
    other = made_batch(points, turns=100 * turns, lead_changes=changes)
    assert typical_game(one.games, one.seats).number == typical_game(other.games, other.seats).number
