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

EVENT_COLUMNS = (
    "game",
    "event",
    "turn",
    "seat",
    "action",
    "cost",
    "actions_left",
    "source",
    "target",
    "good",
    "under",
    "demand",
    "victim",
    "points",
    "end_reason",
)

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
    "bot": pd.CategoricalDtype(),
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
    types = (
        np.dtype("int64"),
        np.dtype("int32"),
        np.dtype("int16"),
        pd.Int8Dtype(),
        ACTION_TYPE,
        np.dtype("int8"),
        np.dtype("int8"),
        spaces,
        spaces,
        good_type(board),
        pd.BooleanDtype(),
        np.dtype("int16"),
        pd.Int8Dtype(),
        np.dtype("int16"),
        END_REASON_TYPE,
    )
    return dict(zip(EVENT_COLUMNS, types, strict=True))
