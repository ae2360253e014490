from __future__ import annotations

import numpy as np
import pytest
from synthetic_batches import made_batch, random_batch

from caravan.measures import measure
from caravan.measures.intervals import wilson


def test_all_three_end_reasons_are_always_listed():
    estimates = measure(made_batch([[2, 1]] * 8), "endings")
    assert [(estimate.part, estimate.value) for estimate in estimates] == [
        ("delivery", 1.0),
        ("deadlock", 0.0),
        ("turn_limit", 0.0),
    ]
    assert all(estimate.has_interval for estimate in estimates)


def test_end_reasons_get_wilson_intervals():
    reasons = ["delivery"] * 15 + ["deadlock"] * 3 + ["turn_limit"] * 2
    estimates = measure(made_batch([[2, 1]] * 20, end_reasons=reasons), "endings")
    low, high = wilson([15, 3, 2], 20)
    assert [estimate.value for estimate in estimates] == [0.75, 0.15, 0.1]
    assert [estimate.low for estimate in estimates] == pytest.approx(low.tolist())
    assert [estimate.high for estimate in estimates] == pytest.approx(high.tolist())


@pytest.mark.parametrize("name", ["win_share", "score", "length", "endings"])
def test_games_cut_off_are_counted_like_any_other(name):
    reasons = ["delivery"] * 5 + ["deadlock"] * 3 + ["turn_limit"] * 2
    estimates = measure(made_batch([[2, 1]] * 10, end_reasons=reasons), name)
    assert {estimate.games for estimate in estimates} == {10}


def test_ties_are_counted_before_and_after_the_tie_break():
    goods = np.array([[0, 0], [0, 1], [0, 0], [0, 0]])
    before, after = measure(made_batch([[5, 5], [8, 5], [3, 1], [1, 2]], common=goods), "ties")
    assert (before.part, before.value) == ("before_tie_break", 0.5)
    assert (after.part, after.value) == ("after_tie_break", 0.25)


def test_rounds_are_turns_over_players_rounded_up():
    parts = {
        estimate.part: estimate
        for estimate in measure(made_batch([[1, 2, 3, 4]] * 2, turns=[61, 64], steps={"move": 3}, steals=1), "length")
    }
    assert parts["turns.mean"].value == 62.5
    assert parts["rounds.mean"].value == 16.0
    assert parts["actions.mean"].value == 16.0
    assert parts["turns.mean"].unit == "turns"
    assert parts["rounds.p95"].unit == "rounds"


def test_endings_and_ties_have_a_confidence_sequence_while_games_come_in():
    batch = random_batch(400).first(50)
    for name in ("endings", "ties"):
        assert {estimate.interval for estimate in measure(batch, name)} == {"confidence sequence 95%"}
