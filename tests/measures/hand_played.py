"""Games played by hand, action by action, as a batch that can be measured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
from synthetic_batches import MadeRequest

from caravan.board import Board, Good
from caravan.events import events_frame, games_frame, seats_frame
from caravan.game import Game
from caravan.kernel.layout import EVENT, pack
from caravan.kernel.tally import tally
from caravan.rules import Rules

#  a b c d e
#  1 . . . C   3
#  . . . . .   2
#  2 . S . .   1
BOARD = Board(
    "Small", 5, 3, (Good("C", "cloth", True), Good("S", "salt", False)), numbered=(10, 0), cities=(14, 2)
)  # fmt: skip

RULES = Rules(
    board=BOARD,
    players=2,
    camels=4,
    rare_count=1,
    common_count=2,
    opening_actions=[],
    starting_demand=[2],
    starting_points=[0, 1],
    demand_value=2,
    refill_after=2,
)

# Seat 1 is a point behind until it picks up the salt on a1, and wins with the only delivery, which ends the game.
ACTIONS = (
    ("place a3", "pick_up a3", "place b3", "place c3"),
    ("place a3", "steal a3 1 cloth", "place b2"),
    ("place a1", "pick_up a1", "pick_up a3", "transfer a3 c3 salt"),
    ("place a2", "transfer a3 b2 cloth under", "place c2", "pass"),
    ("move a3 c1", "move b3 b1", "deliver a1 c1 salt"),
)


@dataclass
class HandPlayed:
    """Finished games, as a batch."""

    played: tuple[Game, ...]

    def __post_init__(self) -> None:
        rules = self.played[0].rules
        self.rows = np.concatenate([game.rows for game in self.played]).view(EVENT)
        self.offsets = np.concatenate([[0], np.cumsum([len(game.rows) for game in self.played])]).astype(np.int64)
        bots = ("hand",) * rules.players
        games, seats = tally(self.rows, self.offsets, pack(rules)[0])
        self.games = games_frame(games, rules, bots, 0)
        self.seats = seats_frame(seats, bots)
        self.request = MadeRequest(rules, rules.players, bots, len(self.played), 0)

    def event_frames(self) -> Iterator[pd.DataFrame]:
        yield events_frame(self.rows, self.offsets, self.request.rules)


def played_game(number: int = 0) -> tuple[Game, list[int]]:
    """The game above, and how many actions were legal before each step."""
    game = Game(RULES, number=number, draws=["cloth", "salt"])
    choices = []
    for action in (action for turn in ACTIONS for action in turn):
        choices.append(len(game.legal_actions))
        game.play(action)
    assert game.end_reason == "delivery"
    return game, choices
