"""The figures beyond the first three, against games whose answers are known."""

from __future__ import annotations

import dataclasses
import itertools
from typing import Any

import numpy as np
import pandas as pd
import pytest
from bokeh.models.annotations import ColorBar
from synthetic_batches import MadeBatch, made_batch, random_batch
from test_palette import contrast

from caravan import simulate
from caravan.batch import Batch
from caravan.board import Board
from caravan.measures import Sample
from caravan.measures.log_pass import TENTHS, LogPass, SpaceCounts, read_log
from caravan.measures.play import STEPS
from caravan.measures.trace import USES
from caravan.plots import action_mix, board_use, comeback, endings, lead, lead_changes, point_sources
from caravan.plots.canvas import Figure, source_of
from caravan.plots.palette import ACTIONS
from caravan.rules import Rules

PLAIN = (point_sources, endings, lead_changes)
FROM_LOG = (lead, comeback)


@pytest.fixture(scope="module")
def played() -> Batch:
    return simulate(games=150, seed=7)


@pytest.fixture(scope="module")
def sample(played: Batch) -> Sample:
    return Sample(played)


@pytest.fixture(scope="module")
def log(sample: Sample) -> LogPass:
    return read_log(sample, USES)


def drawn(plot: Any, shown: Any) -> Figure:
    figure = plot.figure(shown)
    assert figure.name == plot.NAME
    assert figure.title.text == shown.finding
    return figure


@pytest.mark.parametrize("plot", [*PLAIN, *FROM_LOG])
def test_a_figure_is_drawn_updated_and_laid_out(plot: Any, sample: Sample, log: LogPass) -> None:
    shown = plot.read(sample)
    figure = drawn(plot, shown)
    plot.update(figure, shown)
    assert dict(source_of(figure).data) == dict(shown.columns)
    table = plot.table(shown)
    assert len(table) >= 3
    assert "Kind of interval" in table
    assert {"Games", "All games"} & set(table.columns)
    assert any("nterval from" in name for name in table.columns)


@pytest.mark.parametrize("plot", [*PLAIN, *FROM_LOG])
def test_while_games_come_in_nothing_is_claimed_for_good(plot: Any) -> None:
    first = simulate(games=60, seed=7)
    growing = Batch.from_blocks(simulate(games=600, seed=7).request, first.blocks)
    shown = plot.read(growing)
    assert "60 of 600 games" in shown.provenance.lines[0]
    drawn(plot, shown)
    assert len(plot.table(shown))


def test_points_are_told_by_source_and_seat() -> None:
    batch = made_batch(np.tile([3, 1], (200, 1)), rare=2, common=1, rules=Rules(players=2))
    shown = point_sources.read(batch)
    assert shown.labels == (
        *("Rare goods\u2002seat 1", "seat 2", "Common goods\u2002seat 1", "seat 2"),
        *("Demand markers\u2002seat 1", "seat 2"),
    )
    assert shown.columns["value"] == [12.0, 12.0, 3.0, 3.0, 3.0, 1.0]
    assert shown.columns["row"] == [6, 5, 4, 3, 2, 1]
    assert len(set(zip(shown.columns["marker"], shown.columns["colour"], strict=True))) == 2


def test_penalties_have_rows_only_where_there_are_any() -> None:
    batch = made_batch(np.tile([3, 1], (50, 1)), penalty=np.tile([-3, 0], (50, 1)), rules=Rules(players=2))
    shown = point_sources.read(batch)
    assert shown.labels[-2:] == ("Penalties\u2002seat 1", "seat 2")
    assert shown.extent[0] == -3.0


def test_the_title_of_the_sources_says_where_the_seats_clearly_differ() -> None:
    rng = np.random.default_rng(1)
    demand = rng.poisson(2, (400, 2)) + np.array([4, 0])
    batch = made_batch(demand, rare=rng.integers(5, 8, (400, 2)), rules=Rules(players=2))
    finding = point_sources.read(batch).finding
    assert finding.startswith("Most points come from rare goods: 35.9 a game")
    assert "the seats differ most in demand markers: seat 1 makes " in finding
    level = made_batch(rng.poisson(2, (400, 2)), rare=rng.integers(5, 8, (400, 2)), rules=Rules(players=2))
    assert point_sources.read(level).finding.endswith("the seats don\u2019t differ clearly in any source")


def test_every_ending_is_counted_in_the_open() -> None:
    reasons = ["delivery"] * 95 + ["deadlock"] * 4 + ["turn_limit"]
    shown = endings.read(made_batch(np.ones((100, 3)), end_reasons=reasons, rules=Rules(players=3)))
    assert shown.columns["count"] == [95, 4, 1]
    assert shown.columns["reason"] == ["Delivery", "Deadlock", "Turn limit"]
    assert shown.columns["label"] == ["95.0% \u00b7 95", "4.0% \u00b7 4", "1.0% \u00b7 1"]
    assert shown.columns["label_align"] == ["right", "left", "left"]
    assert shown.columns["label_at"][0] == shown.columns["low"][0]
    assert shown.finding.startswith("4% of games end in deadlock (1.6 to 9.8%) and 1% of games end at the turn limit (")
    assert shown.provenance.interval == "Wilson 95%"


