"""What is set on the Sweep page: kept as it was entered, told where it can't be asked."""

from __future__ import annotations

import pytest

from caravan.rules import Rules
from caravan.views.board.shipped_boards import shipped_boards
from caravan.views.sweeping.axis_draft import AxisDraft, choice_of, draft_of
from caravan.views.sweeping.question import AxisChoice, Question
from caravan.views.sweeping.question_words import from_word, to_word
from caravan.views.sweeping.sweep_model import SweepModel


def test_a_question_is_taken_over_whole_and_given_back() -> None:
    asked = "1~matters~introductory;rare_value=9~players=2,3~bots=planner,beam~games=200~seed=3"
    word = f"{asked}~step=2~show=steals~seat=2~stratum=3"
    assert to_word(SweepModel(from_word(word)).question) == word


@pytest.mark.parametrize("parameter", [name for name in Rules().values() if name != "players"])
def test_every_parameter_can_vary_over_its_usual_values(parameter: str) -> None:
    model = SweepModel()
    model.choose_axis(0, parameter)
    assert model.problems == ()
    assert model.question.axes[0].parameter == parameter
    assert len(model.question.axes[0].values) > 1


def test_a_second_parameter_makes_a_map_and_none_a_curve_again() -> None:
    model = SweepModel()
    model.choose_axis(1, "rare_value")
    assert [axis.parameter for axis in model.question.axes] == ["camels", "rare_value"]
    assert model.cost.words.startswith("25 cells")
    model.choose_axis(1, "")
    assert len(model.question.axes) == 1


def test_a_range_that_is_wrong_is_told_and_the_question_before_stays() -> None:
    model = SweepModel()
    before = model.question
    model.edit_axis(0, {"low": 9, "high": 3})
    assert "from 9 down to 3" in model.axis_problem(0)
    assert model.problems
    assert model.question == before
    model.edit_axis(0, {"low": 3, "high": 9, "step": 3})
    assert model.problems == ()
    assert model.question.axes[0].values == (3, 6, 9)


@pytest.mark.parametrize(
    ("draft", "values"),
    [
        (AxisDraft("camels", 3, 8, 2), (3, 5, 7)),
        (AxisDraft("camels", 3, 8, 2, "8, 2,4"), (2, 4, 8)),
        (AxisDraft("rainbow_camel", text="on / off"), (True, False)),
        (AxisDraft("opening_actions", text="1,2,3 / none / 2"), ((1, 2, 3), (), (2,))),
        (AxisDraft("starting_demand", text="7,1 / 2"), ((1, 7), (2,))),
        (AxisDraft("board", text="standard / Oasis"), (Rules().board, shipped_boards()["oasis"])),
    ],
)
def test_values_are_read_as_they_are_written(draft: AxisDraft, values: tuple[object, ...]) -> None:
    assert choice_of(draft, Rules()).values == values
    assert choice_of(draft_of(AxisChoice(draft.parameter, values)), Rules()).values == values


@pytest.mark.parametrize(
    ("draft", "said"),
    [
        (AxisDraft("camels", 0, 8), "whole number from 1 to 10, not 0"),
        (AxisDraft("camels", 3, "eight"), "not 'eight'"),
        (AxisDraft("camels", 3, 8, 0), "step: must be a whole number from 1"),
        (AxisDraft("camels", 3, 3), "nothing varies"),
        (AxisDraft("turn_limit", 1, 10_000), "at most 60"),
        (AxisDraft("camels", text="4, many"), "whole number from 1 to 10"),
        (AxisDraft("tie_break", text="shared / goods"), "most_goods"),
        (AxisDraft("board", text="Standard / Oases"), "did you mean 'Oasis'"),
    ],
)
def test_what_is_no_axis_is_explained(draft: AxisDraft, said: str) -> None:
    model = SweepModel()
    model.axes = (draft, model.axes[1])
    assert said in model.axis_problem(0)
    assert said in str(model.problems[0])


def test_one_parameter_cannot_vary_twice() -> None:
    model = SweepModel()
    model.choose_axis(1, "camels")
    assert "varies already" in model.axis_problem(1)


def test_rules_that_cannot_be_played_are_told_with_their_parameter() -> None:
    model = SweepModel()
    model.edit("actions_per_turn", 1)
    assert {problem.parameter for problem in model.problems} == {"enter_occupied_cost"}
    model.restore("actions_per_turn")
    assert model.problems == ()


def test_a_preset_takes_changes_and_the_board_back() -> None:
    oasis = Rules(starting_demand=[1, 2], board=shipped_boards()["oasis"])
    model = SweepModel(Question(rules=oasis))
    assert model.question.rules == oasis
    assert model.board is not None
    model.choose_preset("standard")
    assert model.question.rules == Rules()


def test_without_players_or_styles_nothing_can_be_asked() -> None:
    model = SweepModel()
    model.players = []
    assert "number of players" in str(model.problems[0])
    model.players = [2]
    model.bots = []
    assert "at least one style" in str(model.problems[0])


def test_a_file_is_no_style() -> None:
    model = SweepModel()
    model.bots = ["/etc/passwd.py:Bot"]
    assert model.problems


def test_what_is_shown_costs_nothing_and_what_is_no_longer_there_is_not_shown() -> None:
    model = SweepModel(Question(players=(2, 3), bots=("planner", "weak")))
    model.stratum = 3
    assert model.question.view.stratum == 3
    model.bots = ["planner"]
    assert model.question.view.stratum == 0
    model.seat = 4
    assert model.question.view.seat == 3
