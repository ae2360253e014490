from __future__ import annotations

import csv
import errno
import io
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from played import Played

from caravan.errors import CaravanError, LogError, OutputError
from caravan.events import (
    check_files,
    event_blocks,
    events_types,
    read_events,
    read_games,
    read_seats,
    reading,
    table_writer,
    write_events,
    write_games,
    write_seats,
    writing,
)
from caravan.rules import Rules

FORMATS = ["csv", "parquet"]


def assert_same(found: pd.DataFrame, wanted: pd.DataFrame) -> None:
    pd.testing.assert_frame_equal(found, wanted, check_exact=True)
    assert found.dtypes.tolist() == wanted.dtypes.tolist()


@pytest.mark.parametrize("form", FORMATS)
def test_a_log_comes_back_as_it_was_written(played: Played, tmp_path: Path, form: str) -> None:
    write_events(played.events, tmp_path / f"events.{form}")
    assert_same(read_events(tmp_path / f"events.{form}", played.rules), played.events)


@pytest.mark.parametrize("form", FORMATS)
def test_the_tables_come_back_as_they_were_written(played: Played, tmp_path: Path, form: str) -> None:
    write_games(played.games, tmp_path / f"games.{form}")
    write_seats(played.seats, tmp_path / f"seats.{form}")
    assert_same(read_games(tmp_path / f"games.{form}"), played.games)
    assert_same(read_seats(tmp_path / f"seats.{form}"), played.seats)


def test_pandas_alone_reads_parquet_with_the_same_types(full: Played, tmp_path: Path) -> None:
    for name in ("events", "games", "seats"):
        table = getattr(full, name)
        with table_writer(tmp_path / f"{name}.parquet", name) as writer:
            writer.write(table)
        assert_same(pd.read_parquet(tmp_path / f"{name}.parquet"), table)


