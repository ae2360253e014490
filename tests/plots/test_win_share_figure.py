"""The figure of who wins from which seat."""

from __future__ import annotations

import pytest
from bokeh.models.annotations import Span, Title
from random_batches import random_batch

from caravan.measures import Estimate
from caravan.plots import win_share
from caravan.plots.canvas import source_of


def shares(*rows: tuple[float, float, float]) -> tuple[Estimate, ...]:
    return tuple(
        Estimate("win_share", value, low, high, "share", 1000, "Goodman 95%", seat)
        for seat, (value, low, high) in enumerate(rows, start=1)
    )


FAIR = (0.25, 0.22, 0.28)
MORE = (0.30, 0.27, 0.33)
LESS = (0.20, 0.17, 0.23)
UNKNOWN = (0.25, float("nan"), float("nan"))


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ((FAIR, FAIR, FAIR, FAIR), "No seat stands out: each may have its fair share of 25%"),
        ((MORE, FAIR, FAIR, FAIR), "Seat 1 wins more than its fair share of 25%"),
        ((FAIR, FAIR, LESS, LESS), "Seats 3 and 4 win less than their fair share of 25%"),
        ((MORE, FAIR, FAIR, LESS), "Seat 1 wins more than its fair share, seat 4 less"),
        ((MORE, MORE, LESS, LESS), "Seats 1 and 2 win more than their fair share, seats 3 and 4 less"),
        ((UNKNOWN,) * 4, "Too few games yet to compare the seats"),
    ],
)
def test_the_title_says_no_more_than_the_intervals_show(rows: tuple, sentence: str) -> None:
    assert win_share.finding(shares(*rows), ("planner",) * 4) == sentence


def test_the_title_names_the_bots_where_they_differ() -> None:
    found = win_share.finding(shares((0.9, 0.8, 0.95), (0.1, 0.05, 0.2)), ("planner", "random"))
    assert found == "Seat 1 (planner) wins more than its fair share, seat 2 (random) less"


def test_the_figure_has_one_source_of_its_name_with_a_row_for_each_seat() -> None:
    plot = win_share.figure(win_share.read(random_batch(300, players=3)))
    assert source_of(plot).name == plot.name == "win_share"
    assert list(source_of(plot).data["seat"]) == [1, 2, 3]
    assert sum(source_of(plot).data["share"]) == pytest.approx(1.0)


def test_an_update_replaces_the_data_and_keeps_the_figure() -> None:
    plot = win_share.figure(win_share.read(random_batch(300)))
    source, axis = source_of(plot), (plot.x_range.start, plot.x_range.end)
    win_share.update(plot, win_share.read(random_batch(300, seed=8)))
    assert source_of(plot) is source
    assert (plot.x_range.start, plot.x_range.end) == axis


def test_an_update_to_fewer_players_moves_the_fair_share() -> None:
    plot = win_share.figure(win_share.read(random_batch(300)))
    win_share.update(plot, win_share.read(random_batch(300, players=2)))
    assert [line.location for line in plot.center if isinstance(line, Span)] == [0.5]
    assert list(source_of(plot).data["seat"]) == [1, 2]
    assert plot.yaxis[0].major_label_overrides == {2: "Seat 1\nplanner", 1: "Seat 2\nplanner"}


def test_a_one_sided_game_gets_room_for_its_figures() -> None:
    plot = win_share.figure(win_share.read(random_batch(100, bots=("planner", "random", "random", "random"), lead=60)))
    assert plot.x_range.end > 1.0


def test_a_figure_that_stands_alone_says_what_it_rests_on() -> None:
    batch = random_batch(300, seed=11)
    plot = win_share.figure(win_share.read(batch))
    below = " ".join(words.text for words in plot.below if isinstance(words, Title))
    assert plot.title.text
    for fact in ("300 games", "4 players", "planner in every seat", batch.request.rules.id, "seed 11", "95%"):
        assert fact in below


def test_a_growing_batch_says_that_its_intervals_hold_whenever_one_looks() -> None:
    lines = win_share.read(random_batch(200, planned=5000)).provenance.lines
    assert "200 of 5,000 games" in lines[0]
    assert "confidence sequence" in lines[1]
    assert "valid whenever you look" in lines[1]


def test_a_whole_batch_says_that_its_intervals_are_for_this_number() -> None:
    assert "for this number of games" in win_share.read(random_batch(300)).provenance.lines[1]
