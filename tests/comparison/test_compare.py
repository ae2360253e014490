"""Comparing rule sets: on the same seeds, game by game."""

from __future__ import annotations

import itertools
import math
import threading

import numpy as np
import pandas as pd
import pytest
from synthetic_batches import MadeBatch, made_batch, random_batch

from caravan import Rules, compare, simulate
from caravan.comparison import (
    FINDING_COLUMNS,
    HEADLINE_COLUMNS,
    Comparison,
    compare_batches,
    compare_live,
    foresee,
    named_rule_sets,
)
from caravan.comparison.foresight import Need
from caravan.errors import BotError, Cancelled, CaravanError, RulesError
from caravan.measures import summary
from caravan.playtest_summary import COLUMNS, summary_frame

GAMES = 120
NOISY = "planner:noise=0.5"


@pytest.fixture(scope="module")
def compared() -> Comparison:
    """Two changes beside the standard game, by two styles that think alike."""
    return compare(
        Rules(),
        Rules(camels=6),
        Rules(theft_markers=0),
        players=3,
        bots=f"planner,{NOISY}",
        games={"planner": GAMES, NOISY: 150},
        seed=5,
        margins={"seat_effect": 3, "length.turns.mean": 1.5},
    )


def test_each_rule_set_plays_the_games_it_would_play_alone(compared: Comparison):
    assert tuple(compared.rule_sets) == ("standard", "camels=6", "theft_markers=0")
    alone = simulate(Rules(camels=6), 3, "planner", GAMES, 5)
    pd.testing.assert_frame_equal(compared.batches["planner"]["camels=6"].seats, alone.seats)
    assert (compared.players, compared.seed, compared.settled) == (3, 5, True)


def test_a_difference_is_that_of_the_two_figures_and_its_interval_that_of_the_pairs(compared: Comparison):
    found = compared.difference("length.turns.mean", rules="theft_markers=0", style=NOISY)
    before, after = (
        compared.batches[NOISY][name].games["turns"].astype(float) for name in ("standard", "theft_markers=0")
    )
    gaps = (after - before).to_numpy()
    assert found.value == pytest.approx(gaps.mean())
    assert (found.games, found.before.value) == (150, pytest.approx(before.mean()))
    error = gaps.std(ddof=1) / np.sqrt(150)
    assert found.half_width == pytest.approx(1.976 * error, rel=0.03)


def test_every_figure_of_both_rule_sets_is_compared(compared: Comparison):
    differences = compared.differences("planner", "camels=6")
    labels = {(estimate.label, estimate.seat) for estimate in summary(compared.batches["planner"]["standard"])}
    assert set(differences) == labels
    for (label, _), found in differences.items():
        assert found.interval or found.note, label
        if found.interval:
            assert found.low <= found.value <= found.high, label


def test_the_table_has_the_playtest_summary_of_each_rule_set_and_the_differences(compared: Comparison):
    table = compared.table
    assert list(table.columns) == list(COLUMNS)
    names = compared.rule_sets
    base = table[table["rules_id"] == names["standard"].id]
    alone = summary_frame(compared.batches["planner"]["standard"])
    pd.testing.assert_frame_equal(base[base["bots"] == "planner,planner,planner"].reset_index(drop=True), alone)
    other = table[(table["rules_id"] == names["camels=6"].id) & (table["bots"] == "planner,planner,planner")]
    assert set(other["baseline"]) == {names["standard"].id}
    row = other[other["measure"] == "length.turns.mean"].iloc[0]
    found = compared.difference("length.turns.mean")
    assert (row.difference, row.difference_low, row.difference_high) == (found.value, found.low, found.high)
    assert row.verdict == compared.verdict(found)
    assert "paired by seed, margin 1.5" in row.note
    assert "from independent games" in row.note
    assert len(table) == 2 * 3 * len(alone)


def test_headlines_and_verdicts_are_tables(compared: Comparison):
    assert list(compared.headlines.columns) == list(HEADLINE_COLUMNS)
    assert list(compared.verdicts.columns) == list(FINDING_COLUMNS)
    effects = compared.headlines[compared.headlines["measure"] == "seat_effect"]
    assert set(effects["margin"]) == {3.0}
    assert (compared.headlines["p_holm"].dropna() >= compared.headlines["p"].dropna()).all()
    assert set(compared.verdicts["verdict"]) <= {"agreed", "disputed", "undecided"}
    assert compared.finding("steals", rules="theft_markers=0").direction == "lower"


