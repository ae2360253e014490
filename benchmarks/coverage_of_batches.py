"""Intervals of one batch's figures, tried on draws from games."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.coverage_games import (
    OTHER_RULES,
    Drawn,
    Scores,
    comebacks,
    counts_in_spaces,
    lead_and_margin,
    played,
)
from benchmarks.coverage_trials import PATH, RARE, TIES, TOGETHER, Case, Ends, ends, on_draws, one_by_one
from caravan.measures.compensation import fair_points
from caravan.measures.correlations import correlation, correlations
from caravan.measures.estimate import Flags, Floats
from caravan.measures.evidence import deviations, means, percentiles, proportions, ratio_gaps, ratios, seat_shares
from caravan.measures.intervals import CONFIDENCE, count_interval, normal_quantile
from caravan.measures.rates import rates
from caravan.measures.sample import Sample
from caravan.measures.sequences import FIRST_LOOK, asymptotic_half_width, bounded_sequence


def cases(population: int) -> Iterator[Case]:
    """List the cases."""
    yield from _shares(population)
    yield from _means(population)
    yield from _quantiles(population)
    yield from _looks(population)
    yield from _compensation(population)
    yield from _course(population)
    yield from _spaces(population)


def _shares(population: int) -> Iterator[Case]:
    four = played(4, population)
    level = (four.of_games("level") > 1)[None, :].astype(float)
    wins = (four.of_seats("win_share")[:1] == 1.0).astype(float)
    for figure, happened, sizes in (("seat 1 wins alone", wins, (50, 1_000)), ("top score level", level, (300, 2_000))):
        for games in sizes:

            def share(drawn: Floats, games: int = games) -> Ends:
                return ends(proportions(Drawn(games, games), drawn[0] > 0.5))

            trial = on_draws(happened, games, share, happened.mean())
            yield Case("Wilson", figure, games, RARE if happened.mean() * games < 20 else "", trial)
    for players in (2, 3, 4):
        sample = played(players, population)
        alone = np.flatnonzero(sample.winners.sum(axis=0) == 1)
        for interval, kept, figure in (
            ("Goodman, over all seats", alone, "win shares"),
            ("ABC bootstrap, over all seats", np.arange(sample.games), "win shares, shared wins"),
        ):
            holders = sample.winners[:, kept]
            truth = (holders / holders.sum(axis=0)).mean(axis=1)

            def all_seats(which: np.ndarray, holders: Flags = holders, truth: Floats = truth) -> bool:
                figures = seat_shares(Drawn(len(which), len(which)), holders[:, which], together=True)
                return bool(((figures.low <= truth) & (truth <= figures.high)).all())

            yield Case(interval, f"{figure}, {players} players", 500, TOGETHER, one_by_one(len(kept), 500, all_seats))
        if players == 4:
            rating = 400 * np.log10(truth * 3 / (1 - truth))

            def elo(which: np.ndarray, holders: Flags = holders, rating: Floats = rating) -> bool:
                shares = seat_shares(Drawn(len(which), len(which)), holders[:, which], together=True)
                figures = shares.through(lambda p: 400 * np.log10(p * 3 / (1 - p)))
                return bool(((figures.low <= rating) & (rating <= figures.high)).all())

            yield Case("Elo", "ratings, 4 players", 500, TOGETHER, one_by_one(holders.shape[1], 500, elo))


def _means(population: int) -> Iterator[Case]:
    sample = played(4, population)
    scores = sample.of_seats("score")
    margin, turns = sample.of_games("winning_margin"), sample.of_games("turns")
    steals = sample.of_seats("steals").sum(axis=0)
    for name, values, sizes in (
        ("score of seat 1", scores[0], (30, 1_000)),
        ("winning margin", margin, (30, 1_000)),
        ("turns", turns, (100,)),
        ("steals", steals, (100,)),
    ):
        for games in sizes:

            def mean(drawn: Floats, games: int = games) -> Ends:
                return ends(means(Drawn(games, games), drawn[0]))

            yield Case(
                "ABC bootstrap: mean", name, games, "", on_draws(values[None, :], games, mean, float(values.mean()))
            )
    for name, values in (("score of seat 1", scores[0]), ("winning margin", margin), ("turns", turns)):
        for games in (100, 1_000):

            def deviation(drawn: Floats, games: int = games) -> Ends:
                return ends(deviations(Drawn(games, games), drawn[0]))

            trial = on_draws(values[None, :], games, deviation, float(values.std()))
            yield Case("Bonett", f"standard deviation of {name}", games, "", trial)
    rare = sample.of_seats("rare") * 6.0
    gained = scores - sample.of_seats("penalty")
    won = sample.winners
    columns = np.stack([(part * who).sum(axis=0) for who in (won, ~won) for part in (rare, gained)])
    totals = columns.mean(axis=1)
    for games in (30, 500):

        def ratio(drawn: Floats, games: int = games) -> Ends:
            return ends(ratios(Drawn(games, games), drawn[0], drawn[1], ""))

        def gap(drawn: Floats, games: int = games) -> Ends:
            return ends(ratio_gaps(Drawn(games, games), (drawn[0], drawn[1]), (drawn[2], drawn[3]), ""))

        of_winners = totals[0] / totals[1]
        yield Case(
            "ABC bootstrap: ratio",
            "winners' points from rare goods",
            games,
            "",
            on_draws(columns, games, ratio, of_winners),
        )
        trial = on_draws(columns, games, gap, of_winners - totals[2] / totals[3])
        yield Case("ABC bootstrap: gap of ratios", "the same, winners less others", games, "", trial)


def _quantiles(population: int) -> Iterator[Case]:
    sample = played(4, population)
    for name, values in (("score of seat 1", sample.of_seats("score")[0]), ("turns", sample.of_games("turns"))):
        for probability in (0.05, 0.5, 0.95):
            truth = float(np.quantile(values, probability, method="inverted_cdf"))

            def quantile(drawn: Floats, probability: float = probability) -> Ends:
                return ends(percentiles(Drawn(500, 500), drawn[0], (probability,)))

            trial = on_draws(values[None, :], 500, quantile, truth)
            yield Case("order statistics", f"{probability:.0%} of {name}", 500, TIES, trial)
    continuous = np.random.default_rng(5).normal(44.0, 9.0, 10 * population)
    for probability in (0.05, 0.5):
        truth = float(np.quantile(continuous, probability, method="inverted_cdf"))

        def quantile(drawn: Floats, probability: float = probability) -> Ends:
            return ends(percentiles(Drawn(500, 500), drawn[0], (probability,)))

        trial = on_draws(continuous[None, :], 500, quantile, truth)
        yield Case("order statistics", f"{probability:.0%} of a normal distribution", 500, "", trial)


def _looks(population: int) -> Iterator[Case]:
    sample = played(4, population)
    planned = 2_000
    shares = sample.of_seats("win_share")[:1]

    def at_every_game(drawn: Floats) -> Ends:
        low, high = bounded_sequence(drawn[0])
        return low.max(axis=1), high.min(axis=1)

    yield Case(
        "confidence sequence",
        "win share of seat 1",
        planned,
        PATH,
        on_draws(shares, planned, at_every_game, float(shares.mean())),
    )
    other = played(4, population, OTHER_RULES)
    for name, values in (
        ("mean score of seat 1", sample.of_seats("score")[0]),
        ("mean winning margin", sample.of_games("winning_margin")),
        ("mean score, paired difference", (other.of_seats("score") - sample.of_seats("score")).mean(axis=0)),
    ):

        def from_the_first_look(drawn: Floats) -> Ends:
            games = np.arange(1, planned + 1.0)
            mean = np.cumsum(drawn[0], axis=1) / games
            spread = np.sqrt(np.maximum(np.cumsum(drawn[0] ** 2, axis=1) / games - mean**2, 0.0))
            half = asymptotic_half_width(games, spread, planned // 4)
            return (mean - half)[:, FIRST_LOOK - 1 :].max(axis=1), (mean + half)[:, FIRST_LOOK - 1 :].min(axis=1)

        trial = on_draws(values[None, :], planned, from_the_first_look, float(values.mean()))
        yield Case("asymptotic confidence sequence", name, planned, PATH, trial)
    rare, gained = sample.of_seats("rare") * 6.0, sample.of_seats("score") - sample.of_seats("penalty")
    columns = np.stack([rare.sum(axis=0), gained.sum(axis=0)])

    def ratio_at_looks(drawn: Floats) -> Ends:
        seen = [ratios(Drawn(games, planned), *drawn[:, :, :games], "") for games in range(100, planned, 100)]
        return np.max([one.low for one in seen], axis=0), np.min([one.high for one in seen], axis=0)

    trial = on_draws(columns, planned, ratio_at_looks, float(columns[0].sum() / columns[1].sum()))
    yield Case("asymptotic confidence sequence", "points from rare goods, at 19 looks", planned, PATH, trial)
    two = played(2, population)
    truth = float(fair_points(two).points[0])

    def points_at_looks(which: np.ndarray) -> bool:
        seen = [fair_points(Scores(two, which[:games], len(which))) for games in range(100, len(which), 100)]
        return all(one.low[0] <= truth <= one.high[0] for one in seen)

    name = "fair points of seat 1, at 9 looks"
    yield Case("asymptotic confidence sequence", name, 1_000, PATH, one_by_one(population, 1_000, points_at_looks), 16)


def _compensation(population: int) -> Iterator[Case]:
    for players, games, cost in ((2, 100, 4), (2, 1_000, 4), (3, 500, 8), (4, 500, 16)):
        sample = played(players, population)
        truth = fair_points(sample).points
        for seat in sorted({0, players - 1}):

            def holds(which: np.ndarray, sample: Sample = sample, truth: Floats = truth, seat: int = seat) -> bool:
                found = fair_points(Scores(sample, which))
                return bool(found.low[seat] <= truth[seat] <= found.high[seat])

            if players > 2 or seat == 0:
                name = f"fair points of seat {seat + 1}, {players} players"
                yield Case("inverted test", name, games, "", one_by_one(population, games, holds), cost)


def _course(population: int) -> Iterator[Case]:
    pairs = lead_and_margin(4, population)
    first, second = pairs - pairs.mean(axis=1, keepdims=True)
    whole = np.array([[first.mean(), second.mean(), (first**2).mean(), (second**2).mean(), (first * second).mean()]])
    truth = float(correlation(whole)[0])
    for games in (100, 1_000):

        def likeness(drawn: Floats, games: int = games) -> Ends:
            return ends(correlations(Drawn(games, games), drawn.transpose(1, 0, 2), ""))

        trial = on_draws(pairs, games, likeness, truth)
        yield Case("ABC bootstrap: correlation", "lead at a third, final margin", games, "", trial)
    for behind, games in ((1, 100), (7, 300), (16, 300)):
        columns = comebacks(4, population, behind)

        def chance(drawn: Floats, games: int = games) -> Ends:
            return ends(rates(Drawn(games, games), drawn[0], drawn[1], ""))

        rate = float(columns[0].sum() / columns[1].sum())
        rare = RARE if columns[0].mean() * games < 20 else ""
        trial = on_draws(columns, games, chance, rate)
        yield Case("ABC bootstrap: comeback", f"wins from {behind} or more behind", games, rare, trial)


def _spaces(population: int) -> Iterator[Case]:
    thefts, through = (counts_in_spaces(4, population, use) for use in ("thefts", "passes_through"))

    def count(drawn: Floats) -> Ends:
        reach = normal_quantile(CONFIDENCE) / np.sqrt(drawn.shape[2])
        return count_interval(drawn[0].mean(axis=1), drawn[0].std(axis=1), reach)

    for name, counts, games in (
        ("thefts in the space with the fewest", thefts[0], 500),
        ("thefts in the space with the most", thefts[-1], 100),
        ("goods through the space with the fewest", through[0], 200),
        ("goods through the space with the most", through[-1], 50),
    ):
        rare = RARE if counts.mean() * games < 20 else ""
        yield Case("score of counts", name, games, rare, on_draws(counts[None, :], games, count, float(counts.mean())))
    planned = 2_000

    def at_every_game(drawn: Floats) -> Ends:
        games = np.arange(1, planned + 1.0)
        mean, square = (np.cumsum(values, axis=1) / games for values in (drawn[0], drawn[0] ** 2))
        deviation = np.sqrt(np.maximum(square - mean**2, 0.0))
        low, high = count_interval(mean, deviation, asymptotic_half_width(games, np.ones_like(games), planned // 4))
        return low[:, FIRST_LOOK - 1 :].max(axis=1), high[:, FIRST_LOOK - 1 :].min(axis=1)

    for name, counts in (("the fewest", thefts[0]), ("the most", thefts[-1])):
        trial = on_draws(counts[None, :], planned, at_every_game, float(counts.mean()))
        yield Case("confidence sequence of counts", f"thefts in the space with {name}", planned, PATH, trial)
