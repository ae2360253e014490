"""Positions as compiled bots see them, for tests."""

from __future__ import annotations

from typing import Any

import numpy as np

from caravan import Game
from caravan.bots.records import new_scratch
from caravan.kernel.layout import STATE, new_states, pack


class Position:
    """A game's position as records: the state (a copy), the rules, and room to think in."""

    def __init__(self, game: Game) -> None:
        states = new_states()
        states.view(np.uint8)[:] = game._state
        self.states = states
        self.packed = pack(game.rules, game.players)
        self.scratches = new_scratch()
        self.state: Any = states[0]
        self.rules: Any = self.packed[0]
        self.scratch: Any = self.scratches[0]

    def bytes(self) -> bytes:
        return bytes(np.asarray(self.states).view(np.ndarray).astype(STATE).tobytes())
