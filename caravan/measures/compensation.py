"""How many points each seat would need so that all win equally often: static, on the scores that were played."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from caravan.measures.bootstrap import mean
from caravan.measures.estimate import Estimate, Figures, Floats
from caravan.measures.evidence import FEW_GAMES
from caravan.measures.intervals import CONFIDENCE, normal_quantile
from caravan.measures.registry import register
from caravan.measures.sample import Sample
from caravan.measures.sequences import FIRST_LOOK, asymptotic_half_width
from caravan.measures.underlying import OfMeans

Whole = npt.NDArray[np.int64]

NAME, UNIT = "fair_compensation", "points"
_BITS = 10
_POINT = 1 << _BITS
"""A point weighs as much as this many goods in a standing, which no game has, so that goods only break ties."""

_STEPS, _SWEEPS = 20, 20
_TOO_FAR = 100.0
_CLOSE = 1e-4
_SAME_SHARE = 1e-9


@dataclass(frozen=True)
class FairPoints:
    """The points that make all seats win equally often.

    Attributes
    ----------
    points, low, high : ndarray of float64, shape (players,)
        What each seat would need, less the mean over the seats, with the interval's ends; above 0 for a seat that wins
        too little. Part of a point stands for a point in that part of the games. NaN where missing.
    whole : tuple of int
        The fairest whole numbers, of which the lowest is 0: as a designer would give them out at the start.
    shares : ndarray of float64, shape (players,)
        Each seat's share of the wins with the whole numbers added to its scores.
    influence : ndarray of float64, shape (players, games)
        By how much each game pulls a seat's points away from the value, as far as that is linear: the mean over the
        games is 0, and their variance over the number of games is about that of the points.
    games : int
        How many games they rest on.
    method : tuple of str
        How each interval was made; empty where there is none.
    note : tuple of str
        What to bear in mind about each seat's points.
    """

    points: Floats
    low: Floats
    high: Floats
    whole: tuple[int, ...]
    shares: Floats
    influence: Floats
    games: int
    method: tuple[str, ...]
    note: tuple[str, ...]


def fair_points(sample: Sample, *, confidence: float = CONFIDENCE) -> FairPoints:
    """Find the points that make all seats win equally often when they are added to the scores that were played.

    Scores are whole numbers, so whole points would hardly ever make the shares equal to the last digit. Part of a point
    is therefore read as a point in that part of the games: 2.3 points are 3 points in three games out of ten, and 2 in
    the others, drawn for each seat by itself. Only differences between seats count; seat 1 is held fast while the
    others' points are sought, seat after seat, round and round, until nothing changes.

    Parameters
    ----------
    sample : Sample
        The games. Points that the rules give out at the start are in the scores already; those found come on top.
    confidence : float, default 0.95
        The probability that an interval holds the points that would be found in endless games.

    Returns
    -------
    FairPoints
        With intervals that take games as units. An end is where the seat would win so much more, or less, than its fair
        share as chance alone makes it do: for the seat's points, the shares are moved in the likeliest way by z
        standard errors, and the points are sought that give those shares. With two players these are the order
        statistics that bound the median difference of the scores. While games come in, z is that of the asymptotic
        confidence sequence.

    References
    ----------
    The ends are those of an interval by inverting a test, in the least favourable direction of B. Efron, "Better
    bootstrap confidence intervals", Journal of the American Statistical Association 82 (1987), 171-185, section 7.
    """
    players, games = sample.players, sample.games
    missing = np.full(players, np.nan)
    if not games:
        zero, none = (0,) * players, np.zeros((players, 0))
        return FairPoints(missing, missing, missing, zero, missing, none, 0, ("",) * players, ("no games",) * players)
    wins = _Wins(_standings(sample))
    level = np.zeros(players)
    points = _solve(wins, level, np.full(players, 1.0 / players), np.linalg.pinv(_slopes(wins, level)))
    pull = _pull(wins, points)
    low, high, reason = missing, missing, ""
    if games < 2:
        reason = "one game shows no variation"
    elif pull.influence.std(axis=1).max() < _CLOSE:
        reason = "the same in every game, so there is no variation to judge by"
    elif sample.growing and games < FIRST_LOOK:
        reason = f"interval from {FIRST_LOOK} games on"
    else:
        low, high = _ends(wins, points, pull, _reach(sample, confidence))
    kind = "asymptotic confidence sequence" if sample.growing else "inverted test"
    method, note = [], []
    for bottom, top in zip(low, high, strict=True):
        bounded = not (math.isnan(bottom) and math.isnan(top))
        short = f"{games} games are too few for both ends" if math.isnan(bottom + top) else ""
        rough = f"rough: only {games} games" if bounded and games < FEW_GAMES else ""
        method.append(f"{kind} {confidence:.0%}" if bounded else "")
        note.append("; ".join(filter(None, (reason or short, rough))))
    whole = _whole_points(wins, points)
    shares = wins.with_whole_points(whole)
    less_mean = points - points.mean()
    return FairPoints(less_mean, low, high, whole, shares, pull.influence, games, tuple(method), tuple(note))


def shares_with_points(sample: Sample, points: Sequence[int]) -> Floats:
    """Give each seat's share of the wins if it had a few points more, or less; the tie-break stays as it is.

    Parameters
    ----------
    sample : Sample
        The games.
    points : sequence of int, length `players`
        Added to the seats' scores.

    Returns
    -------
    ndarray of float64, shape (players, games)
        Each seat's part of the win of each game; the mean over the games is its win share.
    """
    return _win_shares(_standings(sample), np.asarray(points, dtype=np.int64))


@register(
    NAME,
    UNIT,
    "How many points each seat would need so that all win equally often; whole: the fairest whole numbers.",
    needs=("games", "seats"),
    source="inverted test; Efron 1987",
    about_seats=True,
)
def fair_compensation(sample: Sample) -> tuple[Estimate, ...]:
    """Give the points by seat, less their mean; then whole points, the lowest 0, and the win shares they lead to."""
    found = fair_points(sample)
    evidence = tuple(OfMeans(column[None, :], mean) for column in found.points[:, None] + found.influence)
    figures = Figures(found.points, found.low, found.high, found.method, found.note, evidence if sample.games else ())
    missing = np.full(sample.players, np.nan)
    whole = np.array(found.whole, dtype=np.float64) if sample.games else missing
    said = "" if sample.games else "no games"
    rounded = Figures.of(whole, missing, missing, "", said or "from the same games; play them to be sure")
    shares = Figures.of(found.shares, missing, missing, "", said or "of the games that the points were found from")
    return (
        *figures.estimates(NAME, UNIT, sample.games, seats=sample.seats),
        *rounded.estimates(NAME, UNIT, sample.games, seats=sample.seats, parts=("whole",) * sample.players),
        *shares.estimates(NAME, "share", sample.games, seats=sample.seats, parts=("whole.win_share",) * sample.players),
    )


def _standings(sample: Sample) -> Whole:
    """Put each seat's score and, where they break ties, its goods into one number, of shape (players, games)."""
    standing = sample.of_seats("score").astype(np.int64) * _POINT
    if sample.rules.tie_break == "most_goods":
        standing += (sample.of_seats("rare") + sample.of_seats("common")).astype(np.int64)
    return standing


def _win_shares(standing: Whole, points: Whole) -> Floats:
    """Give each seat's part of each win with whole points added, of shape (players, games)."""
    raised = standing + _POINT * points[:, None]
    winners = raised == raised.max(axis=0)
    return np.asarray(winners / winners.sum(axis=0), dtype=np.float64)


def _roundings(points: Floats) -> Iterator[tuple[float, tuple[int, ...]]]:
    """List the whole points that points in parts stand for, with the part of the games in which they do."""
    sides = []
    for number in points.tolist():
        below = math.floor(number)
        part = number - below
        sides.append(((1.0 - part, below), (part, below + 1)) if part > 0.0 else ((1.0, below),))
    for chosen in itertools.product(*sides):
        yield math.prod(chance for chance, _ in chosen), tuple(whole for _, whole in chosen)


class _Wins:
    """The win shares with points added; each set of whole points is counted once.

    Parameters
    ----------
    standing : ndarray of int64, shape (players, games)
        From `_standings`.
    """

    def __init__(self, standing: Whole) -> None:
        self.standing = standing
        self._counted: dict[tuple[int, ...], Floats] = {}

    def with_whole_points(self, points: tuple[int, ...]) -> Floats:
        """Give each seat's share of the wins."""
        key = tuple(number - points[0] for number in points)
        if key not in self._counted:
            self._counted[key] = _win_shares(self.standing, np.array(key)).mean(axis=1)
        return self._counted[key]

    def with_points(self, points: Floats) -> Floats:
        """Give each seat's share of the wins, over all roundings of the points."""
        shares = np.zeros(len(points))
        for chance, whole in _roundings(points):
            shares += chance * self.with_whole_points(whole)
        return shares

    def of_games(self, points: Floats) -> Floats:
        """Give each seat's part of each win, over all roundings of the points."""
        parts = np.zeros(self.standing.shape)
        for chance, whole in _roundings(points):
            parts += chance * _win_shares(self.standing, np.array(whole))
        return parts


