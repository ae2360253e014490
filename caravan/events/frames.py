"""Kernel rows as pandas frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from caravan.events.columns import (
    ACTION_TYPE,
    END_REASON_TYPE,
    EVENT_COLUMNS,
    GAMES_TYPES,
    SEATS_TYPES,
    good_type,
    space_type,
)
from caravan.rules import Rules

if TYPE_CHECKING:
    from caravan.game import Game


def events_frame(
    rows: npt.NDArray[Any], offsets: npt.NDArray[np.int64], rules: Rules, first_game: int = 0
) -> pd.DataFrame:
    """Make the event log of a block of games.

    Parameters
    ----------
    rows : ndarray of `layout.EVENT`, shape (events,)
        The games' rows, one game after the other.
    offsets : ndarray of int64, shape (games + 1,)
        Where each game begins in `rows`, and where the last one ends.
    rules : Rules
        The rules, whose board names spaces and goods.
    first_game : int, default 0
        The number of the first game.

    Returns
    -------
    DataFrame
        The columns of the event log with their types, one row for each event, sorted by game and event. No column
        shares memory with `rows`.
    """
    offsets = np.asarray(offsets, dtype=np.int64)
    rows = rows[offsets[0] : offsets[-1]]
    lengths = np.diff(offsets)
    numbers = np.arange(first_game, first_game + len(lengths), dtype=np.int64)
    starts = (offsets[:-1] - offsets[0]).astype(np.int32)
    spaces = space_type(rules.board)

    def field(name: str) -> npt.NDArray[Any]:
        return rows[name].copy()

    columns: dict[str, Any] = {
        "game": np.repeat(numbers, lengths),
        "event": np.arange(len(rows), dtype=np.int32) - np.repeat(starts, lengths),
        "turn": field("turn"),
        "seat": _seats(field("seat")),
        "action": _categories(field("action"), ACTION_TYPE),
        "cost": field("cost"),
        "actions_left": field("actions_left"),
        "source": _categories(field("source"), spaces),
        "target": _categories(field("target"), spaces),
        "good": _categories(field("good"), good_type(rules.board)),
        "under": _truths(field("under")),
        "demand": field("demand"),
        "victim": _seats(field("victim")),
        "points": field("points"),
        "end_reason": _categories(field("end_reason") - np.int8(1), END_REASON_TYPE),
    }
    return pd.DataFrame(columns, columns=list(EVENT_COLUMNS), copy=False)


def game_events(game: Game) -> pd.DataFrame:
    """Make the event log of one game, as far as it has been played.

    Parameters
    ----------
    game : Game
        The game.

    Returns
    -------
    DataFrame
        As from `events_frame`; the number of the game is ``game.number``.
    """
    return events_frame(game.rows, np.array([0, len(game.rows)]), game.rules, first_game=game.number)


def games_frame(
    tallied: npt.NDArray[Any], rules: Rules, bots: Sequence[str], seed: int, first_game: int = 0
) -> pd.DataFrame:
    """Make the games table of a block of games.

    Parameters
    ----------
    tallied : ndarray of `tally.GAMES`, shape (games,)
        What was counted in each game's log.
    rules : Rules
        The rules.
    bots : sequence of str
        Who sits where, one name for each seat.
    seed : int
        The batch's seed.
    first_game : int, default 0
        The number of the first game.

    Returns
    -------
    DataFrame
        The columns of `GAMES_TYPES`, one row for each game.
    """
    games = len(tallied)
    columns: dict[str, Any] = {
        "game": np.arange(first_game, first_game + games, dtype=np.int64),
        "rules_id": _repeated(rules.id, games),
        "players": np.full(games, len(bots), dtype=np.int8),
        "bots": _repeated(",".join(bots), games),
        "seed": np.full(games, seed, dtype=np.int64),
        "end_reason": _categories(tallied["end_reason"] - np.int8(1), END_REASON_TYPE),
        "winner": _seats(tallied["winner"].copy()),
    }
    return _table(columns, tallied, GAMES_TYPES)


def seats_frame(tallied: npt.NDArray[Any], bots: Sequence[str], first_game: int = 0) -> pd.DataFrame:
    """Make the seats table of a block of games.

    Parameters
    ----------
    tallied : ndarray of `tally.SEATS`, shape (games, players)
        What was counted in each game's log for each seat.
    bots : sequence of str
        Who sits where, one name for each seat.
    first_game : int, default 0
        The number of the first game.

    Returns
    -------
    DataFrame
        The columns of `SEATS_TYPES`, one row for each game and seat, sorted by game and seat. The categories of
        ``bot`` are the names in `bots` in order of their first seat.
    """
    games, players = tallied.shape
    names = list(dict.fromkeys(bots))
    line_up = np.array([names.index(bot) for bot in bots], dtype=np.int8)
    columns: dict[str, Any] = {
        "game": np.repeat(np.arange(first_game, first_game + games, dtype=np.int64), players),
        "seat": np.tile(np.arange(1, players + 1, dtype=np.int8), games),
        "bot": _categories(np.tile(line_up, games), pd.CategoricalDtype(names)),
    }
    return _table(columns, tallied.reshape(-1), SEATS_TYPES)


def _table(columns: dict[str, Any], tallied: npt.NDArray[Any], types: Any) -> pd.DataFrame:
    for name in types:
        if name not in columns:
            columns[name] = tallied[name].copy()
    return pd.DataFrame(columns, columns=list(types), copy=False)


def _seats(numbers: npt.NDArray[np.int8]) -> Any:
    """Make a column of seats, in which 0 is missing."""
    return pd.arrays.IntegerArray(numbers, numbers == 0)


def _truths(numbers: npt.NDArray[np.int8]) -> Any:
    """Make a column of truth values from 0 and 1, in which -1 is missing."""
    return pd.arrays.BooleanArray(numbers == 1, numbers < 0)


def _categories(codes: npt.NDArray[np.int8], categories: pd.CategoricalDtype) -> Any:
    """Make a column of categories from their codes, in which -1 is missing."""
    return pd.Categorical.from_codes(codes, dtype=categories, validate=False)


def _repeated(text: str, count: int) -> Any:
    return pd.Series([text], dtype="str").repeat(count).array
