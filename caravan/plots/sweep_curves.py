"""The curves of a sweep along one axis, and what they show in words that agree with the sweep's verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from caravan.sweeps.contrasts import differ_together
from caravan.sweeps.effects import level_weights
from caravan.sweeps.findings import decimals_for, with_decimals
from caravan.sweeps.plan import SweepPlan
from caravan.sweeps.readings import Readings
from caravan.sweeps.surface_curve import CurvePoint, surface_curve


@dataclass(frozen=True)
class Curve:
    """A figure along an axis, for one number of players and one line-up.

    Attributes
    ----------
    players : int
    bots : str
        The line-up.
    points : list of tuple
        For each level its number, the figure, and the ends of its 95% interval.
    unit : str
        What the figure counts.
    games : int
        In each cell.
    refusal : str
        Why there are no points, as a clause.
    bends : bool
        Whether the lowest point is shown to differ from the highest, judged over all pairs of points.
    """

    players: int
    bots: str
    points: list[CurvePoint]
    unit: str
    games: int
    refusal: str = ""
    bends: bool = False

    @property
    def name(self) -> str:
        """What it is called: ``4 players, planner``."""
        return f"{self.players} players, {self.bots}"


def judged_of(table: pd.DataFrame | None, found: Sequence[Readings], axis: str) -> pd.DataFrame | None:
    """Take from a table what it says of an axis's effects on the figure that is drawn."""
    if table is None or not found:
        return None
    rows = table[(table["axis"] == axis) & (table["index"] == "effect") & (table["measure"] == found[0].measure)]
    seat = found[0].seat
    return rows[rows["seat"].isna() if seat is None else rows["seat"] == seat]


def curve_of(plan: SweepPlan, axis: int, readings: Readings) -> Curve:
    """Follow a figure along an axis: averaged over the others, on the surface of a hypercube, or cell by cell."""
    who = (readings.players, readings.bots)
    if plan.design.kind == "latin_hypercube":
        curve, refusal = surface_curve(plan, readings, axis)
        return Curve(*who, curve, readings.unit, readings.games, refusal, _ends_differ(curve))
    weights = level_weights(plan, axis, readings)
    means = [(level, readings.contrast(own)) for level, own in weights.items()]
    points = [(level, one.value, one.low, one.high) for level, one in means]
    bends = False
    if len(points) > 1:
        lowest, highest = min(points, key=_figure_of)[0], max(points, key=_figure_of)[0]
        bends = readings.differ(weights[lowest], weights[highest], len(points))
    return Curve(*who, points, readings.unit, readings.games, "", bends)


def _figure_of(point: CurvePoint) -> float:
    return point[1]


def _ends_differ(points: Sequence[CurvePoint]) -> bool:
    """Tell whether the lowest of the points on a surface differs from the highest, going by their own intervals."""
    if len(points) < 2:
        return False
    lowest, highest = min(points, key=_figure_of), max(points, key=_figure_of)
    return differ_together(lowest[1], lowest[3], highest[1], highest[2], len(points))


def finding_of(
    curves: Sequence[Curve], plan: SweepPlan, axis: int, words: str, judged: pd.DataFrame | None = None
) -> str:
    """Say what curves show.

    Parameters
    ----------
    curves : sequence of Curve
        Those that are drawn.
    plan : SweepPlan
        The plan.
    axis : int
        The axis's place in it.
    words : str
        What the figure is called.
    judged : DataFrame, optional
        From `judged_of`: verdicts that the words are to agree with.

    Returns
    -------
    str
        A sentence without a full stop.
    """
    title = plan.axes[axis].title
    if not curves:
        return f"Nothing to be seen yet of {words} by {title}"
    if judged is not None and len(judged):
        return _finding_asjudged_of(curves, plan, axis, words, judged)
    bent = [curve for curve in curves if curve.bends]
    if not bent:
        return f"{title}: no change in {words} is shown{'' if len(curves) == 1 else ', on any curve'}"
    ends = [(min(curve.points, key=_figure_of), max(curve.points, key=_figure_of), curve) for curve in bent]
    least, most, curve = max(ends, key=lambda one: one[1][1] - one[0][1])
    others = len(curves) - len(bent)
    return f"{title}: {words} goes {_way(plan, axis, curve, least, most)}{_in_others(others, len(curves))}"


def _finding_asjudged_of(curves: Sequence[Curve], plan: SweepPlan, axis: int, words: str, judged: pd.DataFrame) -> str:
    """Say what the sentences beside the figure say, with the figures at both ends of the change."""
    title = plan.axes[axis].title
    by_name = {(curve.players, curve.bots): curve for curve in curves}
    shown = judged[judged["verdict"].isin(("raises", "lowers"))]
    for _, row in shown.sort_values("value", key=lambda values: -values.abs(), kind="stable").iterrows():
        curve = by_name.get((row["players"], row["bots"]))
        named = {plan.level_in_words(axis, point[0]): point for point in curve.points} if curve else {}
        if curve and row["before"] in named and row["after"] in named:
            told = shown[(shown["before"] == row["before"]) & (shown["after"] == row["after"])]
            against = int((told["verdict"] != row["verdict"]).sum())
            way = _way(plan, axis, curve, named[row["before"]], named[row["after"]])
            other_way = f"; the other way in {against} of {len(curves)} curves" if against else ""
            return f"{title}: {words} goes {way}{other_way}{_in_others(len(curves) - len(told), len(curves))}"
    bent = next((curve for curve in curves if curve.bends), None)
    if bent is None:
        return f"{title}: no change in {words} is shown{'' if len(curves) == 1 else ', on any curve'}"
    way = _way(plan, axis, bent, min(bent.points, key=_figure_of), max(bent.points, key=_figure_of))
    return f"{title}: {words} is shown to go neither up nor down from end to end, but goes {way}"


def _way(plan: SweepPlan, axis: int, curve: Curve, first: CurvePoint, last: CurvePoint) -> str:
    decimals = decimals_for([first[1], last[1]])

    def at(point: CurvePoint) -> str:
        return f"{with_decimals(point[1], decimals)} at {plan.level_in_words(axis, point[0])}"

    return f"from {at(first)} to {at(last)}, {curve.name}"


def _in_others(others: int, curves: int) -> str:
    return f"; {others} of {curves} curves show no change" if others else ""
