"""Rulings on the action steal."""

from __future__ import annotations

import pytest
from situations import given, last_events, refused

from caravan.errors import IllegalAction


def test_a_good_is_stolen_from_an_opponents_camel_in_the_same_space():
    game = given("turn 5 | 1 d4 | 2 d4:gold")
    game.play("steal d4 2 gold")
    assert game.actions_left == 3
    assert [(camel.good, camel.under) for camel in game.camels(1) if camel.space] == [("gold", True)]
    assert [camel.good for camel in game.camels(2) if camel.space] == [None]


def test_the_stolen_good_lies_under_the_thiefs_camel():
    game = given("turn 5 | 1 d4 | 2 d4:gold")
    game.play("steal d4")
    assert game.position().split("|")[1].split()[1] == "d4:gold:under"


def test_the_marker_goes_to_the_victim():
    game = given("turn 4 | 1 d4 | 2 d4:gold | 3")
    game.play("steal d4 2 gold")
    assert game.theft_markers == (0, 2, 1)


def test_under_another_rule_the_marker_goes_to_the_box():
    game = given("turn 4 | 1 d4 | 2 d4:gold | 3", theft_marker_to="box")
    game.play("steal d4 2 gold")
    assert game.theft_markers == (0, 1, 1)


def test_stealing_needs_a_theft_marker():
    refused(given("turn 5 | 1 d4 theft 0 | 2 d4:gold theft 2"), "steal d4 2 gold", "no theft marker")


def test_a_game_without_theft_markers_has_no_thefts():
    refused(given("turn 5 | 1 d4 | 2 d4:gold", theft_markers=0), "steal d4 2 gold", "no theft marker")


def test_a_marker_won_as_a_victim_may_be_used():
    game = given("turn 5 left 1 | 1 d4 e4:paper theft 2 | 2 d4:gold e4 theft 0")
    game.play("steal d4 2 gold")
    game.play("steal e4 1 paper")
    assert game.theft_markers == (2, 0)


def test_a_marker_gone_to_the_box_is_lost_to_the_victim():
    game = given("turn 5 left 1 | 1 d4 e4:paper | 2 d4:gold e4 theft 0", theft_marker_to="box")
    game.play("steal d4 2 gold")
    refused(game, "steal e4 1 paper", "no theft marker")


def test_what_stealing_costs_is_actions_and_the_marker_is_always_one():
    game = given("turn 5 | 1 d4 theft 3 | 2 d4:gold theft 1", steal_cost=3, theft_markers=2)
    game.play("steal d4 2 gold")
    assert game.actions_left == 1
    assert game.theft_markers == (2, 2)


def test_a_good_under_a_camel_cannot_be_stolen():
    refused(given("turn 5 | 1 d4 | 2 d4:gold:under"), "steal d4 2 gold", "lies under its camel")


def test_once_transferred_a_stolen_good_lies_on_top_and_can_be_stolen_again():
    game = given("turn 5 left 1 | 1 d4:gold:under d5 | 2 d5")
    game.play("transfer d4 d5 gold under")
    game.play("steal d5 1 gold")
    assert [camel.good for camel in game.camels(2) if camel.space] == ["gold"]


def test_the_thiefs_camel_must_be_unladen():
    refused(given("turn 5 | 1 d4:salt | 2 d4:gold"), "steal d4 2 gold", "no unladen camel in d4")


def test_the_thief_must_share_the_space():
    refused(given("turn 5 | 1 d5 | 2 d4:gold"), "steal d4 2 gold", "it has no camel in d4")


def test_an_unladen_camel_has_nothing_to_steal():
    refused(given("turn 5 | 1 d4 | 2 d4"), "steal d4 2", "no laden camel of seat 2 is in d4")


def test_nobody_steals_from_themselves():
    refused(given("turn 5 | 1 d4 d4:gold | 2"), "steal d4 1 gold", "own camels")


def test_a_good_that_waits_on_its_space_is_not_stolen_but_picked_up():
    refused(given("turn 5 | 1 a7 | 2 a7 | waiting 1:salt"), "steal a7 2", "no laden camel")


def test_the_thief_says_which_good_where_several_could_be_meant():
    game = given("turn 5 | 1 d4 | 2 d4:gold d4:salt")
    with pytest.raises(IllegalAction, match="steal d4 2 gold or steal d4 2 salt"):
        game.play("steal d4 2")
    game.play("steal d4 2 salt")
    assert sorted(str(camel.good) for camel in game.camels(2) if camel.space) == ["None", "gold"]


def test_a_theft_scores_nothing_by_itself_and_takes_no_demand_markers():
    game = given("turn 5 | 1 d4 demand 1 | 2 d4:gold demand 4")
    game.play("steal d4 2 gold")
    assert game.scores() == (1, 4)
    (event,) = last_events(game, 1)
    assert (event["action"], event["victim"], event["points"], event["good"]) == ("steal", 2, 0, "gold")
    assert event["source"] == event["target"] == "d4"


def test_a_stolen_good_is_worth_the_same_to_the_thief():
    game = given("turn 5 | 1 g4 g5 | 2 g4:gold")
    game.play("steal g4 2 gold")
    game.play("deliver g4 g5 gold under")
    assert game.scores() == (6, 0)


def test_one_of_two_equal_goods_is_stolen():
    game = given("turn 5 | 1 d4 | 2 d4:gold d4:gold:under")
    game.play("steal d4 2 gold")
    assert [(camel.good, camel.under) for camel in game.camels(2) if camel.good] == [("gold", True)]
