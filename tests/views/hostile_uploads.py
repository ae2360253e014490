"""Damaged and hostile uploads, made by chance from a seed: no two alike, and each to be refused in words."""

from __future__ import annotations

import gzip
import io
import random
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

COLUMNS = 15
FORMULAS = ("=1+1", "=cmd|' /C calc'!A0", "+1+cmd", "-2+3", "@SUM(1;2)", '=HYPERLINK("http://x.invalid";"y")', "\t=1")
MARKUP = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "</td></table><h1>",
    "&lt;b&gt;",
    "<svg/onload=alert(1)>",
    "javascript:alert(1)",
    "{{7*7}}",
    "${7*7}",
)
NUMBERS = (
    "9" * 25,
    "-" + "9" * 40,
    "1e400",
    "1e9",
    "0x7f",
    "nan",
    "inf",
    "-inf",
    "1_000",
    "2.5",
    "3.0",
    "128",
    "-129",
    "70000",
    "9223372036854775808",
    "\u0663",
    "1,5",
    "None",
    "True",
    " ",
    "--1",
)
NAMES = (
    "events.csv",
    "../../../../etc/passwd",
    "..\\..\\windows\\system32\\drivers\\etc\\hosts",
    "/dev/zero",
    "file:///etc/shadow",
    "<img src=x onerror=alert(1)>.csv",
    "=cmd|' /C calc'!A0.csv",
    "a" * 4000 + ".csv",
    "con.parquet",
    "$(rm -rf ~).csv",
    "`id`.csv",
    "events.csv\x00.exe",
    "\u202evsc.stneve",
    "\r\nSet-Cookie: a=b.csv",
    "'; DROP TABLE events;--.csv",
    "",
    " ",
    ".",
    "..",
    "\ud83d\udc2b.parquet",
)


@dataclass(frozen=True)
class HostileUpload:
    """One upload.

    Attributes
    ----------
    number : int
        Its number in the row.
    kind : str
        How it was made.
    aims_at : str
        What it pretends to be: ``log``, ``rules`` or ``board``.
    name : str
        What the file is called.
    content : bytes
    """

    number: int
    kind: str
    aims_at: str
    name: str
    content: bytes

    def __str__(self) -> str:
        return f"{self.number}: {self.kind}"


class Maker:
    """Makes uploads.

    Parameters
    ----------
    events : DataFrame
        A log that is in order, of several games.
    csv, parquet : bytes
        The same as files.
    rules, board : str
        The text of a rules file and of a board file, both in order.
    seed : int
        The same seed gives the same uploads.
    """

    def __init__(self, events: pd.DataFrame, csv: bytes, parquet: bytes, rules: str, board: str, seed: int = 0) -> None:
        self.events, self.csv, self.parquet = events, csv, parquet
        self.rules, self.board = rules, board
        self.lines = csv.decode().splitlines()
        self.seed = seed

    def uploads(self, count: int) -> Iterator[HostileUpload]:
        """Make so many, each kind as often as any other."""
        return map(self.upload, range(count))

    def upload(self, number: int) -> HostileUpload:
        """Make one of them."""
        make = KINDS[number % len(KINDS)]
        chance = random.Random(f"{self.seed} {number}")
        aims_at, content = make(self, chance)
        name = chance.choice(NAMES) if chance.random() < 0.5 else f"upload.{'toml' if aims_at != 'log' else 'csv'}"
        return HostileUpload(number, make.__name__, aims_at, name, content)

    def changed_cells(self, chance: random.Random, texts: tuple[str, ...], columns: range | None = None) -> bytes:
        """Change a few cells of the CSV file."""
        lines = list(self.lines)
        for _ in range(chance.randint(1, 12)):
            place = chance.randrange(1, len(lines))
            cells = lines[place].split(",")
            if len(cells) == COLUMNS:
                cells[chance.choice(columns or range(COLUMNS))] = quoted(chance.choice(texts))
                lines[place] = ",".join(cells)
        return "\n".join(lines).encode()

    def as_parquet(self, frame: pd.DataFrame) -> bytes:
        """Write a frame."""
        file = io.BytesIO()
        frame.to_parquet(file)
        return file.getvalue()

    def table(self) -> pa.Table:
        """Give the log as a table of Arrow."""
        return pa.Table.from_pandas(self.events, preserve_index=False)


def quoted(text: str) -> str:
    """Write a text as CSV writes it."""
    return '"' + text.replace('"', '""') + '"' if any(mark in text for mark in ',"\r\n') else text


def widened(frame: pd.DataFrame, count: int) -> pd.DataFrame:
    """Add so many columns."""
    more = pd.DataFrame(0, index=frame.index, columns=[f"more_{extra}" for extra in range(count)])
    return pd.concat([frame, more], axis="columns")


