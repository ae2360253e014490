"""Why an action is refused: in words that name the cause, and the action that may have been meant."""

from __future__ import annotations

import pytest

from caravan.errors import IllegalAction
from caravan.game import Game
from caravan.rules import Rules

TABLE = (
    "turn 13 | 1 a1 d4:salt d5:paper:under a1:salt d6 d3:gold d3:salt:under | "
    "2 a1:salt:under a1:gold b2:ivory b2:cloth b1 | waiting 1:ivory+1"
)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("place h9", ["there is no space h9: spaces are a1 to g7"]),
        ("move d4 c3", ["no unladen camel in d4", "carries salt", "a laden camel can't move"]),
        ("move b7 c3", ["no camel in b7", "its camels are in a1, d3, d4, d5, d6"]),
        ("move a1 a1", ["moves to another space"]),
        ("move a1 z9", ["there is no space z9"]),
        ("pick_up d4", ["isn't a numbered space: those are a7, g7, d6, b4, f4, d2, a1, g1"]),
        ("pick_up a1", ["no good waits in a1"]),
        ("pick_up a7", ["no camel in a7"]),
        ("transfer d4 d4", ["ends in another space"]),
        ("transfer d4 c5", ["c5 is the city of salt", "'deliver d4 c5'"]),
        ("transfer b7 a1", ["no laden camel in b7", "its camels carry gold in d3"]),
        ("transfer d4 d6 salmon", ["no good 'salmon'; did you mean 'salt'?", "Goods are ivory"]),
        ("transfer d4 d6 gold", ["no camel of its in d4 carries gold, only salt"]),
        ("transfer d3 d6 salt", ["lies under its camel: 'transfer d3 d6 salt under'"]),
        ("transfer d4 d6 salt under", ["lies on top of its camel: 'transfer d4 d6 salt'"]),
        ("transfer d4 d3", ["no unladen camel in d3"]),
        ("transfer d4 e4", ["no camel in e4 to take the good"]),
        ("transfer d4 a1", ["d4 and a1 aren't connected by its camels", "only to d3, d5, d6"]),
        ("deliver d4 c5", ["no camel in c5"]),
        ("deliver d4 d6", ["d6 isn't its city: that of salt is c5; to pass it on, 'transfer d4 d6'"]),
        ("steal a1 1", ["nobody steals from their own camels"]),
        ("steal a1 7", ["there is no seat 7: seats are 1 to 2"]),
        ("steal a1 2 salt", ["the salt in a1 lies under its camel"]),
        ("steal a1 2 ivory", ["no camel of seat 2 in a1 carries ivory, only gold, salt"]),
        ("steal b2 2", ["no camel in b2"]),
        ("steal d6 2", ["no laden camel of seat 2 is in d6"]),
        ("steal d6", ["no laden camel of another seat is in d6"]),
        ("rainbow d4", ["these rules have no rainbow camel"]),
    ],
)
def test_the_refusal_says_what_was_tried_and_why_not(action, words):
    game = Game.from_position(TABLE, Rules(camels=8))
    with pytest.raises(IllegalAction) as caught:
        game.play(action)
    message = str(caught.value)
    assert action in message
    for word in words:
        assert word in message


@pytest.mark.parametrize(
    ("position", "rules", "action", "words"),
    [
        (
            "turn 5 left 1 | 1 d4 | 2 d5",
            {},
            "move d4 d5",
            "2 actions to enter d5, where a camel stands, and 1",
        ),
        ("turn 5 left 1 | 1 | 2", {"enter_empty_cost": 2}, "place d5", "where no camel stands"),
        ("turn 5 left 1 | 1 a7 | 2 | waiting 1:salt", {"pick_up_cost": 2}, "pick_up a7", "costs 2 actions"),
        ("turn 5 left 1 | 1 d4:salt d5 | 2", {"transfer_cost": 3}, "transfer d4 d5", "costs 3 actions"),
        ("turn 5 left 1 | 1 d4 | 2 d4:salt", {"steal_cost": 2}, "steal d4", "costs 2 actions"),
        ("turn 5 | 1 d4 theft 0 | 2 d4:salt theft 2", {}, "steal d4", "no theft marker"),
        ("turn 5 | 1 d4:gold | 2 d4:salt", {}, "steal d4", "no unladen camel in d4"),
        (
            "turn 5 | 1 d4 | 2",
            {"camels": 1},
            "place c3",
            "camels are on the board; to move one, 'move d4 c3'",
        ),
        ("turn 5 | 1 c4:salt c5:gold | 2", {}, "deliver c4 c5 salt", "no unladen camel in c5"),
        ("turn 5 | 1 a1:salt b3 | 2", {}, "transfer a1 b3", "from a1 they lead nowhere"),
        ("turn 5 | 1 | 2", {"rainbow_camel": True}, "rainbow d4", "no demand marker"),
        ("turn 5 | 1 demand 1 | 2", {"rainbow_camel": True}, "rainbow a4", "edge"),
        ("turn 5 | 1 demand 1 | 2 | rainbow d4", {"rainbow_camel": True}, "rainbow d4", "in d4 already"),
    ],
)
def test_each_rule_has_its_reason(position, rules, action, words):
    with pytest.raises(IllegalAction) as caught:
        Game.from_position(position, Rules(**rules)).play(action)
    assert words in str(caught.value)


def test_no_refusal_of_any_action_in_many_positions_goes_unexplained():
    game = Game(Rules.preset("rainbow"), players=3, seed=5)
    names = game.rules.board.space_names
    for step in range(120):
        for action in (
            f"place {names[step % 49]}",
            f"move {names[step * 7 % 49]} {names[step * 5 % 49]}",
            f"pick_up {names[step * 3 % 49]}",
            f"transfer {names[step % 49]} {names[step * 2 % 49]}",
            f"deliver {names[step % 49]} {names[step * 11 % 49]}",
            f"steal {names[step % 49]}",
            f"rainbow {names[step % 49]}",
        ):
            if action not in game.legal_actions:
                with pytest.raises(IllegalAction) as caught:
                    game.copy().play(action)
                assert "the rules don't allow it here" not in str(caught.value)
        if game.end_reason:
            break
        game.play(game.choose("planner"))
