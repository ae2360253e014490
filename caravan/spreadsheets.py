"""Tables as CSV that no spreadsheet takes for anything but data: no text in them is carried out as a formula."""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

RISKY = ("=", "+", "-", "@", "\t", "\r", "\n")
"""How a text begins that a spreadsheet might carry out."""

_MARK = "'"
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")


def harmless(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet might carry out; a number stays as it is.

    Parameters
    ----------
    text : str
        Any text.

    Returns
    -------
    str
        The text, which `plain` gives back.
    """
    return f"{_MARK}{text}" if _is_risky(text) else text


def plain(text: str) -> str:
    """Take away the apostrophe that `harmless` has put before a text.

    Parameters
    ----------
    text : str
        A cell of a file that this package wrote.

    Returns
    -------
    str
        The text as it was.
    """
    return text[1:] if text.startswith(_MARK) and _is_risky(text) else text


def _is_risky(text: str) -> bool:
    return text.lstrip(_MARK).startswith(RISKY) and not _NUMBER.fullmatch(text)


def harmless_table(frame: pd.DataFrame) -> pd.DataFrame:
    """Make all texts of a table harmless, and the names of its columns.

    Parameters
    ----------
    frame : DataFrame
        Any table.

    Returns
    -------
    DataFrame
        The same table where nothing in it is risky, else a copy.
    """
    changed = {name: column for name, held in frame.items() if (column := _harmless_column(held)) is not None}
    if changed:
        frame = frame.assign(**{str(name): column for name, column in changed.items()})
    names = [harmless(name) if isinstance(name, str) else name for name in frame.columns]
    return frame if names == list(frame.columns) else frame.set_axis(names, axis="columns")


def _harmless_column(column: pd.Series[Any]) -> pd.Series[Any] | None:
    """Make a column's texts harmless; None where they all are."""
    if column.dtype.kind in "biufM":
        return None
    if not any(isinstance(value, str) and _is_risky(value) for value in column.unique()):
        return None
    return column.astype(object).map(lambda value: harmless(value) if isinstance(value, str) else value)


def as_csv(frame: pd.DataFrame, float_format: str | None = "%.6g") -> str:
    """Write a table as text.

    Parameters
    ----------
    frame : DataFrame
        The table; its index is left out.
    float_format : str or None, optional
        How numbers with decimals are written; by default with six significant digits.

    Returns
    -------
    str
        CSV with one header line, decimal points, empty cells for what is missing, and an apostrophe before every text
        that a spreadsheet might take for a formula.
    """
    table = harmless_table(frame)
    # Before Python 3.13 a lone carriage return isn't quoted by itself, and would break its row.
    quoting: Any = csv.QUOTE_NONNUMERIC if _holds_carriage_return(table) else csv.QUOTE_MINIMAL
    text: str = table.to_csv(index=False, float_format=float_format, lineterminator="\n", quoting=quoting)
    return text


def _holds_carriage_return(frame: pd.DataFrame) -> bool:
    texts = (column.unique() for _, column in frame.items() if column.dtype.kind not in "biufM")
    return any(isinstance(value, str) and "\r" in value for values in texts for value in values)
