from __future__ import annotations

import numpy as np
import pytest

from caravan.bots.contest import LEAST_VARIANCE, best_entry, clear_gains, note_gain, standard_error
from caravan.bots.records import NODE


def entries(count: int):
    made = np.zeros(count, dtype=NODE).view(np.recarray)
    clear_gains(made, count)
    return made


def test_the_first_stands_where_nothing_was_tried():
    assert best_entry(entries(3), 3, 1, 1.0) == 0


def test_the_standard_error_is_that_of_the_mean_with_a_least_variance():
    entry = entries(1)[0]
    for number, gain in enumerate((1.0, 3.0, 5.0, 7.0)):
        note_gain(entry, gain, number + 1, 5.0)
    assert standard_error(entry, 4) == pytest.approx(np.sqrt((np.var([1, 3, 5, 7]) + LEAST_VARIANCE) / 4))


def test_a_clear_gain_wins():
    made = entries(3)
    for number in range(4):
        note_gain(made[1], 2.0, number + 1, 0.0)
        note_gain(made[2], 5.0, number + 1, 0.0)
    assert best_entry(made, 3, 4, 1.0) == 2


def test_a_gain_within_the_doubt_does_not():
    made = entries(2)
    for number, gain in enumerate((6.0, -4.0, 5.0, -4.5)):
        note_gain(made[1], gain, number + 1, 10.0)
    assert best_entry(made, 2, 4, 1.0) == 0
    assert best_entry(made, 2, 4, 0.0) == 1


def test_who_falls_behind_is_dropped_but_not_after_one_sample():
    entry = entries(1)[0]
    note_gain(entry, -3.0, 1, 0.0)
    assert entry.dropped == 0
    note_gain(entry, -1.0, 2, 0.0)
    assert entry.dropped == 1


def test_patience_keeps_who_may_yet_catch_up():
    entry = entries(1)[0]
    for number, gain in enumerate((-3.0, 2.0)):
        note_gain(entry, gain, number + 1, 1.0)
    assert entry.dropped == 0


def test_who_was_dropped_cannot_win():
    made = entries(2)
    made[1].gain = 100.0
    made[1].dropped = 1
    assert best_entry(made, 2, 4, 1.0) == 0
