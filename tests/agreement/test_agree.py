"""Several styles asked the same question: what each says, and what they say together."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest
from synthetic_batches import MadeBatch, made_batch

from caravan import Rules, simulate
from caravan.agreement import USUAL_STYLES, VERDICT_COLUMNS, Agreement, agree, asking, family_of, usual_games
from caravan.bots.styles import STYLES
from caravan.errors import BotError, Cancelled, CaravanError
from caravan.measures import measure
from caravan.playtest_summary import COLUMNS

TWO = ("planner", "planner:noise=0.5")
FEW = {"styles": TWO, "games": 40, "seed": 3}


@pytest.fixture(scope="module")
def small() -> Agreement:
    return agree(Rules(players=3), **FEW, measures=["length.turns", "point_sources.rare.difference"])


def test_every_style_plays_itself_under_the_same_rules_from_the_same_seed(small: Agreement) -> None:
    for style in TWO:
        batch = simulate(Rules(), players=3, bots=style, games=40, seed=3)
        (expected,) = measure(batch, "first_player_advantage")
        rows = small.estimates
        row = rows[(rows["bots"] == ",".join([style] * 3)) & (rows["measure"] == "first_player_advantage")].iloc[0]
        assert (row["value"], row["low"], row["high"], row["games"]) == (
            expected.value, expected.low, expected.high, 40,
        )  # fmt: skip
        assert row["interval"] == expected.interval


def test_the_estimates_are_a_playtest_summary(small: Agreement) -> None:
    frame = small.estimates
    assert list(frame.columns) == list(COLUMNS)
    assert len(frame) == 2 * len(small.findings)
    assert list(frame["measure"][:8]) == ["first_player_advantage"] * 2 + ["seat_effect"] * 6
    assert set(frame["verdict"]) <= {"agreed", "disputed", "undecided", ""}


def test_the_verdicts_have_a_row_for_every_measure_and_seat(small: Agreement) -> None:
    frame = small.verdicts
    assert list(frame.columns) == list(VERDICT_COLUMNS)
    assert list(zip(frame["measure"], frame["seat"].fillna(0), strict=True))[:4] == [
        ("first_player_advantage", 1), ("seat_effect", 1), ("seat_effect", 2), ("seat_effect", 3),
    ]  # fmt: skip
    assert list(frame["measure"][4:]) == [
        *(f"length.turns.{part}" for part in ("mean", "sd", "p05", "p25", "p50", "p75", "p95")),
        "point_sources.rare.difference",
    ]
    without_zero = frame[frame["measure"].str.startswith("length")]
    assert set(without_zero["verdict"]) == {""}
    assert without_zero["fair"].isna().all()
    assert set(without_zero["told_apart"]) <= {"yes", "no"}


def test_a_finding_can_be_asked_for(small: Agreement) -> None:
    assert small.first_player is small.finding("first_player_advantage", 1)
    assert set(small.finding("length.turns.mean").intervals) == set(TWO)
    with pytest.raises(CaravanError, match="did you mean 'seat_effect'"):
        small.finding("seat_efect", 1)
    with pytest.raises(CaravanError, match="'seat_effect' of seat 4"):
        small.finding("seat_effect", 4)


def test_bots_that_think_alike_are_pointed_out(small: Agreement) -> None:
    assert "planner and planner:noise=0.5 think alike: where they agree, they count as one." in small.remarks


def test_a_class_that_is_called_as_a_style_is_one_of_ones_own() -> None:
    class Miser:
        name = "miser"

        def choose(self, game):
            return game.legal_actions[0]

    agreement = agree(Rules(turn_limit=4), 2, styles=["planner", Miser], games=2)
    assert not any("think alike" in remark for remark in agreement.remarks)


@pytest.mark.parametrize("settings", [{"block_size": 1}, {"block_size": 1000}, {"threads": 1}, {"threads": 3}])
def test_blocks_and_threads_change_nothing(small: Agreement, settings: dict[str, int]) -> None:
    threads = settings.pop("threads", None)
    executor = ThreadPoolExecutor(threads) if threads else None
    again = agree(
        Rules(players=3),
        **FEW,
        measures=["length.turns", "point_sources.rare.difference"],
        executor=executor,
        **settings,
    )
    pd.testing.assert_frame_equal(again.estimates, small.estimates)
    pd.testing.assert_frame_equal(again.verdicts, small.verdicts)


def test_a_measure_that_reads_the_log_gets_it() -> None:
    agreement = agree(Rules(), **{**FEW, "games": 3}, measures=["action_mix_by_progress.1_of_3.move"])
    assert not agreement.estimates["value"].isna().any()
    assert agreement.finding("action_mix_by_progress.1_of_3.move").verdict is None


def test_progress_names_the_style() -> None:
    heard: list[tuple[str, int, int]] = []
    agree(Rules(), **FEW, progress=lambda style, done, games: heard.append((style, done, games)))
    assert [entry for entry in heard if entry[1] == entry[2]] == [(style, 40, 40) for style in TWO]


def test_it_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        agree(Rules(), **FEW, cancel=lambda: True)


def test_one_style_alone_decides_nothing() -> None:
    agreement = agree(Rules(), styles="planner", games=30)
    assert {finding.verdict.word for finding in agreement.findings if finding.verdict} == {"undecided"}
    assert "Only one style played, and it takes two to agree." in agreement.remarks


def test_a_class_of_ones_own_is_a_style() -> None:
    class First:
        def choose(self, game):
            return game.legal_actions[0]

    agreement = agree(Rules(turn_limit=4), 2, styles=["random", First], games=2)
    assert list(agreement.games) == ["random", "First"]


@pytest.mark.parametrize(
    ("settings", "error", "said"),
    [
        ({"styles": "planner,planner"}, BotError, "'planner' is there twice"),
        ({"styles": "planner,planner:noise=0"}, BotError, "'planner' is there twice"),
        ({"styles": ()}, BotError, "there is none"),
        ({"styles": "planer"}, BotError, "did you mean 'planner'"),
        ({"games": 0}, CaravanError, "games: found 0"),
        ({"games": {"planner": 0}}, CaravanError, "games: planner: found 0"),
        ({"games": {"planer": 5}}, CaravanError, "'planer' doesn't play; did you mean 'planner'"),
        ({"measures": ["lenth"]}, CaravanError, "did you mean 'length'"),
        ({"measures": ["length.turn"]}, CaravanError, "no part 'turn'; did you mean 'turns'"),
        ({"measures": ["win_share.mean"]}, CaravanError, "no part 'mean'; it has no parts"),
        ({"players": 5}, CaravanError, "from 2 to 4, not 5"),
    ],
)
def test_what_cant_be_asked_is_told_in_words(settings: dict, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        agree(Rules(), **{"styles": "planner", "games": 5, **settings})


def test_games_are_given_for_a_style_with_all_its_variants_or_for_one_variant() -> None:
    games = {"planner": 4, "planner:noise=0.5": 6}
    agreement = agree(Rules(), styles="planner,planner:noise=0.5,planner:kept=2,random", games={**games, "random": 2})
    assert agreement.games == {"planner": 4, "planner:noise=0.5": 6, "planner:kept=2": 4, "random": 2}


def test_the_usual_styles_are_of_three_families() -> None:
    assert set(USUAL_STYLES) <= set(STYLES)
    assert {family_of(style) for style in USUAL_STYLES} == {"planner", "beam", "playing on"}


def test_slow_styles_play_fewer_games_by_default() -> None:
    assert usual_games("expert:deep:games=40") == usual_games("expert:deep") < usual_games("expert:games=40")
    assert usual_games("planner") == usual_games("planner:noise=0.5") == 10_000
    assert usual_games("my_bots.py:Mine") == 500
    assert usual_games(object()) == 500


BETTER, WORSE, LEVEL = 8, -8, 0


def made(styles: dict[str, int], games: int = 2000) -> dict[str, MadeBatch]:
    """Batches in which seat 1 scores more or less than the others, by so many points."""
    batches = {}
    for number, (style, lead) in enumerate(styles.items()):
        points = np.rint(np.random.default_rng(number).normal(44, 9, (games, 4))).astype(int)
        points[:, 0] += lead
        batches[style] = made_batch(points, turns=60 + lead, bots=(style,) * 4)
    return batches


@pytest.mark.parametrize(
    ("leads", "word"),
    [
        ((BETTER, BETTER), "agreed"),
        ((WORSE, WORSE, LEVEL), "agreed"),
        ((BETTER, WORSE), "disputed"),
        ((BETTER, BETTER, WORSE), "disputed"),
        ((BETTER, LEVEL), "undecided"),
        ((LEVEL, LEVEL), "undecided"),
    ],
)
def test_known_effects_get_the_verdict_they_deserve(
    monkeypatch: pytest.MonkeyPatch, leads: tuple[int, ...], word: str
) -> None:
    names = ("planner", "random", "beam")[: len(leads)]
    batches = made(dict(zip(names, leads, strict=True)))
    monkeypatch.setattr(asking, "simulate", lambda rules, players, bots, *_, **__: batches[bots[0]])
    agreement = agree(Rules(), styles=names, games=2000)
    assert agreement.first_player.verdict is not None
    assert agreement.first_player.verdict.word == word
    assert agreement.first_player.words.startswith(word.capitalize())
    row = agreement.verdicts.iloc[0]
    assert row["verdict"] == word
    found = {BETTER: "above", WORSE: "below", LEVEL: "unsure"}
    for side in ("above", "below", "unsure"):
        assert row[side] == "; ".join(name for name, lead in zip(names, leads, strict=True) if found[lead] == side)
    assert set(agreement.estimates["verdict"][: len(names)]) == {word}


def test_what_one_family_alone_finds_is_undecided_and_it_is_said_why(monkeypatch: pytest.MonkeyPatch) -> None:
    batches = made({"planner": BETTER, "miser": BETTER, "beam": LEVEL})
    monkeypatch.setattr(asking, "simulate", lambda rules, players, bots, *_, **__: batches[bots[0]])
    agreement = agree(Rules(), styles="planner,miser,beam", games=2000)
    assert agreement.first_player.words.startswith("Undecided: planner and miser find that seat 1 wins more")
    assert "they think alike" in agreement.first_player.words
    assert agreement.verdicts["verdict"][0] == "undecided"


def test_a_constant_measure_has_no_verdict_and_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    batches = made({"planner": LEVEL, "random": LEVEL})
    monkeypatch.setattr(asking, "simulate", lambda rules, players, bots, *_, **__: batches[bots[0]])
    finding = agree(Rules(), styles="planner,random", games=2000, measures=["length.turns.mean"]).finding(
        "length.turns.mean"
    )
    assert finding.verdict is None
    assert finding.words == "There are no two intervals to compare."
