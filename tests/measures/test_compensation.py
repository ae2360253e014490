from __future__ import annotations

import itertools

import numpy as np
import pytest
from synthetic_batches import made_batch, random_batch

from caravan.measures import Sample, measure
from caravan.measures.compensation import fair_points, shares_with_points
from caravan.measures.intervals import quantile_ranks
from caravan.rules import Rules

SHARED = Rules(tie_break="shared")


def found(scores, **given):
    return fair_points(Sample(made_batch(np.asarray(scores), **given)))


class BareSample(Sample):
    """Scores alone, made fast."""

    def __init__(self, scores, rules):
        self.games, self.players = scores.shape
        self.planned, self.rules = self.games, rules
        self._columns = {"score": scores.T}


def test_a_seat_that_is_always_three_points_ahead_gives_the_other_three():
    points = found([(13, 10), (23, 20), (33, 30)])
    assert points.points == pytest.approx([-1.5, 1.5])
    assert points.whole == (0, 3)
    assert points.shares == pytest.approx([0.5, 0.5])


def test_the_fair_points_between_two_scores_are_the_middle_as_for_a_median():
    points = found([(11, 10), (11, 10), (15, 10), (15, 10)])
    assert points.points == pytest.approx([-1.5, 1.5])
    assert points.whole == (0, 3)


def test_part_of_a_point_is_a_point_in_that_part_of_the_games():
    """With one point seat 2 is level in three games of four, 0.375 of the wins; with two it has 0.75."""
    points = found([(11, 10), (11, 10), (11, 10), (13, 10)])
    assert points.points[1] - points.points[0] == pytest.approx(1 + (0.5 - 0.375) / (0.75 - 0.375))
    assert points.whole == (0, 1)
    assert points.shares == pytest.approx([0.625, 0.375])


def test_the_tie_break_stays_as_it_is():
    """Seat 1 is three points ahead and has more goods: level on points it still wins, so the fair middle is 3.5."""
    scores, goods = np.array([(7, 7)] * 4), np.array([(1, 0)] * 4)
    with_goods = found(scores, common=goods)
    assert with_goods.points[1] - with_goods.points[0] == pytest.approx(3.5)
    shared = found(scores, common=goods, rules=SHARED)
    assert shared.points[1] - shared.points[0] == pytest.approx(3.0)


@pytest.mark.parametrize("handicaps", [(0, 2), (0, 1, 4), (3, 0, 5, 1)])
def test_handicaps_on_interchangeable_seats_are_found_again(handicaps):
    players = len(handicaps)
    hands = np.random.default_rng(players).integers(0, 60, (40, players))
    every_order = np.concatenate([hands[:, list(order)] for order in itertools.permutations(range(players))])
    points = found(every_order + 10 - np.array(handicaps))
    assert points.points == pytest.approx(np.array(handicaps) - np.mean(handicaps), abs=0.35)
    assert points.whole == handicaps
    assert points.shares == pytest.approx(np.full(players, 1 / players))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_whole_points_are_fairer_than_all_their_neighbours(players):
    sample = Sample(random_batch(800, players))
    points = fair_points(sample)

    def unfairness(whole):
        return np.abs(shares_with_points(sample, whole).mean(axis=1) - 1 / players).max()

    steps = itertools.product((-1, 0, 1), repeat=players)
    assert unfairness(points.whole) <= min(unfairness(np.array(points.whole) + step) for step in steps) + 1e-12
    assert min(points.whole) == 0


def test_points_in_parts_make_all_shares_equal():
    """Taken as chances of a point more: by hand for two players, where only one of them gets points."""
    sample = Sample(random_batch(999, 2))
    apart = fair_points(sample).points
    needed = apart[0] - apart[1]
    below = int(np.floor(needed))
    shares = [shares_with_points(sample, (below + up, 0)).mean(axis=1) for up in (0, 1)]
    mixed = shares[0] + (needed - below) * (shares[1] - shares[0])
    assert mixed == pytest.approx([0.5, 0.5], abs=1e-6)


