"""The board editor shows its model, and does what the browser asks for."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from caravan.board import Board
from caravan.views.board.board_editor import BoardEditor
from caravan.views.board.board_model import BoardModel
from caravan.views.board.shipped_boards import shipped_boards
from caravan.views.uploads import LARGEST_TOML

STANDARD = Board.standard()


def editor() -> tuple[BoardModel, BoardEditor]:
    model = BoardModel()
    return model, BoardEditor(model)


def ask(editor: BoardEditor, **message: Any) -> None:
    """Do what the browser does when somebody edits the board."""
    editor.picture._handle_msg(message)


def at(name: str) -> int:
    return STANDARD.parse_space(name)


def test_an_edit_reaches_the_model_and_comes_back_with_words() -> None:
    model, view = editor()
    ask(view, do="demand", space=at("d6"))
    assert model.starting_demand == (1, 2, 3, 7, 8)
    assert view.picture.shown["demand"] == [1, 2, 3, 7, 8]
    assert view.picture.shown["said"] == "Space 3, d6, now starts with a demand marker."


def test_one_edit_is_shown_in_one_message() -> None:
    _, view = editor()
    sent: list[object] = []
    view.picture.param.watch(sent.append, "shown")
    ask(view, do="number", space=at("g7"))
    assert len(sent) == 1


def test_every_act_of_the_browser_is_known() -> None:
    model, view = editor()
    ask(view, do="move", space=at("g5"), target=at("g4"))
    assert model.board.cities[1] == at("g4")
    ask(view, do="block", space=at("d4"))
    assert model.board.blocked == (at("d4"),)
    ask(view, do="size", width=8, height=7)
    assert model.board.width == 8
    ask(view, do="choose", board="oasis")
    assert model.board == shipped_boards()["oasis"]
    ask(view, do="rename", name="Mine")
    assert model.board.name == "Mine"
    ask(view, do="rename", name="")
    assert view.picture.shown["problems"] == ["the name must be a text on one line, not ''"]
    ask(view, do="back")
    assert view.picture.shown["problems"] == []
    ask(view, do="home")
    assert model.board == STANDARD
    assert not view.picture.shown["changed"]


def test_what_is_shown_is_what_is_drawn_and_what_is_saved_is_what_can_be_played_on() -> None:
    _, view = editor()
    for name in ("a6", "b7"):
        ask(view, do="block", space=at(name))
    shown = view.picture.shown
    assert shown["board"]["blocked"] == [at("a6"), at("b7")]
    assert Board.from_toml(shown["toml"]).blocked == (at("a6"),)
    assert shown["problems"]
    assert shown["changed"]


def test_the_boards_to_choose_from_are_offered_and_the_one_in_use_is_marked() -> None:
    _, view = editor()
    assert [one["name"] for one in view.picture.shipped][:2] == ["Standard", "Great market"]
    assert view.picture.shown["chosen"] == "standard"
    ask(view, do="block", space=at("d4"))
    assert view.picture.shown["chosen"] == ""


def test_a_file_is_loaded() -> None:
    model, view = editor()
    oasis = shipped_boards()["oasis"]
    ask(view, do="load", name="o.toml", content=base64.b64encode(oasis.to_toml().encode()).decode())
    assert model.board == oasis
    assert "It comes from o.toml." in view.picture.shown["said"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("?", "didn't arrive whole"),
        (base64.b64encode(b"#" * (LARGEST_TOML + 1)).decode(), "at most 32,768"),
        ("A" * (2 * LARGEST_TOML), "too large"),
        (base64.b64encode(b"grid = 1\n").decode(), "<i>.toml: the file: 'name' is missing."),
    ],
)
def test_a_file_that_cant_be_used_is_explained_and_nothing_is_lost(content: str, words: str) -> None:
    model, view = editor()
    ask(view, do="load", name="<i>.toml", content=content)
    assert words in view.picture.shown["said"]
    assert view.picture.shown["refused"]
    assert model.board == STANDARD


def test_messages_that_make_no_sense_are_ignored() -> None:
    model, view = editor()
    for message in (
        None,
        7,
        [],
        {},
        {"do": 3},
        {"do": "demand"},
        {"do": "demand", "space": "a7"},
        {"do": "demand", "space": True},
        {"do": "move", "space": 1},
        {"do": "size", "width": 1.5, "height": 7},
        {"do": "rename", "name": None},
        {"do": "__class__"},
    ):
        view.picture._handle_msg(message)
    assert model.turn == 0
    ask(view, do="demand", space=10**9)
    assert model.refused
    assert model.board == STANDARD


def test_what_was_asked_on_sight_of_another_board_isnt_done() -> None:
    model, view = editor()
    seen = view.picture.shown["drawing"]
    ask(view, do="block", space=at("d4"), drawing=seen)
    ask(view, do="block", space=at("d5"), drawing=seen)
    assert len(model.board.blocked) == 2
    ask(view, do="choose", board="great_market")
    ask(view, do="block", space=at("e4"), drawing=seen)
    assert model.board == shipped_boards()["great_market"]
    assert "changed meanwhile" in view.picture.shown["said"]
    ask(view, do="block", space=0, drawing=view.picture.shown["drawing"])
    assert "changed meanwhile" not in view.picture.shown["said"]


def test_a_name_of_any_length_is_answered() -> None:
    model, view = editor()
    ask(view, do="rename", name="x" * 100_000)
    assert model.refused
    assert model.draft.name == "Standard"
