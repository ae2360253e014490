"""``caravan compare``: what a change does, said for people, written for spreadsheets; errors in one line."""

from __future__ import annotations

import contextlib
import io
import itertools
import re
import shlex
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pandas as pd
import pytest
from running import Command, Ran, one_line

from caravan import Rules
from caravan.cli import main
from caravan.cli.arguments import read_arguments
from caravan.cli.compare import margins_asked_for, rule_sets_asked_for
from caravan.cli.compare_words import glimpse
from caravan.cli.folder import COMPARISON_FILES
from caravan.comparison import compare_live
from caravan.comparison.folder import rules_files
from caravan.playtest_summary import COLUMNS
from caravan.report import make_report

TWO = ("--bots", "planner,planner:noise=0.5")
FEW = ("--players", 2, "--games", 120, "--seed", 3)
SECONDS_TO_BEGIN = 240


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """What a comparison of three rule sets prints, and the folder it writes."""
    out = tmp_path_factory.mktemp("compare") / "out"
    words = ["compare", "standard", "--change", "camels=6 theft_markers=0", "--change", "rare_value=7", *FEW, *TWO]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        assert main([*map(str, words), "--margin", "seat_effect=3", "--out", str(out)]) == 0
    return printed.getvalue(), out


def test_it_tells_beforehand_what_the_games_will_show_and_then_what_they_show(written: tuple[str, Path]) -> None:
    printed, out = written
    flat = " ".join(printed.split())
    assert flat.startswith("Beforehand, from 50 games on other seeds: planner: 120 games under each rule set are")
    assert (
        "camels=6, theft_markers=0 against standard: 2 players, seed 3, 120 games of planner and 120 games of" in flat
    )
    assert "In short, under rare_value=7" in flat
    for row in (r"^  seat 1, above fair +planner  ", r"^ +planner:noise=0.5  ", r"^  thefts +planner +\d"):
        assert re.search(row, printed, re.M), printed
    assert re.search(r"^  thefts +planner +\d\.\d\d +0\.00 +-\d\.\d\d +-\d\.\d\d to -\d\.\d\d +lower ", printed, re.M)
    assert "Margins: 3.0 percentage points" in flat
    assert "Without the same seeds they would be" in flat
    assert "there still stand: " in flat
    assert "planner and planner:noise=0.5 think alike" in flat
    assert "To decide what is open, play more: --games planner=" in flat
    assert f"For a page to show: caravan report {out}" in flat
    assert "--out DIR" not in flat
    assert flat.endswith(f"are in {out}")


def test_a_folder_gets_everything_that_a_report_needs(written: tuple[str, Path]) -> None:
    _, out = written
    assert {path.name for path in out.iterdir()} == set(COMPARISON_FILES)
    asked = tomllib.loads((out / "comparison.toml").read_text(encoding="utf-8"))
    assert asked["baseline"] == "standard"
    assert asked["games"] == {"planner": 120, "planner:noise=0.5": 120}
    assert asked["margins"] == {"seat_effect": 3.0}
    rule_sets = {entry["name"]: Rules.read(out / entry["file"]) for entry in asked["rules"]}
    assert rule_sets["camels=6, theft_markers=0"] == Rules(camels=6, theft_markers=0, players=2)
    assert [entry["id"] for entry in asked["rules"]] == [rules.id for rules in rule_sets.values()]
    summary = pd.read_csv(out / "summary.csv")
    assert list(summary.columns) == list(COLUMNS)
    assert set(summary["rules_id"]) == {rules.id for rules in rule_sets.values()}
    assert summary.loc[summary["baseline"].notna(), "difference"].notna().any()
    games, seats = (pd.read_parquet(out / f"{table}.parquet") for table in ("games", "seats"))
    assert list(games.columns[:2]) == list(seats.columns[:2]) == ["rules", "bots"]
    assert len(games) == 3 * 2 * 120
    assert set(seats["rules"]) == set(rule_sets)
    assert set(seats["bots"]) == {"planner,planner", "planner:noise=0.5,planner:noise=0.5"}
    assert (out / "differences.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_the_command_in_the_folder_asks_the_same_again(
    written: tuple[str, Path], caravan: Command, tmp_path, monkeypatch
) -> None:
    _, out = written
    comment = (out / "comparison.toml").read_text(encoding="utf-8").splitlines()[0]
    words = shlex.split(comment.removeprefix("# caravan "))
    monkeypatch.chdir(out)
    ran = caravan(*words, "--trial", 0, "--out", tmp_path / "again")
    assert (ran.code, ran.err) == (0, "")
    again = tmp_path / "again" / "summary.csv"
    assert again.read_bytes() == (out / "summary.csv").read_bytes()


