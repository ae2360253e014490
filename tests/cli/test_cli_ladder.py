"""``caravan ladder``: a folder of tables and figures, all or none, the same every time."""

from __future__ import annotations

import csv
import dataclasses
import re
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pandas as pd
import pytest
from running import Command, one_line

from caravan import Rules
from caravan.cli import main
from caravan.cli.folder import LADDER_FILES, LADDER_TABLES
from caravan.cli.ladder import kept_beside, origin
from caravan.cli.ladder_words import told
from caravan.ladder import LadderRequest, run_ladder
from caravan.ladder.kept import Kept
from caravan.ladder.played import play_fixture
from caravan.ladder.tables import COLUMNS

ROOT = Path(__file__).resolve().parents[2]
WORDS = ("--bots", "planner,grabber,random", "--players", "2,3", "--games", 13, "--seed", 7, "--set", "turn_limit=60")
THE_SAME = sorted(set(LADDER_FILES) - {"speed.csv", "ladder.html"})
SECONDS_TO_BEGIN = 240


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("ladder") / "new" / "out"
    assert main(["ladder", *map(str, WORDS), "--out", str(out)]) == 0
    return out


def test_a_folder_gets_all_tables_the_page_and_what_they_were_made_from(folder: Path) -> None:
    assert sorted(path.name for path in folder.iterdir()) == sorted(LADDER_FILES)
    assert [path.name for path in folder.parent.iterdir()] == ["out"]


def test_the_folders_tables_are_the_ladders() -> None:
    assert set(LADDER_TABLES) == set(COLUMNS)


@pytest.mark.parametrize("table", LADDER_TABLES)
def test_a_table_opens_in_a_spreadsheet(folder: Path, table: str) -> None:
    content = (folder / f"{table}.csv").read_bytes()
    text = content.decode("utf-8")
    assert not content.startswith(b"\xef\xbb\xbf")
    assert "\r" not in text
    assert text.endswith("\n")
    heading, *rows = list(csv.reader(text.splitlines()))
    assert heading == list(COLUMNS[table])
    assert {len(row) for row in rows} <= {len(heading)}
    assert not any(cell == "nan" for row in rows for cell in row)


def test_the_same_command_gives_the_same_files_to_the_byte_with_any_number_of_threads(
    caravan: Command, folder: Path, tmp_path: Path
) -> None:
    assert caravan("ladder", *WORDS, "--threads", 3, "--out", tmp_path).code == 0
    for name in THE_SAME:
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


def test_the_folder_says_how_to_make_it_again(folder: Path, tmp_path: Path) -> None:
    text = (folder / "ladder.toml").read_text(encoding="utf-8")
    assert tomllib.loads(text)["bots"] == ["planner", "grabber", "random"]
    command = text.splitlines()[0].removeprefix("# caravan ").split()
    command[command.index("--rules") + 1] = str(folder / "rules.toml")
    assert main([*command, "--out", str(tmp_path / "again")]) == 0
    for name in THE_SAME:
        assert (tmp_path / "again" / name).read_bytes() == (folder / name).read_bytes()


def test_what_it_was_made_from_can_be_read_whatever_the_names() -> None:
    request = LadderRequest(["planner", "planner:noise=0.25", "grabber"], (2, 4), 10, 3)
    assert tomllib.loads(origin(request)) == {
        "version": tomllib.loads(origin(request))["version"],
        "bots": ["planner", "planner:noise=0.25", "grabber"],
        "players": [2, 4],
        "games": 10,
        "seed": 3,
        "rules_id": Rules().id,
    }


def test_without_a_folder_nothing_is_written(caravan: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = caravan("ladder", "--bots", "planner,grabber", "--players", 2, "--games", 4)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out
    assert list(tmp_path.iterdir()) == []


def test_results_that_are_there_arent_replaced_unasked(caravan: Command, folder: Path, tmp_path: Path) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    ran = caravan("ladder", *WORDS, "--out", folder)
    assert ran.code == 2
    assert "already holds" in one_line(ran)
    assert "add --overwrite" in ran.err
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_they_are_replaced_where_that_is_asked(caravan: Command, tmp_path: Path) -> None:
    (tmp_path / "pairings.csv").write_text("old", encoding="utf-8")
    (tmp_path / "games.csv").write_text("of another command", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    words = ("--bots", "planner,grabber", "--players", 2, "--games", 4, "--overwrite", "--out", tmp_path)
    assert caravan("ladder", *words).code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*LADDER_FILES, "notes.txt"])


