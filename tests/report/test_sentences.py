"""Sentences made from numbers: how these are written, and that none goes in unseen."""

from __future__ import annotations

import pytest

from caravan.report.evidence import Evidence, Group, Row
from caravan.report.fairness import claim_of_first_player, claim_of_shares
from caravan.report.independent import square_and_add
from caravan.report.sentences import Form, Named, listed, sentence

HEADING = (
    "rules_id,players,bots,measure,seat,value,unit,low,high,interval,games,seeds,baseline,difference,difference_low,"
    "difference_high,verdict,note\n"
)


def row(measure: str, value: float, low: float, high: float, unit: str = "points", seat: str = "") -> Row:
    text = f'r1,2,"a,b",{measure},{seat},{value},{unit},{low},{high},Wilson 95%,400,400,,,,,,seed 1\n'
    return Evidence(HEADING + text).rows[0]


def shares(*ends: tuple[float, float, float]) -> Group:
    lines = [
        f'r1,{len(ends)},"{",".join(["planner"] * len(ends))}",win_share,{seat},{value},share,{low},{high},'
        "Goodman 95%,400,400,,,,,,seed 1\n"
        for seat, (low, value, high) in enumerate(ends, start=1)
    ]
    return Group(Evidence(HEADING + "".join(lines)).rows)


def test_a_number_among_the_words_is_refused() -> None:
    with pytest.raises(ValueError, match="without an origin"):
        sentence("It is 5 points.")


def test_what_is_put_together_keeps_its_origins() -> None:
    one, two = (Named(text, "rules camels") for text in ("4", "6"))
    said = sentence("from {both}", both=listed([one, two]))
    assert said.text == "from 4 and 6"
    assert [part for part in said.parts if isinstance(part, Named)] == [one, two]


@pytest.mark.parametrize(
    ("form", "value", "text"),
    [
        (Form(1, 100.0, "%"), 0.2664, "26.6%"),
        (Form(1, signed=True), -0.04, "+0.0"),
        (Form(1, signed=True), -1.26, "\u22121.3"),
        (Form(2, size=True), -1.263, "1.26"),
        (Form(0), 12345.0, "12,345"),
        (Form(1), float("nan"), "\u2013"),
    ],
)
def test_numbers_are_written_as_people_read_them(form: Form, value: float, text: str) -> None:
    assert form.write(value) == text


def test_a_figure_has_as_many_decimals_as_its_interval_deserves() -> None:
    assert str(row("score.mean", 44.46, 43.94, 44.98).shown()) == "44.5"
    assert str(row("win_share", 0.26625, 0.2135, 0.3242, "share").shown()) == "27%"
    assert str(row("win_share", 0.26625, 0.2635, 0.2692, "share").shown()) == "26.6%"
    assert row("length.turns.p05", 58, 57, 58).shown().text == "58"


def test_rounding_never_hides_on_which_side_a_figure_lies() -> None:
    figure = row("win_share", 0.28, 0.2504, 0.31, "share")
    assert figure.interval(against=0.25).text == "25.04% to 31.00%"


def test_a_row_knows_its_line_as_a_spreadsheet_counts() -> None:
    assert row("steals", 1, 0.5, 1.5).line == 2


def test_seats_stand_out_only_where_their_whole_interval_does() -> None:
    fair = shares((0.24, 0.26, 0.28), (0.23, 0.25, 0.27), (0.22, 0.25, 0.27), (0.2, 0.24, 0.26))
    assert claim_of_shares(fair).text.startswith("No seat stands out")
    unfair = shares((0.26, 0.28, 0.31), (0.23, 0.25, 0.27), (0.22, 0.25, 0.27), (0.2, 0.22, 0.24))
    assert claim_of_shares(unfair).text == (
        "Seat 1 wins more than a fair share: 28% (26% to 31%); seat 4 wins less than a fair share: 22% (20% to 24%). "
        "Fair would be 25%."
    )
    assert [one.line for one in claim_of_shares(unfair).rows] == [2, 5]


def test_going_first_helps_hurts_or_neither() -> None:
    def said(low: float, value: float, high: float) -> str:
        return claim_of_first_player(row("first_player_advantage", value, low, high, "percentage points", "1")).text

    assert "is an advantage: seat 1 wins 3.0 percentage points more than a fair share (between 1.5 and 4.5)" in said(
        1.5, 3, 4.5
    )
    assert "is a disadvantage: seat 1 wins 3.0 percentage points less than a fair share (between 1.5 and 4.5)" in said(
        -4.5, -3, -1.5
    )
    assert "neither shown to help nor to hurt" in said(-1, 1, 3)


def test_two_independent_figures_differ_by_the_roots_of_their_squares() -> None:
    low, high = square_and_add((9.0, 10.0, 14.0), (17.0, 20.0, 23.0))
    assert (low, high) == (10.0 - 5.0, 10.0 + 10.0**0.5)