def test_earlier_results_stay_unless_they_may_be_replaced(
    written: tuple[str, Path], caravan: Command, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    asked = (
        "compare",
        "standard",
        "--change",
        "camels=6",
        "--players",
        2,
        "--bots",
        "planner",
        "--games",
        4,
        "--trial",
        0,
    )
    assert caravan(*asked, "--out", out).code == 0
    refused = caravan(*asked, "--out", out)
    assert refused.code == 2
    assert "already holds summary.csv" in one_line(refused)
    assert caravan(*asked, "--seed", 9, "--overwrite", "--out", out).code == 0
    assert sorted(path.name for path in (out / "rules").iterdir()) == ["camels-6.toml", "standard.toml"]
    assert {path.name for path in out.iterdir()} == set(COMPARISON_FILES)


def test_one_style_is_told_to_ask_another(caravan: Command) -> None:
    ran = caravan("compare", "standard", "--change", "opening_actions=none", *FEW, "--bots", "planner", "--trial", 0)
    assert ran.code == 0
    assert ran.out.startswith(
        "opening_actions=none against standard: 2 players, seed 3, 120 games of planner under each"
    )
    assert "Ask a second style that thinks differently" in ran.out
    assert not re.search(r"styles$", ran.out, re.M)


def test_one_game_is_called_one_game_and_has_no_intervals_to_explain(caravan: Command) -> None:
    ran = caravan("compare", "standard", "--change", "camels=6", "--games", 1, "--bots", "planner", "--trial", 0)
    flat = " ".join(ran.out.split())
    assert "seed 0, 1 game of planner under each" in flat
    assert "of twenty intervals" not in flat
    assert "Of the 0 differences" not in flat
    assert "No intervals: one game shows no variation." in flat
    assert "every figure, a picture and the games themselves: --out DIR" in flat


def refused(caravan: Command, *words: object) -> str:
    ran: Ran = caravan("compare", *words)
    assert (ran.code, ran.out) == (2, ""), ran
    return one_line(ran)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["standard"], "RULES: there is one rule set, and nothing to compare it with"),
        (["standard", "standard"], "RULES: 'standard' is there twice"),
        (["standard", "--change", "camels=5"], "'standard' and 'camels=5' are the same rules"),
        (["standard", "introductory", "--change", "camels=6"], "'introductory' and 'camels=6' are the same rules"),
        (
            ["standard", "introductry"],
            "RULES: there is no preset and no file 'introductry'; did you mean 'introductory'",
        ),
        (["standard", "--change", "camel=6"], "camel: "),
        (["standard", "--change", "camels=6 refill_after=9"], "--change 'camels=6 refill_after=9': refill_after"),
        (["standard", "--change", "players=3"], "players: 4 under standard and 3 under players=3"),
        (["standard", "--change", "camels=6", "--players", "7"], "players"),
        (["standard", "--change", "camels=6", "--margin", "seat_efect=2"], "did you mean 'seat_effect'?"),
        (
            ["standard", "--change", "camels=6", "--margin", "seat_effect"],
            "allowed is NAME=NUMBER, as in seat_effect=2",
        ),
        (["standard", "--change", "camels=6", "--margin", "seat_effect=-1"], "allowed is a number above 0"),
        (["standard", "--change", "camels=6", "--games", "0"], "games"),
        (["standard", "--change", "camels=6", "--bots", "planer"], "did you mean 'planner'?"),
        (["standard", "--change", "camels=6", "--seed", "-1"], "seed"),
    ],
)
def test_what_cannot_be_compared_is_said_in_one_line(caravan: Command, words: list[str], said: str) -> None:
    assert said in refused(caravan, *words)


def test_what_is_set_for_all_rule_sets_can_be_changed_in_one() -> None:
    words = (
        "compare",
        "standard",
        "--set",
        "camels=6",
        "--set",
        "rare_value=7",
        "--change",
        "camels=4",
        "--players",
        3,
    )
    rule_sets = rule_sets_asked_for(read_arguments([*map(str, words)]))
    assert rule_sets == {
        "standard": Rules(camels=6, rare_value=7, players=3),
        "camels=4": Rules(camels=4, rare_value=7, players=3),
    }


@pytest.mark.parametrize(
    "change",
    ["camels=6 opening_actions=1,2", "camels=6, opening_actions=1,2", "opening_actions = 1,2,camels =6,"],
)
def test_changes_may_have_commas_between_them(change: str) -> None:
    rule_sets = rule_sets_asked_for(read_arguments(["compare", "standard", "--change", change]))
    assert list(rule_sets.values())[1] == Rules(camels=6, opening_actions=[1, 2])


def test_margins_are_read_by_name() -> None:
    assert margins_asked_for(["seat_effect=2", " length.turns.mean = 1.5"]) == {
        "seat_effect": 2.0,
        "length.turns.mean": 1.5,
    }


