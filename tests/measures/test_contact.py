from __future__ import annotations

import pytest
from hand_played import HandPlayed, played_game
from synthetic_batches import random_batch

from caravan.batch import simulate
from caravan.measures import Estimate, measure
from caravan.rules import Rules


def by_part(estimates: tuple[Estimate, ...]) -> dict[str, Estimate]:
    return {estimate.part: estimate for estimate in estimates}


def test_one_entry_of_ten_was_into_a_space_with_anothers_camel():
    parts = by_part(measure(HandPlayed((played_game()[0],)), "occupied_entries"))
    assert parts["mean"].value == 1.0
    assert parts["beside_others"].value == 1.0
    assert parts["share"].value == pytest.approx(1 / 10)


def test_entries_into_occupied_spaces_are_those_that_cost_more():
    rules = Rules.preset("rainbow").replace(turn_limit=60)
    batch = simulate(rules, players=3, bots="planner,random,grabber", games=8)
    entries = batch.events[batch.events["action"].isin(["place", "move"])]
    parts = by_part(measure(batch, "occupied_entries"))
    assert parts["mean"].value == pytest.approx((entries["cost"] == 2).sum() / len(batch))
    assert parts["share"].value == pytest.approx((entries["cost"] == 2).mean())
    assert 0 < parts["beside_others"].value < parts["mean"].value


def test_where_they_cost_no_more_they_are_counted_all_the_same():
    batch = simulate(Rules(enter_occupied_cost=1), players=2, games=5)
    parts = by_part(measure(batch, "occupied_entries"))
    assert parts["mean"].value > 0
    assert parts["mean"].note.endswith("entering an occupied space costs no more in these rules")


def test_without_the_log_entries_are_unknown():
    assert all("event log" in estimate.note for estimate in measure(random_batch(4), "occupied_entries"))
