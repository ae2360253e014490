"""Intervals of bags and of ladders, tried on draws of seeds."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.coverage_games import margins_by_bag, rankings_by_seed, shares_from_every_seat
from benchmarks.coverage_trials import CLEAN, Case, Ends, ends, on_draws, one_by_one
from caravan.ladder.over_seeds import shares_over_seeds
from caravan.ladder.plackett_luce import Rankings
from caravan.ladder.ratings import PROFILE, Rating, rate
from caravan.luck import shares_between_groups
from caravan.measures.estimate import Flags, Floats


def cases(population: int) -> Iterator[Case]:
    """List the cases."""
    yield from _groups(population)
    yield from _ratings(population)
    yield from _records(population)


def _groups(population: int) -> Iterator[Case]:
    for players in (2, 4):
        margins = margins_by_bag(players, population // 20, 20)
        between = margins.mean(axis=1).var(axis=0).sum()
        truth = float(between / (between + margins.var(axis=1).sum(axis=1).mean()))

        def bags(rng: np.random.Generator, repetitions: int, margins: Floats = margins, truth: float = truth) -> Flags:
            held = []
            for _ in range(repetitions):
                bag, game = rng.integers(len(margins), size=(200, 1)), rng.integers(20, size=(200, 10))
                figures = shares_between_groups(margins[bag, game])
                held.append(figures.low[0] <= truth <= figures.high[0])
            return np.array(held)

        yield Case("ABC bootstrap: luck of the bag", f"margins, {players} players, 200 bags of 10", 200, "", bags, 2)
    for players in (2, 4):
        shares = shares_from_every_seat(players, population // players, "miser")
        trial = on_draws(shares[None, :], 100, lambda drawn: ends(shares_over_seeds(drawn[0])), float(shares.mean()))
        yield Case("ABC bootstrap over seeds", f"a planner among misers, {players} players", 100, "", trial)


def _ratings(population: int) -> Iterator[Case]:
    line_ups, codes = rankings_by_seed(("planner", "miser", "weak"), population // 4)

    def rated(which: np.ndarray) -> tuple[Floats, Floats]:
        seeds = (np.arange(len(which)),) * len(line_ups)
        found = rate(Rankings(3, line_ups, seeds, tuple(codes[:, which])))
        planner = next(one for one in found.bots if one.bot == 0)
        middle = np.mean([one.rating for one in found.bots])  # zero is a convention that hangs on the games
        seat = found.seats[0]
        return np.array([planner.low - middle, seat.low]), np.array([planner.high - middle, seat.high])

    everything = np.mean(rated(np.arange(codes.shape[1])), axis=0)
    for place, figure in enumerate(("rating of the planner, 3 bots", "what seat 1 is worth")):

        def holds(which: np.ndarray, place: int = place) -> bool:
            low, high = rated(which)
            return bool(low[place] <= everything[place] <= high[place])

        yield Case("sandwich, clustered by seed", figure, 60, "", one_by_one(codes.shape[1], 60, holds), 8)


def _records(population: int) -> Iterator[Case]:
    """Show a bot that won every game so far, of which it is known that it loses some."""
    shares = shares_from_every_seat(2, population // 2, "weak")

    def at_its_widest(drawn: Floats) -> Ends:
        low, high = ends(shares_over_seeds(drawn[0]))
        clean = (drawn[0] == drawn[0][:, :1]).all(axis=1)
        return np.where(clean, low, -np.inf), np.where(clean, high, np.inf)

    trial = on_draws(shares[None, :], 10, at_its_widest, float(shares.mean()))
    yield Case("Wilson of seeds", "a planner that won every game, 2 players", 10, CLEAN, trial)
    # The same bot twice: their ratings are level, so that the planner's is above both, whichever weighs more.
    line_ups, codes = rankings_by_seed(("planner", "weak", "weak"), population // 4)
    everything = _rated(line_ups, codes, np.arange(codes.shape[1]))
    above = {one.bot: one.rating for one in everything}
    truth = above[0] - (above[1] + above[2]) / 2.0

    def holds(which: np.ndarray) -> bool:
        planner = next(one for one in _rated(line_ups, codes, which) if one.bot == 0)
        return planner.interval != PROFILE or planner.low <= truth

    trial = one_by_one(codes.shape[1], 18, holds)
    yield Case("penalised profile likelihood", "a planner that was never behind, 3 bots", 18, CLEAN, trial, 8)


def _rated(line_ups: np.ndarray, codes: np.ndarray, which: np.ndarray) -> tuple[Rating, ...]:
    seeds = (np.arange(len(which)),) * len(line_ups)
    return rate(Rankings(3, line_ups, seeds, tuple(codes[:, which]))).bots
