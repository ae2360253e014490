from __future__ import annotations

import csv
import shutil
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from running import GAMES, Command, one_line

Change = Callable[[pd.DataFrame], pd.DataFrame]


@pytest.fixture
def copy(results: Path, tmp_path: Path) -> Path:
    """A folder of results that may be changed."""
    return Path(shutil.copytree(results, tmp_path / "copy"))


def change_cell(path: Path, row: int, column: str, value: str) -> None:
    """Change a cell of a CSV file; rows count from 0 below the heading."""
    rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
    rows[row + 1][rows[0].index(column)] = value
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


@pytest.mark.parametrize("form", ["results", "parquet_results"])
def test_a_folder_as_written_has_no_violations(caravan: Command, request: pytest.FixtureRequest, form: str) -> None:
    folder = request.getfixturevalue(form)
    ran = caravan("check", folder)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"{GAMES} games, ")
    assert ran.out.endswith("every move is by the rules, and the tables say what the log says\n")


def test_a_log_without_tables_can_be_checked(caravan: Command, copy: Path) -> None:
    for name in ("games.csv", "seats.csv", "summary.csv"):
        (copy / name).unlink()
    ran = caravan("check", copy)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("every move is by the rules\n")


def test_a_table_alone_isnt_complete(caravan: Command, copy: Path) -> None:
    (copy / "seats.csv").unlink()
    ran = caravan("check", copy)
    assert ran.code == 2
    assert "holds no seats.csv or seats.parquet" in one_line(ran)


@pytest.mark.parametrize(("table", "column"), [("games", "turns"), ("seats", "score")])
def test_a_table_that_says_something_else_than_the_log_is_a_violation(
    caravan: Command, copy: Path, table: str, column: str
) -> None:
    change_cell(copy / f"{table}.csv", 4, column, "999")
    ran = caravan("check", copy)
    assert ran.code == 1
    assert f"{table}.{column}" in ran.out
    assert "999" in ran.out


@pytest.mark.parametrize(("table", "column"), [("games", "turns"), ("seats", "score")])
def test_a_table_that_cant_be_read_is_bad_input(caravan: Command, copy: Path, table: str, column: str) -> None:
    change_cell(copy / f"{table}.csv", 4, column, "many")
    ran = caravan("check", copy)
    assert ran.code == 2
    assert f"{table}.csv, line 6, column '{column}': found 'many'" in one_line(ran)


def test_a_violation_is_listed_with_game_event_and_reason(caravan: Command, copy: Path) -> None:
    change_cell(copy / "events.csv", 3, "demand", "5")
    ran = caravan("check", copy)
    assert ran.code == 1
    assert ran.out.startswith("game 0, event 3, demand: ")
    assert ran.out.count("\n") == 1
    assert one_line(ran).startswith(f"caravan check: 1 violation found in 1 game; the log has {GAMES} games, ")


def test_rules_other_than_those_played_are_violated(caravan: Command, copy: Path) -> None:
    rules = (copy / "rules.toml").read_text(encoding="utf-8")
    (copy / "rules.toml").write_text(rules.replace("enter_occupied_cost = 2", "enter_occupied_cost = 1"), "utf-8")
    ran = caravan("check", copy, "--limit", 2)
    assert ran.code == 1
    *listed, more = ran.out.splitlines()
    assert len(listed) == 2
    assert all(line.startswith("game ") for line in listed)
    assert more.startswith("... and ")
    one_line(ran)


def test_a_game_that_is_missing_is_a_violation(caravan: Command, copy: Path) -> None:
    events = pd.read_csv(copy / "events.csv", dtype=str, keep_default_na=False)
    events[events["game"] != "2"].to_csv(copy / "events.csv", index=False)
    ran = caravan("check", copy)
    assert ran.code == 1
    assert "game 3 comes after game 1: " in ran.out


