"""Tables into CSV and Parquet files, whole or not at all, block by block where they are large."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Protocol

import pandas as pd
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from caravan.errors import LogError
from caravan.events.columns import OPEN_CATEGORY, TABLES
from caravan.events.origin import Origin
from caravan.files import written_whole
from caravan.spreadsheets import harmless_table

FORMATS = ("csv", "parquet")
ROWS_OF_A_GROUP = 2**18


def format_of(path: str | Path) -> str:
    """Tell a file's format from the end of its name.

    Parameters
    ----------
    path : str or Path
        The file.

    Returns
    -------
    str
        One of `FORMATS`.

    Raises
    ------
    LogError
        If the name ends otherwise.
    """
    ending = Path(path).suffix.lower().removeprefix(".")
    if ending not in FORMATS:
        raise LogError(f"{path}: a table's file must end in .csv or .parquet")
    return ending


class TableWriter:
    """Writes one of the tables block by block; made by `table_writer`.

    Parameters
    ----------
    sink : object
        What turns rows into bytes.
    table : str
        ``events``, ``games`` or ``seats``.
    origin : Origin
        What to call the table in a message.
    """

    def __init__(self, sink: _Sink, table: str, origin: Origin) -> None:
        self._sink = sink
        self._types = TABLES[table]
        self._origin = origin
        self._held: list[pd.DataFrame] = []
        self._rows_held = 0
        self._any = False

    def write(self, frame: pd.DataFrame) -> None:
        """Write a block of rows.

        Parameters
        ----------
        frame : DataFrame
            With the table's columns, in order, and their types.

        Raises
        ------
        LogError
            If the columns or types aren't the table's.
        """
        self._require_types(frame)
        self._any = True
        self._held.append(frame)
        self._rows_held += len(frame)
        if self._rows_held >= ROWS_OF_A_GROUP:
            self._flush()

    def finish(self) -> None:
        """Write what is still held back to be written together; without any block, a table without rows."""
        if not self._any:
            self._held = [pd.DataFrame({name: pd.Series(dtype=_closed(kind)) for name, kind in self._types.items()})]
        self._flush()

    def _flush(self) -> None:
        if self._held:
            block = self._held[0] if len(self._held) == 1 else pd.concat(self._held, ignore_index=True)
            self._held, self._rows_held = [], 0
            self._sink.write(block)

    def _require_types(self, frame: pd.DataFrame) -> None:
        self._origin.require_columns(frame.columns, self._types, exactly=True)
        for name, wanted in self._types.items():
            found = frame[name].dtype
            if found != wanted and not (isinstance(wanted, pd.CategoricalDtype) and found == "category"):
                raise LogError(f"{self._origin.name}: column '{name}' is of type {found}, but must be {wanted}")


@contextmanager
def table_writer(path: str | Path, table: str = "events") -> Iterator[TableWriter]:
    """Write one of the tables into a file, block by block, in a ``with`` statement.

    The rows go into a file beside it, which gets its name at the end; after an error nothing of it is left, and a file
    that was there before stays as it was.

    Parameters
    ----------
    path : str or Path
        The file, ending in ``.csv`` or ``.parquet``. Its folder must exist; a file already there is replaced.
    table : str, default "events"
        ``events``, ``games`` or ``seats``.

    Yields
    ------
    TableWriter
        Its ``write`` takes a frame.

    Raises
    ------
    LogError
        If the file's name has another ending, or a frame hasn't the table's columns and types.
    OutputError
        If the system refuses.
    """
    make_sink = _SINKS[format_of(path), table == "events"]
    with written_whole(path) as passing, passing.open("wb") as file:
        sink = make_sink(file, tuple(TABLES[table]))
        writer = TableWriter(sink, table, Origin(f"{table} for {path}"))
        try:
            yield writer
            writer.finish()
        finally:
            sink.close()


def write_events(events: pd.DataFrame, path: str | Path) -> None:
    """Write an event log into a file.

    Parameters
    ----------
    events : DataFrame
        The log.
    path : str or Path
        The file, ending in ``.csv`` or ``.parquet``; a file already there is replaced.

    Raises
    ------
    LogError
        If the file's name has another ending, or the frame hasn't the log's columns and types.
    OutputError
        If the file can't be written; nothing of it is left then.
    """
    _write(events, path, "events")


def write_games(games: pd.DataFrame, path: str | Path) -> None:
    """Write a games table into a file; see `write_events`."""
    _write(games, path, "games")


def write_seats(seats: pd.DataFrame, path: str | Path) -> None:
    """Write a seats table into a file; see `write_events`."""
    _write(seats, path, "seats")


def _write(frame: pd.DataFrame, path: str | Path, table: str) -> None:
    with table_writer(path, table) as writer:
        writer.write(frame)


def _closed(kind: Any) -> Any:
    """Give a category without categories none at all, in place of any."""
    if kind is OPEN_CATEGORY:
        return pd.CategoricalDtype(pd.Index([], dtype="str"))
    return kind


class _Sink(Protocol):
    def __init__(self, file: IO[bytes], columns: tuple[str, ...]) -> None: ...

    def write(self, frame: pd.DataFrame) -> None: ...

    def close(self) -> None: ...


class _EventsCsv:
    """The log as CSV, by Arrow, which is five times as quick as pandas; no cell ever needs quotes."""

    def __init__(self, file: IO[bytes], columns: tuple[str, ...]) -> None:
        self._file = file
        self._options = pyarrow.csv.WriteOptions(include_header=False, quoting_style="none")
        file.write((",".join(columns) + "\n").encode())

    def write(self, frame: pd.DataFrame) -> None:
        table = pa.Table.from_pandas(frame, preserve_index=False)
        texts = [
            column.cast(pa.string()) if pa.types.is_dictionary(column.type) else column for column in table.columns
        ]
        pyarrow.csv.write_csv(pa.table(texts, names=table.column_names), self._file, self._options)

    def close(self) -> None:
        pass


class _TextsCsv:
    """A table whose texts may need quotes, such as ``planner,random``, as CSV."""

    def __init__(self, file: IO[bytes], columns: tuple[str, ...]) -> None:
        self._file = file
        file.write((",".join(columns) + "\n").encode())

    def write(self, frame: pd.DataFrame) -> None:
        self._file.write(harmless_table(frame).to_csv(header=False, index=False, lineterminator="\n").encode())

    def close(self) -> None:
        pass


class _Parquet:
    """A table as Parquet, with what pandas needs to give back the same types."""

    def __init__(self, file: IO[bytes], columns: tuple[str, ...]) -> None:
        self._file = file
        self._writer: Any = None
        self._columns = columns

    def write(self, frame: pd.DataFrame) -> None:
        if self._writer is None:
            schema = pa.Schema.from_pandas(frame, preserve_index=False)
            self._writer = pyarrow.parquet.ParquetWriter(
                self._file, schema, compression="zstd", write_page_checksum=True
            )
        self._writer.write_table(pa.Table.from_pandas(frame, self._writer.schema, preserve_index=False))

    def close(self) -> None:
        if self._writer is not None:
            try:
                self._writer.close()
            finally:
                self._writer.is_open = False  # or it would try again when it is forgotten


_SINKS: Mapping[tuple[str, bool], type[_Sink]] = {
    ("csv", True): _EventsCsv,
    ("csv", False): _TextsCsv,
    ("parquet", True): _Parquet,
    ("parquet", False): _Parquet,
}
