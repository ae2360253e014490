"""The measures on games that were really played."""

from __future__ import annotations

import pytest

from caravan.batch import Batch, simulate
from caravan.measures import Estimate, measure, summary
from caravan.playtest_summary import summary_frame


@pytest.fixture(scope="module", params=[2, 3, 4])
def batch(request: pytest.FixtureRequest) -> Batch:
    return simulate(players=request.param, bots="planner", games=60, seed=11)


def shares(estimates: tuple[Estimate, ...]) -> dict[str, float]:
    return {estimate.part: estimate.value for estimate in estimates}


def test_every_measure_takes_a_real_batch(batch: Batch):
    estimates = summary(batch, with_events=True)
    assert {estimate.games for estimate in estimates} == {60}
    assert len(summary_frame(batch, with_events=True)) == len(estimates)


def test_point_sources_account_for_every_point(batch: Batch):
    parts = shares(measure(batch, "point_sources"))
    gained = batch.seats["rare"] * 6 + batch.seats["common"] * 3 + batch.seats["demand"]
    total = parts["rare"] + parts["common"] + parts["demand"] + parts["penalty"]
    assert total * gained.sum() == pytest.approx(batch.seats["score"].sum())


def test_the_action_mix_is_that_of_the_event_log(batch: Batch):
    steps = batch.events.loc[batch.events["seat"].notna() & (batch.events["action"] != "end"), "action"]
    counted = steps.value_counts(normalize=True)
    for action, share in shares(measure(batch, "action_mix")).items():
        if "." not in action:
            assert share == pytest.approx(counted[action])


def test_all_thirds_together_are_the_whole_mix(batch: Batch):
    thirds = measure(batch, "action_mix_by_progress")
    for third in ("1_of_3", "2_of_3", "3_of_3"):
        assert sum(entry.value for entry in thirds if entry.part.startswith(third)) == pytest.approx(1.0)


def test_a_batch_put_together_from_its_first_blocks_is_still_growing(batch: Batch):
    whole = summary(batch, ["win_share"])
    blocks = simulate(players=batch.request.players, bots="planner", games=60, seed=11, block_size=10)._blocks
    some = summary(Batch.from_blocks(batch.request, blocks[:3]), ["win_share"])
    assert {estimate.games for estimate in some} < {10, 20, 30, 40, 50}
    assert all("confidence sequence" in estimate.interval for estimate in some)
    assert not any("confidence sequence" in estimate.interval for estimate in whole)
