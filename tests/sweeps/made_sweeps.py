"""Sweeps made up for the tests: the figure of every point is known, and its games are drawn around it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from synthetic_batches import MadeBatch, made_batch

from caravan.measures import BatchLike
from caravan.playtest_summary import summary_frame
from caravan.sweeps.plan import SweepPlan
from caravan.sweeps.readings import Readings

Function = Callable[[np.ndarray], np.ndarray]
"""Takes places from 0 to 1, of shape (points, axes), and gives a figure for each point."""


def places(plan: SweepPlan) -> np.ndarray:
    """Where a plan's points are on each axis, from 0 to 1."""
    positions = [axis.positions() for axis in plan.axes]
    return np.array([[positions[axis][level] for axis, level in enumerate(point)] for point in plan.points])


def games_around(
    truth: np.ndarray, where: np.ndarray, games: int, rng: np.random.Generator, *, common: float = 3.0, own: float = 3.0
) -> np.ndarray:
    """Draw games on the same seeds: luck that all share, luck that grows along the first axis, luck of their own."""
    shared = common * rng.standard_normal(games)
    along = common * rng.standard_normal(games)
    alone = own * rng.standard_normal((len(truth), games))
    return truth[:, None] + shared + along * where[:, :1] + alone


def readings_of(plan: SweepPlan, drawn: np.ndarray, *, by_game: bool = True, missing: tuple[int, ...] = ()) -> Readings:
    """Put drawn games of every point into the form in which figures of a sweep are analysed."""
    values = drawn.mean(axis=1)
    errors = drawn.std(axis=1, ddof=1) / np.sqrt(drawn.shape[1])
    influences = drawn - values[:, None] if by_game else None
    values[list(missing)] = np.nan
    games = drawn.shape[1]
    return Readings("length.turns.mean", None, "turns", 4, "planner", values, errors, influences, games)


MEASURES = ("seat_margin", "winning_margin", "length", "ties")


@dataclass
class MadeSweep:
    """As a sweep that was played, with as many of its cells finished as one likes."""

    plan: SweepPlan
    cells: pd.DataFrame
    summary: pd.DataFrame
    batches: dict[int, MadeBatch]
    memory: dict[object, object] = field(default_factory=dict)

    def batch(self, number: int) -> BatchLike:
        return self.batches[number]


def made_sweep(
    plan: SweepPlan, turns: Function, *, games: int = 60, finished: int | None = None, seed: int = 5
) -> MadeSweep:
    """Make a sweep in whose games nothing differs but how long they are; `turns` says how long on average."""
    rng = np.random.default_rng(seed)
    means = turns(places(plan))
    luck = rng.normal(0.0, 4.0, games)
    batches, summaries, cells = {}, [], []
    for scenario in plan.scenarios():
        done = scenario.request is not None and (finished is None or scenario.number < finished)
        status = "failed" if scenario.request is None else "played" if done else "missing"
        cells.append({"scenario": scenario.number, **scenario.values, "status": status, "error": scenario.error})
        if not done or scenario.request is None:
            continue
        request = scenario.request
        mean = means[scenario.number % len(plan.points)]
        length = np.maximum(np.rint(mean + luck + rng.normal(0.0, 2.0, games)), 1)
        batch = made_batch(
            rng.poisson(20.0, (games, request.players)), turns=length, rules=request.rules, bots=request.bot_names
        )
        batches[scenario.number] = batch
        summaries.append(summary_frame(batch, MEASURES).assign(scenario=scenario.number))
    summary = pd.concat(summaries) if summaries else pd.DataFrame(columns=["scenario", "measure"])
    return MadeSweep(plan, pd.DataFrame(cells), summary, batches)
