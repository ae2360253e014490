"""Rulings on the section Components of the rules."""

from __future__ import annotations

import pytest
from situations import given, refused, targets

from caravan.board import Board, Good
from caravan.errors import BoardError
from caravan.game import Game
from caravan.rules import Rules

STANDARD = Board.standard()


def test_the_standard_board_has_7_by_7_spaces_named_from_the_bottom_left():
    assert (STANDARD.width, STANDARD.height) == (7, 7)
    assert (STANDARD.space_name(0), STANDARD.space_name(6), STANDARD.space_name(48)) == ("a1", "g1", "g7")


def test_neighbours_are_orthogonal_only():
    diagonal = given("turn 13 | 1 d4:salt e5 | 2")
    refused(diagonal, "transfer d4 e5", "aren't connected")
    beside = given("turn 13 | 1 d4:salt e4 | 2")
    assert "transfer d4 e4" in beside.legal_actions


def test_the_board_does_not_wrap_around_its_edges():
    refused(given("turn 13 | 1 g3:salt a4 | 2"), "transfer g3 a4", "aren't connected")
    refused(given("turn 13 | 1 d1:salt d7 | 2"), "transfer d1 d7", "aren't connected")


def test_there_are_eight_numbered_spaces_and_eight_cities():
    assert len(STANDARD.numbered) == 8
    assert len(STANDARD.cities) == 8
    assert not set(STANDARD.numbered) & set(STANDARD.cities)


def test_numbers_1_2_7_and_8_are_the_corners():
    corners = [STANDARD.space_name(STANDARD.numbered[number - 1]) for number in (1, 2, 7, 8)]
    assert corners == ["a7", "g7", "a1", "g1"]


def test_the_standard_layout_is_the_one_drawn_in_the_rules():
    assert STANDARD.grid.splitlines() == [
        "1 . I . . . 2",
        ". . . 3 . . .",
        ". . S . P . G",
        ". 4 . . . 5 .",
        "O . L . D . .",
        ". . . 6 . . .",
        "7 . . . C . 8",
    ]


def test_the_standard_board_looks_the_same_from_all_four_sides():
    def turned(space: int) -> int:
        row, column = divmod(space, 7)
        return column * 7 + 6 - row

    rare = {city for good, city in zip(STANDARD.goods, STANDARD.cities, strict=True) if good.rare}
    for spaces in (set(STANDARD.numbered), rare, set(STANDARD.cities) - rare):
        assert {turned(space) for space in spaces} == spaces


def test_common_cities_lie_centrally_and_rare_ones_far_out():
    def distance(space: int) -> int:
        row, column = divmod(space, 7)
        return max(abs(row - 3), abs(column - 3))

    far = {distance(city) for good, city in zip(STANDARD.goods, STANDARD.cities, strict=True) if good.rare}
    near = {distance(city) for good, city in zip(STANDARD.goods, STANDARD.cities, strict=True) if not good.rare}
    assert (near, far) == ({1}, {3})


def test_a_space_is_at_most_one_of_numbered_space_and_city():
    with pytest.raises(BoardError, match="both numbered space 1 and the city of salt"):
        Board("Both", 2, 1, (Good("S", "salt", False),), (0,), (0,))


def test_four_rare_types_of_3_and_four_common_types_of_9_make_48_goods():
    game = Game()
    goods = game.rules.board.goods
    assert [good.name for good in goods if good.rare] == ["ivory", "gold", "cloth", "copper"]
    assert [good.name for good in goods if not good.rare] == ["salt", "paper", "dates", "leather"]
    waiting = [waiting.good for waiting in game.waiting]
    for good in goods:
        assert game.bag[good.name] + waiting.count(good.name) == (3 if good.rare else 9)
    assert sum(game.bag.values()) + len(waiting) == 48


def test_the_count_of_goods_is_a_rule():
    game = Game(Rules(rare_count=1, common_count=2))
    assert sum(game.bag.values()) + len(game.waiting) == 4 * 1 + 4 * 2


def test_each_player_has_5_camels_and_6_in_the_introductory_game():
    assert len(Game().camels(1)) == 5
    assert len(Game(Rules.preset("introductory")).camels(4)) == 6


def test_a_camel_carries_at_most_one_good():
    laden = given("turn 13 | 1 a7:paper | 2 | waiting 1:salt", camels=1)
    refused(laden, "pick_up a7", "no unladen camel", "laden")
    receiver = given("turn 13 | 1 d4:salt e4:gold | 2", camels=2)
    refused(receiver, "transfer d4 e4", "no unladen camel in e4")


def test_each_player_has_one_theft_marker_at_the_start():
    assert Game(players=3).theft_markers == (1, 1, 1)
    assert Game(Rules(theft_markers=3), players=2).theft_markers == (3, 3)


def test_demand_markers_do_not_run_out():
    game = given("turn 13 | 1 a7 | 2 demand 9000 | waiting 1:salt+5000 2:gold+7000")
    game.play("pick_up a7")
    assert game.demand == (5000, 9000)


def test_every_space_of_the_board_can_be_entered_if_it_is_not_blocked():
    board = Board.from_grid("Small", "1 . S\n. # .", (Good("S", "salt", False),))
    rules = Rules(board=board, starting_demand=[], refill_after=1)
    assert targets(Game(rules), "place") == {"a1", "c1", "a2", "b2", "c2"}


def test_a_board_file_draws_the_grid_with_the_top_row_first():
    text = """
        name = "Drawn"
        grid = '''
        1 . I
        . # 2
        S . .
        '''
        [goods.I]
        name = "ivory"
        rare = true
        [goods.S]
        name = "salt"
    """
    board = Board.from_toml(text)
    names = board.space_names
    assert [names[space] for space in board.numbered] == ["a3", "c2"]
    assert {good.name: names[city] for good, city in zip(board.goods, board.cities, strict=True)} == {
        "ivory": "c3",
        "salt": "a1",
    }
    assert [good.rare for good in board.goods] == [True, False]
    assert [names[space] for space in board.blocked] == ["b2"]


def test_a_rules_file_has_the_parameters_under_rules_and_the_board_under_board():
    rules = Rules.from_toml(Rules(camels=6, opening_actions=[2]).to_toml())
    assert (rules.camels, rules.opening_actions, rules.board) == (6, [2], STANDARD)
    assert Rules.from_toml("[rules]\nrare_value = 8\n").rare_value == 8
