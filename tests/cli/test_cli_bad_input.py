"""Whatever is wrong with what `simulate` is given: one line, exit code 2, and nothing left behind."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import Command, caravan_process, one_line

FEW = ("simulate", "--games", 2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--bots", "planer"], "there is no bot 'planer'; did you mean 'planner'?"),
        (["--bots", ""], "there is no bot ''"),
        (["--bots", "planner,planner"], "2 bots for 4 seats"),
        (["--bots", "planner:nois=1"], "'planner' has no setting 'nois'; did you mean 'noise'?"),
        (["--bots", "planner:noise=9"], "planner:noise takes a number from 0 to 1, found 9"),
        (["--bots", "nowhere.py:Miser"], "nowhere.py"),
        (["--players", "5"], "players: must be a whole number from 2 to 4, not 5"),
        (["--games", "0"], "games: found 0"),
        (["--seed", "-1"], "seed: found -1"),
        (["--seed", str(2**63)], "seed: found 9223372036854775808"),
        (["--set", "camels=0"], "camels: must be a whole number from 1 to 10, not 0"),
        (["--set", "camels=many"], "camels: must be a whole number from 1 to 10, not 'many'"),
        (["--set", "camel=6"], "camel: there is no such rule parameter; did you mean 'camels'?"),
        (["--set", "camels"], "name=value"),
        (["--set", "starting_demand=1,1"], "starting_demand"),
        (["--set", "refill_after=9"], "refill_after"),
        (["--set", "board=nowhere.toml"], "nowhere.toml can't be read"),
        (["--set", "enter_empty_cost=6"], "enter_empty_cost"),
        (["--rules", "standrad"], "no file 'standrad'; did you mean 'standard'?"),
        (["--rules", "nowhere.toml"], "nowhere.toml can't be read: there is no such file or folder"),
        (["--rules", "."], "can't be read: it is a folder"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_request_that_cant_be_played_writes_nothing(
    caravan: Command, tmp_path: Path, words: list[str], said: str
) -> None:
    ran = caravan(*FEW, *words, "--out", tmp_path / "out")
    assert ran.code == 2
    assert ran.out == ""
    assert said in one_line(ran)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[rules\ncamels = 6", "TOML"),
        (b"[rules]\ncamels = 6\ncamels = 7", "TOML"),
        (b"[rules]\ncamles = 6", "did you mean 'camels'?"),
        (b"[rules]\ncamels = 60", "must be a whole number from 1 to 10, not 60"),
        (b"[rules]\ncamels = '6'", "must be a whole number from 1 to 10, not '6'"),
        (b"[rules]\nopening_actions = 3", "opening_actions"),
        (b"[board]\ngrid = 7", "board: 'name' is missing"),
        (b"[board]\nname = 'x'\ngrid = '1 . A'", "board: 'goods' is missing"),
        (b"\xff\xfe[rules]", "isn't UTF-8"),
        (b"camels = 6", "camels"),
    ],
)
def test_a_rules_file_that_cant_be_read_is_explained(
    caravan: Command, tmp_path: Path, content: bytes, said: str
) -> None:
    (tmp_path / "my.toml").write_bytes(content)
    ran = caravan(*FEW, "--rules", tmp_path / "my.toml", "--out", tmp_path / "out")
    assert ran.code == 2
    assert said in one_line(ran)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("folder", "said"),
    [
        ("file", "it is a file, not a folder"),
        ("file/under/it", "a part of the path is a file, not a folder"),
        ("/proc/nothing/here", "can't be written"),
        ("/dev/full", "it is a file, not a folder"),
        ("n" * 300, "the name is too long"),
        ("", "--out: the folder's name is empty"),
    ],
)
def test_a_folder_that_cant_be_written_is_explained(
    caravan: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    ran = caravan(*FEW, "--out", folder)
    assert ran.code == 2
    assert said in one_line(ran)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_folder_in_the_place_of_a_file_is_explained(caravan: Command, tmp_path: Path) -> None:
    (tmp_path / "events.csv").mkdir()
    ran = caravan(*FEW, "--out", tmp_path, "--overwrite")
    assert ran.code == 2
    assert "events.csv can't be written: it is a folder" in one_line(ran)
    assert [path.name for path in tmp_path.iterdir()] == ["events.csv"]


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_disk_that_fills_up_leaves_everything_as_it_was(tmp_path: Path, form: str) -> None:
    """A limit on the size of files stands in for a full disk: writing fails half-way in the same manner."""
    (tmp_path / "rules.toml").write_text("before", encoding="utf-8")
    code = (
        "import resource, sys\nresource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))\n"
        "from caravan.cli import main\nsys.exit(main())"
    )
    words = ["simulate", "--games", "600", "--format", form, "--overwrite", "--out", "."]
    ran = caravan_process(words, tmp_path, start=("-c", code))
    assert ran.code == 2
    assert (
        one_line(ran) == f"caravan simulate: ./events.{form} can't be written: the file would be larger than is allowed"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["rules.toml"]
    assert (tmp_path / "rules.toml").read_text(encoding="utf-8") == "before"


def test_a_bot_that_breaks_the_rules_of_play_is_named(caravan: Command, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("class Bad:\n    def choose(self, game):\n        return 'move a1 a1'\n", "utf-8")
    ran = caravan(*FEW, "--bots", f"{tmp_path / 'bad.py'}:Bad", "--out", tmp_path / "out")
    assert ran.code == 2
    assert "Bad" in one_line(ran)
    assert not (tmp_path / "out").exists()