def plain_csv(table: pd.DataFrame) -> str:
    """The format, written down in the simplest way there is."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.columns)
    for row in table.astype(object).itertuples(index=False):
        cells = ["" if pd.isna(cell) else cell for cell in row]
        writer.writerow([str(cell).lower() if isinstance(cell, bool) else cell for cell in cells])
    return text.getvalue()


def test_csv_is_one_heading_then_one_line_for_each_row_without_an_index(played: Played, tmp_path: Path) -> None:
    for name in ("events", "games", "seats"):
        with table_writer(tmp_path / "table.csv", name) as writer:
            writer.write(getattr(played, name))
        assert (tmp_path / "table.csv").read_bytes().decode("utf-8") == plain_csv(getattr(played, name))


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("rows_of_a_group", [1, 500, 10**6])
def test_writing_block_by_block_makes_the_same_file(
    full: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, rows_of_a_group: int
) -> None:
    monkeypatch.setattr(writing, "ROWS_OF_A_GROUP", rows_of_a_group)
    write_events(full.events, tmp_path / f"whole.{form}")
    with table_writer(tmp_path / f"blocks.{form}") as writer:
        for _, game in full.events.groupby("game"):
            writer.write(game)
    assert_same(read_events(tmp_path / f"blocks.{form}", full.rules), full.events)
    if form == "csv":
        assert (tmp_path / "blocks.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()


@pytest.mark.parametrize("form", FORMATS)
def test_a_log_without_games_is_a_file_too(tmp_path: Path, form: str) -> None:
    with table_writer(tmp_path / f"events.{form}"):
        pass
    log = read_events(tmp_path / f"events.{form}", Rules())
    assert len(log) == 0
    assert log["target"].cat.categories[0] == "a1"
    assert list(event_blocks(tmp_path / f"events.{form}", Rules())) == []


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("at_once", [2**18, 100, 7])
def test_a_log_is_read_bit_by_bit_and_cut_only_between_games(
    full: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, at_once: int
) -> None:
    monkeypatch.setattr(reading, "ROWS_AT_ONCE", at_once)
    monkeypatch.setattr(reading, "BYTES_AT_ONCE", at_once * 60)
    write_events(full.events, tmp_path / f"events.{form}")
    blocks = list(event_blocks(tmp_path / f"events.{form}", full.rules))
    games = [game for block in blocks for game in block["game"].unique()]
    assert games == full.games["game"].tolist()
    assert_same(pd.concat(blocks), full.events)
    if at_once < 2**18:
        assert len(blocks) > 1


@pytest.mark.parametrize("form", FORMATS)
def test_after_an_error_nothing_is_left_and_the_old_file_stays(full: Played, tmp_path: Path, form: str) -> None:
    path = tmp_path / f"events.{form}"
    path.write_text("what was there before")

    def be_interrupted() -> None:
        with table_writer(path) as writer:
            writer.write(full.events)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        be_interrupted()
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    assert path.read_text() == "what was there before"


class FullDisk(io.BytesIO):
    def write(self, _data: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", ["events", "games", "seats"])
def test_a_full_disk_is_explained_and_nothing_is_left(
    full: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, name: str
) -> None:
    monkeypatch.setattr(Path, "open", lambda *_args, **_named: FullDisk())
    with (
        pytest.raises(OutputError, match=rf"{name}\.{form} can't be written: the disk is full"),
        table_writer(tmp_path / f"{name}.{form}", name) as writer,
    ):
        writer.write(getattr(full, name))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_isnt_there_is_explained(full: Played, tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="can't be written: there is no such file or folder"):
        write_events(full.events, tmp_path / "nowhere" / "events.csv")


def test_only_csv_and_parquet_are_written_and_read(full: Played, tmp_path: Path) -> None:
    for refused in (lambda: write_events(full.events, tmp_path / "e.xls"), lambda: read_games(tmp_path / "games")):
        with pytest.raises(LogError, match=r"must end in \.csv or \.parquet"):
            refused()


def test_a_table_with_other_columns_or_types_isnt_written(full: Played, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    with pytest.raises(LogError, match="column 'rules_id' is missing"):
        write_games(full.seats, path)
    with pytest.raises(LogError, match="there is no column 'mood'"):
        write_games(full.games.assign(mood="good"), path)
    with pytest.raises(LogError, match="column 'winner' is of type float64, but must be Int8"):
        write_games(full.games.astype({"winner": "float64"}), path)
    assert list(tmp_path.iterdir()) == []


def test_names_with_commas_and_quotes_are_quoted(full: Played, tmp_path: Path) -> None:
    odd = 'my "own", bot\nof two lines'
    seats = full.seats.assign(bot=pd.Categorical([odd] * len(full.seats)))
    write_seats(seats, tmp_path / "seats.csv")
    assert_same(read_seats(tmp_path / "seats.csv"), seats)


@pytest.fixture(scope="module")
def written(full: Played) -> bytes:
    """A log as CSV, short enough to look at cell by cell."""
    return plain_csv(full.events.head(600)).encode()


@pytest.fixture(scope="module")
def written_parquet(full: Played, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The same as Parquet."""
    path = tmp_path_factory.mktemp("written") / "events.parquet"
    write_events(full.events.head(600), path)
    return path.read_bytes()


def with_cell(content: bytes, line: int, column: str, text: str) -> bytes:
    """Change a cell; lines count from 1, the heading."""
    lines = content.decode().splitlines()
    cells = lines[line - 1].split(",")
    cells[lines[0].split(",").index(column)] = text
    lines[line - 1] = ",".join(cells)
    return ("\n".join(lines) + "\n").encode()


@pytest.mark.parametrize(
    ("column", "text", "allowed"),
    [
        ("game", "first", "a whole number from -9223372036854775808 to 9223372036854775807"),
        ("event", "99999999999", "a whole number from -2147483648 to 2147483647"),
        ("turn", "1.0", "a whole number from -32768 to 32767"),
        ("turn", "", "a whole number from -32768 to 32767"),
        ("seat", "two", "a seat from 1 to 4, or nothing"),
        ("seat", "1.0", "a seat from 1 to 4, or nothing; did you mean 1?"),
        ("action", "mvoe", "one of seed, place, move, pick_up"),
        ("cost", "128", "a whole number from -128 to 127"),
        ("source", "h9", "a name from a1 to g7, or nothing"),
        (
            "good",
            "Salt",
            "one of ivory, gold, cloth, copper, salt, paper, dates, leather, or nothing; did you",
        ),
        ("under", "yes", "true or false, or nothing"),
        ("end_reason", "boredom", "one of delivery, deadlock, turn_limit, or nothing"),
    ],
)
def test_a_wrong_cell_is_named_with_its_line(
    written: bytes, tmp_path: Path, column: str, text: str, allowed: str
) -> None:
    path = tmp_path / "events.csv"
    path.write_bytes(with_cell(written, 58, column, text))
    with pytest.raises(LogError) as caught:
        read_events(path, Rules())
    found = f"'{text}'" if text else "nothing"
    assert str(caught.value).startswith(f"{path}, line 58, column '{column}': found {found}, allowed is {allowed}")


