"""What happened, in words: one event, or several of one kind that stand together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from caravan.wording import in_words

Record = Mapping[Any, Any]
"""A row of the log by column; None where a cell is missing."""


def records_of(rows: pd.DataFrame) -> list[dict[Any, Any]]:
    """Give the rows of a log as records.

    Parameters
    ----------
    rows : DataFrame
        Some rows of an event log.

    Returns
    -------
    list of dict
        One for each row, None where a cell is missing.
    """
    records: list[dict[Any, Any]] = rows.astype(object).where(rows.notna(), None).to_dict("records")
    return records


def phrases(records: Sequence[Record]) -> Iterator[str]:
    """Tell some events in order; what is of one kind and stands together is told at once.

    Parameters
    ----------
    records : sequence of mapping
        Rows of one turn, or of the set-up; see `records_of`.

    Yields
    ------
    str
        Such as ``places camels at d4 and e4``, without the seat, or ``new goods come: salt at a7``.
    """
    place = 0
    while place < len(records):
        action = records[place]["action"]
        after = place + 1
        while after < len(records) and records[after]["action"] == action and action in _TOGETHER:
            after += 1
        yield tell(records[place:after])
        place = after


def tell(records: Sequence[Record]) -> str:
    """Tell events of one kind.

    Parameters
    ----------
    records : sequence of mapping
        At least one row, all of one action; see `records_of`.

    Returns
    -------
    str
        What the acting seat does, or what happens, in small letters and without a full stop.
    """
    return _TELL[records[0]["action"]](records)


def _placed(records: Sequence[Record]) -> str:
    return (
        f"places {'a camel' if len(records) == 1 else 'camels'} at {in_words(record['target'] for record in records)}"
    )


def _moved(records: Sequence[Record]) -> str:
    routes = in_words(f"{record['source']} \u2192 {record['target']}" for record in records)
    return f"moves {'a camel' if len(records) == 1 else 'camels'} {routes}"


def _picked_up(records: Sequence[Record]) -> str:
    record = records[0]
    markers = record["demand"]
    extra = f" with {markers} demand marker{'' if markers == 1 else 's'} (+{record['points']})" if markers else ""
    return f"picks up {record['good']} at {record['target']}{extra}"


def _handed_on(records: Sequence[Record]) -> str:
    record = records[0]
    return f"hands {record['good']} on from {record['source']} to {record['target']}"


def _delivered(records: Sequence[Record]) -> str:
    record = records[0]
    return f"delivers {record['good']} from {record['source']} to {record['target']} (+{record['points']})"


def _stole(records: Sequence[Record]) -> str:
    record = records[0]
    return f"steals {record['good']} from seat {record['victim']} at {record['target']}"


def _moved_rainbow(records: Sequence[Record]) -> str:
    return f"sets the rainbow camel on {records[0]['target']}"


def _passed(records: Sequence[Record]) -> str:
    left = records[0]["actions_left"]
    return f"passes with {left} action{'' if left == 1 else 's'} left"


def _seeded(records: Sequence[Record]) -> str:
    drawn = []
    for record in records:
        if record["good"] is not None:
            markers = f" with {_counted(record['demand'], 'marker')}" if record["demand"] else ""
            drawn.append(f"{record['good']} at {record['target']}{markers}")
    begun = [
        f"seat {record['seat']} begins with {_counted(record['points'], 'point')}"
        for record in records
        if record["seat"] is not None
    ]
    lying = [f"{'a good lies' if len(drawn) == 1 else 'goods lie'} ready: {in_words(drawn)}"] if drawn else []
    return "; ".join([*begun, *lying])


def _demanded(records: Sequence[Record]) -> str:
    many = len(records) > 1
    spaces = in_words(record["target"] for record in records)
    return f"{'goods' if many else 'the good'} still waiting at {spaces} {'gain' if many else 'gains'} demand"


def _refilled(records: Sequence[Record]) -> str:
    drawn = (f"{record['good']} at {record['target']}" for record in records)
    return f"{'new goods come' if len(records) > 1 else 'a new good comes'}: {in_words(drawn)}"


def _ended(records: Sequence[Record]) -> str:
    parts = [
        f"seat {record['seat']} pays {-record['points']} for goods not delivered"
        for record in records
        if record["seat"] is not None
    ]
    reason = records[-1]["end_reason"]
    return "; ".join([*parts, _WHY.get(reason, "")] if reason is not None else parts)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


_WHY = {
    "delivery": "the game ends, as the bag is empty",
    "deadlock": "the game ends in a deadlock",
    "turn_limit": "the game ends at the turn limit",
}
_TOGETHER = {"place", "move", "seed", "demand", "refill", "end"}
_TELL: dict[str, Callable[[Sequence[Record]], str]] = {
    "place": _placed,
    "move": _moved,
    "pick_up": _picked_up,
    "transfer": _handed_on,
    "deliver": _delivered,
    "steal": _stole,
    "rainbow": _moved_rainbow,
    "pass": _passed,
    "seed": _seeded,
    "demand": _demanded,
    "refill": _refilled,
    "end": _ended,
}
