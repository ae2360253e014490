"""Rulings on the rainbow camel."""

from __future__ import annotations

from typing import Any

from situations import kinds, last_events, refused, targets

from caravan.board import Board
from caravan.game import Game
from caravan.rules import Rules

INNER = {name for name in Board.standard().space_names if name[0] in "bcdef" and name[1] in "23456"}


def given(position: str, **rules: Any) -> Game:
    return Game.from_position(position, Rules(**{"rainbow_camel": True, **rules}))


def test_it_is_off_by_default():
    game = Game.from_position("turn 5 | 1 demand 3 | 2", Rules())
    assert "rainbow" not in kinds(game)
    refused(game, "rainbow d4", "no rainbow camel")


def test_it_begins_off_the_board():
    assert Game(Rules.preset("rainbow")).rainbow is None


def test_anyone_places_it_for_one_action_and_a_demand_marker_that_leaves_the_game():
    game = given("turn 6 | 1 demand 1 | 2 demand 3")
    game.play("rainbow d4")
    assert game.rainbow == "d4"
    assert game.actions_left == 3
    assert game.demand == (1, 2)
    assert game.scores() == (1, 2)
    (event,) = last_events(game, 1)
    assert (event["action"], event["cost"], event["demand"], event["points"], event["target"]) == (
        "rainbow",
        1,
        -1,
        -1,
        "d4",
    )


def test_the_price_in_points_is_what_a_demand_marker_is_worth():
    game = given("turn 6 | 1 | 2 demand 3", demand_value=4)
    game.play("rainbow d4")
    assert game.scores() == (0, 8)
    assert last_events(game, 1)[0]["points"] == -4


def test_without_a_demand_marker_it_stays_where_it_is():
    refused(given("turn 5 | 1 | 2 demand 3"), "rainbow d4", "no demand marker")


def test_it_is_moved_by_another_player_too():
    game = given("turn 5 left 1 | 1 demand 1 | 2 demand 1")
    game.play("rainbow d4")
    game.play("rainbow b2")
    assert game.rainbow == "b2"
    assert last_events(game, 1)[0]["source"] == "d4"


def test_it_goes_to_any_space_that_is_not_on_the_boards_edge():
    game = given("turn 5 | 1 demand 1 | 2")
    assert targets(game, "rainbow") == INNER
    refused(game, "rainbow a4", "edge")
    refused(game, "rainbow d7", "edge")


def test_it_goes_to_another_space_than_it_is_in():
    game = given("turn 5 | 1 demand 1 | 2 | rainbow d4")
    assert targets(game, "rainbow") == INNER - {"d4"}
    refused(game, "rainbow d4", "is in d4 already")


def test_the_price_is_the_same_into_an_occupied_space():
    game = given("turn 5 left 1 | 1 d4 demand 1 | 2 d4:salt")
    assert game.cost("rainbow d4") == 1
    game.play("rainbow d4")
    assert game.rainbow == "d4"


def test_it_makes_a_space_occupied():
    game = given("turn 5 | 1 a1 | 2 | rainbow d4")
    assert (game.cost("place d4"), game.cost("move a1 d4")) == (2, 2)


def test_every_player_uses_it_as_a_link_of_a_chain():
    for turn, seats in ((5, "1 d3:salt d5 | 2"), (6, "1 | 2 d3:salt d5")):
        game = given(f"turn {turn} | {seats} | rainbow d4")
        game.play("transfer d3 d5")
        assert game.actions_left == 3


def test_it_is_no_link_where_there_is_no_rainbow_camel_on_the_board():
    refused(given("turn 5 | 1 d3:salt d5 | 2"), "transfer d3 d5", "aren't connected")


def test_it_carries_nothing():
    refused(given("turn 5 | 1 d3:salt | 2 | rainbow d4"), "transfer d3 d4", "it has no camel in d4")


def test_it_does_not_pick_up():
    refused(given("turn 5 | 1 a1 | 2 | waiting 4:salt | rainbow b4"), "pick_up b4", "it has no camel in b4")


def test_it_steals_nothing():
    refused(given("turn 5 | 1 a1 | 2 d4:salt | rainbow d4"), "steal d4 2", "it has no camel in d4")


def test_a_good_may_be_delivered_to_a_city_where_it_stands():
    game = given("turn 5 | 1 c4:salt | 2 | rainbow c5")
    game.play("deliver c4 c5")
    assert game.scores() == (3, 0)
    assert game.rainbow == "c5"


def test_it_is_the_last_link_even_where_ones_own_camel_in_the_city_is_laden():
    game = given("turn 5 | 1 c4:salt c5:paper | 2 | rainbow c5")
    assert "deliver c4 c5 salt" in game.legal_actions


def test_it_takes_no_other_good_in_a_city():
    refused(given("turn 5 | 1 c4:paper | 2 | rainbow c5"), "transfer c4 c5", "it has no camel in c5")


def test_it_links_on_to_a_city_beyond_it():
    game = given("turn 5 | 1 c3:salt c5 | 2 | rainbow c4")
    game.play("deliver c3 c5")
    assert game.scores() == (3, 0)


def test_its_cost_is_one_action_whatever_entering_costs():
    game = given("turn 5 left 1 | 1 demand 1 | 2", enter_empty_cost=3, enter_occupied_cost=3)
    assert kinds(game) == {"rainbow", "pass"}


def test_a_player_who_can_pay_for_it_is_not_stuck():
    game = given("turn 5 | 1 a1:salt demand 1 | 2 b1:gold", camels=1)
    assert kinds(game) == {"rainbow", "pass"}


def test_on_a_board_without_inner_spaces_it_has_nowhere_to_go():
    board = Board.from_grid("Narrow", "1 S . .\n. . . .", Board.standard().goods[4:5])
    rules = Rules(board=board, rainbow_camel=True, starting_demand=[], refill_after=1)
    assert kinds(Game.from_position("turn 5 | 1 demand 1 | 2", rules)) == {"place", "pass"}
