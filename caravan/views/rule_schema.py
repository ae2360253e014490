"""What the rule editor has to know about each rule parameter, taken from `Rules`, in plain lists and dicts."""

from __future__ import annotations

from typing import Any

from caravan.board import Board
from caravan.parameters import Choice, Flag, Whole, WholeList
from caravan.rules import Rules

HIDDEN = frozenset({"players", "board"})
"""Parameters that aren't edited as rules: the players are set with the bots."""

_WIDEST_SLIDER = 100


def schema(board: Board) -> list[dict[str, Any]]:
    """Describe the rule parameters by section.

    Parameters
    ----------
    board : Board
        Where the numbered spaces lie.

    Returns
    -------
    list of dict
        For each section its ``title`` and its ``rows``; for each row ``name``, ``label``, ``doc``, ``kind`` and what
        the kind needs: ``low``, ``high`` and ``slider`` for a ``whole``, ``options`` for a ``choice``, ``low``,
        ``high`` and ``most`` for a ``list``, ``columns`` and ``places`` for ``spaces``, nothing for a ``flag``.
    """
    parameters = Rules.param.objects(instance=False)
    sections = []
    for title, names in Rules.sections().items():
        rows = [_row(name, parameters[name], board) for name in names if name not in HIDDEN]
        if rows:
            sections.append({"title": title, "rows": rows})
    return sections


def _row(name: str, parameter: Any, board: Board) -> dict[str, Any]:
    row = {"name": name, "label": parameter.label, "doc": parameter.doc}
    if isinstance(parameter, Whole):
        low, high = whole_bounds(parameter)
        return row | {"kind": "whole", "low": low, "high": high, "slider": high - low <= _WIDEST_SLIDER}
    if isinstance(parameter, Flag):
        return row | {"kind": "flag"}
    if isinstance(parameter, Choice):
        options = [{"value": word, "label": word.replace("_", " ")} for word in parameter.objects]
        return row | {"kind": "choice", "options": options}
    if isinstance(parameter, WholeList):
        if parameter.metadata["distinct"]:
            return row | {"kind": "spaces", "columns": board.width, "places": _places(board)}
        low, high = parameter.metadata["limits"]
        return row | {"kind": "list", "low": low, "high": high, "most": parameter.metadata["most"]}
    raise TypeError(f"the rule editor has no field for {name}, a {type(parameter).__name__}")


def whole_bounds(parameter: Whole) -> tuple[int, int]:
    """Give the least and the greatest value that a whole number may have."""
    low, high = parameter.bounds or (None, None)
    if not isinstance(low, int) or not isinstance(high, int):
        raise TypeError(f"{parameter.name} has no bounds")
    return low, high


def _places(board: Board) -> list[dict[str, Any]]:
    """List every space of the board, top row first: numbered, a city, blocked, or desert."""
    numbers = {space: number for number, space in enumerate(board.numbered, start=1)}
    cities = dict(zip(board.cities, board.goods, strict=True))
    blocked = set(board.blocked)
    places = []
    for row in reversed(range(board.height)):
        for column in range(board.width):
            space = row * board.width + column
            place: dict[str, Any] = {"space": board.space_name(space), "number": numbers.get(space, 0), "city": ""}
            if good := cities.get(space):
                place |= {"city": good.letter, "good": good.name}
            places.append(place | {"blocked": space in blocked})
    return places


def in_words(name: str, value: Any) -> str:
    """Say a rule parameter's value as the editor shows it.

    Parameters
    ----------
    name : str
        The parameter's name.
    value : object
        An allowed value.

    Returns
    -------
    str
        Such as ``5``, ``on``, ``most goods``, ``1, 2, 3`` or ``none``.
    """
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or ("no space" if name == "starting_demand" else "none")
    return str(value).replace("_", " ")
