"""Tables as people read them: on the page, and as a CSV file that no spreadsheet takes for anything but data."""

from __future__ import annotations

from typing import Any

import pandas as pd

_RISKY = ("=", "+", "-", "@", "\t", "\r", "\n")
"""How a text begins that a spreadsheet might carry out."""

_MOST_DECIMALS = 3
_LARGE = 10.0
"""A column that reaches it has a decimal less."""

MOST_ROWS = 2_000
"""How many rows are shown on the page; the CSV file has all of them."""

MISSING = "\u2013"
"""Stands on the page where there is no value."""


def as_csv(frame: pd.DataFrame) -> str:
    """Write a table as CSV.

    Parameters
    ----------
    frame : DataFrame
        The table; its index is left out.

    Returns
    -------
    str
        With an apostrophe before every text, and every column's name, that a spreadsheet might take for a formula.
    """
    safe = pd.DataFrame(
        {harmless(str(name)): _harmless_column(column) for name, column in frame.items()}, index=frame.index
    )
    return safe.to_csv(index=False, lineterminator="\n")


def harmless(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet might carry out."""
    return f"'{text}" if text.startswith(_RISKY) else text


def _harmless_column(column: pd.Series[Any]) -> pd.Series[Any]:
    if pd.api.types.is_numeric_dtype(column):
        return column
    return column.astype(object).map(lambda value: harmless(value) if isinstance(value, str) else value)


def for_reading(frame: pd.DataFrame, caption: str) -> dict[str, Any]:
    """Put a table into words for the page.

    Parameters
    ----------
    frame : DataFrame
        The table.
    caption : str
        What it shows.

    Returns
    -------
    dict
        ``caption``, the names of the ``columns``, which of them are ``numeric``, and the ``rows`` as text: numbers of a
        column have equally many decimals, at most three.
    """
    shown = frame.iloc[:MOST_ROWS]
    if len(frame) > MOST_ROWS:
        caption = f"{caption} (the first {MOST_ROWS:,} of {len(frame):,} rows; the CSV file has all)"
    columns = [_in_words(shown.iloc[:, place]) for place in range(shown.shape[1])]
    return {
        "caption": caption,
        "columns": [str(name) for name in shown.columns],
        "numeric": [bool(pd.api.types.is_numeric_dtype(kind)) for kind in shown.dtypes],
        "rows": [list(row) for row in zip(*columns, strict=True)],
    }


def _in_words(column: pd.Series[Any]) -> list[str]:
    if not pd.api.types.is_numeric_dtype(column):
        return [MISSING if pd.isna(value) or value == "" else str(value) for value in column]
    if not pd.api.types.is_float_dtype(column):
        return [MISSING if pd.isna(value) else f"{value:,}" for value in column]
    numbers = column.dropna()
    most = _MOST_DECIMALS - bool((numbers.abs() >= _LARGE).any())
    needed = next((digits for digits in range(most) if (numbers.round(digits) == numbers.round(most)).all()), most)
    return [MISSING if pd.isna(value) else f"{value:,.{needed}f}" for value in column]