def test_endings_that_never_happened_are_bounded() -> None:
    shown = endings.read(made_batch(np.ones((400, 3)), rules=Rules(players=3)))
    assert shown.finding == "Every game ended with a delivery; at most 0.95% may end in deadlock"


def test_changes_of_the_lead_are_counted() -> None:
    shown = lead_changes.read(made_batch(np.ones((4, 3)), lead_changes=[0, 2, 2, 4], rules=Rules(players=3)))
    assert shown.columns["games"] == [1, 0, 2, 0, 1]
    assert shown.mean.value == 2.0
    assert "in 25% of games it never does" in shown.finding
    table = lead_changes.table(shown)
    assert table["Changes of the lead"].tolist()[:-1] == ["0", "1", "2", "3", "4"]
    assert table["Changes of the lead"].iloc[-1].startswith("mean 2.00")


def growth(early: float, more: tuple[float, float, float]) -> tuple[Any, ...]:
    sample = Sample(random_batch(100))
    one = point_sources.means(sample, sample.of_seats("score")).estimates("lead", "points", 100)[0]
    value, low, high = more
    return (
        dataclasses.replace(one, value=early, low=early, high=early),
        dataclasses.replace(one, value=value, low=low, high=high),
    )


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ((1.0, 0.5, 1.5), "The leader pulls away: after a third of the game the leader is 2.0 points ahead"),
        ((-1.0, -1.5, -0.5), "The others catch up: after a third"),
        ((0.1, -0.2, 0.4), "The lead stays about as large: after a third"),
        ((0.1, float("nan"), float("nan")), "So far, after a third"),
    ],
)
def test_the_lead_is_said_to_grow_only_where_its_interval_says_so(more: Any, words: str) -> None:
    assert lead.finding(growth(2.0, more)).startswith(words)


def test_the_bands_of_the_lead_lie_within_each_other(sample: Sample, log: LogPass) -> None:
    columns = lead.read(sample).columns
    bands = [np.asarray(columns[name]) for name in ("p05", "p25", "p50", "p75", "p95")]
    assert all((lower <= upper).all() for lower, upper in itertools.pairwise(bands))
    assert (np.asarray(columns["low"]) <= bands[2]).all()
    assert columns["progress"][0] == 0.0
    assert columns["progress"][-1] == 1.0


def test_who_is_behind_wins_less(sample: Sample, log: LogPass) -> None:
    table = comeback.table(comeback.read(sample))
    late = table[table["When in the game"] == "after two thirds"].set_index("Points behind")["Chance of winning (%)"]
    assert late["in the lead"] > 25.0 > late["11 to 15"]
    assert set(table["When in the game"]) == set(comeback.MOMENTS.values())


def chances(*ends: tuple[float, float]) -> tuple[Any, ...]:
    sample = Sample(random_batch(100))
    one = point_sources.means(sample, sample.of_seats("score")).estimates("comeback", "chance", 100)[0]
    return tuple(
        dataclasses.replace(one, part=f"at_2_3.{number}", value=(low + high) / 2, low=low, high=high)
        for number, (low, high) in enumerate(ends)
    )


def test_a_game_is_called_lost_only_where_the_intervals_say_so() -> None:
    lost = chances((0.5, 0.6), (0.2, 0.3), (0.1, 0.2), (0.06, 0.08), (0.01, 0.03), (0.0, 0.3))
    assert comeback.finding(lost, 0.25) == (
        "A seat 11 to 15 points behind after two thirds of the game hardly ever wins: 2.0% (1.0 to 3.0%)"
    )
    open_ = chances((0.5, 0.6), (0.2, 0.3), (0.1, 0.2), (0.1, 0.2), (0.08, 0.12), (0.06, 0.1))
    assert comeback.finding(open_, 0.25) == (
        "A seat 16 or more points behind after two thirds of the game still wins 8.0% (6.0 to 10.0%)"
    )


def counts(board: Board, games: int, **often: int) -> SpaceCounts:
    """Spaces used so often in every game, by seat 1 in the last third."""
    sums = np.zeros((5, 4, board.width * board.height))
    for name, times in often.items():
        for seat in (0, 1):
            for third in (0, 3):
                sums[seat, third, board.parse_space(name)] = games * times
    return SpaceCounts(games, sums, sums**2 / games)


def test_the_board_shows_means_marks_and_what_is_blocked() -> None:
    batch = random_batch(200)
    board = batch.request.rules.board
    used = counts(board, 200, d4=3, a1=1)
    shown = board_use.read(Sample(batch), used, "pick_ups")
    at = {name: place for place, name in enumerate(shown.columns["space"])}
    assert shown.columns["value"][at["d4"]] == 3.0
    assert shown.columns["number"][at["d4"]] == "3.0"
    assert shown.columns["number"][at["b2"]] == ""
    assert shown.most == 3.0
    number = board.space_names[board.numbered[0]]
    assert (shown.columns["mark"][at[number]], shown.columns["shape"][at[number]]) == ("1", "circle")
    city = board.space_names[board.cities[0]]
    assert (shown.columns["mark"][at[city]], shown.columns["shape"][at[city]]) == (board.goods[0].letter, "square")
    assert shown.columns["told"][at[city]] == f"city of {board.goods[0].name}"
    assert shown.finding.startswith("Goods picked up: most in d4 (3 a game); spread as if evenly over ")
    drawn(board_use, shown)


