"""The rules: what each parameter allows, which sets can't be played, files, presets and ids."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import param
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caravan.board import Board, Good
from caravan.errors import OutputError, Problem, RulesError
from caravan.rules import PRESETS, Rules

DATA = Path(__file__).parent.parent / "data"
SMALL = Board.from_grid("Small", "1 S 2\n. . G", (Good("S", "salt", False), Good("G", "gold", True)))

# What the written rules say, kept apart from the code: name, default, least, most.
NUMBERS = [
    ("players", 4, 2, 4),
    ("camels", 5, 1, 10),
    ("rare_count", 3, 0, 12),
    ("common_count", 9, 0, 24),
    ("theft_markers", 1, 0, 10),
    ("actions_per_turn", 4, 1, 20),
    ("turn_limit", 400, 1, 10_000),
    ("enter_empty_cost", 1, 0, 20),
    ("enter_occupied_cost", 2, 0, 20),
    ("pick_up_cost", 1, 0, 20),
    ("transfer_cost", 1, 0, 20),
    ("steal_cost", 1, 0, 20),
    ("refill_after", 4, 1, 9),
    ("refill_demand", 1, 0, 4),
    ("rare_value", 6, 0, 50),
    ("common_value", 3, 0, 50),
    ("demand_value", 1, 0, 20),
]
WORDS = [
    ("theft_marker_to", ["victim", "box"]),
    ("undelivered_penalty", ["none", "triangular"]),
    ("tie_break", ["most_goods", "shared"]),
]
# Another allowed value of every parameter.
OTHER: dict[str, Any] = {
    **{name: default + 1 if default < most else default - 1 for name, default, _, most in NUMBERS},
    **{name: words[1] for name, words in WORDS},
    "rainbow_camel": True,
    "opening_actions": [2, 0],
    "starting_demand": [3],
    "board": SMALL,
}

any_values = st.fixed_dictionaries(
    {},
    optional={
        **{name: st.integers(least, most) for name, _, least, most in NUMBERS},
        **{name: st.sampled_from(words) for name, words in WORDS},
        "rainbow_camel": st.booleans(),
        "opening_actions": st.lists(st.integers(0, 20), max_size=12),
        "starting_demand": st.lists(st.integers(1, 9), unique=True),
        "board": st.sampled_from([SMALL, Board.standard()]),
    },
)


def complaint(**values: Any) -> str:
    with pytest.raises(RulesError) as caught:
        Rules(**values)
    return str(caught.value)


def file_complaint(text: str) -> str:
    with pytest.raises(RulesError) as caught:
        Rules.from_toml(text, "my.toml")
    assert "my.toml" in str(caught.value)
    return str(caught.value)


def unplayable(**values: Any) -> tuple[Problem, ...]:
    rules = Rules(**values)
    problems = rules.problems()
    if problems:
        with pytest.raises(RulesError) as caught:
            rules.require_playable()
        assert caught.value.problems == problems
    return problems


# Parameters


def test_every_parameter_is_known_to_these_tests() -> None:
    assert set(OTHER) == set(Rules().values())


@pytest.mark.parametrize(("name", "default", "least", "most"), NUMBERS)
def test_a_number_is_allowed_within_its_bounds_only(name: str, default: int, least: int, most: int) -> None:
    assert getattr(Rules(), name) == default
    for value in (least, most):
        assert getattr(Rules(**{name: value}), name) == value
    for value in (least - 1, most + 1):
        assert complaint(**{name: value}) == f"{name}: must be a whole number from {least} to {most}, not {value}"


@pytest.mark.parametrize("value", [True, False, 2.0, "2", None, [2], float("nan"), 2 + 0j, np.float64(2), np.True_])
@pytest.mark.parametrize("name", [name for name, *_ in NUMBERS])
def test_a_number_is_a_whole_number_and_nothing_else(name: str, value: Any) -> None:
    assert "must be a whole number" in complaint(**{name: value})


def test_whole_numbers_of_numpy_are_taken_as_pythons_own() -> None:
    rules = Rules(camels=np.int64(6), opening_actions=[np.int8(1), 2])
    assert type(rules.camels) is int
    assert [type(number) for number in rules.opening_actions] == [int, int]
    assert rules == Rules(camels=6, opening_actions=[1, 2])


@pytest.mark.parametrize(("name", "words"), WORDS)
def test_a_word_is_one_of_those_allowed(name: str, words: list[str]) -> None:
    assert getattr(Rules(), name) == words[0]
    for word in words:
        assert getattr(Rules(**{name: word}), name) == word
    assert complaint(**{name: words[1] + "s"}).endswith(
        f"must be '{words[0]}' or '{words[1]}', not '{words[1]}s'; did you mean '{words[1]}'?"
    )
    for value in (None, 1, True, [words[0]]):
        assert "must be" in complaint(**{name: value})


@pytest.mark.parametrize("value", [1, 0, "true", None, "yes"])
def test_a_flag_is_true_or_false_and_nothing_else(value: Any) -> None:
    assert "rainbow_camel: must be true or false, not" in complaint(rainbow_camel=value)


def test_opening_turns_have_0_to_20_actions_each() -> None:
    assert Rules().opening_actions == [1, 2, 3]
    for allowed in ([], [0], [20] * 12, [3, 3, 1]):
        assert Rules(opening_actions=allowed).opening_actions == allowed
    for refused in ([-1], [21], [1] * 13, [True], [1.0], ["1"], "123", 3, None, {1: 2}, [None], [[1]]):
        assert "opening_actions: must be a list of at most 12 whole numbers from 0 to 20" in complaint(
            opening_actions=refused
        )


def test_starting_demand_is_a_list_of_different_numbers() -> None:
    assert Rules().starting_demand == [1, 2, 7, 8]
    assert Rules(starting_demand=[]).starting_demand == []
    assert complaint(starting_demand=[1, 2, 1]).endswith("; 1 is there twice")
    for refused in ([0], [10], [True], [1, "2"], "12", 1, None):
        assert "starting_demand: must be a list of at most 9 different whole numbers from 1 to 9" in complaint(
            starting_demand=refused
        )


def test_the_order_of_starting_demand_makes_no_difference() -> None:
    assert Rules(starting_demand=(8, 1, 7, 2)) == Rules()
    assert Rules(starting_demand=(8, 1, 7, 2)).id == Rules().id


def test_the_board_is_a_board() -> None:
    assert Rules().board == Board.standard()
    assert Rules(board=SMALL).board is SMALL
    for refused in (None, "Small", SMALL.to_toml()):
        assert "board: must be a board, not" in complaint(board=refused)


def test_a_misspelt_name_is_refused_with_the_nearest() -> None:
    assert complaint(camel=3) == "camel: there is no such rule parameter; did you mean 'camels'?"
    assert complaint(xyzzy=3) == "xyzzy: there is no such rule parameter"
    assert "no such rule parameter" in complaint(name="My rules")


def test_everything_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(RulesError) as caught:
        Rules(camels=0, camel=3, tie_break="x", players=3)
    assert [problem.parameter for problem in caught.value.problems] == ["camels", "camel", "tie_break"]


@pytest.mark.parametrize("value", [10**5000, "x" * 5000, list(range(5000))], ids=["number", "text", "list"])
def test_a_message_stays_short(value: Any) -> None:
    assert len(complaint(camels=value)) < 150


def test_setting_what_is_not_allowed_leaves_the_rules_as_they_were() -> None:
    rules = Rules()
    with pytest.raises(RulesError, match="camels: must be a whole number from 1 to 10, not 11"):
        rules.camels = 11
    with pytest.raises(ValueError, match="theft_marker_to: must be 'victim' or 'box'"):
        rules.param.update(theft_marker_to="nobody")
    assert rules == Rules()


def test_a_widget_hears_of_a_change() -> None:
    rules = Rules()
    heard: list[tuple[int, int]] = []
    rules.param.watch(lambda event: heard.append((event.old, event.new)), "camels")
    rules.camels = 6
    assert heard == [(5, 6)]


@pytest.mark.parametrize("name", list(OTHER))
def test_every_parameter_is_explained(name: str) -> None:
    parameter = Rules.param[name]
    assert parameter.label
    assert parameter.label != name
    assert parameter.doc.endswith(".")


def test_the_kinds_of_parameter_are_params_own_so_that_widgets_fit() -> None:
    kinds = {name: Rules.param[name] for name in OTHER}
    assert isinstance(kinds["camels"], param.Integer)
    assert kinds["camels"].bounds == (1, 10)
    assert isinstance(kinds["tie_break"], param.Selector)
    assert list(kinds["tie_break"].objects) == ["most_goods", "shared"]
    assert isinstance(kinds["rainbow_camel"], param.Boolean)
    assert isinstance(kinds["opening_actions"], param.List)
    assert isinstance(kinds["board"], param.ClassSelector)


def test_sections_hold_every_parameter_once() -> None:
    sections = Rules.sections()
    assert list(sections) == ["Components", "Turns", "Costs", "Demand and refill", "Scoring", "Board"]
    assert [name for names in sections.values() for name in names] == list(Rules().values())


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
    assert eval(repr(Rules(board=SMALL))) == Rules(board=SMALL)


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


# Rule sets that can't be played


@pytest.mark.parametrize("preset", list(PRESETS))
def test_every_preset_can_be_played(preset: str) -> None:
    assert unplayable(**PRESETS[preset]) == ()


def test_a_refill_after_more_goods_than_there_are_numbered_spaces_is_refused() -> None:
    assert unplayable(refill_after=8) == ()
    (problem,) = unplayable(refill_after=9)
    assert problem.parameter == "refill_after"
    assert "8 numbered spaces" in problem.message
    assert "choose 1 to 8" in problem.message


def test_starting_demand_on_a_space_that_is_not_numbered_is_refused() -> None:
    assert unplayable(starting_demand=[8]) == ()
    (problem,) = unplayable(starting_demand=[1, 9])
    assert problem.parameter == "starting_demand"
    assert problem.message.endswith("there is no 9")
    assert [each.parameter for each in unplayable(board=SMALL, refill_after=2)] == ["starting_demand"]


@pytest.mark.parametrize("name", ["enter_empty_cost", "enter_occupied_cost"])
def test_an_entry_cost_above_a_turns_actions_is_refused(name: str) -> None:
    assert unplayable(**{name: 4}) == ()
    (problem,) = unplayable(**{name: 5})
    assert problem == Problem(name, "5 is more than a turn's 4 actions (actions_per_turn)")
    assert [each.parameter for each in unplayable(actions_per_turn=1)] == ["enter_occupied_cost"]


@pytest.mark.parametrize("name", ["pick_up_cost", "transfer_cost", "steal_cost"])
def test_other_costs_may_be_above_a_turns_actions(name: str) -> None:
    assert unplayable(**{name: 20}) == ()


def test_fewer_goods_than_numbered_spaces_are_refused() -> None:
    assert unplayable(rare_count=0, common_count=2) == ()
    (problem,) = unplayable(rare_count=0, common_count=1)
    assert problem.parameter == "common_count"
    assert "make 4 goods, too few for the 8 numbered spaces" in problem.message
    only_rare = Board.from_grid("Rare", "1 G 2", (Good("G", "gold", True),))
    (problem,) = unplayable(board=only_rare, rare_count=1, starting_demand=[], refill_after=1)
    assert problem.parameter == "rare_count"


def test_an_opening_turn_may_have_no_action() -> None:
    assert unplayable(opening_actions=[0, 0, 4]) == ()


def test_all_problems_are_told_at_once() -> None:
    problems = unplayable(refill_after=9, starting_demand=[9], enter_empty_cost=5, rare_count=0, common_count=0)
    assert [problem.parameter for problem in problems] == [
        "refill_after",
        "starting_demand",
        "enter_empty_cost",
        "common_count",
    ]


def test_a_list_changed_behind_the_rules_back_is_a_problem_too() -> None:
    rules = Rules()
    rules.opening_actions.append(99)
    rules.starting_demand.append(1)
    assert [problem.parameter for problem in rules.problems()] == ["opening_actions", "starting_demand"]


@given(any_values)
def test_problems_name_parameters_and_never_crash(values: dict[str, Any]) -> None:
    assert {problem.parameter for problem in unplayable(**values)} <= set(OTHER)


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


# Presets


def test_presets_change_what_the_written_rules_say() -> None:
    assert list(PRESETS) == ["standard", "introductory", "published", "rainbow"]
    assert Rules.preset("standard") == Rules()
    assert Rules.preset("introductory").differences(Rules()) == {"camels": (5, 6)}
    assert Rules.preset("published").differences(Rules()) == {"undelivered_penalty": ("none", "triangular")}
    assert Rules.preset("rainbow").differences(Rules.preset("published")) == {"rainbow_camel": (False, True)}


def test_a_preset_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(RulesError, match=r"there is no 'standart'; did you mean 'standard'\?.*introductory, published"):
        Rules.preset("standart")


def test_changing_a_preset_changes_no_later_one() -> None:
    Rules.preset("introductory").camels = 7
    assert Rules.preset("introductory").camels == 6


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
