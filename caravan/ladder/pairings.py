"""Who beats whom: win shares, score margins and edges of every pairing."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from caravan.ladder.over_seeds import means_over_seeds, ratios_over_seeds, share_gaps_over_seeds, shares_over_seeds
from caravan.ladder.results import Results, endings, mean_of_seats
from caravan.measures.estimate import Figures, Floats


@dataclass(frozen=True)
class Figure:
    """A value with its interval.

    Attributes
    ----------
    value, low, high : float
        NaN where missing.
    """

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Pairing:
    """How one bot does against others of one kind.

    Attributes
    ----------
    bot, other : int
        The bots by their numbers.
    games, seeds : int
        How many games, and on how many game seeds; each seed is played once from each seat.
    win_share : Figure
        The bot's part of the wins, from 0 to 1; one over the players is a fair share.
    margin : Figure
        Its score less the mean of the others', in points.
    edge : Figure
        Its win share as the one against the others' kind, less the other's as the one against its kind, from -1 to 1;
        above 0 for the better of the two. With two players, twice the win share less one.
    deadlocks, turn_limits : int
        Games that ended so; they count like all others.
    interval : str
        How the win share's interval was made.
    note : str
        What to bear in mind about it.
    """

    bot: int
    other: int
    games: int
    seeds: int
    win_share: Figure
    margin: Figure
    edge: Figure
    deadlocks: int
    turn_limits: int
    interval: str
    note: str


def pairings_of(results: Results) -> tuple[Pairing, ...]:
    """Work out all pairings, in the order of the bots.

    Parameters
    ----------
    results : Results
        Of one number of players.

    Returns
    -------
    tuple of Pairing
        Two for each pair of bots: either as the one, the other as the others.
    """
    pairs = list(itertools.permutations(range(len(results.names)), 2))
    seated = {pair: results.against(*pair) for pair in pairs}
    shares = {pair: mean_of_seats(seats, "win_share") for pair, seats in seated.items()}
    win = shares_over_seeds(_stacked([shares[pair] for pair in pairs]))
    margin = means_over_seeds(_stacked([mean_of_seats(seated[pair], "margin") for pair in pairs]))
    edge = share_gaps_over_seeds(_stacked([shares[one, other] - shares[other, one] for one, other in pairs]))
    rows = []
    for index, (one, other) in enumerate(pairs):
        fixtures = [played for _, played in seated[one, other]]
        rows.append(
            Pairing(
                one,
                other,
                sum(len(played.score) for played in fixtures),
                len(shares[one, other]),
                _figure(win, index),
                _figure(margin, index),
                _figure(edge, index),
                *endings(fixtures),
                win.method[index],
                win.note[index],
            )
        )
    return tuple(rows)


@dataclass(frozen=True)
class MixedRecord:
    """How one bot does at tables where all bots differ.

    Attributes
    ----------
    bot : int
        By its number.
    games, seeds : int
        How many games it played, and on how many game seeds.
    win_share, mean_rank, margin : Figure
        Its part of the wins, its mean place, its score less the mean of the others'.
    deadlocks, turn_limits : int
        Games that ended so; they count like all others.
    interval, note : str
        How the win share's interval was made, and what to bear in mind about it.
    """

    bot: int
    games: int
    seeds: int
    win_share: Figure
    mean_rank: Figure
    margin: Figure
    deadlocks: int
    turn_limits: int
    interval: str
    note: str


def mixed_records_of(results: Results) -> tuple[MixedRecord, ...]:
    """Work out how the bots do at mixed tables.

    Parameters
    ----------
    results : Results
        Of one number of players.

    Returns
    -------
    tuple of MixedRecord
        One for each bot; empty where there were no mixed tables.
    """
    if not results.of_kind("mixed"):
        return ()
    return tuple(_mixed_record(results, bot) for bot in range(len(results.names)))


def _mixed_record(results: Results, bot: int) -> MixedRecord:
    seated = results.mixed_of(bot)
    seeds = np.concatenate([played.fixture.first + np.arange(len(played.score)) for _, played in seated])
    numbers, places = np.unique(seeds, return_inverse=True)
    games = np.bincount(places, minlength=len(numbers)).astype(np.float64)[None, :]

    def summed(column: str) -> Floats:
        values = np.concatenate([getattr(played, column)[:, seat] for seat, played in seated])
        return np.bincount(places, weights=values, minlength=len(numbers))[None, :]

    # On each seed the bot plays equally often, so the mean over games is the mean over seeds.
    shares = shares_over_seeds(summed("win_share") / games)
    rank = ratios_over_seeds(summed("rank"), games, least=1.0)
    margin = ratios_over_seeds(summed("margin"), games)
    return MixedRecord(
        bot,
        len(seeds),
        len(numbers),
        _figure(shares, 0),
        _figure(rank, 0),
        _figure(margin, 0),
        *endings(played for _, played in seated),
        shares.method[0],
        shares.note[0],
    )


def _figure(figures: Figures, index: int) -> Figure:
    return Figure(float(figures.value[index]), float(figures.low[index]), float(figures.high[index]))


def _stacked(rows: list[Floats]) -> Floats:
    return np.stack(rows)
