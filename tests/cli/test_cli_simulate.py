from __future__ import annotations

import csv
import re
from pathlib import Path

import pandas as pd
import pytest
from running import GAMES, Command, one_line

from caravan import Rules, simulate
from caravan.cli.progress import Progress, duration, line
from caravan.events import EVENT_COLUMNS, GAMES_TYPES, SEATS_TYPES
from caravan.playtest_summary import COLUMNS, summary_csv

CSV_COLUMNS = {
    "events": list(EVENT_COLUMNS),
    "games": list(GAMES_TYPES),
    "seats": list(SEATS_TYPES),
    "summary": list(COLUMNS),
}


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def the_same_batch() -> object:
    return simulate(Rules(turn_limit=60), players=3, bots="planner,grabber,random", games=GAMES, seed=7)


def test_a_folder_gets_summary_games_seats_events_and_rules(results: Path) -> None:
    assert names_in(results) == ["events.csv", "games.csv", "rules.toml", "seats.csv", "summary.csv"]


def test_parquet_is_for_the_tables_and_the_summary_stays_a_spreadsheet(parquet_results: Path) -> None:
    assert names_in(parquet_results) == [
        "events.parquet", "games.parquet", "rules.toml", "seats.parquet", "summary.csv"
    ]  # fmt: skip


def test_parquet_tables_are_the_batchs_tables(parquet_results: Path) -> None:
    batch = the_same_batch()
    for table in ("games", "seats", "events"):
        pd.testing.assert_frame_equal(pd.read_parquet(parquet_results / f"{table}.parquet"), getattr(batch, table))


@pytest.mark.parametrize("table", CSV_COLUMNS)
def test_a_csv_opens_in_a_spreadsheet(results: Path, table: str) -> None:
    content = (results / f"{table}.csv").read_bytes()
    text = content.decode("utf-8")
    assert not content.startswith(b"\xef\xbb\xbf")
    assert "\r" not in text
    assert text.endswith("\n")
    heading, *rows = list(csv.reader(text.splitlines()))
    assert heading == CSV_COLUMNS[table]
    assert rows
    assert heading not in rows
    assert {len(row) for row in rows} == {len(heading)}
    assert not any(re.fullmatch(r"-?\d+,\d+", cell) for row in rows for cell in row)
    assert not any(cell.startswith(("[", "(", "{")) for row in rows for cell in row)


def test_shares_have_decimal_points(results: Path) -> None:
    assert set(pd.read_csv(results / "seats.csv")["win_share"].map(type)) == {float}
    assert re.search(r",\d\.\d", (results / "seats.csv").read_text(encoding="utf-8"))


def test_the_summary_is_the_batchs_playtest_summary_with_what_the_log_tells(results: Path) -> None:
    text = (results / "summary.csv").read_text(encoding="utf-8")
    assert text == summary_csv(the_same_batch(), with_events=True)
    assert "action_mix_by_progress" in text


def test_the_rules_file_holds_the_rules_as_played_with_the_board(results: Path) -> None:
    assert Rules.read(results / "rules.toml") == Rules(players=3, turn_limit=60)
    assert "grid" in (results / "rules.toml").read_text(encoding="utf-8")


def test_the_rules_that_a_run_left_behind_play_the_same_games(caravan: Command, results: Path, tmp_path: Path) -> None:
    out = tmp_path / "again"
    words = ("--bots", "planner,grabber,random", "--games", GAMES, "--seed", 7, "--out", out)
    assert caravan("simulate", "--rules", results / "rules.toml", *words).code == 0
    for name in names_in(results):
        assert (out / name).read_bytes() == (results / name).read_bytes()


def test_without_events_there_is_no_log_and_no_figure_from_it(caravan: Command, tmp_path: Path) -> None:
    ran = caravan("simulate", "--games", 3, "--no-events", "--out", tmp_path / "out")
    assert ran.code == 0
    assert names_in(tmp_path / "out") == ["games.csv", "rules.toml", "seats.csv", "summary.csv"]
    assert "action_mix_by_progress" not in (tmp_path / "out" / "summary.csv").read_text(encoding="utf-8")


