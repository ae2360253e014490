"""Axes that stay put while pictures change."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from caravan.plots.ranges import steady_range

NUMBERS = st.floats(-1000, 1000)


def test_an_axis_stays_while_it_serves() -> None:
    assert steady_range((0, 80), 20, 70, 20) == (0, 80)


def test_an_axis_grows_when_the_data_leave_it() -> None:
    assert steady_range((0, 80), 20, 85, 20) == (0, 100)


def test_an_axis_shrinks_when_the_data_use_too_little_of_it() -> None:
    assert steady_range((0, 200), 30, 60, 20) == (20, 80)


def test_counts_have_no_room_below_nothing() -> None:
    assert steady_range(None, 0, 30, 10, floor=0) == (0, 40)


def test_a_floor_gives_way_to_data_below_it() -> None:
    assert steady_range(None, -5, 30, 10, floor=0)[0] < -5


@given(NUMBERS, NUMBERS, st.floats(0.01, 50))
def test_the_data_are_always_within(one: float, other: float, step: float) -> None:
    low, high = sorted((one, other))
    first, last = steady_range(None, low, high, step)
    assert first <= low <= high <= last
    assert first < last
    assert steady_range((first, last), low, high, step)[1] >= high
