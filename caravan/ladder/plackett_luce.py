"""Strengths from rankings: Plackett and Luce's model with a term for the seat; with two players, Bradley and Terry's.

At a table the first place goes to a player with a chance in proportion to exp(strength + seat term); the second place
likewise among those who are left, and so on. Places that are shared count in equal parts for every order that they
leave open, so that a shared win of two is half a win for each.

No library at hand has this model with a term for the seat, rankings of up to four and errors by clusters: choix rates
without covariates and without errors, and statsmodels has the case of two players, against which the tests hold this.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import optimize, special

from caravan.measures.estimate import Floats

GHOST_GAMES = 0.5
"""How many games each bot is taken to have won, and how many lost, against an imaginary player of strength 0."""


@functools.cache
def weak_orders(players: int) -> tuple[tuple[int, ...], ...]:
    """List all rankings of some players, ties counting once (1, 1, 3), by seat."""
    found = []
    for ranks in itertools.product(range(1, players + 1), repeat=players):
        if all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks):
            found.append(ranks)
    return tuple(found)


def weak_order_codes(ranks: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """Give each ranking its place in `weak_orders`.

    Parameters
    ----------
    ranks : ndarray of int, shape (games, players)

    Returns
    -------
    ndarray of int64, shape (games,)
    """
    base, table = _codes_by_number(ranks.shape[1])
    return np.asarray(table[ranks.astype(np.int64) @ base], dtype=np.int64)


@functools.cache
def _codes_by_number(players: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Give what ranks are multiplied with to make one number, and the code of each such number, -1 for none."""
    base = (players + 1) ** np.arange(players)
    table = np.full((players + 1) ** players, -1, dtype=np.int64)
    for code, order in enumerate(weak_orders(players)):
        table[int(np.dot(order, base))] = code
    return base, table


@dataclass(frozen=True)
class _Choice:
    """A set of players that may be left, from whom the next place is chosen.

    Attributes
    ----------
    left : tuple of int
        The seats from 0, at least two.
    chosen : ndarray of float64, shape (weak orders, left)
        How often, in each weak order, each of them is chosen from exactly this set: a ranking's part, where shared
        places leave several orders open.
    """

    left: tuple[int, ...]
    chosen: Floats


@functools.cache
def _choices(players: int) -> tuple[_Choice, ...]:
    found: dict[tuple[int, ...], Floats] = {}
    orders = weak_orders(players)
    for row, ranks in enumerate(orders):
        strict = [
            order
            for order in itertools.permutations(range(players))
            if all(ranks[one] <= ranks[other] for one, other in itertools.pairwise(order))
        ]
        for order, place in itertools.product(strict, range(players - 1)):
            left = tuple(sorted(order[place:]))
            table = found.setdefault(left, np.zeros((len(orders), len(left))))
            table[row, left.index(order[place])] += 1.0 / len(strict)
    return tuple(_Choice(left, chosen) for left, chosen in found.items())


@functools.cache
def seat_contrasts(players: int) -> Floats:
    """Give independent directions in which seat terms can differ and add up to 0; shape (players, players - 1)."""
    centred = np.eye(players) - 1.0 / players
    return np.asarray(np.linalg.qr(centred[:, :-1])[0], dtype=np.float64)