def test_seats_that_pandas_made_into_fractions_are_explained(written: bytes, tmp_path: Path) -> None:
    path = tmp_path / "events.csv"
    path.write_bytes(written)
    pd.read_csv(path).to_csv(path, index=False)
    with pytest.raises(LogError) as caught:
        next(check_files(path, Rules()))
    assert str(caught.value) == (
        f"{path}, line 10, column 'seat': found '1.0', allowed is a seat from 1 to 4, or nothing; did you mean 1? "
        "(pandas writes whole numbers so unless it is told the columns' types: see docs/event-log.md)"
    )


def test_a_log_that_pandas_wrote_with_the_types_it_needs_reads_back_the_same(written: bytes, tmp_path: Path) -> None:
    path = tmp_path / "events.csv"
    path.write_bytes(written)
    before = read_events(path, Rules())
    pd.read_csv(path, dtype={"seat": "Int8", "victim": "Int8", "under": "boolean"}).to_csv(path, index=False)
    pd.testing.assert_frame_equal(read_events(path, Rules()), before)
    pd.read_csv(path, dtype=events_types(Rules().board)).to_csv(path, index=False)
    pd.testing.assert_frame_equal(read_events(path, Rules()), before)


def test_the_first_of_several_wrong_cells_is_named(written: bytes, tmp_path: Path) -> None:
    path = tmp_path / "events.csv"
    path.write_bytes(with_cell(with_cell(written, 300, "cost", "x"), 40, "under", "x"))
    with pytest.raises(LogError, match="line 40, column 'under'"):
        read_events(path, Rules())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda _: b"", "the first line must name the columns, but is empty"),
        (lambda content: content.replace(b"actions_left", b"action_left", 1), "is it the one called 'action_left'?"),
        (lambda content: content.replace(b"turn,seat", b"seat,turn", 1), "column 3 is 'seat', but must be 'turn'"),
        (lambda content: content.replace(b"reason\n", b"reason,mood\n", 1), "there is no column 'mood'"),
        (lambda content: content.replace(b"game", b"event", 1), "column 'game' is missing"),
        (lambda content: content.replace(b"seed", b"s\xe9ed", 1), "line 2: found byte 0xe9, allowed is UTF-8 text"),
        (lambda content: content[content.index(b"\n") + 1 :], "column 'game' is missing"),
        (lambda content: content.replace(b"0,1,0,", b"0,1,0", 1), "line 3: found 14 columns, allowed is 15"),
        (lambda content: content.replace(b"0,1,0,", b"0,1,0,,", 1), "line 3: found 16 columns, allowed is 15"),
        (lambda content: content[:-9], "line 601"),
        (lambda content: content.replace(b",", b";"), "column 'game' is missing"),
        (lambda content: content.replace(b"seed", b'"seed', 1), "found"),
        (lambda content: content.decode().encode("utf-16"), "found byte 0xff, allowed is UTF-8 text"),
        (lambda _: b"\x80\x81" * 20, "allowed is UTF-8 text"),
        (lambda _: bytes(range(128)) * 20, "is missing"),
    ],
)
def test_a_csv_that_isnt_a_log_is_explained(written: bytes, tmp_path: Path, change: object, said: str) -> None:
    path = tmp_path / "events.csv"
    path.write_bytes(change(written))
    with pytest.raises(LogError) as caught:
        read_events(path, Rules())
    assert str(caught.value).startswith(str(path))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "change",
    [
        lambda content: b"\xef\xbb\xbf" + content,
        lambda content: content.replace(b"\n", b"\r\n"),
        lambda content: content.rstrip(b"\n"),
        lambda content: content + b"\n\n",
        lambda content: content.replace(b"true", b"TRUE").replace(b"false", b"FALSE"),
        lambda content: content.replace(b"seed", b'"seed"'),
    ],
    ids=["byte order mark", "carriage returns", "no last line end", "empty last lines", "capitals", "quotes"],
)
def test_what_spreadsheet_programs_do_to_a_csv_does_no_harm(
    full: Played, written: bytes, tmp_path: Path, change: object
) -> None:
    (tmp_path / "events.csv").write_bytes(change(written))
    assert_same(read_events(tmp_path / "events.csv", full.rules), full.events.head(600))


