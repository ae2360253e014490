"""The layered search for chains against a plain shortest-path search."""

from __future__ import annotations

import heapq

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caravan.bots import paths
from caravan.bots.records import new_scratch
from caravan.kernel.layout import pack
from caravan.rules import Rules

SPACES = st.sets(st.integers(0, 48), max_size=12)


def mask(spaces):
    return np.uint64(sum(1 << space for space in spaces))


def neighbours_of(space):
    column, row = space % 7, space // 7
    steps = ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1))
    return [y * 7 + x for x, y in steps if 0 <= x < 7 and 0 <= y < 7]


def shortest(city, weight_of):
    """Cost of the spaces after each space up to the city, by Dijkstra's search from the city."""
    costs = {city: 0}
    queue = [(0, city)]
    while queue:
        cost, space = heapq.heappop(queue)
        if cost > costs[space]:
            continue
        onwards = cost + weight_of(space)
        for other in neighbours_of(space):
            if onwards < costs.get(other, 10**9):
                costs[other] = onwards
                heapq.heappush(queue, (onwards, other))
    return costs


@pytest.mark.parametrize("occupied_cost", [1, 2, 3])
@given(good=st.integers(0, 7), own=SPACES, others=SPACES, unladen=SPACES, rainbow=st.none() | st.integers(0, 48))
def test_distances_are_those_of_a_shortest_path_search(occupied_cost, good, own, others, unladen, rainbow):
    packed = pack(Rules(enter_occupied_cost=occupied_cost))
    rules = packed[0]
    unladen &= own
    rainbow_spaces = set() if rainbow is None else {rainbow}
    occupied = own | others | rainbow_spaces
    classes = paths.classes_for(rules, good, mask(own), mask(unladen), mask(rainbow_spaces), mask(occupied))
    held, empty, taken = (np.uint64(spaces) for spaces in classes)
    scratch = new_scratch()
    paths.grow_layers(scratch[0], rules, good, mask(range(49)), held, empty, taken)

    city = int(rules.city[good])

    def weight_of(space):
        if space == city and space not in unladen | rainbow_spaces:
            return occupied_cost if space in occupied else 1
        if space in own | rainbow_spaces:
            return 0
        return occupied_cost if space in occupied else 1

    expected = shortest(city, weight_of)
    found = {space: int(paths.distance(scratch[0], good, space)) for space in range(49)}
    assert found == expected