def test_without_a_folder_nothing_is_written(caravan: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = caravan("simulate", "--games", 3)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out
    assert names_in(tmp_path) == []


def test_the_table_tells_what_came_of_it(caravan: Command) -> None:
    ran = caravan("simulate", "--games", 40, "--players", 2, "--seed", 5)
    assert ran.out.startswith("40 games of 2 players from seed 5, rules ")
    assert re.search(r"^first-player advantage +[+-]\d+\.\d percentage points \(.* to .*, .* 95%\)$", ran.out, re.M)
    assert re.search(r"^1 +planner +\d+\.\d +\d+\.\d to \d+\.\d +\d+\.\d +\d+\.\d to \d+\.\d$", ran.out, re.M)
    assert re.search(r"^2 +planner ", ran.out, re.M)
    assert re.search(r"^length +\d+\.\d turns", ran.out, re.M)
    assert re.search(r"^endings +100\.0% by a delivery \(", ran.out, re.M)
    assert re.search(r"^ +0\.0% by deadlock \(", ran.out, re.M)
    assert re.search(r"^ +0\.0% at the turn limit \(", ran.out, re.M)


def test_the_table_tells_of_one_game_too(caravan: Command) -> None:
    ran = caravan("simulate", "--games", 1, "--bots", "random", "--set", "turn_limit=1")
    assert (ran.code, ran.err) == (0, "")
    assert "nan" not in ran.out


def test_the_table_warns_of_weak_bots_and_of_bots_that_differ(caravan: Command) -> None:
    assert "weak bots" in caravan("simulate", "--games", 2, "--bots", "grabber").out
    assert "the bots differ by seat" in caravan("simulate", "--games", 2, "--bots", "planner,random,random,random").out


def test_the_table_says_what_was_changed_as_it_can_be_set(caravan: Command) -> None:
    ran = caravan("simulate", "--games", 1, "--bots", "random", "--set", "opening_actions=", "--set", "turn_limit=1")
    assert "the standard game with opening_actions=none, turn_limit=1" in " ".join(ran.out.split())
    assert caravan("simulate", "--games", 1, "--bots", "random", "--set", "opening_actions=none").code == 0


def test_settings_change_the_rules_one_after_the_other(caravan: Command, tmp_path: Path) -> None:
    settings = ("--set", "camels=7", "--set", "opening_actions=2,3", "--set", "rainbow_camel=true", "--set", "camels=6")
    assert caravan("simulate", "--games", 1, "--rules", "published", *settings, "--out", tmp_path / "out").code == 0
    assert Rules.read(tmp_path / "out" / "rules.toml").differences(Rules.preset("published")) == {
        "camels": (5, 6),
        "opening_actions": ([1, 2, 3], [2, 3]),
        "rainbow_camel": (False, True),
    }


def test_players_come_from_the_command_line_before_the_rules(caravan: Command, tmp_path: Path) -> None:
    (tmp_path / "two.toml").write_text("[rules]\nplayers = 2\n", encoding="utf-8")
    two = ("simulate", "--rules", tmp_path / "two.toml", "--games", 1)
    assert "1 game of 2 players" in caravan(*two).out
    assert "1 game of 3 players" in caravan(*two, "--players", 3).out


def test_a_file_comes_after_a_preset_of_the_same_name(
    caravan: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rainbow").write_text("[rules]\ncamels = 7\n", encoding="utf-8")
    assert "camels=7" not in caravan("simulate", "--rules", "rainbow", "--games", 1).out
    assert "camels=7" in caravan("simulate", "--rules", "./rainbow", "--games", 1).out


def test_a_bot_of_ones_own_plays(caravan: Command, tmp_path: Path) -> None:
    (tmp_path / "my_bots.py").write_text(
        "class Idler:\n    def choose(self, game):\n        return game.legal_actions[-1]\n", encoding="utf-8"
    )
    bots = f"{tmp_path / 'my_bots.py'}:Idler,random"
    ran = caravan("simulate", "--players", 2, "--games", 2, "--set", "turn_limit=20", "--bots", bots)
    assert (ran.code, ran.err) == (0, "")
    assert "Idler" in ran.out


def test_nothing_is_said_about_progress_unless_a_terminal_is_watching(caravan: Command) -> None:
    assert caravan("simulate", "--games", 200).err == ""


class Terminal:
    """A terminal that remembers what was written."""

    def __init__(self, *, watched: bool = True) -> None:
        self.watched = watched
        self.written: list[str] = []

    def isatty(self) -> bool:
        return self.watched

    def write(self, text: str) -> int:
        self.written.append(text)
        return len(text)

    def flush(self) -> None:
        pass


def test_a_terminal_sees_progress_in_one_line_that_is_gone_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter([60.0, 62.0, 62.05, 64.0])
    monkeypatch.setattr("time.monotonic", lambda: next(seconds))
    terminal = Terminal()
    with Progress(terminal, "0 of 4,000 games") as progress:  # type: ignore[arg-type]
        for done in (100, 1100, 1150, 3100):
            progress.games_done(done, 4000)
    said = "".join(terminal.written)
    assert "\n" not in said
    assert "1,100 of 4,000 games, 500 games/s, 6 s left" in said
    assert "1,150" not in said
    assert "3,100 of 4,000 games, 750 games/s, 1 s left" in said
    assert said.endswith("\r")
    assert said.rsplit("\r", 2)[1].strip() == ""


def test_whoever_isnt_watching_sees_nothing() -> None:
    terminal = Terminal(watched=False)
    with Progress(terminal, "0") as progress:  # type: ignore[arg-type]
        progress.games_done(10, 10)
    assert terminal.written == []


def test_progress_tells_rate_and_time_left() -> None:
    assert line(1200, 5000, 2400) == "1,200 of 5,000 games, 2,400 games/s, 2 s left"
    assert line(1200, None, 2.4) == "1,200 games, 2.4 games/s"
    assert duration(59.4) == "59 s"
    assert duration(200) == "3 min 20 s"
    assert duration(3900) == "1 h 5 min"


def test_earlier_results_are_kept_and_named(caravan: Command, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert caravan("simulate", "--games", 2, "--out", out).code == 0
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    ran = caravan("simulate", "--games", 3, "--format", "parquet", "--out", out)
    assert ran.code == 2
    said = one_line(ran)
    assert all(name in said for name in before)
    assert "--overwrite" in said
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


def test_overwriting_puts_the_new_results_in_the_place_of_all_earlier_ones(caravan: Command, tmp_path: Path) -> None:
    out = tmp_path / "out"
    caravan("simulate", "--games", 2, "--out", out)
    (out / "notes.txt").write_text("mine", encoding="utf-8")
    ran = caravan("simulate", "--games", 3, "--format", "parquet", "--no-events", "--overwrite", "--out", out)
    assert (ran.code, ran.err) == (0, "")
    assert names_in(out) == ["games.parquet", "notes.txt", "rules.toml", "seats.parquet", "summary.csv"]
    assert len(pd.read_parquet(out / "games.parquet")) == 3
    assert (out / "notes.txt").read_text(encoding="utf-8") == "mine"


def test_folders_above_are_made_and_other_files_stay(caravan: Command, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    ran = caravan("simulate", "--games", 1, "--out", tmp_path / "a" / "b")
    assert ran.code == 0
    assert len(names_in(tmp_path / "a" / "b")) == 5
    assert names_in(tmp_path) == ["a", "mine.txt"]
