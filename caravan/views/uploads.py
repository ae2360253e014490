"""What visitors upload: read within limits, checked, explained fault by fault; never run, and kept nowhere.

An upload is bytes in memory; its name is shown and used for nothing else. A log is read in a process of its own (see
`caravan.views.reading_apart`), whose memory and time are bounded, because a small file may unpack to a huge one, and
because a damaged one may bring down the library that reads it.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import logging
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pandas as pd

from caravan.board import Board
from caravan.errors import CaravanError
from caravan.events import check_rows, events_types
from caravan.kernel.layout import MAX_SEATS
from caravan.rules import Rules, playable
from caravan.views import reading_apart
from caravan.views.limits import MB, Limits, server_limits
from caravan.views.upload_faults import (
    FAULTS_LISTED,
    Fault,
    LogFaults,
    bounded,
    cell_fault,
    fault_against_rules,
    faults_of_the_whole,
    refusal,
    shown_name,
)

__all__ = ["Fault", "LogFaults", "UploadError", "UploadedLog", "read_board", "read_log", "read_rules", "shown_name"]

PARTS_CHECKED = 100
"""Of a log in which games can't be read only so many parts between them are checked."""

LARGEST_TOML = 32 * 2**10
LONGEST_LINE_OF_TOML = 1000

_SHARE_OF_A_SEAT = 0.02
_UNPACKED = 8
_SECONDS_TO_START = 60
LONGEST_COMPLAINT = 2000

Read = TypeVar("Read")

_log = logging.getLogger(__name__)


class UploadError(CaravanError, ValueError):
    """An upload that can't be used, in words that don't name it."""


@dataclass(frozen=True, eq=False)
class UploadedLog:
    """A log that was read and follows the rules.

    Attributes
    ----------
    name : str
        What the upload is called; fit to be shown as text, not as HTML, and not the name of any file here.
    digest : str
        16 hexadecimal digits that stand for the content.
    events : DataFrame
        The log, with its exact types.
    rules : Rules
        The rules by which it was checked, with the number of players.
    games : tuple of int
        The numbers of its games, in order.
    """

    name: str
    digest: str
    events: pd.DataFrame
    rules: Rules
    games: tuple[int, ...]


def read_log(
    name: str,
    content: bytes,
    limits: Limits | None = None,
    rules: Rules | None = None,
    players: int | None = None,
) -> UploadedLog | LogFaults:
    """Read an uploaded event log, as CSV or Parquet, and check it move by move.

    Takes a moment for a process to start, and longer for a large log: call it from a worker's thread.

    Parameters
    ----------
    name : str
        What the visitor's file is called.
    content : bytes
        The file.
    limits : Limits, optional
        By default the server's.
    rules : Rules, optional
        The rules by which it was played; by default the standard ones.
    players : int, optional
        2 to 4; by default as many as there are seats in the log.

    Returns
    -------
    UploadedLog or LogFaults
        The log, or what is wrong with it.

    Raises
    ------
    RulesError
        If the rules can't be played.
    """
    limits = limits or server_limits()
    rules = playable(rules or Rules(), players)
    name = shown_name(name)
    if not content:
        return refusal(name, "the file is empty")
    if len(content) > limits.upload_bytes:
        size = f"{len(content) / MB:,.1f} MB"
        return refusal(name, f"it has {size}, and this server takes at most {limits.upload_megabytes} MB")
    types = events_types(rules.board)
    told, parts = _ask_apart(content, types, limits)
    if whole := faults_of_the_whole(told, types):
        return LogFaults(name, tuple(whole), len(whole), all_found=False)
    unit = told["unit"]
    faults = [cell_fault(fault, unit, types) for fault in told["faults"]]
    log, places, broken = _frame(parts, types)
    if not len(log) and not faults:
        return refusal(name, "the log has no rows")
    rules = rules.replace(players=players or _players(log, rules))
    complete = True
    found = told["found"]
    for part, undivided in _readable_parts(log, broken):
        complete &= undivided
        room = max(0, FAULTS_LISTED - found) + 1
        first, rows = part
        against = [
            fault_against_rules(int(places[first + row]), unit, said)
            for row, said in itertools.islice(check_rows(rows, rules), room)
        ]
        faults += against
        found += len(against)
        if found > FAULTS_LISTED:
            complete = False
            break
    if faults:
        faults.sort(key=lambda fault: fault.row or 0)
        return LogFaults(name, tuple(faults[:FAULTS_LISTED]), found, complete)
    games = tuple(int(game) for game in log["game"].drop_duplicates())
    return UploadedLog(name, hashlib.sha256(content).hexdigest()[:16], log, rules, games)


