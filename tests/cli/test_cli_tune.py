"""``caravan tune``: what it tells, what it writes, how it goes on, errors in words."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from running import Command, one_line

from caravan import Rules
from caravan.cli.ladder import kept_beside
from caravan.errors import Cancelled
from caravan.playtest_summary import COLUMNS

GOAL = """
name = "Short games"
games = 500
games_per_trial = 20
fresh_games = 40
players = [2]
rules = { rare_count = 1, common_count = 2 }

[axes]
camels = [3, 4, 5]
actions_per_turn = [3, 4, 5, 6]

[[aims]]
aim = "length"
target = 12

[[aims]]
measure = "steals"
minimise = true
role = "trade_off"
"""


@pytest.fixture
def goal(tmp_path: Path) -> Path:
    file = tmp_path / "goal.toml"
    file.write_text(GOAL, encoding="utf-8")
    return file


def test_a_search_that_was_stopped_goes_on_and_writes_everything(
    caravan: Command, goal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    from caravan.balance import tuning

    with monkeypatch.context() as patch:
        patch.setattr(tuning, "judge_on_fresh_seeds", stopped)
        ran = caravan("tune", goal, "--out", out, "--workers", 1)
    assert ran.code == 130
    assert "420 of the search's 500 games are kept in" in one_line(ran)
    journal = kept_beside(str(out)) / "played.jsonl"
    assert journal.read_bytes().count(b"\n") > 10
    assert not out.exists()

    ran = caravan("tune", goal, "--out", out, "--workers", 1)
    assert (ran.code, ran.err) == (0, "")
    assert not journal.parent.exists()
    for words in (
        "Short games: 2 players, planner, seed 0",
        "rule sets were tried in ",
        "On fresh seeds",
        "Pareto front",
    ):
        assert words in ran.out, words
    assert "What the search promised, and what is true of it: wishes" in ran.out
    names = {path.name for path in out.iterdir()}
    assert {"summary.csv", "front.csv", "trials.csv", "goal.toml", "rules.toml", "front.html"} <= names
    assert all(name in ran.out for name in names)
    assert "front.csv has the squares too" in " ".join(ran.out.split())
    front = pd.read_csv(out / "front.csv")
    first = front[(front["what"] == "wishes") & (front["answer"] == 1)].iloc[0]
    assert f"how far off it typically is: {max(first['fresh'], 0.0) ** 0.5:.3g} (" in first["note"]
    assert first["note"].endswith("tolerances")
    summary = pd.read_csv(out / "summary.csv")
    assert list(summary.columns) == list(COLUMNS)
    winner = Rules.read(out / "rules.toml")
    assert winner.common_count == 2
    assert set(summary["rules_id"]) == {winner.id, Rules(rare_count=1, common_count=2).id}
    assert (out / "goal.toml").read_text(encoding="utf-8") == GOAL
    page = (out / "front.html").read_text(encoding="utf-8")
    assert "Trade-offs: Short games" in page


def test_an_aim_that_is_out_of_reach_is_said_plainly(caravan: Command, goal: Path) -> None:
    goal.write_text(GOAL.replace("target = 12", "target = 900"), encoding="utf-8")
    ran = caravan("tune", goal, "--workers", 1)
    assert ran.code == 0
    said = " ".join(ran.out.split())
    assert "Not reached: length is " in said
    assert "wanted is 900, give or take 2. If the ranges under [axes] allow it at all" in said


@pytest.mark.parametrize(
    ("change", "more", "words"),
    [
        (("games = 500", "games = 96"), (), "goal.toml: games: 96 are too few; one trial takes 20"),
        (("games = 500", "games = 0"), (), "goal.toml: games: found 0, allowed is"),
        (("games = 500", "games = 500"), ("--games", "96"), "tune: --games: 96 are too few"),
        (("camels = [3, 4, 5]", "enter_occupied_cost = [8, 9]"), (), "no rules within the axes can be played"),
    ],
)
def test_a_goal_that_is_refused_leaves_nothing_behind(
    caravan: Command, goal: Path, tmp_path: Path, change: tuple[str, str], more: tuple[str, ...], words: str
) -> None:
    goal.write_text(GOAL.replace(*change), encoding="utf-8")
    ran = caravan("tune", goal, "--out", tmp_path / "out", *more)
    assert ran.code == 2
    assert words in one_line(ran)
    assert [path.name for path in tmp_path.iterdir()] == ["goal.toml"]


def test_ctrl_c_without_a_folder_says_how_far_the_search_had_come(
    caravan: Command, goal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from caravan.balance import tuning

    monkeypatch.setattr(tuning, "judge_on_fresh_seeds", interrupted)
    ran = caravan("tune", goal, "--workers", 1)
    assert ran.code == 130
    assert one_line(ran) == (
        "caravan tune: stopped after 420 of the search's 500 games; none are kept, as there is no --out"
    )


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def stopped(*_: object) -> None:
    raise Cancelled("stopped in the middle")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (GOAL.replace("camels =", "camles ="), "did you mean 'camels'?"),
        (GOAL.replace('"steals"', '"steels"'), "did you mean 'steals'?"),
        (GOAL.replace("[3, 4, 5]\n", "[]\n"), "the axis is empty"),
        ("[[", "not valid TOML"),
    ],
)
def test_what_is_wrong_with_a_goal_is_said_in_one_line(caravan: Command, goal: Path, text: str, words: str) -> None:
    goal.write_text(text, encoding="utf-8")
    ran = caravan("tune", goal)
    assert ran.code == 2
    assert words in one_line(ran)


def test_a_goal_that_is_not_there_is_said_in_one_line(caravan: Command, tmp_path: Path) -> None:
    ran = caravan("tune", tmp_path / "none.toml")
    assert ran.code == 2
    assert "there is no such file or folder" in one_line(ran)
