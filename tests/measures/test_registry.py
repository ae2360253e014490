from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from synthetic_batches import MadeBatch, made_batch, random_batch

from caravan.errors import CaravanError
from caravan.measures import Estimate, Sample, all_measures, interval_kind, interval_sentence, measure, summary

DEGENERATE = {
    "no games": made_batch(np.empty((0, 3), dtype=int)),
    "none of the planned games": made_batch(np.empty((0, 3), dtype=int), planned=100),
    "one game": made_batch([[3, 1, 2]], steps={"move": 4}),
    "one game, shared by all": made_batch([[3, 3, 3]]),
    "one of the planned games": made_batch([[3, 1, 2]], planned=100),
    "two games": made_batch([[3, 1, 2], [1, 2, 3]], steps={"move": np.array([[4, 3, 2], [1, 5, 1]])}),
    "every game the same": made_batch([[3, 1, 2, 0]] * 50, steps={"move": 4}, steals=1),
    "every game the same so far": made_batch([[3, 1, 2, 0]] * 150, steps={"move": 4}, planned=200),
    "every game shared by all": made_batch([[3, 3]] * 40),
    "nothing done": made_batch([[0, 0, 0, 0]] * 40, turns=0, end_reasons=["deadlock"] * 40),
    "only losses": made_batch([[0, 0]] * 40, penalty=np.array([[-1, -3]] * 40)),
    "all but one the same": made_batch([[3, 1]] * 49 + [[1, 3]], steps={"move": 4}),
}


@pytest.mark.parametrize("batch", DEGENERATE.values(), ids=DEGENERATE.keys())
@pytest.mark.parametrize("name", [entry.name for entry in all_measures()])
def test_degenerate_games_give_honest_figures(batch: MadeBatch, name: str):
    estimates = measure(batch, name)
    assert estimates
    for estimate in estimates:
        check_honest(estimate)
        assert estimate.games == len(batch.games)


def check_honest(estimate: Estimate) -> None:
    for number in (estimate.value, estimate.low, estimate.high):
        assert math.isnan(number) or math.isfinite(number), estimate
    if estimate.is_missing or not estimate.has_interval:
        assert estimate.note, f"{estimate} doesn't say why something is missing"
    assert bool(estimate.interval) == (not (math.isnan(estimate.low) and math.isnan(estimate.high))), estimate
    slack = 1e-9 * max(1.0, abs(estimate.value)) if not estimate.is_missing else 0.0
    assert not estimate.low > estimate.value + slack, estimate
    assert not estimate.high < estimate.value - slack, estimate
    assert estimate.unit


@settings(max_examples=60)
@given(
    players=st.integers(2, 4),
    games=st.integers(0, 160),
    planned=st.sampled_from([0, 1, 500]),
    highest=st.sampled_from([1, 3, 60]),
    seed=st.integers(0, 2**32 - 1),
)
def test_every_value_lies_within_its_interval(players, games, planned, highest, seed):
    rng = np.random.default_rng(seed)
    shape = (games, players)
    batch = made_batch(
        rng.integers(0, highest, shape, endpoint=True),
        rare=rng.integers(0, 2, shape),
        steps={"move": rng.poisson(2, shape), "passed": rng.poisson(0.1, shape)},
        lead_changes=rng.poisson(1, games),
        planned=max(planned, games),
    )
    estimates = summary(batch)
    for estimate in estimates:
        check_honest(estimate)
    if games:
        for name in ("win_share", "last_place"):
            assert sum(estimate.value for estimate in estimates if estimate.measure == name) == pytest.approx(1.0)


def test_every_interval_says_whether_it_bears_looking():
    batch = random_batch(300)
    for estimate in summary(batch):
        assert "sequence" not in estimate.interval
    for estimate in summary(batch.first(200)):
        assert estimate.interval == "" or "confidence sequence" in estimate.interval


def test_the_kind_of_interval_depends_on_whether_all_planned_games_are_there():
    batch = random_batch(1_200)
    assert interval_kind(batch) == "fixed"
    assert interval_kind(batch.first(1_199)) == "anytime"
    assert interval_sentence(batch).startswith("All 1,200 games")
    assert "however often you look" in interval_sentence(batch.first(1_000))
    assert interval_sentence(batch.first(1_000)).startswith("1,000 of 1,200 games")


def test_measuring_twice_gives_the_same():
    batch = random_batch(120)
    assert repr(summary(batch)) == repr(summary(batch))
    assert repr(summary(batch)) == repr(summary(Sample(batch)))


def test_a_summary_takes_the_measures_asked_for_in_their_order():
    names = [estimate.measure for estimate in summary(random_batch(40), ["steals", "ties"])]
    assert names == ["steals", "ties", "ties"]


def test_a_summary_reads_the_event_log_only_when_asked():
    batch = random_batch(20)
    assert "action_mix_by_progress" not in {estimate.measure for estimate in summary(batch)}
    assert "action_mix_by_progress" in {estimate.measure for estimate in summary(batch, with_events=True)}


def test_an_unknown_measure_suggests_the_nearest():
    with pytest.raises(CaravanError, match="no measure called 'winshare'; did you mean 'win_share'"):
        measure(random_batch(5), "winshare")


def test_seats_that_do_not_fit_the_games_are_refused():
    batch = random_batch(5)
    batch.seats = batch.seats.iloc[:-1]
    with pytest.raises(ValueError, match="need 20 rows of seats, but there are 19"):
        Sample(batch)


def test_every_measure_is_listed_with_a_unit_a_meaning_its_needs_and_its_source():
    measures = all_measures()
    assert len({entry.name for entry in measures}) == len(measures)
    for entry in measures:
        assert entry.unit
        assert entry.meaning.endswith(".")
        assert set(entry.needs) <= {"games", "seats", "events"}
        assert entry.needs
        assert entry.source
        assert {estimate.measure for estimate in measure(random_batch(5), entry.name)} == {entry.name}


def test_estimates_that_share_a_label_differ_by_seat():
    estimates = summary(random_batch(40), with_events=True)
    assert len({(estimate.label, estimate.seat) for estimate in estimates}) == len(estimates)


def test_every_measure_is_in_the_handbook(root: Path):
    handbook = (root / "docs" / "measures.md").read_text(encoding="utf-8")
    for entry in all_measures():
        assert f"`{entry.name}`" in handbook, f"docs/measures.md doesn't speak of {entry.name}"


def test_an_estimate_reads_as_a_sentence():
    (advantage,) = measure(made_batch([[5, 3]] * 7 + [[2, 4]] * 3), "first_player_advantage")
    assert str(advantage) == (
        "first_player_advantage (seat 1): 20 percentage points, -10.32 to 39.22 [Wilson 95%], 10 games"
    )
