"""What stands in the cells of a sweep's heat map, and what the map shows in words that agree with the verdicts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from caravan.measures.estimate import Floats
from caravan.measures.registry import find_measure
from caravan.sweeps.contrasts import Contrast
from caravan.sweeps.effects import plan_weights
from caravan.sweeps.findings import decimals_for, with_decimals
from caravan.sweeps.plan import SweepPlan
from caravan.sweeps.readings import Readings

Pair = tuple[int, int]
"""A level of the axis across, and one of the axis up."""

_ABOUT_ZERO = ("percentage points", "points", "Elo points")
"""Units of measures that compare seats, for which 0 is fair."""


@dataclass(frozen=True, eq=False)
class MapCell:
    """A cell of the map: how the sweep's cells are weighed for it, and the figure that they give."""

    weights: Floats
    contrast: Contrast


def cells_of(plan: SweepPlan, readings: Readings, places: Pair) -> dict[Pair, MapCell]:
    """Average the points that share a pair of levels."""
    groups: dict[Pair, list[int]] = {}
    present = readings.present
    for number, point in enumerate(plan.points):
        if present[number]:
            groups.setdefault((point[places[0]], point[places[1]]), []).append(number)
    weighed = {pair: plan_weights(plan, members) for pair, members in groups.items()}
    return {pair: MapCell(weights, readings.contrast(weights)) for pair, weights in weighed.items()}


def unplayable(plan: SweepPlan, stratum: tuple[int, str], places: Pair) -> list[tuple[int, int, str]]:
    """Find the pairs of levels that can't be played, whatever the other axes are, and say why."""
    first = plan.number(plan.strata.index(stratum), 0)
    playable: set[Pair] = set()
    errors: dict[Pair, str] = {}
    for number, point in enumerate(plan.points):
        pair = (point[places[0]], point[places[1]])
        if pair not in playable:
            scenario = plan.scenario(first + number)
            if scenario.request is None:
                errors[pair] = scenario.error
            else:
                playable.add(pair)
    return [(x, y, why) for (x, y), why in errors.items() if (x, y) not in playable]


def shade_places(values: Sequence[float], *, about_zero: bool) -> list[float]:
    """Say how each of a map's figures is shaded.

    Parameters
    ----------
    values : sequence of float
        At least one.
    about_zero : bool
        Whether 0 is the middle; otherwise it is half-way between the lowest and the highest.

    Returns
    -------
    list of float
        From -1 (orange, the lowest or far below 0) over 0 (nearly white) to 1 (blue).
    """
    middle = 0.0 if about_zero else (min(values) + max(values)) / 2.0
    reach = max(abs(value - middle) for value in values) or 1.0
    return [(value - middle) / reach for value in values]


def is_about_zero(measure: str, unit: str) -> bool:
    """Tell whether a figure compares seats, so that 0 is fair and the middle of the shades."""
    return unit in _ABOUT_ZERO and find_measure(measure.split(".", maxsplit=1)[0]).about_seats


def scale_in_words(*, about_zero: bool) -> str:
    """Say what the shades mean."""
    if about_zero:
        return "blue: above zero, orange: below, white: zero"
    return "blue: highest, orange: lowest, white: half-way"


def decimals_of(cells: Mapping[Pair, MapCell]) -> int:
    """Say with how many decimals all figures of a map are written: no more than their intervals are worth."""
    values = [cell.contrast.value for cell in cells.values()]
    widths = [cell.contrast.high - cell.contrast.low for cell in cells.values()]
    width = float(np.median(widths)) if widths else math.nan
    return decimals_for([0.0, width] if width > max(values) - min(values) else values)


def finding_of(
    cells: Mapping[Pair, MapCell],
    levels: tuple[tuple[str, ...], ...],
    titles: tuple[str, str],
    words: str,
    readings: Readings | None,
    judged: pd.DataFrame | None = None,
) -> str:
    """Say what a map shows.

    Parameters
    ----------
    cells : mapping of pair to MapCell
        From `cells_of`; it may be empty.
    levels : tuple of tuple of str
        The levels of the axis across, and of the axis up.
    titles : tuple of str
        What the axes are called.
    words : str
        What the figure is called.
    readings : Readings or None
        The figure in each of the sweep's cells.
    judged : DataFrame, optional
        From `judged_of`: verdicts that the words are to agree with.

    Returns
    -------
    str
        A sentence without a full stop.
    """
    across, up = (f"{title[:1].lower()}{title[1:]}" for title in titles)
    if not cells or readings is None:
        return f"Nothing to be seen yet of {words} by {across} and {up}"
    least, most = (end(cells, key=lambda pair: cells[pair].contrast.value) for end in (min, max))
    decimals = decimals_of(cells)
    if readings.differ(cells[least].weights, cells[most].weights, len(cells)):

        def told(pair: Pair, unit: str = "") -> str:
            where = f"{across} {levels[0][pair[0]]}, {up} {levels[1][pair[1]]}"
            return f"{with_decimals(cells[pair].contrast.value, decimals)}{unit} ({where})"

        return f"{words[:1].upper()}{words[1:]} goes from {told(least)} to {told(most, f' {readings.unit}')}"
    effects = set() if judged is None else set(judged["title"])
    matters = [name for title, name in zip(titles, (across, up), strict=True) if title in effects]
    if matters:
        averages = f"on average {' and '.join(matters)} {'matter' if len(matters) > 1 else 'matters'}"
        return f"{words[:1].upper()}{words[1:]}: no two of the {len(cells)} cells are shown to differ, but {averages}"
    return f"No change in {words} is shown with {across} and {up}"


def judged_of(table: pd.DataFrame | None, plan: SweepPlan, readings: Readings | None) -> pd.DataFrame | None:
    """Take from a table which axes are shown to change the figure that is drawn; ``title`` is what they are called."""
    if table is None or readings is None:
        return None
    rows = table[(table["index"] == "effect") & (table["measure"] == readings.measure)]
    rows = rows[rows["seat"].isna() if readings.seat is None else rows["seat"] == readings.seat]
    rows = rows[(rows["players"] == readings.players) & (rows["bots"] == readings.bots)]
    titles = {axis.name: axis.title for axis in plan.axes}
    shown = rows[rows["verdict"].isin(("raises", "lowers"))]
    return shown.assign(title=shown["axis"].map(titles))
