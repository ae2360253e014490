"""The log as kernel rows: from any frame with its columns, whatever holds the values, or a word on why not."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from caravan.events.allowed import in_words
from caravan.events.columns import ACTION_TYPE, END_REASON_TYPE, EVENT_COLUMNS, good_type, space_type
from caravan.events.origin import Origin
from caravan.kernel.layout import EVENT
from caravan.rules import Rules

LOG = Origin("the log")
ABSENT = -1
"""In a kernel row, what stands for a seat that is written but can't be one, such as 0: 0 itself means missing."""


class Rows(NamedTuple):
    """A log as kernel rows.

    Attributes
    ----------
    rows : numpy.recarray of `layout.EVENT`, shape (events,)
        The events.
    offsets : ndarray of int64, shape (runs + 1,)
        Where each run of rows with the same game number begins in `rows`, and where the last one ends.
    games : ndarray of int64, shape (runs,)
        The game number of each run.
    events : ndarray of int64, shape (events,)
        The event numbers.
    """

    rows: Any
    offsets: npt.NDArray[np.int64]
    games: npt.NDArray[np.int64]
    events: npt.NDArray[np.int64]


def rows_from_events(frame: pd.DataFrame, rules: Rules, origin: Origin = LOG) -> Rows:
    """Read a log back into kernel rows.

    Parameters
    ----------
    frame : DataFrame
        With the columns of the event log, further ones ignored. Other types than the log's own are taken where the
        values fit, for example texts for categories, as plain ``pandas.read_csv`` gives them.
    rules : Rules
        The rules, whose board has the spaces and goods.
    origin : Origin, optional
        What to call the table in a message.

    Returns
    -------
    Rows
        The rows, cut into runs where the game number changes.

    Raises
    ------
    LogError
        If a column is missing or a cell can't be read; it names the row and the column, what was found and what is
        allowed.
    """
    origin.require_columns(frame.columns, EVENT_COLUMNS, exactly=False)
    rows = np.empty(len(frame), dtype=EVENT)
    cells = _Cells(frame, origin)
    spaces = space_type(rules.board)
    games = cells.whole_numbers("game", np.int64)
    events = cells.whole_numbers("event", np.int32)
    for name in ("turn", "demand", "points"):
        rows[name] = cells.whole_numbers(name, np.int16)
    for name in ("cost", "actions_left"):
        rows[name] = cells.whole_numbers(name, np.int8)
    for name in ("seat", "victim"):
        rows[name] = cells.seats(name)
    rows["action"] = cells.codes("action", ACTION_TYPE)
    rows["source"] = cells.codes("source", spaces)
    rows["target"] = cells.codes("target", spaces)
    rows["good"] = cells.codes("good", good_type(rules.board))
    rows["under"] = cells.truths("under")
    rows["end_reason"] = cells.codes("end_reason", END_REASON_TYPE) + 1
    starts = np.flatnonzero(np.diff(games)) + 1
    first = [0] if len(games) else []
    offsets = np.concatenate([first, starts, [len(games)]]).astype(np.int64)
    return Rows(rows.view(np.recarray), offsets, games[offsets[:-1]], events)


class _Cells:
    """The columns of a frame, one at a time, as plain arrays."""

    def __init__(self, frame: pd.DataFrame, origin: Origin) -> None:
        self._frame = frame
        self._origin = origin

    def whole_numbers(self, name: str, kind: type[np.signedinteger[Any]]) -> npt.NDArray[np.int64]:
        """Read whole numbers, none of them missing, that fit a type."""
        values, missing = self._numbers(name, kind)
        if missing.any():
            raise self._origin.cell_error(int(missing.argmax()), name, None, in_words(np.dtype(kind)))
        return values

    def seats(self, name: str) -> npt.NDArray[np.int64]:
        """Read seats, where 0 stands for a missing one and `ABSENT` for one that can't be."""
        values, missing = self._numbers(name, np.int8)
        values = np.where(values < 1, ABSENT, values)
        values[missing] = 0
        return values

    def codes(self, name: str, categories: pd.CategoricalDtype) -> npt.NDArray[Any]:
        """Read categories as their places in the complete list, -1 where missing."""
        column = self._frame[name]
        if column.dtype == categories:
            return column.cat.codes.to_numpy(dtype=np.int8)
        texts = column.astype(object)
        found = categories.categories.get_indexer(pd.Index(texts, dtype=object))
        wrong = (found < 0) & column.notna().to_numpy()
        if wrong.any():
            row = int(wrong.argmax())
            raise self._origin.cell_error(row, name, texts.iloc[row], in_words(categories, texts.iloc[row]))
        return np.asarray(found, dtype=np.int8)

    def truths(self, name: str) -> npt.NDArray[Any]:
        """Read truth values as 1 and 0, -1 where missing."""
        column = self._frame[name]
        if column.dtype == np.dtype(bool) or isinstance(column.dtype, pd.BooleanDtype):
            return column.astype("Int8").to_numpy(dtype=np.int8, na_value=-1)
        missing = column.isna().to_numpy()
        values = np.full(len(column), -1, dtype=np.int8)
        for row in np.flatnonzero(~missing):
            value = column.iloc[row]
            if not isinstance(value, (bool, np.bool_)):
                raise self._origin.cell_error(int(row), name, value, in_words(pd.BooleanDtype()))
            values[row] = value
        return values

    def _numbers(
        self, name: str, kind: type[np.signedinteger[Any]]
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
        """Read whole numbers that fit a type, and which are missing; there the number is 0."""
        column = self._frame[name]
        missing = column.isna().to_numpy()
        limits = np.iinfo(kind)
        values: npt.NDArray[Any]
        if pd.api.types.is_integer_dtype(column.dtype):
            if isinstance(column.dtype, np.dtype) and np.can_cast(column.dtype, kind):
                return column.to_numpy(dtype=np.int64), missing
            values = column.to_numpy(dtype="uint64" if column.dtype.kind == "u" else "int64", na_value=0)
            broken = np.zeros(len(values), dtype=np.bool_)
        elif pd.api.types.is_float_dtype(column.dtype):
            values = column.to_numpy(dtype="float64", na_value=0.0)
            broken = values != np.trunc(values)
        else:
            values = self._from_objects(name, kind)
            broken = np.zeros(len(values), dtype=np.bool_)
        wrong = broken | (values < limits.min) | (values > limits.max)
        if wrong.any():
            row = int(wrong.argmax())
            raise self._origin.cell_error(row, name, column.iloc[row], in_words(np.dtype(kind)))
        return values.astype(np.int64), missing

    def _from_objects(self, name: str, kind: type[np.signedinteger[Any]]) -> npt.NDArray[Any]:
        column = self._frame[name]
        missing = column.isna().to_numpy()
        values = np.zeros(len(column), dtype=object)
        for row in np.flatnonzero(~missing):
            value = column.iloc[row]
            whole = isinstance(value, (int, np.integer)) or (isinstance(value, float) and value.is_integer())
            if isinstance(value, (bool, np.bool_)) or not whole:
                raise self._origin.cell_error(int(row), name, value, in_words(np.dtype(kind)))
            values[row] = int(value)
        return values
