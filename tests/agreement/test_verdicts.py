"""Agreed, disputed, undecided: every combination of what styles can find, and how often chance alone is believed."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from caravan.agreement import (
    MEANINGS,
    Verdict,
    fair_value,
    family_of,
    judge,
    kin,
    meanings_in_words,
    side_of,
    verdict_sentence,
    widest_gap,
)
from caravan.agreement.fair import difference_sentence
from caravan.bots.styles import STYLES
from caravan.measures.intervals import wilson
from caravan.wording import in_words

NOTHING = math.nan
INTERVALS = {"above": (0.5, 2.0), "below": (-2.0, -0.5), "": (-1.0, 1.0)}
NAMES = ("planner", "beam", "rollout", "expert")
FAMILIES = {"planner": 1, "beam": 2, "rollout": 3, "expert": 3}


@pytest.mark.parametrize("sides", [c for k in range(1, 5) for c in itertools.product(INTERVALS, repeat=k)])
def test_the_word_follows_from_how_many_families_find_each_side(sides: tuple[str, ...]) -> None:
    verdict = judge({NAMES[place]: INTERVALS[side] for place, side in enumerate(sides)}, 0.0)
    above, below = sides.count("above"), sides.count("below")
    finders = {FAMILIES[NAMES[place]] for place, side in enumerate(sides) if side}
    if above and below:
        expected = "disputed"
    elif len(finders) >= 2:
        expected = "agreed"
    else:
        expected = "undecided"
    assert verdict.word == expected
    assert (len(verdict.above), len(verdict.below), len(verdict.unsure)) == (above, below, sides.count(""))
    assert verdict.side == ("" if expected != "agreed" else "above" if above else "below")


def test_two_against_one_isnt_agreement() -> None:
    assert judge({"planner": (1, 2), "beam": (1, 2), "expert": (-2, -1)}, 0.0).word == "disputed"


@pytest.mark.parametrize(
    "bots",
    [
        ("planner", "miser"),
        ("planner", "planner:noise=0.5", "weak:kept=2", "common", "hurried"),
        ("rollout", "expert"),
        ("expert", "expert:deep", "expert:deep:games=40"),
        ("random", "grabber"),
    ],
)
def test_bots_of_one_family_agree_on_nothing_but_can_dispute(bots: tuple[str, ...]) -> None:
    verdict = judge(dict.fromkeys(bots, (1, 2)), 0.0)
    assert (verdict.word, verdict.above, verdict.side) == ("undecided", bots, "")
    assert judge({**dict.fromkeys(bots, (1, 2)), "mine.py:Mine": (1, 2)}, 0.0).word == "agreed"
    assert judge({**dict.fromkeys(bots, (1, 2)), bots[0]: (-2, -1)}, 0.0).word == "disputed"


def test_every_style_has_a_family_and_a_bot_of_ones_own_is_a_family_of_itself() -> None:
    assert all(family_of(name) == style.family for name, style in STYLES.items())
    own = [family_of(name) for name in ("mine.py:Mine", "mine.py:Other", "Mine", "chance", "chance.py:chance")]
    assert len(set(own)) == len(own)
    assert not set(own) & {style.family for style in STYLES.values()}


def test_bots_that_think_alike_are_grouped() -> None:
    bots = ["expert", "planner", "Mine", "rollout", "beam", "weak:kept=2"]
    assert kin(bots) == (("expert", "rollout"), ("planner", "weak:kept=2"))


@pytest.mark.parametrize(
    ("interval", "side"),
    [
        ((0.0, 1.0), ""),
        ((-1.0, 0.0), ""),
        ((0.0, 0.0), ""),
        ((1e-9, 1.0), "above"),
        ((-1.0, -1e-9), "below"),
        ((NOTHING, NOTHING), ""),
        ((NOTHING, -1.0), "below"),
        ((1.0, NOTHING), "above"),
        ((NOTHING, 1.0), ""),
    ],
)
def test_an_end_that_touches_the_fair_value_finds_nothing_and_a_missing_end_is_no_bound(
    interval: tuple[float, float], side: str
) -> None:
    assert side_of(interval, 0.0) == side


def test_the_fair_value_neednt_be_zero() -> None:
    assert judge({"planner": (0.26, 0.30), "beam": (0.251, 0.28)}, 0.25).word == "agreed"


@pytest.mark.parametrize(
    ("intervals", "gap"),
    [
        ({"a": (0, 1), "b": (2, 3)}, ("a", "b")),
        ({"b": (2, 3), "a": (0, 1), "c": (5, 6)}, ("a", "c")),
        ({"a": (0, 1), "b": (1, 2)}, None),
        ({"a": (0, 5), "b": (1, 2)}, None),
        ({"a": (0, 1)}, None),
        ({"a": (NOTHING, NOTHING), "b": (1, 2)}, None),
        ({"a": (NOTHING, 0), "b": (1, NOTHING)}, ("a", "b")),
    ],
)
def test_styles_are_told_apart_where_no_value_lies_in_both_intervals(intervals: dict, gap: object) -> None:
    assert widest_gap(intervals) == gap


def shares_of_the_first_seat(chances: list[float], games: int, times: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw the wins of seat 1 under each style, many times over, and bound its chance by Wilson's intervals."""
    hits = np.random.default_rng(seed).binomial(games, chances, (times, len(chances)))
    return wilson(hits, games)


