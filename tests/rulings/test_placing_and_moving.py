"""Rulings on the actions place and move."""

from __future__ import annotations

from situations import given, last_events, refused, targets

from caravan.board import Board, Good
from caravan.game import Game
from caravan.rules import Rules

EVERYWHERE = set(Board.standard().space_names)


def test_a_camel_is_placed_on_any_space():
    assert targets(Game(), "place") == EVERYWHERE


def test_placing_costs_1_into_a_space_without_camels():
    game = given("turn 5 | 1 | 2")
    assert game.cost("place d4") == 1
    game.play("place d4")
    assert game.actions_left == 3
    assert "d4" in [camel.space for camel in game.camels(1)]


def test_placing_costs_2_into_a_space_with_an_opponents_camel():
    game = given("turn 5 | 1 | 2 d4")
    game.play("place d4")
    assert game.actions_left == 2


def test_placing_costs_2_into_a_space_with_ones_own_camel_too():
    game = given("turn 5 | 1 d4 | 2")
    game.play("place d4")
    assert game.actions_left == 2
    assert [camel.space for camel in game.camels(1)].count("d4") == 2


def test_a_laden_camel_occupies_a_space_as_any_other():
    assert given("turn 5 | 1 | 2 d4:salt").cost("place d4") == 2
    assert given("turn 5 | 1 | 2 d4:salt:under").cost("place d4") == 2


def test_what_entering_costs_is_a_rule():
    costs = {"enter_empty_cost": 3, "enter_occupied_cost": 0}
    game = given("turn 5 | 1 | 2 d4", **costs)
    assert (game.cost("place d4"), game.cost("place d5")) == (0, 3)
    game.play("place d4")
    game.play("place d5")
    assert game.actions_left == 1
    assert targets(game, "place") == {"d4", "d5"}


def test_there_is_nothing_to_place_once_all_camels_are_on_the_board():
    refused(given("turn 5 | 1 a1 b1 | 2", camels=2), "place d4", "all 2 of its camels are on the board", "'move a1 d4'")


def test_a_placed_camel_came_from_off_the_board():
    game = Game()
    game.play("place d4")
    (event,) = last_events(game, 1)
    assert (event["action"], event["target"], event["cost"], event["points"]) == ("place", "d4", 1, 0)
    assert event["source"] != event["source"]


def test_an_unladen_camel_moves_to_any_other_space_without_a_route():
    game = given("turn 5 | 1 a1 | 2 a2 b1 b2")
    assert targets(game, "move", "a1") == EVERYWHERE - {"a1"}
    game.play("move a1 g7")
    assert [camel.space for camel in game.camels(1) if camel.space] == ["g7"]


def test_a_move_goes_to_another_space():
    refused(given("turn 5 | 1 a1 | 2"), "move a1 a1", "another space")


def test_moving_costs_as_placing_does():
    game = given("turn 5 | 1 a1 d4 | 2 e4")
    assert [game.cost(action) for action in ("move a1 c3", "move a1 d4", "move a1 e4")] == [1, 2, 2]


def test_the_space_left_behind_does_not_matter_for_the_cost():
    assert given("turn 5 | 1 a1 a1 | 2 a1").cost("move a1 c3") == 1


def test_a_good_does_not_make_a_space_occupied():
    game = given("turn 5 | 1 a1 | 2 | waiting 3:salt+2")
    assert (game.cost("place d6"), game.cost("move a1 d6")) == (1, 1)


def test_a_city_does_not_make_a_space_occupied():
    game = given("turn 5 | 1 a1 | 2")
    assert (game.cost("place c5"), game.cost("move a1 c5")) == (1, 1)


def test_a_laden_camel_cannot_move():
    refused(given("turn 5 | 1 d4:salt | 2"), "move d4 c3", "no unladen camel in d4", "salt")
    refused(given("turn 5 | 1 d4:salt:under | 2"), "move d4 c3", "no unladen camel in d4")


def test_beside_a_laden_camel_an_unladen_one_may_move():
    game = given("turn 5 | 1 d4:salt d4 | 2")
    game.play("move d4 c3")
    assert {(camel.space, camel.good) for camel in game.camels(1) if camel.space} == {("d4", "salt"), ("c3", None)}


def test_a_player_moves_only_camels_of_their_own():
    refused(given("turn 5 | 1 a1 | 2 d4"), "move d4 c3", "it has no camel in d4")


def test_a_camel_off_the_board_is_placed_and_not_moved():
    refused(given("turn 5 | 1 | 2"), "move d4 c3", "all its camels are off the board")


def test_blocked_spaces_cannot_be_entered_by_any_camel():
    board = Board.from_grid("Blocked", "1 # S\n. . .\n. . .", (Good("S", "salt", False),))
    rules = Rules(board=board, starting_demand=[], refill_after=1, rainbow_camel=True)
    game = Game.from_position("turn 5 | 1 a1 demand 1 | 2", rules)
    refused(game, "place b3", "b3 is blocked")
    refused(game, "move a1 b3", "b3 is blocked")
    refused(game, "rainbow b3")
    assert targets(game, "rainbow") == {"b2"}
