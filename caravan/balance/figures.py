"""What a rule set's games come to, by number of players and line-up: the figures that a goal's aims are about."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from caravan.balance.aims import SKILL, Aim
from caravan.balance.goal import Goal
from caravan.balance.how_to_play import HowToPlay
from caravan.batch import EVENT_MEMORY, Batch, BatchRequest
from caravan.measures import Estimate, Sample, find_measure, summary
from caravan.measures.bootstrap import expand, mean
from caravan.measures.evidence import statistics
from caravan.measures.intervals import CONFIDENCE, normal_quantile
from caravan.measures.underlying import Chain, OfCounts, OfMeans
from caravan.rules import Rules


@dataclass(frozen=True)
class Cell:
    """Games with one number of players.

    Attributes
    ----------
    players : int
    bots : str
        The style that plays itself, or, with `weak`, the strong one.
    weak : str
        Whom the strong one plays against, in each seat in turn; empty where a style plays itself.
    """

    players: int
    bots: str
    weak: str = ""

    def __str__(self) -> str:
        against = f" against {self.weak}" if self.weak else ""
        return f"{self.bots}{against}, {self.players} players"

    def requests(self, rules: Rules, games: int, seed: int) -> list[BatchRequest]:
        """Say which batches are played: one, or one for each seat of the strong bot, on the same seeds."""
        if not self.weak:
            return [BatchRequest(rules, self.players, self.bots, games, seed)]
        seeds = -(-games // self.players)
        return [
            BatchRequest(
                rules,
                self.players,
                [self.bots if place == seat else self.weak for place in range(self.players)],
                seeds,
                seed,
            )
            for seat in range(self.players)
        ]

    def games(self, games: int) -> int:
        """Say how many games that is, where so many are wanted."""
        return -(-games // self.players) * self.players if self.weak else games


@dataclass(frozen=True)
class Figure:
    """A figure of a rule set.

    Attributes
    ----------
    value : float
        NaN where the games give none.
    error : float
        Its standard error; 0 where none is known.
    """

    value: float
    error: float


FigureKey = tuple[Cell, str, int | None]
"""Whose games, which measure, and which seat."""

Figures = Mapping[FigureKey, Figure]


def cells_of(goal: Goal) -> tuple[Cell, ...]:
    """List what a rule set plays: every style with every number of players, and strong against weak bots if need be."""
    cells = [
        Cell(players, bots)
        for players in goal.players
        for bots in goal.bots
        if any(not aim.is_skill and _is_about(aim, players, bots) for aim in goal.aims)
    ]
    skill = [
        Cell(players, aim.strong, aim.weak)
        for aim in goal.aims
        if aim.is_skill
        for players in goal.players
        if not aim.players or players in aim.players
    ]
    return tuple(dict.fromkeys([*cells, *skill]))


def games_of_a_chunk(goal: Goal) -> int:
    """Say how many games a rule set plays at a time, in all cells together."""
    return sum(cell.games(goal.games_per_trial) for cell in cells_of(goal))


def _is_about(aim: Aim, players: int, bots: str) -> bool:
    return (not aim.players or players in aim.players) and (not aim.bots or bots in aim.bots)


def labels_of(goal: Goal, cell: Cell) -> tuple[str, ...]:
    """List the measures, with their parts, that the aims want of a cell."""
    if cell.weak:
        return (SKILL,)
    return tuple(
        dict.fromkeys(aim.measure for aim in goal.aims if not aim.is_skill and _is_about(aim, cell.players, cell.bots))
    )


def keys_of(aim: Aim, cell: Cell, known: Iterable[FigureKey]) -> list[FigureKey]:
    """List the figures of a cell that an aim is about; none where it isn't about the cell.

    Where a measure has a figure of the whole game, that is meant, else those of all seats.
    """
    if aim.is_skill != bool(cell.weak):
        return []
    if aim.is_skill and (cell.bots, cell.weak) != (aim.strong, aim.weak):
        return []
    if not _is_about(aim, cell.players, cell.bots if not aim.is_skill else ""):
        return []
    mine = [key for key in known if key[0] == cell and key[1] == aim.measure]
    if aim.seat is not None:
        return [key for key in mine if key[2] == aim.seat]
    return [key for key in mine if key[2] is None] or mine


@dataclass(frozen=True)
class Played:
    """A cell that was played.

    Attributes
    ----------
    estimates : tuple of Estimate
        The figures that were wanted, with what they were made of.
    batches : tuple of Batch
        The games: one batch, or one for each seat of the strong bot.
    """

    estimates: tuple[Estimate, ...]
    batches: tuple[Batch, ...]


def play_cell(cell: Cell, rules: Rules, labels: Sequence[str], games: int, seed: int, how: HowToPlay) -> Played:
    """Play a cell and take its figures.

    Parameters
    ----------
    cell : Cell
    rules : Rules
    labels : sequence of str
        From `labels_of`.
    games : int
        How many are wanted.
    seed : int
        Their master seed.
    how : HowToPlay

    Returns
    -------
    Played
        The figures with the labels, and the games.
    """
    names = list(dict.fromkeys(label.partition(".")[0] for label in labels))
    with_log = any(name != SKILL and "events" in find_measure(name).needs for name in names)
    batches = [
        how.play(
            request, str(cell), number * request.games, cell.games(games), event_memory=EVENT_MEMORY if with_log else 0
        )
        for number, request in enumerate(cell.requests(rules, games, seed))
    ]
    if cell.weak:
        return Played((_skill(cell, batches),), tuple(batches))
    estimates = summary(Sample(batches[0]), names)
    return Played(tuple(estimate for estimate in estimates if estimate.label in labels), tuple(batches))


def _skill(cell: Cell, batches: Sequence[Batch]) -> Estimate:
    """Give the strong bot's share of the wins less a fair one, over its seats on each seed."""
    samples = [Sample(batch) for batch in batches]
    shares = np.mean([sample.of_seats("win_share")[seat] for seat, sample in enumerate(samples)], axis=0)
    above = 100.0 * (shares - 1.0 / cell.players)
    figures = statistics(samples[0], above[None, None, :], mean)
    (estimate,) = figures.estimates(SKILL, "percentage points", sum(sample.games for sample in samples))
    return estimate


def figure_of(estimate: Estimate) -> Figure:
    """Reduce an estimate to its value and its standard error."""
    made_of = of_means(estimate)
    if made_of is not None and made_of.games > 1:
        error = float(expand(made_of.columns[None], made_of.statistic).error[0])
    else:
        error = (estimate.high - estimate.low) / (2.0 * normal_quantile(CONFIDENCE))
    return Figure(float(estimate.value), error if math.isfinite(error) else 0.0)


def of_means(estimate: Estimate) -> OfMeans | None:
    """Say of which means a figure was made; a share of the games is a mean of zeros and ones, None where of none."""
    evidence = estimate.evidence
    if isinstance(evidence, OfCounts):
        column = evidence.happened.astype(np.float64)[None]
        return OfMeans(column, mean if evidence.change is None else Chain(mean, evidence.change))
    return evidence if isinstance(evidence, OfMeans) else None


def pooled(parts: Sequence[Figures]) -> Figures:
    """Put figures of the same rules from different seeds together, each part counting equally."""
    keys = parts[0].keys()
    return {
        key: Figure(
            sum(part[key].value for part in parts) / len(parts),
            math.sqrt(sum(part[key].error ** 2 for part in parts)) / len(parts),
        )
        for key in keys
    }
