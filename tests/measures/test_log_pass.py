"""One reading of the log against the measures that read it thoroughly."""

from __future__ import annotations

import numpy as np
import pytest

from caravan import simulate
from caravan.batch import Batch
from caravan.measures import Sample, action_mix_by_progress, comeback_by_deficit, lead_over_time, space_use
from caravan.measures.log_pass import QUICK_USES, TENTHS, LogPass, read_log
from caravan.measures.play import STEPS, steps_taken
from caravan.measures.trace import USES
from caravan.rules import Rules


@pytest.fixture(scope="module")
def batch() -> Batch:
    return simulate(Rules(rainbow_camel=True), 3, games=60, seed=4)


@pytest.fixture(scope="module")
def read(batch: Batch) -> LogPass:
    return read_log(Sample(batch), USES)


@pytest.mark.parametrize("use", USES)
def test_spaces_are_counted_as_the_measure_counts_them(batch: Batch, read: LogPass, use: str) -> None:
    table = space_use(batch, 3)
    table = table[table["use"] == use]
    mean = read.spaces[use].mean
    whole = table.groupby("space", observed=True)["per_game"].sum()
    names = batch.rules.board.space_names
    np.testing.assert_allclose(mean[0, 0], whole.reindex(names, fill_value=0.0), atol=1e-12)
    for seat in (1, 2, 3):
        for part in (1, 2, 3):
            chosen = table[(table["seat"] == seat) & (table["part"] == part)].set_index("space")
            expected = chosen["per_game"].reindex(names, fill_value=0.0)
            np.testing.assert_allclose(mean[seat, part], expected, atol=1e-12)
            error = chosen["error"].reindex(names, fill_value=0.0).to_numpy()
            deviation = read.spaces[use].deviation[seat, part]
            np.testing.assert_allclose(deviation / np.sqrt(60), error, atol=1e-12)


def test_thirds_add_up_to_the_game(read: LogPass) -> None:
    for counts in read.spaces.values():
        np.testing.assert_allclose(counts.sums[:, 0], counts.sums[:, 1:].sum(axis=1))


def test_steps_are_all_there(batch: Batch, read: LogPass) -> None:
    np.testing.assert_array_equal(read.steps.sum(axis=0), steps_taken(Sample(batch)))


def test_steps_by_progress_are_those_of_the_measure(batch: Batch, read: LogPass) -> None:
    counts = read.steps.sum(axis=(2, 3))
    shares = counts / counts.sum(axis=1, keepdims=True)
    expected = [estimate.value for estimate in action_mix_by_progress(batch, TENTHS)]
    np.testing.assert_allclose(shares.ravel(), expected)
    assert len(STEPS) == counts.shape[1]


def test_the_course_of_the_game_comes_from_the_same_reading(batch: Batch) -> None:
    quick, thorough = Sample(batch), Sample(batch)
    assert read_log(quick, ()).spaces == {}
    assert lead_over_time(quick).equals(lead_over_time(thorough))
    assert repr(comeback_by_deficit(quick)) == repr(comeback_by_deficit(thorough))


def test_without_the_log_there_is_nothing(batch: Batch) -> None:
    class Mute:
        request, games, seats = batch.request, batch.games, batch.seats

        @staticmethod
        def event_frames() -> list[object]:
            return []

    assert read_log(Sample(Mute())) is None


def test_goods_on_their_way_are_left_out_unless_asked_for() -> None:
    assert "passes_through" not in QUICK_USES
    assert set(QUICK_USES) < set(USES)
