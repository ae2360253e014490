"""Bots written in plain Python, at the table with compiled ones."""
from __future__ import annotations
from typing import Any
def play_with_guests(rules: Any, bots: Any, seed: int, first: int, games: int) -> Any:
    raise NotImplementedError