def test_the_board_can_be_asked_for_one_seat_and_one_third() -> None:
    batch = random_batch(200)
    used = counts(batch.request.rules.board, 200, d4=3)
    none = board_use.read(Sample(batch), used, "thefts", 2, 1)
    assert none.finding == "Thefts: none in these games"
    own = board_use.read(Sample(batch), used, "thefts", 1, 3)
    assert own.provenance.lines[-1] == "Thefts in the last third of the game, by seat 1"
    plot = board_use.figure(none)
    board_use.update(plot, own)
    bar = plot.select_one(ColorBar)
    assert (bar.title, bar.color_mapper.low, bar.color_mapper.high) == ("Thefts in a game", 0.0, 3.0)


def test_first_places_that_cant_be_told_apart_are_shared(sample: Sample, log: LogPass) -> None:
    shown = board_use.read(sample, log.spaces["camel_turns"], "camel_turns")
    assert "about as many in" in shown.finding or "share the first place" in shown.finding
    low, value, high = (np.asarray(shown.columns[name]) for name in ("low", "value", "high"))
    assert ((low <= value) & (value <= high)).all()


def test_a_blocked_space_has_neither_number_nor_row() -> None:
    grid = Board.standard()
    blocked = next(
        space
        for space in range(grid.width * grid.height)
        if space not in grid.numbered and space not in grid.cities and 0 < space % grid.width < grid.width - 1
    )
    board = dataclasses.replace(grid, blocked=(blocked,))
    batch = random_batch(50, rules=Rules(board=board))
    shown = board_use.read(Sample(batch), counts(board, 50, a1=1), "pick_ups")
    assert shown.columns["told"][blocked] == "blocked"
    assert np.isnan(shown.columns["value"][blocked])
    assert board.space_names[blocked] not in board_use.table(shown)["Space"].tolist()


def steps_of(games: int, **by_tenth: Any) -> np.ndarray:
    steps = np.zeros((TENTHS, len(STEPS), 2, games), dtype=np.int16)
    for step, numbers in by_tenth.items():
        steps[:, STEPS.index(step)] = np.asarray(numbers).reshape(TENTHS, 1, 1)
    return steps


def batch_of_two(games: int = 100) -> MadeBatch:
    return made_batch(np.ones((games, 2)), rules=Rules(players=2))


def test_the_action_mix_adds_up_in_every_tenth(sample: Sample, log: LogPass) -> None:
    for seat in (0, 3):
        table = action_mix.table(action_mix.read(sample, log.steps, seat))
        assert table.groupby("Progress")["Of all steps (%)"].sum().to_numpy() == pytest.approx(100.0)


def test_the_action_mix_says_what_grows() -> None:
    steps = steps_of(100, move=[6] * TENTHS, deliver=range(TENTHS))
    shown = action_mix.read(Sample(batch_of_two()), steps)
    assert shown.finding == (
        "Most steps are moving a camel: 57%; delivering grows most, from 0% at the start to 60% at the end"
    )
    assert set(shown.columns["action"]) == {"moving a camel", "delivering"}
    assert shown.columns["part"][:2] == ["0 to 10%", "10 to 20%"]
    drawn(action_mix, shown)


def test_actions_that_never_happen_are_left_out_and_seats_can_be_told_apart() -> None:
    steps = steps_of(100, move=[4] * TENTHS, steal=[1] * TENTHS)
    steps[:, STEPS.index("steal"), 1] = 0
    shown = action_mix.read(Sample(batch_of_two()), steps, 2)
    assert set(shown.columns["action"]) == {"moving a camel"}
    assert shown.provenance.lines[-1] == "Seat 2 alone"


@pytest.mark.parametrize("page", ["#ffffff", "#1f1e1c"])
def test_the_colours_of_actions_stand_out_on_either_page(page: str) -> None:
    assert set(ACTIONS) == set(STEPS)
    for colour in ACTIONS.values():
        assert contrast(colour, page) >= 3.3


def test_actions_are_told_apart_by_shape_too() -> None:
    assert len(set(action_mix._MARKERS.values())) == len(STEPS)


@pytest.mark.parametrize("plot", [board_use, action_mix])
def test_chosen_figures_are_laid_out_with_their_intervals(plot: Any, sample: Sample, log: LogPass) -> None:
    shown = (
        board_use.read(sample, log.spaces["thefts"], "thefts")
        if plot is board_use
        else action_mix.read(sample, log.steps)
    )
    table: pd.DataFrame = plot.table(shown)
    assert (table["Games"] == 150).all()
    assert table["Kind of interval"].iloc[0]
    assert "95%" in shown.provenance.interval
