"""The bots' ratings and what the seats are worth, in Elo points."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import optimize, special
from scipy.sparse import csgraph

from caravan.ladder import plackett_luce
from caravan.ladder.over_seeds import FEW_SEEDS
from caravan.ladder.plackett_luce import Rankings, Strengths, seat_contrasts, weak_order_codes
from caravan.ladder.plan import one_against_the_rest
from caravan.ladder.results import Results
from caravan.measures.estimate import Floats
from caravan.measures.intervals import CONFIDENCE

ELO = 400.0 / math.log(10.0)
"""Elo points to a natural logarithm of odds: 400 points are odds of ten to one."""

_LEVEL = f"{CONFIDENCE:.0%}"
SANDWICH = f"sandwich {_LEVEL}, clustered by seed"
PROFILE = f"penalised profile likelihood {_LEVEL}"


@dataclass(frozen=True)
class Rating:
    """How strong a bot is among the others, in Elo points.

    Attributes
    ----------
    bot : int
        By its number.
    rating : float
        400 points above another: odds of ten to one to finish ahead of it.
    low, high : float
        The interval's ends. One is missing (NaN) where a bot stands apart from the others, never having been ahead
        or never behind; both where its rating is zero by definition.
    games, seeds : int
        What it rests on.
    interval, note : str
        How the interval was made, and what to bear in mind.
    """

    bot: int
    rating: float
    low: float
    high: float
    games: int
    seeds: int
    interval: str
    note: str


@dataclass(frozen=True)
class SeatTerm:
    """What a seat is worth, in Elo points; the terms of all seats add up to 0.

    Attributes
    ----------
    seat : int
        From 1.
    term, low, high : float
        The value with its interval.
    games, seeds : int
        What it rests on.
    """

    seat: int
    term: float
    low: float
    high: float
    games: int
    seeds: int


@dataclass(frozen=True)
class Ratings:
    """What a model of all games says.

    Attributes
    ----------
    model : str
        Its name.
    bots : tuple of Rating
        The strongest first.
    seats : tuple of SeatTerm
        In seat order.
    expected : dict of (int, int) to float
        The win share that the model expects of a bot against others of one kind.
    """

    model: str
    bots: tuple[Rating, ...]
    seats: tuple[SeatTerm, ...]
    expected: dict[tuple[int, int], float]


def rankings_of(results: Results) -> Rankings:
    """Gather the outcomes of all games but those of a bot against itself."""
    fixtures = results.of_kind("pairing", "mixed")
    return Rankings(
        len(results.names),
        np.array([one.fixture.line_up for one in fixtures], dtype=np.int64),
        tuple(one.fixture.first + np.arange(len(one.rank)) for one in fixtures),
        tuple(weak_order_codes(one.rank) for one in fixtures),
    )


def ratings_of(results: Results) -> Ratings:
    """Rate the bots of a ladder by all its games, those of a bot against itself excepted.

    Parameters
    ----------
    results : Results
        Of one number of players.

    Returns
    -------
    Ratings
    """
    return rate(rankings_of(results))


def rate(rankings: Rankings) -> Ratings:
    """Rate bots.

    Zero is the mean of the bots that belong together (each was, directly or by way of others, at least once ahead of
    each), weighted by how much the games tell of each. Their intervals are from the sandwich covariance. A bot that
    stands apart has a rating that only the penalty keeps finite: it gets the one end that the games bound.

    Parameters
    ----------
    rankings : Rankings

    Returns
    -------
    Ratings
    """
    strengths = plackett_luce.fit(rankings)
    bots, players = rankings.bots, rankings.players
    together = _together(rankings.ahead, strengths)
    zero = np.where(together, np.diag(strengths.information)[:bots], 0.0)
    zero /= zero.sum()
    centre = np.eye(bots, rankings.parameters)
    centre[:, :bots] -= zero
    seeds = len(_seeds(rankings, range(bots)))
    values, ends = _wald(centre, strengths, seeds)
    rows = [_rating(rankings, bot, float(values[bot]), ends[bot], together, zero) for bot in range(bots)]
    seat_rows = np.zeros((players, rankings.parameters))
    seat_rows[:, bots:] = seat_contrasts(players)
    terms, reach = _wald(seat_rows, strengths, seeds)
    games = sum(len(codes) for codes in rankings.codes)
    seats = [
        SeatTerm(seat + 1, ELO * term, ELO * (term - half), ELO * (term + half), games, seeds)
        for seat, (term, half) in enumerate(zip(terms.tolist(), reach.tolist(), strict=True))
    ]
    model = "Bradley-Terry with seats" if players == 2 else "Plackett-Luce with seats"
    ordered = sorted(rows, key=lambda row: (-row.rating, row.bot))
    return Ratings(model, tuple(ordered), tuple(seats), _expected(rankings, strengths))


def _wald(rows: Floats, strengths: Strengths, seeds: int) -> tuple[Floats, Floats]:
    """Give linear functions of the parameters, and how far their intervals reach."""
    spread = np.einsum("rp,pq,rq->r", rows, strengths.covariance, rows)
    quantile = float(special.stdtrit(seeds - 1, (1.0 + CONFIDENCE) / 2.0)) if seeds > 1 else math.nan
    return rows @ strengths.parameters, quantile * np.sqrt(np.maximum(spread, 0.0))


def _together(ahead: npt.NDArray[np.bool_], strengths: Strengths) -> npt.NDArray[np.bool_]:
    """Find the bots that belong together; of several groups the largest, of equally large ones the strongest."""
    _, group = csgraph.connected_components(ahead, connection="strong")
    worth = strengths.parameters[: len(group)]
    best = max(set(group.tolist()), key=lambda number: ((group == number).sum(), worth[group == number].max()))
    return np.asarray(group == best, dtype=np.bool_)


def _rating(
    rankings: Rankings, bot: int, value: float, half: float, together: npt.NDArray[np.bool_], zero: Floats
) -> Rating:
    games = sum(len(codes) for line_up, codes in zip(rankings.line_ups, rankings.codes, strict=True) if bot in line_up)
    seeds = len(_seeds(rankings, (bot,)))
    rough = f"rough: only {seeds} seeds" if seeds < FEW_SEEDS else ""
    if together[bot] and together.sum() == 1:
        return Rating(bot, 0.0, math.nan, math.nan, games, seeds, "", "zero by definition: no other bot is near it")
    if together[bot]:
        return Rating(bot, ELO * value, ELO * (value - half), ELO * (value + half), games, seeds, SANDWICH, rough)
    above = bool(rankings.ahead[bot][together].any())
    end = ELO * _bounded_end(rankings, bot, value, above, zero)
    low, high = (end, math.nan) if above else (math.nan, end)
    apart = "never behind" if above else "never ahead of"
    note = f"{apart} those about zero: no {'upper' if above else 'lower'} end, the value itself is the penalty's"
    return Rating(bot, ELO * value, low, high, games, seeds, PROFILE, "; ".join(filter(None, (note, rough))))


def _bounded_end(rankings: Rankings, bot: int, value: float, above: bool, zero: Floats) -> float:
    """Find the least favourable rating that a clean record still allows.

    That is where the penalised log-likelihood falls by half the 95% quantile of chi-square with one degree of freedom.
    A game counts as one over the players, as if those that a pairing plays on one seed all told the same.
    """
    fall = plackett_luce.profile(rankings, bot, zero, 1.0 / rankings.players)
    allowed = float(special.chdtri(1, 1.0 - CONFIDENCE)) / 2.0
    inside, step = value, -1.0 if above else 1.0
    while fall(inside + step) < allowed:
        inside += step
    return float(optimize.brentq(lambda rating: fall(rating) - allowed, inside, inside + step, xtol=1e-6))


def _seeds(rankings: Rankings, bots: range | tuple[int, ...]) -> npt.NDArray[np.int64]:
    """List the game seeds on which any of some bots played."""
    wanted = set(bots)
    played = [
        seeds
        for line_up, seeds in zip(rankings.line_ups, rankings.seeds, strict=True)
        if wanted & set(line_up.tolist())
    ]
    return np.unique(np.concatenate(played))


def _expected(rankings: Rankings, strengths: Strengths) -> dict[tuple[int, int], float]:
    chances = plackett_luce.first_place_chances(rankings, strengths)
    row = {tuple(line_up): index for index, line_up in enumerate(rankings.line_ups.tolist())}
    expected = {}
    for one in range(rankings.bots):
        for other in range(rankings.bots):
            line_ups = [one_against_the_rest(one, other, seat, rankings.players) for seat in range(rankings.players)]
            if one != other and all(line_up in row for line_up in line_ups):
                won = [chances[row[line_up], seat] for seat, line_up in enumerate(line_ups)]
                expected[one, other] = float(np.mean(won))
    return expected
