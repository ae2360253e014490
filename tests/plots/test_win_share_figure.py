"""The figure of who wins from which seat."""

from __future__ import annotations

import pytest
from bokeh.models.annotations import Span, Title
from random_batches import random_batch

from caravan.agreement import Verdict
from caravan.measures import Estimate
from caravan.plots import win_share
from caravan.plots.canvas import source_of
from caravan.plots.seat_words import finding_of_styles


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
    found = win_share.finding(shares((0.9, 0.8, 0.95), (0.1, 0.05, 0.2)), ("my_bot.py:MyBot", "random"))
    assert found == "Seat 1 (my_bot.py:MyBot) wins more than its fair share, seat 2 (random) less"


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


@pytest.mark.parametrize(
    ("players", "share", "end"),
    [(4, 0.42, 0.5), (4, 0.44, 0.75), (4, 0.63, 0.75), (4, 0.65, 1.27), (3, 0.6, 1.0), (2, 0.84, 1.0), (2, 0.9, 1.27)],
)
def test_the_axis_is_as_long_as_the_greatest_share_needs(players: int, share: float, end: float) -> None:
    assert win_share._x_ends([0.1, share], 1 / players)[1] == pytest.approx(end)


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


def layer(bot: str, lead: int, *, seed: int = 7, games: int = 2000, planned: int | None = None) -> win_share.WinShares:
    return win_share.read(random_batch(games, bots=(bot,), lead=lead, seed=seed, planned=planned))


def test_layers_stand_in_one_source_each_in_its_own_line_with_its_own_shape() -> None:
    shown = win_share.together(layer("planner", 4), [layer("beam", -4, seed=8), None])
    columns = shown.columns
    assert {len(values) for values in columns.values()} == {8}
    assert list(columns["bot"]) == ["planner"] * 4 + ["beam"] * 4
    assert len(set(columns["row"])) == 8
    assert len(set(zip(columns["bot"], columns["marker"], strict=True))) == 2
    for seat in (1, 2, 3, 4):
        rows = [row for row, number in zip(columns["row"], columns["seat"], strict=True) if number == seat]
        colours = {colour for colour, number in zip(columns["colour"], columns["seat"], strict=True) if number == seat}
        assert len(colours) == 1
        assert all(abs(row - (5 - seat)) < 0.5 for row in rows)
        assert rows[0] > rows[1]


@pytest.mark.parametrize(
    ("leads", "word", "beginning"),
    [
        ((5, 5), "agreed", "Agreed: seat 1 wins more, seats 2, 3 and 4 less"),
        ((5, -5), "disputed", "Disputed for every seat"),
        ((0, 0), "undecided", "Undecided for every seat"),
    ],
)
def test_the_finding_of_several_styles_is_their_verdict(leads: tuple[int, int], word: str, beginning: str) -> None:
    shown = win_share.together(layer("planner", leads[0]), [layer("beam", leads[1], seed=8)])
    assert shown.verdicts[0].word == word
    assert shown.finding == beginning
    assert shown.settled


def test_bots_that_think_alike_agree_on_nothing_and_it_is_said_why() -> None:
    shown = win_share.together(layer("planner", 5), [layer("miser", 5, seed=8)])
    assert shown.finding == "Undecided for every seat"
    assert "planner and miser think alike: where they agree, they count as one." in shown.provenance.lines
    assert "count as one" not in " ".join(win_share.together(layer("planner", 5), [None]).provenance.lines)


def test_a_layer_of_so_few_games_that_any_share_is_possible_is_still_to_come() -> None:
    alone = layer("planner", 5)
    shown = win_share.together(alone, [layer("beam", 0, games=4, planned=2000)])
    assert shown.finding.startswith("Undecided, planner alone: ")
    assert set(shown.columns["bot"]) == {"planner"}
    assert (shown.slots, shown.settled) == (2, False)


