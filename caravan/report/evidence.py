"""The summary that a report rests on: its rows, each with its line in the file, and how their numbers are written."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from caravan.report.sentences import Cell, Form, Sentence, sentence
from caravan.spreadsheets import plain

FIRST_LINE = 2
"""The line of the first row in the file, as spreadsheets count: the heading is line 1."""

_MOST_DECIMALS = 4
_IN_PERCENT = ("share", "progress", "chance")
_EFFECTS = ("effect.", "mu.", "mu_star.", "sigma.")
_NEARLY_WHOLE = 0.25
_QUANTILE = re.compile(r"\.p\d\d$")


@dataclass(frozen=True)
class Row:
    """A row of the summary.

    Attributes
    ----------
    line : int
        Its line in the file.
    cells : mapping of str to str
        Its cells as they stand in the file, without what keeps a spreadsheet from taking a text for a formula.
    """

    line: int
    cells: Mapping[str, str]

    def __hash__(self) -> int:
        return self.line

    def number(self, column: str = "value") -> float:
        """Read a cell as a number; NaN where it is empty."""
        text = self.cells.get(column, "")
        return float(text) if text else math.nan

    @property
    def value(self) -> float:
        """The figure."""
        return self.number()

    @property
    def low(self) -> float:
        """The lower end of its interval."""
        return self.number("low")

    @property
    def high(self) -> float:
        """The upper end of its interval."""
        return self.number("high")

    @property
    def seat(self) -> int | None:
        """The seat from 1, if it has one."""
        return int(float(self.cells["seat"])) if self.cells["seat"] else None

    @property
    def measure(self) -> str:
        """The measure and its part."""
        return self.cells["measure"]

    @property
    def unit(self) -> str:
        """What the figure counts."""
        return self.cells["unit"]

    @property
    def players(self) -> int:
        """How many sat at the table."""
        return int(self.cells["players"])

    @property
    def bots(self) -> tuple[str, ...]:
        """Who played, in seat order."""
        return tuple(self.cells["bots"].split(","))

    @property
    def verdict(self) -> str:
        """What a comparison comes to; empty without one."""
        return self.cells["verdict"]

    @property
    def has_value(self) -> bool:
        """Whether there is a figure."""
        return bool(self.cells["value"])

    @property
    def has_interval(self) -> bool:
        """Whether both ends of the interval are there."""
        return bool(self.cells["low"] and self.cells["high"])

    @property
    def has_difference(self) -> bool:
        """Whether it is compared with a baseline, with an interval of the difference."""
        return bool(self.cells["difference_low"] and self.cells["difference_high"])

    @property
    def is_share(self) -> bool:
        """Whether the figure is written in percent."""
        return self.unit.startswith(_IN_PERCENT)

    @property
    def is_gap(self) -> bool:
        """Whether the figure itself is a difference, so that shares are percentage points."""
        return self.measure.endswith(".difference") or self.measure.startswith(_EFFECTS)

    def side_of(self, fair: float) -> int:
        """Say whether the interval lies above a value (1), below it (-1), or holds it (0)."""
        return side(self.low, self.high, fair)

    @property
    def side_of_difference(self) -> int:
        """Say whether the difference lies above 0 (1), below it (-1), or may be 0 (0)."""
        return side(self.number("difference_low"), self.number("difference_high"), 0.0)

    def shown(
        self, column: str = "value", *, signed: bool = False, size: bool = False, against: float | None = None
    ) -> Cell:
        """Write a number of this row, as precisely as its interval deserves.

        Parameters
        ----------
        column : str, default "value"
            ``value``, ``low``, ``high``, or one of the difference's three.
        signed, size : bool
            As in `Form`.
        against : float, optional
            A value from which the number must be told apart, if it differs from it.

        Returns
        -------
        Cell
        """
        percent = self.is_share
        gap = column.startswith("difference") or self.is_gap
        ends = ("difference_low", "difference_high") if column.startswith("difference") else ("low", "high")
        factor = 100.0 if percent else 1.0
        suffix = "%" if percent and not gap else ""
        shown_numbers = [self.number(name) for name in (*ends, column)]
        if _QUANTILE.search(self.measure) and not gap and not percent:
            number = self.number(column)
            decimals = 0 if math.isnan(number) or abs(number - round(number)) < _NEARLY_WHOLE else 1
        else:
            decimals = _decimals(*(factor * number for number in shown_numbers))
        if against is not None:
            decimals = _apart(decimals, [factor * number for number in shown_numbers], factor * against)
        form = Form(decimals, factor, suffix, signed, size)
        return Cell(self, column, form.write(self.number(column)), str(form))

    def interval(self, *, signed: bool = False, against: float | None = None) -> Sentence:
        """Write the interval as ``21.4% to 32.4%``."""
        ends = (self.shown(end, signed=signed, against=against) for end in ("low", "high"))
        return sentence("{low} to {high}", **dict(zip(("low", "high"), ends, strict=True)))

    def counted(self, column: str = "games") -> Cell:
        """Write a count with commas."""
        return Cell(self, column, Form(0).write(self.number(column)), "0 decimals")

    @property
    def games_counted(self) -> Sentence:
        """How many games it rests on: ``400 games``."""
        one = self.cells["games"] == "1"
        return sentence("{number} game" if one else "{number} games", number=self.counted())

    def chance(self) -> Cell:
        """Write a probability with three decimals."""
        form = Form(3)
        return Cell(self, "value", form.write(self.value), str(form))

    def bounded_by(self, bound: float) -> Cell:
        """Write a number that the figure is below, in place of one too small to be read."""
        return Cell(self, "value", f"{bound:g}", "a bound above it")

    def word(self, column: str) -> Cell:
        """Write a cell as it stands."""
        return Cell(self, column, self.cells[column])

    @property
    def seat_number(self) -> Cell:
        """The seat's number."""
        return Cell(self, "seat", str(self.seat))

    @property
    def fair_share(self) -> Cell:
        """One over the number of players, in percent."""
        return Cell(self, "players", f"{100 / self.players:.3g}%", "one over it")

    @property
    def line_up(self) -> Cell:
        """Who played: ``planner in every seat`` or ``planner, planner, random``."""
        bots = self.bots
        alike = len(set(bots)) == 1
        return Cell(self, "bots", f"{bots[0]} in every seat" if alike else ", ".join(bots), "who sits where")

    @property
    def style(self) -> Cell:
        """The bot that plays in every seat."""
        return Cell(self, "bots", self.bots[0], "the first") if len(set(self.bots)) == 1 else self.word("bots")

    @property
    def level(self) -> Cell:
        """The interval's level, such as ``95%``."""
        words = self.cells["interval"].split()
        return Cell(self, "interval", next((word for word in words if word.endswith("%")), ""), "its level")


