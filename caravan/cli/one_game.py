"""The rows of one game out of a log of any size, without reading the rest."""

from __future__ import annotations

import io
from pathlib import Path
from typing import IO

import pandas as pd

from caravan.errors import LogError
from caravan.events import event_blocks, rows_from_events
from caravan.rules import Rules


def rows_of_game(path: Path, rules: Rules, game: int) -> pd.DataFrame:
    """Read the rows of one game.

    Parameters
    ----------
    path : Path
        A log, CSV or Parquet. In one that is sorted by game, as all logs are that we write, the rows are found at
        once.
    rules : Rules
        The rules, whose board has the spaces and goods.
    game : int
        The game's number.

    Returns
    -------
    DataFrame
        Its rows, at least one, with the columns of the log; the types may be looser.

    Raises
    ------
    LogError
        If the log can't be read or has no such game.
    """
    find = _in_csv if path.suffix.lower() == ".csv" else _in_parquet
    try:
        rows = find(path, game)
        rows_from_events(rows, rules)
    except (
        OSError,
        ValueError,
        LookupError,
        NotImplementedError,
    ):  # whatever is wrong, reading from the start tells where it is
        return _from_the_start(path, rules, game)
    return rows if len(rows) else _from_the_start(path, rules, game)


def _from_the_start(path: Path, rules: Rules, game: int) -> pd.DataFrame:
    """Read a log from its start, looking for a game."""
    found, lowest, highest = [], None, None
    for block in event_blocks(path, rules):
        games = block["game"]
        lowest = min(games.min(), games.min() if lowest is None else lowest)
        highest = max(games.max(), games.max() if highest is None else highest)
        if len(rows := block[games == game]):
            found.append(rows)
    if found:
        return pd.concat(found)
    there = "is empty" if lowest is None else f"has games from {lowest} to {highest}"
    raise LogError(f"there is no game {game}: {path} {there}")


def _in_parquet(path: Path, game: int) -> pd.DataFrame:
    """Read only those parts of a file in which the game can be."""
    return pd.read_parquet(path, filters=[("game", "==", game)])


def _in_csv(path: Path, game: int) -> pd.DataFrame:
    """Halve a file until the game's first line is found, and read from there on."""
    with path.open("rb") as file:
        heading = file.readline()
        first = _first_line_from(file, game, len(heading), file.seek(0, io.SEEK_END))
        file.seek(first)
        lines = [heading]
        for line in file:
            if _game_of(line) != game:
                break
            lines.append(line)
    return pd.read_csv(io.BytesIO(b"".join(lines)))


def _first_line_from(file: IO[bytes], game: int, low: int, high: int) -> int:
    """Find where the first line begins that has this game number or a later one.

    Parameters
    ----------
    file : binary file
        Sorted by game.
    game : int
    low, high : int
        Where the first line begins, and where the file ends.
    """
    while low < high:
        middle = (low + high) // 2
        if middle > low:  # on to where the next line begins, which may be the middle itself
            file.seek(middle - 1)
            file.readline()
        else:
            file.seek(low)
        begin = file.tell()
        line = file.readline() if begin < high else b""
        if line and _game_of(line) < game:
            low = begin + len(line)
        elif middle > low:
            high = middle
        else:
            break
    return low


def _game_of(line: bytes) -> int:
    return int(line.split(b",", 1)[0])
