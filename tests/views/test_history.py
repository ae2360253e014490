"""Taking changes back and making them again."""

from __future__ import annotations

import pytest

from caravan.views.history import MOST_KEPT, SECONDS_OF_ONE_CHANGE, History


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def shown(clock: Clock, words: str, pause: float = 10.0) -> History:
    history = History(clock)
    for word in words:
        clock.now += pause
        history.remember(word)
    return history


def test_changes_are_taken_back_one_by_one_and_made_again(clock: Clock) -> None:
    history = shown(clock, "abc")
    assert [history.back(), history.back(), history.back()] == ["b", "a", None]
    assert [history.forth(), history.forth(), history.forth()] == ["b", "c", None]


def test_what_was_shown_first_cant_be_taken_back(clock: Clock) -> None:
    history = shown(clock, "a")
    assert not history.can_undo
    assert not history.can_redo


def test_a_new_change_after_taking_back_leaves_nothing_to_make_again(clock: Clock) -> None:
    history = shown(clock, "abc")
    history.back()
    history.remember("d")
    assert not history.can_redo
    assert history.back() == "b"


def test_showing_the_same_again_is_no_change(clock: Clock) -> None:
    history = shown(clock, "aab")
    history.back()
    history.remember("a")
    assert history.forth() == "b"


def test_a_slider_that_is_dragged_is_one_change(clock: Clock) -> None:
    history = shown(clock, "abcdef", SECONDS_OF_ONE_CHANGE / 2)
    assert history.back() == "a"
    assert history.forth() == "f"


def test_a_slider_that_is_dragged_and_led_back_is_no_change(clock: Clock) -> None:
    history = shown(clock, "abca", SECONDS_OF_ONE_CHANGE / 2)
    assert not history.can_undo


def test_a_change_right_after_one_was_taken_back_is_a_change_of_its_own(clock: Clock) -> None:
    history = shown(clock, "abc")
    history.back()
    history.remember("d")
    assert [history.back(), history.back()] == ["b", "a"]


def test_only_the_latest_changes_are_kept(clock: Clock) -> None:
    history = History(clock)
    for number in range(2 * MOST_KEPT):
        clock.now += 10
        history.remember(str(number))
    steps = 0
    while history.back() is not None:
        steps += 1
    assert steps == MOST_KEPT - 1


def test_what_is_shown_can_get_a_better_word_without_being_changed(clock: Clock) -> None:
    history = shown(clock, "ab")
    history.amend("c")
    assert history.back() == "a"
    assert history.forth() == "c"
