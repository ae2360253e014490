"""What rule sets can do: copies and comparisons, ids, settings from a command line, files."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from rule_values import OTHER, SMALL, any_values

from caravan.board import Board, Good
from caravan.errors import OutputError, RulesError
from caravan.rules import PRESETS, Rules

DATA = Path(__file__).parent.parent / "data"


def file_complaint(text: str) -> str:
    with pytest.raises(RulesError) as caught:
        Rules.from_toml(text, "my.toml")
    assert "my.toml" in str(caught.value)
    return str(caught.value)


# Values


def test_two_rule_sets_share_nothing_that_can_change() -> None:
    rules, other = Rules(), Rules()
    rules.opening_actions.append(4)
    assert other.opening_actions == Rules().opening_actions == [1, 2, 3]
    assert rules != other
    opening = [5]
    rules = Rules(opening_actions=opening)
    copies = [rules.replace(), copy.copy(rules), copy.deepcopy(rules), Rules(**rules.values())]
    opening.append(6)
    rules.values()["opening_actions"].append(6)
    assert rules.opening_actions == [5]
    assert all(each == rules for each in copies)


def test_replace_leaves_the_original_alone() -> None:
    rules = Rules(camels=6)
    changed = rules.replace(players=2)
    assert (changed.camels, changed.players) == (6, 2)
    assert rules == Rules(camels=6)
    with pytest.raises(RulesError, match="did you mean 'players'"):
        rules.replace(player=2)


def test_differences_are_the_others_value_and_ours() -> None:
    assert Rules(camels=6, opening_actions=[2]).differences(Rules()) == {
        "camels": (5, 6),
        "opening_actions": ([1, 2, 3], [2]),
    }
    assert Rules().differences(Rules()) == {}


@given(any_values)
def test_rules_are_equal_exactly_if_they_differ_in_nothing(values: dict[str, Any]) -> None:
    rules = Rules(**values)
    assert (rules == Rules()) == (rules.differences(Rules()) == {}) == (hash(rules.key()) == hash(Rules().key()))
    assert rules == Rules(**values)
    assert rules != "rules"


@given(any_values)
def test_rules_survive_pickling(values: dict[str, Any]) -> None:
    rules = Rules(**values)
    assert pickle.loads(pickle.dumps(rules)) == rules


def test_rules_show_what_they_change() -> None:
    assert repr(Rules()) == "Rules()"
    assert repr(Rules(camels=6, tie_break="shared")) == "Rules(camels=6, tie_break='shared')"
    assert eval(repr(Rules(board=SMALL)), {"Rules": Rules, "Board": Board, "Good": Good}) == Rules(board=SMALL)


# Ids


def test_the_id_of_the_standard_rules_stays_what_it_is() -> None:
    assert Rules().id == "rbabbcfa1"
    assert Rules.preset("rainbow").id == "rda8b360f"


@pytest.mark.parametrize("name", sorted(set(OTHER) - {"players"}))
def test_every_parameter_but_players_changes_the_id(name: str) -> None:
    assert Rules(**{name: OTHER[name]}).id != Rules().id


def test_the_number_of_players_and_the_boards_name_leave_the_id_alone() -> None:
    named = Board.from_toml(Board.standard().to_toml().replace('"Standard"', '"Other"'))
    assert Rules(players=2, board=named).id == Rules().id
    assert Rules(board=named) != Rules()


@pytest.mark.parametrize(
    ("old", "new"),
    [(". . . 3", ". . 3 ."), ('"salt"', '"silk"'), ("rare = true", "rare = false"), ("1 . I", "1 # I")],
)
def test_everything_else_of_the_board_changes_the_id(old: str, new: str) -> None:
    board = Board.from_toml(Board.standard().to_toml().replace(old, new, 1))
    assert Rules(board=board).id != Rules().id


def test_the_order_of_the_goods_changes_the_id_since_it_changes_the_draws() -> None:
    standard = Board.standard()
    board = Board.from_grid("Standard", standard.grid, standard.goods[::-1])
    assert Rules(board=board).id != Rules().id


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_the_id_is_the_same_in_every_process(hash_seed: str) -> None:
    program = "from caravan.rules import *; print(Rules().id, *(Rules.preset(name).id for name in PRESETS))"
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.split() == [Rules().id, *(Rules.preset(name).id for name in PRESETS)]


def test_the_rules_load_without_the_heavy_libraries() -> None:
    program = "import sys, caravan.rules; print({'numba', 'pandas', 'panel', 'bokeh', 'numpy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.strip() == "set()"


# Settings from a command line


@pytest.mark.parametrize(
    ("setting", "name", "value"),
    [
        ("camels=6", "camels", 6),
        (" camels = 6 ", "camels", 6),
        ("rainbow_camel=true", "rainbow_camel", True),
        ("rainbow_camel=False", "rainbow_camel", False),
        ("opening_actions=1,2,3,4", "opening_actions", [1, 2, 3, 4]),
        ("opening_actions=[2, 4]", "opening_actions", [2, 4]),
        ("opening_actions=", "opening_actions", []),
        ("opening_actions=none", "opening_actions", []),
        ("starting_demand=8", "starting_demand", [8]),
        ("tie_break=shared", "tie_break", "shared"),
    ],
)
def test_a_setting_changes_one_parameter(setting: str, name: str, value: Any) -> None:
    rules = Rules(players=3)
    assert rules.parse_setting(setting) == rules.replace(**{name: value})


def test_a_setting_of_the_board_is_its_file(tmp_path: Path) -> None:
    SMALL.write(tmp_path / "small.toml")
    assert Rules().parse_setting(f"board={tmp_path / 'small.toml'}").board == SMALL
    with pytest.raises(RulesError, match=r"board: .*nowhere\.toml can't be read"):
        Rules().parse_setting(f"board={tmp_path / 'nowhere.toml'}")


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("camels", "camels: a setting is written name=value"),
        ("=6", "=6: a setting is written name=value"),
        ("", "a setting is written name=value"),
        ("camel=6", "camel: there is no such rule parameter; did you mean 'camels'?"),
        ("self=6", "self: there is no such rule parameter"),
        ("camels=", "camels: must be a whole number from 1 to 10, not ''"),
        ("camels=six", "camels: must be a whole number from 1 to 10, not 'six'"),
        ("camels=6.0", "camels: must be a whole number from 1 to 10, not '6.0'"),
        ("camels=true", "camels: must be a whole number from 1 to 10, not 'true'"),
        ("camels=11", "camels: must be a whole number from 1 to 10, not 11"),
        ("camels=" + "9" * 5000, "camels: must be a whole number from 1 to 10, not"),
        ("rainbow_camel=1", "rainbow_camel: must be true or false, not '1'"),
        (
            "opening_actions=1;2",
            "opening_actions: must be a list of at most 12 whole numbers from 0 to 20; '1;2' isn't",
        ),
        ("starting_demand=1,,2", "starting_demand: must be a list"),
        ("tie_break=share", "did you mean 'shared'?"),
    ],
)
def test_a_setting_that_cannot_be_read_is_refused_in_words(setting: str, expected: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules().parse_setting(setting)
    assert expected in str(caught.value)


# Files


@given(any_values)
def test_rules_written_as_toml_read_back_the_same(values: dict[str, Any]) -> None:
    rules = Rules(**values)
    again = Rules.from_toml(rules.to_toml())
    assert again == rules
    assert again.to_toml() == rules.to_toml()


def test_a_rules_file_holds_every_parameter_and_the_board(tmp_path: Path) -> None:
    rules = Rules(camels=6, board=SMALL)
    rules.write(tmp_path / "rules.toml")
    tables = tomllib.loads((tmp_path / "rules.toml").read_text(encoding="utf-8"))
    assert list(tables) == ["rules", "board"]
    assert set(tables["rules"]) == set(OTHER) - {"board"}
    assert Board.from_table(tables["board"]) == SMALL
    assert Rules.read(tmp_path / "rules.toml") == rules


def test_what_a_file_leaves_out_keeps_its_default() -> None:
    assert Rules.from_toml("[rules]\ncamels = 6\n") == Rules(camels=6)
    assert Rules.from_toml(SMALL.to_toml("board")) == Rules(board=SMALL)
    assert Rules.from_toml("[rules]\n") == Rules()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[rules]\ncamels == 4\n", "my.toml: not valid TOML: Invalid value (at line 2, column 9)"),
        ("[rules]\ncamels = 4\ncamels = 5\n", "not valid TOML: Cannot overwrite a value (at line 3"),
        ("[rules]\ncamel = 6\n", "camel: there is no such rule parameter; did you mean 'camels'?"),
        ("[rules]\nplayers = 2\n\ncamel = 6\n", "(in my.toml, line 4)"),
        ("[rules]\nself = 6\n", "self: there is no such rule parameter"),
        ("[rules]\ncamels = 11\n", "camels: must be a whole number from 1 to 10, not 11 (in my.toml, line 2)"),
        ("[rules]\n  'camels'=true\n", "camels: must be a whole number from 1 to 10, not true (in my.toml, line 2)"),
        ("[rules]\ncamels = 5.0\n", "not 5.0"),
        ("[rules]\ncamels = 0x" + "f" * 9999, "camels: must be a whole number from 1 to 10, not int too long to show"),
        ("[rules]\ncamels = " + "9" * 9999, "my.toml: not valid TOML"),
        ("[rules]\ncamels = " + "[" * 9999, "my.toml: not valid TOML"),
        ("[rules]\nopening_actions = [1, true]\n", "opening_actions: must be a list of at most 12 whole numbers"),
        ("[rules]\nstarting_demand = [1, 1]\n", "1 is there twice (in my.toml, line 2)"),
        ("[rules.camels]\nx = 1\n", "camels: must be a whole number from 1 to 10, not {'x': 1} (in my.toml)"),
        ("[rule]\ncamels = 6\n", "unknown key 'rule'; did you mean 'rules'?"),
        ("camels = 6\n", "unknown key 'camels'; parameters belong under [rules]"),
        ("", "there is neither a [rules] nor a [board] table"),
        ("rules = 3\n", "'rules' must be a table: write [rules] on a line of its own"),
        ("board = 'small.toml'\n", "'board' must be a table"),
        ("[[rules]]\ncamels = 6\n", "'rules' must be a table"),
        ("[rules]\nboard = 'small.toml'\n", "board: the board is the table [board], not a key of [rules]"),
        ("[board]\nname = 'x'\ngrid = '1 S'\n", "board: 'goods' is missing"),
        ("[board]\nname = 'x'\ngrid = '1 S'\ngoods = {}\n", "board: the city S at b1 has no good"),
        (SMALL.to_toml(), "this is a board file; in a rules file the board is the table [board]"),
    ],
)
def test_a_file_that_is_not_of_rules_is_refused_in_words(text: str, expected: str) -> None:
    assert expected in file_complaint(text)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"nowhere\.toml can't be read: there is no such file"):
        Rules.read(tmp_path / "nowhere.toml")


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"rules\.toml can't be written: there is no such file or folder"):
        Rules().write(tmp_path / "nowhere" / "rules.toml")


# The rules to start from


def rules_files() -> list[Path]:
    return sorted((DATA / "rules").glob("*.toml"))


def test_there_are_rules_to_start_from() -> None:
    assert len(rules_files()) >= 3


@pytest.mark.parametrize("path", rules_files(), ids=lambda path: path.stem)
def test_each_rules_file_to_start_from_can_be_played_and_says_what_it_is_for(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("# ")
    assert Rules.read(path).problems() == ()


@pytest.mark.parametrize("path", rules_files(), ids=lambda path: path.stem)
def test_each_rules_file_to_start_from_has_a_board_that_is_there(path: Path) -> None:
    boards = [Board.standard(), *(Board.read(board) for board in (DATA / "boards").glob("*.toml"))]
    assert Rules.read(path).board in boards


def test_the_standard_rules_file_shows_every_parameter() -> None:
    text = (DATA / "rules" / "standard.toml").read_text(encoding="utf-8")
    assert text.endswith(Rules().to_toml())
