"""How values are shown in messages, and lists in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

LONGEST = 60


def shown(value: Any) -> str:
    """Show what was given: true and false as files have them, and nothing too long.

    Parameters
    ----------
    value : object
        What was given.

    Returns
    -------
    str
        At most 60 characters.
    """
    if isinstance(value, bool):
        return str(value).lower()
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # Python doesn't write out a number of thousands of digits
        return f"{type(value).__name__} too long to show"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def in_words(words: Iterable[str]) -> str:
    """List words: ``planner``, ``planner and beam``, ``planner, beam and expert``."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
