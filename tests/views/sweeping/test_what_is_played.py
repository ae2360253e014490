"""Which cells a question has, in which order they come, and what they cost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from caravan.board import Board
from caravan.rules import Rules
from caravan.sweeps import SweepPlan
from caravan.views.board.shipped_boards import shipped_boards
from caravan.views.sweeping.cost_words import cost_of
from caravan.views.sweeping.neighbours import neighbours
from caravan.views.sweeping.order import halvings, shape_first
from caravan.views.sweeping.question import AxisChoice, Question, plan_of, usual_values


def test_corners_come_first_then_the_middle_then_what_lies_between() -> None:
    plan = SweepPlan({"camels": [3, 4, 5, 6, 7], "rare_value": [4, 5, 6, 7, 8]})
    points = [plan.points[number] for number in shape_first(plan)]
    assert set(points[:4]) == {(0, 0), (0, 4), (4, 0), (4, 4)}
    assert points[4] == (2, 2)
    assert set(points[5:9]) == {(0, 2), (2, 0), (2, 4), (4, 2)}


def test_every_cell_comes_once_and_one_style_after_the_other() -> None:
    plan = SweepPlan({"camels": [3, 4, 5, 6]}, players=[2, 3], bots=["planner", "weak"])
    order = shape_first(plan)
    assert sorted(order) == list(range(len(plan)))
    assert [number // 4 for number in order] == [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4


@pytest.mark.parametrize(("levels", "depths"), [(2, [0, 0]), (3, [0, 1, 0]), (6, [0, 2, 1, 2, 3, 0])])
def test_levels_are_met_by_halving(levels: int, depths: list[int]) -> None:
    assert halvings(levels) == depths


def test_every_parameter_but_board_and_players_has_neighbours_on_the_standard_rules() -> None:
    around = neighbours(Rules())
    assert set(around) == set(Rules().values()) - {"board", "players"}
    assert around["camels"] == [4, 5, 6]
    assert around["turn_limit"] == [360, 400, 440]
    assert around["opening_actions"] == [(1, 2, 3), (0, 1, 2), (2, 3, 4)]
    assert around["starting_points"] == [(), (1,), (0, 0, 0, 1)]
    assert around["tie_break"] == ["most_goods", "shared"]


def test_at_the_end_of_a_range_there_is_one_neighbour() -> None:
    around = neighbours(Rules(camels=10, steal_cost=0), 3)
    assert around["camels"] == [7, 10]
    assert around["steal_cost"] == [0, 3]


def test_what_matters_moves_one_parameter_at_a_time_from_the_rules_asked_about() -> None:
    plan = plan_of(Question("matters", Rules(camels=6)))
    base = plan.scenario(0).request
    assert base is not None
    assert base.rules == Rules(camels=6)
    for scenario in plan.scenarios():
        if scenario.request is not None and scenario.number:
            assert len(scenario.request.rules.differences(base.rules)) == 1


def test_the_usual_values_lie_round_the_rule_sets_own() -> None:
    assert usual_values(Rules(rare_value=9), "rare_value") == (7, 8, 9, 10, 11)
    assert usual_values(Rules(camels=10), "camels") == (8, 9, 10)
    assert usual_values(Rules(), "rainbow_camel") == (False, True)


def test_a_boards_name_is_no_formula_in_a_table() -> None:
    evil = replace(Board.standard(), name="=HYPERLINK(1)")
    plan = plan_of(Question(axes=(AxisChoice("board", (evil, shipped_boards()["great_market"])),)))
    assert [scenario.values["board"] for scenario in plan.scenarios()] == ["HYPERLINK(1)", "Great market"]


def test_what_it_takes_is_said_and_grows_with_what_is_asked() -> None:
    one = cost_of(Question(axes=(AxisChoice("camels", (4, 5, 6)),), games=500))
    assert one.words.startswith("3 cells, 1,500 games, about ")
    assert not one.is_large
    two = cost_of(Question(axes=(AxisChoice("camels", (4, 5, 6)),), bots=("planner", "expert"), games=5000))
    assert two.games == 30_000
    assert two.is_large


def test_a_fair_start_costs_what_it_plays() -> None:
    cost = cost_of(Question("fair", bots=("planner",), effort="quick"))
    assert cost.words.startswith(f"{cost.games:,} games, about ")
