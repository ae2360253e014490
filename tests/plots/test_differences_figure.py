"""The figure of the differences: each verdict told by shape and word, in units of its margin."""

from __future__ import annotations

import math
import re

import pytest
from synthetic_batches import MadeBatch, random_batch
from test_palette import contrast

from caravan.comparison import VERDICTS, Comparison, compare_batches
from caravan.plots import differences, differences_page
from caravan.plots.canvas import source_of

PAGES = ("#ffffff", "#1f1e1c")


@pytest.fixture(scope="module")
def compared() -> Comparison:
    return compare_batches(random_batch(400), slower(random_batch(400)), names=("standard", "camels=6"))


def slower(batch: MadeBatch, turns: int = 2) -> MadeBatch:
    """The same games, a few of them a little longer."""
    games = batch.games.assign(turns=batch.games["turns"] + turns * (batch.games["game"] % 2))
    return MadeBatch(batch.request, games, batch.seats)


def row(shown: differences.Differences, figure: str) -> dict[str, object]:
    place = list(shown.columns["figure"]).index(figure)
    return {name: column[place] for name, column in shown.columns.items()}


def test_a_difference_stands_where_its_margin_puts_it_with_its_verdict_in_shape_and_word(compared: Comparison):
    shown = differences.read(compared)
    found = compared.difference("length.turns.mean")
    turns = row(shown, "turns")
    assert turns["at"] == pytest.approx(found.value / compared.margin(found)) == pytest.approx(1.0)
    assert (turns["low"], turns["high"]) == pytest.approx((found.low, found.high))
    assert (turns["marker"], turns["words"]) == ("diamond", "+1.00 higher")
    same = row(shown, "thefts")
    assert (same["marker"], same["words"], same["interval"]) == (
        "square",
        "+0.00 equal",
        "the same difference in all 400 games",
    )
    assert math.isnan(float(same["low"]))  # type: ignore[arg-type]


def test_the_title_states_the_finding(compared: Comparison):
    shown = differences.read(compared)
    assert shown.finding == "Under camels=6 the number of turns is higher"
    assert differences.figure(shown).title.text == shown.finding
    assert differences.figure(shown, with_words=False).title.text in (None, "")
    batch = random_batch(400)
    same = compare_batches(batch, batch, names=("a", "b"))
    assert differences.read(same).finding == "Under b nothing changes by more than its margin"
    few = compare_batches(random_batch(40), slower(random_batch(40), 1), names=("a", "b"))
    assert differences.read(few).finding == "Under b no difference is shown"


def test_while_games_come_in_the_figure_says_so_and_can_be_updated(compared: Comparison):
    early = compare_batches(
        random_batch(200, planned=400), slower(random_batch(200, planned=400), 8), names=("standard", "camels=6")
    )
    shown = differences.read(early)
    assert shown.finding.endswith(" so far")
    assert "hold however often you look" in shown.lines[1]
    assert shown.reach > 4.0
    plot = differences.figure(shown)
    later = differences.read(compared)
    differences.update(plot, later)
    assert dict(source_of(plot).data) == dict(later.columns)
    assert plot.x_range.start == -1.05 * later.reach


def test_far_differences_stand_at_the_edge_and_are_told_in_words():
    far = compare_batches(random_batch(400), slower(random_batch(400), 60), names=("a", "b"))
    shown = differences.read(far)
    assert shown.reach == 8.0
    assert (row(shown, "turns")["at"], row(shown, "turns")["words"]) == (8.0, "+30.00 higher")


def test_every_verdict_has_a_look_and_better_and_worse_differ_in_shape():
    assert set(differences.LOOKS) == set(VERDICTS)
    shapes = [differences.LOOKS[word][:1] + differences.LOOKS[word][2:] for word in ("better", "worse", "higher")]
    shapes += [
        differences.LOOKS[word][:1] + differences.LOOKS[word][2:] for word in ("practically equal", "can't tell")
    ]
    assert len(set(shapes)) == 5
    for _, colour, _ in differences.LOOKS.values():
        assert all(contrast(colour, page) >= 3.0 for page in PAGES)


def test_a_page_holds_a_figure_for_each_rule_set_and_needs_nothing_else(compared: Comparison):
    page = differences_page.page(compared)
    assert page.count("<h2>") == 1
    assert "Under camels=6 the number of turns is higher" in page
    assert not re.search(r"<(script|link|img)[^>]+(src|href)=", page)
    assert "<td>turns</td><td>planner</td>" in page
