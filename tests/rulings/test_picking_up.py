"""Rulings on the action pick_up."""

from __future__ import annotations

from situations import given, last_events, refused


def test_a_good_is_picked_up_onto_an_unladen_camel_on_its_space():
    game = given("turn 5 | 1 a7 | 2 | waiting 1:salt")
    game.play("pick_up a7")
    assert game.actions_left == 3
    assert game.waiting == ()
    (camel,) = [camel for camel in game.camels(1) if camel.space]
    assert (camel.good, camel.under) == ("salt", False)


def test_the_demand_markers_there_become_the_players_who_picks_up():
    game = given("turn 5 | 1 a7 demand 2 | 2 demand 1 | waiting 1:salt+3")
    game.play("pick_up a7")
    assert game.demand == (5, 1)
    assert game.scores() == (5, 1)
    (event,) = last_events(game, 1)
    assert (event["demand"], event["points"], event["good"]) == (3, 3, "salt")
    assert event["source"] == event["target"] == "a7"


def test_a_good_without_demand_markers_gives_none():
    game = given("turn 5 | 1 a7 | 2 | waiting 1:salt")
    game.play("pick_up a7")
    assert game.demand == (0, 0)


def test_what_picking_up_costs_is_a_rule():
    game = given("turn 5 | 1 a7 | 2 | waiting 1:salt", pick_up_cost=3)
    game.play("pick_up a7")
    assert game.actions_left == 1


def test_there_must_be_a_camel_of_ones_own_on_the_space():
    refused(given("turn 5 | 1 a6 | 2 a7 | waiting 1:salt"), "pick_up a7", "it has no camel in a7")


def test_a_laden_camel_cannot_pick_up():
    refused(given("turn 5 | 1 a7:gold | 2 | waiting 1:salt"), "pick_up a7", "no unladen camel in a7")


def test_beside_a_laden_camel_an_unladen_one_picks_up():
    game = given("turn 5 | 1 a7:gold a7 | 2 | waiting 1:salt")
    game.play("pick_up a7")
    assert sorted(str(camel.good) for camel in game.camels(1) if camel.space) == ["gold", "salt"]


def test_an_empty_numbered_space_has_nothing_to_pick_up():
    refused(given("turn 5 | 1 a7 | 2"), "pick_up a7", "no good waits in a7")


def test_goods_are_picked_up_only_on_numbered_spaces():
    refused(given("turn 5 | 1 d4 | 2 d4:salt"), "pick_up d4", "isn't a numbered space")


def test_opponents_on_the_space_do_not_hinder():
    game = given("turn 5 | 1 a7 | 2 a7 a7:paper | waiting 1:salt")
    assert "pick_up a7" in game.legal_actions


def test_a_good_picked_up_is_not_yet_delivered():
    game = given("turn 5 | 1 a7 | 2 | waiting 1:salt")
    game.play("pick_up a7")
    assert game.scores() == (0, 0)
    assert game.common_delivered == (0, 0)