@pytest.mark.parametrize(
    ("share", "label_at", "label"),
    [
        ((0.28, 0.27, 0.29), 0.29, "28.0%"),
        ((0.21, 0.20, 0.22), 0.20, "21.0%"),
        ((0.30, 0.15, 0.48), 0.15, "30.0%"),
        ((0.28, 0.02, 0.70), 0.50, ""),
    ],
)
def test_a_figure_stands_beside_its_interval_or_nowhere(share: tuple, label_at: float, label: str) -> None:
    (estimate,) = shares(share)
    place = {"label": "28.0%", **win_share._label_place(estimate, 0.25, 0.5)}
    assert place["label_at"] == pytest.approx(label_at)
    assert place["label"] == (label and place["label"])
    assert bool(place["label"]) == bool(label)


def test_one_style_alone_is_undecided_whatever_it_finds() -> None:
    shown = win_share.together(layer("planner", 5), [None])
    assert shown.finding.startswith("Undecided, planner alone: seat 1 wins more")
    assert shown.verdicts == ()
    assert not shown.settled
    assert win_share.together(layer("planner", 0), [None]).finding == "Undecided, planner alone: no seat stands out"


def test_while_games_come_in_what_is_undecided_is_so_only_so_far() -> None:
    shown = win_share.together(layer("planner", 0), [layer("beam", 0, seed=8, games=200, planned=2000)])
    assert shown.finding == "Undecided so far for every seat"
    assert not shown.settled


def test_verdicts_rest_on_the_intervals_that_are_shown() -> None:
    growing = layer("beam", 2, seed=8, games=400, planned=2000)
    shown = win_share.together(layer("planner", 4), [growing])
    ends = list(zip(shown.columns["low"], shown.columns["high"], strict=True))
    assert ends[4:] == list(zip(growing.columns["low"], growing.columns["high"], strict=True))
    assert "beam" in (shown.verdicts[0].above if ends[4][0] > 0.25 else shown.verdicts[0].unsure)
    assert shown.columns["interval"][4].startswith("confidence sequence")


def test_the_words_below_say_what_every_layer_rests_on() -> None:
    shown = win_share.together(layer("planner", 4), [layer("beam", 4, seed=8, games=200, planned=2000)])
    plot = win_share.figure(shown)
    below = " ".join(words.text for words in plot.below if isinstance(words, Title))
    assert "\u25cf 2,000 games" in below
    assert "\u25a0 200 of 2,000 games \u00b7 beam in every seat \u00b7 interval: confidence sequence" in below
    assert "Agreed: two styles or more that think differently find it" in below


def test_a_figure_takes_layers_up_and_lets_them_go() -> None:
    alone = layer("planner", 4)
    plot = win_share.figure(alone, with_words=False)
    source, height = source_of(plot), plot.height
    win_share.update(plot, win_share.together(alone, [layer("beam", 4, seed=8), None, None]))
    assert source_of(plot) is source
    assert len(source.data["share"]) == 8
    assert plot.height > height
    assert plot.yaxis[0].major_label_overrides[4] == "Seat 1"
    win_share.update(plot, alone)
    assert len(source.data["share"]) == 4
    assert plot.height == height
    assert plot.yaxis[0].major_label_overrides[4] == "Seat 1\nplanner"


def test_there_is_room_for_four_layers_and_no_more() -> None:
    alone = layer("planner", 0, games=50)
    assert win_share.together(alone, [None] * 3).slots == win_share.MOST_LAYERS
    with pytest.raises(ValueError, match="room for 4 layers, not 5"):
        win_share.together(alone, [None] * 4)


def test_mixed_verdicts_are_told_seat_by_seat() -> None:
    agreed, less = Verdict("agreed", ("a", "b"), (), ()), Verdict("agreed", (), ("a", "b"), ())
    disputed, undecided = Verdict("disputed", ("a",), ("b",), ()), Verdict("undecided", (), (), ("a", "b"))
    assert (
        finding_of_styles([agreed, disputed, undecided, less], settled=True)
        == "Agreed: seat 1 wins more, seat 4 less. Disputed: seat 2. Undecided: seat 3"
    )
    assert (
        finding_of_styles([less, less, undecided, undecided], settled=False)
        == "Agreed: seats 1 and 2 win less. Undecided so far: seats 3 and 4"
    )
