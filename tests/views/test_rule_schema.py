"""The rule editor's fields come from the rules alone."""

from __future__ import annotations

import pytest

from caravan.board import Board
from caravan.rules import Rules
from caravan.views.rule_schema import HIDDEN, in_words, schema


def rows() -> dict[str, dict]:
    return {row["name"]: row for section in schema(Board.standard()) for row in section["rows"]}


def test_every_rule_parameter_has_a_field_in_its_section() -> None:
    expected = {
        title: [name for name in names if name not in HIDDEN]
        for title, names in Rules.sections().items()
        if set(names) - HIDDEN
    }
    shown = {section["title"]: [row["name"] for row in section["rows"]] for section in schema(Board.standard())}
    assert shown == expected


def test_every_field_has_the_label_and_the_sentence_of_its_parameter() -> None:
    for name, row in rows().items():
        assert row["label"] == Rules.param[name].label
        assert row["doc"] == Rules.param[name].doc


def test_a_number_has_its_bounds_and_a_slider_unless_there_are_too_many_steps() -> None:
    assert rows()["camels"] | {"kind": "whole", "low": 1, "high": 10, "slider": True} == rows()["camels"]
    assert rows()["turn_limit"]["slider"] is False


def test_starting_demand_is_set_on_a_picture_of_the_board() -> None:
    row = rows()["starting_demand"]
    places = {place["space"]: place for place in row["places"]}
    assert (row["kind"], row["columns"], len(row["places"])) == ("spaces", 7, 49)
    assert row["places"][0]["space"] == "a7"
    assert places["a7"]["number"] == 1
    assert (places["c7"]["city"], places["c7"]["good"]) == ("I", "ivory")
    assert places["d4"] == {"space": "d4", "number": 0, "city": "", "blocked": False}


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("camels", 5, "5"),
        ("rainbow_camel", True, "on"),
        ("rainbow_camel", False, "off"),
        ("tie_break", "most_goods", "most goods"),
        ("opening_actions", [1, 2, 3], "1, 2, 3"),
        ("opening_actions", [], "none"),
        ("starting_demand", [], "no space"),
    ],
)
def test_values_are_told_in_words(name: str, value: object, words: str) -> None:
    assert in_words(name, value) == words