def assert_read_or_explained(path: Path) -> None:
    said = ""
    try:
        read_events(path, Rules())
    except CaravanError as error:
        said = str(error)
    assert not said or str(path) in said


@given(st.integers(0, 10**6), st.binary(max_size=6), st.integers(0, 6))
@example(0, b'"', 0)
@example(103, b"\0", 0)
@example(3, b"\0", 0)
@example(3, b"\r", 0)
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_csv_is_read_or_explained_but_never_a_crash(
    written: bytes, tmp_path: Path, place: int, inserted: bytes, removed: int
) -> None:
    place %= len(written)
    path = tmp_path / "events.csv"
    path.write_bytes(written[:place] + inserted + written[place + removed :])
    assert_read_or_explained(path)


@given(st.integers(0, 10**6), st.binary(min_size=1, max_size=6), st.booleans())
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_parquet_is_read_or_explained_but_never_a_crash(
    written_parquet: bytes, tmp_path: Path, place: int, inserted: bytes, cut: bool
) -> None:
    path = tmp_path / "events.parquet"
    content = written_parquet
    place %= len(content)
    path.write_bytes(content[:place] if cut else content[:place] + inserted + content[place + len(inserted) :])
    assert_read_or_explained(path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda log: log.drop(columns="cost"), "column 'cost' is missing"),
        (lambda log: log.assign(mood=1), "there is no column 'mood'"),
        (lambda log: log.astype({"cost": "float64"}), "column 'cost': found type double, allowed is a whole number"),
        (lambda log: log.astype({"under": "str"}), "column 'under': found type"),
        (lambda log: log.astype({"good": "str"}).fillna({"good": "silk"}), "row 8, column 'good': found 'silk'"),
        (lambda log: log.assign(cost=np.arange(len(log))), "row 128, column 'cost': found 128, allowed is"),
        (lambda log: log.assign(turn=log["seat"]), "row 0, column 'turn': found nothing, allowed is"),
    ],
)
def test_a_parquet_file_that_isnt_a_log_is_explained(full: Played, tmp_path: Path, change: object, said: str) -> None:
    path = tmp_path / "events.parquet"
    change(full.events.head(600)).to_parquet(path)
    with pytest.raises(LogError) as caught:
        read_events(path, full.rules)
    assert str(caught.value).startswith(str(path))
    assert said in str(caught.value)


def test_wider_numbers_and_plain_texts_in_parquet_are_read(full: Played, tmp_path: Path) -> None:
    path = tmp_path / "events.parquet"
    full.events.astype({"cost": "int64", "seat": "Int64", "action": "str", "good": "str"}).to_parquet(path)
    assert_same(read_events(path, full.rules), full.events)


@pytest.mark.parametrize("form", FORMATS)
def test_a_file_that_cant_be_opened_is_explained(tmp_path: Path, form: str) -> None:
    with pytest.raises(LogError, match="can't be read: there is no such file or folder"):
        read_events(tmp_path / f"events.{form}", Rules())
    (tmp_path / f"events.{form}").mkdir()
    with pytest.raises(LogError, match="can't be read: it is a folder"):
        read_events(tmp_path / f"events.{form}", Rules())


def test_a_table_whose_cell_is_wrong_is_explained(full: Played, tmp_path: Path) -> None:
    path = tmp_path / "seats.csv"
    path.write_bytes(with_cell(plain_csv(full.seats).encode(), 9, "win_share", "half"))
    with pytest.raises(LogError, match="line 9, column 'win_share': found 'half', allowed is a number"):
        read_seats(path)
    path.write_bytes(with_cell(plain_csv(full.seats).encode(), 9, "bot", ""))
    with pytest.raises(LogError, match="line 9, column 'bot': found nothing, allowed is a text"):
        read_seats(path)
