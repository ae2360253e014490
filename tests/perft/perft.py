"""Perft: how many ways there are to play the next so many actions, counted exhaustively.

Run as a script it counts every stored position as deep as the counts stay small: ``python tests/perft/perft.py 12000``.
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

from caravan.game import Game
from caravan.rules import Rules

POSITIONS: dict[str, dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "positions.toml").read_text(encoding="utf-8")
)


def load(name: str) -> Game:
    """Set up a stored position."""
    stored = POSITIONS[name]
    rules = Rules.preset(stored.get("preset", "standard")).replace(**stored.get("rules", {}))
    if "position" not in stored:
        return Game(rules, seed=stored["seed"])
    return Game.from_position(stored["position"], rules, seed=stored["seed"])


def leaves(game: Game, depth: int) -> int:
    """Count the sequences of legal actions of a length; a game that has ended has none."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(game.legal_actions)
    total = 0
    for action in game.legal_actions:
        game.play(action)
        total += leaves(game, depth - 1)
        game.undo()
    return total


def depth_below(name: str, most: int) -> int:
    """Find the greatest depth with a stored count of at most so many."""
    return sum(count <= most for count in POSITIONS[name]["leaves"])


if __name__ == "__main__":
    print(json.dumps({name: leaves(load(name), depth_below(name, int(sys.argv[1]))) for name in POSITIONS}))