def written(table: pa.Table, **options: object) -> bytes:
    file = io.BytesIO()
    pq.write_table(table, file, **options)
    return file.getvalue()


Kind = Callable[[Maker, random.Random], tuple[str, bytes]]
KINDS: list[Kind] = []


def kind(make: Kind) -> Kind:
    KINDS.append(make)
    return make


@kind
def csv_cut_off(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    cut = chance.randrange(200, len(maker.csv) - 40)
    content = maker.csv[:cut]
    ends_whole = content.rstrip(b"\n").endswith((b"delivery", b"deadlock", b"turn_limit"))
    return "log", content[:-12] if ends_whole else content


@kind
def csv_wrong_numbers(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    column = list(maker.events.columns).index(chance.choice(["game", "event", "turn", "cost", "demand", "points"]))
    return "log", maker.changed_cells(chance, NUMBERS, range(column, column + 1))


@kind
def csv_formulas(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    return "log", maker.changed_cells(chance, FORMULAS)


@kind
def csv_markup(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    return "log", maker.changed_cells(chance, MARKUP)


@kind
def csv_formulas_and_markup_in_the_heading(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    names = maker.lines[0].split(",")
    for _ in range(chance.randint(1, 15)):
        names[chance.randrange(COLUMNS)] = quoted(chance.choice(FORMULAS + MARKUP))
    return "log", "\n".join([",".join(names), *maker.lines[1:]]).encode()


@kind
def csv_wrong_columns(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    frame = maker.events
    names = list(frame.columns)
    match chance.randrange(5):
        case 0:
            frame = frame.drop(columns=chance.sample(names, chance.randint(1, 14)))
        case 1:
            frame = frame[sorted(names, reverse=chance.random() < 0.5)]
        case 2:
            frame = frame.rename(columns={name: name.upper() for name in chance.sample(names, 3)})
        case 3:
            frame = widened(frame, chance.randint(1, 300))
        case _:
            frame = frame[[*names, chance.choice(names)]]
    return "log", frame.to_csv(index=False).encode()


@kind
def csv_other_separators(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    return "log", maker.csv.replace(b",", chance.choice([b";", b"\t", b"|", b":", b"\x00", b" , "]))


@kind
def csv_other_encodings(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    text = maker.csv.decode().replace("salt", "s\u00e4lt")
    encoding = chance.choice(["utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1", "cp1252", "cp037", "mac-roman"])
    return "log", text.encode(encoding)


@kind
def csv_broken_bytes(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    content = bytearray(maker.csv)
    for _ in range(chance.randint(1, 50)):
        content[chance.randrange(len(content))] = chance.choice([0x80, 0xC0, 0xED, 0xF5, 0xFF])
    return "log", bytes(content)


@kind
def csv_zero_bytes_and_control_characters(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    return "log", maker.changed_cells(chance, ("\x00", "\x1b[31m", "\x07", "\u202e", "\u2028", "\ufeff", "\x7f"))


@kind
def csv_quotes(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    lines = list(maker.lines)
    for _ in range(chance.randint(1, 5)):
        place = chance.randrange(1, len(lines))
        lines[place] = chance.choice(['"', '""', 'a"b', '"a"b', '"\n"', '",']) + lines[place]
    return "log", "\n".join(lines).encode()


@kind
def csv_giant_cells(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    size = chance.choice([1001, 20_000, 300_000, 2_000_000])
    giant = chance.choice(["9", "a", "=", "<b>"]) * size
    return "log", maker.changed_cells(chance, (giant,))[: 24 * 2**20]


@kind
def csv_odd_rows(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    lines = list(maker.lines)
    place = chance.randrange(1, len(lines))
    lines[place] = chance.choice(["," * 200_000, "0", ",", "0," * 14, lines[place] + ",", lines[place] * 2])
    return "log", "\n".join(lines).encode()


@kind
def csv_rows_moved_lost_or_doubled(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    lines = list(maker.lines)
    place = chance.randrange(20, len(lines) - 20)
    match chance.randrange(3):
        case 0:
            del lines[place]
        case 1:
            lines.insert(place, lines[place])
        case _:
            lines[place], lines[place - 3] = lines[place - 3], lines[place]
    return "log", "\n".join(lines).encode()


@kind
def csv_moves_that_break_the_rules(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    frame = maker.events.copy()
    row = chance.randrange(20, len(frame))
    column = chance.choice(["points", "actions_left", "demand", "turn", "cost"])
    frame.loc[row, column] = (frame[column].iloc[row] + chance.choice([1, -1, 7, 100])) % 120
    if (frame[column] == maker.events[column]).all():
        frame.loc[row, column] = 119
    return "log", frame.to_csv(index=False).encode()


@kind
def csv_numbers_of_games_and_events(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    limits = ("9223372036854775807", "-9223372036854775808", "-1", "2147483647", "7", "1")
    lines = list(maker.lines)
    place = chance.randrange(30, len(lines) - 30)
    for row in range(place, place + chance.randint(2, 6)):
        cells = lines[row].split(",")
        cells[chance.randrange(2)] = chance.choice(limits)
        lines[row] = ",".join(cells)
    return "log", "\n".join(lines).encode()


@kind
def no_log_at_all(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(zipfile.ZipInfo("xl/workbook.xml"), b"0" * 2**20)
    return "log", chance.choice(
        [
            b"",
            b"\n",
            b"\xef\xbb\xbf",
            b" " * 5000,
            b"\n" * 200_000,
            archive.getvalue(),
            gzip.compress(bytes(2**20), mtime=0),
            b"%PDF-1.7 " + bytes(100),
            b"\x7fELF" + bytes(100),
            b"MZ" + bytes(100),
            b"#!/bin/sh\nrm -rf ~\n",
            b"import os\nos.system('id')\n",
            b"cos\nsystem\n(S'id'\ntR.",
            b"<!doctype html><script>alert(1)</script>",
            b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
            b'{"game": 0}',
            b"[" * 100_000,
            b"game\n",
            chance.randbytes(chance.randint(1, 5000)),
        ]
    )


@kind
def csv_too_many_rows(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    row = chance.choice(["0,0,0,,seed,0,0,,a7,salt,,1,,0,\n", "," * 14 + "\n", "0\n", "a,b,c\n"]).encode()
    return "log", maker.lines[0].encode() + b"\n" + row * chance.randint(2000, 60_000)


@kind
def parquet_cut_off(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    return "log", maker.parquet[: chance.randrange(4, len(maker.parquet) - 1)]


@kind
def parquet_broken_pages(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    content = bytearray(maker.parquet)
    footer = int.from_bytes(content[-8:-4], "little") + 8
    start = chance.randrange(4, len(content) - footer - 300)
    content[start : start + 300] = chance.randbytes(300)
    return "log", bytes(content)


@kind
def parquet_broken_footer(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    content = bytearray(maker.parquet)
    match chance.randrange(3):
        case 0:
            content[-8:-4] = chance.randbytes(4)
        case 1:
            content[-4:] = chance.choice([b"PARE", b"PAR2", b"\0\0\0\0"])
        case _:
            footer = int.from_bytes(content[-8:-4], "little") + 8
            content[-footer : -footer + 60] = chance.randbytes(60)
    return "log", bytes(content)


@kind
def parquet_only_in_name(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    return "log", b"PAR1" + chance.choice([b"", bytes(1000), chance.randbytes(500), maker.csv[:2000]]) + b"PAR1"


@kind
def parquet_bomb_of_rows(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    rows = chance.choice([1_000_001, 1_500_000, 3_000_000])
    table = pa.table({"game": pa.nulls(rows, pa.int8())})
    for name in maker.events.columns[1 : chance.randint(1, 4)]:
        table = table.append_column(name, table.column("game"))
    return "log", written(table, compression="zstd")


@kind
def parquet_bomb_of_texts(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    table = maker.table()
    giant = "s" * chance.choice([2000, 1_000_000, 20_000_000])
    place = table.column_names.index(chance.choice(["good", "source", "target", "action"]))
    rows = table.num_rows
    values = pa.DictionaryArray.from_arrays(pa.array([0] * rows, pa.int32()), pa.array([giant]))
    table = table.set_column(place, table.column_names[place], values)
    return "log", written(table, compression="zstd")


@kind
def parquet_bomb_of_lists(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    table = maker.table()
    place = chance.randrange(COLUMNS)
    lists = pa.array([[0] * chance.choice([1, 100, 1000])] * table.num_rows)
    return "log", written(table.set_column(place, table.column_names[place], lists), compression="zstd")


@kind
def parquet_other_types(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    frame = maker.events.copy()
    name = chance.choice(["game", "event", "turn", "cost", "demand", "points"])
    frame[name] = frame[name].astype(chance.choice(["float64", "str", "bool", "datetime64[ns]"]))
    return "log", maker.as_parquet(frame)


@kind
def parquet_nested(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    table = maker.table()
    name = chance.choice(table.column_names)
    nested = pa.array([{"a": {"b": [1, 2]}}] * table.num_rows)
    for _ in range(chance.randint(0, 20)):
        nested = pa.StructArray.from_arrays([nested], names=["deeper"])
    return "log", written(table.set_column(table.column_names.index(name), name, nested))


@kind
def parquet_wrong_columns(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    names = list(maker.events.columns)
    odd = chance.sample(FORMULAS + MARKUP + ("a" * 5000, "", "\x00", "../x"), 4)
    renamed = maker.events.rename(columns=dict(zip(chance.sample(names, 4), odd, strict=True)))
    wide = widened(maker.events, chance.choice([1, 400]))
    return "log", maker.as_parquet(chance.choice([renamed, wide, maker.events[names[::-1]]]))


@kind
def parquet_wrong_values(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    frame = maker.events.copy()
    row = chance.randrange(len(frame))
    if chance.random() < 0.5:
        name = chance.choice(["action", "source", "target", "good", "end_reason"])
        frame[name] = frame[name].astype("str").astype(object).where(frame[name].notna(), None)
        frame.loc[row, name] = chance.choice(FORMULAS + MARKUP + ("Salt", "z9"))
    else:
        name = chance.choice(["turn", "demand", "points", "cost", "actions_left", "event"])
        frame[name] = frame[name].astype("int64")
        frame.loc[row, name] = chance.choice([2**62, -(2**62), 2**31, 40_000, -5000])
    return "log", maker.as_parquet(frame)


@kind
def toml_deep(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    depth = chance.choice([100, 400, 5000, 30_000])
    text = chance.choice(
        [
            "x = " + "[" * depth,
            "x = " + "[\n" * (depth // 2),
            "x = " + "{a=" * (depth // 3),
            "[" + "a." * (depth // 2) + "a]",
            "a." * (depth // 2) + "a = 1",
            "".join(f"[{'a.' * place}a]\n" for place in range(1, min(depth, 150))),
        ]
    )
    return chance.choice(["rules", "board"]), text.encode()


@kind
def toml_wrong_values(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    lines = maker.rules.split("\n")
    settings = [place for place, line in enumerate(lines) if " = " in line and '"""' not in line]
    place = chance.choice([at for at in settings if at < lines.index("[board]")])
    name = lines[place].split(" = ")[0]
    value = chance.choice(
        [
            "9" * 900,
            "1e999",
            "nan",
            "inf",
            "-1000000",
            "1979-05-27T07:32:00Z",
            '"<script>alert(1)</script>"',
            "{a = 1}",
            "[[[1]]]",
            "[" + "999999, " * 100 + "1]",
            '"=cmd|x"',
            "0x7fffffffffffffff",
            "",
        ]
    )
    lines[place] = f"{name} = {value}"
    return "rules", "\n".join(lines).encode()


@kind
def toml_unknown_or_doubled_keys(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    key = chance.choice(['"<b>x</b>"', '"=1+1"', "camel", '"\\u202e"', "__class__", "camels.x", '"' + "k" * 900 + '"'])
    head = f"[rules]\n{key} = 1\n" if chance.random() < 0.5 else "[rules]\ncamels = 5\ncamels = 5\n"
    return "rules", (head if chance.random() < 0.7 else f"{key} = 1\n{maker.rules}").encode()


@kind
def toml_boards_nobody_can_play_on(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    wide, high = chance.choice([(9, 9), (400, 30), (1, 2000), (1, 1), (27, 2)])
    grids = [
        "\n".join("." * wide for _ in range(high)),
        "1 2 3\n. . .",
        "1A\nB1",
        "\u0661 A",
        "<b>",
        "=1",
        "1#A",
        "",
    ]
    goods = '[goods.A]\nname = "salt"\nrare = true\n'
    names = ["x", "=1+1\\n", "<script>", "\\u0000", "", "n" * 990]
    text = f'name = "{chance.choice(names)}"\ngrid = """\n{chance.choice(grids)}\n"""\n{goods}'
    return "board", text.encode()


@kind
def toml_broken(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    text = chance.choice([maker.rules, maker.board])
    match chance.randrange(4):
        case 0:
            content = text[: chance.randrange(10, text.index('"""') + 20)].encode() + b'"""'
        case 1:
            content = text.encode("utf-16")
        case 2:
            content = text.encode().replace(b"=", b"\xff", 1)
        case _:
            content = text.encode() + b"#" * 40_000
    return chance.choice(["rules", "board"]), content


@kind
def no_toml_at_all(maker: Maker, chance: random.Random) -> tuple[str, bytes]:
    content = chance.choice([b"", b"   ", maker.csv[:20_000], maker.parquet[:5000], b"{}", b"<html>", bytes(100)])
    return chance.choice(["rules", "board"]), content
