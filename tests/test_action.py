"""Actions as values and as text."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given

from caravan.action import FORMS, Action
from caravan.errors import InvalidText
from caravan.testing import games

TEXTS = [
    "place d4",
    "move a1 c3",
    "pick_up d6",
    "transfer d6 c5",
    "transfer d6 c5 salt",
    "transfer d6 c5 salt under",
    "deliver c5 e5",
    "deliver c5 e5 paper",
    "deliver c5 e5 paper under",
    "steal d4",
    "steal d4 2",
    "steal d4 2 gold",
    "rainbow d4",
    "pass",
]


@pytest.mark.parametrize("text", TEXTS)
def test_an_action_is_written_as_it_was_read(text):
    action = Action.from_text(text)
    assert str(action) == text
    assert eval(repr(action)) == action


def test_every_kind_has_a_text_that_is_tested():
    assert {text.split()[0] for text in TEXTS} == set(FORMS)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("place d4", Action("place", None, "d4")),
        ("move a1 c3", Action("move", "a1", "c3")),
        ("pick_up d6", Action("pick_up", "d6", "d6")),
        ("transfer d6 c5 salt under", Action("transfer", "d6", "c5", "salt", under=True)),
        ("deliver c5 e5 paper", Action("deliver", "c5", "e5", "paper")),
        ("steal d4 2 gold", Action("steal", "d4", "d4", "gold", victim=2)),
        ("rainbow d4", Action("rainbow", None, "d4")),
        ("pass", Action("pass")),
    ],
)
def test_the_parts_of_a_text_are_the_parts_of_the_action(text, action):
    assert Action.from_text(text) == action


def test_blanks_and_capitals_do_no_harm():
    assert Action.from_text("  Transfer  D6 c5   SALT ") == Action.from_text("transfer d6 c5 salt")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["empty", "actions are place, move"]),
        ("plce d4", ["no action 'plce'", "did you mean 'place'?"]),
        ("place", ["'place' needs one space", "'place SPACE'"]),
        ("place 4d", ["'4d' isn't a space such as d4"]),
        ("place d0", ["'d0' isn't a space"]),
        ("place d4 d5", ["'d5' is too much"]),
        ("move a1", ["'move' needs two spaces", "'move FROM TO'"]),
        ("transfer d6 c5 under", ["'under' isn't a good's name"]),
        ("transfer d6 c5 salt over", ["'over' is too much"]),
        ("steal d4 gold", ["'gold' isn't a seat"]),
        ("steal d4 0", ["'0' isn't a seat"]),
        ("steal d4 2 gold under", ["'under' is too much"]),
        ("pass d4", ["'d4' is too much"]),
    ],
)
def test_what_is_no_action_is_refused_with_what_was_found_and_what_is_allowed(text, words):
    with pytest.raises(InvalidText) as caught:
        Action.from_text(text)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize("value", [None, 3, b"pass", ["pass"]])
def test_what_is_no_text_is_refused(value):
    with pytest.raises(InvalidText, match="an action is a text"):
        Action.from_text(value)


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        (("jump", "a1", "a2"), "there is no action 'jump'"),
        (("place", "a1", "a2"), "'place' needs one space"),
        (("place", None, None), "'place' needs one space"),
        (("move", None, "a2"), "'move' needs two spaces"),
        (("pass", None, "a2"), "'pass' needs no space"),
        (("pick_up", "a1", "a2"), "happens in one space, not from a1 to a2"),
        (("move", "a1", "a2", "salt"), "'move' names no good"),
        (("transfer", "a1", "a2", None, True), "'under' belongs to a good"),
        (("steal", "a1", "a1", "salt", True, 2), "'under' belongs to a good"),
        (("move", "a1", "a2", None, False, 2), "'move' has no victim"),
        (("steal", "a1", "a1", "salt"), "after the victim's seat"),
    ],
)
def test_an_action_with_other_parts_than_it_needs_cannot_be_made(parts, words):
    with pytest.raises(InvalidText, match=words):
        Action(*parts)


def test_an_action_is_a_value():
    action = Action.from_text("steal d4 2 gold")
    assert {action: 1}[Action("steal", "d4", "d4", "gold", victim=2)] == 1
    assert pickle.loads(pickle.dumps(action)) == copy.deepcopy(action) == action
    with pytest.raises(AttributeError):
        action.good = "salt"


@given(games())
def test_every_legal_action_can_be_written_and_read_back(game):
    for action in game.legal_actions:
        assert Action.from_text(str(action)) == action