def test_what_is_asked_for_and_not_there_is_said(compared: Comparison):
    with pytest.raises(CaravanError, match=r"no 'length\.turns\.meen' in this comparison; did you mean 'turns\.mean'"):
        compared.difference("length.turns.meen")
    with pytest.raises(CaravanError, match="no 'camels' in this comparison; did you mean 'camels=6'"):
        compared.difference("steals", rules="camels")
    with pytest.raises(CaravanError, match="no 'beam' in this comparison"):
        compared.difference("steals", style="beam")
    with pytest.raises(CaravanError, match="there is no 'nothing' in this comparison; measures are win_share"):
        compared.difference("nothing")


def test_a_growing_comparison_ends_as_the_comparison_itself(compared: Comparison):
    steps = list(
        compare_live(
            *compared.rule_sets.values(),
            players=3,
            bots=f"planner,{NOISY}",
            games={"planner": GAMES, NOISY: 150},
            seed=5,
            margins=dict(compared.margins),
            block_size=40,
        )
    )
    sizes = [step.games for step in steps]
    assert sizes[:3] == [{"planner": 40}, {"planner": 80}, {"planner": 120}]
    assert sizes[-1] == {"planner": GAMES, NOISY: 150}
    assert [step.settled for step in steps] == [False] * (len(steps) - 1) + [True]
    pd.testing.assert_frame_equal(steps[-1].table, compared.table)
    early = steps[1].difference("length.turns.mean", style="planner")
    assert (early.games, early.interval, early.note) == (80, "", "interval from 100 games on")
    growing = steps[-2].difference("length.turns.mean", style=NOISY)
    assert growing.interval == "asymptotic confidence sequence 95%, paired by seed"
    assert growing.half_width > compared.difference("length.turns.mean", style=NOISY).half_width
    assert "hold however often you look" in steps[-2].interval_words


def test_progress_is_told_by_style_and_a_run_can_be_cancelled():
    told: list[tuple[str, int, int]] = []
    stop = threading.Event()

    def progress(style: str, done: int, games: int) -> None:
        told.append((style, done, games))
        if done >= 40:
            stop.set()

    with pytest.raises(Cancelled):
        compare(Rules(), Rules(camels=6), bots="planner", games=100_000, block_size=20, progress=progress, cancel=stop)
    assert told == [("planner", 20, 100_000), ("planner", 40, 100_000)]


def test_identical_rules_differ_by_exactly_nothing():
    batch = random_batch(400)
    comparison = compare_batches(batch, batch, names=("before", "after"))
    for (label, _), found in comparison.differences("planner", "after").items():
        assert found.value == 0.0 or math.isnan(found.value), label
        assert not found.interval, label
        if not label.startswith(("seat_chi_square", "fair_compensation.whole")) and not found.after.is_missing:
            assert comparison.verdict(found) == "practically equal", label
            assert found.note == "the same difference in all 400 games"
    few = compare_batches(random_batch(40), random_batch(40), names=("before", "after"))
    assert few.verdict(few.difference("score.mean")) == "can't tell"


def seat_one_wins(games: list[int], rules: Rules | None = None) -> MadeBatch:
    """Two players; in game i seat 1 wins or loses by one point, and scores and turns hang on the seed."""
    luck = np.arange(len(games)) % 7
    wins = np.array(games)
    return made_batch(np.stack([20 + luck + wins, 20 + luck + 1 - wins], axis=1), turns=60 + luck, rules=rules)


@pytest.mark.parametrize(
    ("before", "after", "word"),
    [
        (0.5, 0.8, "worse"),
        (0.8, 0.5, "better"),
        (0.2, 0.5, "better"),
        (0.5, 0.2, "worse"),
        (0.35, 0.65, "higher"),
        (0.2, 0.9, "worse"),
    ],
)
def test_a_seats_effect_is_better_the_nearer_it_is_to_a_fair_share(before: float, after: float, word: str):
    """From 20% to 90% is worse although the sign changes; from 35% to 65% nobody can say."""
    rng = np.random.default_rng(3)
    first, second = (seat_one_wins(list((rng.permutation(500) < 500 * share).astype(int))) for share in (before, after))
    comparison = compare_batches(first, second, names=("before", "after"))
    found = comparison.difference("seat_effect", 1)
    assert found.value == pytest.approx(100.0 * (after - before))
    assert comparison.verdict(found) == word


def test_of_batches_of_different_length_the_first_games_are_compared():
    long, short = random_batch(500, seed=4), random_batch(300, seed=4)
    comparison = compare_batches(long, short, names=("long", "short"))
    found = comparison.difference("length.turns.mean")
    assert found.before.value == pytest.approx(long.games["turns"].iloc[:300].mean())
    assert (comparison.games, comparison.settled) == ({"planner": 300}, True)


