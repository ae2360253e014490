"""The file of a task: its games, one row for each game and seat, as Parquet; the same bytes wherever it is made."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet

from caravan.blocks import Block
from caravan.errors import LogError
from caravan.kernel.layout import END_REASONS
from caravan.kernel.tally import GAMES, SEATS

HEADER_KEY = b"caravan"
_ENDS = pa.array(END_REASONS[1:], pa.string())
_OF_GAMES = tuple(name for name in GAMES.names or () if name != "end_reason")
_OF_SEATS = tuple(SEATS.names or ())
_SCHEMA = pa.schema(
    [
        ("scenario", pa.int32()),
        ("game", pa.int64()),
        ("seat", pa.int8()),
        *((name, pa.from_numpy_dtype(SEATS[name])) for name in _OF_SEATS),
        *((name, pa.from_numpy_dtype(GAMES[name])) for name in _OF_GAMES),
        ("end_reason", pa.dictionary(pa.int8(), pa.string())),
    ]
)
COLUMNS = ("scenario", "game", "seat", *_OF_SEATS, *_OF_GAMES, "end_reason")
"""The columns: those of the seats table, then those of the games table, which are the same for all seats of a game."""


@dataclass(frozen=True)
class Header:
    """What a task's file says of itself.

    Attributes
    ----------
    plan : str
        The id of the plan.
    outline : list of lists of int
        For each piece the scenario's number, the first game, and how many.
    errors : mapping of int to str
        Scenarios that failed, and why.
    runs : sequence of sequences of int
        For each piece that could be played the scenario's number and how many rows it has, in their order.
    """

    plan: str
    outline: Sequence[Sequence[int]]
    errors: Mapping[int, str]
    runs: Sequence[Sequence[int]] = ()


def encode(header: Header, pieces: Sequence[tuple[int, Sequence[Block]]]) -> bytes:
    """Make the file of a task.

    Parameters
    ----------
    header : Header
        What it says of itself; its runs follow from the pieces.
    pieces : sequence of (int, sequence of Block)
        The scenario's number and the games of each piece that could be played.

    Returns
    -------
    bytes
        One group of rows, whose pages carry checksums.
    """
    said = {
        "plan": header.plan,
        "pieces": header.outline,
        "errors": {str(number): text for number, text in header.errors.items()},
        "runs": [[scenario, sum(block.seats.size for block in blocks)] for scenario, blocks in pieces],
    }
    schema = _SCHEMA.with_metadata({HEADER_KEY: json.dumps(said, sort_keys=True).encode()})
    tables = [_table(scenario, blocks, schema) for scenario, blocks in pieces]
    table = pa.concat_tables(tables).combine_chunks() if tables else schema.empty_table()
    sink = io.BytesIO()
    pa.parquet.write_table(
        table,
        sink,
        row_group_size=max(1, len(table)),
        version="2.6",
        compression="zstd",
        compression_level=1,
        write_page_checksum=True,
    )
    return sink.getvalue()


def read_header(source: bytes | Path) -> Header:
    """Read what a task's file says of itself, without its games.

    Parameters
    ----------
    source : bytes or Path
        The file.

    Returns
    -------
    Header

    Raises
    ------
    LogError
        If it isn't such a file, or not all of it.
    """
    try:
        metadata = pa.parquet.read_metadata(_opened(source)).metadata or {}
        said = json.loads(metadata[HEADER_KEY])
        errors = {int(number): str(text) for number, text in said["errors"].items()}
        return Header(said["plan"], said["pieces"], errors, said["runs"])
    except (OSError, pa.ArrowException, KeyError, ValueError, TypeError, AttributeError) as error:
        raise LogError(f"a task's file is damaged: {type(error).__name__}") from error


def decode(source: bytes | Path) -> dict[int, Block]:
    """Read the games from a task's file.

    Parameters
    ----------
    source : bytes or Path
        The file.

    Returns
    -------
    dict of int to Block
        The games of each scenario that could be played, by its number; without their logs.

    Raises
    ------
    LogError
        If the file is damaged.
    """
    try:
        header = read_header(source)
        whole = pa.parquet.read_table(_opened(source), use_threads=False, page_checksum_verification=True)
        played = {number: (first, games) for number, first, games in header.outline}
        blocks, begin = {}, 0
        for number, rows in header.runs:
            blocks[number] = _block(whole.slice(begin, rows), *played[number])
            begin += rows
    except LogError:
        raise
    except (OSError, pa.ArrowException, LookupError, ValueError) as error:
        raise LogError(f"a task's file is damaged: {type(error).__name__}") from error
    return blocks


def _opened(source: bytes | Path) -> Any:
    return pa.BufferReader(source) if isinstance(source, bytes) else str(source)


def _table(scenario: int, blocks: Sequence[Block], schema: Any) -> Any:
    games = np.concatenate([block.games for block in blocks])
    seats = np.concatenate([block.seats for block in blocks])
    count, players = seats.shape
    first = blocks[0].first
    columns = [
        np.full(count * players, scenario, dtype=np.int32),
        np.repeat(np.arange(first, first + count, dtype=np.int64), players),
        np.tile(np.arange(1, players + 1, dtype=np.int8), count),
        *(np.ascontiguousarray(seats[name]).ravel() for name in _OF_SEATS),
        *(np.repeat(games[name], players) for name in _OF_GAMES),
        pa.DictionaryArray.from_arrays(np.repeat(games["end_reason"] - np.int8(1), players), _ENDS),
    ]
    return pa.table([pa.array(column) for column in columns], schema=schema)


def _block(table: Any, first: int, count: int) -> Block:
    players = len(table) // count if count else 0
    if not players or len(table) != count * players:
        raise ValueError(f"{len(table)} rows for {count} games")
    games = np.zeros(count, dtype=GAMES)
    seats = np.zeros((count, players), dtype=SEATS)
    for name in _OF_SEATS:
        seats[name] = _numbers(table, name).reshape(count, players)
    for name in _OF_GAMES:
        games[name] = _numbers(table, name)[::players]
    ends = table["end_reason"].combine_chunks()
    codes = np.array([END_REASONS.index(text) for text in ends.dictionary.to_pylist()], dtype=np.int8)
    games["end_reason"] = codes[ends.indices.to_numpy()][::players]
    offsets = np.zeros(count + 1, dtype=np.int64)
    np.cumsum(games["events"], out=offsets[1:])
    return Block(first, None, offsets, games, seats)


def _numbers(table: Any, name: str) -> npt.NDArray[Any]:
    return np.asarray(table[name].to_numpy())
