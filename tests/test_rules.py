"""The rules: what each parameter allows, which sets can't be played, and the presets."""

from __future__ import annotations

from typing import Any

import numpy as np
import param
import pytest
from hypothesis import given
from rule_values import NUMBERS, OTHER, SMALL, WORDS, any_values

from caravan.board import Board, Good
from caravan.errors import Problem, RulesError
from caravan.rules import PRESETS, Rules


def complaint(**values: Any) -> str:
    with pytest.raises(RulesError) as caught:
        Rules(**values)
    return str(caught.value)


def unplayable(**values: Any) -> tuple[Problem, ...]:
    rules = Rules(**values)
    problems = rules.problems()
    if problems:
        with pytest.raises(RulesError) as caught:
            rules.require_playable()
        assert caught.value.problems == problems
    return problems


# Parameters


def test_every_parameter_is_known_to_these_tests() -> None:
    assert set(OTHER) == set(Rules().values())


@pytest.mark.parametrize(("name", "default", "least", "most"), NUMBERS)
def test_a_number_is_allowed_within_its_bounds_only(name: str, default: int, least: int, most: int) -> None:
    assert getattr(Rules(), name) == default
    for value in (least, most):
        assert getattr(Rules(**{name: value}), name) == value
    for value in (least - 1, most + 1):
        assert complaint(**{name: value}) == f"{name}: must be a whole number from {least} to {most}, not {value}"


@pytest.mark.parametrize("value", [True, False, 2.0, "2", None, [2], float("nan"), 2 + 0j, np.float64(2), np.True_])
@pytest.mark.parametrize("name", [name for name, *_ in NUMBERS])
def test_a_number_is_a_whole_number_and_nothing_else(name: str, value: Any) -> None:
    assert "must be a whole number" in complaint(**{name: value})


def test_whole_numbers_of_numpy_are_taken_as_pythons_own() -> None:
    rules = Rules(camels=np.int64(6), opening_actions=[np.int8(1), 2])
    assert type(rules.camels) is int
    assert [type(number) for number in rules.opening_actions] == [int, int]
    assert rules == Rules(camels=6, opening_actions=[1, 2])


@pytest.mark.parametrize(("name", "words"), WORDS)
def test_a_word_is_one_of_those_allowed(name: str, words: list[str]) -> None:
    assert getattr(Rules(), name) == words[0]
    for word in words:
        assert getattr(Rules(**{name: word}), name) == word
    assert complaint(**{name: words[1] + "s"}).endswith(
        f"must be '{words[0]}' or '{words[1]}', not '{words[1]}s'; did you mean '{words[1]}'?"
    )
    for value in (None, 1, True, [words[0]]):
        assert "must be" in complaint(**{name: value})


@pytest.mark.parametrize("value", [1, 0, "true", None, "yes"])
def test_a_flag_is_true_or_false_and_nothing_else(value: Any) -> None:
    assert "rainbow_camel: must be true or false, not" in complaint(rainbow_camel=value)


def test_opening_turns_have_0_to_20_actions_each() -> None:
    assert Rules().opening_actions == [1, 2, 3]
    for allowed in ([], [0], [20] * 12, [3, 3, 1]):
        assert Rules(opening_actions=allowed).opening_actions == allowed
    for refused in ([-1], [21], [1] * 13, [True], [1.0], ["1"], "123", 3, None, {1: 2}, [None], [[1]]):
        assert "opening_actions: must be a list of at most 12 whole numbers from 0 to 20" in complaint(
            opening_actions=refused
        )


def test_starting_demand_is_a_list_of_different_numbers() -> None:
    assert Rules().starting_demand == [1, 2, 7, 8]
    assert Rules(starting_demand=[]).starting_demand == []
    assert complaint(starting_demand=[1, 2, 1]).endswith("; 1 is there twice")
    for refused in ([0], [10], [True], [1, "2"], "12", 1, None):
        assert "starting_demand: must be a list of at most 9 different whole numbers from 1 to 9" in complaint(
            starting_demand=refused
        )


def test_the_order_of_starting_demand_makes_no_difference() -> None:
    assert Rules(starting_demand=(8, 1, 7, 2)) == Rules()
    assert Rules(starting_demand=(8, 1, 7, 2)).id == Rules().id


def test_the_board_is_a_board() -> None:
    assert Rules().board == Board.standard()
    assert Rules(board=SMALL).board is SMALL
    for refused in (None, "Small", SMALL.to_toml()):
        assert "board: must be a board, not" in complaint(board=refused)


def test_a_misspelt_name_is_refused_with_the_nearest() -> None:
    assert complaint(camel=3) == "camel: there is no such rule parameter; did you mean 'camels'?"
    assert complaint(xyzzy=3) == "xyzzy: there is no such rule parameter"
    assert "no such rule parameter" in complaint(name="My rules")


def test_everything_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(RulesError) as caught:
        Rules(camels=0, camel=3, tie_break="x", players=3)
    assert [problem.parameter for problem in caught.value.problems] == ["camels", "camel", "tie_break"]


@pytest.mark.parametrize("value", [10**5000, "x" * 5000, list(range(5000))], ids=["number", "text", "list"])
def test_a_message_stays_short(value: Any) -> None:
    assert len(complaint(camels=value)) < 150


def test_setting_what_is_not_allowed_leaves_the_rules_as_they_were() -> None:
    rules = Rules()
    with pytest.raises(RulesError, match="camels: must be a whole number from 1 to 10, not 11"):
        rules.camels = 11
    with pytest.raises(ValueError, match="theft_marker_to: must be 'victim' or 'box'"):
        rules.param.update(theft_marker_to="nobody")
    assert rules == Rules()