def test_what_cannot_be_paired_is_refused():
    batch = random_batch(50)
    for other, said in (
        (random_batch(50, seed=2), "seed: the batches must have the same, found 1 and 2"),
        (random_batch(50, 3), "players: the batches must have the same, found 4 and 3"),
    ):
        with pytest.raises(CaravanError, match=said):
            compare_batches(batch, other)
    with pytest.raises(CaravanError, match="two batches need two different names"):
        compare_batches(batch, batch, names=("a", "a"))


def test_rule_sets_are_called_by_preset_or_by_what_they_change():
    named = named_rule_sets(
        Rules(turn_limit=90),
        [
            Rules.preset("rainbow"),
            Rules(turn_limit=90, opening_actions=[], rainbow_camel=True),
            Rules(turn_limit=50, camels=6, rare_value=7, demand_value=2),
        ],
    )
    assert list(named)[:3] == ["baseline", "rainbow", "rainbow_camel=true, opening_actions=none"]
    assert list(named)[3].startswith("rules r")


@pytest.mark.parametrize(
    ("ask", "error", "said"),
    [
        (lambda: compare(Rules()), CaravanError, "there is one rule set, and nothing to compare it with"),
        (lambda: compare(Rules(), Rules()), CaravanError, "'standard' and 'standard' are the same rules"),
        (lambda: compare(Rules(), Rules(players=3)), CaravanError, "players: 4 under standard and 3 under standard"),
        (lambda: compare(Rules(), Rules(camels=6), players=5), RulesError, "players"),
        (lambda: compare(Rules(), "rainbow"), RulesError, r"did you mean Rules.preset\('rainbow'\)"),
        (lambda: compare(Rules(), Rules(refill_after=9)), RulesError, "refill_after"),
        (lambda: compare(Rules(), Rules(camels=6), bots="plan"), BotError, "planner"),
        (lambda: compare(Rules(), Rules(camels=6), bots="planner,planner"), BotError, "there twice"),
        (
            lambda: compare(Rules(), Rules(camels=6), games={"beam": 2}, bots="planner"),
            CaravanError,
            "'beam' doesn't play",
        ),
        (
            lambda: compare(Rules(), Rules(camels=6), margins={"seateffect": 1}),
            CaravanError,
            "did you mean 'seat_effect'",
        ),
        (
            lambda: compare(Rules(), Rules(camels=6), names=["a"]),
            CaravanError,
            "2 rule sets need as many names, found 1",
        ),
        (lambda: compare(Rules(), Rules(camels=6), names=["a", "a"]), CaravanError, "are called 'a'"),
    ],
)
def test_what_cannot_be_compared_is_said_before_a_game_is_played(ask, error, said):
    with pytest.raises(error, match=said):
        ask()


def test_two_players_are_told_before_the_first_game_what_the_games_will_show():
    foresight = foresee(Rules(), Rules(camels=6), players=2, bots="planner", games=400, margins={"steals": 5}, trial=60)
    assert foresight.trials == {"planner": 60}
    needs = {need.measure: need for need in foresight.needs}
    assert set(needs) >= {"seat_effect", "score.mean", "length.turns.mean", "steals"}
    assert needs["steals"].enough
    assert not needs["seat_effect"].enough
    assert 1_500 < needs["seat_effect"].games < 20_000
    (sentence,) = foresight.sentences
    assert sentence.startswith(
        "planner: 400 games under each rule set are enough for all headline figures but the seats'"
    )


def test_a_trial_has_other_games_than_the_comparison_and_no_more_than_are_planned():
    assert foresee(Rules(), Rules(camels=6), bots="planner", games=20).trials == {"planner": 0}
    assert foresee(Rules(), Rules(camels=6), bots="planner", games=20).sentences == (
        "planner: too few games for a trial, so it isn't known what they will tell.",
    )


def test_the_games_needed_follow_from_margin_and_deviation():
    """By hand: ((1.960 + 0.842) * 60 / 2)^2 is 7,064, and 2 more for an unknown deviation."""
    need = Need("planner", "seat_effect", 1, "percentage points", 2.0, 60.0, 7_066, 4_000)
    assert not need.enough
    assert need.half_width == pytest.approx(1.859, abs=1e-3)


def test_measures_of_the_event_log_are_compared_when_asked_for():
    comparison = compare(Rules(), Rules(camels=6), players=2, bots="planner", games=6, with_events=True)
    labels = {label for label, _ in comparison.differences("planner", "camels=6")}
    assert any(label.startswith("action_mix_by_progress") for label in labels)


def test_every_pair_of_rule_sets_and_styles_has_its_own_games(compared: Comparison):
    ids = {
        (style, name): compared.batches[style][name].seats["score"].sum()
        for style, name in itertools.product(compared.styles, compared.rule_sets)
    }
    assert len(set(ids.values())) == len(ids)
