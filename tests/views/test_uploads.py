"""What visitors upload: read, checked, explained fault by fault."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pandas as pd
import pytest

from caravan import Board, Rules, simulate
from caravan.events import write_events
from caravan.views.limits import Limits
from caravan.views.uploads import LogFaults, UploadedLog, UploadError, read_board, read_log, read_rules, shown_name

GAMES = 12


@pytest.fixture(scope="module")
def events() -> pd.DataFrame:
    return simulate(Rules(), players=3, bots="grabber", games=GAMES, seed=1).events.reset_index(drop=True)


@pytest.fixture(scope="module")
def files(events: pd.DataFrame, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("logs")
    found = {}
    for ending in ("csv", "parquet"):
        path = folder / f"events.{ending}"
        write_events(events, path)
        found[ending] = path.read_bytes()
    return found


def changed(content: bytes, *changes: tuple[int, int, str]) -> bytes:
    """Change cells of a CSV: line, column from 0, and what stands there instead."""
    lines = content.decode().splitlines()
    for line, column, text in changes:
        cells = lines[line - 1].split(",")
        cells[column] = text
        lines[line - 1] = ",".join(cells)
    return "\n".join(lines).encode()


def faults_of(content: bytes, name: str = "log.csv", **settings: object) -> LogFaults:
    found = read_log(name, content, **settings)  # type: ignore[arg-type]
    assert isinstance(found, LogFaults)
    assert found.faults
    return found


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_log_is_read_as_it_was_written(files: dict[str, bytes], events: pd.DataFrame, ending: str) -> None:
    log = read_log(f"events.{ending}", files[ending])
    assert isinstance(log, UploadedLog)
    pd.testing.assert_frame_equal(log.events, events)
    assert log.games == tuple(range(GAMES))
    assert log.rules == Rules(players=3)


def test_the_name_decides_nothing(files: dict[str, bytes]) -> None:
    assert isinstance(read_log("../../etc/passwd", files["parquet"]), UploadedLog)
    assert isinstance(read_log("events.parquet", files["csv"]), UploadedLog)


def test_ten_faults_are_told_each_with_line_and_column(files: dict[str, bytes], events: pd.DataFrame) -> None:
    begins = {int(game): int(rows.index[0]) + 2 for game, rows in events.groupby("game")}
    wanted = [
        (begins[0] + 20, "turn", "soon"),
        (begins[1] + 20, "action", "moves"),
        (begins[2] + 20, "target", "z99"),
        (begins[3] + 20, "points", "17"),
        (begins[4] + 20, "event", "7000"),
        (begins[5] + 20, "under", "perhaps"),
        (begins[6] + 20, "good", "<b>salt</b>"),
        (begins[7] + 20, "seat", "2.5"),
        (begins[8] + 20, "cost", "99"),
        (begins[9] + 20, "game", "1e400"),
    ]
    places = list(events.columns)
    content = changed(files["csv"], *((line, places.index(column), text) for line, column, text in wanted))
    found = faults_of(content)
    assert [(fault.row, fault.column) for fault in found.faults] == [(line, column) for line, column, _ in wanted]
    assert found.found == 10
    assert "did you mean 'move'?" in found.faults[1].reason
    assert not found.all_found


def test_a_log_of_other_rules_departs_from_these(files: dict[str, bytes]) -> None:
    found = faults_of(files["csv"], rules=Rules(enter_empty_cost=2))
    assert {fault.column for fault in found.faults} & {"cost", "actions_left", "action"}
    assert all(fault.game is not None and fault.place == f"line {fault.row}" for fault in found.faults)


def test_every_wrong_column_is_named(files: dict[str, bytes]) -> None:
    content = files["csv"].replace(b"seat,action,", b"seats,action,action,", 1)
    words = [str(fault) for fault in faults_of(content).faults]
    assert words[0] == "the heading, column 'seat': this column is missing; is it the one called 'seats'?"
    assert any("there are 2 columns of this name" in text for text in words)
    assert any("a log has no such column" in text for text in words)


def test_columns_of_other_types_are_named(events: pd.DataFrame, tmp_path: Path) -> None:
    events.astype({"turn": "float64", "target": object}).assign(under="perhaps").to_parquet(tmp_path / "log.parquet")
    found = faults_of((tmp_path / "log.parquet").read_bytes())
    assert [(fault.place, fault.column) for fault in found.faults] == [
        ("the whole column", "turn"),
        ("the whole column", "under"),
    ]


def test_columns_that_a_parquet_file_lacks_are_named(events: pd.DataFrame, tmp_path: Path) -> None:
    events.drop(columns=["action", "turn"]).to_parquet(tmp_path / "log.parquet")
    found = faults_of((tmp_path / "log.parquet").read_bytes())
    assert [fault.column for fault in found.faults] == ["turn", "action"]


def test_rows_that_are_short_or_long_are_told(files: dict[str, bytes]) -> None:
    lines = files["csv"].split(b"\n")
    lines[50] += b",,"
    lines[900] = b"3"
    found = faults_of(b"\n".join(lines))
    assert [(fault.row, fault.reason) for fault in found.faults] == [
        (51, "found 17 cells, allowed is 15"),
        (901, "found 1 cells, allowed is 15"),
    ]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "the file is empty"),
        (b"PK\x03\x04rest", "a workbook of a spreadsheet"),
        (b"game;event;turn", "parted by a semicolon"),
        ("game,event\n0,0".encode("utf-16"), "UTF-16"),
        (b"game,event\n\xe4,0", "line 2: found byte 0xe4, allowed is UTF-8 text"),
        (b"game\x00\x00", "zero bytes"),
        (b"PAR1 and no more", "can't be read as Parquet"),
    ],
)
def test_what_is_no_log_is_told_as_a_whole(content: bytes, words: str) -> None:
    (fault,) = faults_of(content).faults
    assert words in fault.reason
    assert fault.place == "the whole file"


def test_a_log_beyond_the_limits_is_refused(files: dict[str, bytes]) -> None:
    few = Limits(upload_rows=100)
    assert "more than 100 rows" in str(faults_of(files["csv"], limits=few).faults[0])
    assert "this server reads at most 100" in str(faults_of(files["parquet"], limits=few).faults[0])
    large = files["csv"] + b"\n" * 2**20
    assert "takes at most 1 MB" in str(faults_of(large, limits=Limits(upload_megabytes=1)).faults[0])


def test_a_reader_that_dies_takes_nothing_with_it(files: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caravan.views.uploads.reading_apart.__file__", "/no/such/program.py")
    (fault,) = faults_of(files["csv"]).faults
    assert "damaged, or takes more memory" in fault.reason


def test_nothing_of_an_upload_is_written_anywhere(
    files: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    read_log("kept.csv", files["csv"])
    faults_of(files["parquet"][:-100], name="kept.parquet")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("events.csv", "events.csv"),
        ("/etc/passwd", "passwd"),
        ("C:\\logs\\a.csv", "a.csv"),
        ("a\x00\u202eb\n.csv", "ab.csv"),
        ("", "the upload"),
        ("n" * 500, "n" * 59 + "\u2026"),
        ("<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"),
    ],
)
def test_names_are_made_fit_to_be_shown(name: str, shown: str) -> None:
    assert shown_name(name) == shown


def test_rules_and_boards_are_read_from_their_files() -> None:
    rules = Rules(camels=6)
    assert read_rules("rules.toml", rules.to_toml().encode()) == rules
    assert read_board("board.toml", Board.standard().to_toml().encode()) == Board.standard()
    assert read_board("rules.toml", rules.to_toml().encode()) == Board.standard()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "the file is empty"),
        (b"camels = 6", "unknown key 'camels'"),
        (b"[rules]\ncamels = 60", "line 2"),
        (b"[rules]\n\xff = 1", "line 2: found byte 0xff"),
        (b"[rules]\nx = " + b"[" * 20_000, "allowed are at most 1,000"),
        (b"[rules]\nx = " + b"[\n" * 16_000, "not valid TOML"),
        (b"#" * 40_000, "at most 32,768"),
        (b"[rules]\ncamels = " + b"9" * 900, "camels"),
    ],
)
def test_rules_that_cant_be_read_are_refused_in_words(content: bytes, words: str) -> None:
    with pytest.raises(UploadError) as caught:
        read_rules("my.toml", content)
    assert words in str(caught.value)
    assert str(caught.value).startswith("my.toml")
    assert len(str(caught.value)) < 700


def test_reading_apart_brings_nothing_of_the_project_along() -> None:
    import sys

    from caravan.views import reading_apart

    code = f"import runpy, sys; runpy.run_path({reading_apart.__file__!r}); print('caravan' in sys.modules)"
    found = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"
