"""How many actions a player can choose from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
import pandas as pd

from caravan.measures.estimate import Estimate, Figures, Floats
from caravan.measures.evidence import means, ratios
from caravan.measures.rates import rates
from caravan.measures.registry import register
from caravan.measures.sample import BatchLike, RulesLike, Sample
from caravan.measures.trace import without_log
from caravan.rules import Rules

GAMES_REPLAYED = 200
"""How many games are played again to count, the first of the batch."""

PARTS = 3
"""Into how many parts of progress the decisions are sorted."""

_UNIT = "legal actions"
_NAMES = ("mean", "max", *(f"{part}_of_{PARTS}" for part in range(1, PARTS + 1)), "one_choice")
_UNITS = [*(_UNIT,) * (len(_NAMES) - 1), "share of decisions"]


@dataclass(frozen=True)
class _Planned:
    """A request of fewer games."""

    rules: RulesLike
    players: int
    bot_names: Sequence[str]
    games: int
    seed: int


@dataclass(frozen=True)
class _FirstGames:
    """The first games of a batch, as a batch that was planned so."""

    request: _Planned
    games: pd.DataFrame
    seats: pd.DataFrame
    whole: BatchLike

    @classmethod
    def of(cls, sample: Sample, games: int) -> _FirstGames:
        """Take so many."""
        batch, request = sample.batch, sample.batch.request
        planned = min(GAMES_REPLAYED, request.games)
        fewer = _Planned(request.rules, request.players, request.bot_names, planned, request.seed)
        return cls(fewer, batch.games.iloc[:games], batch.seats.iloc[: games * sample.players], batch)

    def event_frames(self) -> Iterable[pd.DataFrame]:
        """Give the event log, further games included."""
        return self.whole.event_frames()


@register(
    "branching",
    "legal actions; share of decisions",
    "How many actions are legal at a decision: mean, most, by thirds of a game; how often there is only one.",
    needs=("games", "seats", "events"),
    source="ratio of sums; DiCiccio & Efron 1992",
)
def branching(sample: Sample) -> tuple[Estimate, ...]:
    """Describe the decisions of the first games, so that the choice of games doesn't depend on how they went."""
    games = min(GAMES_REPLAYED, sample.games)
    counted = sample.remember(branching, lambda: _count(sample, games))
    if counted is None:
        return without_log("branching", _UNITS, sample, list(_NAMES))
    decisions, choices, single, most = counted
    few = Sample(_FirstGames.of(sample, games))
    figures = Figures.joined(
        ratios(few, choices.sum(axis=0)[None, :], decisions.sum(axis=0)[None, :], "there was no decision"),
        means(few, most[None, :], least=0.0),
        ratios(few, choices, decisions, "there was no decision in this part"),
        rates(few, single[None, :], decisions.sum(axis=0)[None, :], "there was no decision"),
    )
    replayed = f"counted in the first {games:,} of {sample.games:,} games" if games < sample.games else ""
    highest = f"at most {int(most.max()):,}" if games else ""
    figures = figures.with_notes([replayed] * len(figures)).with_notes(["", highest, *[""] * (len(figures) - 2)])
    return tuple(
        estimate
        for place, (name, unit) in enumerate(zip(_NAMES, _UNITS, strict=True))
        for estimate in figures.only([place]).estimates("branching", unit, games, parts=[name])
    )


def _count(sample: Sample, games: int) -> tuple[Floats, Floats, Floats, Floats] | None:
    """Count decisions and choices by part and game, decisions with one choice by game, and each game's most choices."""
    from caravan.measures.choices import choices_of
    from caravan.measures.log_blocks import log_blocks

    decisions, choices = np.zeros((PARTS, games)), np.zeros((PARTS, games))
    single, most = np.zeros(games), np.zeros(games)
    there = 0
    for block in log_blocks(sample, games) if games else ():
        number = choices_of(block, cast(Rules, sample.rules))
        row = np.flatnonzero(number)
        game = block.game[row]
        place = block.part_before(PARTS)[row] * block.games + game
        here = slice(block.first, block.first + block.games)
        shape, size = (PARTS, block.games), PARTS * block.games
        decisions[:, here] = np.bincount(place, minlength=size).reshape(shape)
        choices[:, here] = np.bincount(place, weights=number[row], minlength=size).reshape(shape)
        single[here] = np.bincount(game[number[row] == 1], minlength=block.games)
        np.maximum.at(most[here], game, number[row])
        there += block.games
    return (decisions, choices, single, most) if there == games else None
