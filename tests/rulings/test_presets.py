"""Rulings on the presets."""

from __future__ import annotations

import pytest

from caravan.game import Game
from caravan.rules import PRESETS, Rules


def test_there_are_four_presets():
    assert set(PRESETS) == {"standard", "introductory", "published", "rainbow"}


@pytest.mark.parametrize(
    ("preset", "differences"),
    [
        ("standard", {}),
        ("introductory", {"camels": (5, 6)}),
        ("published", {"undelivered_penalty": ("none", "triangular")}),
        ("rainbow", {"undelivered_penalty": ("none", "triangular"), "rainbow_camel": (False, True)}),
    ],
)
def test_a_preset_changes_what_the_rules_say_and_nothing_else(preset, differences):
    assert Rules.preset(preset).differences(Rules()) == differences


@pytest.mark.parametrize("preset", ["standard", "introductory", "published", "rainbow"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_preset_can_be_played(preset, players):
    game = Game(Rules.preset(preset), players=players)
    game.play("place d4")
    assert game.seat == 2


def test_the_defaults_are_those_in_brackets_in_the_rules():
    values = Rules().values()
    del values["board"]
    assert values == {
        "players": 4,
        "camels": 5,
        "rare_count": 3,
        "common_count": 9,
        "theft_markers": 1,
        "rainbow_camel": False,
        "opening_actions": [1, 2, 3],
        "actions_per_turn": 4,
        "turn_limit": 400,
        "enter_empty_cost": 1,
        "enter_occupied_cost": 2,
        "pick_up_cost": 1,
        "transfer_cost": 1,
        "steal_cost": 1,
        "theft_marker_to": "victim",
        "starting_demand": [1, 2, 7, 8],
        "refill_after": 4,
        "refill_demand": 1,
        "rare_value": 6,
        "common_value": 3,
        "demand_value": 1,
        "starting_points": [],
        "undelivered_penalty": "none",
        "tie_break": "most_goods",
    }
