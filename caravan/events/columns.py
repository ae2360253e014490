"""The columns of the log and of the two tables beside it: their names, order, types and categories."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from caravan.board import Board
from caravan.kernel import layout

ACTION_TYPE = pd.CategoricalDtype(list(layout.ACTIONS))
END_REASON_TYPE = pd.CategoricalDtype(list(layout.END_REASONS[1:]))

OPEN_CATEGORY = pd.CategoricalDtype()
"""Any names: of a board's spaces and goods before the board is known, of the bots at hand."""

_EVENTS_TYPES: Mapping[str, Any] = {
    "game": np.dtype("int64"),
    "event": np.dtype("int32"),
    "turn": np.dtype("int16"),
    "seat": pd.Int8Dtype(),
    "action": ACTION_TYPE,
    "cost": np.dtype("int8"),
    "actions_left": np.dtype("int8"),
    "source": OPEN_CATEGORY,
    "target": OPEN_CATEGORY,
    "good": OPEN_CATEGORY,
    "under": pd.BooleanDtype(),
    "demand": np.dtype("int16"),
    "victim": pd.Int8Dtype(),
    "points": np.dtype("int16"),
    "end_reason": END_REASON_TYPE,
}

EVENT_COLUMNS = tuple(_EVENTS_TYPES)
"""The columns of the event log, in order."""

GAMES_TYPES: Mapping[str, Any] = {
    "game": np.dtype("int64"),
    "rules_id": pd.StringDtype(na_value=np.nan),
    "players": np.dtype("int8"),
    "bots": pd.StringDtype(na_value=np.nan),
    "seed": np.dtype("int64"),
    "turns": np.dtype("int16"),
    "events": np.dtype("int32"),
    "actions": np.dtype("int32"),
    "end_reason": END_REASON_TYPE,
    "winner": pd.Int8Dtype(),
    "winners": np.dtype("int8"),
    "level": np.dtype("int8"),
    "winning_margin": np.dtype("int32"),
    "spread": np.dtype("int32"),
    "lead_changes": np.dtype("int16"),
}
"""The columns of the games table, in order, with their pandas types."""

SEATS_TYPES: Mapping[str, Any] = {
    "game": np.dtype("int64"),
    "seat": np.dtype("int8"),
    "bot": OPEN_CATEGORY,
    "score": np.dtype("int32"),
    "rank": np.dtype("int8"),
    "win_share": np.dtype("float64"),
    "rare": np.dtype("int16"),
    "common": np.dtype("int16"),
    "demand": np.dtype("int16"),
    "steals": np.dtype("int32"),
    "robbed": np.dtype("int32"),
    "undelivered": np.dtype("int16"),
    "penalty": np.dtype("int16"),
    "place": np.dtype("int32"),
    "move": np.dtype("int32"),
    "pick_up": np.dtype("int32"),
    "transfer": np.dtype("int32"),
    "deliver": np.dtype("int32"),
    "rainbow": np.dtype("int32"),
    "passed": np.dtype("int32"),
}
"""The columns of the seats table, in order, with their pandas types; the categories of ``bot`` are the bots at hand."""

TABLES: Mapping[str, Mapping[str, Any]] = {"events": _EVENTS_TYPES, "games": GAMES_TYPES, "seats": SEATS_TYPES}
"""The columns of every table, in order, with their pandas types."""


@functools.lru_cache(maxsize=256)
def space_type(board: Board) -> pd.CategoricalDtype:
    """Give the type of a column of spaces: every space's name, by index."""
    return pd.CategoricalDtype(list(board.space_names))


@functools.lru_cache(maxsize=256)
def good_type(board: Board) -> pd.CategoricalDtype:
    """Give the type of a column of goods: every good's name, in the board's order."""
    return pd.CategoricalDtype([good.name for good in board.goods])


def events_types(board: Board) -> dict[str, Any]:
    """Give the columns of the log, in order, with their pandas types.

    Parameters
    ----------
    board : Board
        The board, whose spaces and goods are categories.

    Returns
    -------
    dict of str to dtype
        One entry for each of `EVENT_COLUMNS`.
    """
    spaces = space_type(board)
    return {**_EVENTS_TYPES, "source": spaces, "target": spaces, "good": good_type(board)}
