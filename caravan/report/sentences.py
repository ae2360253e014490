"""Sentences whose every number can be traced: to a row of the summary, to a rule, or to a game that was played."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from string import Formatter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caravan.report.evidence import Row

MINUS = "\u2212"
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True)
class Form:
    """How a number is written.

    Attributes
    ----------
    decimals : int
        Digits behind the point.
    factor : float
        What the number is multiplied by, such as 100 for percent.
    suffix : str
        What follows it without a blank.
    signed : bool
        Whether a plus is written.
    size : bool
        Whether the sign is left out, because words say the direction.
    """

    decimals: int = 1
    factor: float = 1.0
    suffix: str = ""
    signed: bool = False
    size: bool = False

    def write(self, value: float) -> str:
        """Write a number; a missing one is a dash."""
        if math.isnan(value):
            return "\u2013"
        number = round(self.factor * value, self.decimals) or 0.0  # never -0.0
        if self.size:
            number = abs(number)
        text = f"{number:{'+' if self.signed else ''},.{self.decimals}f}"
        return text.replace("-", MINUS) + self.suffix

    def __str__(self) -> str:
        """Give a short name, for whoever wants to check the number."""
        parts = (f"{self.decimals} decimals", f"times {self.factor:g}" if self.factor != 1.0 else "")
        return ", ".join(filter(None, (*parts, "size" if self.size else "")))


@dataclass(frozen=True)
class Cell:
    """A number or a word out of a row of the summary.

    Attributes
    ----------
    row : Row
        The row.
    column : str
        Its column.
    text : str
        What is written.
    form : str
        How the text follows from the cell.
    """

    row: Row
    column: str
    text: str
    form: str = ""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Named:
    """A number or a word that isn't measured: a rule's value, a name, a figure of one game.

    Attributes
    ----------
    text : str
        What is written.
    origin : str
        Where it stands, such as ``rules camels`` or ``game 12 turns``.
    """

    text: str
    origin: str

    def __str__(self) -> str:
        return self.text


Part = str | Cell | Named


@dataclass(frozen=True)
class Sentence:
    """Words in which each number says where it comes from.

    Attributes
    ----------
    parts : tuple of str, Cell or Named
        In order. Plain texts hold no digit, so no number is left without an origin.
    """

    parts: tuple[Part, ...]

    def __post_init__(self) -> None:
        for part in self.parts:
            if isinstance(part, str) and _DIGIT.search(part):
                raise ValueError(f"a number without an origin in '{part}'")

    @property
    def text(self) -> str:
        """The sentence as plain text."""
        return "".join(map(str, self.parts))

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows of the summary that it rests on, in the summary's order."""
        rows = {part.row.line: part.row for part in self.parts if isinstance(part, Cell)}
        return tuple(rows[line] for line in sorted(rows))

    @property
    def lines(self) -> str:
        """The lines of those rows in the summary's file, the heading counted as the first."""
        return " ".join(str(row.line) for row in self.rows)

    def __str__(self) -> str:
        return self.text

    def __add__(self, other: Sentence) -> Sentence:
        return Sentence((*self.parts, *other.parts))


Slot = Cell | Named | Sentence


def sentence(template: str, **slots: Slot) -> Sentence:
    """Fill the gaps of a sentence.

    Parameters
    ----------
    template : str
        Words without digits, with names of slots in braces.
    **slots
        What goes into the gaps.

    Returns
    -------
    Sentence

    Raises
    ------
    ValueError
        If there is a digit among the words.
    KeyError
        If a slot is missing.
    """
    parts: list[Part] = []
    for words, name, _, _ in Formatter().parse(template):
        if words:
            parts.append(words)
        if name is not None:
            slot = slots[name]
            parts += slot.parts if isinstance(slot, Sentence) else [slot]
    return Sentence(tuple(parts))


def listed(slots: Iterable[Slot]) -> Sentence:
    """List slots in a sentence: ``a``, ``a and b``, ``a, b and c``."""
    parts: list[Part] = []
    items = list(slots)
    for place, slot in enumerate(items):
        if place:
            parts.append(" and " if place == len(items) - 1 else ", ")
        parts += slot.parts if isinstance(slot, Sentence) else [slot]
    return Sentence(tuple(parts))


def joined(sentences: Iterable[Sentence], between: str = " ") -> Sentence:
    """Put sentences one after another."""
    parts: list[Part] = []
    for place, said in enumerate(sentences):
        parts += [between, *said.parts] if place else said.parts
    return Sentence(tuple(parts))
