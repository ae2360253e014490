"""Better, worse, practically equal, can't tell: what an interval of a difference comes to."""

from __future__ import annotations

import math

import pytest

from caravan.batch import Batch, BatchRequest
from caravan.comparison import GOOD, MARGINS_BY_UNIT, VERDICTS, Difference, holm, p_value, usual_margin
from caravan.comparison.findings import finding_of
from caravan.comparison.margins import checked_margins, margin_of
from caravan.comparison.verdicts import fair_number, verdict_of
from caravan.errors import CaravanError
from caravan.measures import Estimate, Sample, summary

NAN = math.nan


def difference(
    low: float,
    high: float,
    label: str = "length.turns.mean",
    *,
    seat: int | None = None,
    nearer: str = "",
    steady: bool = False,
    games: int = 1_000,
) -> Difference:
    measure, _, part = label.partition(".")
    value = 0.0 if math.isnan(low) else (low + high) / 2.0
    before, after = (
        Estimate(measure, number, NAN, NAN, "turns", games, "", seat, part) for number in (60.0, 60.0 + value)
    )
    return Difference(before, after, value, low, high, "ABC", 1.0, games, steady, nearer, "")


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [
        (0.1, 3.0, "higher"),
        (-3.0, -0.1, "lower"),
        (-0.9, 1.0, "practically equal"),
        (0.2, 0.8, "practically equal"),
        (-1.0, 1.0, "practically equal"),
        (-0.1, 1.1, "can't tell"),
        (-4.0, 4.0, "can't tell"),
        (0.0, 2.0, "can't tell"),
        (NAN, NAN, "can't tell"),
        (0.0, 0.0, "practically equal"),
    ],
)
def test_a_difference_is_judged_by_its_whole_interval_and_the_margin(low, high, word):
    assert verdict_of(difference(low, high), 1.0) == word
    assert word in VERDICTS


@pytest.mark.parametrize(
    ("label", "low", "high", "word"),
    [
        ("ties.after_tie_break", 0.03, 0.05, "worse"),
        ("ties.after_tie_break", -0.05, -0.03, "better"),
        ("endings.delivery", 0.03, 0.05, "better"),
        ("endings.deadlock", 0.03, 0.05, "worse"),
        ("lead_changes.mean", 0.03, 0.05, "better"),
    ],
)
def test_figures_with_a_good_direction_get_better_or_worse(label, low, high, word):
    assert verdict_of(difference(low, high, label), 0.02) == word


@pytest.mark.parametrize(("nearer", "word"), [("nearer", "better"), ("farther", "worse"), ("", "higher")])
def test_figures_with_a_fair_value_are_better_nearer_to_it(nearer, word):
    """Where it isn't sure on which side of the fair value the figure lies, there is a direction and no judgement."""
    assert verdict_of(difference(3.0, 5.0, "seat_effect", seat=1, nearer=nearer), 2.0) == word


def test_no_difference_in_any_of_many_games_is_practically_none_and_in_few_it_says_nothing():
    assert verdict_of(difference(NAN, NAN, steady=True, games=300), 1.0) == "practically equal"
    assert verdict_of(difference(NAN, NAN, steady=True, games=299), 1.0) == "can't tell"


def test_without_a_margin_nothing_is_practically_equal():
    assert verdict_of(difference(-0.1, 0.1), NAN) == "can't tell"
    assert verdict_of(difference(0.1, 0.2), NAN) == "higher"


def test_every_good_direction_and_every_margin_is_of_a_figure_that_exists():
    nothing_yet = summary(Sample(Batch(BatchRequest(), ())), with_events=True)
    assert set(GOOD) <= {estimate.label for estimate in nothing_yet}
    assert set(MARGINS_BY_UNIT) <= {estimate.unit for estimate in nothing_yet}


def test_fair_values_are_those_of_seats():
    assert fair_number("win_share", 2, 4) == 0.25
    assert fair_number("seat_effect", 1, 3) == 0.0
    assert fair_number("length.turns.mean", None, 3) is None
    assert fair_number("point_sources.rare.difference", None, 3) is None


def test_the_closest_of_the_given_margins_counts():
    margins = {"length": 3.0, "length.turns": 2.0, "length.turns.mean": 1.0}
    assert margin_of("length.turns.mean", "turns", 60.0, margins) == 1.0
    assert margin_of("length.turns.sd", "turns", 8.0, margins) == 2.0
    assert margin_of("length.rounds.mean", "rounds", 15.0, margins) == 3.0
    assert margin_of("steals", "thefts per game", 6.0, margins) == MARGINS_BY_UNIT["thefts per game"]