def _solve(wins: _Wins, start: Floats, wanted: Floats, inverse: Floats) -> Floats:
    """Find the points with which the seats' win shares are those wanted, with seat 1 held at 0.

    Seat after seat gets the points that give it its share, until nothing changes; a few steps along the slopes come
    first, because they are fast.
    """
    points: Floats = start - start[0]
    if len(points) > 2:
        points = _approach(wins, points, wanted, inverse)
    for _sweep in range(_SWEEPS):
        furthest = 0.0
        for seat in range(1, len(points)):
            better = _points_of_seat(wins, points, seat, float(wanted[seat]))
            furthest = max(furthest, abs(better - points[seat]))
            points[seat] = better
        if furthest < _CLOSE or len(points) == 2:
            break
    return points


def _approach(wins: _Wins, start: Floats, wanted: Floats, inverse: Floats) -> Floats:
    points: Floats = start.copy()
    for _step in range(_STEPS):
        step = inverse @ (wanted - wins.with_points(points))[1:]
        length = float(np.abs(step).max())
        if not length < _TOO_FAR:
            return start.copy()
        points[1:] += step
        if length < _CLOSE / 10.0:
            break
    return points


def _points_of_seat(wins: _Wins, points: Floats, seat: int, wanted: float) -> float:
    """Find the points with which one seat wins a share, given the points of the others."""
    tried = points.copy()

    def share(whole: int) -> float:
        tried[seat] = whole
        return float(wins.with_points(tried)[seat])

    start = math.floor(points[seat])
    below = _last(start, lambda whole: share(whole) < wanted - _SAME_SHARE)
    above = _last(max(start, below), lambda whole: share(whole) <= wanted + _SAME_SHARE) + 1
    # Where the share stays as wanted over a range, the points are its middle, as for a median.
    ends = []
    for left in (below, above - 1):
        at_left, at_right = share(left), share(left + 1)
        ends.append(left + min(max((wanted - at_left) / (at_right - at_left), 0.0), 1.0))
    return (ends[0] + max(ends)) / 2.0


def _last(start: int, holds: Callable[[int], bool]) -> int:
    """Find the last whole number up to which something holds, beginning the search somewhere near."""
    step = 1
    if holds(start):
        inside = start
        while holds(inside + step):
            inside, step = inside + step, 2 * step
        outside = inside + step
    else:
        outside = start
        while not holds(outside - step):
            outside, step = outside - step, 2 * step
        inside = outside - step
    while outside - inside > 1:
        middle = (inside + outside) // 2
        inside, outside = (middle, outside) if holds(middle) else (inside, middle)
    return inside


