"""What is wrong with an upload, in words: fault by fault, in a name fit to be shown."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from caravan.errors import nearest
from caravan.events import EVENT_COLUMNS, Violation
from caravan.events.allowed import in_words
from caravan.events.origin import in_a_message

FAULTS_LISTED = 500
"""Of more faults only the number is told."""

LONGEST_NAME = 60
LONGEST_MESSAGE = 600

COLUMNS_OF_SOME_LOG = 3
"""A table with fewer of the log's columns is something else."""


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with an uploaded log.

    Attributes
    ----------
    row : int or None
        Where it is, as the file counts: lines of CSV from 1, the heading included, rows of Parquet from 1; None where
        the fault is in the file as a whole.
    place : str
        The same in words, such as ``line 12`` or ``the whole file``.
    column : str
        The column; empty where it is in none.
    reason : str
        What was found and what is allowed, as a clause.
    game, event : int or None
        The game and the event, where the row could be read.
    """

    row: int | None
    place: str
    column: str
    reason: str
    game: int | None = None
    event: int | None = None

    def __str__(self) -> str:
        column = f", column '{self.column}'" if self.column else ""
        of_game = "" if self.game is None else f" (game {self.game}, event {self.event})"
        return f"{self.place}{column}{of_game}: {self.reason}"


@dataclass(frozen=True)
class LogFaults:
    """What is wrong with an uploaded log that can't be used.

    Attributes
    ----------
    name : str
        What the upload is called.
    faults : tuple of Fault
        In the order of the rows, at most `FAULTS_LISTED`.
    found : int
        How many there are; at least so many where ``all_found`` is false.
    all_found : bool
        Whether the rest of the log is in order. It may not be where games had to be left out because of faults in
        their cells.
    """

    name: str
    faults: tuple[Fault, ...]
    found: int
    all_found: bool = True


def shown_name(name: str) -> str:
    """Make the name of an upload fit to be shown.

    Parameters
    ----------
    name : str
        What the visitor's browser says.

    Returns
    -------
    str
        Its last part, at most `LONGEST_NAME` characters, without anything that isn't printed or that turns the
        direction of writing. HTML in it is still HTML: show it as text.
    """
    last = re.split(r"[/\\]", str(name))[-1]
    visible = "".join(mark for mark in last if mark.isprintable() and unicodedata.bidirectional(mark) not in _TURNS)
    text = " ".join(visible.split())
    if len(text) > LONGEST_NAME:
        text = f"{text[: LONGEST_NAME - 1]}\u2026"
    return text or "the upload"


_TURNS = frozenset({"RLE", "LRE", "RLO", "LRO", "PDF", "RLI", "LRI", "FSI", "PDI"})


def bounded(message: str) -> str:
    """Show a message on one line, without what isn't printed, and not longer than anyone would read."""
    text = "".join(mark if mark.isprintable() else " " for mark in message)
    return text if len(text) <= LONGEST_MESSAGE else f"{text[: LONGEST_MESSAGE - 1]}\u2026"


def refusal(name: str, reason: str) -> LogFaults:
    """Refuse a file as a whole."""
    return LogFaults(name, (_of_the_whole(reason),), 1, all_found=False)


def faults_of_the_whole(told: Mapping[str, Any], types: Mapping[str, Any]) -> list[Fault]:
    """Put into words what is wrong with a file before any of its rows is looked at.

    Parameters
    ----------
    told : mapping
        The answer of `caravan.views.reading_apart.answer`.
    types : mapping of str to dtype
        The columns of a log.

    Returns
    -------
    list of Fault
        Empty if its rows could be read.
    """
    if "refusal" in told:
        return [_of_the_whole(told["refusal"])]
    if "heading" in told:
        return _faults_of_the_heading(told["heading"])
    return [
        Fault(None, "the whole column", column, f"found type {kind}, allowed is {in_words(types[column])}")
        for column, kind in told.get("types", {}).items()
    ]


def cell_fault(fault: Mapping[str, Any], unit: str, types: Mapping[str, Any]) -> Fault:
    """Put into words what is wrong with a cell, or with a row that can't be cut into cells."""
    row = fault["place"]
    if "reason" in fault:
        return Fault(row, f"{unit} {row}", "", fault["reason"])
    column, found = fault["column"], fault["found"]
    allowed = in_words(types[column], found, column)
    return Fault(row, f"{unit} {row}", column, bounded(f"found {in_a_message(found)}, allowed is {allowed}"))


def fault_against_rules(row: int, unit: str, said: Violation) -> Fault:
    """Give a departure from the rules its place in the file."""
    return Fault(row, f"{unit} {row}", said.column, bounded(said.reason), said.game, said.event)


def _of_the_whole(reason: str) -> Fault:
    return Fault(None, "the whole file", "", bounded(reason))


def _faults_of_the_heading(heading: list[str]) -> list[Fault]:
    names = [bounded(name) for name in heading]
    if len(set(names) & set(EVENT_COLUMNS)) < COLUMNS_OF_SOME_LOG:
        return [_of_the_whole(f"its columns aren't those of a log, which are {', '.join(EVENT_COLUMNS)}")]
    return [Fault(1, "the heading", column, bounded(reason)) for column, reason in _wrong_columns(names)]


def _wrong_columns(heading: list[str]) -> Iterator[tuple[str, str]]:
    """Say of each column what is wrong with its name; if nothing is, the order must be."""
    others = [name for name in heading if name not in EVENT_COLUMNS]
    found = False
    for name in EVENT_COLUMNS:
        if name not in heading:
            found = True
            hint = nearest(name, others).replace("did you mean", "is it the one called")
            yield name, f"this column is missing{hint}"
        elif (times := heading.count(name)) > 1:
            found = True
            yield name, f"there are {times} columns of this name; allowed is one"
    for name in dict.fromkeys(others):
        found = True
        yield name, "a log has no such column" if name.strip() else "a column has no name"
    if not found:
        place = next(place for place, name in enumerate(EVENT_COLUMNS) if heading[place] != name)
        wanted = ", ".join(EVENT_COLUMNS)
        yield heading[place], f"'{EVENT_COLUMNS[place]}' must stand here; the columns are, in this order, {wanted}"
