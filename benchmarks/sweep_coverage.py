"""How often a sweep's intervals hold the true figure: ``python -m benchmarks.sweep_coverage``.

Sweeps are made up whose true figures are known. Their games share luck as games on the same seeds do: some of it is the
same in all cells, some grows along an axis, the rest is a cell's own.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from threadpoolctl import threadpool_limits

from benchmarks.coverage import REPETITIONS, Coverage, as_markdown
from caravan.measures.estimate import Floats
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

FLOOR = "its lower end is 0 where noise may be all there is"
WIDER = "the wider of two intervals"


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


def exact(plan: SweepPlan) -> Readings:
    values = truth(places_of(plan))
    return Readings("steals", None, "thefts", 4, "planner", values, np.zeros(len(values)), None, 0)


def trial_of_effects(design: str, games: int) -> Callable[[int], Held]:
    plan = SweepPlan(AXES, design)
    true_effects = [one.contrast.value for one in effects(plan, exact(plan))]
    true_levels = [one.value for _, one in level_means(plan, 1, exact(plan))]

    def trial(number: int) -> Held:
        readings = sampled(plan, games, np.random.default_rng([1, number]))
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

    def trial(number: int) -> Held:
        plan = SweepPlan(AXES, {"kind": "latin_hypercube", "points": points, "seed": number})
        found = surface_findings(plan, sampled(plan, games, np.random.default_rng([3, number])))
        if found is None or found.refusal:
            return {"first_order": [], "total": [], "effect": []}
        return {
            "first_order": [one.first_low <= alone[one.axis] <= one.first_high for one in found.shares],
            "total": [one.total_low <= total[one.axis] <= one.total_high for one in found.shares],
            "effect": [abs(one.value - mean_effects[one.axis]) <= 1.96 * one.error for one in found.mean_effects],
        }

    return trial


CASES: tuple[tuple[str, int, Callable[[], Callable[[int], Held]], dict[str, tuple[str, str]]], ...] = (
    (
        "grid of 140 cells",
        60,
        lambda: trial_of_effects("grid", 60),
        {"effect": ("effect of an axis", ""), "level": ("mean at a level", "")},
    ),
    (
        "one at a time",
        60,
        lambda: trial_of_effects("one_at_a_time", 60),
        {"effect": ("effect of a change", ""), "level": ("a cell", "")},
    ),
    (
        "Morris, 10 walks",
        100,
        lambda: trial_of_walks(10, 100),
        {"mu": ("mu", ""), "mu_star": ("mu-star", FLOOR), "sigma": ("sigma", WIDER)},
    ),
    (
        "Morris, 30 walks",
        100,
        lambda: trial_of_walks(30, 100),
        {"mu": ("mu", ""), "mu_star": ("mu-star", FLOOR), "sigma": ("sigma", WIDER)},
    ),
    (
        "Sobol, surface over 60 cells",
        200,
        lambda: trial_of_surfaces(60, 200),
        {"first_order": ("first-order share", ""), "total": ("total share", ""), "effect": ("effect", "")},
    ),
)


def coverages(repetitions: int) -> Iterator[Coverage]:
    """Try all intervals, each on sweeps of its own; of several axes or levels, all count."""
    for name, games, make, figures in CASES:
        trial = make()
        held: dict[str, list[bool]] = {key: [] for key in figures}
        shares: dict[str, list[float]] = {key: [] for key in figures}
        for number in range(repetitions):
            for key, hits in trial(number).items():
                held[key] += [bool(hit) for hit in hits]
                shares[key] += [float(np.mean(hits))] if hits else []
        for key, (figure, conservative) in figures.items():
            share = float(np.mean(held[key]))
            error = float(np.std(shares[key]) / np.sqrt(len(shares[key])))
            yield Coverage(name, figure, games, repetitions, round(share, 4), round(error, 4), conservative)


def main(arguments: Sequence[str] | None = None) -> int:
    """Try all intervals and print how often they held; the exit code is 1 if one doesn't hold as often as it should."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sweep_coverage", description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=REPETITIONS, help="sweeps for each; default: %(default)s")
    options = parser.parse_args(arguments)
    start = time.perf_counter()
    with threadpool_limits(1):
        rows = []
        for row in coverages(options.repetitions):
            rows.append(row)
            print(f"{row.interval:<32}{row.figure:<24}{row.coverage:.2%} +- {row.error:.2%}", flush=True)
    print(as_markdown(rows))
    print(f"{len(rows)} intervals, {time.perf_counter() - start:.0f} s", file=sys.stderr)
    return 0 if all(row.is_sound for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
