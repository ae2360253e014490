from __future__ import annotations

import numpy as np
import pytest
from synthetic_batches import made_batch, random_batch

from caravan.measures import Estimate, measure
from caravan.rules import Rules


def by_part(estimates: tuple[Estimate, ...], seat: int | None = None) -> dict[str, Estimate]:
    return {estimate.part: estimate for estimate in estimates if estimate.seat == seat}


def test_scores_are_described_by_seat():
    batch = random_batch(500)
    scores = batch.seats["score"].to_numpy().reshape(500, 4)
    for seat in (1, 2, 3, 4):
        parts = by_part(measure(batch, "score"), seat)
        own = scores[:, seat - 1]
        assert parts["mean"].value == pytest.approx(own.mean())
        assert parts["sd"].value == pytest.approx(own.std(ddof=1))
        assert parts["p05"].value == pytest.approx(np.quantile(own, 0.05))
        assert parts["p95"].value == pytest.approx(np.quantile(own, 0.95))
        assert list(parts) == ["mean", "sd", "p05", "p25", "p50", "p75", "p95"]


def test_the_winners_and_the_lasts_scores_are_the_games_extremes():
    parts = by_part(measure(made_batch([[5, 9, 1], [7, 2, 3]]), "score"))
    assert parts["winner.mean"].value == 8.0
    assert parts["last.mean"].value == 1.5
    assert parts["mean"].value == pytest.approx(4.5)


def test_the_mean_over_all_seats_is_as_sure_as_its_games_allow():
    """In games where all seats score alike, four seats tell no more than one."""
    alike = np.repeat(np.random.default_rng(1).poisson(40, 300)[:, None], 4, axis=1)
    estimates = measure(made_batch(alike), "score")
    overall, first = by_part(estimates)["mean"], by_part(estimates, 1)["mean"]
    assert (overall.low, overall.high) == pytest.approx((first.low, first.high))


def test_winning_margin_and_spread_come_from_the_games():
    batch = made_batch([[9, 3, 6], [6, 6, 0]])
    assert by_part(measure(batch, "winning_margin"))["mean"].value == 1.5
    assert by_part(measure(batch, "spread"))["mean"].value == 6.0


def test_points_are_divided_by_source():
    # 2 rare 12 points, 3 common 9, 4 demand: 25. And 1 rare 6, 0, 9 demand: 15; less 3.
    batch = made_batch([[4, 9]], rare=np.array([[2, 1]]), common=np.array([[3, 0]]), penalty=np.array([[0, -3]]))
    parts = by_part(measure(batch, "point_sources"))
    assert parts["rare"].value == pytest.approx(18 / 40)
    assert parts["common"].value == pytest.approx(9 / 40)
    assert parts["demand"].value == pytest.approx(13 / 40)
    assert parts["penalty"].value == pytest.approx(-3 / 40)
    assert parts["rare.winners"].value == pytest.approx(12 / 25)
    assert parts["rare.others"].value == pytest.approx(6 / 15)
    assert parts["rare.difference"].value == pytest.approx(12 / 25 - 6 / 15)


def test_points_are_worth_what_the_rules_say():
    rules = Rules(rare_value=10, common_value=1, demand_value=2)
    parts = by_part(measure(made_batch([[5, 0]], rare=1, common=2, rules=rules), "point_sources"))
    assert parts["rare"].value == pytest.approx(20 / 34)
    assert parts["common"].value == pytest.approx(4 / 34)
    assert parts["demand"].value == pytest.approx(10 / 34)


def test_the_sources_of_points_gained_add_up_to_one():
    parts = by_part(measure(random_batch(200), "point_sources"))
    for group in ("", ".winners", ".others"):
        total = sum(parts[source + group].value for source in ("rare", "common", "demand"))
        assert total == pytest.approx(1.0)


def test_all_who_share_a_win_are_winners():
    parts = by_part(measure(made_batch([[6, 6], [6, 6]]), "point_sources"))
    assert parts["demand.winners"].value == 1.0
    assert parts["demand.others"].is_missing
    assert "nothing to take a share of" in parts["demand.others"].note


def test_quantiles_have_no_interval_while_games_come_in():
    parts = by_part(measure(random_batch(300).first(150), "score"), 1)
    assert not parts["p50"].has_interval
    assert "once all games are played" in parts["p50"].note
    assert parts["mean"].interval == "asymptotic confidence sequence 95%"


def test_means_wait_for_a_hundred_games_while_games_come_in():
    parts = by_part(measure(random_batch(300).first(99), "score"), 1)
    assert not parts["mean"].is_missing
    assert not parts["mean"].has_interval
    assert "from 100 games on" in parts["mean"].note
