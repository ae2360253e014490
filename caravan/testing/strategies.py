"""Hypothesis strategies for boards, rules and games, for tests of bots, measures and rules of one's own.

They need hypothesis, which ``pip install "caravan-lab[test]"`` brings along.
"""

from __future__ import annotations

import random
from string import ascii_uppercase
from typing import Any

from hypothesis import strategies as st

from caravan.action import Action
from caravan.board import Board, Good
from caravan.game import Game
from caravan.rules import Rules

GOOD_NAMES = ("ivory", "gold", "cloth", "copper", "salt", "paper", "dates", "leather", "silk", "glass", "tea", "amber")
STYLES = ("any", "lively", "skilled")
_LIVELY = ("deliver", "steal", "rainbow", "pick_up", "transfer")

_SMALL: dict[str, Any] = {
    "players": (2, 4),
    "camels": (1, 6),
    "theft_markers": (0, 3),
    "actions_per_turn": (1, 6),
    "pick_up_cost": (0, 3),
    "transfer_cost": (0, 3),
    "steal_cost": (0, 3),
    "refill_demand": (0, 4),
    "rare_value": (0, 50),
    "common_value": (0, 50),
    "demand_value": (0, 20),
    "turn_limit": (1, 400),
}


@st.composite
def boards(draw: st.DrawFn, /, *, max_width: int = 8, max_height: int = 8) -> Board:
    """Make boards of all shapes that can be played on.

    Parameters
    ----------
    draw : callable
        Given by hypothesis.
    max_width, max_height : int, optional
        At most 64 spaces in all.

    Returns
    -------
    Board
        With 1 to 9 numbered spaces, 1 to 12 goods and perhaps blocked spaces.
    """
    width = draw(st.integers(1, max_width))
    height = draw(st.integers(2 if width == 1 else 1, max_height))
    spaces = width * height
    blocked = _harmless(draw(st.sets(st.integers(0, spaces - 1), max_size=spaces // 4)), width, height)
    free = draw(st.permutations([space for space in range(spaces) if space not in blocked]))
    numbered = draw(st.integers(1, min(9, len(free) - 1)))
    goods = draw(st.integers(1, min(len(GOOD_NAMES), len(free) - numbered)))
    return Board(
        name="Random",
        width=width,
        height=height,
        goods=tuple(Good(ascii_uppercase[place], GOOD_NAMES[place], draw(st.booleans())) for place in range(goods)),
        numbered=tuple(free[:numbered]),
        cities=tuple(free[numbered : numbered + goods]),
        blocked=tuple(sorted(blocked)),
    )


def _harmless(wanted: set[int], width: int, height: int) -> set[int]:
    """Take those spaces, one by one, that can be blocked with the rest still connected and two spaces left."""
    blocked: set[int] = set()
    for space in sorted(wanted):
        rest = set(range(width * height)) - blocked - {space}
        if len(rest) >= 2 and _reachable(min(rest), rest, width) == rest:
            blocked.add(space)
    return blocked


def _reachable(start: int, within: set[int], width: int) -> set[int]:
    reached, frontier = {start}, [start]
    while frontier:
        row, column = divmod(frontier.pop(), width)
        for next_row, next_column in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            space = next_row * width + next_column
            if 0 <= next_column < width and space in within and space not in reached:
                reached.add(space)
                frontier.append(space)
    return reached


_STANDARD_OR_RANDOM = st.one_of(st.just(Board.standard()), boards())


@st.composite
def rules(draw: st.DrawFn, /, board: st.SearchStrategy[Board] | None = None, **fixed: Any) -> Rules:
    """Make rule sets that can be played.

    Parameters
    ----------
    draw : callable
        Given by hypothesis.
    board : strategy of Board, optional
        By default the standard board or one of `boards`.
    **fixed
        Parameters to keep at a value.

    Returns
    -------
    Rules
        Every parameter may differ from its default.
    """
    values: dict[str, Any] = {"board": draw(_STANDARD_OR_RANDOM if board is None else board)}
    numbers = len(values["board"].numbered)
    rare = sum(good.rare for good in values["board"].goods)
    common = len(values["board"].goods) - rare
    for name, bounds in _SMALL.items():
        values[name] = draw(st.integers(*bounds))
    # Enough goods for the numbered spaces, whichever kinds there are.
    enough = -(-numbers // (rare + common))
    values["rare_count"] = draw(st.integers(min(enough, 12), 12))
    values["common_count"] = draw(st.integers(enough, 12))
    values["opening_actions"] = draw(st.lists(st.integers(0, 4), max_size=4))
    for name in ("enter_empty_cost", "enter_occupied_cost"):
        values[name] = draw(st.integers(0, min(3, values["actions_per_turn"])))
    values["starting_demand"] = draw(st.lists(st.integers(1, numbers), unique=True))
    values["refill_after"] = draw(st.integers(1, numbers))
    values["theft_marker_to"] = draw(st.sampled_from(["victim", "box"]))
    values["undelivered_penalty"] = draw(st.sampled_from(["none", "triangular"]))
    values["tie_break"] = draw(st.sampled_from(["most_goods", "shared"]))
    values["rainbow_camel"] = draw(st.booleans())
    values["starting_points"] = draw(st.lists(st.integers(0, 5), max_size=4))
    return Rules(**{**values, **fixed})


@st.composite
def games(
    draw: st.DrawFn, /, by: st.SearchStrategy[Rules] | None = None, *, max_actions: int = 60, style: str | None = None
) -> Game:
    """Make games that have come some way.

    Parameters
    ----------
    draw : callable
        Given by hypothesis.
    by : strategy of Rules, optional
        By default `rules`.
    max_actions : int, optional
        How many actions are played at most; a game may have ended before.
    style : str, optional
        One of `STYLES`: how the actions are chosen; by default any.

    Returns
    -------
    Game
        With its whole history.
    """
    game = Game(draw(rules() if by is None else by), seed=draw(st.integers(0, 2**32)))
    chosen = draw(st.sampled_from(STYLES)) if style is None else style
    # A number of actions and a seed reach further than a list of choices, which hypothesis keeps short.
    choices = random.Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, max_actions))):
        if game.end_reason:
            break
        game.play(choose(game, choices.randrange(2**16), chosen))
    return game


def choose(game: Game, choice: int, style: str = "any") -> Action:
    """Choose a legal action by a number.

    Parameters
    ----------
    game : Game
        The game, which hasn't ended.
    choice : int
        Any number from 0; the same one chooses the same action in the same position.
    style : str, optional
        ``any``: all actions alike. ``lively``: an action that isn't placing, moving or passing where there is one, so
        that goods travel. ``skilled``: mostly what the planner would do, so that goods arrive.

    Returns
    -------
    Action
        A legal action.
    """
    if style == "skilled" and choice % 8:
        return game.copy().choose("planner")
    options = list(game.legal_actions)
    if style == "lively":
        options = [action for action in options if action.kind in _LIVELY] or options
    return options[choice // 8 % len(options)]


def positions(by: st.SearchStrategy[Rules] | None = None, *, max_actions: int = 60) -> st.SearchStrategy[Game]:
    """Make games that begin in a position reached by play, without its history.

    Parameters
    ----------
    by : strategy of Rules, optional
        By default `rules`.
    max_actions : int, optional
        How many actions lead there at most.

    Returns
    -------
    strategy of Game
        The game has ended in some of them.
    """
    return games(by, max_actions=max_actions).map(lambda game: Game.from_position(game.position(), game.rules))
