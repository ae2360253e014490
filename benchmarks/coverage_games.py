"""The games that coverage is tried on: a few thousand real ones, taken for all games there are.

Batches are drawn from them with replacement, so that the true figures are known exactly, while scores, ties and all
that hangs together in a game are as bots bring them about.
"""

from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from caravan.batch import BatchRequest, simulate
from caravan.kernel.layout import pack
from caravan.ladder.plackett_luce import weak_order_codes
from caravan.ladder.plan import one_against_the_rest
from caravan.luck.same_bag import scores_with_same_bags
from caravan.measures.estimate import Floats
from caravan.measures.sample import Sample
from caravan.measures.trace import USES, trace_of
from caravan.rules import Rules

SEED = 20
OTHER_RULES = (("camels", 6),)


@dataclass(frozen=True)
class Drawn:
    """As much of a sample as the intervals ask for."""

    games: int
    planned: int

    @property
    def growing(self) -> bool:
        return self.games < self.planned


class Scores(Sample):
    """A sample of nothing but scores and goods."""

    def __init__(self, like: Sample, games: np.ndarray, planned: int | None = None) -> None:
        self.players, self.rules = like.players, like.rules
        self.games, self.planned = len(games), planned or len(games)
        self._columns = {name: like.of_seats(name)[:, games] for name in ("score", "rare", "common")}


@functools.cache
def played(players: int, games: int, change: tuple[tuple[str, Any], ...] = ()) -> Sample:
    """Let planners play."""
    batch = simulate(Rules(**dict(change)), players, "planner", games, SEED)
    return Sample(batch)


@functools.cache
def lead_and_margin(players: int, games: int) -> Floats:
    """Give the lead after a third of each game, and the final margin, of shape (2, games)."""
    sample = played(players, games)
    trace = trace_of(sample)
    assert trace is not None
    scores = np.sort(trace.standings.at(1 / 3), axis=0)
    return np.stack([scores[-1] - scores[-2], sample.of_games("winning_margin")])


@functools.cache
def comebacks(players: int, games: int, behind: int) -> Floats:
    """Give the wins of seats so far behind halfway, or further, and how many such seats there are; (2, games)."""
    sample = played(players, games)
    trace = trace_of(sample)
    assert trace is not None
    scores = trace.standings.at(float(Fraction(1, 2)))
    far = scores.max(axis=0) - scores >= behind
    return np.stack([(sample.of_seats("win_share") * far).sum(axis=0), far.sum(axis=0).astype(float)])


@functools.cache
def counts_in_spaces(players: int, games: int, use: str) -> Floats:
    """Give how often each space was used in each game, the least used first, of shape (spaces, games)."""
    trace = trace_of(played(players, games))
    assert trace is not None
    counts = trace.spaces[USES.index(use)]
    sums = counts.sum(axis=1)
    order = [space for space in np.argsort(sums, kind="stable") if sums[space] > 0]
    return counts[order].astype(np.float64)


@functools.cache
def margins_by_bag(players: int, bags: int, replications: int) -> Floats:
    """Give every seat's margin in several games with each bag, of shape (bags, replications, players)."""
    request = BatchRequest(None, players, "planner", bags, SEED)
    packed = pack(request.rules, players)
    scores = scores_with_same_bags(request, packed, 0, bags, replications).astype(float)
    return scores - (scores.sum(axis=2, keepdims=True) - scores) / (players - 1)


@functools.cache
def rankings_by_seed(bots: tuple[str, ...], seeds: int) -> tuple[np.ndarray, np.ndarray]:
    """Let bots meet in pairs: their line-ups, and the codes of the rankings, of shape (line-ups, seeds)."""
    line_ups = list(itertools.permutations(range(len(bots)), 2))
    codes = []
    for line_up in line_ups:
        batch = simulate(None, 2, [bots[bot] for bot in line_up], seeds, SEED, event_memory=0)
        codes.append(weak_order_codes(batch.seats["rank"].to_numpy().reshape(seeds, 2)))
    return np.array(line_ups), np.stack(codes)


@functools.cache
def shares_from_every_seat(players: int, seeds: int, others: str) -> Floats:
    """Give what a planner among other bots wins on each seed, over all seats."""
    shares = []
    for seat in range(players):
        line_up = [(others, "planner")[bot] for bot in one_against_the_rest(1, 0, seat, players)]
        batch = simulate(None, players, line_up, seeds, SEED, event_memory=0)
        shares.append(batch.seats["win_share"].to_numpy().reshape(seeds, players)[:, seat])
    return np.mean(shares, axis=0)
