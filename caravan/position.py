"""A whole position as a text on one line."""

from __future__ import annotations

from typing import Any

from caravan.rules import Rules


def write(fields: Any, rules: Rules) -> str:
    """Write a position."""
    return ""


def read(text: str, rules: Rules) -> Any:
    """Read a position."""
    raise NotImplementedError