def test_rule_sets_get_files_of_their_own() -> None:
    assert rules_files(("standard", "camels=6", "camels-6", "opening_actions=none, board=Big one")) == {
        "standard": "standard.toml",
        "camels=6": "camels-6.toml",
        "camels-6": "camels-6-2.toml",
        "opening_actions=none, board=Big one": "opening_actions-none-board-Big-one.toml",
    }


def stopped_after(rounds: int, monkeypatch: pytest.MonkeyPatch, *words: object) -> tuple[int, str, str]:
    """Press Ctrl-C after some rounds of blocks; give the exit code, and what was printed and said."""

    def until_ctrl_c(*asked, **options):
        yield from itertools.islice(compare_live(*asked, **options, block_size=30), rounds)
        raise KeyboardInterrupt

    monkeypatch.setattr("caravan.comparison.compare_live", until_ctrl_c)
    printed, said = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(said):
        code = main(["compare", "standard", "--change", "camels=6", "--trial", "0", *map(str, words)])
    return code, " ".join(printed.getvalue().split()), said.getvalue()


def test_ctrl_c_tells_what_is_known_so_far_and_writes_it_down_as_stopped(tmp_path: Path, monkeypatch) -> None:
    out = tmp_path / "out"
    code, printed, said = stopped_after(9, monkeypatch, *FEW, *TWO, "--games", 150, "--out", out)
    assert (code, said) == (130, "")
    assert printed.startswith("Stopped before all games were played. What follows holds for those that were")
    assert "150 games of planner and 120 of 150 games of planner:noise=0.5 under each" in printed
    assert "planner:noise=0.5: 95% confidence sequences, which hold however often you look" in printed
    assert (
        f"To play all of it: the same command with --overwrite. - For a page to show: caravan report {out}" in printed
    )
    asked = tomllib.loads((out / "comparison.toml").read_text(encoding="utf-8"))
    assert asked["stopped"] is True
    assert asked["played"] == {"planner": 150, "planner:noise=0.5": 120}
    assert asked["games"] == {"planner": 150, "planner:noise=0.5": 150}
    summary = pd.read_csv(out / "summary.csv").dropna(subset=["difference_low"])
    notes = {
        games: set(rows["note"].str.extract(r"difference: ([^,]+)")[0]) for games, rows in summary.groupby("games")
    }
    assert notes[120] == {"asymptotic confidence sequence 95%"}
    assert "ABC bootstrap 95%" in notes[150]
    lead = " ".join(said.text for said in make_report(out).page.lead)
    assert "The run was stopped before all games were played" in lead


def test_ctrl_c_before_a_second_style_has_begun_asks_for_it_again(tmp_path: Path, monkeypatch) -> None:
    code, printed, _ = stopped_after(4, monkeypatch, *FEW, *TWO, "--games", 150, "--out", tmp_path / "out")
    assert code == 130
    assert "120 of 150 games of planner under each" in printed
    first = (tmp_path / "out" / "comparison.toml").read_text(encoding="utf-8").splitlines()[0]
    assert "--bots planner,planner:noise=0.5 --games planner=150,planner:noise=0.5=150" in first


def test_ctrl_c_before_the_first_game_leaves_nothing(tmp_path: Path, monkeypatch) -> None:
    code, printed, said = stopped_after(0, monkeypatch, *FEW, "--out", tmp_path / "new" / "out")
    assert (code, printed) == (130, "")
    assert said == f"caravan compare: stopped; nothing in {tmp_path / 'new' / 'out'} was changed\n"
    assert list(tmp_path.iterdir()) == []


def test_a_comparison_that_is_ended_by_the_system_leaves_nothing(tmp_path: Path) -> None:
    out = tmp_path / "new" / "out"
    words = ["compare", "standard", "--change", "camels=6", "--games", "10000000", "--trial", "0", "--out", str(out)]
    process = subprocess.Popen(
        [sys.executable, "-m", "caravan", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        give_up = time.monotonic() + SECONDS_TO_BEGIN
        while not list(out.glob(".*.part")):
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < give_up
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        printed, said = process.communicate(timeout=60)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
    assert (process.returncode, printed) == (130, "")
    assert said == f"caravan compare: stopped; nothing in {out} was changed\n"
    assert list(tmp_path.iterdir()) == []


def test_the_line_of_progress_says_what_seat_1_looks_like_so_far() -> None:
    rule_sets = (Rules(players=2), Rules(players=2, opening_actions=[]))
    steps = list(compare_live(*rule_sets, bots="planner", games=160, seed=3, block_size=40))
    early, middle, _, last = map(glimpse, steps)
    assert early == ""
    assert middle == ""
    assert re.fullmatch(r"seat 1 [+-]\d+\.\d points \([+-]\d+\.\d to [+-]\d+\.\d so far\)", glimpse(steps[2]))
    assert last.endswith(")")
    assert "so far" not in last
