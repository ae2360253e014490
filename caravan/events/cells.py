"""The cells of a table as plain arrays, or a word on which can't be read."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from caravan.errors import LogError
from caravan.events.allowed import in_words
from caravan.events.origin import Origin

ABSENT = -1
"""What stands for a seat that is written but can't be one, such as 0: 0 itself means missing."""


class Cells:
    """The columns of a frame, one at a time, as plain arrays, whatever holds their values.

    Parameters
    ----------
    frame : DataFrame
        The table, which has the columns asked for.
    origin : Origin
        What to call it in a message.
    """

    def __init__(self, frame: pd.DataFrame, origin: Origin) -> None:
        self._frame = frame
        self._origin = origin

    def whole_numbers(self, name: str, kind: type[np.signedinteger[Any]]) -> npt.NDArray[np.int64]:
        """Read whole numbers, none of them missing, that fit a type."""
        values, missing = self._numbers(name, np.dtype(kind))
        if missing.any():
            raise self._refusal(int(missing.argmax()), name, None, np.dtype(kind))
        return values

    def seats(self, name: str) -> npt.NDArray[np.int64]:
        """Read seats, where 0 stands for a missing one and `ABSENT` for one that can't be."""
        values, missing = self._numbers(name, pd.Int8Dtype())
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
            raise self._refusal(row, name, texts.iloc[row], categories)
        return np.asarray(found, dtype=np.int8)

    def texts(self, name: str) -> npt.NDArray[np.object_]:
        """Read texts, none of them missing."""
        column = self._frame[name]
        if (missing := column.isna().to_numpy()).any():
            raise self._origin.cell_error(int(missing.argmax()), name, None, "a text")
        return np.array([str(text) for text in column], dtype=object)

    def fractions(self, name: str) -> npt.NDArray[np.float64]:
        """Read numbers that needn't be whole, none of them missing."""
        values = pd.to_numeric(self._frame[name], errors="coerce").to_numpy(dtype=np.float64, na_value=np.nan)
        if (wrong := np.isnan(values)).any():
            row = int(wrong.argmax())
            raise self._origin.cell_error(row, name, self._frame[name].iloc[row], "a number")
        return values

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
                raise self._refusal(row, name, value, pd.BooleanDtype())
            values[row] = value
        return values

    def _refusal(self, row: int | np.integer[Any], name: str, found: Any, dtype: Any) -> LogError:
        return self._origin.cell_error(int(row), name, found, in_words(dtype, found, name))

    def _numbers(self, name: str, dtype: Any) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
        """Read whole numbers that fit a type, and which are missing; there the number is 0."""
        column = self._frame[name]
        missing = column.isna().to_numpy()
        kind = np.dtype(np.int8) if isinstance(dtype, pd.Int8Dtype) else dtype
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
            values = self._from_objects(name, dtype)
            broken = np.zeros(len(values), dtype=np.bool_)
        wrong = broken | (values < limits.min) | (values > limits.max)
        if wrong.any():
            row = int(wrong.argmax())
            raise self._refusal(row, name, column.iloc[row], dtype)
        return values.astype(np.int64), missing

    def _from_objects(self, name: str, dtype: Any) -> npt.NDArray[Any]:
        column = self._frame[name]
        missing = column.isna().to_numpy()
        values = np.zeros(len(column), dtype=object)
        for row in np.flatnonzero(~missing):
            value = column.iloc[row]
            whole = isinstance(value, (int, np.integer)) or (isinstance(value, float) and value.is_integer())
            if isinstance(value, (bool, np.bool_)) or not whole:
                raise self._refusal(row, name, value, dtype)
            values[row] = int(value)
        return values
