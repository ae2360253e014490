"""The action that a row tells of."""

from __future__ import annotations

from typing import Any

from caravan.action import Action
from caravan.board import Board
from caravan.kernel.layout import ACTIONS, DELIVER, MOVE, PICK_UP, STEAL, TRANSFER


def action_of_row(row: Any, board: Board) -> Action:
    """Read a row as an action.

    Parameters
    ----------
    row : record of `layout.EVENT`
        The row.
    board : Board
        Names spaces and goods.

    Returns
    -------
    Action
        The action, legal or not.

    Raises
    ------
    InvalidText
        If the row can't be one of a seat's action.
    """
    kind = int(row["action"])
    source, target, good = int(row["source"]), int(row["target"]), int(row["good"])
    has_source = kind in (MOVE, TRANSFER, DELIVER, PICK_UP, STEAL) and source >= 0
    names_good = kind in (TRANSFER, DELIVER, STEAL) and good >= 0
    return Action(
        ACTIONS[kind] if kind >= 0 else "nothing",
        board.space_names[source] if has_source else None,
        board.space_names[target] if target >= 0 else None,
        board.goods[good].name if names_good else None,
        names_good and kind != STEAL and row["under"] == 1,
        int(row["victim"]) if kind == STEAL and names_good and row["victim"] else None,
    )
