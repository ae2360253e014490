"""The rule editor and its model keep in step."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from caravan.board import Board
from caravan.views.lab_model import LabModel
from caravan.views.rule_editor import RuleEditor


def editor() -> tuple[LabModel, RuleEditor]:
    model = LabModel()
    return model, RuleEditor(model)


def enter(editor: RuleEditor, name: str, value: Any) -> None:
    """Do what the browser does when somebody enters a value."""
    editor.fields._handle_msg({"name": name, "value": value})


def test_what_is_entered_reaches_the_model() -> None:
    model, view = editor()
    enter(view, "camels", 7)
    assert model.request.rules.camels == 7


def test_what_is_entered_isnt_sent_back() -> None:
    model, view = editor()
    sent: list[object] = []
    view.fields.param.watch(sent.append, "turn")
    for camels in (6, 7, 8):
        enter(view, "camels", camels)
    assert sent == []
    assert model.draft["camels"] == 8


def test_a_problem_appears_beside_its_parameter_and_goes_again() -> None:
    _, view = editor()
    enter(view, "camels", 99)
    assert view.fields.problems == {"camels": "must be a whole number from 1 to 10, not 99"}
    enter(view, "camels", 9)
    assert view.fields.problems == {}


def test_a_preset_changes_the_fields_and_what_they_go_back_to() -> None:
    model, view = editor()
    enter(view, "camels", 9)
    model.choose_preset("introductory")
    assert view.fields.values["camels"] == 6
    assert view.fields.base["camels"] == 6
    assert view.fields.base_words["camels"] == "6"
    assert view.fields.base_name == "Introductory"


def test_restoring_from_elsewhere_is_shown_even_after_an_equal_value_was_shown_before() -> None:
    model, view = editor()
    enter(view, "camels", 9)
    model.restore()
    assert view.fields.values["camels"] == 5
    enter(view, "camels", 9)
    sent: list[object] = []
    view.fields.param.watch(sent.append, "turn")
    model.restore()
    assert len(sent) == 1


def test_the_spaces_of_the_starting_demand_follow_the_board() -> None:
    model, view = editor()
    model.edit_board(replace(Board.standard(), numbered=Board.standard().numbered[:6]), [1, 2])
    rows = {row["name"]: row for section in view.fields.schema for row in section["rows"]}
    assert sum(place["number"] > 0 for place in rows["starting_demand"]["places"]) == 6
    assert view.fields.values["starting_demand"] == [1, 2]
    model.choose_preset("published")
    rows = {row["name"]: row for section in view.fields.schema for row in section["rows"]}
    assert sum(place["number"] > 0 for place in rows["starting_demand"]["places"]) == 8


def test_messages_that_make_no_sense_are_ignored() -> None:
    model, view = editor()
    before = model.request
    for message in (None, 5, [], {}, {"name": 3}, {"name": "board", "value": "x"}, {"name": "players", "value": 9}):
        view.fields._handle_msg(message)
    assert model.request is before
    assert model.problems == ()
