"""Where a table came from, so that a message can name file, row and column."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from caravan.errors import LogError, nearest
from caravan.given import described
from caravan.wording import shown


def in_a_message(found: Any) -> str:
    """Show what a cell holds."""
    if isinstance(found, np.generic):
        found = found.item()
    return "nothing" if found == "" or (pd.api.types.is_scalar(found) and pd.isna(found)) else shown(found)


@dataclass(frozen=True)
class Origin:
    """What a message calls a table.

    Attributes
    ----------
    name : str
        Usually the file's path.
    """

    name: str

    def cell_error(self, row: int, column: str, found: Any, allowed: str) -> LogError:
        """Make the error of a cell whose value can't be read; rows are counted from 0."""
        return LogError(f"{self.name}, row {row}, column '{column}': found {in_a_message(found)}, allowed is {allowed}")

    def require_table(self, table: Any, wanted: Iterable[str], reading: str) -> None:
        """Make sure that a table is one, with the columns wanted, others being ignored.

        Parameters
        ----------
        table : object
            What was given as the table.
        wanted : iterable of str
            The columns.
        reading : str
            How such a table is read from a file, with ``{}`` for the file.

        Raises
        ------
        LogError
            If it isn't; the message says what was probably meant.
        """
        if not isinstance(table, pd.DataFrame):
            found, hint = described(table), ""
            if isinstance(table, str | Path):
                found = shown(str(table))
                hint = f"; did you mean {reading.format(found)}?"
            elif events := getattr(type(table), "events", None):
                hint = f"; did you mean its .events{'()' if callable(events) else ''}?"
            raise LogError(f"{self.name}: found {found}, allowed is a DataFrame{hint}")
        self.require_columns(table.columns, wanted, exactly=False)

    def require_columns(self, found: Iterable[Any], wanted: Iterable[str], *, exactly: bool) -> None:
        """Make sure that the columns are there.

        Parameters
        ----------
        found, wanted : iterable of str
            The table's columns, and those it should have, in order.
        exactly : bool
            Whether further columns, or another order, are refused too.

        Raises
        ------
        LogError
            If they aren't.
        """
        there, needed = [str(name) for name in found], list(wanted)
        for name in needed:
            if name not in there:
                others = [other for other in there if other not in needed]
                raise LogError(f"{self.name}: column '{name}' is missing{_instead(name, others)}")
            if there.count(name) > 1:
                raise LogError(f"{self.name}: there are {there.count(name)} columns '{name}'; allowed is one")
        if not exactly or there == needed:
            return
        for name in there:
            if name not in needed:
                raise LogError(f"{self.name}: there is no column {shown(name)}; the columns are {', '.join(needed)}")
        place = next(index for index, name in enumerate(needed) if there[index] != name)
        raise LogError(
            f"{self.name}: column {place + 1} is '{there[place]}', but must be '{needed[place]}'; the columns are, in "
            f"this order, {', '.join(needed)}"
        )


def _instead(name: str, others: list[str]) -> str:
    if suggestion := nearest(name, others):
        return suggestion.replace("did you mean", "is it the one called")
    return f"; there are {', '.join(map(shown, others[:5]))}" if others else ""