@dataclass(frozen=True)
class Rankings:
    """The outcomes that strengths are worked out from.

    Attributes
    ----------
    bots : int
        How many bots there are.
    line_ups : ndarray of int64, shape (line-ups, players)
        The bots by seat.
    seeds : tuple of ndarray of int64, each of shape (games,)
        The game seeds on which each line-up played, each once.
    codes : tuple of ndarray of int64, each of shape (games,)
        The ranking of each game, from `weak_order_codes`.
    """

    bots: int
    line_ups: npt.NDArray[np.int64]
    seeds: tuple[npt.NDArray[np.int64], ...]
    codes: tuple[npt.NDArray[np.int64], ...]

    @property
    def players(self) -> int:
        """How many sit at a table."""
        return int(self.line_ups.shape[1])

    @property
    def parameters(self) -> int:
        """How many numbers are worked out: a strength for each bot, and the seat terms' contrasts."""
        return self.bots + self.players - 1

    @functools.cached_property
    def counts(self) -> Floats:
        """How often each line-up ended in each weak order; shape (line-ups, weak orders)."""
        orders = len(weak_orders(self.players))
        return np.stack([np.bincount(codes, minlength=orders) for codes in self.codes]).astype(np.float64)

    def predictors(self, parameters: Floats) -> Floats:
        """Add up what the parameters say of each seat of each line-up; shape (line-ups, players)."""
        terms = seat_contrasts(self.players) @ parameters[self.bots :]
        return np.asarray(parameters[self.line_ups] + terms, dtype=np.float64)

    def slopes(self, of_seats: Floats) -> Floats:
        """Carry slopes in each seat's predictor, of shape (line-ups, players), over to the parameters."""
        of_bots = np.bincount(self.line_ups.ravel(), weights=of_seats.ravel(), minlength=self.bots)
        return np.concatenate([of_bots, of_seats.sum(axis=0) @ seat_contrasts(self.players)])

    def bends(self, of_seats: Floats) -> Floats:
        """Carry second derivatives, of shape (line-ups, players, players), over to the parameters."""
        bots, contrasts = self.bots, seat_contrasts(self.players)
        pairs = self.line_ups[:, :, None] * bots + self.line_ups[:, None, :]
        result = np.zeros((self.parameters, self.parameters))
        result[:bots, :bots] = np.bincount(pairs.ravel(), of_seats.ravel(), bots * bots).reshape(bots, bots)
        for column, crossed in enumerate(np.moveaxis(of_seats @ contrasts, 2, 0), start=bots):
            result[:bots, column] = np.bincount(self.line_ups.ravel(), crossed.ravel(), bots)
        result[bots:, :bots] = result[:bots, bots:].T
        result[bots:, bots:] = contrasts.T @ of_seats.sum(axis=0) @ contrasts
        return result

    @functools.cached_property
    def ahead(self) -> npt.NDArray[np.bool_]:
        """Which bot was at least once ahead of which, or level with it; shape (bots, bots)."""
        seen = np.zeros((self.bots, self.bots), dtype=bool)
        orders = np.array(weak_orders(self.players))
        for line_up, counts in zip(self.line_ups, self.counts, strict=True):
            ranks = orders[counts > 0]
            for one, other in itertools.permutations(range(self.players), 2):
                seen[line_up[one], line_up[other]] |= bool((ranks[:, one] <= ranks[:, other]).any())
        return seen


@dataclass(frozen=True)
class _Parts:
    """The log-likelihood and its derivatives in each seat's predictor."""

    value: float
    gradient: Floats
    hessian: Floats


def _likelihood(predictors: Floats, counts: Floats) -> _Parts:
    """Take the log-likelihood of weak orders, counts of shape (line-ups, weak orders), with its derivatives."""
    line_ups, players = predictors.shape
    value, gradient, hessian = 0.0, np.zeros((line_ups, players)), np.zeros((line_ups, players, players))
    for choice in _choices(players):
        left = list(choice.left)
        chosen = counts @ choice.chosen
        often = chosen.sum(axis=1)
        chances = special.softmax(predictors[:, left], axis=1)
        value += float((chosen * special.log_softmax(predictors[:, left], axis=1)).sum())
        gradient[:, left] += chosen - often[:, None] * chances
        spread = chances[:, :, None] * (np.eye(len(left)) - chances[:, None, :])
        hessian[np.ix_(range(line_ups), left, left)] -= often[:, None, None] * spread
    return _Parts(value, gradient, hessian)


@dataclass(frozen=True)
class Strengths:
    """Strengths and seat terms that fit rankings best.

    Attributes
    ----------
    parameters : ndarray of float64, shape (parameters,)
        The bots' strengths, then the seat terms' contrasts; natural logarithms of odds.
    information : ndarray of float64, shape (parameters, parameters)
        What the games and the ghost's games tell: the negative second derivatives of the log-likelihood.
    covariance : ndarray of float64, shape (parameters, parameters)
        From one set of seeds to another, with the seed as cluster; NaN with fewer than two seeds.
    """

    parameters: Floats
    information: Floats
    covariance: Floats


def fit(rankings: Rankings) -> Strengths:
    """Work out strengths by penalised maximum likelihood.

    The penalty is half a win and half a loss of each bot against an imaginary player of strength 0. It is nothing
    beside hundreds of games, and keeps the strength of a bot finite that won or lost them all.

    Parameters
    ----------
    rankings : Rankings
        At least one game.

    Returns
    -------
    Strengths
        With the sandwich covariance: the games on one seed may depend on each other in any way, and the model need
        not hold.

    References
    ----------
    R. L. Plackett, "The analysis of permutations", Applied Statistics 24 (1975), 193-202. R. A. Bradley and M. E.
    Terry, "Rank analysis of incomplete block designs", Biometrika 39 (1952), 324-345. H. Turner, J. van Etten, D.
    Firth and I. Kosmidis, "Modelling rankings in R: the PlackettLuce package", Computational Statistics 35 (2020),
    1027-1057, for the imaginary player. K.-Y. Liang and S. L. Zeger, "Longitudinal data analysis using generalized
    linear models", Biometrika 73 (1986), 13-22, for the covariance.
    """
    parameters, information, _ = _maximise(rankings, np.eye(rankings.parameters), np.zeros(rankings.parameters))
    bread = np.linalg.inv(information)
    scores = _scores_of_seeds(rankings, parameters)
    seeds = len(scores)
    meat = scores.T @ scores * (seeds / (seeds - 1) if seeds > 1 else np.nan)
    return Strengths(parameters, information, bread @ meat @ bread)


