"""What is wrong with a CSV file that couldn't be read: the first fault, found cell by cell."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from caravan.errors import LogError
from caravan.events.allowed import FALSE_TEXTS, TRUE_TEXTS, in_words, limits_of, may_be_missing
from caravan.events.columns import OPEN_CATEGORY
from caravan.events.origin import in_a_message

_WHOLE = re.compile(r"[+-]?[0-9]+")
_DIGITS_OF_THE_GREATEST = 20


def first_fault(path: str | Path, types: Mapping[str, Any]) -> LogError | None:
    """Find the first fault of a file.

    Parameters
    ----------
    path : str or Path
        The CSV file; its first line has been looked at already.
    types : mapping of str to dtype
        The columns it should have, in order, with their types.

    Returns
    -------
    LogError or None
        What is wrong, with line and column; None if nothing is found.
    """
    line = 0
    try:
        with Path(path).open(encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file)
            for cells in reader:
                line = reader.line_num
                if line > 1 and cells and (fault := _fault_of_row(cells, types)):
                    return LogError(f"{path}, line {line}{fault}")
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        return LogError(f"{path}, line {_line_of_bad_byte(path)}: found byte {byte:#04x}, allowed is UTF-8 text")
    except (csv.Error, OSError, ValueError) as error:
        return LogError(f"{path}, line {line + 1}: {error}")
    return None


def _fault_of_row(cells: list[str], types: Mapping[str, Any]) -> str:
    if len(cells) != len(types):
        return f": found {len(cells)} columns, allowed is {len(types)}"
    for text, (name, kind) in zip(cells, types.items(), strict=True):
        if not _fits(text, kind):
            return f", column '{name}': found {in_a_message(text)}, allowed is {in_words(kind, text, name)}"
    return ""


def _fits(text: str, kind: Any) -> bool:
    if not text:
        return may_be_missing(kind)
    if limits := limits_of(kind):
        short = len(text) <= _DIGITS_OF_THE_GREATEST
        return short and _WHOLE.fullmatch(text) is not None and limits[0] <= int(text) <= limits[1]
    if isinstance(kind, pd.BooleanDtype):
        return text in (*TRUE_TEXTS, *FALSE_TEXTS)
    if isinstance(kind, pd.CategoricalDtype):
        return kind is OPEN_CATEGORY or text in kind.categories
    if isinstance(kind, np.dtype):
        return _is_number(text)
    return True


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _line_of_bad_byte(path: str | Path) -> int:
    with Path(path).open("rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                line.decode("utf-8")
            except UnicodeDecodeError:
                return number
    return 0
