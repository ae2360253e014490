"""A fair start: how many points, or which opening turns, make the seats equal, worked out and then played."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from caravan.agreement import Verdict, family_of, judge, kin_sentences
from caravan.agreement.families import family_of_guest
from caravan.balance.closeness import Closeness, closeness_of
from caravan.balance.fair_games import fair_requests, most_games_of_an_opening, seed_for
from caravan.balance.how_to_play import HowToPlay, Progress
from caravan.balance.imbalance import Points, fairest_points, from_zero, imbalance
from caravan.balance.openings import plain, sensible_openings
from caravan.balance.played_check import Check, check_of
from caravan.balance.screening import Screened, choosers, finals, rounds_within, screen
from caravan.batch import BatchRequest
from caravan.blocks import Cancel
from caravan.bots.registry import is_compiled
from caravan.measures import Estimate, Sample, measure
from caravan.measures.compensation import FairPoints, fair_points, shares_with_points
from caravan.rules import Rules, playable
from caravan.wording import in_words

Name = Literal["now", "points", "opening"]

PARTS: Mapping[Name, str] = {"now": "as it is", "points": "with points", "opening": "with the opening"}
"""What the games under each start are called while they are played."""


@dataclass(frozen=True)
class Start:
    """A way to begin the game, played by every style.

    Attributes
    ----------
    name : str
        ``now``: as the rules have it; ``points``: with points for the seats; ``opening``: with other opening turns.
    rules : Rules
        The rules with this start.
    effects : mapping of str to tuple of Estimate
        For each style every seat's effect, in percentage points.
    verdicts : tuple of Verdict
        For each seat what the styles say together.
    typical : float
        How far a seat typically is from its fair share, in percentage points: the root of the mean `imbalance` of the
        styles that choose.
    closeness : Closeness
        How sure that is, and what it takes to compare it with another start's.
    """

    name: Name
    rules: Rules
    effects: Mapping[str, tuple[Estimate, ...]]
    verdicts: tuple[Verdict, ...]
    typical: float
    closeness: Closeness

    @property
    def largest(self) -> tuple[str, Estimate]:
        """The style and the seat whose share is furthest from fair, by value."""
        styles = [(style, effect) for style, effects in self.effects.items() for effect in effects]
        return max(styles, key=lambda found: abs(found[1].value))


@dataclass(frozen=True)
class FinishedPart:
    """What one style has come to under one start, while the search still goes on.

    Attributes
    ----------
    name : str
        As in `Start`.
    rules : Rules
        With this start.
    style : str
    effects : tuple of Estimate
        Every seat's effect.
    seed : int
        The games' master seed.
    """

    name: Name
    rules: Rules
    style: str
    effects: tuple[Estimate, ...]
    seed: int


@dataclass(frozen=True)
class FairStart:
    """What makes the seats of a game equal.

    Attributes
    ----------
    rules : Rules
        The rules that were asked about, with the number of players.
    seed : int
        The master seed.
    games : mapping of str to int
        How many games each style played under the present rules, and again under each start proposed.
    needed : mapping of str to FairPoints
        For each style the points that would make the seats equal, worked out from its games under the present rules.
    now, points, opening : Start
        The present start, that with points for the seats, that with the fairest opening found. Points and opening were
        played on seeds of which nothing was chosen.
    checks : tuple of Check
        For each style and seat, whether the start with points came out as foretold.
    screened : tuple of Screened
        The openings that were tried, round after round, and the finals.
    remarks : tuple of str
        What to bear in mind, as sentences.
    """

    rules: Rules
    seed: int
    games: Mapping[str, int]
    needed: Mapping[str, FairPoints]
    now: Start
    points: Start
    opening: Start
    checks: tuple[Check, ...]
    screened: tuple[Screened, ...]
    remarks: tuple[str, ...]

    @property
    def tells(self) -> bool:
        """Whether all styles played enough games to tell whether it came out as foretold."""
        return all(check.verdict != "too few games" for check in self.checks)

    @property
    def starts(self) -> tuple[Start, ...]:
        """The three starts: as it is, with points, with another opening."""
        return (self.now, self.points, self.opening)

    @property
    def holds(self) -> bool:
        """Whether the start with points came out as foretold for every style and seat."""
        return all(check.holds for check in self.checks)

    def is_clearly_closer(self, one: Start, other: Start) -> bool:
        """Tell whether one start is closer to equal seats than another beyond what chance explains."""
        return one.closeness.less(other.closeness).high < 0.0

    @property
    def recommended(self) -> Start:
        """The start under which a seat is typically closest to its fair share; the present one where none is closer."""
        return min(self.starts, key=lambda start: start.typical)


def fair_start(
    rules: Rules | None = None,
    players: int | None = None,
    *,
    styles: Sequence[Any] | str | None = None,
    games: int | Mapping[str, int] | None = None,
    seed: int = 0,
    executor: Executor | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
    finished: Callable[[FinishedPart], object] | None = None,
) -> FairStart:
    """Find out how many points, or which opening turns, make all seats win equally often.

    Points are worked out from games under the present rules, and whole points are then played, on seeds of their own,
    to see whether it comes out as foretold. Openings are tried in rounds by a fast bot, the best of them in finals by
    all styles that play enough games, and the winner once more on fresh seeds: what was best of many by some luck loses
    that luck there. The same call gives the same result in the same version, whatever the machine.

    Parameters
    ----------
    rules : Rules, optional
        The rule set; by default the standard one.
    players : int, optional
        2 to 4; by default the rule set's own number.
    styles : str or sequence of bots, optional
        Who plays, each against itself; by default planner, beam and expert.
    games : int or mapping of str to int, optional
        How many games each style plays under the present rules and under each start proposed; at least 20. While
        openings are tried, none plays more than that. By default as many as fit its speed.
    seed : int
        From 0 to 2^63 - 1.
    executor, cancel
        As for `caravan.simulate`; no influence on the result.
    progress : callable, optional
        Called with the part that is played, its games done and its games in all.
    finished : callable, optional
        Called with each style's figures under each start as soon as they are there, so that they can be kept should the
        search be stopped.

    Returns
    -------
    FairStart

    Raises
    ------
    RulesError, BotError, CaravanError
        Where the request can't be played; the message names what is wrong and what is allowed.
    Cancelled
        Where ``cancel`` stopped the run.
    """
    rules = playable(Rules() if rules is None else rules, players)
    requests = fair_requests(rules, styles, games, seed)
    how = HowToPlay(executor, progress, cancel)
    families = {
        style: family_of(style) if is_compiled(request.bots[0]) else family_of_guest(style)
        for style, request in requests.items()
    }
    tell = finished or (lambda _: None)
    samples = _played("now", rules, requests, seed, how, tell)
    choosing = choosers(requests)
    needed = {style: fair_points(sample) for style, sample in samples.items()}
    points = _whole_points({style: samples[style] for style in choosing}, needed)
    rounds = rounds_within(most_games_of_an_opening(games, tuple(requests)))
    screened = _openings(rules, requests, {style: samples[style] for style in choosing}, seed, how, rounds)
    opening = next(row.opening for row in screened if row.round == 0)
    with_points, fresh = _with_points(rules, points), seed_for(seed, "played")
    with_opening = rules.replace(opening_actions=list(opening))
    with_points_played = _played("points", with_points, requests, fresh, how, tell)
    with_opening_played = _played("opening", with_opening, requests, fresh, how, tell)
    return FairStart(
        rules,
        seed,
        {style: request.games for style, request in requests.items()},
        needed,
        _start("now", rules, samples, choosing, families, seed),
        _start("points", with_points, with_points_played, choosing, families, fresh),
        _start("opening", with_opening, with_opening_played, choosing, families, fresh),
        tuple(
            row
            for style, sample in samples.items()
            for row in check_of(
                style, _foretold(sample, points), with_points_played[style].of_seats("win_share"), len(samples)
            )
        ),
        tuple(screened),
        _remarks(requests, choosing, families),
    )


def _whole_points(samples: Mapping[str, Sample], needed: Mapping[str, FairPoints]) -> Points:
    """Choose whole points by the first half of the games; the second half is left to foretell from."""

    def judge(points: Points) -> float:
        judged = [imbalance(shares_with_points(s, points)[:, : half(s.games)]) for s in samples.values()]
        return sum(judged) / len(judged)

    start = np.mean([needed[style].points for style in samples], axis=0)
    return fairest_points(judge, start.tolist())


def half(games: int) -> int:
    """Give the number of games by which whole points are chosen."""
    return games // 2


def _foretold(sample: Sample, points: Points) -> np.ndarray[Any, np.dtype[np.float64]]:
    return shares_with_points(sample, points)[:, half(sample.games) :]


def _with_points(rules: Rules, points: Points) -> Rules:
    """Give the seats points on top of those that they begin with now."""
    begun = [*rules.starting_points, *(0,) * rules.players][: rules.players]
    together = from_zero([now + more for now, more in zip(begun, points, strict=True)])
    return rules.replace(starting_points=list(together) if any(together) else [])


def _openings(
    rules: Rules,
    requests: Mapping[str, BatchRequest],
    samples: Mapping[str, Sample],
    seed: int,
    how: HowToPlay,
    rounds: Sequence[tuple[int, int]],
) -> list[Screened]:
    openings = sensible_openings(rules.actions_per_turn, rules.players)
    present = plain(rules.opening_actions, rules.actions_per_turn)
    effects = {
        style: 100.0 * (sample.of_seats("win_share").mean(axis=1) - 1.0 / rules.players)
        for style, sample in samples.items()
    }
    tried = screen(rules, [opening for opening in openings if opening != present], effects, seed, how, rounds)
    last = max(row.round for row in tried)
    finalists = [row.opening for row in tried if row.round == last and row.goes_on]
    return [*tried, *finals(rules, finalists, requests, seed, how)]


def _played(
    name: Name,
    rules: Rules,
    requests: Mapping[str, BatchRequest],
    seed: int,
    how: HowToPlay,
    tell: Callable[[FinishedPart], object],
) -> dict[str, Sample]:
    samples: dict[str, Sample] = {}
    for style, request in requests.items():
        again = BatchRequest(rules, None, request.bots, request.games, seed)
        samples[style] = Sample(how.play(again, f"{PARTS[name]}, {style}", 0, again.games))
        tell(FinishedPart(name, rules, style, tuple(measure(samples[style], "seat_effect")), seed))
    return samples


def _start(
    name: Name,
    rules: Rules,
    samples: Mapping[str, Sample],
    choosing: Sequence[str],
    families: Mapping[str, str],
    seed: int,
) -> Start:
    effects = {style: measure(sample, "seat_effect") for style, sample in samples.items()}
    verdicts = tuple(
        judge(
            {style: (rows[seat].low, rows[seat].high) for style, rows in effects.items()},
            0.0,
            families.__getitem__,
        )
        for seat in range(rules.players)
    )
    squares = [imbalance(samples[style].of_seats("win_share")) for style in choosing]
    typical = math.sqrt(max(sum(squares) / len(squares), 0.0))
    return Start(name, rules, effects, verdicts, typical, closeness_of(effects, choosing, seed))


def _remarks(
    requests: Mapping[str, BatchRequest], choosing: Sequence[str], families: Mapping[str, str]
) -> tuple[str, ...]:
    silent = [style for style in requests if style not in choosing]
    remarks = [*kin_sentences(requests, families.__getitem__)]
    if silent:
        remarks.append(f"{in_words(silent)} played too few games to have a say, and only judged what others chose.")
    if len(requests) == 1:
        remarks.append("Only one style played, and it takes two to agree.")
    return tuple(remarks)
