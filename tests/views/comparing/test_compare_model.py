"""What a designer enters to be compared: kept as it was entered, told what is wrong, followed where nothing is."""

from __future__ import annotations

import pytest

from caravan.rules import Rules
from caravan.views.comparing import CompareState, RuleSetState
from caravan.views.comparing.model import CompareModel, EditedRuleSet


@pytest.fixture
def model() -> CompareModel:
    return CompareModel()


def names(model: CompareModel) -> list[str]:
    return [entry.called for entry in model.entries]


def test_the_usual_beginning_can_be_compared_at_once(model: CompareModel) -> None:
    assert names(model) == ["standard", "introductory"]
    assert model.playable
    assert model.state == CompareState()


def test_a_rule_set_is_added_changed_and_removed(model: CompareModel) -> None:
    assert model.add(Rules(camels=7)) == ""
    assert model.chosen_entry.called == "camels=7"
    model.edit(model.chosen, "rare_value", 7)
    assert names(model) == ["standard", "introductory", "camels=7, rare_value=7"]
    assert model.state.sets[2].rules == Rules(camels=7, rare_value=7)
    model.remove(model.chosen)
    assert names(model) == ["standard", "introductory"]
    assert model.chosen_entry.called == "introductory"
    assert model.state == CompareState()


def test_there_is_room_for_six(model: CompareModel) -> None:
    for number in (1, 2, 3, 4):
        assert model.add(Rules(camels=number)) == ""
    assert "Remove one" in model.add(Rules(camels=9))
    assert "Remove one" in model.copy(model.chosen)
    assert len(model.entries) == 6


def test_the_last_rule_set_stays(model: CompareModel) -> None:
    for entry in model.entries:
        model.remove(entry.number)
    assert names(model) == ["introductory"]
    assert len(model.state.sets) == 1


def test_a_copy_must_be_changed_before_it_can_be_compared(model: CompareModel) -> None:
    model.copy(model.baseline.number)
    (problem,) = model.chosen_entry.problems
    assert "these are the rules of standard" in problem.message
    assert model.state == CompareState()
    model.edit(model.chosen, "camels", 8)
    assert model.playable
    assert model.state.names == ("standard", "introductory", "camels=8")


def test_another_baseline_renames_what_is_called_by_its_changes(model: CompareModel) -> None:
    model.add(Rules(camels=7))
    model.make_baseline(model.chosen)
    assert names(model) == ["camels=7", "standard", "introductory"]
    model.move(model.chosen, 1)
    assert names(model) == ["standard", "camels=7", "introductory"]
    model.move(model.baseline.number, -1)
    assert names(model) == ["standard", "camels=7", "introductory"]


def test_a_name_stays_through_every_change(model: CompareModel) -> None:
    model.rename(model.baseline.number, "  Now ")
    model.edit(model.baseline.number, "camels", 3)
    assert names(model) == ["Now", "introductory"]
    assert model.state.sets[0] == RuleSetState(Rules(camels=3), "Now")
    model.rename(model.baseline.number, "")
    assert names(model) == ["camels=3", "introductory"]


@pytest.mark.parametrize(("name", "said"), [("x" * 41, "at most 40"), ("a\nb", "can't be printed")])
def test_a_name_that_isnt_allowed_says_why(model: CompareModel, name: str, said: str) -> None:
    model.rename(model.baseline.number, name)
    assert said in model.baseline.problems[0].message
    assert model.state == CompareState()


def test_two_rule_sets_cant_have_one_name(model: CompareModel) -> None:
    first, second = model.entries
    model.rename(first.number, "Mine")
    model.rename(second.number, "Mine")
    assert model.entries[1].problems[0].message == "another rule set is called 'Mine'"
    assert model.add(Rules(camels=9), "Mine") == ""
    assert model.chosen_entry.name == "Mine (2)"


def test_what_cant_be_played_is_told_and_the_last_state_stays(model: CompareModel) -> None:
    model.edit(model.baseline.number, "camels", 99)
    assert [problem.parameter for problem in model.baseline.problems] == ["camels"]
    assert model.state == CompareState()
    model.edit(model.baseline.number, "camels", 5)
    assert model.playable


def test_at_least_one_style_has_to_play(model: CompareModel) -> None:
    model.styles = []
    assert model.trouble == "Choose at least one style of play."
    assert model.state.styles == ("planner", "beam")
    model.styles = ["/etc/passwd.py:Bot"]
    assert model.trouble
    model.styles = ["planner"]
    assert model.playable


def test_a_margin_can_be_given_and_taken_back(model: CompareModel) -> None:
    model.set_margin("length.turns", 3.0)
    model.set_margin("no_such_measure", 3.0)
    assert model.state.margins == {"length.turns": 3.0}
    model.set_margin("length.turns", None)
    assert model.state == CompareState()


def test_going_back_keeps_the_rule_set_that_is_edited(model: CompareModel) -> None:
    before = model.state
    model.chosen = model.baseline.number
    model.edit(model.chosen, "camels", 8)
    model.apply(before)
    assert model.chosen_entry.called == "standard"
    assert model.state == before


def test_the_editor_marks_changes_against_the_baseline(model: CompareModel) -> None:
    edited = EditedRuleSet(model)
    assert (edited.base_name, edited.base["camels"], edited.draft["camels"]) == ("A standard", 5, 6)
    edited.edit("camels", 7)
    assert edited.draft["camels"] == 7
    model.edit(model.baseline.number, "rare_value", 9)
    assert edited.base["rare_value"] == 9
    edited.restore("rare_value")
    assert edited.draft["rare_value"] == 9
    model.chosen = model.baseline.number
    assert (edited.base_name, edited.base["rare_value"], edited.draft["rare_value"]) == ("Standard", 6, 9)
    edited.restore()
    assert model.baseline.draft["rare_value"] == 6
