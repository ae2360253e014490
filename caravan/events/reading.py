"""Tables from CSV and Parquet files, with their exact types, or a word on what is wrong where."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from caravan.errors import LogError
from caravan.events.allowed import FALSE_TEXTS, TRUE_TEXTS, in_words, limits_of, may_be_missing
from caravan.events.columns import GAMES_TYPES, OPEN_CATEGORY, SEATS_TYPES, events_types
from caravan.events.csv_faults import first_fault
from caravan.events.origin import Origin
from caravan.events.writing import format_of
from caravan.files import reason
from caravan.rules import Rules, require_rules
from caravan.spreadsheets import plain

ROWS_AT_ONCE = 2**18
BYTES_AT_ONCE = 2**21

Types = Mapping[str, Any]


def read_events(path: str | Path, rules: Rules) -> pd.DataFrame:
    """Read an event log.

    Parameters
    ----------
    path : str or Path
        The file, ending in ``.csv`` or ``.parquet``.
    rules : Rules
        The rules, whose board has the spaces and goods.

    Returns
    -------
    DataFrame
        The log with its exact types. Whether it tells of games by these rules is for `check` to say.

    Raises
    ------
    LogError
        If the file can't be read as a log; it names the file and, where it is one cell, row and column, what was found
        and what is allowed.
    """
    return _whole(path, events_types(require_rules(rules).board))


def event_blocks(path: str | Path, rules: Rules) -> Iterator[pd.DataFrame]:
    """Read an event log of any size bit by bit.

    Parameters
    ----------
    path : str or Path
        The file, ending in ``.csv`` or ``.parquet``.
    rules : Rules
        The rules, whose board has the spaces and goods.

    Yields
    ------
    DataFrame
        The rows of some games, complete as far as they stand together, as from `read_events`; the index counts the
        file's rows from 0.

    Raises
    ------
    LogError
        As from `read_events`, at the latest when the place is reached.
    """
    held: pd.DataFrame | None = None
    first = 0
    for block in _blocks(path, events_types(require_rules(rules).board)):
        frame = block if held is None else pd.concat([held, block], ignore_index=True)
        games = frame["game"].to_numpy()
        changes = np.flatnonzero(games[1:] != games[:-1])
        cut = int(changes[-1]) + 1 if len(changes) else 0
        if cut:
            yield _numbered(frame.iloc[:cut], first)
            first += cut
        held = frame.iloc[cut:]
    if held is not None and len(held):
        yield _numbered(held, first)


def read_games(path: str | Path) -> pd.DataFrame:
    """Read a games table; see `read_events`."""
    return _whole(path, GAMES_TYPES)


def read_seats(path: str | Path) -> pd.DataFrame:
    """Read a seats table; see `read_events`. The categories of ``bot`` are in the order of their first rows."""
    return _whole(path, SEATS_TYPES)


def _numbered(frame: pd.DataFrame, first: int) -> pd.DataFrame:
    return frame.set_axis(pd.RangeIndex(first, first + len(frame)), axis="index")


def _whole(path: str | Path, types: Types) -> pd.DataFrame:
    blocks = list(_blocks(path, types))
    if not blocks:
        nothing = {name: pa.array([], _arrow_type(kind)) for name, kind in types.items()}
        frame = _frame(pa.record_batch(nothing), types, 0)
    else:
        frame = blocks[0] if len(blocks) == 1 else pd.concat(blocks, ignore_index=True)
    for name, kind in types.items():
        if kind is OPEN_CATEGORY:
            names = pd.Index(frame[name].drop_duplicates().tolist(), dtype="str")
            frame[name] = frame[name].astype(pd.CategoricalDtype(names))
    return frame


def _blocks(path: str | Path, types: Types) -> Iterator[pd.DataFrame]:
    """Read a file's rows some at a time; categories that are open come as texts."""
    read = _csv_batches if format_of(path) == "csv" else _parquet_batches
    try:
        row = 0
        for batch in read(path, types):
            yield _frame(batch, types, row)
            row += batch.num_rows
    except LogError:
        raise
    except OSError as error:
        raise LogError(f"{path} can't be read: {reason(error)}") from error
    except (_BadCellError, csv.Error, pa.ArrowException, ValueError) as error:
        if format_of(path) == "csv" and (fault := first_fault(path, types)):
            raise fault from error
        if isinstance(error, _BadCellError):
            words = in_words(types[error.column], error.found, error.column)
            raise Origin(str(path)).cell_error(error.row, error.column, error.found, words) from error
        first_line, *_ = str(error).split("\n")
        raise LogError(f"{path} can't be read: {first_line}") from error


def _csv_batches(path: str | Path, types: Types) -> Iterator[Any]:
    with Path(path).open("rb") as file:
        heading = file.readline().removeprefix(b"\xef\xbb\xbf")
    if not heading.strip():
        raise LogError(f"{path}: the first line must name the columns, but is empty")
    found = next(csv.reader([heading.decode("utf-8").rstrip("\r\n")]))
    Origin(str(path)).require_columns(found, types, exactly=True)
    yield from pyarrow.csv.open_csv(
        path,
        pyarrow.csv.ReadOptions(column_names=list(types), skip_rows=1, block_size=BYTES_AT_ONCE),
        pyarrow.csv.ParseOptions(newlines_in_values=True),
        pyarrow.csv.ConvertOptions(
            column_types={name: _arrow_type(kind) for name, kind in types.items()},
            null_values=[""],
            strings_can_be_null=True,
            true_values=list(TRUE_TEXTS),
            false_values=list(FALSE_TEXTS),
        ),
    )


