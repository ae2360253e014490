"""Rule sets as points in space, for a model that learns from some of them what others will do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from caravan.balance.goal import Candidate, Goal
from caravan.measures.estimate import Floats
from caravan.rules import Rules

_APART = np.sqrt(0.5)
"""With this, two values without a scale are as far apart as the ends of a scale."""


def features(goal: Goal, candidates: Sequence[Candidate]) -> Floats:
    """Place rule sets in space.

    A whole number is placed on its axis from 0 to 1. An opening is placed by what each of its turns lacks of an
    ordinary turn: that is what makes a seat better or worse, and it depends on another parameter. Other lists are
    placed by their numbers, or by which numbers they hold; words, flags and boards each in a direction of their own.

    Parameters
    ----------
    goal : Goal
    candidates : sequence of tuple of int

    Returns
    -------
    ndarray of float64, shape (candidates, features)
    """
    present = goal.rules.values()
    columns: list[Floats] = []
    for number, axis in enumerate(goal.axes):
        for place, parameter in enumerate(axis.parameters):
            levels = [level.settings[place] for level in axis.levels]
            chosen = [levels[candidate[number]] for candidate in candidates]
            if parameter == "opening_actions":
                ordinary = _values(goal, candidates, "actions_per_turn", present["actions_per_turn"])
                columns.append(_lacking(chosen, ordinary, max(map(len, levels))))
            else:
                columns.append(_columns(parameter, levels, chosen))
    return np.concatenate(columns, axis=1)


def _values(goal: Goal, candidates: Sequence[Candidate], parameter: str, otherwise: Any) -> list[Any]:
    for number, axis in enumerate(goal.axes):
        if parameter in axis.parameters:
            place = axis.parameters.index(parameter)
            return [axis.levels[candidate[number]].settings[place] for candidate in candidates]
    return [otherwise] * len(candidates)


def _lacking(openings: Sequence[Sequence[int]], ordinary: Sequence[int], turns: int) -> Floats:
    most = float(max(ordinary))
    rows = [
        [(actions - usual) / most for actions in (*opening, *(usual,) * (turns - len(opening)))]
        for opening, usual in zip(openings, ordinary, strict=True)
    ]
    return np.array(rows, dtype=np.float64).reshape(len(rows), turns)


def _columns(parameter: str, levels: Sequence[Any], chosen: Sequence[Any]) -> Floats:
    if all(type(level) is int for level in levels):
        low, high = min(levels), max(levels)
        return np.asarray((np.array(chosen, dtype=np.float64)[:, None] - low) / max(high - low, 1))
    if all(isinstance(level, tuple) for level in levels):
        if Rules.param[parameter].metadata["distinct"]:
            numbers = sorted({number for level in levels for number in level})
            return np.array([[_APART * (number in level) for number in numbers] for level in chosen]).reshape(
                len(chosen), len(numbers)
            )
        most = float(max((number for level in levels for number in level), default=1)) or 1.0
        longest = max(map(len, levels))
        return np.array([[*level, *(0,) * (longest - len(level))] for level in chosen], dtype=np.float64) / most
    kinds = list(dict.fromkeys(levels))
    return np.asarray(_APART * np.eye(len(kinds))[[kinds.index(value) for value in chosen]])
