"""Two rows compared, column by column, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from caravan.board import Board
from caravan.events.columns import EVENT_COLUMNS
from caravan.kernel.layout import ACTIONS, DEMAND, END_REASONS, MOVE, PICK_UP, PLACE, RAINBOW, SEED
from caravan.rules import Rules

COMPARED_COLUMNS = EVENT_COLUMNS[2:]
"""The columns of the log that a kernel row has: all but the numbers of the game and the event."""

NOTHING = "nothing"


def cell(row: Any, column: str, board: Board) -> str:
    """Show what a kernel row says in a column.

    Parameters
    ----------
    row : record of `layout.EVENT`
        The row.
    column : str
        One of `COMPARED_COLUMNS`.
    board : Board
        Names spaces and goods.

    Returns
    -------
    str
        As a table shows it, or ``nothing``.
    """
    value = int(row[column])
    if column in ("source", "target"):
        return board.space_names[value] if value >= 0 else NOTHING
    if column == "good":
        return board.goods[value].name if value >= 0 else NOTHING
    if column == "action":
        return ACTIONS[value] if value >= 0 else NOTHING
    if column == "end_reason":
        return END_REASONS[value] or NOTHING
    if column == "under":
        return ("false", "true")[value] if value >= 0 else NOTHING
    if column in ("seat", "victim") and value == 0:
        return NOTHING
    return str(value)


def differing(row: Any, expected: Any) -> Iterator[str]:
    """List the columns in which two kernel rows differ."""
    for column in COMPARED_COLUMNS:
        if row[column] != expected[column]:
            yield column


def explain(column: str, found: str, expected: Any, rules: Rules, players: int) -> str:
    """Say how a cell departs from the rules.

    Parameters
    ----------
    column : str
        One of `COMPARED_COLUMNS`.
    found : str
        What the log says there.
    expected : record of `layout.EVENT`
        The row by the rules.
    rules : Rules
        The rules.
    players : int
        The number of seats.

    Returns
    -------
    str
        One clause, such as ``the cost is 2, but this move costs 1``.
    """
    wanted = cell(expected, column, rules.board)
    action = ACTIONS[expected["action"]]
    by_seat = int(expected["seat"]) > 0
    if column == "turn":
        return f"the turn is {found}, but this happens in turn {wanted}"
    if column in ("seat", "victim"):
        return _of_seat(column, found, wanted, action, players)
    if column == "action":
        return f"the action is {found}, but the rest of the row tells of '{wanted}'"
    if column == "cost":
        return f"the cost is {found}, but this {action} costs {wanted}{_why_cost(expected, rules)}"
    if column == "actions_left":
        if not by_seat:
            return f"actions_left is {found}, but must be 0 in a row of no seat's action"
        return f"actions_left is {found}, but {wanted} {'is' if wanted == '1' else 'are'} {_left(action)}"
    if column == "demand":
        return f"demand is {found}, but {_markers(expected, wanted)}"
    if column == "points":
        return f"points are {found}, but this {action} scores {wanted}"
    if column == "under":
        return f"under is {found}, but {_lay(wanted, action)}"
    if wanted == NOTHING:
        return f"the {column.replace('_', ' ')} is {found}, but a row of '{action}' has none here"
    return f"the {column.replace('_', ' ')} is {found}, but {_must_be(column, expected, wanted)}"


def _of_seat(column: str, found: str, wanted: str, action: str, players: int) -> str:
    outside = found.lstrip("-").isdigit() and not 1 <= int(found) <= players
    seats = f" (seats are 1 to {players})" if outside else ""
    if column == "victim":
        who = "nobody is robbed" if wanted == NOTHING else f"seat {wanted} is robbed"
        return f"the victim is {found}{seats}, but {who} here"
    if wanted == NOTHING:
        return f"the seat is {found}{seats}, but no seat acts in this '{action}'"
    said = {"end": "this penalty is of", "seed": "these points are of"}
    who = f"{said.get(action, 'it is the turn of')} seat {wanted}"
    return f"the seat is {found}{seats}, but {who}"


def _why_cost(expected: Any, rules: Rules) -> str:
    if expected["action"] not in (PLACE, MOVE) or rules.enter_empty_cost == rules.enter_occupied_cost:
        return ""
    occupied = expected["cost"] == rules.enter_occupied_cost
    space = rules.board.space_names[expected["target"]]
    return f": {'a camel stands' if occupied else 'no camel stands'} in {space}"


def _left(action: str) -> str:
    return "given up" if action == "pass" else "left in the turn"


def _markers(expected: Any, wanted: str) -> str:
    said = {SEED: "the good gets", PICK_UP: "the good has", DEMAND: "a refill adds", RAINBOW: "the price is"}
    if words := said.get(int(expected["action"])):
        return f"{words} {wanted}"
    return f"a row of '{ACTIONS[expected['action']]}' has {wanted}"


def _lay(wanted: str, action: str) -> str:
    if wanted == NOTHING:
        return f"a row of '{action}' says nothing of it"
    return "the good lay under its camel" if wanted == "true" else "the good lay on top of its camel"


def _must_be(column: str, expected: Any, wanted: str) -> str:
    if column == "end_reason":
        return f"the game ends by {wanted}"
    if column == "good" and expected["action"] == PICK_UP:
        return f"{wanted} waits there"
    if not expected["seat"] and column == "target":
        demand = expected["action"] == DEMAND
        return f"the next {'good to get markers is in' if demand else 'empty numbered space is'} {wanted}"
    return f"must be {wanted}"
