"""Figures of several rule sets at once: seats keep their colours, rule sets have letters and shapes of their own."""

from __future__ import annotations

import math

import pytest

from caravan import Rules, compare
from caravan.comparison import Comparison
from caravan.plots import canvas, compared_shares, compared_spreads, differences
from caravan.plots.compared import Entrant, judged_by
from caravan.plots.palette import seat_colour


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return compare(
        Rules(players=3),
        Rules(players=3, camels=10),
        Rules(players=3, camels=9),
        bots="planner",
        games=200,
        names=("now", "ten <b>", "nine"),
    )


@pytest.fixture(scope="module")
def entrants(comparison: Comparison) -> list[Entrant]:
    style = comparison.styles[0]
    baseline = Entrant(0, "now", comparison.sample(style, "now"))
    return [
        baseline,
        *(
            Entrant(place, name, comparison.sample(style, name), judged_by(comparison, style, name))
            for place, name in enumerate(comparison.others, start=1)
        ),
    ]


def test_each_seat_has_a_row_for_each_rule_set(entrants: list[Entrant]) -> None:
    shown = compared_shares.read(entrants)
    assert list(shown.columns["seat"]) == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert list(shown.columns["letter"]) == ["A", "B", "C"] * 3
    assert list(shown.labels.values())[:4] == ["Seat 1 \u00b7 A", "B", "C", "Seat 2 \u00b7 A"]
    assert list(shown.columns["colour"]) == [seat_colour(seat) for seat in (1, 1, 1, 2, 2, 2, 3, 3, 3)]
    assert list(shown.columns["marker"][:3]) == ["circle", "square", "diamond"]
    assert sum(shown.columns["share"][::3]) == pytest.approx(1.0)
    assert shown.provenance.lines[0].startswith("\u25cf A now (")
    assert "200 games under each rule set" in shown.provenance.lines[2]


def test_headings_say_what_was_found(entrants: list[Entrant]) -> None:
    assert compared_spreads.read_lengths(entrants).finding.startswith("A game takes ")
    difference, word = entrants[1].judged["length.turns.mean", None]
    heading = compared_spreads.read_lengths(entrants).finding
    assert word == ("higher" if difference.value > 0 else "lower")
    assert f"{word} under B ten <b> (" in heading
    assert "The mean score is" in compared_spreads.read_scores(entrants).finding
    assert " under " in compared_shares.read(entrants).finding or "seat" in compared_shares.read(entrants).finding


@pytest.mark.parametrize(
    ("module", "read"),
    [
        (compared_shares, compared_shares.read),
        (compared_spreads, compared_spreads.read_scores),
        (compared_spreads, compared_spreads.read_lengths),
    ],
)
def test_a_figure_can_be_updated_to_fewer_rule_sets(module, read, entrants: list[Entrant]) -> None:  # type: ignore[no-untyped-def]
    figure = module.figure(read(entrants), with_words=True, name="mine")
    fewer = read(entrants[:2])
    module.update(figure, fewer)
    assert list(canvas.source_of(figure).data["row"]) == list(fewer.columns["row"])
    assert figure.height < module.figure(read(entrants)).height
    table = module.table(fewer)
    assert len(table) == len(fewer.columns["row"])
    assert set(table["Rule set"]) == {"A now", "B ten <b>"}


def test_where_nothing_is_judged_yet_the_heading_claims_nothing(entrants: list[Entrant]) -> None:
    bare = [Entrant(one.place, one.name, one.sample) for one in entrants]
    assert compared_shares.read(bare).finding == "Who wins from which seat, under each rule set"
    assert compared_spreads.read_lengths(bare).finding.endswith("under A now")


def test_the_differences_have_a_table(comparison: Comparison) -> None:
    shown = differences.read(comparison, "nine")
    table = differences.table(shown)
    assert len(table) == len(shown.columns["row"])
    turns = table[table["Figure"] == "turns"].iloc[0]
    assert turns["Changed"] - turns["Baseline"] == pytest.approx(turns["Difference"])
    assert not math.isnan(turns["Margin"])
    assert shown.provenance.lines == shown.lines