def _whole_points(wins: _Wins, points: Floats) -> tuple[int, ...]:
    """Find the whole points, next to those in parts, with which no seat is far from its fair share."""
    below = [math.floor(number) for number in (points - points[0]).tolist()]

    def unfairness(whole: tuple[int, ...]) -> tuple[float, int]:
        shares = wins.with_whole_points(whole)
        return round(float(np.abs(shares - 1.0 / len(shares)).max()), 12), sum(whole) - len(whole) * min(whole)

    best = min(itertools.product((0,), *((step, step + 1) for step in below[1:])), key=unfairness)
    return tuple(number - min(best) for number in best)


def _reach(sample: Sample, confidence: float) -> float:
    """Say how many standard errors an interval reaches to either side."""
    if not sample.growing:
        return normal_quantile(confidence)
    half = asymptotic_half_width(sample.games, np.ones(1), max(sample.planned // 4, FIRST_LOOK), confidence)
    return float(half[0]) * math.sqrt(sample.games)


@dataclass(frozen=True)
class _Pull:
    """How the points follow the win shares, linearly.

    Attributes
    ----------
    inverse : ndarray of float64, shape (players - 1, players - 1)
        The points of the seats from the second on, by their win shares.
    weights : ndarray of float64, shape (players, players - 1)
        The points of all seats, less their mean, by the same shares.
    covariance : ndarray of float64, shape (players - 1, players - 1)
        Of the mean win shares at the fair points.
    influence : ndarray of float64, shape (players, games)
        As in `FairPoints`.
    """

    inverse: Floats
    weights: Floats
    covariance: Floats
    influence: Floats


def _pull(wins: _Wins, points: Floats) -> _Pull:
    """Find out how the points follow the win shares."""
    players, games = wins.standing.shape
    apart = wins.of_games(points)[1:]
    apart -= apart.mean(axis=1, keepdims=True)
    inverse = np.linalg.pinv(_slopes(wins, points))
    weights = np.concatenate([np.zeros((1, players - 1)), inverse]) - inverse.sum(axis=0) / players
    return _Pull(inverse, weights, apart @ apart.T / games**2, -weights @ apart)


def _ends(wins: _Wins, points: Floats, pull: _Pull, reach: float) -> tuple[Floats, Floats]:
    """Bound each seat's points, less the mean of all."""
    players = len(points)
    low, high = np.full(players, np.nan), np.full(players, np.nan)
    for seat, weight in enumerate(pull.weights):
        error = math.sqrt(max(float(weight @ pull.covariance @ weight), 0.0))
        if error < _CLOSE**2:
            continue
        moved = reach * (pull.covariance @ weight) / error
        for ends, sign, outer in ((low, -1.0, min), (high, 1.0, max)):
            wanted = 1.0 / players + sign * np.concatenate([[-moved.sum()], moved])
            if (wanted > 0.0).all():
                guess = points + sign * np.concatenate([[0.0], pull.inverse @ moved])
                found = _solve(wins, guess, wanted, pull.inverse)
                ends[seat] = outer(found[seat] - found.mean(), points[seat] - points.mean())
    return low, high


def _slopes(wins: _Wins, points: Floats) -> Floats:
    """Say how the shares of the seats from the second on change with their points, smoothed over a few points.

    It only settles in which direction the ends are sought, so that it needn't be exact.
    """
    players, games = wins.standing.shape
    step = max(1, round(float(wins.standing.std(axis=1).mean()) / _POINT * games**-0.2))
    near = np.rint(points).astype(np.int64)
    columns = []
    for seat in range(1, players):
        moved = np.where(np.arange(players) == seat, step, 0)
        ahead, behind = (wins.with_whole_points(tuple((near + way).tolist()))[1:] for way in (moved, -moved))
        columns.append((ahead - behind) / (2.0 * step))
    return np.stack(columns, axis=1)
