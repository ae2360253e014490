"""Intervals of differences, and of figures still to come, tried on draws from games under two rule sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from benchmarks.coverage_games import OTHER_RULES, Drawn, played
from benchmarks.coverage_trials import RARE, TIES, TOGETHER, Case, Ends, on_draws, one_by_one
from caravan.balance.played_check import check_of
from caravan.measures import bootstrap, paired
from caravan.measures.estimate import Figures, Floats
from caravan.measures.evidence import deviations, means, percentiles, proportions
from caravan.report.independent import square_and_add


def cases(population: int) -> Iterator[Case]:
    """List the cases."""
    yield from _pairs(population)
    yield from _independent(population)
    yield from _forecasts(population)


def _pairs(population: int) -> Iterator[Case]:
    before, after = played(4, population), played(4, population, OTHER_RULES)
    games = 400
    scores = np.stack([one.of_seats("score").mean(axis=0) for one in (before, after)])
    turns = np.stack([one.of_games("turns") for one in (before, after)])
    shared = np.stack([one.of_seats("win_share")[0] for one in (before, after)])
    wins = (shared == 1.0).astype(float)
    level = np.stack([one.of_games("level") > 1 for one in (before, after)]).astype(float)
    ties = np.stack([one.of_games("winners") > 1 for one in (before, after)]).astype(float)

    def mean(drawn: Floats) -> Ends:
        return _gap(paired.of_means(drawn[0][:, None, :], drawn[1][:, None, :]))

    for name, columns in (("mean score", scores), ("mean turns", turns), ("win share of seat 1, shared wins", shared)):
        truth = float(columns[1].mean() - columns[0].mean())
        yield Case("paired: ABC bootstrap", name, games, "", on_draws(columns, games, mean, truth))

    def spread(drawn: Floats) -> Ends:
        old, new = (bootstrap.deviation_columns(one) for one in drawn)
        return _gap(paired.of_means(old, new, bootstrap.deviation(games), bootstrap.deviation(games)))

    truth = float(turns[1].std() - turns[0].std())
    yield Case("paired: ABC bootstrap", "standard deviation of turns", games, "", on_draws(turns, games, spread, truth))

    def share(drawn: Floats) -> Ends:
        return _gap(paired.of_shares(drawn[0] > 0.5, drawn[1] > 0.5))

    for name, columns in (("seat 1 wins alone", wins), ("top score level", level), ("shared wins", ties)):
        truth = float(columns[1].mean() - columns[0].mean())
        rare = RARE if columns.mean() * games < 20 else ""
        yield Case("paired: Newcombe", name, games, rare, on_draws(columns, games, share, truth))
    for probability in (0.05, 0.5):

        def quantile(drawn: Floats, probability: float = probability) -> Ends:
            return _gap(paired.of_quantiles(drawn[0], drawn[1], probability))

        points = [float(np.quantile(one, probability, method="inverted_cdf")) for one in turns]
        trial = on_draws(turns, games, quantile, points[1] - points[0])
        yield Case("paired: order statistics", f"{probability:.0%} of turns", games, TIES, trial)


def _gap(gaps: paired.Gaps) -> Ends:
    return gaps.low, gaps.high


def _independent(population: int) -> Iterator[Case]:
    """Draw the games of the one rule set apart from those of the other."""
    before, after = played(4, population), played(4, population, OTHER_RULES)
    games = 400
    drawn_apart = Drawn(games, games)

    def of_halves(figures: Callable[[Floats], Figures]) -> Callable[[Floats], Ends]:
        def gap(drawn: Floats) -> Ends:
            first, second = (figures(half) for half in (drawn[0][:, :games], drawn[1][:, games:]))
            found = [
                square_and_add(one, other)
                for one, other in zip(zip(*_three(first), strict=True), zip(*_three(second), strict=True), strict=True)
            ]
            low, high = np.array(found).T
            return low, high

        return gap

    turns = np.stack([one.of_games("turns") for one in (before, after)])
    wins = np.stack([one.of_seats("win_share")[0] == 1.0 for one in (before, after)]).astype(float)
    for name, columns, figures, true in (
        ("mean turns", turns, lambda drawn: means(drawn_apart, drawn), np.mean),
        ("standard deviation of turns", turns, lambda drawn: deviations(drawn_apart, drawn), np.std),
        ("seat 1 wins alone", wins, lambda drawn: proportions(drawn_apart, drawn > 0.5), np.mean),
        ("50% of turns", turns, lambda drawn: percentiles(drawn_apart, drawn, (0.5,)), _median),
    ):
        truth = float(true(columns[1]) - true(columns[0]))
        trial = on_draws(columns, 2 * games, of_halves(figures), truth)
        yield Case("square-and-add, independent games", name, games, TIES if "%" in name else "", trial)


def _three(figures: Figures) -> tuple[Floats, Floats, Floats]:
    return figures.low, figures.value, figures.high


def _median(values: Floats) -> float:
    return float(np.quantile(values, 0.5, method="inverted_cdf"))


def _forecasts(population: int) -> Iterator[Case]:
    """Foretell from some games, and play others."""
    for players, foretold, played_then in ((2, 500, 500), (4, 250, 1_000)):
        shares = played(players, population).of_seats("win_share")

        def holds(which: np.ndarray, shares: Floats = shares, foretold: int = foretold) -> bool:
            checks = check_of("planner", shares[:, which[:foretold]], shares[:, which[foretold:]])
            return all(check.holds for check in checks)

        name = f"win shares in {played_then:,} games to come, {players} players"
        trial = one_by_one(population, foretold + played_then, holds)
        yield Case("prediction", name, foretold, TOGETHER, trial)
