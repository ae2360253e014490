"""Rulings on the section End."""

from __future__ import annotations

import pytest
from situations import given, last_events, refused

from caravan.board import Board, Good
from caravan.game import Game
from caravan.rules import Rules

LAST_GOODS = "rare 12 common 33 | 2 | waiting 7:dates 8:leather | bag"


def test_once_the_bag_is_empty_the_next_delivery_ends_the_game_at_once_in_mid_turn():
    game = given(f"turn 21 | 1 c4:salt c5 {LAST_GOODS}")
    game.play("deliver c4 c5")
    outcome = game.outcome()
    assert outcome.reason == "delivery"
    assert game.actions_left == 3
    assert list(game.legal_actions) == []
    events = last_events(game, 2)
    assert [event["action"] for event in events] == ["deliver", "end"]
    assert (events[1]["end_reason"], events[1]["turn"], events[1]["cost"], events[1]["actions_left"]) == (
        "delivery",
        21,
        0,
        0,
    )


def test_no_pass_is_recorded_for_actions_left_at_the_end():
    game = given(f"turn 21 | 1 c4:salt c5 {LAST_GOODS}")
    game.play("deliver c4 c5")
    assert "pass" not in game.events()["action"].tolist()


def test_nothing_can_be_played_after_the_end():
    game = given(f"turn 21 | 1 c4:salt c5 {LAST_GOODS}")
    game.play("deliver c4 c5")
    refused(game, "pass", "the game has ended (delivery)")
    refused(game, "place d4", "comes too late")


def test_a_delivery_before_the_bag_is_empty_does_not_end_the_game():
    game = given("turn 21 | 1 c4:salt c5 rare 12 common 32 | 2 | waiting 7:dates 8:leather | bag paper:1")
    game.play("deliver c4 c5")
    assert game.outcome() is None


def test_an_empty_bag_alone_does_not_end_the_game():
    game = given("turn 21 picked 3 | 1 d6 rare 12 common 33 | 2 | waiting 3:salt 8:leather | bag dates:1")
    game.play("pick_up d6")
    assert sum(game.bag.values()) == 0
    assert game.outcome() is None


def test_if_the_bag_is_empty_after_the_set_up_the_first_delivery_ends_the_game():
    board = Board.from_grid("Two", "1 S .\n. . .", (Good("S", "salt", False),))
    game = Game(Rules(board=board, common_count=1, starting_demand=[1], refill_after=1, opening_actions=[]), players=2)
    for action in ("place a2", "pick_up a2", "place b2", "deliver a2 b2"):
        assert game.outcome() is None
        game.play(action)
    assert game.outcome().reason == "delivery"
    assert game.scores() == (3 + 1, 0)


def test_a_round_of_passes_made_because_nothing_else_was_legal_ends_in_deadlock():
    game = given("turn 22 | 1 a1:salt | 2 b1:gold | 3 c1:paper", camels=1)
    for _ in range(2):
        game.play("pass")
        assert game.outcome() is None
    game.play("pass")
    assert game.outcome().reason == "deadlock"
    events = last_events(game, 2)
    assert [event["action"] for event in events] == ["pass", "end"]


def test_passes_out_of_choice_make_no_deadlock():
    game = Game(players=2)
    for _ in range(20):
        game.play("pass")
    assert game.outcome() is None


def test_one_player_who_can_act_but_passes_prevents_deadlock():
    game = given("turn 21 | 1 a1:salt | 2 b1", camels=1)
    for _ in range(10):
        game.play("pass")
    assert game.outcome() is None


def test_an_action_between_begins_the_count_of_passes_anew():
    game = given("turn 22 left 1 | 1 a1:salt | 2 b1 | 3 c1:gold", camels=1)
    game.play("pass")
    game.play("move b1 b2")
    game.play("pass")
    game.play("pass")
    assert game.outcome() is None


def test_a_pass_is_forced_where_no_other_action_was_legal_with_the_actions_then_left():
    game = given("turn 21 left 1 | 1 a1 | 2 b1:gold", camels=1, enter_empty_cost=2, actions_per_turn=2)
    assert [str(action) for action in game.legal_actions] == ["pass"]
    game.play("pass")
    game.play("pass")
    assert game.outcome().reason == "deadlock"


def test_a_round_of_opening_turns_too_short_for_any_action_is_a_deadlock_too():
    game = Game(Rules(enter_empty_cost=3, opening_actions=[1, 2, 3]), players=2)
    game.play("pass")
    game.play("pass")
    assert game.outcome().reason == "deadlock"
    assert game.turn == 2


def test_a_player_who_acted_and_then_had_to_pass_does_not_end_the_game_alone():
    game = given("turn 21 | 1 a1 b1:salt | 2 b1:gold | waiting 7:dates", camels=2)
    game.play("pick_up a1")
    assert [str(action) for action in game.legal_actions] == ["pass"]
    game.play("pass")
    assert game.outcome() is None


def test_the_turn_limit_ends_the_game_at_the_end_of_its_turn():
    game = given("turn 400 | 1 | 2 | 3")
    game.play("place d4")
    assert game.outcome() is None
    game.play("pass")
    assert game.outcome().reason == "turn_limit"
    assert game.turn == 400


def test_the_last_action_of_the_last_turn_ends_the_game_too():
    game = given("turn 400 left 1 | 1 | 2 | 3")
    game.play("place d4")
    assert game.outcome().reason == "turn_limit"


def test_the_turn_limit_is_a_rule():
    game = Game(Rules(turn_limit=2), players=2)
    game.play("pass")
    assert game.outcome() is None
    game.play("pass")
    assert game.outcome().reason == "turn_limit"


def test_deadlock_comes_before_the_turn_limit_where_both_hold():
    game = given("turn 2 | 1 a1:salt | 2 b1:gold | stuck 1", camels=1, turn_limit=2)
    game.play("pass")
    assert game.outcome().reason == "deadlock"


def test_a_delivery_comes_before_the_turn_limit_where_both_hold():
    game = given(f"turn 399 left 1 | 1 c4:salt c5 {LAST_GOODS}", turn_limit=399)
    game.play("deliver c4 c5")
    assert game.outcome().reason == "delivery"


@pytest.mark.parametrize("reason", ["delivery", "deadlock", "turn_limit"])
def test_the_end_is_always_the_last_row_with_its_reason_and_no_seat(reason):
    games = {
        "delivery": (given(f"turn 21 | 1 c4:salt c5 {LAST_GOODS}"), "deliver c4 c5"),
        "deadlock": (given("turn 21 | 1 a1:salt | 2 b1:gold | stuck 2", camels=1), "pass"),
        "turn_limit": (given("turn 5 | 1 | 2", turn_limit=5), "pass"),
    }
    game, action = games[reason]
    game.play(action)
    end = game.events().iloc[-1]
    assert (end["action"], end["end_reason"]) == ("end", reason)
    assert end.isna()["seat"]


def test_opening_turns_without_actions_at_the_turn_limit_end_the_game_before_anyone_acts():
    game = Game(Rules(opening_actions=[0, 0], turn_limit=2), players=2)
    assert game.outcome().reason == "turn_limit"
    assert game.turn == 2
