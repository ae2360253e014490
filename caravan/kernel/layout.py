"""The records that the kernel works on: a position, the rules in numbers, and a row of the event log.

A position holds nothing that can be derived from the rest of it, so that it is cheap to copy, and no hidden
information: the bag is a count of goods by kind, its order lives in the random streams (see `streams`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from caravan.rules import Rules

MAX_SEATS = 4
MAX_CAMELS = 10
MAX_NUMBERED = 9
MAX_GOODS = 16
MAX_SPACES = 64
MAX_OPENING = 12

ACTIONS = (
    "seed",
    "place",
    "move",
    "pick_up",
    "transfer",
    "deliver",
    "steal",
    "rainbow",
    "pass",
    "demand",
    "refill",
    "end",
)
SEED, PLACE, MOVE, PICK_UP, TRANSFER, DELIVER, STEAL, RAINBOW, PASS, DEMAND, REFILL, END = range(len(ACTIONS))

END_REASONS = ("", "delivery", "deadlock", "turn_limit")
RUNNING, ENDED_BY_DELIVERY, ENDED_BY_DEADLOCK, ENDED_BY_TURN_LIMIT = range(len(END_REASONS))

FILL_NOTHING, FILL_SET_UP, FILL_REFILL = range(3)

OFF_BOARD = -1
NO_GOOD = -1
UNLADEN = 0
UNDER = 32
"""Added to a load (the good's index + 1) where the good lies under its camel."""

STATE = np.dtype(
    [
        ("turn", np.int16),
        ("bag_left", np.int16),
        ("seat", np.int8),
        ("players", np.int8),
        ("actions_left", np.int8),
        ("since_refill", np.int8),
        ("to_fill", np.int8),
        ("forced_passes", np.int8),
        ("rainbow", np.int8),
        ("end_reason", np.int8),
        ("bag", np.int8, (MAX_GOODS,)),
        ("camel_space", np.int8, (MAX_SEATS, MAX_CAMELS)),
        ("camel_load", np.int8, (MAX_SEATS, MAX_CAMELS)),
        ("theft_markers", np.int8, (MAX_SEATS,)),
        ("demand", np.int16, (MAX_SEATS,)),
        ("rare", np.int16, (MAX_SEATS,)),
        ("common", np.int16, (MAX_SEATS,)),
        ("demand_at", np.int16, (MAX_NUMBERED,)),
        ("good_at", np.int8, (MAX_NUMBERED,)),
    ],
    align=True,
)

_COUNTS = (
    "players",
    "camels",
    "rare_count",
    "common_count",
    "theft_markers",
    "actions_per_turn",
    "turn_limit",
    "enter_empty_cost",
    "enter_occupied_cost",
    "pick_up_cost",
    "transfer_cost",
    "steal_cost",
    "refill_after",
    "refill_demand",
    "rare_value",
    "common_value",
    "demand_value",
)
_FLAGS = {
    "theft_marker_to": "victim",
    "undelivered_penalty": "triangular",
    "tie_break": "most_goods",
    "rainbow_camel": True,
}
_FLAG_NAMES = {
    "theft_marker_to": "theft_marker_to_victim",
    "undelivered_penalty": "triangular_penalty",
    "tie_break": "most_goods_breaks_ties",
    "rainbow_camel": "rainbow_camel",
}

RULES = np.dtype(
    [(name, np.int64) for name in (*_COUNTS, *_FLAG_NAMES.values())]
    + [
        ("opening_turns", np.int64),
        ("opening_actions", np.int64, (MAX_OPENING,)),
        ("starting_demand", np.int64, (MAX_NUMBERED,)),
        ("starting_points", np.int64, (MAX_SEATS,)),
        ("width", np.int64),
        ("height", np.int64),
        ("spaces", np.int64),
        ("open", np.uint64),
        ("inner", np.uint64),
        ("not_first_column", np.uint64),
        ("not_last_column", np.uint64),
        ("numbered_spaces", np.uint64),
        ("numbered_count", np.int64),
        ("numbered", np.int64, (MAX_NUMBERED,)),
        ("number_at", np.int64, (MAX_SPACES,)),
        ("goods", np.int64),
        ("city", np.int64, (MAX_GOODS,)),
        ("rare", np.int64, (MAX_GOODS,)),
        ("value", np.int64, (MAX_GOODS,)),
    ],
    align=True,
)

EVENT = np.dtype(
    [
        ("turn", np.int16),
        ("demand", np.int16),
        ("points", np.int16),
        ("seat", np.int8),
        ("action", np.int8),
        ("cost", np.int8),
        ("actions_left", np.int8),
        ("source", np.int8),
        ("target", np.int8),
        ("good", np.int8),
        ("under", np.int8),
        ("victim", np.int8),
        ("end_reason", np.int8),
    ]
)
"""One event. ``seat`` and ``victim`` count from 1 (0: missing); ``source``, ``target``, ``good`` and ``under`` are -1
where missing; ``action`` and ``end_reason`` are positions in `ACTIONS` and `END_REASONS`."""

MAX_ROWS_OF_A_STEP = 32
STEP = np.dtype([("count", np.int64), ("rows", EVENT, (MAX_ROWS_OF_A_STEP,))])
"""The event rows of one action, or of one draw, and of what follows from it: at most an action, nine demand rows, nine
refills, four rows of points at the start and five rows of an end."""


def new_states(count: int = 1) -> Any:
    """Make room for positions.

    Parameters
    ----------
    count : int
        How many.

    Returns
    -------
    numpy.recarray of `STATE`, shape (count,)
        All zero: not yet a position that can be played.
    """
    return np.zeros(count, dtype=STATE).view(np.recarray)


def new_step() -> Any:
    """Make room for the events of a step: a numpy.recarray of `STEP`, shape (1,)."""
    return np.zeros(1, dtype=STEP).view(np.recarray)


def pack(rules: Rules, players: int | None = None) -> Any:
    """Put a rule set and its board into numbers.

    Parameters
    ----------
    rules : Rules
        A rule set that can be played (see `Rules.require_playable`).
    players : int, optional
        2 to 4; by default the rule set's own number.

    Returns
    -------
    numpy.recarray of `RULES`, shape (1,)
        What every compiled function takes as its rules, as ``packed[0]``.
    """
    packed = np.zeros(1, dtype=RULES).view(np.recarray)
    record = packed[0]
    for name in _COUNTS:
        record[name] = getattr(rules, name)
    if players is not None:
        record.players = players
    for name, chosen in _FLAGS.items():
        record[_FLAG_NAMES[name]] = int(getattr(rules, name) == chosen)
    record.opening_turns = len(rules.opening_actions)
    for turn, actions in enumerate(rules.opening_actions):
        record.opening_actions[turn] = actions
    for number in rules.starting_demand:
        record.starting_demand[number - 1] = 1
    for seat, points in enumerate(rules.starting_points):
        record.starting_points[seat] = points
    _pack_board(record, rules)
    return packed


def _pack_board(record: Any, rules: Rules) -> None:
    board = rules.board
    spaces = board.width * board.height
    record.width, record.height, record.spaces = board.width, board.height, spaces
    open_spaces = [space for space in range(spaces) if space not in set(board.blocked)]
    columns = {space: space % board.width for space in range(spaces)}
    record.open = _mask(open_spaces)
    record.inner = _mask(
        space
        for space in open_spaces
        if 0 < columns[space] < board.width - 1 and 0 < space // board.width < board.height - 1
    )
    record.not_first_column = _mask(space for space in range(spaces) if columns[space] > 0)
    record.not_last_column = _mask(space for space in range(spaces) if columns[space] < board.width - 1)
    record.number_at[:] = -1
    record.numbered_spaces = _mask(board.numbered)
    record.numbered_count = len(board.numbered)
    for index, space in enumerate(board.numbered):
        record.numbered[index] = space
        record.number_at[space] = index
    record.goods = len(board.goods)
    for index, good in enumerate(board.goods):
        record.city[index] = board.cities[index]
        record.rare[index] = int(good.rare)
        record.value[index] = rules.rare_value if good.rare else rules.common_value


def _mask(spaces: Any) -> np.uint64:
    return np.uint64(sum(1 << space for space in spaces))
