from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from caravan.board import Board, Good
from caravan.kernel import chains, layout
from caravan.rules import Rules

STANDARD = layout.pack(Rules())
LONG = layout.pack(
    Rules(
        board=Board.from_grid(
            "Lane", "1 . . . . . . . . . . . A . . 2\n. . . . . . . . . . . . . . . .", (Good("A", "salt", rare=False),)
        ),
        starting_demand=[],
        refill_after=1,
    )
)


def mask(spaces):
    return np.uint64(sum(1 << space for space in spaces))


def members(value) -> set[int]:
    return {space for space in range(64) if int(value) >> space & 1}


def neighbours_of(space: int, width: int, height: int) -> set[int]:
    column, row = space % width, space // width
    steps = ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1))
    return {y * width + x for x, y in steps if 0 <= x < width and 0 <= y < height}


def flooded(start: set[int], within: set[int], width: int, height: int) -> set[int]:
    reached = start & within
    frontier = list(reached)
    while frontier:
        for space in neighbours_of(frontier.pop(), width, height) & within - reached:
            reached.add(space)
            frontier.append(space)
    return reached


@given(st.sets(st.integers(0, 48)))
def test_neighbours_are_orthogonal_and_never_wrap_around_an_edge(spaces):
    found = members(chains.neighbours(mask(spaces), STANDARD[0])) & set(range(49))
    assert found == set().union(*(neighbours_of(space, 7, 7) for space in spaces))


@given(st.sets(st.integers(0, 48)), st.sets(st.integers(0, 48)))
def test_connection_is_by_steps_through_the_given_spaces_alone(start, within):
    assert members(chains.connected(mask(start), mask(within), STANDARD[0])) == flooded(start, within, 7, 7)


@given(st.sets(st.integers(0, 31)), st.sets(st.integers(0, 31)))
def test_connection_on_a_board_of_another_shape(start, within):
    assert members(chains.connected(mask(start), mask(within), LONG[0])) == flooded(start, within, 16, 2)
