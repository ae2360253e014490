"""The figure of how many points each seat makes."""

from __future__ import annotations

import numpy as np
import pytest
from random_batches import random_batch

from caravan.measures import Estimate
from caravan.plots import scores
from caravan.plots.canvas import source_of


def means(*rows: tuple[float, float, float]) -> tuple[Estimate, ...]:
    return tuple(
        Estimate("score", value, low, high, "points", 1000, "bootstrap 95%", seat, "mean")
        for seat, (value, low, high) in enumerate(rows, start=1)
    )


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (((44.4, 44.2, 44.6), (43.3, 43.1, 43.5)), "Seat 1 scores most: 44.4 points, 1.1 more than seat 2"),
        (((44.4, 43.0, 45.8), (43.3, 42.0, 44.5)), "All seats score much alike: 43.3 to 44.4 points on average"),
        (((44.4, np.nan, np.nan), (43.3, np.nan, np.nan)), "Mean scores so far: 43.3 to 44.4 points"),
    ],
)
def test_the_title_says_no_more_than_the_intervals_show(rows: tuple, sentence: str) -> None:
    assert scores.finding(means(*rows), ("planner", "planner")) == sentence


def test_the_title_names_the_bots_where_they_differ() -> None:
    found = scores.finding(means((44.4, 44.2, 44.6), (43.3, 43.1, 43.5)), ("planner", "random"))
    assert found == "Seat 1 (planner) scores most: 44.4 points, 1.1 more than seat 2 (random)"


def test_every_game_is_under_the_outline() -> None:
    batch = random_batch(500)
    columns = scores.read(batch).columns
    for seat in range(4):
        xs, ys = np.asarray(columns["xs"][seat]), np.asarray(columns["ys"][seat])
        points = batch.seats.loc[batch.seats["seat"] == seat + 1, "score"]
        assert xs[0] < points.min()
        assert points.max() < xs[-1]
        assert ys[0] == ys[-1] == ys.min()


def test_the_bars_are_the_seats_own_quantiles() -> None:
    batch = random_batch(500)
    columns = scores.read(batch).columns
    third = batch.seats.loc[batch.seats["seat"] == 3, "score"]
    for name, probability in (("p05", 0.05), ("p25", 0.25), ("p50", 0.5), ("p75", 0.75), ("p95", 0.95)):
        assert columns[name][2] == pytest.approx(third.quantile(probability))


def test_the_axis_stays_while_scores_move_a_little() -> None:
    plot = scores.figure(scores.read(random_batch(500)))
    axis = plot.x_range.start, plot.x_range.end
    scores.update(plot, scores.read(random_batch(500, seed=9, score=46)))
    assert (plot.x_range.start, plot.x_range.end) == axis


def test_the_axis_follows_scores_that_leave_it() -> None:
    plot = scores.figure(scores.read(random_batch(500)))
    scores.update(plot, scores.read(random_batch(500, score=190)))
    assert plot.x_range.end > 190


def test_scores_below_nothing_are_shown() -> None:
    plot = scores.figure(scores.read(random_batch(500, score=-4)))
    assert plot.x_range.start < -20


@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_is_a_row_for_each_seat_after_any_change_of_players(players: int) -> None:
    plot = scores.figure(scores.read(random_batch(100, players=3)))
    scores.update(plot, scores.read(random_batch(100, players=players)))
    lengths = {len(column) for column in source_of(plot).data.values()}
    assert lengths == {players}


def test_one_game_is_enough_for_a_picture() -> None:
    assert source_of(scores.figure(scores.read(random_batch(1))))
