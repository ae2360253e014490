"""A game drawn as text and as a picture."""

from __future__ import annotations

from caravan.table import Table


def as_text(table: Table) -> str:
    """Draw a game as text."""
    return str(table.rules.board)


def as_svg(table: Table) -> str:
    """Draw a game as an SVG picture."""
    return f"<svg>{table.players}</svg>"
