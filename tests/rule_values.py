"""Every rule parameter with what the written rules allow, kept apart from the code, and rule sets drawn from it."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from caravan.board import Board, Good

SMALL = Board.from_grid("Small", "1 S 2\n. . G", (Good("S", "salt", False), Good("G", "gold", True)))

# What the written rules say, kept apart from the code: name, default, least, most.
NUMBERS = [
    ("players", 4, 2, 4),
    ("camels", 5, 1, 10),
    ("rare_count", 3, 0, 12),
    ("common_count", 9, 0, 24),
    ("theft_markers", 1, 0, 10),
    ("actions_per_turn", 4, 1, 20),
    ("turn_limit", 400, 1, 10_000),
    ("enter_empty_cost", 1, 0, 20),
    ("enter_occupied_cost", 2, 0, 20),
    ("pick_up_cost", 1, 0, 20),
    ("transfer_cost", 1, 0, 20),
    ("steal_cost", 1, 0, 20),
    ("refill_after", 4, 1, 9),
    ("refill_demand", 1, 0, 4),
    ("rare_value", 6, 0, 50),
    ("common_value", 3, 0, 50),
    ("demand_value", 1, 0, 20),
]
WORDS = [
    ("theft_marker_to", ["victim", "box"]),
    ("undelivered_penalty", ["none", "triangular"]),
    ("tie_break", ["most_goods", "shared"]),
]
# Another allowed value of every parameter.
OTHER: dict[str, Any] = {
    **{name: default + 1 if default < most else default - 1 for name, default, _, most in NUMBERS},
    **{name: words[1] for name, words in WORDS},
    "rainbow_camel": True,
    "opening_actions": [2, 0],
    "starting_demand": [3],
    "starting_points": [0, 2],
    "board": SMALL,
}

any_values = st.fixed_dictionaries(
    {},
    optional={
        **{name: st.integers(least, most) for name, _, least, most in NUMBERS},
        **{name: st.sampled_from(words) for name, words in WORDS},
        "rainbow_camel": st.booleans(),
        "opening_actions": st.lists(st.integers(0, 20), max_size=12),
        "starting_demand": st.lists(st.integers(1, 9), unique=True),
        "starting_points": st.lists(st.integers(0, 100), max_size=4),
        "board": st.sampled_from([SMALL, Board.standard()]),
    },
)