def read_rules(name: str, content: bytes) -> Rules:
    """Read an uploaded rules file.

    Parameters
    ----------
    name : str
        What the visitor's file is called.
    content : bytes
        The file.

    Returns
    -------
    Rules
        The rules, which may still be unplayable: see `Rules.problems`.

    Raises
    ------
    UploadError
        If it can't be read as a rules file; the message says why, in words.
    """
    return _read_toml(name, content, lambda text: Rules.from_toml(text, "the file"))


def read_board(name: str, content: bytes) -> Board:
    """Read an uploaded board, from a board file or from a rules file.

    Parameters
    ----------
    name : str
        What the visitor's file is called.
    content : bytes
        The file.

    Returns
    -------
    Board
        The board.

    Raises
    ------
    UploadError
        If it can't be read as either; the message says why, in words.
    """

    def read(text: str) -> Board:
        if re.search(r"^\s*\[\s*board\s*[].]", text, re.MULTILINE):
            return Rules.from_toml(text, "the file").board
        return Board.from_toml(text, "the file")

    return _read_toml(name, content, read)


def _read_toml(name: str, content: bytes, read: Callable[[str], Read]) -> Read:
    called = shown_name(name)
    if not content.strip():
        raise UploadError(f"{called}: the file is empty")
    if len(content) > LARGEST_TOML:
        raise UploadError(
            f"{called}: it has {len(content):,} bytes; a rules file or a board has at most {LARGEST_TOML:,}"
        )
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UploadError(
            f"{called}, line {line}: found byte {content[error.start]:#04x}, allowed is UTF-8 text"
        ) from None
    for number, line_of_text in enumerate(text.splitlines(), start=1):
        if len(line_of_text) > LONGEST_LINE_OF_TOML:
            raise UploadError(
                f"{called}, line {number}: found {len(line_of_text):,} characters, allowed are at most "
                f"{LONGEST_LINE_OF_TOML:,}"
            )
    try:
        return read(text)
    except CaravanError as error:
        raise UploadError(f"{called}: {bounded(str(error))}") from None
    except Exception as error:
        _log.exception("An uploaded TOML file led to a failure")
        raise UploadError(f"{called}: it can\u2019t be read as a rules file or a board") from error


