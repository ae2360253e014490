"""Readers of single values on the command line, each with its error in words."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from caravan.errors import nearest
from caravan.wording import shown


def folder(text: str) -> str:
    """Read a folder's name; an empty one, as from a variable that isn't set, would mean the present folder."""
    if not text.strip():
        raise argparse.ArgumentTypeError("the folder's name is empty")
    return text


def whole(low: int | None = None, high: int | None = None) -> Callable[[str], int]:
    """Make a reader of whole numbers; where no bounds are given, whoever uses the number looks at them."""
    bounds = "" if low is None else f" from {low} to {high}" if high is not None else f", {low} or more"

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = None
        if value is None or (low is not None and value < low) or (high is not None and value > high):
            raise argparse.ArgumentTypeError(f"found {shown(text)}, allowed is a whole number{bounds}")
        return value

    return read


def wholes(low: int, high: int) -> Callable[[str], tuple[int, ...]]:
    """Make a reader of different whole numbers with commas between."""
    one = whole(low, high)

    def read(text: str) -> tuple[int, ...]:
        values = tuple(one(part.strip()) for part in text.split(","))
        if len(set(values)) < len(values):
            raise argparse.ArgumentTypeError(f"found {shown(text)}, allowed is each number once")
        return values

    return read


def one_of(*words: str) -> Callable[[str], str]:
    """Make a reader of one word of a few."""

    def read(text: str) -> str:
        if text not in words:
            raise argparse.ArgumentTypeError(
                f"allowed is {' or '.join(words)}, found {shown(text)}{nearest(text, words)}"
            )
        return text

    return read
