"""Rulings on the section Set-up."""

from __future__ import annotations

import pytest

from caravan.errors import CaravanError, RulesError
from caravan.game import Game
from caravan.rules import Rules


def test_one_good_is_drawn_onto_each_numbered_space_in_number_order():
    game = Game(draws=["ivory", "gold", "cloth", "copper", "salt", "paper", "dates", "leather"])
    assert [(waiting.number, waiting.good) for waiting in game.waiting] == [
        (1, "ivory"),
        (2, "gold"),
        (3, "cloth"),
        (4, "copper"),
        (5, "salt"),
        (6, "paper"),
        (7, "dates"),
        (8, "leather"),
    ]
    seeds = game.events()
    assert seeds["action"].tolist() == ["seed"] * 8
    assert seeds["target"].tolist() == ["a7", "g7", "d6", "b4", "f4", "d2", "a1", "g1"]
    assert seeds["turn"].tolist() == [0] * 8


def test_all_goods_begin_in_the_bag():
    game = Game(Rules(rare_count=3, common_count=0), draws=["ivory", "ivory", "ivory", "gold"])
    assert game.bag["ivory"] == 0
    with pytest.raises(CaravanError, match="good 4 to be drawn can't be ivory"):
        Game(Rules(rare_count=3), draws=["ivory"] * 4)


def test_the_goods_on_spaces_1_2_7_and_8_get_one_demand_marker_each():
    assert [waiting.demand for waiting in Game().waiting] == [1, 1, 0, 0, 0, 0, 1, 1]


def test_which_spaces_start_with_demand_is_a_rule():
    assert [waiting.demand for waiting in Game(Rules(starting_demand=[3])).waiting] == [0, 0, 1, 0, 0, 0, 0, 0]
    assert sum(waiting.demand for waiting in Game(Rules(starting_demand=[])).waiting) == 0


def test_all_camels_begin_off_the_board():
    game = Game()
    assert all(camel.space is None for seat in (1, 2, 3, 4) for camel in game.camels(seat))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players_take_turns_in_seat_order(players):
    game = Game(players=players)
    seats = []
    for _ in range(2 * players):
        seats.append(game.seat)
        game.play("pass")
    assert seats == [*range(1, players + 1)] * 2


def test_four_play_unless_the_rules_or_the_table_say_otherwise():
    assert Game().players == 4
    assert Game(Rules(players=3)).players == 3
    assert Game(Rules(players=3), players=2).players == 2


@pytest.mark.parametrize("players", [1, 5])
def test_nobody_plays_alone_and_five_are_too_many(players):
    with pytest.raises(RulesError, match="players"):
        Game(players=players)
