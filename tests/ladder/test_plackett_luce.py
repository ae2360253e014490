"""Strengths are worked out right: against known answers, another library, and by simulation."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from made_rankings import line_ups_of, made_rankings, rankings_from

from caravan.ladder import plackett_luce
from caravan.ladder.plackett_luce import Rankings, fit, seat_contrasts, weak_order_codes, weak_orders


@pytest.mark.parametrize(("players", "number"), [(2, 3), (3, 13), (4, 75)])
def test_rankings_with_shared_places_are_counted_once_each(players: int, number: int) -> None:
    orders = np.array(weak_orders(players))
    assert len(orders) == number
    assert weak_order_codes(orders).tolist() == list(range(number))


def test_three_wins_in_four_from_either_seat_are_191_elo_points() -> None:
    three_in_four = [(1, 2)] * 300 + [(2, 1)] * 100
    rankings = rankings_from(2, {(0, 1): three_in_four, (1, 0): [(b, a) for a, b in three_in_four]})
    first, second, *_ = fit(rankings).parameters
    assert (first - second) * 400 / math.log(10) == pytest.approx(190.85, abs=0.5)


def test_what_comes_from_the_seat_isnt_put_down_to_the_bot() -> None:
    """Two equal bots, of whom whoever sits first wins three games in four."""
    first_wins = [(1, 2)] * 300 + [(2, 1)] * 100
    strengths = fit(rankings_from(2, {(0, 1): first_wins, (1, 0): first_wins})).parameters
    assert strengths[0] == pytest.approx(strengths[1], abs=1e-9)
    terms = seat_contrasts(2) @ strengths[2:]
    assert terms[0] - terms[1] == pytest.approx(math.log(3), abs=1e-6)


def test_a_shared_win_is_half_a_win_for_each() -> None:
    shared = rankings_from(2, {(0, 1): [(1, 1)] * 40 + [(1, 2)] * 20, (1, 0): [(1, 1)] * 40 + [(2, 1)] * 20})
    parted = rankings_from(2, {(0, 1): [(1, 2)] * 40 + [(2, 1)] * 20, (1, 0): [(2, 1)] * 40 + [(1, 2)] * 20})
    assert fit(shared).parameters == pytest.approx(fit(parted).parameters, abs=1e-9)


def test_a_place_that_three_share_counts_in_equal_parts_for_all_their_orders() -> None:
    shared = rankings_from(3, {(0, 1, 2): [(1, 1, 1)] * 60, (2, 0, 1): [(1, 2, 3)] * 60})
    orders = [ranks for ranks in itertools.permutations((1, 2, 3)) for _ in range(10)]
    parted = rankings_from(3, {(0, 1, 2): orders, (2, 0, 1): [(1, 2, 3)] * 60})
    assert fit(shared).parameters == pytest.approx(fit(parted).parameters, abs=1e-9)


def naive_log_likelihood(rankings: Rankings, parameters: np.ndarray) -> float:
    """The definition, order by order, without any of the shortcuts."""
    terms = seat_contrasts(rankings.players) @ parameters[rankings.bots :]
    total = 0.0
    for line_up, codes in zip(rankings.line_ups, rankings.codes, strict=True):
        worth = np.exp(parameters[line_up] + terms)
        for code in codes:
            ranks = weak_orders(rankings.players)[code]
            orders = [
                order
                for order in itertools.permutations(range(rankings.players))
                if all(ranks[a] <= ranks[b] for a, b in itertools.pairwise(order))
            ]
            for order in orders:
                chances = [worth[order[place]] / worth[list(order[place:])].sum() for place in range(len(order))]
                total += sum(math.log(chance) for chance in chances) / len(orders)
    met = parameters[: rankings.bots]
    return total - plackett_luce.GHOST_GAMES * float((np.logaddexp(0, met) + np.logaddexp(0, -met)).sum())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_other_strengths_have_a_greater_penalised_likelihood(players: int) -> None:
    rng = np.random.default_rng(players)
    rankings = made_rankings(np.array([0.6, 0.0, -0.6]), np.linspace(0.2, -0.2, players), 8, rng, rounded_to=0.8)
    best = fit(rankings).parameters
    at_best = naive_log_likelihood(rankings, best)
    for direction in np.eye(len(best)):
        slope = (
            naive_log_likelihood(rankings, best + 1e-4 * direction)
            - naive_log_likelihood(rankings, best - 1e-4 * direction)
        ) / 2e-4
        assert slope == pytest.approx(0.0, abs=1e-5)
        assert naive_log_likelihood(rankings, best + 0.1 * direction) < at_best


def test_with_two_players_it_is_statsmodels_logistic_regression_with_clusters(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same strengths and the same covariance by clusters, where the penalty is next to nothing."""
    import statsmodels.api as sm

    monkeypatch.setattr(plackett_luce, "GHOST_GAMES", 1e-7)
    bots, seeds = 4, 60
    rng = np.random.default_rng(3)
    rankings = made_rankings(np.array([0.5, 0.2, -0.1, -0.6]), np.array([0.1, -0.1]), seeds, rng, of_seed=0.5)
    rows, wins, clusters = [], [], []
    for line_up, codes in zip(rankings.line_ups, rankings.codes, strict=True):
        row = np.zeros(bots)  # the first bot is the yardstick; the last column is for the seat
        row[-1] = 1.0
        for bot, sign in zip(line_up, (1.0, -1.0), strict=True):
            if bot:
                row[bot - 1] += sign
        rows += [row] * seeds
        wins += [float(weak_orders(2)[code] == (1, 2)) for code in codes]
        clusters += list(range(seeds))
    other = sm.GLM(np.array(wins), np.array(rows), family=sm.families.Binomial()).fit(
        cov_type="cluster", cov_kwds={"groups": np.array(clusters), "use_correction": False}, tol=1e-12
    )
    ours = fit(rankings)
    change = np.zeros((bots, rankings.parameters))
    change[: bots - 1, 0] = -1.0
    change[: bots - 1, 1:bots] = np.eye(bots - 1)
    change[-1, bots:] = seat_contrasts(2)[0] - seat_contrasts(2)[1]
    assert change @ ours.parameters == pytest.approx(other.params, abs=1e-5)
    covariance = change @ ours.covariance @ change.T * (seeds - 1) / seeds
    assert covariance == pytest.approx(other.cov_params(), rel=1e-3, abs=1e-7)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_known_strengths_and_seat_terms_are_found_again(players: int) -> None:
    strengths, terms = np.array([1.0, 0.4, -0.2, -1.2]), np.linspace(0.3, -0.3, players)
    rankings = made_rankings(strengths, terms, 3000, np.random.default_rng(11))
    found = fit(rankings).parameters
    assert found[:4] - found[:4].mean() == pytest.approx(strengths, abs=0.06)
    assert seat_contrasts(players) @ found[4:] == pytest.approx(terms, abs=0.04)


def test_seat_terms_add_up_to_zero() -> None:
    for players in (2, 3, 4):
        assert seat_contrasts(players).sum(axis=0) == pytest.approx(0.0, abs=1e-12)


def test_seeds_that_repeat_each_other_make_nothing_surer_by_more_games() -> None:
    """Every game played twice over, on the same seeds: twice the games, the same seeds, the same covariance."""
    rng = np.random.default_rng(5)
    once = made_rankings(np.array([0.5, 0.0, -0.5]), np.zeros(3), 200, rng)
    twice = Rankings(once.bots, np.concatenate([once.line_ups] * 2), once.seeds + once.seeds, once.codes + once.codes)
    centre = np.eye(3, once.parameters)
    centre[:, :3] -= 1.0 / 3.0
    spread, other = (centre @ fit(rankings).covariance @ centre.T for rankings in (once, twice))
    assert other == pytest.approx(spread, rel=0.02)


def test_the_made_line_ups_are_those_of_a_ladder() -> None:
    assert len(line_ups_of(3, 2)) == 6
    assert len(line_ups_of(3, 4)) == 24
