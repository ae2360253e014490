"""Intervals of losses: exact where theory knows the answer, and true often enough where it bends."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import optimize, special

from benchmarks.tuning_coverage import CASES, coverage_of
from caravan import Goal, Rules
from caravan.balance.figures import Cell, figure_of
from caravan.balance.fresh import judged
from caravan.balance.loss_intervals import Interval, Seen, difference_of, interval_of, lower_end, upper_end
from caravan.balance.loss_terms import Terms
from caravan.balance.wander import directions_of, wander_of
from caravan.measures import Estimate
from caravan.measures.bootstrap import mean
from caravan.measures.underlying import OfCounts, OfMeans, OfQuantile

CELL = Cell(2, "planner")


def targets(figures: int, low: float = 0.0, high: float = 0.0) -> Terms:
    return Terms(np.full(figures, low), np.full(figures, high), np.ones(figures), np.zeros(figures))


def seen(terms: Terms, *figures: float) -> Seen:
    return Seen(terms, np.array(figures), np.eye(len(figures)))


def test_the_upper_end_of_one_square_is_that_of_the_figure() -> None:
    assert upper_end(seen(targets(1), 3.0)) == pytest.approx(4.96**2, rel=1e-3)
    assert upper_end(seen(targets(1), -3.0)) == pytest.approx(4.96**2, rel=1e-3)
    assert upper_end(seen(targets(4), 3.0, 0.0, 4.0, 0.0)) == pytest.approx(6.96**2, rel=1e-3)


@pytest.mark.parametrize("figures", [(6.0,), (3.0, 4.0), (4.0, -4.0, 4.0, 2.0)])
def test_the_lower_end_inverts_the_non_central_chi_square_distribution(figures: tuple[float, ...]) -> None:
    found = sum(figure * figure for figure in figures)
    exact = optimize.brentq(lambda true: 1.0 - special.chndtr(found, len(figures), true) - 0.025, 1e-6, found)
    assert math.sqrt(lower_end(seen(targets(len(figures)), *figures))) == pytest.approx(math.sqrt(exact), abs=0.1)


def test_a_vague_figure_does_not_hide_what_a_sure_one_shows() -> None:
    off = Seen(targets(2), np.array([3.0, 0.5]), np.diag([0.05, 1.5]))
    assert lower_end(off) > 2.75**2


def test_a_figure_that_is_surely_within_its_window_costs_nothing_for_sure() -> None:
    assert interval_of(seen(targets(2, -9.0, 9.0), 1.0, -2.0)) == Interval(0.0, 0.0, 0.0)
    at_the_edge = interval_of(seen(targets(1, -9.0, 9.0), 9.0))
    assert (at_the_edge.value, at_the_edge.low) == (0.0, 0.0)
    assert at_the_edge.high == pytest.approx(1.96**2, rel=1e-3)


def test_something_that_is_to_be_large_has_the_interval_of_the_figure() -> None:
    most = Terms(np.array([-math.inf]), np.array([math.inf]), np.zeros(1), np.array([-2.0]))
    found = interval_of(seen(most, 5.0))
    assert (found.low, found.value, found.high) == pytest.approx((-13.92, -10.0, -6.08), abs=0.2)


def test_a_loss_is_never_below_nothing() -> None:
    lucky = Seen(targets(1), np.array([0.1]), np.eye(1), chance=1.0)
    found = interval_of(lucky)
    assert (found.value, found.low) == (0.0, 0.0)
    assert found.high == pytest.approx(2.06**2, rel=1e-3)
    both = Terms(np.zeros(2), np.array([0.0, math.inf]), np.array([1.0, 0.0]), np.array([0.0, -1.0]))
    assert interval_of(Seen(both, np.array([0.1, 5.0]), np.eye(2), chance=1.0)).value == -5.0


def test_figures_that_do_not_vary_leave_no_doubt() -> None:
    sure = Seen(targets(2), np.array([3.0, 4.0]), np.zeros((2, 0)))
    assert interval_of(sure) == Interval(25.0, 25.0, 25.0)


def test_a_missing_figure_has_no_interval() -> None:
    nothing = interval_of(seen(targets(1), math.nan))
    assert nothing.value == math.inf
    assert math.isnan(nothing.low)
    assert math.isnan(difference_of(seen(targets(1), math.nan), seen(targets(1), 1.0)).high)


def test_a_difference_from_something_sure_is_that_of_the_loss() -> None:
    loss = Seen(targets(1), np.array([6.0]), np.array([[1.0, 0.0]]))
    sure = Seen(targets(1), np.array([2.0]), np.zeros((1, 2)))
    alone, gap = interval_of(loss), difference_of(loss, sure)
    assert (gap.value, gap.high) == pytest.approx((alone.value - 4.0, alone.high - 4.0), rel=1e-3)
    assert gap.low == pytest.approx(alone.low - 4.0, rel=0.02)


def test_what_chance_does_to_both_alike_is_no_doubt_about_their_difference() -> None:
    widths = []
    for alike in (0.0, 0.9):
        apart = math.sqrt(1.0 - alike**2)
        gap = difference_of(
            Seen(targets(1), np.array([9.0]), np.array([[1.0, 0.0]])),
            Seen(targets(1), np.array([8.0]), np.array([[alike, apart]])),
        )
        assert gap.low < 17.0 < gap.high
        widths.append(gap.high - gap.low)
    assert widths[1] < 0.75 * widths[0]


def estimates_of(games: int, seed: int = 0) -> tuple[dict[tuple[Cell, str, int | None], Estimate], np.ndarray]:
    draw = np.random.default_rng(seed)
    wins = np.eye(2)[draw.integers(0, 2, games)].T
    length = 40.0 + 3.0 * wins[0] + draw.normal(size=games)
    columns = {"length.turns.mean": length, "share": wins[0], "score.p50": length}
    evidence = (OfMeans(length[None], mean), OfCounts(wins[0] > 0.5), OfQuantile(length, 0.5))
    made = {
        (CELL, label, None): Estimate(label, float(column.mean()), 0.0, 1.0, "", games, "", evidence=one)
        for (label, column), one in zip(columns.items(), evidence, strict=True)
    }
    return made, np.stack([length, wins[0]])


def test_figures_wander_together_as_their_games_do() -> None:
    estimates, columns = estimates_of(4000)
    wander = wander_of(estimates)
    (root,) = directions_of(wander)
    assert (root @ root.T)[:2, :2] == pytest.approx(np.cov(columns) / 4000, rel=0.01)
    assert [figure_of(one).error for one in estimates.values()] == pytest.approx(np.linalg.norm(root, axis=1), rel=0.01)
    together = root @ root.T
    assert together[0, 2] / math.sqrt(together[0, 0] * together[2, 2]) > 0.5


def test_few_games_are_trusted_less_than_their_standard_errors_say() -> None:
    estimates, _ = estimates_of(5)
    wander = wander_of(estimates)
    assert np.linalg.norm(wander.shares[0]) == pytest.approx(
        wander.errors[0] * 2.776 / 1.96 * math.sqrt(5 / 4), rel=0.01
    )


def test_a_share_of_none_of_few_games_may_still_be_more_than_none() -> None:
    none = Estimate("ties", 0.0, 0.0, 0.16, "share", 20, "Wilson 95%", evidence=OfCounts(np.zeros(20, dtype=bool)))
    (root,) = directions_of(wander_of({(CELL, "ties", None): none}))
    assert 1.96 * float(np.linalg.norm(root)) == pytest.approx(0.16, rel=1e-3)


def test_losses_and_their_sum_are_those_of_the_judgement() -> None:
    aims = [
        {"aim": "length", "target": 40, "tolerance": 0.5},
        {"measure": "seat_effect", "target": 20.0, "tolerance": 3.0, "weight": 2.0},
        {"measure": "steals", "maximise": True, "tolerance": 0.5, "role": "trade_off"},
        {"measure": "winning_margin.mean", "window": [2, 3], "tolerance": 0.5},
        {"measure": "winning_margin.mean", "name": "must", "at_most": 3, "role": "must"},
    ]
    goal = Goal({"camels": [4, 5]}, aims, rules=Rules(players=2))
    draw = np.random.default_rng(4)

    def estimate(measure: str, part: str, centre: float, seat: int | None = None) -> Estimate:
        values = draw.normal(centre, 5.0, 200)
        return Estimate(measure, values.mean(), 0, 0, "", 200, "", seat, part, evidence=OfMeans(values[None], mean))

    estimates = (
        estimate("length", "turns.mean", 43.0),
        *(estimate("seat_effect", "", side * 4.0, seat) for seat, side in ((1, 1.0), (2, -1.0))),
        estimate("steals", "", 2.0),
        estimate("winning_margin", "mean", 6.0),
    )
    fresh = judged(goal, {CELL: estimates}, {})
    assert [one.value for one in fresh.losses] == pytest.approx([*fresh.judgement.losses, sum(fresh.judgement.losses)])
    assert all(one.low < one.value < one.high for one in fresh.losses)
    assert fresh.less(fresh) == (Interval(0.0, 0.0, 0.0),) * 3


@pytest.mark.parametrize("name", ["seats of 4 players, hit", "4 figures at their windows' edges", "three aims, near"])
def test_the_true_loss_lies_within_its_interval_about_as_often_as_it_should(name: str) -> None:
    (case,) = (case for case in CASES if case.figure == name and not case.is_difference)
    row = coverage_of(case, 100)
    assert row.coverage >= 0.95 - 4.5 * math.sqrt(0.95 * 0.05 / 100)
