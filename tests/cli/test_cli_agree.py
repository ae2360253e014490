"""``caravan agree``: tables and sentences for people, files for spreadsheets, errors in words."""

from __future__ import annotations

import contextlib
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest
from running import Command, caravan_process, one_line

from caravan import Rules
from caravan.agreement import VERDICT_COLUMNS
from caravan.cli.agree import games_asked_for
from caravan.cli.agreement_words import number_in_words
from caravan.errors import CaravanError
from caravan.playtest_summary import COLUMNS

TWO = ("--bots", "planner,planner:noise=0.5")
FEW = (*TWO, "--games", 40, "--seed", 3)
FILES = ["rules.toml", "summary.csv", "verdicts.csv"]
SECONDS_TO_BEGIN = 240


def test_it_tells_the_effect_by_style_and_the_verdict(caravan: Command) -> None:
    ran = caravan("agree", "standard", "--players", 3, *FEW)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Each style against itself, 3 players, seed 3, rules ")
    for bot in ("planner", "planner:noise=0.5"):
        row = rf"^  {bot} +40 +[+-]\d+\.\d +[+-]\d+\.\d to [+-]\d+\.\d +(more than fair|less than fair|can't tell)$"
        assert re.search(row, ran.out, re.M), ran.out
    assert re.search(r"^(Agreed|Disputed|Undecided): ", ran.out, re.M)
    assert re.search(r"^  bot +seat 1 +seat 2 +seat 3$", ran.out, re.M)
    assert re.search(r"^  verdict( +(agreed: more|agreed: less|disputed|undecided)){3}$", ran.out, re.M)
    assert "95% over all seats" in ran.out
    assert "think alike" in ran.out
    assert "anything else" not in ran.out


def test_measures_without_a_fair_value_are_compared(caravan: Command) -> None:
    ran = caravan("agree", *FEW, "--measure", "length.turns.mean", "--measure", "score.mean")
    assert ran.code == 0
    assert "length.turns.mean, turns" in ran.out
    assert "score.mean by seat, points" in ran.out
    assert re.search(r"The styles (differ: the interval of|can't be told apart)", ran.out)


def test_a_folder_gets_the_figures_the_verdicts_and_the_rules(caravan: Command, tmp_path: Path) -> None:
    ran = caravan("agree", "published", "--set", "opening_actions=none", *FEW, "--out", tmp_path / "out")
    assert ran.code == 0
    assert f"summary.csv, verdicts.csv, rules.toml are in {tmp_path / 'out'}" in ran.out
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == FILES
    assert Rules.read(tmp_path / "out" / "rules.toml") == Rules.preset("published").replace(opening_actions=[])
    summary = pd.read_csv(tmp_path / "out" / "summary.csv")
    verdicts = pd.read_csv(tmp_path / "out" / "verdicts.csv")
    assert list(summary.columns) == list(COLUMNS)
    assert list(verdicts.columns) == list(VERDICT_COLUMNS)
    assert len(summary) == 2 * len(verdicts)


def test_the_same_question_gets_the_same_bytes_however_it_is_played(caravan: Command, tmp_path: Path) -> None:
    question = ("agree", "standard", *FEW, "--measure", "length", "--out", "out")
    answers = []
    for number, words in enumerate([("--threads", 1), ("--threads", 2, "--block-size", 1), ("--block-size", 7)]):
        (folder := tmp_path / str(number)).mkdir()
        if number == 1:
            ran = caravan_process([*question, *words], folder, PYTHONHASHSEED="1")
            assert ran.err == ""
        else:
            with contextlib.chdir(folder):
                ran = caravan(*question, *words)
        assert ran.code == 0
        answers.append((ran.out, {path.name: path.read_bytes() for path in (folder / "out").iterdir()}))
    assert sorted(answers[0][1]) == FILES
    assert answers[1:] == answers[:1] * 2


