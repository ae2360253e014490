"""Every kind of interval, tried on draws from games whose true figures are known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from benchmarks.coverage_games import (
    Drawn,
    Scores,
    comebacks,
    lead_and_margin,
    margins_by_bag,
    played,
    rankings_by_seed,
    shares_from_every_seat,
)
from caravan.ladder.over_seeds import shares_over_seeds
from caravan.ladder.plackett_luce import Rankings
from caravan.ladder.ratings import rate
from caravan.luck import shares_between_groups
from caravan.measures import bootstrap, paired
from caravan.measures.compensation import fair_points
from caravan.measures.correlations import correlation, correlations
from caravan.measures.estimate import Figures, Flags, Floats
from caravan.measures.evidence import deviations, means, percentiles, proportions, ratio_gaps, ratios, seat_shares
from caravan.measures.rates import rates
from caravan.measures.sample import Sample
from caravan.measures.sequences import FIRST_LOOK, asymptotic_half_width, bounded_sequence

CELLS_AT_ONCE = 400_000
OTHER_RULES = (("camels", 6),)
RARE = "rare event: a count of few steps"
TOGETHER = "all seats at once"
TIES = "whole numbers: several games share a value"
PATH = "at every look"
"""Why an interval may hold more often than 95%."""

Ends = tuple[Floats, Floats]
Trial = Callable[[np.random.Generator, int], Flags]


@dataclass(frozen=True)
class Case:
    """An interval, and what it is tried on.

    Attributes
    ----------
    interval, figure, games : str
        What the table says: the interval, the figure it is of, the games or seeds in a batch.
    conservative : str
        Why it may hold more often than 95%; empty where it should not.
    trial : callable
        Takes a generator and a number of batches, and says in which of them the interval held the true figure.
    cost : int
        How much dearer than usual a batch is.
    """

    interval: str
    figure: str
    games: int
    conservative: str
    trial: Trial
    cost: int = 1


def on_draws(columns: Floats, games: int, estimate: Callable[[Floats], Ends], truth: float | Floats) -> Trial:
    """Try an interval on columns of shape (columns, all games), many batches at a time.

    `estimate` takes shape (columns, batches, games) and gives ends of shape (batches,).
    """

    def trial(rng: np.random.Generator, repetitions: int) -> Flags:
        size = max(1, CELLS_AT_ONCE // games)
        held = []
        for start in range(0, repetitions, size):
            drawn = rng.integers(columns.shape[1], size=(min(size, repetitions - start), games))
            low, high = estimate(columns[:, drawn])
            held.append((low <= truth) & (truth <= high))
        return np.concatenate(held)

    return trial


def one_by_one(population: int, games: int, holds: Callable[[np.ndarray], bool]) -> Trial:
    """Try an interval on one batch after the other, given by the numbers of its games."""

    def trial(rng: np.random.Generator, repetitions: int) -> Flags:
        return np.array([holds(rng.integers(population, size=games)) for _ in range(repetitions)])

    return trial


def ends(figures: Figures) -> Ends:
    return figures.low, figures.high


def cases(population: int) -> Iterator[Case]:
    """List the cases.

    Parameters
    ----------
    population : int
        How many games are taken for all games there are, for each number of players.
    """
    yield from _shares(population)
    yield from _means(population)
    yield from _quantiles(population)
    yield from _looks(population)
    yield from _pairs(population)
    yield from _compensation(population)
    yield from _course(population)
    yield from _groups(population)
    yield from _ratings(population)


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


def _pairs(population: int) -> Iterator[Case]:
    before, after = played(4, population), played(4, population, OTHER_RULES)
    games = 400
    scores = np.stack([one.of_seats("score").mean(axis=0) for one in (before, after)])
    turns = np.stack([one.of_games("turns") for one in (before, after)])
    wins = np.stack([one.of_seats("win_share")[0] == 1.0 for one in (before, after)]).astype(float)
    level = np.stack([one.of_games("level") > 1 for one in (before, after)]).astype(float)

    def mean(drawn: Floats) -> Ends:
        return _gap(paired.of_means(drawn[0][:, None, :], drawn[1][:, None, :]))

    for name, columns in (("mean score", scores), ("mean turns", turns)):
        truth = float(columns[1].mean() - columns[0].mean())
        yield Case("paired: ABC bootstrap", name, games, "", on_draws(columns, games, mean, truth))

    def spread(drawn: Floats) -> Ends:
        old, new = (bootstrap.deviation_columns(one) for one in drawn)
        return _gap(paired.of_means(old, new, bootstrap.deviation(games), bootstrap.deviation(games)))

    truth = float(turns[1].std() - turns[0].std())
    yield Case("paired: ABC bootstrap", "standard deviation of turns", games, "", on_draws(turns, games, spread, truth))

    def share(drawn: Floats) -> Ends:
        return _gap(paired.of_shares(drawn[0] > 0.5, drawn[1] > 0.5))

    for name, columns in (("seat 1 wins alone", wins), ("top score level", level)):
        truth = float(columns[1].mean() - columns[0].mean())
        yield Case("paired: Newcombe", name, games, "", on_draws(columns, games, share, truth))
    for probability in (0.05, 0.5):

        def quantile(drawn: Floats, probability: float = probability) -> Ends:
            return _gap(paired.of_quantiles(drawn[0], drawn[1], probability))

        points = [float(np.quantile(one, probability, method="inverted_cdf")) for one in turns]
        trial = on_draws(turns, games, quantile, points[1] - points[0])
        yield Case("paired: order statistics", f"{probability:.0%} of turns", games, TIES, trial)


def _gap(gaps: paired.Gaps) -> Ends:
    return gaps.low, gaps.high


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
        shares = shares_from_every_seat(players, population // players)
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
