"""Every parameter of the rules has a say: changing it changes what is written down of some game."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from caravan.batch import Batch, simulate
from caravan.board import Board
from caravan.rules import Rules

OTHER_BOARD = Board.from_grid(
    "Other",
    """
    1 . . . . . 2
    . . S 3 P . .
    . . . . . . G
    . 4 I . . 5 .
    O . . . C . .
    . . L 6 D . .
    7 . . . . . 8
    """,
    Board.standard().goods,
)

CHANGES: dict[str, Any] = {
    "players": 3,
    "camels": 6,
    "rare_count": 2,
    "common_count": 8,
    "theft_markers": 2,
    "rainbow_camel": True,
    "opening_actions": [1, 2, 4],
    "actions_per_turn": 5,
    "turn_limit": 20,
    "enter_empty_cost": 2,
    "enter_occupied_cost": 1,
    "pick_up_cost": 2,
    "transfer_cost": 2,
    "steal_cost": 2,
    "theft_marker_to": "box",
    "starting_demand": [1, 2, 7],
    "refill_after": 3,
    "refill_demand": 2,
    "rare_value": 7,
    "common_value": 4,
    "demand_value": 2,
    "starting_points": [0, 1],
    "undelivered_penalty": "triangular",
    "tie_break": "shared",
    "board": OTHER_BOARD,
}


@functools.cache
def played(*changes: str) -> Batch:
    """Games of all kinds of bot under the standard rules with these parameters changed."""
    rules = Rules(**{name: CHANGES[name] for name in changes})
    bots = ["planner", "grabber", "random", "grabber"][: rules.players]
    return simulate(rules, bots=",".join(bots), games=40, seed=5)


def test_every_parameter_is_looked_at():
    assert set(CHANGES) == set(Rules().values())


@pytest.mark.parametrize("parameter", [name for name in CHANGES if name != "tie_break"])
def test_changing_a_parameter_changes_some_log(parameter):
    assert not played(parameter).events.equals(played().events)


def test_changing_the_tie_break_changes_who_wins_and_no_events():
    # In games cut short many scores are equal, so that the tie-break has work to do.
    for_most_goods, shared = (
        simulate(Rules(turn_limit=20, tie_break=tie_break), bots="planner", games=300, seed=5)
        for tie_break in ("most_goods", "shared")
    )
    assert shared.events.equals(for_most_goods.events)
    assert not shared.seats["win_share"].equals(for_most_goods.seats["win_share"])
    assert (shared.games["winners"] >= for_most_goods.games["winners"]).all()


def test_the_same_rules_write_the_same_log():
    assert played().events.equals(simulate(Rules(), bots="planner,grabber,random,grabber", games=40, seed=5).events)
