"""Rulings on the section Refill."""

from __future__ import annotations

from situations import given, last_events

ALL = "waiting 1:ivory+1 2:gold 3:cloth 4:copper 5:salt 6:paper+2 7:dates 8:leather"
THREE_GONE = "turn 5 picked 3 | 1 d6 d2 | 2 | waiting 3:salt 5:gold+1 6:paper 7:dates 8:leather+2"


def demand(game):
    return {waiting.number: waiting.demand for waiting in game.waiting}


def test_the_fourth_good_picked_up_brings_a_refill_at_once_in_the_middle_of_the_turn():
    game = given(THREE_GONE)
    game.play("pick_up d6", draws=["ivory", "copper", "cloth", "salt"])
    assert (game.turn, game.seat, game.actions_left) == (5, 1, 3)
    assert {waiting.number: waiting.good for waiting in game.waiting} == {
        1: "ivory",
        2: "copper",
        3: "cloth",
        4: "salt",
        5: "gold",
        6: "paper",
        7: "dates",
        8: "leather",
    }


def test_each_good_still_there_gets_one_more_demand_marker():
    game = given(THREE_GONE)
    game.play("pick_up d6")
    assert {number: demand(game)[number] for number in (5, 6, 7, 8)} == {5: 2, 6: 1, 7: 1, 8: 3}


def test_the_goods_drawn_get_no_markers():
    game = given(THREE_GONE)
    game.play("pick_up d6")
    assert {number: demand(game)[number] for number in (1, 2, 3, 4)} == {1: 0, 2: 0, 3: 0, 4: 0}


def test_the_good_that_brings_the_refill_gets_no_marker_of_it():
    game = given("turn 5 picked 3 | 1 d6 | 2 | waiting 3:salt+2 5:gold")
    game.play("pick_up d6")
    assert game.demand == (2, 0)


def test_the_markers_come_before_the_new_goods_each_in_number_order():
    game = given(THREE_GONE)
    game.play("pick_up d6")
    events = last_events(game, 9)
    assert [event["action"] for event in events] == ["pick_up", *["demand"] * 4, *["refill"] * 4]
    assert [event["target"] for event in events[1:]] == ["f4", "d2", "a1", "g1", "a7", "g7", "d6", "b4"]
    assert [event["demand"] for event in events[1:]] == [1, 1, 1, 1, 0, 0, 0, 0]
    assert [event["actions_left"] for event in events] == [3, *[0] * 8]


def test_the_third_good_picked_up_brings_no_refill():
    game = given("turn 5 picked 2 | 1 d6 | 2 | waiting 3:salt 5:gold")
    game.play("pick_up d6")
    assert [waiting.number for waiting in game.waiting] == [5]
    assert demand(game) == {5: 0}


def test_the_count_starts_anew_after_a_refill():
    game = given(THREE_GONE)
    game.play("pick_up d6")
    assert game.since_refill == 0
    game.play("pick_up d2")
    assert game.since_refill == 1


def test_goods_picked_up_count_whether_delivered_or_not_and_whoever_picked_them_up():
    game = given("turn 5 left 2 | 1 d6 c5 | 2 f4 d2 | waiting 3:salt 5:gold 6:paper", refill_after=2)
    game.play("pick_up d6")
    assert game.since_refill == 1
    game.play("pass")
    game.play("pick_up f4")
    assert game.since_refill == 0


def test_delivered_goods_count_as_much():
    game = given("turn 5 | 1 d6 d5 c5 | 2 f4 | waiting 3:salt 5:gold 6:paper", refill_after=2)
    game.play("pick_up d6")
    game.play("deliver d6 c5")
    game.play("pass")
    game.play("pick_up f4")
    assert len(game.waiting) == 8


def test_a_theft_does_not_count_as_picking_up():
    game = given("turn 5 picked 3 | 1 d4 | 2 d4:gold | waiting 3:salt")
    game.play("steal d4")
    assert game.since_refill == 3
    assert len(game.waiting) == 1


def test_how_many_goods_bring_a_refill_is_a_rule():
    game = given("turn 5 | 1 d6 | 2 | waiting 3:salt 5:gold", refill_after=1)
    game.play("pick_up d6")
    assert len(game.waiting) == 8


def test_how_much_demand_a_refill_adds_is_a_rule():
    game = given(THREE_GONE, refill_demand=3)
    game.play("pick_up d6")
    assert demand(game)[8] == 5
    game = given(THREE_GONE, refill_demand=0)
    game.play("pick_up d6")
    assert demand(game)[8] == 2
    assert "demand" not in game.events()["action"].tolist()


def test_a_bag_that_runs_out_fills_the_lower_numbers_only():
    game = given(
        "turn 5 picked 3 | 1 d6 rare 12 common 28 | 2 | waiting 3:salt 5:salt 6:paper 7:dates 8:leather | "
        "bag dates:2 leather:1"
    )
    game.play("pick_up d6")
    assert [waiting.number for waiting in game.waiting] == [1, 2, 3, 5, 6, 7, 8]
    assert sum(game.bag.values()) == 0


def test_with_an_empty_bag_nothing_happens():
    game = given(
        "turn 5 picked 3 | 1 d6 d2 rare 12 common 31 | 2 | waiting 3:salt 5:salt 6:paper 7:dates 8:leather | bag"
    )
    game.play("pick_up d6")
    assert [waiting.number for waiting in game.waiting] == [5, 6, 7, 8]
    assert set(demand(game).values()) == {0}
    game.play("pick_up d2")
    assert {event["action"] for event in last_events(game, 2)} == {"pick_up"}


def test_a_refill_that_comes_with_the_last_action_comes_before_the_next_turn():
    game = given("turn 5 left 1 picked 3 | 1 d6 | 2 | waiting 3:salt 5:gold")
    game.play("pick_up d6")
    assert (game.turn, game.seat, game.actions_left) == (6, 2, 4)
    assert len(game.waiting) == 8
    assert {event["turn"] for event in last_events(game, 9)} == {5}