def test_what_is_told(caravan: Command) -> None:
    ran = caravan("ladder", *WORDS)
    assert ran.out.startswith("3 bots, ")
    assert "2 PLAYERS: 14 games a pairing (13 rounded up, so that all seats are played)" in " ".join(ran.out.split())
    assert re.search(r"^1 +planner +.* 2 of 2 ", ran.out, re.M)
    assert "What a seat is worth, in rating points: seat 1" in ran.out
    assert "No three bots go round in a circle." in ran.out
    assert "grabber" in ran.out


def test_circles_are_told() -> None:
    ladder = run_ladder("planner,grabber,random", 2, 4, rules=Rules(turn_limit=40))
    edges = {f"edge_{number}{end}": 0.2 for number in (1, 2, 3) for end in ("", "_low", "_high")}
    row = {"rules_id": "r", "seed": 0, "players": 2, "verdict": "shown", "first": "a", "second": "b", "third": "c"}
    ladder = dataclasses.replace(ladder, triples=pd.DataFrame([{**row, **edges}]))
    words = " ".join(told(ladder).split())
    assert "Circles of three: 1 shown" in words
    assert "a beats b beats c beats a (edges in percent: +20.0, +20.0 to +20.0; " in words


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "--bots"),
        (["--bots", "planner"], "a ladder takes two or more"),
        (["--bots", "planner,planner"], "'planner' is there twice"),
        (["--bots", "planner,plannr"], "did you mean 'planner'?"),
        (["--bots", "planner,no.py:Bot"], "there is no file no.py"),
        (["--bots", "planner,grabber", "--players", "5"], "--players: found '5', allowed is a whole number from 2"),
        (["--bots", "planner,grabber", "--players", "2,2"], "allowed is each number once"),
        (["--bots", "planner,grabber", "--games", "0"], "--games: found '0'"),
        (["--bots", "planner,grabber", "--rules", "standrd"], "did you mean 'standard'?"),
        (["--bots", "planner,grabber", "--set", "camls=6"], "did you mean 'camels'?"),
        (["--bots", "planner,grabber", "--out", ""], "the folder's name is empty"),
    ],
)
def test_what_cant_be_done_is_told_in_one_line_and_nothing_is_left(
    caravan: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = caravan("ladder", *words, *([] if "--out" in words else ["--out", "out"]))
    assert ran.code == 2
    assert said in one_line(ran)
    assert list(tmp_path.iterdir()) == []


def test_what_a_stopped_run_kept_is_cleared_once_the_results_are_there(caravan: Command, tmp_path: Path) -> None:
    request = LadderRequest("planner,grabber", 2, 4)
    kept = Kept(kept_beside(str(tmp_path / "out")), request)
    kept.keep(play_fixture(request, request.fixtures()[0]))
    assert kept.folder == tmp_path / "out.unfinished"
    ran = caravan("ladder", "--bots", "planner,grabber", "--players", 2, "--games", 4, "--out", tmp_path / "out")
    assert ran.code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_ladder_that_is_stopped_leaves_no_folder_and_keeps_what_was_finished(tmp_path: Path) -> None:
    """A few line-ups are short, the others would take days."""
    out, kept = tmp_path / "out", tmp_path / "out.unfinished"
    bots = "planner,grabber,random,planner:noise=0.5"
    command = [sys.executable, "-m", "caravan", "ladder", "--bots", bots, "--players", "2", "--games", "3000"]
    process = subprocess.Popen(
        [*command, "--set", "turn_limit=2000", "--out", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        give_up = time.monotonic() + SECONDS_TO_BEGIN
        while not list(kept.glob("*.npz")):
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < give_up
            time.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        printed, said = process.communicate(timeout=120)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
    assert process.returncode == 130
    assert printed == ""
    assert re.fullmatch(
        rf"caravan ladder: stopped; nothing in {out} was changed; \d+ line-ups? (is|are) kept in {kept}, and the same "
        r"command goes on from there\n",
        said,
    )
    assert [path.name for path in tmp_path.iterdir()] == ["out.unfinished"]
    assert {path.suffix for path in kept.iterdir()} == {".npz"}


def columns_of_the_docs() -> dict[str, list[str]]:
    text = (ROOT / "docs" / "ladder.md").read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    for name, section in re.findall(r"^### `(\w+)\.csv`\n(.*?)(?=^#|\Z)", text, re.M | re.S):
        cells = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", section, re.M)
        found[name] = [column for cell in cells for column in re.findall(r"\w+", cell)]
    return found


def test_the_docs_describe_every_column_of_every_table_in_order() -> None:
    assert columns_of_the_docs() == {table: list(columns) for table, columns in COLUMNS.items()}