def test_a_widget_hears_of_a_change() -> None:
    rules = Rules()
    heard: list[tuple[int, int]] = []
    rules.param.watch(lambda event: heard.append((event.old, event.new)), "camels")
    rules.camels = 6
    assert heard == [(5, 6)]


@pytest.mark.parametrize("name", list(OTHER))
def test_every_parameter_is_explained(name: str) -> None:
    parameter = Rules.param[name]
    assert parameter.label
    assert parameter.label != name
    assert parameter.doc.endswith(".")


def test_the_kinds_of_parameter_are_params_own_so_that_widgets_fit() -> None:
    kinds = {name: Rules.param[name] for name in OTHER}
    assert isinstance(kinds["camels"], param.Integer)
    assert kinds["camels"].bounds == (1, 10)
    assert isinstance(kinds["tie_break"], param.Selector)
    assert list(kinds["tie_break"].objects) == ["most_goods", "shared"]
    assert isinstance(kinds["rainbow_camel"], param.Boolean)
    assert isinstance(kinds["opening_actions"], param.List)
    assert isinstance(kinds["board"], param.ClassSelector)


def test_sections_hold_every_parameter_once() -> None:
    sections = Rules.sections()
    assert list(sections) == ["Components", "Turns", "Costs", "Demand and refill", "Scoring", "Board"]
    assert [name for names in sections.values() for name in names] == list(Rules().values())


# Rule sets that can't be played


@pytest.mark.parametrize("preset", list(PRESETS))
def test_every_preset_can_be_played(preset: str) -> None:
    assert unplayable(**PRESETS[preset]) == ()


def test_a_refill_after_more_goods_than_there_are_numbered_spaces_is_refused() -> None:
    assert unplayable(refill_after=8) == ()
    (problem,) = unplayable(refill_after=9)
    assert problem.parameter == "refill_after"
    assert "8 numbered spaces" in problem.message
    assert "choose 1 to 8" in problem.message


def test_starting_demand_on_a_space_that_is_not_numbered_is_refused() -> None:
    assert unplayable(starting_demand=[8]) == ()
    (problem,) = unplayable(starting_demand=[1, 9])
    assert problem.parameter == "starting_demand"
    assert problem.message.endswith("there is no 9")
    assert [each.parameter for each in unplayable(board=SMALL, refill_after=2)] == ["starting_demand"]


@pytest.mark.parametrize("name", ["enter_empty_cost", "enter_occupied_cost"])
def test_an_entry_cost_above_a_turns_actions_is_refused(name: str) -> None:
    assert unplayable(**{name: 4}) == ()
    (problem,) = unplayable(**{name: 5})
    assert problem == Problem(name, "5 is more than a turn's 4 actions (actions_per_turn)")
    assert [each.parameter for each in unplayable(actions_per_turn=1)] == ["enter_occupied_cost"]


@pytest.mark.parametrize("name", ["pick_up_cost", "transfer_cost", "steal_cost"])
def test_other_costs_may_be_above_a_turns_actions(name: str) -> None:
    assert unplayable(**{name: 20}) == ()


def test_fewer_goods_than_numbered_spaces_are_refused() -> None:
    assert unplayable(rare_count=0, common_count=2) == ()
    (problem,) = unplayable(rare_count=0, common_count=1)
    assert problem.parameter == "common_count"
    assert "make 4 goods, too few for the 8 numbered spaces" in problem.message
    only_rare = Board.from_grid("Rare", "1 G 2", (Good("G", "gold", True),))
    (problem,) = unplayable(board=only_rare, rare_count=1, starting_demand=[], refill_after=1)
    assert problem.parameter == "rare_count"


def test_an_opening_turn_may_have_no_action() -> None:
    assert unplayable(opening_actions=[0, 0, 4]) == ()


def test_all_problems_are_told_at_once() -> None:
    problems = unplayable(refill_after=9, starting_demand=[9], enter_empty_cost=5, rare_count=0, common_count=0)
    assert [problem.parameter for problem in problems] == [
        "refill_after",
        "starting_demand",
        "enter_empty_cost",
        "common_count",
    ]


def test_a_list_changed_behind_the_rules_back_is_a_problem_too() -> None:
    rules = Rules()
    rules.opening_actions.append(99)
    rules.starting_demand.append(1)
    assert [problem.parameter for problem in rules.problems()] == ["opening_actions", "starting_demand"]


@given(any_values)
def test_problems_name_parameters_and_never_crash(values: dict[str, Any]) -> None:
    assert {problem.parameter for problem in unplayable(**values)} <= set(OTHER)


# Presets


def test_presets_change_what_the_written_rules_say() -> None:
    assert list(PRESETS) == ["standard", "introductory", "published", "rainbow"]
    assert Rules.preset("standard") == Rules()
    assert Rules.preset("introductory").differences(Rules()) == {"camels": (5, 6)}
    assert Rules.preset("published").differences(Rules()) == {"undelivered_penalty": ("none", "triangular")}
    assert Rules.preset("rainbow").differences(Rules.preset("published")) == {"rainbow_camel": (False, True)}


def test_a_preset_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(RulesError, match=r"there is no 'standart'; did you mean 'standard'\?.*introductory, published"):
        Rules.preset("standart")


def test_changing_a_preset_changes_no_later_one() -> None:
    Rules.preset("introductory").camels = 7
    assert Rules.preset("introductory").camels == 6
