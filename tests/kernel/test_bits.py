from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from caravan.kernel import bits

masks = st.integers(0, 2**64 - 1)


def members(mask: int) -> list[int]:
    return [space for space in range(64) if mask >> space & 1]


@given(masks)
def test_counting_a_set(mask):
    assert bits.count(np.uint64(mask)) == len(members(mask))


@given(masks.filter(bool))
def test_the_lowest_member_and_the_set_without_it(mask):
    assert bits.lowest(np.uint64(mask)) == members(mask)[0]
    assert members(int(bits.without_lowest(np.uint64(mask)))) == members(mask)[1:]


@given(masks.filter(bool), st.data())
def test_the_nth_member_in_order(mask, data):
    index = data.draw(st.integers(0, len(members(mask)) - 1))
    assert bits.nth(np.uint64(mask), index) == members(mask)[index]


@given(masks, st.integers(0, 63))
def test_membership(mask, space):
    assert bool(bits.has(np.uint64(mask), space)) == (space in members(mask))