def test_units_without_a_margin_of_their_own_get_shares_or_a_twentieth_of_the_baseline():
    assert usual_margin("share of steps", 0.3) == 0.02
    assert usual_margin("camels", -40.0) == 2.0
    assert math.isnan(usual_margin("camels", NAN))


@pytest.mark.parametrize(
    ("margins", "said"),
    [
        ({"seat_efect": 2.0}, "there is no measure 'seat_efect' here; did you mean 'seat_effect'?"),
        ({"length.turn": 2.0}, "there is no measure 'length.turn' here; did you mean 'turns'? Parts of length"),
        ({"steals.mean": 2.0}, "steals has no parts"),
        ({"steals": 0.0}, "steals: found 0.0, allowed is a number above 0"),
        ({"steals": NAN}, "allowed is a number above 0"),
        ({"steals": "2"}, "found '2', allowed is a number above 0"),
    ],
)
def test_margins_that_fit_nothing_are_refused(margins, said):
    labels = ["seat_effect", "length.turns.mean", "length.turns.sd", "steals"]
    with pytest.raises(CaravanError) as raised:
        checked_margins(margins, labels)
    assert said in str(raised.value)


def found(intervals: dict[str, tuple[float, float]], words: dict[str, str], label: str = "length.turns.mean"):
    families = {style: style for style in intervals}
    by_style = {style: difference(*ends, label) for style, ends in intervals.items()}
    return finding_of("camels=6", "standard", by_style, words, families)


UP, DOWN, NONE, SMALL = (2.0, 4.0), (-4.0, -2.0), (-2.0, 2.0), (0.1, 0.3)


@pytest.mark.parametrize(
    ("planner", "beam", "words", "outcome", "direction"),
    [
        (UP, UP, ("higher", "higher"), "higher", "higher"),
        (UP, UP, ("better", "better"), "better", "higher"),
        (UP, SMALL, ("worse", "practically equal"), "worse", "higher"),
        (UP, UP, ("better", "higher"), "higher", "higher"),
        (UP, DOWN, ("better", "worse"), "disputed", ""),
        (UP, NONE, ("higher", "can't tell"), "can't tell", "higher"),
        (NONE, NONE, ("can't tell", "can't tell"), "can't tell", ""),
        (SMALL, SMALL, ("practically equal", "practically equal"), "practically equal", "higher"),
    ],
)
def test_styles_agree_on_a_difference_or_dispute_it(planner, beam, words, outcome, direction):
    finding = found({"planner": planner, "beam": beam}, dict(zip(("planner", "beam"), words, strict=True)))
    assert (finding.outcome, finding.direction) == (outcome, direction)


def test_one_style_alone_speaks_for_itself():
    assert found({"planner": UP}, {"planner": "better"}).outcome == "better"


def test_a_finding_is_said_in_sentences():
    agreed = found({"planner": UP, "beam": UP}, {"planner": "higher", "beam": "higher"})
    assert (
        agreed.words
        == "Agreed: planner and beam find that the number of turns is higher, and no style finds the opposite."
    )
    same = found({"planner": SMALL, "beam": SMALL}, dict.fromkeys(("planner", "beam"), "practically equal"))
    assert same.words == "Practically equal: for planner and beam the number of turns differs by less than the margin."


@pytest.mark.parametrize(
    ("value", "low", "high", "significant"),
    [(2.0, 0.01, 3.0, True), (2.0, -0.01, 5.0, False), (-2.0, -9.0, -0.01, True), (-2.0, -3.0, 0.01, False)],
)
def test_a_p_value_is_below_5_percent_exactly_where_the_interval_leaves_out_0(value, low, high, significant):
    assert (p_value(value, low, high) < 0.05) is significant


def test_p_values_at_the_edges():
    assert p_value(1.96, 0.0, 3.92) == pytest.approx(0.05)
    assert p_value(0.0, -1.0, 1.0) == 1.0
    assert math.isnan(p_value(0.0, NAN, NAN))


def test_holm_multiplies_the_least_p_by_their_number_and_never_lowers_the_next():
    """By hand: sorted 0.01, 0.02, 0.03, 0.04 become 0.04, 0.06, 0.06, 0.06."""
    assert holm([0.04, 0.01, NAN, 0.03, 0.02]) == pytest.approx([0.06, 0.04, NAN, 0.06, 0.06], nan_ok=True)
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []
