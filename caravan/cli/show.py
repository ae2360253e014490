"""``caravan show``: the board as it stood after an event of a game."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from caravan.cli.arguments import Options
from caravan.cli.folder import find_file
from caravan.cli.tables import table
from caravan.rules import Rules

if TYPE_CHECKING:
    import pandas as pd

HEADINGS = ("", "event", "turn", "seat", "action", "from", "to", "good", "cost", "left", "demand", "points", "")


def show(options: Options) -> int:
    """Draw a game at one of its events, with the events around it."""
    rules = Rules.read(find_file(options.folder, "rules"))
    path = find_file(options.folder, "events")
    from caravan.cli.one_game import rows_of_game
    from caravan.events import replay

    rows = rows_of_game(path, rules, options.game)
    game = replay(rows, rules, options.game, options.event)
    last = int(rows["event"].iloc[-1])
    shown = last if options.event is None else options.event
    row = rows[rows["event"] == shown].to_dict("records")[0]
    print(f"game {options.game} after event {shown} of {last}: {in_words(row)}\n")
    print(game)
    print()
    print(events_around(rows, shown, options.around))
    return 0


def in_words(row: dict[Any, Any]) -> str:
    """Say who did what, such as ``seat 2, move e6 d2``."""
    words = [row["action"], *(row[name] for name in ("source", "target", "good"))]
    what = " ".join(filter(None, map(_text, words)))
    return f"seat {_text(row['seat'])}, {what}" if _text(row["seat"]) else what


def events_around(rows: pd.DataFrame, event: int, around: int) -> str:
    """Set an event of a game, with those before and after it, in a table.

    Parameters
    ----------
    rows : DataFrame
        The rows of one game.
    event : int
        The event to point at.
    around : int
        How many to show on either side.

    Returns
    -------
    str
        One line for each event.
    """
    near = rows[(rows["event"] >= event - around) & (rows["event"] <= event + around)]
    return table([_cells(row, event) for row in near.to_dict("records")], HEADINGS)


def _cells(row: dict[Any, Any], event: int) -> tuple[str, ...]:
    acts = row["cost"] or row["action"] == "pass"
    remarks = (
        f"robs seat {_text(row['victim'])}" if _text(row["victim"]) else "",
        "from under its camel" if _text(row["under"]) == "true" else "",
        _text(row["end_reason"]).replace("_", " "),
    )
    return (
        ">" if row["event"] == event else "",
        _text(row["event"]),
        _text(row["turn"]),
        _text(row["seat"]),
        _text(row["action"]),
        _text(row["source"]),
        _text(row["target"]),
        _text(row["good"]),
        _text(row["cost"]) if acts else "",
        _text(row["actions_left"]) if acts else "",
        _unless_zero(row["demand"]),
        _unless_zero(row["points"]),
        ", ".join(filter(None, remarks)),
    )


def _text(value: Any) -> str:
    """Write a cell; a missing one is empty."""
    import pandas as pd

    if pd.isna(value):
        return ""
    if isinstance(value, float) and math.isfinite(value):  # a whole number in a column with gaps
        return str(int(value))
    return str(value).lower() if str(value) in ("True", "False") else str(value)


def _unless_zero(value: Any) -> str:
    return f"{int(value):+d}" if value else ""
