"""Goals: read from files, with every mistake said in words."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from caravan import Goal, Rules
from caravan.balance import READY_MADE, ROLES, Aim
from caravan.balance.aims_read import KEYS as AIM_KEYS
from caravan.balance.goal import KEYS
from caravan.errors import CaravanError, PlanError

AXES = {"camels": [4, 5, 6], "opening_actions": [[1, 2, 3], []]}
LENGTH = {"measure": "length.turns.mean", "window": [40, 50]}


def goal(*aims: dict[str, Any], **settings: Any) -> Goal:
    return Goal(settings.pop("axes", AXES), aims or (LENGTH,), **settings)


def test_the_goals_that_ship_can_be_read(root: Path) -> None:
    files = sorted((root / "data" / "goals").glob("*.toml"))
    assert files
    for file in files:
        read = Goal.read(file)
        assert read.name
        assert read.baseline is not None


def test_a_candidate_becomes_rules_and_the_present_rules_a_candidate() -> None:
    found = goal()
    assert found.baseline == (1, 0)
    assert found.rules_of((2, 1)) == Rules(camels=6, opening_actions=[])
    assert found.values_of((2, 1)) == {"camels": 6, "opening_actions": "none"}
    assert goal(rules=Rules(camels=9)).baseline is None


def test_the_id_changes_with_whatever_changes_the_search() -> None:
    ids = {
        goal().id,
        goal(games=30_000).id,
        goal(seed=1).id,
        goal(players=2).id,
        goal(bots="grabber").id,
        goal({**LENGTH, "role": "must"}).id,
        goal(axes={"camels": [4, 5]}).id,
        goal(rules=Rules(rare_value=7)).id,
    }
    assert len(ids) == 8
    assert goal().id == goal(name="another name").id


def test_ready_made_aims_can_be_changed_and_named() -> None:
    first, second, third = goal(
        {"aim": "fair_seats", "tolerance": 3},
        {"aim": "length", "at_most": 60, "role": "must"},
        {"aim": "few_ties", "name": "no ties"},
    ).aims
    assert first == Aim("fair_seats", "seat_effect", "target", 0.0, 0.0, 3.0)
    assert (second.kind, second.low, second.high, second.role) == ("window", -math.inf, 60.0, "must")
    assert (third.name, third.high) == ("no ties", 0.02)


@pytest.mark.parametrize("name", [name for name in READY_MADE if name != "length"])
def test_every_ready_made_aim_is_complete_but_length(name: str) -> None:
    assert goal({"aim": name}).aims[0].name == name


@pytest.mark.parametrize(
    ("aim", "words"),
    [
        ({}, "[[aims]] number 1: neither aim nor measure is given"),
        ({"aim": "fair_seat"}, "there is no ready-made aim 'fair_seat'; did you mean 'fair_seats'?"),
        ({"aim": "length"}, "doesn't say what is wanted; give target = 0, window"),
        ({"aim": "fair_seats", "measure": "ties"}, "both aim and measure are given"),
        ({"measure": "lenght.turns.mean", "target": 1}, "did you mean 'length'?"),
        ({"measure": "length.turns", "target": 1}, "the measure 'length' has no part 'turns'"),
        ({"measure": "length", "target": 1}, "the measure 'length' has several parts"),
        ({**LENGTH, "window": [50, 40]}, "the window goes from 50 down to 40"),
        ({**LENGTH, "window": 50}, "window must be two numbers, as in [40, 45], not 50"),
        ({**LENGTH, "target": 4}, "target and window can't both be given"),
        ({**LENGTH, "rôle": "must"}, "unknown key 'rôle'"),
        ({**LENGTH, "role": "musst"}, "role must be must or wish or trade_off, not 'musst'; did you mean 'must'?"),
        ({**LENGTH, "tolerance": 0}, "tolerance must be above 0, not 0"),
        ({**LENGTH, "players": 2}, "players must be of the goal's (4), not 2"),
        ({**LENGTH, "bots": "beem"}, "bots must be of the goal's (planner), not 'beem'"),
        ({**LENGTH, "seat": 1}, "length.turns.mean isn't a figure of single seats"),
        ({"aim": "fair_seats", "seat": 5}, "seat: found 5, allowed is a whole number from 1 to 4"),
        ({"aim": "skill_matters", "weak": "week"}, "weak: bots: there is no bot 'week'; did you mean 'weak'?"),
        ({"aim": "many_lead_changes", "role": "must"}, "what must be needs a target or a window"),
        ({"measure": "steals", "maximise": "yes"}, "maximise is written maximise = true, not 'yes'"),
    ],
)
def test_a_wrong_aim_is_said_in_words(aim: dict[str, Any], words: str) -> None:
    with pytest.raises(CaravanError) as caught:
        goal(aim)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("axes = 3", "there is no table [[aims]]"),
        ("[[aims]]\naim='fair_seats'", "there is no table [axes]"),
        ("[axes", "not valid TOML"),
        ("camels = 5", "camels is a rule parameter: it belongs under [axes] to vary"),
        ("playrs = 2", "unknown key 'playrs'; did you mean 'players'?"),
        ("rules = 'standart'\n[axes]\ncamels=[4,5]\n[[aims]]\naim='fair_seats'", "did you mean 'standard'?"),
        ("[axes]\ncamel=[4,5]\n[[aims]]\naim='fair_seats'", "there is no such rule parameter; did you mean 'camels'?"),
        ("[axes]\ncamels=[4,50]\n[[aims]]\naim='fair_seats'", "must be a whole number from 1 to 10, not 50"),
        ("[axes]\nplayers=[2,3]\n[[aims]]\naim='fair_seats'", "write players = [2, 4] at the top"),
        ("bots=['planer']\n[axes]\ncamels=[4,5]\n[[aims]]\naim='fair_seats'", "did you mean 'planner'?"),
        ("players=5\n[axes]\ncamels=[4,5]\n[[aims]]\naim='fair_seats'", "players: found 5"),
        ("games='many'\n[axes]\ncamels=[4,5]\n[[aims]]\naim='fair_seats'", "games: found 'many'"),
    ],
)
def test_a_wrong_file_is_said_in_words(text: str, words: str) -> None:
    with pytest.raises(CaravanError) as caught:
        Goal.from_toml(text, "my.toml")
    assert words in str(caught.value)


def test_a_file_that_is_not_there_is_said_in_words(tmp_path: Path) -> None:
    with pytest.raises(PlanError, match="there is no such file or folder"):
        Goal.read(tmp_path / "none.toml")


def test_boards_and_rules_files_are_found_beside_the_goal(tmp_path: Path, root: Path) -> None:
    board = (root / "data" / "boards" / "oasis.toml").read_text(encoding="utf-8")
    (tmp_path / "oasis.toml").write_text(board, encoding="utf-8")
    Rules(camels=6).write(tmp_path / "mine.toml")
    text = "rules='mine.toml'\n[axes]\nboard=['standard','oasis.toml']\n[[aims]]\naim='fair_seats'"
    (tmp_path / "goal.toml").write_text(text, encoding="utf-8")
    read = Goal.read(tmp_path / "goal.toml")
    assert read.rules.camels == 6
    assert read.rules_of((1,)).board.name != read.rules.board.name


def test_the_docs_name_every_ready_made_aim_and_every_key(root: Path) -> None:
    page = (root / "docs" / "balance.md").read_text(encoding="utf-8")
    for name in (*READY_MADE, *ROLES):
        assert f"`{name}`" in page or f'`"{name}"`' in page, name
    for key in (*AIM_KEYS, *KEYS):
        assert key in page, key


def test_the_goal_that_the_docs_show_can_be_read(root: Path) -> None:
    page = (root / "docs" / "balance.md").read_text(encoding="utf-8")
    (text,) = (block.split("```")[0] for block in page.split("```toml\n")[1:])
    assert Goal.from_toml(text).players == (2, 4)
