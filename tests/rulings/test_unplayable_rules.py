"""Rulings on rule sets that can't be played: refused with a message that names the parameter."""

from __future__ import annotations

import pytest

from caravan.board import Board, Good
from caravan.errors import BoardError, RulesError
from caravan.game import Game
from caravan.rules import Rules

SALT = (Good("S", "salt", False),)


def small(grid: str = "1 S\n. 2") -> Board:
    return Board.from_grid("Small", grid, SALT)


@pytest.mark.parametrize(
    ("changes", "parameter", "words"),
    [
        ({"refill_after": 9}, "refill_after", "8 numbered spaces"),
        ({"starting_demand": [9]}, "starting_demand", "there is no 9"),
        ({"enter_empty_cost": 5}, "enter_empty_cost", "more than a turn's 4 actions"),
        ({"enter_occupied_cost": 5}, "enter_occupied_cost", "more than a turn's 4 actions"),
        ({"rare_count": 0, "common_count": 1}, "common_count", "too few for the 8 numbered spaces"),
        ({"board": small(), "refill_after": 3, "starting_demand": []}, "refill_after", "2 numbered spaces"),
        ({"board": small(), "refill_after": 1}, "starting_demand", "there is no 7, 8"),
        ({"board": small(), "refill_after": 1, "starting_demand": [], "common_count": 1}, "common_count", "too few"),
    ],
)
def test_parameters_that_do_not_fit_each_other_are_refused_by_name(changes, parameter, words):
    rules = Rules(**changes)
    problems = {problem.parameter: problem.message for problem in rules.problems()}
    assert words in problems[parameter]
    for start in (Game, lambda rules: Game.from_position("turn 5 | 1 | 2", rules)):
        with pytest.raises(RulesError, match=parameter):
            start(rules)


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        ("refill_after", 0),
        ("actions_per_turn", 0),
        ("enter_empty_cost", -1),
        ("enter_occupied_cost", -1),
        ("pick_up_cost", -1),
        ("transfer_cost", -1),
        ("steal_cost", -1),
        ("opening_actions", [-1]),
        ("starting_demand", [0]),
        ("players", 5),
        ("camels", 0),
        ("turn_limit", 0),
    ],
)
def test_values_out_of_range_are_refused_by_name(parameter, value):
    with pytest.raises(RulesError, match=parameter):
        Rules(**{parameter: value})


@pytest.mark.parametrize(
    ("grid", "words"),
    [
        ("1 . .", "salt has no city"),
        ("1 S X", "no good"),
        ("1 S S", "two spaces"),
        ("1 # S", "connected"),
        ("S . .", "numbered spaces"),
        ("\n".join(["1 S . . . . . . ."] + [". . . . . . . . ."] * 7), "at most 64 spaces"),
    ],
)
def test_boards_that_cannot_be_played_on_are_refused_in_words(grid, words):
    with pytest.raises(BoardError, match=words):
        Board.from_grid("Refused", grid, SALT)


@pytest.mark.parametrize(
    ("numbered", "cities", "blocked", "words"),
    [
        ((0,), (0,), (), "both numbered space 1 and the city of salt"),
        ((0,), (1,), (0,), "both numbered space 1 and a blocked space"),
        ((0,), (1,), (1,), "both the city of salt and a blocked space"),
    ],
)
def test_a_space_has_one_use(numbered, cities, blocked, words):
    with pytest.raises(BoardError, match=words):
        Board("Refused", 3, 1, SALT, numbered, cities, blocked)


def test_a_board_of_64_spaces_with_all_the_rest_is_playable():
    board = Board.from_grid("Large", "\n".join(["1 S . . . . . ."] + [". . . . . . . ."] * 7), SALT)
    game = Game(Rules(board=board, refill_after=1, starting_demand=[1]))
    game.play("place h8")
    assert game.seat == 2


def test_entry_costs_may_be_as_high_as_a_turns_actions():
    assert Rules(enter_empty_cost=4, enter_occupied_cost=4).problems() == ()


def test_other_costs_may_be_higher_than_a_turns_actions():
    assert Rules(steal_cost=20).problems() == ()