def side(low: float, high: float, fair: float) -> int:
    """Say whether an interval lies above a value (1), below it (-1), or holds it (0); a missing end is no bound."""
    return 1 if low > fair else -1 if high < fair else 0


def _decimals(low: float, high: float, value: float) -> int:
    if math.isnan(low + high) or low == high:
        return 0 if math.isnan(value) or value == round(value) else 1
    width = high - low
    return 0 if width >= 4.0 else 1 if width >= 0.3 or abs(value) >= 2.0 else 2


def _apart(decimals: int, numbers: Iterable[float], other: float) -> int:
    """Add decimals until numbers that differ from another look different from it."""
    for number in numbers:
        while decimals < _MOST_DECIMALS and number != other and round(number, decimals) == round(other, decimals):
            decimals += 1
    return decimals


class Group:
    """The rows of one rule set and line-up.

    Parameters
    ----------
    rows : iterable of Row
        All of them.
    """

    def __init__(self, rows: Iterable[Row]) -> None:
        self.rows = tuple(rows)
        self._by_name = {(row.measure, row.seat): row for row in self.rows}

    def find(self, measure: str, seat: int | None = None) -> Row | None:
        """Look a figure up; None where it isn't there or has no value."""
        row = self._by_name.get((measure, seat))
        return row if row is not None and row.has_value else None

    def seats(self, measure: str) -> tuple[Row, ...]:
        """Give the figures of all seats, in seat order; empty where one is missing."""
        rows = [self.find(measure, seat) for seat in range(1, self.players + 1)]
        return tuple(row for row in rows if row is not None) if all(rows) else ()

    def beginning(self, start: str) -> tuple[Row, ...]:
        """Give the figures whose name begins so, that have a value."""
        return tuple(row for row in self.rows if row.measure.startswith(start) and row.has_value)

    @property
    def first(self) -> Row:
        """Any row: what it says of rules, players, bots and games holds for all."""
        return self.rows[0]

    @property
    def players(self) -> int:
        """How many sat at the table."""
        return self.first.players

    @property
    def bots(self) -> tuple[str, ...]:
        """Who played, in seat order."""
        return self.first.bots

    @property
    def one_bot(self) -> bool:
        """Whether the same bot sits in every seat."""
        return len(set(self.bots)) == 1

    @property
    def basis(self) -> Sentence:
        """Say how many games of whom there are."""
        return sentence("{games}, {who}", games=self.first.games_counted, who=self.first.line_up)


class Evidence:
    """A playtest summary, as it stands in its file.

    Parameters
    ----------
    text : str
        The file.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        table = csv.DictReader(io.StringIO(text))
        self.columns = tuple(table.fieldnames or ())
        self.rows = tuple(Row(line, _plain(cells)) for line, cells in enumerate(table, start=FIRST_LINE))

    def groups(self, *columns: str) -> Iterator[tuple[tuple[str, ...], Group]]:
        """Part the rows by what some columns say, in the order of their first rows.

        Parameters
        ----------
        *columns : str
            By default the rule set's name, the number of players and the bots.

        Yields
        ------
        tuple of tuple of str and Group
        """
        columns = columns or ("rules_id", "players", "bots")
        parted: dict[tuple[str, ...], list[Row]] = {}
        for row in self.rows:
            parted.setdefault(tuple(row.cells[column] for column in columns), []).append(row)
        for key, rows in parted.items():
            yield key, Group(rows)


def _plain(cells: Mapping[Any, Any]) -> dict[str, str]:
    return {name: plain(text) if isinstance(text, str) else text for name, text in cells.items()}
