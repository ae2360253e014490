"""The state of the page: what was entered, what is wrong with it, what can be played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from caravan.board import Board
from caravan.errors import Problem
from caravan.rules import Rules
from caravan.views.address import LabState, from_word, to_word
from caravan.views.lab_model import LabModel


def test_it_begins_with_the_standard_game_of_four_planners() -> None:
    request = LabModel().request
    assert request.rules == Rules()
    assert request.bots == ("planner",) * 4


def test_an_allowed_value_can_be_played_at_once() -> None:
    model = LabModel()
    model.edit("camels", 6)
    assert model.request.rules.camels == 6
    assert model.changes == {"camels": 6}


@pytest.mark.parametrize("value", [11, 0, "", "six", 5.5, None, True])
def test_a_value_that_isnt_allowed_is_named_and_the_last_game_stays(value: object) -> None:
    model = LabModel()
    before = model.request
    model.edit("camels", value)
    assert [problem.parameter for problem in model.problems] == ["camels"]
    assert "whole number from 1 to 10" in model.problems[0].message
    assert model.request is before


def test_parameters_that_dont_fit_each_other_are_named() -> None:
    model = LabModel()
    model.edit("actions_per_turn", 1)
    assert [problem.parameter for problem in model.problems] == ["enter_occupied_cost"]


def test_mending_the_value_takes_the_problem_away() -> None:
    model = LabModel()
    model.edit("camels", 11)
    model.edit("camels", 7)
    assert model.problems == ()
    assert model.request.rules.camels == 7


def test_one_value_goes_back_to_the_preset_and_the_others_stay() -> None:
    model = LabModel()
    model.choose_preset("introductory")
    model.edit("camels", 9)
    model.edit("rare_value", 8)
    model.restore("camels")
    assert model.changes == {"rare_value": 8}
    assert model.request.rules.camels == 6


def test_all_values_go_back_to_the_preset() -> None:
    model = LabModel()
    model.edit("camels", 9)
    model.edit("rare_value", 8)
    model.restore()
    assert model.changes == {}
    assert model.request.rules == Rules()


def test_another_preset_keeps_who_plays_and_how_often() -> None:
    model = LabModel(LabState(players=2, bots=("planner", "random"), games=200, seed=3))
    model.edit("camels", 9)
    model.choose_preset("published")
    request = model.request
    assert request.rules == Rules.preset("published").replace(players=2)
    assert (request.bots, request.games, request.seed) == (("planner", "random"), 200, 3)


def test_fewer_players_drop_the_last_seats_and_more_bring_them_back() -> None:
    model = LabModel(LabState(bots=("planner", "random", "grabber", "random")))
    model.players = 2
    assert model.request.bots == ("planner", "random")
    model.players = 4
    assert model.request.bots == ("planner", "random", "grabber", "random")


def test_the_same_game_once_more_isnt_another_request() -> None:
    model = LabModel()
    before = model.request
    model.edit("camels", 6)
    model.edit("camels", 5)
    assert model.request.key == before.key
    heard: list[object] = []
    model.param.watch(heard.append, "request")
    model.edit("camels", 5)
    assert heard == []


def test_what_isnt_a_rule_parameter_is_ignored() -> None:
    model = LabModel()
    model.edit("board", "x")
    model.edit("__class__", 1)
    model.restore("players")
    assert model.problems == ()
    assert model.request.rules == Rules()


def test_a_board_of_ones_own_is_played_on_and_goes_into_the_link() -> None:
    model = LabModel()
    board = replace(Board.standard(), blocked=(24,))
    model.edit_board(board, [1, 2])
    assert model.request.rules.board == model.board_in_play == board
    assert model.request.rules.starting_demand == [1, 2]
    assert from_word(to_word(model.state)) == model.state


def test_board_and_demand_change_in_one_step() -> None:
    model = LabModel()
    heard: list[object] = []
    model.param.watch(heard.append, "request")
    model.edit_board(replace(Board.standard(), numbered=Board.standard().numbered[:6]), [1, 2])
    assert len(heard) == 1
    assert model.problems == ()


def test_the_presets_own_board_is_no_change() -> None:
    model = LabModel()
    model.edit_board(replace(Board.standard(), blocked=(24,)))
    model.edit_board(Board.standard())
    assert model.board is None
    assert model.state == LabState()


def test_a_board_that_cant_be_played_on_yet_is_named_and_the_last_game_stays() -> None:
    model = LabModel()
    before = model.request
    model.edit_board(Board.standard(), problems=(Problem("board", "the open spaces must be connected"),))
    model.edit("camels", 7)
    assert [problem.parameter for problem in model.problems] == ["board"]
    assert model.request is before
    model.edit_board(Board.standard())
    assert model.request.rules.camels == 7


def test_a_preset_brings_its_board_and_so_does_a_link() -> None:
    model = LabModel()
    for led_back, to in ((model.choose_preset, "published"), (model.apply, LabState())):
        model.edit_board(replace(Board.standard(), blocked=(24,)), problems=(Problem("board", "unready"),))
        led_back(to)
        assert model.board is None
        assert model.problems == ()


def test_a_whole_state_is_taken_over_in_one_step() -> None:
    model = LabModel()
    heard: list[object] = []
    model.param.watch(heard.append, "request")
    model.apply(from_word("1~published~camels=7~players=3~bots=planner,random,grabber~games=200~seed=9"))
    assert len(heard) == 1
    assert to_word(model.state).startswith(
        "1~published~camels=7~players=3~bots=planner,random,grabber~games=200~seed=9~"
    )


def test_another_style_to_compare_with_leaves_the_games_as_they_are() -> None:
    model = LabModel()
    before = model.request
    model.compare = ["planner:noise=0.5"]
    assert model.request is before
    assert model.state.compare == ("planner:noise=0.5",)


def test_a_link_may_bring_numbers_and_bots_that_arent_on_offer() -> None:
    model = LabModel(from_word("1~standard~bots=planner:noise=0.5~games=123"))
    assert model.request.games == 123
    assert model.request.bots == ("planner:noise=0.5",) * 4
