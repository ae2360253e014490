from __future__ import annotations

import numpy as np
import pytest
from synthetic_batches import made_batch, random_batch

from caravan.measures import Estimate, measure
from caravan.rules import Rules


def by_part(estimates: tuple[Estimate, ...]) -> dict[str, Estimate]:
    return {estimate.part: estimate for estimate in estimates}


def test_the_action_mix_counts_every_step_and_passes_too():
    batch = made_batch(
        [[3, 1]], steps={"move": np.array([[6, 2]]), "passed": np.array([[0, 1]])}, steals=np.array([[0, 1]])
    )
    parts = by_part(measure(batch, "action_mix"))
    assert parts["move"].value == pytest.approx(0.8)
    assert parts["pass"].value == pytest.approx(0.1)
    assert parts["steal"].value == pytest.approx(0.1)
    assert parts["move.winners"].value == 1.0
    assert parts["move.others"].value == 0.5
    assert parts["move.difference"].value == 0.5


def test_the_action_mix_adds_up_to_one():
    parts = by_part(measure(random_batch(100), "action_mix"))
    assert sum(estimate.value for part, estimate in parts.items() if "." not in part) == pytest.approx(1.0)


def test_a_rule_used_in_fewer_than_one_game_in_a_hundred_is_marked():
    transfers = np.zeros((300, 2), dtype=int)
    transfers[17, 1] = 4
    parts = by_part(measure(made_batch([[2, 1]] * 300, steps={"transfer": transfers, "move": 5}), "action_use"))
    assert parts["transfer"].value == pytest.approx(1 / 300)
    assert parts["transfer"].note == "used in fewer than 1% of games"
    assert parts["transfer"].high > 0.01
    assert parts["move"].value == 1.0
    assert parts["move"].note == ""


def test_a_rule_that_is_not_in_the_rules_is_told_apart_from_one_never_used():
    parts = by_part(measure(made_batch([[2, 1]] * 5, rules=Rules(theft_markers=0, tie_break="shared")), "action_use"))
    assert parts["steal"].note == "not in these rules"
    assert parts["rainbow"].note == "not in these rules"
    assert parts["tie_break"].note == "not in these rules"
    assert parts["transfer"].note == "used in fewer than 1% of games"


def test_the_tie_break_is_used_where_scores_are_level():
    assert by_part(measure(made_batch([[5, 5], [3, 1]]), "action_use"))["tie_break"].value == 0.5


def test_steals_are_counted_per_game():
    (steals,) = measure(made_batch([[2, 1], [1, 2]], steals=np.array([[1, 2], [0, 1]])), "steals")
    assert (steals.value, steals.unit) == (2.0, "thefts per game")


def test_an_interval_never_promises_fewer_than_no_thefts():
    rare = np.zeros((60, 2), dtype=int)
    rare[5, 0] = 1
    (steals,) = measure(made_batch([[2, 1]] * 60, steals=rare), "steals")
    assert steals.low == 0.0
    parts = by_part(measure(made_batch([[2, 1]] * 60, steals=rare, steps={"move": 9}), "action_mix"))
    assert parts["steal"].low == 0.0
    assert parts["move"].high == 1.0


def test_lead_changes_have_a_mean_and_a_share_of_none():
    mean, none = measure(made_batch([[2, 1]] * 4, lead_changes=[0, 2, 3, 0]), "lead_changes")
    assert (mean.part, mean.value) == ("mean", 1.25)
    assert (none.part, none.value, none.interval) == ("none", 0.5, "Wilson 95%")
