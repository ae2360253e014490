"""Tables as people read them: on the page, and as a CSV file."""

from __future__ import annotations

from typing import Any

import pandas as pd

from caravan import spreadsheets

_MOST_DECIMALS = 3
_LARGE = 10.0
"""A column that reaches it has a decimal less."""

MOST_ROWS = 2_000
"""How many rows are shown on the page; the CSV file has all of them."""

MISSING = "\u2013"
"""Stands on the page where there is no value."""


def as_csv(frame: pd.DataFrame) -> str:
    """Write a table as CSV, with all decimals there are; see `caravan.spreadsheets.as_csv`."""
    return spreadsheets.as_csv(frame, float_format=None)


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
