"""What a search has played, written down line by line, so that a run that was stopped or killed goes on from there.

A search is decided by its goal alone. So nothing but the figures of the games needs to be kept: the search is gone
through again from its beginning, and whatever it asks for is read instead of played until it comes to something new.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

from caravan.errors import OutputError, PlanError
from caravan.files import reason

Entry = Mapping[str, Any]


class Journal:
    """A file to which every result is added as soon as it is there.

    Parameters
    ----------
    path : str or Path, optional
        The file, made if need be with its folder; without one, results are kept in memory only.
    goal_id : str
        Of the goal that the results belong to.

    Raises
    ------
    PlanError
        If the file belongs to another goal or version, or is no journal.
    OutputError
        If it can't be read or written.
    """

    def __init__(self, path: str | Path | None, goal_id: str) -> None:
        self._path = None if path is None else Path(path)
        self._kept: dict[str, Entry] = {}
        self._file: BinaryIO | None = None
        if self._path is not None:
            self._open(self._path, goal_id)

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: str) -> Entry | None:
        """Give the result of that name, if it is there."""
        return self._kept.get(key)

    def add(self, key: str, entry: Entry) -> None:
        """Keep a result; once this returns, it outlasts the end of the process, however it ends."""
        self._kept[key] = entry
        if self._file is not None:
            try:
                self._file.write(json.dumps({"key": key, **entry}).encode() + b"\n")
                self._file.flush()
                os.fsync(self._file.fileno())
            except OSError as error:
                raise OutputError(f"{self._path} can't be written: {reason(error)}") from error

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _open(self, path: Path, goal_id: str) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            written = path.read_bytes() if path.exists() else b""
            # A line that a sudden end has cut short holds nothing that can't be played again.
            whole = written[: written.rfind(b"\n") + 1]
            lines = [self._line(line, path) for line in whole.splitlines()]
            if lines and lines[0].get("goal") != goal_id:
                raise PlanError(
                    f"{path} holds what another goal or another version has played; take it away, or write the results "
                    "to another folder"
                )
            self._kept = {str(line["key"]): line for line in lines[1:]}
            self._file = path.open("r+b" if path.exists() else "w+b")
            self._file.truncate(len(whole))
            self._file.seek(len(whole))
            if not lines:
                self._file.write(json.dumps({"goal": goal_id}).encode() + b"\n")
                self._file.flush()
        except OSError as error:
            raise OutputError(f"{path} can't be written: {reason(error)}") from error

    @staticmethod
    def _line(line: bytes, path: Path) -> dict[str, Any]:
        try:
            content = json.loads(line)
        except ValueError as error:
            raise PlanError(f"{path} can't be read: it isn't what `caravan tune` has written; take it away") from error
        return dict(content)