def test_earlier_results_stay_unless_they_may_go(caravan: Command, tmp_path: Path) -> None:
    assert caravan("simulate", "--games", 2, "--out", tmp_path).code == 0
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    ran = caravan("agree", *FEW, "--out", tmp_path)
    assert ran.code == 2
    assert "already holds summary.csv" in one_line(ran)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert caravan("agree", *FEW, "--out", tmp_path, "--overwrite").code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == FILES


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["standrad"], "RULES: there is no preset and no file 'standrad'; did you mean 'standard'?"),
        (["nowhere.toml"], "nowhere.toml can't be read"),
        (["--players", "5"], "players: must be a whole number from 2 to 4, not 5"),
        (["--set", "camel=6"], "did you mean 'camels'?"),
        (["--bots", "planer"], "there is no bot 'planer'; did you mean 'planner'?"),
        (["--bots", "planner,planner"], "'planner' is there twice"),
        (["--bots", ""], "there is no bot ''"),
        (["--measure", "lenth"], "there is no measure called 'lenth'; did you mean 'length'?"),
        (["--measure", "length.turn"], "the measure 'length' has no part 'turn'; did you mean 'turns'?"),
        (["--games", "many"], "--games: found 'many', allowed is a whole number"),
        (["--games", "0"], "games: found 0"),
        (["--games", "planner=many"], "--games: found 'many'"),
        (["--games", "planner=5,7"], "--games: found '7', allowed is BOT=N"),
        (["--games", "=5"], "--games: found '=5', allowed is BOT=N"),
        (["--games", "planner=5,planner=6"], "--games: 'planner' is there twice"),
        (["--games", "planer=5"], "'planer' doesn't play; did you mean 'planner'?"),
        (["--seed", "-1"], "seed: found -1"),
        (["--format", "csv"], "there is no option '--format'"),
        (["standard", "published"], "it can do nothing with 'published'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cant_be_asked_is_told_in_one_line(caravan: Command, tmp_path: Path, words: list[str], said: str) -> None:
    usual = [] if words[0] == "--games" else ["--games", "2"]
    ran = caravan("agree", *usual, *words, "--out", tmp_path / "out")
    assert ran.code == 2
    assert ran.out == ""
    assert said in one_line(ran)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("text", "games"),
    [
        (None, None),
        ("500", 500),
        ("planner=20000, beam=500", {"planner": 20_000, "beam": 500}),
        ("planner:noise=0.5=2000", {"planner:noise=0.5": 2000}),
    ],
)
def test_games_are_one_number_or_one_for_each_bot(text: str | None, games: object) -> None:
    assert games_asked_for(text) == games


def test_a_bot_whose_setting_ends_in_a_number_still_needs_its_games() -> None:
    with pytest.raises(CaravanError, match=r"found '0\.5'"):
        games_asked_for("planner:noise=0.5")


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (3.24, "percentage points", "+3.2"),
        (-0.04, "percentage points", "+0.0"),
        (-12.0, "Elo points", "-12.0"),
        (0.2537, "share", "25.4%"),
        (0.004, "share of points gained", "0.4%"),
        (61.234, "turns", "61.2"),
        (6.125, "thefts per game", "6.12"),
        (float("nan"), "points", "..."),
    ],
)
def test_numbers_are_written_as_their_unit_wants(value: float, unit: str, text: str) -> None:
    assert number_in_words(value, unit) == text


def test_ctrl_c_leaves_nothing_behind(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "caravan", "agree", *TWO, "--games", "100000000", "--out", str(tmp_path / "out")]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        give_up = time.monotonic() + SECONDS_TO_BEGIN
        while not list(tmp_path.glob("out/.*.part")):
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < give_up
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        printed, said = process.communicate(timeout=180)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
    assert process.returncode == 130
    assert printed == ""
    assert said == f"caravan agree: stopped; nothing in {tmp_path / 'out'} was changed\n"
    assert list(tmp_path.iterdir()) == []