def test_a_log_without_games_lacks_those_of_the_tables(caravan: Command, copy: Path) -> None:
    heading, *_ = (copy / "events.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    (copy / "events.csv").write_text(heading, encoding="utf-8")
    ran = caravan("check", copy)
    assert ran.code == 1
    said = f"caravan check: {GAMES} violations found in {GAMES} games; the log has 0 games, 0 events"
    assert one_line(ran) == said


def truncated(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def of_random_bytes(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 40)


def with_a_wrong_column(path: Path) -> None:
    path.write_text(path.read_text(encoding="utf-8").replace("actions_left", "action_left", 1), encoding="utf-8")


def with_a_word_for_a_number(path: Path) -> None:
    change_cell(path, 20, "cost", "one")


def with_an_unknown_space(path: Path) -> None:
    change_cell(path, 20, "target", "z9")


def with_a_number_too_large(path: Path) -> None:
    change_cell(path, 20, "turn", "99999")


def with_a_cell_too_many(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[5] += ",1"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (emptied, "events.csv"),
        (of_random_bytes, "events.csv"),
        (with_a_wrong_column, "column 'actions_left' is missing; is it the one called 'action_left'?"),
        (with_a_word_for_a_number, "events.csv, line 22, column 'cost': found 'one', allowed is"),
        (with_an_unknown_space, "events.csv, line 22, column 'target': found 'z9', allowed is"),
        (with_a_number_too_large, "events.csv, line 22, column 'turn': found"),
        (with_a_cell_too_many, "line 6"),
    ],
)
@pytest.mark.parametrize("words", [("check",), ("show", "--game", 0)], ids=["check", "show"])
def test_a_csv_that_cant_be_read_is_bad_input(
    caravan: Command, copy: Path, spoil: Callable[[Path], None], said: str, words: tuple[object, ...]
) -> None:
    spoil(copy / "events.csv")
    ran = caravan(*words, copy)
    assert ran.code == 2
    assert ran.out == ""
    assert said in one_line(ran)


@pytest.mark.parametrize("spoil", [emptied, truncated, of_random_bytes])
@pytest.mark.parametrize("words", [("check",), ("show", "--game", 0)], ids=["check", "show"])
def test_a_parquet_file_that_cant_be_read_is_bad_input(
    caravan: Command, parquet_results: Path, tmp_path: Path, spoil: Callable[[Path], None], words: tuple[object, ...]
) -> None:
    folder = Path(shutil.copytree(parquet_results, tmp_path / "copy"))
    spoil(folder / "events.parquet")
    ran = caravan(*words, folder)
    assert ran.code == 2
    assert ran.out == ""
    assert "events.parquet" in one_line(ran)


def test_a_parquet_file_with_another_type_is_bad_input(caravan: Command, parquet_results: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(parquet_results, tmp_path / "copy"))
    events = pd.read_parquet(folder / "events.parquet")
    events.assign(cost=events["cost"].astype(str)).to_parquet(folder / "events.parquet")
    ran = caravan("check", folder)
    assert ran.code == 2
    assert "column 'cost'" in one_line(ran)


@pytest.mark.parametrize("words", [("check",), ("show", "--game", 0)], ids=["check", "show"])
class TestAFolderThatIsntOne:
    def test_a_folder_that_isnt_there(self, caravan: Command, tmp_path: Path, words: tuple[object, ...]) -> None:
        ran = caravan(*words, tmp_path / "nowhere")
        assert ran.code == 2
        folder = tmp_path / "nowhere"
        assert one_line(ran) == f"caravan {words[0]}: {folder} can't be read: there is no such folder"

    def test_a_file(self, caravan: Command, results: Path, words: tuple[object, ...]) -> None:
        ran = caravan(*words, results / "events.csv")
        assert ran.code == 2
        assert one_line(ran) == f"caravan {words[0]}: {results / 'events.csv'} is a file, not a folder"

    def test_a_folder_without_results(self, caravan: Command, tmp_path: Path, words: tuple[object, ...]) -> None:
        ran = caravan(*words, tmp_path)
        assert ran.code == 2
        assert "holds no rules.toml" in one_line(ran)

    def test_results_without_a_log(self, caravan: Command, copy: Path, words: tuple[object, ...]) -> None:
        (copy / "events.csv").unlink()
        ran = caravan(*words, copy)
        assert ran.code == 2
        assert "holds no events.csv or events.parquet: was it written with --no-events?" in one_line(ran)

    def test_two_logs(self, caravan: Command, copy: Path, words: tuple[object, ...]) -> None:
        (copy / "events.parquet").write_bytes(b"")
        ran = caravan(*words, copy)
        assert ran.code == 2
        assert "holds events.csv and events.parquet" in one_line(ran)

    def test_rules_that_cant_be_read(self, caravan: Command, copy: Path, words: tuple[object, ...]) -> None:
        (copy / "rules.toml").write_text("[rules]\ncamles = 5\n", encoding="utf-8")
        ran = caravan(*words, copy)
        assert ran.code == 2
        assert "did you mean 'camels'?" in one_line(ran)
