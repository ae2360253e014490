"""An axis as it is being entered: a range, or values written out."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from caravan.board import Board
from caravan.errors import PlanError, nearest
from caravan.parameters import BoardParameter, Whole
from caravan.rules import Rules
from caravan.sweeps.axes import cell_of
from caravan.views.board.shipped_boards import shipped_boards
from caravan.views.sweeping.question import AxisChoice, usual_values

MOST_VALUES = 60


@dataclass(frozen=True)
class AxisDraft:
    """What was entered for an axis, allowed or not.

    Attributes
    ----------
    parameter : str
        A rule parameter; empty for no axis.
    low, high, step : object
        A range of whole numbers as it was entered.
    text : str
        Values written out; for whole numbers they count instead of the range, where there are any.
    """

    parameter: str
    low: Any = 0
    high: Any = 0
    step: Any = 1
    text: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether the parameter is a whole number, which has a range."""
        return bool(self.parameter) and isinstance(Rules.param[self.parameter], Whole)


def draft_for(rules: Rules, parameter: str) -> AxisDraft:
    """Begin an axis with the usual values of a parameter.

    Parameters
    ----------
    rules : Rules
        Round which the values lie.
    parameter : str
        A rule parameter.

    Returns
    -------
    AxisDraft
    """
    values = usual_values(rules, parameter)
    if parameter == "board":
        values = tuple(board_shelf(rules).values())
    return draft_of(AxisChoice(parameter, values))


def draft_of(choice: AxisChoice) -> AxisDraft:
    """Write an axis as it could have been entered."""
    values = choice.values
    if isinstance(Rules.param[choice.parameter], Whole):
        steps = {after - before for before, after in itertools.pairwise(values)}
        if len(steps) == 1 and (step := steps.pop()) > 0:
            return AxisDraft(choice.parameter, values[0], values[-1], step)
        return AxisDraft(choice.parameter, min(values), max(values), 1, ", ".join(map(str, values)))
    return AxisDraft(choice.parameter, text=" / ".join(map(_written, values)))


def choice_of(draft: AxisDraft, rules: Rules) -> AxisChoice:
    """Read an axis.

    Parameters
    ----------
    draft : AxisDraft
        What was entered.
    rules : Rules
        Whose board may be named too.

    Returns
    -------
    AxisChoice

    Raises
    ------
    PlanError
        Saying what was found and what is allowed.
    """
    parameter: Any = Rules.param[draft.parameter]
    if draft.is_whole and not draft.text.strip():
        return AxisChoice(draft.parameter, _range(draft, parameter))
    parts = [part.strip() for part in draft.text.split("," if draft.is_whole else "/")]
    values: list[Any] = []
    for part in filter(None, parts):
        if isinstance(parameter, BoardParameter):
            values.append(_board(part, board_shelf(rules)))
            continue
        word = {"on": "true", "off": "false"}.get(part, part)
        value = parameter.settle(parameter.read(word))
        if fault := parameter.fault(value):
            raise PlanError(f"{parameter.label} {fault}")
        values.append(tuple(value) if isinstance(value, list) else value)
    if draft.is_whole:
        values.sort()
    return AxisChoice(draft.parameter, _enough(values, parameter))


def board_shelf(rules: Rules) -> Mapping[str, Board]:
    """List the boards that an axis may take by name: the rule set's own, and those that ship with the package."""
    board: Board = rules.board
    return {board.name: board} | {one.name: one for one in shipped_boards().values() if one.name != board.name}


def _range(draft: AxisDraft, parameter: Any) -> tuple[Any, ...]:
    low, high = parameter.bounds
    for name, value in (("from", draft.low), ("to", draft.high)):
        if type(value) is not int or not low <= value <= high:
            raise PlanError(f"{parameter.label}, {name}: must be a whole number from {low} to {high}, not {value!r}")
    if type(draft.step) is not int or draft.step < 1:
        raise PlanError(f"{parameter.label}, step: must be a whole number from 1, not {draft.step!r}")
    if draft.high < draft.low:
        raise PlanError(f"{parameter.label}: the range goes from {draft.low} down to {draft.high}")
    return _enough(list(range(draft.low, draft.high + 1, draft.step)), parameter)


def _enough(values: list[Any], parameter: Any) -> tuple[Any, ...]:
    if len(values) < 2:
        raise PlanError(f"{parameter.label}: give two values or more, or nothing varies")
    if len(values) > MOST_VALUES:
        raise PlanError(f"{parameter.label}: these are {len(values):,} values; at most {MOST_VALUES} can be told apart")
    return tuple(values)


def _board(name: str, shelf: Mapping[str, Board]) -> Board:
    by_name = {one.casefold(): board for one, board in shelf.items()}
    if name.casefold() not in by_name:
        raise PlanError(f"there is no board '{name}'{nearest(name, shelf)}; boards are {', '.join(shelf)}")
    return by_name[name.casefold()]


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(cell_of(value))
