"""Rulings on the section Turns: how many actions, in which order, and passing."""

from __future__ import annotations

import pytest
from situations import given, kinds, last_events, refused

from caravan.game import Game
from caravan.rules import Rules


def actions_given(game: Game, turns: int) -> list[tuple[int, int]]:
    """The seat and the actions of the next turns, each passed at once."""
    found = []
    for _ in range(turns):
        found.append((game.seat, game.actions_left))
        game.play("pass")
    return found


def test_the_first_three_turns_have_1_2_and_3_actions_and_all_later_ones_4():
    assert actions_given(Game(), 6) == [(1, 1), (2, 2), (3, 3), (4, 4), (1, 4), (2, 4)]


def test_with_two_players_seat_1_takes_1_seat_2_takes_2_seat_1_takes_3():
    assert actions_given(Game(players=2), 5) == [(1, 1), (2, 2), (1, 3), (2, 4), (1, 4)]


def test_the_opening_and_the_later_turns_are_rules():
    game = Game(Rules(opening_actions=[3], actions_per_turn=2), players=2)
    assert actions_given(game, 4) == [(1, 3), (2, 2), (1, 2), (2, 2)]
    assert actions_given(Game(Rules(opening_actions=[])), 1) == [(1, 4)]


def test_an_opening_turn_of_no_actions_counts_as_a_turn_and_has_no_rows():
    game = Game(Rules(opening_actions=[0, 0, 2]), players=3)
    assert (game.turn, game.seat, game.actions_left) == (3, 3, 2)
    game.play("pass")
    turns = game.events()["turn"].tolist()
    assert set(turns) == {0, 3}


def test_actions_come_in_any_order_and_any_mix():
    game = given("turn 5 | 1 a7 | 2 | waiting 1:salt")
    for action in ("place b7", "pick_up a7", "transfer a7 b7", "place c7"):
        game.play(action)
    assert (game.turn, game.seat) == (6, 2)
    game = given("turn 5 | 1 a7 | 2 | waiting 1:salt")
    for action in ("pick_up a7", "place b7", "place c7", "transfer a7 c7"):
        game.play(action)
    assert (game.turn, game.seat) == (6, 2)


def test_a_player_may_stop_early_and_the_pass_tells_what_was_given_up():
    game = given("turn 5 | 1 | 2")
    game.play("place d4")
    game.play("pass")
    assert (game.turn, game.seat, game.actions_left) == (6, 2, 4)
    (event,) = last_events(game, 1)
    assert (event["action"], event["seat"], event["cost"], event["actions_left"]) == ("pass", 1, 0, 3)


def test_no_pass_is_written_where_all_actions_are_spent():
    game = Game()
    game.play("place d4")
    assert game.turn == 2
    assert last_events(game, 1)[0]["action"] == "place"


def test_passing_is_always_possible_while_actions_are_left():
    game = Game(seed=3)
    for _ in range(40):
        assert "pass" in game.legal_actions
        game.play(game.legal_actions[0])


def test_an_action_that_costs_more_than_is_left_cannot_be_taken():
    game = given("turn 5 left 1 | 1 d4 | 2")
    refused(game, "place d4", "costs 2 actions", "1 is left")
    assert "place d5" in game.legal_actions


@pytest.mark.parametrize("cost", ["pick_up_cost", "transfer_cost", "steal_cost"])
def test_every_cost_is_held_against_the_actions_left(cost):
    position = "turn 5 left 1 | 1 a7 b6:gold b5 | 2 a7:paper theft 1 | waiting 1:salt"
    kind = cost.removesuffix("_cost")
    assert kind in kinds(given(position))
    assert kind not in kinds(given(position, **{cost: 2}))


def test_a_free_action_leaves_the_turn_as_it_is():
    game = given("turn 5 left 1 | 1 a7 | 2 | waiting 1:salt", pick_up_cost=0)
    game.play("pick_up a7")
    assert (game.turn, game.actions_left) == (5, 1)


def test_a_turn_whose_actions_are_spent_is_over_whatever_is_free():
    game = given("turn 5 left 1 | 1 a7 b1 | 2 | waiting 1:salt", pick_up_cost=0)
    game.play("move b1 c1")
    assert (game.turn, game.seat, game.actions_left) == (6, 2, 4)


def test_two_actions_are_the_same_if_they_lead_to_the_same_position():
    game = given("turn 5 | 1 a1 a1 b1:salt b1:salt c1 | 2 a1:gold a1:gold theft 1")
    texts = [str(action) for action in game.legal_actions]
    assert len(texts) == len(set(texts))
    assert texts.count("move a1 d4") == 1
    assert texts.count("transfer b1 c1 salt") == 1
    assert texts.count("steal a1 2 gold") == 1


def test_goods_on_top_and_under_make_different_transfers():
    game = given("turn 5 | 1 b1:salt b1:salt:under c1 | 2")
    assert {str(action) for action in game.legal_actions if action.kind == "transfer"} == {
        "transfer b1 c1 salt",
        "transfer b1 c1 salt under",
    }


def test_two_victims_make_different_thefts():
    game = given("turn 4 | 1 a1 | 2 a1:gold | 3 a1:gold a1:salt")
    assert {str(action) for action in game.legal_actions if action.kind == "steal"} == {
        "steal a1 2 gold",
        "steal a1 3 gold",
        "steal a1 3 salt",
    }


def test_with_every_camel_laden_only_passing_is_left():
    game = given("turn 5 | 1 a1:salt a2:gold b1:paper:under | 2", camels=3)
    assert [str(action) for action in game.legal_actions] == ["pass"]
    one_free = given("turn 5 | 1 a1:salt a2:gold b1 | 2", camels=3)
    assert len(one_free.legal_actions) > 1
    one_off = given("turn 5 | 1 a1:salt a2:gold | 2", camels=3)
    assert kinds(one_off) == {"place", "pass"}


def test_only_a_thief_frees_a_player_whose_camels_are_all_laden():
    game = given("turn 5 left 1 | 1 a1 | 2 a1:salt | waiting 8:gold", camels=1)
    game.play("steal a1 2 salt")
    assert game.seat == 2
    assert "move" in kinds(game)
