"""``caravan check-bot``: what is printed, and the exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import Command, caravan_process, one_line

from caravan.testing.bot_check import GAMES, PLAYERS, POSITIONS, RULE_SETS

FEW = ("--players", "2", "--games", "1", "--rule-sets", "0", "--choices", "10")
BAD = "class Bad:\n    def choose(self, game):\n        return 'move a1 b2'\n"
GOOD = "class Good:\n    def choose(self, game):\n        return 'pass'\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "my_bot.py").write_text(BAD + GOOD, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("bot", ["planner", "planner:noise=0.5", "my_bot.py:Good"])
def test_a_bot_without_faults_is_told_with_what_was_looked_at(caravan: Command, folder: Path, bot: str) -> None:
    ran = caravan("check-bot", bot, *FEW)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"{bot}: ")
    assert "(seed 0, 2 players)" in ran.out
    assert "chooses legal actions only" in ran.out
    assert ran.out.endswith("no fault found\n")


def test_faults_are_told_with_the_command_that_shows_them_again(caravan: Command, folder: Path) -> None:
    ran = caravan("check-bot", "my_bot.py:Bad", *FEW, "--seed", "3")
    assert (ran.code, ran.err) == (1, "")
    assert "chooses legal actions only: NO (8 times; the first:)" in ran.out
    assert "it has no camel in a1" in " ".join(ran.out.split())
    shown = next(line for line in ran.out.splitlines() if line.startswith("  again:  caravan "))
    assert caravan(*shown.split()[2:]).code == 1
    assert ran.out.endswith("1 fault found\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["plannr"], "there is no bot 'plannr'; did you mean 'planner'?"),
        (["nowhere.py:Bot"], "there is no file nowhere.py"),
        (["my_bot.py:God"], "did you mean 'Good'?"),
        (["planner", "--players", "5"], "found '5', allowed is a whole number from 2 to 4"),
        (["planner", "--players", "2,2"], "allowed is each number once"),
        (["planner", "--only", "standard-5"], "there is no case 'standard-5'; did you mean 'standard-"),
        ([], "bot"),
    ],
    ids=" ".join,
)
def test_a_request_that_cant_be_met_is_one_line(caravan: Command, folder: Path, words: list[str], said: str) -> None:
    ran = caravan("check-bot", *words)
    assert (ran.code, ran.out) == (2, "")
    assert said in one_line(ran)


def test_it_checks_as_much_as_the_function_where_nothing_else_is_said(caravan: Command) -> None:
    told = caravan("check-bot", "--help").out
    assert f"default: {','.join(map(str, PLAYERS))}" in told
    assert f"default: {GAMES}\n" in told
    assert f"default: {RULE_SETS}\n" in told
    assert f"default: {POSITIONS}\n" in told


def test_it_needs_neither_hypothesis_nor_pytest(folder: Path) -> None:
    barred = (
        "import sys; sys.modules.update(dict.fromkeys(['hypothesis', 'pytest', '_pytest'])); "
        "from caravan.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    ran = caravan_process(["check-bot", "my_bot.py:Good", *FEW], folder, start=("-c", barred))
    assert (ran.code, ran.err) == (0, "")