def profile(rankings: Rankings, bot: int, zero: Floats, weight: float) -> Callable[[float], float]:
    """Tell how far the greatest penalised log-likelihood falls if a bot must have a certain rating.

    Parameters
    ----------
    rankings : Rankings
    bot : int
    zero : ndarray of float64, shape (bots,)
        Weights that add up to 1; the weighted mean of the strengths is taken as zero.
    weight : float
        What a game counts.

    Returns
    -------
    callable
        Takes a strength less that zero and gives the fall, 0 or more.
    """
    size = rankings.parameters
    best, _, free = _maximise(rankings, np.eye(size), np.zeros(size), weight)
    # strength[bot] = rating + sum of zero * strength, solved for the strength of the bot
    transform, others = np.delete(np.eye(size), bot, axis=1), np.delete(np.arange(size), bot)
    transform[bot] = np.concatenate([zero, np.zeros(size - len(zero))])[others] / (1.0 - zero[bot])
    start = best[others]

    def fall(rating: float) -> float:
        offset = np.zeros(size)
        offset[bot] = rating / (1.0 - zero[bot])
        return max(free - _maximise(rankings, transform, offset, weight, start)[2], 0.0)

    return fall


def first_place_chances(rankings: Rankings, strengths: Strengths) -> Floats:
    """Give each seat's chance of the first place by the model; shape (line-ups, players)."""
    return np.asarray(special.softmax(rankings.predictors(strengths.parameters), axis=1), dtype=np.float64)


def _maximise(
    rankings: Rankings, transform: Floats, offset: Floats, weight: float = 1.0, start: Floats | None = None
) -> tuple[Floats, Floats, float]:
    """Find the parameters, as ``transform @ free + offset``, of the greatest penalised likelihood.

    Looks first about ``start``, one for each column of the transform; gives the parameters, the information about what
    is free, and the penalised log-likelihood.
    """
    counts = weight * rankings.counts
    games = float(counts.sum())
    ghost = np.eye(rankings.bots, rankings.parameters)

    def parts(free: Floats) -> tuple[float, Floats, Floats]:
        parameters = transform @ free + offset
        fitted = _likelihood(rankings.predictors(parameters), counts)
        met = ghost @ parameters
        value = fitted.value + GHOST_GAMES * float(special.log_expit(met).sum() + special.log_expit(-met).sum())
        gradient = rankings.slopes(fitted.gradient)
        gradient += ghost.T @ (GHOST_GAMES * (1.0 - 2.0 * special.expit(met)))
        hessian = rankings.bends(fitted.hessian)
        hessian -= ghost.T @ ((2.0 * GHOST_GAMES * special.expit(met) * special.expit(-met))[:, None] * ghost)
        return value, transform.T @ gradient, transform.T @ hessian @ transform

    latest: list[Any] = [None, None]

    def part(free: Floats, which: int) -> Any:
        if latest[0] is None or not np.array_equal(latest[0], free):
            latest[:] = free.copy(), parts(free)
        return -latest[1][which] / games

    best = optimize.minimize(
        lambda free: part(free, 0),
        np.zeros(transform.shape[1]) if start is None else start,
        jac=lambda free: part(free, 1),
        hess=lambda free: part(free, 2),
        method="trust-exact",
        options={"gtol": 1e-7, "maxiter": 500},
    )
    free = best.x
    for _ in range(3):  # from near the top, Newton's steps reach it to the last digits
        value, gradient, hessian = parts(free)
        free = free - np.linalg.solve(hessian, gradient)
    value, gradient, hessian = parts(free)
    if not np.abs(gradient).max(initial=0.0) <= 1e-6 * games:
        raise AssertionError("the likelihood of the rankings has no maximum where one was looked for")
    return transform @ free + offset, -hessian, value


def _scores_of_seeds(rankings: Rankings, parameters: Floats) -> Floats:
    """Add up, for each seed, the slopes of the log-likelihood of its games; shape (seeds, parameters)."""
    players, bots = rankings.players, rankings.bots
    predictors = rankings.predictors(parameters)
    slopes = np.zeros((len(predictors), len(weak_orders(players)), players))
    for choice in _choices(players):
        chances = special.softmax(predictors[:, list(choice.left)], axis=1)
        often = choice.chosen.sum(axis=1)
        slopes[:, :, list(choice.left)] += choice.chosen - often[:, None] * chances[:, None, :]
    seeds = np.unique(np.concatenate(rankings.seeds))
    scores = np.zeros((len(seeds), rankings.parameters))
    for line_up, played, codes, table in zip(rankings.line_ups, rankings.seeds, rankings.codes, slopes, strict=True):
        rows, of_game = np.searchsorted(seeds, played), table[codes]
        for seat, bot in enumerate(line_up):
            scores[rows, bot] += of_game[:, seat]
        scores[rows, bots:] += of_game @ seat_contrasts(players)
    return scores
