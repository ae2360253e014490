"""The next rule sets to a given one: each parameter moved a step to either side."""

from __future__ import annotations

from typing import Any

from caravan.parameters import Choice, Flag, Whole, WholeList
from caravan.rules import Rules
from caravan.views.rule_schema import whole_bounds

_COARSE = 20
"""Whole numbers from here on are moved by a tenth."""


def neighbours(rules: Rules, step: int = 1) -> dict[str, list[Any]]:
    """List for each parameter its own value and the next ones to either side.

    Parameters
    ----------
    rules : Rules
        Where to start from.
    step : int, default 1
        How many steps to go.

    Returns
    -------
    dict of str to list
        By parameter, in the order of the sections; lists as tuples. A number is moved by one, or by a tenth where it is
        large; of an opening every turn has more or fewer actions; one space more or fewer has demand at the start; seat
        1 or the last seat has more points. The board and the number of players, which have no next one, aren't there.
    """
    parameters: dict[str, Any] = Rules.param.objects(instance=False)
    found: dict[str, list[Any]] = {}
    for names in Rules.sections().values():
        for name in names:
            values = _around(name, parameters[name], rules, step) if name != "players" else []
            if len(values) > 1:
                found[name] = values
    return found


def step_of(value: int) -> int:
    """Say how far a whole number is moved: 1, or about a tenth of a large one."""
    return 1 if value < _COARSE else max(1, round(value / 10))


def _around(name: str, parameter: Any, rules: Rules, step: int) -> list[Any]:
    value = getattr(rules, name)
    if isinstance(parameter, Whole):
        low, high = whole_bounds(parameter)
        far = step * step_of(value)
        return sorted({max(low, value - far), value, min(high, value + far)})
    if isinstance(parameter, Flag):
        return [False, True]
    if isinstance(parameter, Choice):
        return [value, *(word for word in parameter.objects if word != value)]
    if isinstance(parameter, WholeList):
        lists = {
            "opening_actions": _openings,
            "starting_demand": _demands,
            "starting_points": _points,
        }[name](rules, step)
        allowed = [one for one in lists if not parameter.fault(list(one))]
        return list(dict.fromkeys([tuple(value), *allowed]))
    return []


def _openings(rules: Rules, step: int) -> list[tuple[int, ...]]:
    present = tuple(rules.opening_actions) or (rules.actions_per_turn,)
    return [tuple(max(0, actions - step) for actions in present), tuple(actions + step for actions in present)]


def _demands(rules: Rules, step: int) -> list[tuple[int, ...]]:
    present = tuple(rules.starting_demand)
    free = [number for number in range(1, len(rules.board.numbered) + 1) if number not in present]
    fewer = present[: max(0, len(present) - step)]
    return [fewer, tuple(sorted((*present, *free[:step])))]


def _points(rules: Rules, step: int) -> list[tuple[int, ...]]:
    present = (*rules.starting_points, *(0,) * rules.players)[: rules.players]
    first, last = list(present), list(present)
    first[0] += step
    last[-1] += step
    return [_without_noughts(first), _without_noughts(last)]


def _without_noughts(points: list[int]) -> tuple[int, ...]:
    while points and points[-1] == 0:
        points.pop()
    return tuple(points)
