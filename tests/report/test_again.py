"""What a report says one should type plays the same games, wherever it is typed."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from pages import page_of

from caravan import Board, Rules
from caravan.cli.arguments import Options, read_arguments
from caravan.cli.compare import rule_sets_asked_for
from caravan.cli.simulate import rules_asked_for
from caravan.report import Report
from caravan.report.again import Recipe
from caravan.report.tables import Played
from caravan.sweeps import SweepPlan

OWN_BOARD = Board.read(Path(__file__).parents[2] / "data" / "boards" / "oasis.toml")
CHANGES = {
    "board": OWN_BOARD,
    "opening_actions": [],
    "starting_demand": [1, 4],
    "rainbow_camel": True,
    "undelivered_penalty": "triangular",
    "camels": 7,
}


def typed(recipe: Recipe, folder: Path) -> list[Options]:
    """Save the files, and read the commands as from a shell."""
    for name, text in recipe.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [read_arguments(shlex.split(command)[1:]) for command in recipe.commands]


def pasted(report: Report, folder: Path) -> list[Options]:
    """Do what the page says, copying from it."""
    (section,) = [one for one in page_of(report).find("section") if one.attributes["id"] == "again"]
    recipe = Recipe()
    for block in section.find("pre"):
        if block.attributes["class"] == "file":
            (told,) = [one.text for one in section.find("p") if one.text.startswith("Save these lines as ")]
            recipe.files[told.removeprefix("Save these lines as ").removesuffix(":")] = block.text
        else:
            recipe.commands += block.text.strip().split("\n")
    return typed(recipe, folder)


def test_rules_of_ones_own_are_typed_out_with_their_board_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rules = Rules(**CHANGES, players=3)
    recipe = Recipe()
    recipe.simulate(Played(rules, 3, ("planner", "weak:noise=0.5", "beam"), 12, 5), "again")
    (options,) = typed(recipe, tmp_path)
    assert rules_asked_for(options) == rules
    assert (options.bots, options.games, options.seed) == ("planner,weak:noise=0.5,beam", 12, 5)
    assert list(recipe.files) == ["board.toml"]


def test_a_preset_is_called_by_its_name(tmp_path: Path) -> None:
    recipe = Recipe()
    recipe.simulate(Played(Rules.preset("published"), 2, ("planner", "planner"), 12, 5), "again")
    assert recipe.commands == [
        "caravan simulate --rules published --players 2 --bots planner --games 12 --seed 5 --out again"
    ]


@pytest.mark.parametrize(
    "rule_sets",
    [
        {"mine": Rules(camels=6), "other": Rules(camels=6, opening_actions=[], theft_markers=0)},
        {"standard": Rules(), "introductory": Rules.preset("introductory")},
        {"it's (mine)": Rules(board=OWN_BOARD, starting_demand=[1]), "standard": Rules(), "more": Rules(**CHANGES)},
    ],
)
def test_rule_sets_are_compared_again_by_what_they_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rule_sets: dict[str, Rules]
) -> None:
    monkeypatch.chdir(tmp_path)
    recipe = Recipe()
    recipe.compare(rule_sets, ["--players", "3"], "again")
    (options,) = typed(recipe, tmp_path)
    asked = list(rule_sets_asked_for(options).values())
    assert asked == [rules.replace(players=3) for rules in rule_sets.values()]


def test_the_commands_of_a_comparison_ask_for_the_same(
    comparison_report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    compare, report = pasted(comparison_report, tmp_path)
    assert list(rule_sets_asked_for(compare)) == ["standard", "camels=6", "theft_markers=0"]
    assert (compare.games, compare.seed, compare.players) == ("planner=40,grabber=40", 3, 4)
    assert compare.out == report.folder == "again"


def test_the_commands_of_before_and_after_ask_for_both(
    before_after_report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before, after, report = pasted(before_after_report, tmp_path)
    assert [rules_asked_for(options).camels for options in (before, after)] == [5, 6]
    assert (report.folder, report.baseline) == (after.out, before.out)


def test_a_sweep_goes_with_its_plan(sweep_report: Report, tmp_path: Path, sweep_folder: Path) -> None:
    sweep, report = pasted(sweep_report, tmp_path)
    assert SweepPlan.read(tmp_path / sweep.plan).id == SweepPlan.read(sweep_folder / "plan.toml").id
    assert sweep.out == report.folder
