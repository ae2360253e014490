from __future__ import annotations

from collections import defaultdict, deque

import numpy as np
import pytest
from hand_played import HandPlayed, played_game
from synthetic_batches import random_batch

from caravan.batch import Batch, simulate
from caravan.errors import LogError
from caravan.measures import Estimate, good_lives, measure
from caravan.rules import Rules


@pytest.fixture(scope="module")
def by_hand() -> HandPlayed:
    return HandPlayed((played_game()[0],))


@pytest.fixture(scope="module", params=["planner", "planner,random,grabber"])
def batch(request: pytest.FixtureRequest) -> Batch:
    return simulate(Rules(theft_markers=3, turn_limit=80), players=3, bots=request.param, games=12, seed=6)


def by_part(estimates: tuple[Estimate, ...]) -> dict[str, Estimate]:
    return {estimate.part: estimate for estimate in estimates}


def values(estimates: tuple[Estimate, ...]) -> dict[str, float]:
    return {estimate.part: estimate.value for estimate in estimates if not estimate.is_missing}


def test_three_goods_lived_like_this(by_hand: HandPlayed):
    cloth, first, second = good_lives(by_hand).to_dict("records")
    told = ("good", "space", "appeared", "picked_up", "picked_up_by", "transfers", "steals", "waiting")
    assert [cloth[name] for name in told] == ["cloth", "a3", 0, 1, 1, 1, 1, 1]
    assert [first[name] for name in told] == ["salt", "a1", 0, 3, 1, 0, 0, 3]
    assert [second[name] for name in told] == ["salt", "a3", 3, 3, 1, 1, 0, 0]
    assert (first["delivered"], first["delivered_by"], first["carrying"]) == (5, 1, 2)
    frame = good_lives(by_hand)
    assert frame["delivered"].isna().tolist() == [True, False, True]
    assert frame["carrying"].isna().tolist() == [True, False, True]


def test_the_life_of_a_good_is_their_mean(by_hand: HandPlayed):
    found = values(measure(by_hand, "good_life"))
    assert found["waiting"] == pytest.approx(4 / 3)
    assert found["transfers"] == pytest.approx(2 / 3)
    assert found["steals"] == pytest.approx(1 / 3)
    assert found["carrying"] == 2.0
    assert found["not_picked_up"] == 0.0
    assert found["not_delivered"] == pytest.approx(2 / 3)
    assert found["steals.rare"] == 1.0
    assert found["waiting.common"] == pytest.approx(3 / 2)
    assert "carrying.rare" not in found


def test_goods_that_never_arrive_are_counted_in_the_open(by_hand: HandPlayed):
    parts = by_part(measure(by_hand, "good_life"))
    assert "without 2 of 3 goods picked up and never delivered" in parts["carrying"].note
    assert "without 0 of 3 goods never picked up" in parts["waiting"].note
    assert "there was no such good" in parts["carrying.rare"].note


def test_kinds_and_spaces_have_lives_of_their_own(by_hand: HandPlayed):
    kinds, spaces = values(measure(by_hand, "good_life_by_kind")), values(measure(by_hand, "good_life_by_space"))
    assert (kinds["waiting.cloth"], kinds["waiting.salt"]) == pytest.approx((1.0, 3 / 2))
    assert (spaces["waiting.a3"], spaces["waiting.a1"]) == pytest.approx((1 / 2, 3.0))
    assert (spaces["not_delivered.a3"], spaces["not_delivered.a1"]) == (1.0, 0.0)


def test_lives_are_those_of_a_reading_row_by_row(batch: Batch):
    expected = []
    for _, events in batch.events.groupby("game"):
        waiting: dict[str, dict[str, object]] = {}
        held: dict[tuple[object, ...], deque[dict[str, object]]] = defaultdict(deque)
        for row in events.itertuples():
            if row.action in ("seed", "refill"):
                life = {"good": row.good, "appeared": row.turn, "transfers": 0, "steals": 0}
                waiting[row.target] = life
                expected.append(life)
            elif row.action == "pick_up":
                life = waiting.pop(row.target)
                life["picked_up"] = row.turn
                held[row.seat, row.target, row.good, False].append(life)
            elif row.action in ("transfer", "deliver"):
                life = held[row.seat, row.source, row.good, bool(row.under)].popleft()
                if row.action == "transfer":
                    life["transfers"] += 1
                    held[row.seat, row.target, row.good, False].append(life)
                else:
                    life["delivered"] = row.turn
                    life["delivered_by"] = row.seat
            elif row.action == "steal":
                life = held[row.victim, row.target, row.good, False].popleft()
                life["steals"] += 1
                held[row.seat, row.target, row.good, True].append(life)
    found = good_lives(batch)
    for name in ("good", "appeared", "transfers", "steals"):
        assert found[name].tolist() == [life[name] for life in expected]
    for name in ("picked_up", "delivered", "delivered_by"):
        assert found[name].fillna(-1).tolist() == [life.get(name, -1) for life in expected]


def test_measures_agree_with_the_list_of_lives(batch: Batch):
    lives, found = good_lives(batch), values(measure(batch, "good_life"))
    rare = lives[lives["rare"]]
    assert found["waiting"] == pytest.approx(lives["waiting"].mean())
    assert found["carrying.rare"] == pytest.approx(rare["carrying"].mean())
    assert found["steals"] == pytest.approx(lives["steals"].sum() / lives["picked_up"].notna().sum())
    assert found["not_picked_up"] == pytest.approx(lives["picked_up"].isna().mean())
    by_space = values(measure(batch, "good_life_by_space"))
    d6 = lives[lives["space"] == "d6"]
    assert by_space["transfers.d6"] == pytest.approx(d6["transfers"].sum() / d6["picked_up"].notna().sum())


def test_goods_are_as_many_as_the_tables_say(batch: Batch):
    lives, seats = good_lives(batch), batch.seats
    assert lives["picked_up"].notna().sum() == seats["pick_up"].sum()
    assert lives["delivered"].notna().sum() == seats["deliver"].sum()
    assert lives["steals"].sum() == seats["steals"].sum()
    assert lives["transfers"].sum() == seats["transfer"].sum()


def test_without_the_log_no_lives_are_known():
    assert good_lives(random_batch(4)).empty
    assert all(estimate.is_missing for estimate in measure(random_batch(4), "good_life"))


def test_a_log_in_which_a_good_comes_from_nowhere_is_refused(by_hand: HandPlayed):
    broken = HandPlayed(by_hand.played)
    broken.rows = broken.rows.copy()
    broken.rows["source"][np.flatnonzero(broken.rows["points"] == 3)] = 7
    with pytest.raises(LogError, match="a good where there is none"):
        measure(broken, "good_life")
