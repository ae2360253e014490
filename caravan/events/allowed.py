"""What a cell may hold, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from caravan.errors import nearest
from caravan.events.columns import OPEN_CATEGORY
from caravan.given import whole_number_meant
from caravan.kernel.layout import MAX_SEATS

TRUE_TEXTS = ("true", "True", "TRUE")
FALSE_TEXTS = ("false", "False", "FALSE")
MOST_NAMES = 20
SEAT_COLUMNS = ("seat", "victim", "winner")
SEATS = f"a seat from 1 to {MAX_SEATS}"
OF_PANDAS = " (pandas writes whole numbers so unless it is told the columns' types: see docs/event-log.md)"


def limits_of(dtype: Any) -> tuple[int, int] | None:
    """Give the least and the greatest number of a type of whole numbers; None for another type."""
    if isinstance(dtype, np.dtype) and dtype.kind == "i":
        limits = np.iinfo(dtype)
    elif isinstance(dtype, pd.Int8Dtype):
        limits = np.iinfo(np.int8)
    else:
        return None
    return int(limits.min), int(limits.max)


def may_be_missing(dtype: Any) -> bool:
    """Tell whether a column of a type can have cells without a value."""
    if isinstance(dtype, pd.CategoricalDtype):
        return dtype is not OPEN_CATEGORY
    return isinstance(dtype, (pd.Int8Dtype, pd.BooleanDtype))


def in_words(dtype: Any, found: Any = "", column: str = "") -> str:
    """Say what a cell of a type may hold.

    Parameters
    ----------
    dtype : dtype
        The type of the column.
    found : object, optional
        What was found, so that the nearest allowed word or number can be suggested.
    column : str, optional
        The name of the column.

    Returns
    -------
    str
        For example ``a whole number from -128 to 127``.
    """
    hint = ""
    if limits := limits_of(dtype):
        words = SEATS if column in SEAT_COLUMNS else f"a whole number from {limits[0]} to {limits[1]}"
        if hint := whole_number_meant(found):
            hint += OF_PANDAS if isinstance(found, str) and "." in found else ""
    elif isinstance(dtype, pd.BooleanDtype):
        words = "true or false"
    elif isinstance(dtype, pd.CategoricalDtype) and dtype is not OPEN_CATEGORY:
        names: Sequence[str] = list(dtype.categories)
        words = f"one of {', '.join(names)}" if len(names) <= MOST_NAMES else f"a name from {names[0]} to {names[-1]}"
        return f"{words}, or nothing{nearest(str(found), names)}"
    elif isinstance(dtype, np.dtype):
        words = "a number"
    else:
        words = "a text"
    return f"{words}{', or nothing' if may_be_missing(dtype) else ''}{hint}"
