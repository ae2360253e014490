"""What a sweep's figure and its list of cells show at one moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from caravan.plots import response, sweep_heat_map, tornado
from caravan.rules import Rules
from caravan.sweeps import SweepPlan
from caravan.sweeps.axes import shown_cell
from caravan.sweeps.findings import span_in_words
from caravan.sweeps.scenario import Scenario
from caravan.sweeps.sensitivity import sensitivity
from caravan.views.sweeping.measures_on_offer import OF_A_SEAT
from caravan.views.sweeping.played_sweep import PlayedSweep
from caravan.views.sweeping.question import MATTERS, Question, View

PLOTS: Mapping[str, Any] = {"curve": response, "map": sweep_heat_map, "bars": tornado}
"""The modules that draw a sweep, by kind."""


@dataclass(frozen=True)
class Picture:
    """What is shown.

    Attributes
    ----------
    kind : str
        A key of `PLOTS`.
    plan : SweepPlan
        What was played.
    shown : object
        From the ``read`` of the plot.
    figures : mapping of int to str
        For each cell that was played, what it shows in words.
    errors : mapping of int to str
        Why others can't be, or couldn't be played.
    """

    kind: str
    plan: SweepPlan
    shown: Any
    figures: Mapping[int, str]
    errors: Mapping[int, str]


def kind_of(question: Question) -> str:
    """Say how a question is answered: by a curve, a map or bars."""
    if question.ask == MATTERS:
        return "bars"
    return "map" if len(question.axes) == 2 else "curve"


def take_picture(question: Question, view: View, sweep: PlayedSweep) -> Picture:
    """Take what is shown from the cells that are there.

    Parameters
    ----------
    question : Question
        What was asked.
    view : View
        What of it is to be shown.
    sweep : PlayedSweep
        How far it has come; once it is finished, the games of its cells are read too, which takes longer.

    Returns
    -------
    Picture
    """
    plan, kind = sweep.plan, kind_of(question)
    seat = view.seat if view.measure in OF_A_SEAT else None
    players, bots = plan.strata[min(view.stratum, len(plan.strata) - 1)]
    by_game = sweep.is_finished
    shown: Any
    if kind == "bars":
        table = sensitivity(sweep, [view.measure], by_game=by_game)
        shown = tornado.read(sweep, table, view.measure, seat, players=players, bots=bots)
    elif kind == "map":
        across, up = (axis.name for axis in plan.axes)
        shown = sweep_heat_map.read(sweep, view.measure, across, up, seat, players=players, bots=bots, by_game=by_game)
    else:
        shown = response.read(sweep, view.measure, plan.axes[0].name, seat, by_game=by_game)
    if not (sweep.is_finished or shown.empty):
        shown = replace(shown, finding=f"So far: {shown.finding[:1].lower()}{shown.finding[1:]}")
    failed = sweep.cells[sweep.cells["status"] == "failed"]
    errors = dict(zip(failed["scenario"].tolist(), failed["error"].tolist(), strict=True))
    picture = Picture(kind, plan, shown, {}, errors)
    figures = figures_of(sweep.summary, view.measure, seat) | _as_drawn(picture)
    return replace(picture, figures=figures)


def _as_drawn(picture: Picture) -> dict[int, str]:
    """Write the cells of a curve or a map as the figure shows them, so that one interval isn't told in two ways."""
    columns = picture.shown.columns
    if picture.kind == "curve":
        told = [
            words.rpartition(f", {players} players, ")[0]
            for words, players in zip(columns["figure"], columns["players"], strict=True)
        ]
    elif picture.kind == "map":
        told = [
            f"{words} ({span})" if games else ""
            for words, span, games in zip(columns["told"], columns["span"], columns["played"], strict=True)
        ]
    else:
        return {}
    numbers = (cell_at(picture, row) for row in range(len(told)))
    return {number: words for number, words in zip(numbers, told, strict=True) if number is not None and words}


def figures_of(summary: pd.DataFrame, measure: str, seat: int | None) -> dict[int, str]:
    """Write one figure of every cell, with its interval.

    Parameters
    ----------
    summary : DataFrame
        Of a sweep.
    measure : str
        With its part.
    seat : int or None
        Which seat; None for a figure of the whole game, or of the first seat.

    Returns
    -------
    dict of int to str
        By the scenario's number.
    """
    rows = summary[summary["measure"] == measure]
    whole = rows["seat"].isna()
    if seat is not None:
        rows = rows[rows["seat"] == seat]
    elif whole.any():
        rows = rows[whole]
    else:
        rows = rows[rows["seat"] == 1]
    told: Iterable[Any] = rows[~rows["value"].isna()].itertuples(index=False)
    return {int(row.scenario): span_in_words(row.value, row.low, row.high, str(row.unit), signed=False) for row in told}


def cell_in_words(plan: SweepPlan, scenario: Scenario) -> str:
    """Say which cell it is.

    Parameters
    ----------
    plan : SweepPlan
        The plan.
    scenario : Scenario
        One of its cells.

    Returns
    -------
    str
        Such as ``Camels per player 6, Points for a rare good 5``; one at a time only what differs from the base.
    """
    names = plan.parameters
    if plan.design.kind == "one_at_a_time":
        point = plan.points[scenario.number % len(plan.points)]
        base = plan.points[0]
        names = tuple(
            name
            for axis, here, there in zip(plan.axes, point, base, strict=True)
            if here != there
            for name in axis.parameters
        )
    said = ", ".join(f"{Rules.param[name].label} {shown_cell(scenario.values[name])}" for name in names)
    return (said or "As it is") + _stratum_in_words(plan, scenario)


def _stratum_in_words(plan: SweepPlan, scenario: Scenario) -> str:
    if len(plan.strata) == 1:
        return ""
    return f" \u2013 {scenario.values['players']} players, {scenario.values['bots']}"


def cell_at(picture: Picture, row: int) -> int | None:
    """Find the cell of a mark in the figure.

    Parameters
    ----------
    picture : Picture
        What is shown.
    row : int
        The mark's place in the figure's columns.

    Returns
    -------
    int or None
        The scenario's number; None if there is no such mark.
    """
    plan, shown = picture.plan, picture.shown
    columns = shown.columns
    if not 0 <= row < len(next(iter(columns.values()))):
        return None
    stratum = shown.provenance.strata[0]
    if picture.kind == "curve":
        stratum = (columns["players"][row], columns["bots"][row])
        point: tuple[int, ...] = (columns["place"][row],)
    elif picture.kind == "map":
        point = (columns["x"][row], columns["y"][row])
    else:
        place = next(number for number, axis in enumerate(plan.axes) if axis.name == columns["name"][row])
        levels = range(len(plan.axes[place]))
        level = next(one for one in levels if plan.level_in_words(place, one) == columns["after"][row])
        point = (*plan.points[0][:place], level, *plan.points[0][place + 1 :])
    return plan.number(plan.strata.index(stratum), plan.points.index(point))
