"""The log as kernel rows: from any frame with its columns, whatever holds the values, or a word on why not."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from caravan.events.cells import Cells
from caravan.events.columns import ACTION_TYPE, END_REASON_TYPE, EVENT_COLUMNS, good_type, space_type
from caravan.events.origin import Origin
from caravan.kernel.layout import EVENT
from caravan.rules import Rules, require_rules

LOG = Origin("the log")


class Rows(NamedTuple):
    """A log as kernel rows.

    Attributes
    ----------
    rows : numpy.recarray of `layout.EVENT`, shape (events,)
        The events.
    offsets : ndarray of int64, shape (runs + 1,)
        Where each run of rows with the same game number begins in `rows`, and where the last one ends.
    games : ndarray of int64, shape (runs,)
        The game number of each run.
    events : ndarray of int64, shape (events,)
        The event numbers.
    """

    rows: Any
    offsets: npt.NDArray[np.int64]
    games: npt.NDArray[np.int64]
    events: npt.NDArray[np.int64]


def require_log(frame: Any, origin: Origin = LOG) -> None:
    """Make sure that a log is a frame with the log's columns; raise LogError if it isn't."""
    origin.require_table(frame, EVENT_COLUMNS, "read_events({}, rules)")


def rows_from_events(frame: pd.DataFrame, rules: Rules, origin: Origin = LOG) -> Rows:
    """Read a log back into kernel rows.

    Parameters
    ----------
    frame : DataFrame
        With the columns of the event log, further ones ignored. Other types than the log's own are taken where the
        values fit, for example texts for categories, as plain ``pandas.read_csv`` gives them.
    rules : Rules
        The rules, whose board has the spaces and goods.
    origin : Origin, optional
        What to call the table in a message.

    Returns
    -------
    Rows
        The rows, cut into runs where the game number changes.

    Raises
    ------
    LogError
        If a column is missing or a cell can't be read; it names the row and the column, what was found and what is
        allowed.
    """
    require_log(frame, origin)
    require_rules(rules)
    rows = np.empty(len(frame), dtype=EVENT)
    cells = Cells(frame, origin)
    spaces = space_type(rules.board)
    games = cells.whole_numbers("game", np.int64)
    events = cells.whole_numbers("event", np.int32)
    for name in ("turn", "demand", "points"):
        rows[name] = cells.whole_numbers(name, np.int16)
    for name in ("cost", "actions_left"):
        rows[name] = cells.whole_numbers(name, np.int8)
    for name in ("seat", "victim"):
        rows[name] = cells.seats(name)
    rows["action"] = cells.codes("action", ACTION_TYPE)
    rows["source"] = cells.codes("source", spaces)
    rows["target"] = cells.codes("target", spaces)
    rows["good"] = cells.codes("good", good_type(rules.board))
    rows["under"] = cells.truths("under")
    rows["end_reason"] = cells.codes("end_reason", END_REASON_TYPE) + 1
    starts = np.flatnonzero(np.diff(games)) + 1
    first = [0] if len(games) else []
    offsets = np.concatenate([first, starts, [len(games)]]).astype(np.int64)
    return Rows(rows.view(np.recarray), offsets, games[offsets[:-1]], events)
