"""Games played for the tests of their logs."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import pandas as pd

from caravan.batch import play_blocks, simulate
from caravan.blocks import BatchRequest
from caravan.rules import Rules

GAMES = 8


@dataclass(frozen=True)
class Played:
    rules: Rules
    players: int
    bots: tuple[str, ...]
    rows: Any
    offsets: Any
    events: pd.DataFrame
    games: pd.DataFrame
    seats: pd.DataFrame

    @classmethod
    def of(cls, rules: Rules, players: int, bots: str, games: int = GAMES, seed: int = 1) -> Played:
        return _played(rules.to_toml(), players, bots, games, seed)


@functools.cache
def _played(rules_text: str, players: int, bots: str, games: int, seed: int) -> Played:
    rules = Rules.from_toml(rules_text).replace(players=players)
    request = BatchRequest(rules, players, bots, games, seed)
    (block,) = play_blocks(request, block_size=games)
    batch = simulate(rules, players, bots, games, seed)
    return Played(rules, players, request.bot_names, block.rows, block.offsets, batch.events, batch.games, batch.seats)