def _ask_apart(content: bytes, types: dict[str, Any], limits: Limits) -> tuple[dict[str, Any], list[bytes]]:
    """Have the file read in a process of its own."""
    question = {
        "columns": [(column, _kind(dtype), _names(dtype)) for column, dtype in types.items()],
        "most_rows": limits.upload_rows,
        "most_bytes": _UNPACKED * limits.upload_bytes,
        "bytes": len(content),
        "megabytes": limits.reading_megabytes,
        "seconds": limits.upload_seconds,
    }
    environment = {
        **{name: os.environ[name] for name in _PASSED_ON if name in os.environ},
        "ARROW_DEFAULT_MEMORY_POOL": "system",
        "MALLOC_ARENA_MAX": "1",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }
    reader = subprocess.Popen(
        [sys.executable, "-P", str(Path(reading_apart.__file__))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )
    try:
        said, complaint = reader.communicate(
            json.dumps(question).encode() + b"\n" + content, timeout=_SECONDS_TO_START + 4 * limits.upload_seconds
        )
    except subprocess.TimeoutExpired:
        said = complaint = b""
    finally:
        reader.kill()
        reader.wait()
    head, _, rest = said.partition(b"\n")
    if not head:
        return {"refusal": _why_it_ended(reader.returncode, complaint)}, []
    told: dict[str, Any] = json.loads(head)
    parts = []
    for length in told["parts"]:
        parts.append(rest[:length])
        rest = rest[length:]
    return told, parts


_PASSED_ON = ("PATH", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "LD_LIBRARY_PATH", "SYSTEMROOT", "LANG", "HOME")


def _why_it_ended(code: int | None, complaint: bytes) -> str:
    _log.warning(
        "Reading an upload ended with code %s: %s", code, complaint[-LONGEST_COMPLAINT:].decode("utf-8", "replace")
    )
    if code is not None and -code in {getattr(signal, "SIGXCPU", 0), getattr(signal, "SIGKILL", 0)}:
        return "reading it takes longer than this server gives to an upload"
    return "it can\u2019t be read: it is damaged, or takes more memory than this server gives to an upload"


def _kind(dtype: Any) -> str:
    if isinstance(dtype, pd.CategoricalDtype):
        return "names"
    return str(dtype)


def _names(dtype: Any) -> list[str]:
    return list(dtype.categories) if isinstance(dtype, pd.CategoricalDtype) else []


def _frame(
    parts: list[bytes], types: dict[str, Any]
) -> tuple[pd.DataFrame, npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Make the log from the codes of its cells; give also the rows' places, and before which rows some are left out."""
    *codes, places, broken = parts
    columns: dict[str, Any] = {}
    for (column, dtype), part in zip(types.items(), codes, strict=True):
        if isinstance(dtype, pd.CategoricalDtype):
            columns[column] = pd.Categorical.from_codes(np.frombuffer(part, np.int8).copy(), dtype=dtype)
        elif isinstance(dtype, pd.BooleanDtype):
            truths = np.frombuffer(part, np.int8)
            columns[column] = pd.arrays.BooleanArray(truths == 1, truths < 0)
        elif isinstance(dtype, pd.Int8Dtype):
            seats = np.frombuffer(part, np.int16)
            missing = seats == reading_apart.MISSING
            columns[column] = pd.arrays.IntegerArray(np.where(missing, 0, seats).astype(np.int8), missing)
        else:
            columns[column] = np.frombuffer(part, dtype).copy()
    frame = pd.DataFrame(columns, copy=False)
    return frame, np.frombuffer(places, np.int32), np.frombuffer(broken, np.int32)


def _players(log: pd.DataFrame, rules: Rules) -> int:
    """Say how many play: the greatest seat that isn't a slip."""
    seats = log["seat"].dropna().to_numpy(dtype=np.int8)
    often = [seat for seat in range(2, MAX_SEATS + 1) if (seats == seat).sum() > _SHARE_OF_A_SEAT * len(seats)]
    return max(often, default=int(rules.players))


def _readable_parts(
    log: pd.DataFrame, broken: npt.NDArray[np.int32]
) -> Iterator[tuple[tuple[int, pd.DataFrame], bool]]:
    """Cut a log where rows had to be left out, without the games on either side of such a place.

    Yields
    ------
    tuple of tuple and bool
        The first row of a part with its rows, and whether nothing was left out.
    """
    if not len(broken):
        yield (0, log), True
        return
    games = log["game"].to_numpy()
    starts = np.concatenate([[0], np.flatnonzero(np.diff(games)) + 1, [len(games)]]) if len(games) else np.zeros(1, int)
    runs = len(starts) - 1
    left_out = np.zeros(runs, dtype=np.bool_)
    for row in np.unique(broken):
        for neighbour in (row - 1, row):
            if 0 <= neighbour < len(games):
                left_out[np.searchsorted(starts, neighbour, side="right") - 1] = True
    edges = np.flatnonzero(np.diff(np.concatenate([[True], left_out, [True]]).astype(np.int8)))
    for first, last in zip(edges[: 2 * PARTS_CHECKED : 2], edges[1 : 2 * PARTS_CHECKED : 2], strict=False):
        start, stop = int(starts[first]), int(starts[last])
        yield (start, log.iloc[start:stop]), False
    if not runs or left_out.all():
        yield (0, log.iloc[:0]), False
