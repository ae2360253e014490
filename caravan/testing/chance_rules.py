"""Rule sets and boards to try a bot on: hard ones chosen by hand, and others drawn by chance without hypothesis."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from string import ascii_uppercase
from typing import Any

from caravan.board import Board, Good
from caravan.rules import Rules

_NAMES = ("ivory", "gold", "cloth", "copper", "salt", "paper", "dates", "leather", "silk", "glass", "tea", "amber")
_STANDARD_BOARDS_SHARE = 0.4

_TINY = """
name = "Tiny"
grid = "1 A"
[goods.A]
name = "tea"
rare = false
"""
_LINE = """
name = "Line"
grid = "1 . . A 2 . . . B . 3 C"
[goods.A]
name = "tea"
rare = false
[goods.B]
name = "silk"
rare = true
[goods.C]
name = "salt"
rare = false
"""
_MAZE = '''
name = "Maze"
grid = """
1 # . . . # . A
. # . # . # . #
. # . # . # . .
. . . # . . . 2
# # # # # # # .
B . 3 . . . . .
"""
[goods.A]
name = "tea"
rare = true
[goods.B]
name = "salt"
rare = false
'''

HARD: Mapping[str, Mapping[str, Any]] = {
    "free-entering": {"enter_empty_cost": 0, "enter_occupied_cost": 0},
    "free-transfers": {"transfer_cost": 0},
    "all-free": {
        "enter_empty_cost": 0,
        "enter_occupied_cost": 0,
        "pick_up_cost": 0,
        "transfer_cost": 0,
        "steal_cost": 0,
        "theft_markers": 10,
    },
    "all-dear": {"pick_up_cost": 4, "transfer_cost": 3, "steal_cost": 4, "enter_empty_cost": 2},
    "beyond-all-means": {"pick_up_cost": 20, "transfer_cost": 20, "steal_cost": 20},
    "one-camel": {"camels": 1},
    "ten-camels": {"camels": 10},
    "one-action": {"actions_per_turn": 1, "opening_actions": [], "enter_occupied_cost": 1},
    "twenty-actions": {"actions_per_turn": 20},
    "no-thefts": {"theft_markers": 0},
    "many-thefts": {"theft_markers": 10, "theft_marker_to": "box"},
    "worthless": {"rare_value": 0, "common_value": 0, "demand_value": 0},
    "refill-at-once": {"refill_after": 1, "refill_demand": 4},
    "idle-opening": {"opening_actions": [0, 0, 3], "starting_demand": []},
    "few-goods": {"rare_count": 0, "common_count": 2},
    "one-turn": {"turn_limit": 1},
    "free-with-rainbow": {"rainbow_camel": True, "enter_empty_cost": 0, "enter_occupied_cost": 0},
    "tiny-board": {"board": _TINY, "starting_demand": [1], "refill_after": 1},
    "line-board": {"board": _LINE, "starting_demand": [3], "refill_after": 2, "rainbow_camel": True},
    "maze-board": {"board": _MAZE, "starting_demand": [1, 2], "refill_after": 3, "rainbow_camel": True},
}
"""Rule sets that bots trip over, by name: what each changes in the standard game; a board is written as a file is."""


def hard_rules(name: str) -> Rules:
    """Make one of the rule sets of `HARD`."""
    changes = dict(HARD[name])
    if "board" in changes:
        changes["board"] = Board.from_toml(changes["board"])
    return Rules(**changes)


def random_rules(chance: random.Random) -> Rules:
    """Draw a rule set that can be played, on the standard board or a random one.

    Parameters
    ----------
    chance : random.Random
        Where the draws come from: the same state, the same rules, on any machine.

    Returns
    -------
    Rules
        Often with small costs, few camels or goods; its turn limit is from 20 to 400.
    """
    board = Board.standard() if chance.random() < _STANDARD_BOARDS_SHARE else random_board(chance)
    numbers, goods = len(board.numbered), len(board.goods)
    enough = -(-numbers // goods)  # goods of each kind, so that there is one for every numbered space
    actions = chance.randint(1, 6)
    return Rules(
        board=board,
        players=chance.randint(2, 4),
        camels=chance.choice((1, 2, 3, 4, 5, 5, 6, 10)),
        rare_count=chance.randint(min(enough, 12), 12),
        common_count=chance.randint(enough, 12),
        theft_markers=chance.choice((0, 1, 1, 2, 5)),
        rainbow_camel=chance.random() < 0.3,
        opening_actions=[chance.randint(0, 4) for _ in range(chance.randint(0, 4))],
        actions_per_turn=actions,
        turn_limit=chance.randint(20, 400),
        enter_empty_cost=chance.choice((0, 1, 1, min(2, actions))),
        enter_occupied_cost=min(chance.choice((0, 1, 2, 2, 3)), actions),
        pick_up_cost=chance.choice((0, 1, 1, 2)),
        transfer_cost=chance.choice((0, 1, 1, 2)),
        steal_cost=chance.choice((0, 1, 1, 2)),
        theft_marker_to=chance.choice(("victim", "box")),
        starting_demand=sorted(chance.sample(range(1, numbers + 1), chance.randint(0, numbers))),
        refill_after=chance.randint(1, numbers),
        refill_demand=chance.randint(0, 3),
        rare_value=chance.randint(0, 12),
        common_value=chance.randint(0, 9),
        demand_value=chance.randint(0, 4),
        undelivered_penalty=chance.choice(("none", "triangular")),
        tie_break=chance.choice(("most_goods", "shared")),
        starting_points=chance.choice(([], [], [0, 1, 2], [3, 0, 0, 5])),
    )


def random_board(chance: random.Random) -> Board:
    """Draw a board that can be played on: of any shape up to 8 by 8, some with blocked spaces.

    Parameters
    ----------
    chance : random.Random
        Where the draws come from.

    Returns
    -------
    Board
        With 1 to 9 numbered spaces and 1 to 12 goods.
    """
    width = chance.randint(1, 8)
    height = chance.randint(2 if width == 1 else 1, 8)
    free = _open_spaces(width, height, chance)
    chance.shuffle(free)
    numbered = chance.randint(1, min(9, len(free) - 1))
    goods = chance.randint(1, min(len(_NAMES), len(free) - numbered))
    return Board(
        name="Random",
        width=width,
        height=height,
        goods=tuple(Good(ascii_uppercase[place], _NAMES[place], chance.random() < 0.5) for place in range(goods)),
        numbered=tuple(free[:numbered]),
        cities=tuple(free[numbered : numbered + goods]),
        blocked=tuple(sorted(set(range(width * height)) - set(free))),
    )


def _open_spaces(width: int, height: int, chance: random.Random) -> list[int]:
    """Grow a connected part of a grid from one space: all of it, or all but a few spaces."""
    spaces = width * height
    wanted = spaces - (chance.randint(0, spaces // 4) if chance.random() < 0.5 else 0)
    start = chance.randrange(spaces)
    grown, edge = {start}, sorted(_neighbours(start, width, height))
    while len(grown) < max(wanted, 2):
        space = edge.pop(chance.randrange(len(edge)))
        grown.add(space)
        edge += [near for near in _neighbours(space, width, height) if near not in grown and near not in edge]
    return sorted(grown)


def _neighbours(space: int, width: int, height: int) -> Iterator[int]:
    row, column = divmod(space, width)
    for next_row, next_column in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
        if 0 <= next_row < height and 0 <= next_column < width:
            yield next_row * width + next_column