def test_with_two_players_the_interval_is_that_of_the_median_difference():
    rng = np.random.default_rng(8)
    scores = np.column_stack([rng.integers(0, 20_000, 500), rng.integers(0, 20_000, 500) + 2_000])
    points = found(scores)
    differences = np.sort(scores[:, 1] - scores[:, 0])
    low, high = (differences[rank - 1] for rank in quantile_ranks(500, 0.5))
    neighbour = float(np.diff(differences[200:300]).max())
    assert points.low[0] * 2 == pytest.approx(low, abs=2 * neighbour)
    assert points.high[0] * 2 == pytest.approx(high, abs=2 * neighbour)
    assert points.low[1] == pytest.approx(-points.high[0])


def test_intervals_hold_the_true_points_in_about_95_percent_of_batches():
    """Interchangeable seats with a known handicap; the table in docs/measures.md has more players and repetitions."""
    handicaps = np.array([0, 2])
    rng = np.random.default_rng(5)
    held = []
    for _ in range(400):
        scores = rng.poisson(6.0, (200, 2)) * 3 + rng.poisson(8.0, (200, 2)) + 5 - handicaps
        points = fair_points(BareSample(scores, SHARED))
        truth = handicaps - handicaps.mean()
        held.append((points.low <= truth) & (truth <= points.high))
    assert (np.mean(held, axis=0) >= 0.91).all()
    assert (np.mean(held, axis=0) <= 0.985).all()


def test_values_lie_within_their_intervals():
    points = fair_points(Sample(random_batch(200, 4)))
    assert (points.low < points.points).all()
    assert (points.points < points.high).all()
    assert points.points.sum() == pytest.approx(0.0)


def test_intervals_are_wider_while_games_come_in():
    batch = random_batch(1_000, 2)
    ended, growing = fair_points(Sample(batch)), fair_points(Sample(random_batch(1_000, 2, planned=2_000)))
    assert growing.points == pytest.approx(ended.points)
    assert growing.high[0] - growing.low[0] > 1.5 * (ended.high[0] - ended.low[0])
    assert growing.method[0] == "asymptotic confidence sequence 95%"
    early = fair_points(Sample(random_batch(99, 2, planned=2_000)))
    assert np.isnan(early.low).all()
    assert early.note[0] == "interval from 100 games on"


def test_the_influence_of_single_games_tells_the_width_of_the_interval():
    points = fair_points(Sample(random_batch(2_000, 3)))
    assert points.influence.mean(axis=1) == pytest.approx(np.zeros(3), abs=1e-9)
    errors = points.influence.std(axis=1) / np.sqrt(2_000)
    assert (points.high - points.low) / (2 * 1.96) == pytest.approx(errors, rel=0.15)


def test_a_difference_of_two_rule_sets_has_its_evidence():
    estimates = measure(random_batch(300, 3), "fair_compensation")
    for estimate in estimates[:3]:
        assert estimate.evidence.columns.mean() == pytest.approx(estimate.value, abs=1e-9)


def test_few_games_have_no_ends_and_say_so():
    points = found([(11, 10, 9), (9, 12, 8), (10, 8, 13), (14, 9, 8)])
    assert np.isnan(points.low).any() or np.isnan(points.high).any()
    assert any("too few" in note for note in points.note)
    one = found([(11, 10)])
    assert np.isnan(one.low).all()
    assert one.points == pytest.approx([-0.5, 0.5])


def test_no_games_have_no_points():
    points = found(np.zeros((0, 3), dtype=int), planned=10)
    assert np.isnan(points.points).all()
    assert set(points.note) == {"no games"}


def test_the_measure_gives_points_whole_points_and_what_they_lead_to():
    batch = random_batch(300, 3)
    estimates = measure(batch, "fair_compensation")
    assert [(one.part, one.seat) for one in estimates] == [
        (part, seat) for part in ("", "whole", "whole.win_share") for seat in (1, 2, 3)
    ]
    points = fair_points(Sample(batch))
    assert [one.value for one in estimates[3:6]] == list(points.whole)
    assert [one.value for one in estimates[6:]] == pytest.approx(points.shares.tolist())
    assert estimates[0].interval == "inverted test 95%"
    assert all(one.unit == "points" for one in estimates[:6])
