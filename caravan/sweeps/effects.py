"""What changing one parameter does to a figure: in a grid averaged over all others, one at a time from the base."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from caravan.measures.estimate import Floats
from caravan.sweeps.contrasts import Contrast
from caravan.sweeps.designs import Grid, OneAtATime, Point
from caravan.sweeps.plan import SweepPlan
from caravan.sweeps.readings import Readings


@dataclass(frozen=True)
class Effect:
    """What one change of one axis does.

    Attributes
    ----------
    axis : int
        Its place among the plan's axes.
    before, after : int
        The levels; `designs.AT_BASE` for the base rules' own value.
    contrast : Contrast
        The figure after the change less the figure before.
    cells : int
        How many cells it rests on.
    left_out : int
        How many cells could not be used, because they or their counterparts are missing.
    """

    axis: int
    before: int
    after: int
    contrast: Contrast
    cells: int
    left_out: int


def effects(plan: SweepPlan, readings: Readings) -> list[Effect]:
    """Work out what each axis does to a figure.

    Parameters
    ----------
    plan : SweepPlan
        A grid, or one at a time; other designs have none.
    readings : Readings
        The figure in each cell.

    Returns
    -------
    list of Effect
        In a grid the change from the lowest to the highest level of each axis, or from the first to each other level
        where the levels lie on no scale, averaged over all combinations of the other axes that have both. One at a
        time the change from the base to each other level.
    """
    if isinstance(plan.design, OneAtATime):
        return list(_from_base(plan, readings))
    if isinstance(plan.design, Grid):
        return list(_across_grid(plan, readings))
    return []


def _from_base(plan: SweepPlan, readings: Readings) -> Iterator[Effect]:
    base = plan.points[0]
    present = readings.present
    for place, point in enumerate(plan.points[1:], start=1):
        axis = next(number for number in range(len(point)) if point[number] != base[number])
        if present[0] and present[place]:
            yield Effect(axis, base[axis], point[axis], readings.difference(0, place), 2, 0)


def _across_grid(plan: SweepPlan, readings: Readings) -> Iterator[Effect]:
    for number, axis in enumerate(plan.axes):
        ends = [len(axis) - 1] if axis.is_ordered else list(range(1, len(axis)))
        rows = rows_along(plan, number, readings)
        for after in ends:
            pairs = [(row[0], row[after]) for row in rows if 0 in row and after in row]
            if not pairs:
                continue
            weights = np.zeros(len(plan.points))
            for low, high in pairs:
                weights[low] -= 1.0 / len(pairs)
                weights[high] += 1.0 / len(pairs)
            missing = 2 * len(rows) - 2 * len(pairs)
            yield Effect(number, 0, after, readings.contrast(weights), 2 * len(pairs), missing)


def rows_along(plan: SweepPlan, axis: int, readings: Readings) -> list[dict[int, int]]:
    """Sort the points into rows in which one axis alone changes.

    Parameters
    ----------
    plan : SweepPlan
        The plan.
    axis : int
        The place of that axis.
    readings : Readings
        Points without a figure are left out.

    Returns
    -------
    list of dict of int to int
        For each row, the places of its points by their level on the axis.
    """
    rows: dict[Point, dict[int, int]] = {}
    present = readings.present
    for place, point in enumerate(plan.points):
        row = rows.setdefault((*point[:axis], *point[axis + 1 :]), {})
        if present[place]:
            row[point[axis]] = place
    return list(rows.values())


def level_means(plan: SweepPlan, axis: int, readings: Readings) -> list[tuple[int, Contrast]]:
    """Average a figure at each level of an axis; see `level_weights`.

    Parameters
    ----------
    plan : SweepPlan
        A grid, or one at a time; other designs have no such means.
    axis : int
        Its place among the plan's axes.
    readings : Readings
        The figure in each cell.

    Returns
    -------
    list of tuple of int and Contrast
        The levels in order, the base's own value (`designs.AT_BASE`) first if it is none of them.
    """
    return [(level, readings.contrast(weights)) for level, weights in level_weights(plan, axis, readings).items()]


def level_weights(plan: SweepPlan, axis: int, readings: Readings) -> dict[int, Floats]:
    """Say how cells are weighed for the mean figure at each level of an axis.

    Parameters
    ----------
    plan : SweepPlan
        A grid, or one at a time; other designs have no such means.
    axis : int
        Its place among the plan's axes.
    readings : Readings
        The figure in each cell.

    Returns
    -------
    dict of int to ndarray of float64, shape (points,)
        By level, in order. Only rows that have the figure at every level count, so that all levels are averaged over
        the same others; one at a time, whatever is there.
    """
    if isinstance(plan.design, OneAtATime):
        return _along_one(plan, axis, readings)
    if not isinstance(plan.design, Grid):
        return {}
    rows = rows_along(plan, axis, readings)
    there = sorted({level for row in rows for level in row})
    whole = [row for row in rows if len(row) == len(there)]
    return {level: plan_weights(plan, [row[level] for row in whole]) for level in there if whole}


def plan_weights(plan: SweepPlan, places: Sequence[int]) -> Floats:
    """Weigh some points alike, as a mean does, and the others not at all."""
    weights: Floats = np.zeros(len(plan.points))
    weights[list(places)] = 1.0 / len(places)
    return weights


def _along_one(plan: SweepPlan, axis: int, readings: Readings) -> dict[int, Floats]:
    base = plan.points[0]
    found = {}
    for place, point in enumerate(plan.points):
        others_at_base = all(a == b for number, (a, b) in enumerate(zip(point, base, strict=True)) if number != axis)
        if others_at_base and readings.present[place]:
            found[point[axis]] = plan_weights(plan, [place])
    return dict(sorted(found.items()))