def _parquet_batches(path: str | Path, types: Types) -> Iterator[Any]:
    with Path(path).open("rb") as file:
        table = pyarrow.parquet.ParquetFile(file, page_checksum_verification=True)
        Origin(str(path)).require_columns(table.schema_arrow.names, types, exactly=True)
        for name, kind in types.items():
            found = table.schema_arrow.field(name).type
            if not _suits(found, kind):
                raise LogError(f"{path}, column '{name}': found type {found}, allowed is {in_words(kind, column=name)}")
        for batch in table.iter_batches(ROWS_AT_ONCE):
            batch.validate(full=True)  # a damaged file can hold places of names that aren't there
            yield batch


def _arrow_type(kind: Any) -> Any:
    if isinstance(kind, pd.CategoricalDtype) and kind is not OPEN_CATEGORY:
        return pa.dictionary(pa.int32(), pa.string())
    if isinstance(kind, (pd.CategoricalDtype, pd.StringDtype)):
        return pa.string()
    if isinstance(kind, pd.BooleanDtype):
        return pa.bool_()
    return pa.int8() if isinstance(kind, pd.Int8Dtype) else pa.from_numpy_dtype(kind)


def _suits(found: Any, kind: Any) -> bool:
    """Tell whether an Arrow type can hold what a column should."""
    if limits_of(kind):
        return bool(pa.types.is_integer(found))
    if isinstance(kind, pd.BooleanDtype):
        return bool(pa.types.is_boolean(found))
    if isinstance(kind, np.dtype):
        return bool(pa.types.is_floating(found) or pa.types.is_integer(found))
    texts = found.value_type if pa.types.is_dictionary(found) else found
    return bool(pa.types.is_string(texts) or pa.types.is_large_string(texts) or pa.types.is_null(texts))


class _BadCellError(Exception):
    """A cell that its column can't hold; which column it is, is added on the way up."""

    def __init__(self, row: int, found: Any, column: str = "") -> None:
        super().__init__(row, found, column)
        self.row = row
        self.found = found
        self.column = column


def _frame(batch: Any, types: Types, first_row: int) -> pd.DataFrame:
    columns: dict[str, Any] = {}
    for name, kind in types.items():
        try:
            columns[name] = _column(batch[name], kind)
        except _BadCellError as bad:
            raise _BadCellError(first_row + bad.row, bad.found, name) from bad
    return pd.DataFrame(columns, copy=False)


def _column(cells: Any, kind: Any) -> Any:
    """Turn Arrow cells into a pandas column."""
    missing = np.asarray(cells.is_null().to_numpy(zero_copy_only=False))
    if missing.any() and not may_be_missing(kind):
        raise _BadCellError(int(missing.argmax()), None)
    if limits := limits_of(kind):
        return _whole_numbers(cells, missing, kind, limits)
    if isinstance(kind, pd.BooleanDtype):
        return pd.arrays.BooleanArray(cells.fill_null(False).to_numpy(zero_copy_only=False).copy(), missing)
    if isinstance(kind, pd.CategoricalDtype) and kind is not OPEN_CATEGORY:
        return _categories(cells, missing, kind)
    if isinstance(kind, np.dtype):
        return cells.to_numpy(zero_copy_only=False).astype(kind)
    return pd.array([plain(text) for text in cells.cast(pa.string()).to_pylist()], dtype="str")


def _whole_numbers(cells: Any, missing: npt.NDArray[np.bool_], kind: Any, limits: tuple[int, int]) -> Any:
    numbers = cells.fill_null(0).to_numpy(zero_copy_only=False)
    wrong = (numbers < limits[0]) | (numbers > limits[1])
    if wrong.any():
        row = int(wrong.argmax())
        raise _BadCellError(row, int(numbers[row]))
    if isinstance(kind, pd.Int8Dtype):
        return pd.arrays.IntegerArray(numbers.astype(np.int8), missing)
    return numbers.astype(kind)


def _categories(cells: Any, missing: npt.NDArray[np.bool_], kind: pd.CategoricalDtype) -> Any:
    if not pa.types.is_dictionary(cells.type):
        cells = cells.cast(pa.string()).dictionary_encode()
    names = cells.dictionary.to_pylist()
    allowed = {name: code for code, name in enumerate(kind.categories)}
    code_of = np.array([*(allowed.get(name, -1) for name in names), -1], dtype=np.int8)
    places = cells.indices.fill_null(len(names)).to_numpy(zero_copy_only=False).astype(np.int64)
    codes = code_of[places]
    wrong = (codes < 0) & ~missing
    if wrong.any():
        row = int(wrong.argmax())
        raise _BadCellError(row, names[places[row]])
    return pd.Categorical.from_codes(codes, dtype=kind)