def frequency(word: str, chances: list[float], games: int = 1000, times: int = 20_000) -> float:
    low, high = shares_of_the_first_seat(chances, games, times, seed=5)
    words = [
        judge(dict(zip(NAMES, zip(lows, highs, strict=True), strict=False)), 0.25).word
        for lows, highs in zip(low.tolist(), high.tolist(), strict=True)
    ]
    return words.count(word) / times


def test_where_there_is_no_effect_agreement_is_rarer_than_one_in_a_hundred() -> None:
    assert frequency("agreed", [0.25] * 2) < 0.003
    assert frequency("agreed", [0.25] * 4) < 0.010


def test_where_there_is_no_effect_disputes_are_rarer_than_one_in_a_hundred() -> None:
    assert frequency("disputed", [0.25] * 2) < 0.003
    assert frequency("disputed", [0.25] * 4) < 0.012


def test_where_only_one_style_has_an_effect_agreement_is_as_rare_as_the_page_says() -> None:
    assert frequency("agreed", [0.35, 0.25]) < 0.025 + 0.005
    assert frequency("agreed", [0.35, 0.25, 0.25, 0.25]) < 3 * 0.025 + 0.01
    assert frequency("agreed", [0.25, 0.25, 0.25, 0.35]) < 2 * 0.025 + 0.01


def test_where_some_styles_have_an_effect_disputes_are_as_rare_as_the_page_says() -> None:
    assert frequency("disputed", [0.35, 0.25]) < 0.025 + 0.005
    assert frequency("disputed", [0.35, 0.25, 0.25, 0.25]) < 3 * 0.025 + 0.01
    assert frequency("disputed", [0.35, 0.35, 0.35, 0.25]) < 0.025 + 0.005
    assert frequency("disputed", [0.35] * 4) == 0.0


def test_effects_of_two_styles_are_found_agreed_or_disputed_by_their_sides() -> None:
    assert frequency("agreed", [0.32, 0.32, 0.25]) > 0.9
    assert frequency("disputed", [0.32, 0.18, 0.25]) > 0.99


def test_every_word_has_a_meaning() -> None:
    assert set(MEANINGS) == {"agreed", "disputed", "undecided"}
    assert meanings_in_words().count(":") == 3


FIRST = fair_value("first_player_advantage", 1, 4)


@pytest.mark.parametrize(
    ("verdict", "sentence"),
    [
        (
            Verdict("agreed", ("planner", "beam"), (), ("expert",)),
            "Agreed: planner and beam find that seat 1 wins more than its fair share, and no style finds the opposite. "
            "expert can't tell.",
        ),
        (
            Verdict("agreed", (), ("planner", "beam", "expert"), ()),
            "Agreed: planner, beam and expert find that seat 1 wins less than its fair share, "
            "and no style finds the opposite.",
        ),
        (
            Verdict("disputed", ("planner",), ("beam",), ()),
            "Disputed: planner finds that seat 1 wins more than its fair share, but beam that seat 1 wins less than "
            "its fair share. So for these styles it seems to depend on how one plays.",
        ),
        (
            Verdict("undecided", ("rollout", "expert"), (), ("beam",)),
            "Undecided: rollout and expert find that seat 1 wins more than its fair share, but they think alike and "
            "count as one, and it takes two that don't to agree. beam can't tell.",
        ),
        (
            Verdict("undecided", (), ("planner",), ("beam",)),
            "Undecided: planner alone finds that seat 1 wins less than its fair share, and it takes two styles to "
            "agree. beam can't tell.",
        ),
        (
            Verdict("undecided", ("planner",), (), ()),
            "Undecided: planner alone finds that seat 1 wins more than its fair share, and it takes two styles to "
            "agree. No other style played.",
        ),
        (
            Verdict("undecided", (), (), ("planner", "beam")),
            "Undecided: no style finds that seat 1 wins more than its fair share, and none that seat 1 wins less than "
            "its fair share.",
        ),
    ],
)
def test_a_verdict_is_said_in_words(verdict: Verdict, sentence: str) -> None:
    assert FIRST is not None
    assert verdict_sentence(verdict, FIRST) == sentence


@pytest.mark.parametrize(
    ("label", "seat", "value"),
    [
        ("win_share", 2, 1 / 3),
        ("seat_effect", 2, 0.0),
        ("elo", 1, 0.0),
        ("seat_margin", 3, 0.0),
        ("last_place", 3, 1 / 3),
        ("point_sources.rare.difference", None, 0.0),
    ],
)
def test_a_fair_value_is_known_where_there_is_one(label: str, seat: int | None, value: float) -> None:
    fair = fair_value(label, seat, 3)
    assert fair is not None
    assert fair.value == pytest.approx(value)


@pytest.mark.parametrize("label", ["length.turns.mean", "mean_rank", "score.mean", "steals", "point_sources.rare"])
def test_where_no_value_is_fairer_than_another_there_is_none(label: str) -> None:
    assert fair_value(label, None, 4) is None


def test_without_a_fair_value_it_is_said_whether_the_styles_differ() -> None:
    assert difference_sentence({"planner": (61, 62), "beam": (55, 56)}) == (
        "The styles differ: the interval of beam lies wholly below that of planner."
    )
    assert "can't be told apart" in difference_sentence({"planner": (61, 62), "beam": (61.5, 63)})
    assert "no two intervals" in difference_sentence({"planner": (61, 62), "beam": (NOTHING, NOTHING)})


@pytest.mark.parametrize(("words", "text"), [(["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")])
def test_lists_are_written_as_people_do(words: list[str], text: str) -> None:
    assert in_words(words) == text
