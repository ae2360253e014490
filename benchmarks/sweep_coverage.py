"""How often a sweep's intervals hold the true figure: ``python -m benchmarks.sweep_coverage``.

Sweeps are made up whose true figures are known. Their games share luck as games on the same seeds do: some of it is the
same in all cells, some grows along an axis, the rest is a cell's own. It takes half an hour of one core; with
``--keep`` a run that was stopped goes on where it was, and with ``--workers`` several cores share the work. Neither
changes the table.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from scipy import special
from threadpoolctl import threadpool_limits

from benchmarks.coverage import REPETITIONS, Coverage, as_csv, as_markdown
from benchmarks.handbook import put_into_handbook
from caravan.measures.estimate import Floats
from caravan.measures.intervals import wilson
from caravan.sweeps import SweepPlan
from caravan.sweeps.effects import effects, level_means
from caravan.sweeps.elementary_effects import morris_indices
from caravan.sweeps.readings import Readings
from caravan.sweeps.variance_shares import surface_findings

AXES = {
    "rare_value": {"from": 0, "to": 12, "step": 2},
    "camels": {"from": 1, "to": 10},
    "rainbow_camel": [False, True],
}
LUCK, OWN_LUCK = 3.0, 3.0
LARGE = 10**6

Held = dict[str, list[bool]]

HANDBOOK = Path(__file__).parents[1] / "docs" / "sweeps.md"
RARE = "rare event: a count of few steps"
APART = "cells are luckier together than it takes them to be"


def truth(places: Floats) -> Floats:
    """A figure that bends along the second axis, in which the third one interacts with the second."""
    first, second, third = places.T
    return 8.0 * first + 6.0 * (second - 0.3) ** 2 * (1.0 + third) + third


def places_of(plan: SweepPlan) -> Floats:
    positions = [axis.positions() for axis in plan.axes]
    return np.array([[positions[axis][level] for axis, level in enumerate(point)] for point in plan.points])


def sampled(plan: SweepPlan, games: int, rng: np.random.Generator) -> Readings:
    """Draw the games of every cell."""
    places = places_of(plan)
    shared = LUCK * rng.standard_normal(games) + LUCK * rng.standard_normal(games) * places[:, :1]
    drawn = truth(places)[:, None] + shared + OWN_LUCK * rng.standard_normal((len(places), games))
    values = drawn.mean(axis=1)
    errors = drawn.std(axis=1, ddof=1) / np.sqrt(games)
    return Readings("steals", None, "thefts", 4, "planner", values, errors, drawn - values[:, None], games)


def true_shares_of_games(places: Floats) -> Floats:
    """How often something rare happens: in 0.5% of the games at one end, in 3% at the other."""
    return 0.005 + 0.025 * places[:, 0] * (0.6 + 0.4 * places[:, 1])


def sampled_shares_of_games(plan: SweepPlan, games: int, rng: np.random.Generator) -> Readings:
    """Draw in which games of every cell something rare happens: half of the luck is the same in all cells."""
    chances = true_shares_of_games(places_of(plan))
    luck = np.sqrt(0.5) * (rng.standard_normal(games) + rng.standard_normal((len(chances), games)))
    happened = (luck < special.ndtri(chances)[:, None]).astype(np.float64)
    values, ends = happened.mean(axis=1), np.stack(wilson(happened.sum(axis=1), games))
    influences, errors = happened - values[:, None], happened.std(axis=1, ddof=1) / np.sqrt(games)
    return Readings("ties", None, "share", 4, "planner", values, errors, influences, games, ends, (0.0, 1.0))


def exact(plan: SweepPlan, of: Callable[[Floats], Floats] = truth) -> Readings:
    values = of(places_of(plan))
    return Readings("steals", None, "thefts", 4, "planner", values, np.zeros(len(values)), None, 0)


def trial_of_effects(design: str, games: int, *, rare: bool = False, by_game: bool = True) -> Callable[[int], Held]:
    plan = SweepPlan(AXES, design)
    true = exact(plan, true_shares_of_games if rare else truth)
    true_effects = [one.contrast.value for one in effects(plan, true)]
    true_levels = [one.value for _, one in level_means(plan, 1, true)]
    draw = sampled_shares_of_games if rare else sampled

    def trial(number: int) -> Held:
        readings = draw(plan, games, np.random.default_rng([1, number]))
        if not by_game:
            readings = replace(readings, influences=None)
        found = [one.contrast for one in effects(plan, readings)]
        levels = [one for _, one in level_means(plan, 1, readings)]
        return {
            "effect": [one.low <= value <= one.high for one, value in zip(found, true_effects, strict=True)],
            "level": [one.low <= value <= one.high for one, value in zip(levels, true_levels, strict=True)],
        }

    return trial


def trial_of_walks(walks: int, games: int) -> Callable[[int], Held]:
    many = SweepPlan(AXES, {"kind": "morris", "trajectories": 1000, "seed": 1}, most_cells=LARGE)
    true = morris_indices(many, exact(many))

    def trial(number: int) -> Held:
        plan = SweepPlan(AXES, {"kind": "morris", "trajectories": walks, "seed": number})
        found = morris_indices(plan, sampled(plan, games, np.random.default_rng([2, number])))
        pairs = list(zip(found, true, strict=True))
        return {
            "mu": [one.mu_low <= value.mu <= one.mu_high for one, value in pairs],
            "mu_star": [one.mu_star_low <= value.mu_star <= one.mu_star_high for one, value in pairs],
            "sigma": [one.sigma_low - 1e-9 <= value.sigma <= one.sigma_high + 1e-9 for one, value in pairs],
        }

    return trial


def true_shares() -> tuple[Floats, Floats, Floats]:
    """Work out shares and mean effects on the full grid."""
    grid = SweepPlan(AXES)
    table = truth(places_of(grid)).reshape([len(axis) for axis in grid.axes])
    axes = range(table.ndim)
    profiles = [table.mean(axis=tuple(other for other in axes if other != axis)) for axis in axes]
    alone = np.array([profile.var() for profile in profiles]) / table.var()
    total = np.array([table.var(axis=axis).mean() for axis in axes]) / table.var()
    return alone, total, np.array([profile[-1] - profile[0] for profile in profiles])


def trial_of_surfaces(points: int, games: int) -> Callable[[int], Held]:
    alone, total, mean_effects = true_shares()
    quantile = float(special.stdtrit(games - 1, 0.975))

    def trial(number: int) -> Held:
        plan = SweepPlan(AXES, {"kind": "latin_hypercube", "points": points, "seed": number})
        found = surface_findings(plan, sampled(plan, games, np.random.default_rng([3, number])))
        if found is None or found.refusal:
            return {"first_order": [], "total": [], "effect": []}
        return {
            "first_order": [one.first_low <= alone[one.axis] <= one.first_high for one in found.shares],
            "total": [one.total_low <= total[one.axis] <= one.total_high for one in found.shares],
            "effect": [abs(one.value - mean_effects[one.axis]) <= quantile * one.error for one in found.mean_effects],
        }

    return trial


@dataclass(frozen=True)
class Case:
    """Intervals that are tried together on the same sweeps.

    Attributes
    ----------
    interval : str
        How they are made, and of what sweep.
    games : int
        In each cell.
    make : callable
        Makes the trial, which takes a number and says which of the intervals held.
    figures : dict of str to tuple of str
        For each of the trial's keys what the table calls it, and why it may hold more often than 97%.
    """

    interval: str
    games: int
    make: Callable[[], Callable[[int], Held]]
    figures: dict[str, tuple[str, str]]


CASES = (
    Case(
        "paired t: grid of 140 cells",
        60,
        lambda: trial_of_effects("grid", 60),
        {"effect": ("effect of an axis", ""), "level": ("mean at a level", "")},
    ),
    Case(
        "paired t: one at a time",
        60,
        lambda: trial_of_effects("one_at_a_time", 60),
        {"effect": ("effect of a change", ""), "level": ("a cell", "")},
    ),
    Case(
        "Newcombe: grid of 140 cells",
        200,
        lambda: trial_of_effects("grid", 200, rare=True),
        {"effect": ("effect on a rare share", RARE), "level": ("rare share at a level", RARE)},
    ),
    Case(
        "Newcombe: one at a time",
        200,
        lambda: trial_of_effects("one_at_a_time", 200, rare=True),
        {"effect": ("effect on a rare share", RARE), "level": ("a cell's rare share", RARE)},
    ),
    Case(
        "from the cells' intervals: one at a time",
        60,
        lambda: trial_of_effects("one_at_a_time", 60, by_game=False),
        {"effect": ("effect of a change", APART), "level": ("a cell", "")},
    ),
    Case(
        "SALib bootstrap and t: Morris, 10 walks",
        100,
        lambda: trial_of_walks(10, 100),
        {"mu": ("mu", ""), "mu_star": ("mu-star", ""), "sigma": ("sigma", "")},
    ),
    Case(
        "SALib bootstrap and t: Morris, 30 walks",
        100,
        lambda: trial_of_walks(30, 100),
        {"mu": ("mu", ""), "mu_star": ("mu-star", ""), "sigma": ("sigma", "")},
    ),
    Case(
        "surfaces drawn: 60 cells",
        200,
        lambda: trial_of_surfaces(60, 200),
        {"first_order": ("first-order share", ""), "total": ("total share", ""), "effect": ("effect, by t", "")},
    ),
)


@lru_cache(maxsize=1)
def trial_of(case: int) -> Callable[[int], Held]:
    return CASES[case].make()


def held_in(case: int, number: int) -> Held:
    """Try the intervals of a case on one sweep."""
    with threadpool_limits(1):
        return {key: [bool(hit) for hit in hits] for key, hits in trial_of(case)(number).items()}


class Trials:
    """Trials that were made, kept in a file from which a run that was stopped goes on.

    Parameters
    ----------
    path : Path or None
        One trial a line, as JSON; by default they are kept in memory.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._made: dict[tuple[str, int], Held] = {}
        if path is not None and path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                interval, number, held = json.loads(line)
                self._made[interval, number] = held

    def of(self, case: int, repetitions: int, workers: int) -> Iterator[Held]:
        """Give the trials of a case in order; those that aren't there are made."""
        name = CASES[case].interval
        due = [number for number in range(repetitions) if (name, number) not in self._made]
        if workers == 1:
            self._take(name, due, map(held_in, itertools.repeat(case), due))
        elif due:
            with ProcessPoolExecutor(workers) as pool:
                self._take(name, due, pool.map(held_in, itertools.repeat(case), due, chunksize=4))
        return (self._made[name, number] for number in range(repetitions))

    def _take(self, name: str, numbers: Sequence[int], found: Iterator[Held]) -> None:
        for number, held in zip(numbers, found, strict=True):
            self._made[name, number] = held
            if self._path is not None:
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([name, number, held]) + "\n")


def coverages(repetitions: int = REPETITIONS, trials: Trials | None = None, workers: int = 1) -> Iterator[Coverage]:
    """Try all intervals, each on sweeps of its own; of several axes or levels, all count."""
    trials = trials or Trials()
    for place, case in enumerate(CASES):
        made = list(trials.of(place, repetitions, workers))
        for key, (figure, conservative) in case.figures.items():
            hits = [held[key] for held in made if held[key]]
            share = float(np.mean([hit for of_sweep in hits for hit in of_sweep]))
            error = float(np.std([np.mean(of_sweep) for of_sweep in hits]) / np.sqrt(len(hits)))
            yield Coverage(
                case.interval, figure, case.games, repetitions, round(share, 4), round(error, 4), conservative
            )


def main(arguments: Sequence[str] | None = None) -> int:
    """Try all intervals and print how often they held; the exit code is 1 if one doesn't hold as often as it should."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sweep_coverage", description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=REPETITIONS, help="sweeps for each; default: %(default)s")
    parser.add_argument("--workers", type=int, default=1, help="processes that share the work; default: %(default)s")
    parser.add_argument("--keep", type=Path, help="a file for every trial, from which a run that was stopped goes on")
    parser.add_argument("--out", type=Path, help="a CSV file for the table")
    parser.add_argument("--handbook", action="store_true", help="put the table into docs/sweeps.md")
    options = parser.parse_args(arguments)
    start = time.perf_counter()
    rows = []
    for row in coverages(options.repetitions, Trials(options.keep), options.workers):
        rows.append(row)
        mark = "" if row.is_sound else "  NOT AS IT SHOULD BE"
        print(f"{row.interval:<42}{row.figure:<24}{row.coverage:.2%} +- {row.error:.2%}{mark}", flush=True)
    if options.handbook:
        put_into_handbook("sweep_coverage", as_markdown(rows), HANDBOOK)
    if options.out is not None:
        options.out.write_text(as_csv(rows), encoding="utf-8")
    print(f"{len(rows)} intervals, {time.perf_counter() - start:.0f} s", file=sys.stderr)
    return 0 if all(row.is_sound for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
