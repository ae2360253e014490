"""Reading an uploaded table in a process of its own, in which memory and time are bounded.

Run as a program, it takes a question on its standard input and writes an answer to its standard output: a line of JSON
each, with bytes after it. It imports nothing of this project, so that it starts at once, and writes no file. Whatever a
damaged file does to the readers of a library, it does to this process alone.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import sys
from array import array
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

LONGEST_CELL = 1000
SHOWN = 80
FAULTS_SHOWN = 1000
KNOWN_TEXTS = 4096
MOST_COLUMNS = 200
MISSING = -(2**15)
"""What stands for a missing seat, which no seat can be."""

_TYPECODES = {"int64": "q", "int32": "i", "int16": "h", "int8": "b", "Int8": "h", "boolean": "b", "names": "b"}
_LIMITS = {"int64": 2**63, "int32": 2**31, "int16": 2**15, "int8": 2**7, "Int8": 2**7}
_TRUTHS = {"true": 1, "True": 1, "TRUE": 1, "false": 0, "False": 0, "FALSE": 0}
_WHOLE = re.compile("[+-]?[0-9]{1,20}")
_KINDS_OF_BINARY = {
    b"PK": "a ZIP archive or a workbook of a spreadsheet; save the sheet as CSV (UTF-8) first",
    b"\x1f\x8b": "a compressed file; unpack it first",
    b"\xd0\xcf\x11\xe0": "an old workbook of a spreadsheet; save the sheet as CSV (UTF-8) first",
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"SQLite": "a database",
    b"ARROW1": "an Arrow file; save it as Parquet or CSV",
    b"\x7fELF": "a program",
    b"MZ": "a program",
}


class Refusal(Exception):  # noqa: N818
    """What is wrong with the file as a whole, in words."""


class Column:
    """One column: what its cells may be, and the codes of those that were read.

    Parameters
    ----------
    name : str
        What it is called.
    kind : str
        The type: ``int64`` to ``int8``, ``Int8`` (may be missing), ``boolean`` or ``names``.
    names : list of str
        The names that may stand there, if the kind is ``names``; a name's code is its place.
    """

    def __init__(self, name: str, kind: str, names: list[str]) -> None:
        self.name = name
        self.kind = kind
        self.codes = array(_TYPECODES[kind])
        if kind == "boolean":
            self.known = {**_TRUTHS, "": -1}
        elif kind == "names":
            self.known = {**{name: code for code, name in enumerate(names)}, "": -1}
        else:
            self.known = {"": MISSING} if kind == "Int8" else {}

    def code(self, text: str) -> int | None:
        """Read a cell that isn't known yet; None if it can't be what it should."""
        limit = _LIMITS.get(self.kind)
        if limit is None or not _WHOLE.fullmatch(text) or not -limit <= int(text) < limit:
            return None
        if len(self.known) > KNOWN_TEXTS:
            self.known.clear()
            self.known.update({"": MISSING} if self.kind == "Int8" else {})
        self.known[text] = int(text)
        return self.known[text]


class Reading:
    """Reads the rows of a table, and notes every cell that can't be what it should.

    Parameters
    ----------
    columns : list of Column
        The columns, in order; the first one holds the number of a game.
    most_rows : int
        More are refused.
    """

    def __init__(self, columns: list[Column], most_rows: int) -> None:
        self.columns = columns
        self.most_rows = most_rows
        self.places = array("i")
        self.broken = array("i")
        self.faults: list[dict[str, Any]] = []
        self.found = 0

    def note(self, place: int, **fault: Any) -> None:
        """Note a fault; of very many only the first are kept."""
        self.found += 1
        if len(self.faults) < FAULTS_SHOWN:
            self.faults.append({"place": place, **fault})

    def read(self, rows: Iterable[tuple[int, list[str]]]) -> None:
        """Read rows, each with its place in the file."""
        columns, width = self.columns, len(self.columns)
        known = [(column.known, column) for column in columns]
        for count, (place, cells) in enumerate(rows):
            if count >= self.most_rows:
                raise Refusal(f"it has more than {self.most_rows:,} rows, which is as many as this server reads")
            if len(cells) != width:
                self.note(place, reason=f"found {len(cells)} cells, allowed is {width}")
                self.broken.append(len(self.places))
                continue
            codes = []
            for (texts, column), text in zip(known, cells, strict=True):
                code = texts.get(text)
                if code is None:
                    code = column.code(text)
                    if code is None:
                        self.note(place, column=column.name, found=text[:SHOWN])
                        continue
                codes.append(code)
            if len(codes) != width:
                self.broken.append(len(self.places))
                continue
            for column, code in zip(columns, codes, strict=True):
                column.codes.append(code)
            self.places.append(place)


def read_csv(content: bytes, columns: list[Column], reading: Reading) -> str:
    """Read CSV; give the word for its places."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Refusal("its text is in UTF-16; save it as CSV (UTF-8)")
    for beginning, words in _KINDS_OF_BINARY.items():
        if content.startswith(beginning):
            raise Refusal(f"this isn't a log but {words}")
    if b"\x00" in content[:4096]:
        raise Refusal("this isn't a text: it holds zero bytes; a log is CSV (UTF-8) or Parquet")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Refusal(
            f"line {line}: found byte {content[error.start]:#04x}, allowed is UTF-8 text; save it as CSV (UTF-8)"
        ) from None
    csv.field_size_limit(LONGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        heading = next(reader, [])
    except csv.Error:
        raise Refusal("the first line must name the columns, but can't be read as such") from None
    if len(heading) == 1 and any(mark in heading[0] for mark in ";\t"):
        mark = "a semicolon" if ";" in heading[0] else "a tab"
        raise Refusal(f"the cells of a row are parted by {mark}; save it with commas between them")
    require_columns(heading, columns)
    reading.read(_csv_rows(reader, reading))
    return "line"


def _csv_rows(reader: Any, reading: Reading) -> Iterator[tuple[int, list[str]]]:
    while True:
        place = reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            long = f"a cell has more than {LONGEST_CELL} characters; is a quote left open?"
            words = long if "limit" in str(error) else "a quote is left open, or stands where none can"
            reading.note(place, reason=words)
            reading.broken.append(len(reading.places))
            if reading.found > FAULTS_SHOWN:
                raise Refusal(f"line {place}: {words}, and so in more than {FAULTS_SHOWN} lines before") from None
            continue
        if cells is None:
            return
        if cells:
            yield place, cells


def require_columns(found: list[str], columns: list[Column]) -> None:
    """Make sure that the columns are those wanted, in order; raise a refusal that carries what was found."""
    if found != [column.name for column in columns]:
        raise _OtherColumns([name[:SHOWN] for name in found[:MOST_COLUMNS]])


class _OtherColumns(Refusal):
    """The names of the columns, where they aren't those wanted."""

    def __init__(self, names: list[str]) -> None:
        super().__init__("other columns")
        self.names = names


class _OtherTypes(Refusal):
    """The columns whose types can't hold what they should, with these types."""

    def __init__(self, types: dict[str, str]) -> None:
        super().__init__("other types")
        self.types = types


def read_parquet(content: bytes, columns: list[Column], reading: Reading, most_bytes: int) -> str:
    """Read Parquet, looking first at what it says of its own size; give the word for its places."""
    import pyarrow as pa
    import pyarrow.compute
    import pyarrow.parquet as pq

    pa.set_cpu_count(1)
    names = [column.name for column in columns]
    texts = [column.name for column in columns if column.kind == "names"]
    limits = {"pre_buffer": False, "thrift_string_size_limit": 2**20, "thrift_container_size_limit": 2**16}
    try:
        file = pq.ParquetFile(pa.BufferReader(content), **limits)
        about = file.metadata
        if about.num_rows > reading.most_rows:
            raise Refusal(
                f"it says it has {about.num_rows:,} rows; this server reads at most {reading.most_rows:,} of an upload"
            )
        require_columns(list(file.schema_arrow.names), columns)
        size = sum(max(0, about.row_group(group).total_byte_size) for group in range(about.num_row_groups))
        if size > most_bytes:
            raise Refusal(f"unpacked it says it has {size:,} bytes; this server reads at most {most_bytes:,}")
        _require_types(file.schema_arrow, columns, pa)
        # Texts by their places in a list of all of them, so that a long one is unpacked once and not for each row.
        file = pq.ParquetFile(
            pa.BufferReader(content), read_dictionary=texts, page_checksum_verification=True, **limits
        )
        reading.read(_parquet_rows(file.iter_batches(4096, columns=names, use_threads=False), columns, pa))
    except MemoryError:
        raise
    except (pa.ArrowException, OSError, ValueError, OverflowError, NotImplementedError):
        raise Refusal("it can't be read as Parquet: it is damaged, or cut off") from None
    return "row"


def _require_types(schema: Any, columns: list[Column], pa: Any) -> None:
    wrong = {}
    for column in columns:
        found = schema.field(column.name).type
        if column.kind == "names":
            inner = found.value_type if pa.types.is_dictionary(found) else found
            fits = pa.types.is_string(inner) or pa.types.is_large_string(inner) or pa.types.is_null(inner)
        elif column.kind == "boolean":
            fits = pa.types.is_boolean(found) or pa.types.is_null(found)
        else:
            fits = pa.types.is_integer(found) or (column.kind == "Int8" and pa.types.is_null(found))
        if not fits:
            wrong[column.name] = str(found)[:SHOWN]
    if wrong:
        raise _OtherTypes(wrong)


def _parquet_rows(batches: Iterable[Any], columns: list[Column], pa: Any) -> Iterator[tuple[int, list[str]]]:
    place = 0
    for batch in batches:
        batch.validate(full=True)  # a damaged file can hold places of names that aren't there
        cells = [_texts(batch.column(number), column, pa) for number, column in enumerate(columns)]
        for row in zip(*cells, strict=True):
            place += 1
            yield place, list(row)


def _texts(cells: Any, column: Column, pa: Any) -> list[str]:
    """Write the cells of a column as CSV has them."""
    if column.kind == "names" and not pa.types.is_null(cells.type):
        if not pa.types.is_dictionary(cells.type):
            cells = cells.dictionary_encode()
        lengths = pa.compute.binary_length(cells.dictionary) if len(cells.dictionary) else pa.array([], pa.int32())
        if len(lengths) and (pa.compute.max(lengths).as_py() or 0) > LONGEST_CELL:
            raise Refusal(f"column '{column.name}': a cell has more than {LONGEST_CELL} characters")
        names = [name or "" for name in cells.dictionary.to_pylist()]
        return ["" if place is None else names[place] for place in cells.indices.to_pylist()]
    if column.kind == "boolean":
        return ["" if truth is None else str(truth) for truth in cells.to_pylist()]
    return ["" if number is None else str(number) for number in cells.to_pylist()]


def answer(question: dict[str, Any], content: bytes) -> tuple[dict[str, Any], list[bytes]]:
    """Read a table.

    Parameters
    ----------
    question : dict
        ``columns`` (a list of name, kind and names each), ``most_rows``, ``most_bytes``.
    content : bytes
        The file.

    Returns
    -------
    answer : dict
        ``refusal``, ``heading`` or ``types`` where the file as a whole is wrong; else ``rows``, ``unit`` (the word for
        a place in the file), ``faults`` (place with column and what was found, or with a reason), ``found`` (how many
        faults there are in all).
    parts : list of bytes
        Codes of the columns, as arrays of their kinds; the places of the rows in the file and the rows before which a
        row was left out because it is faulty, as arrays of int32.
    """
    columns = [Column(*column) for column in question["columns"]]
    reading = Reading(columns, question["most_rows"])
    try:
        if content[:4] == b"PAR1":
            unit = read_parquet(content, columns, reading, question["most_bytes"])
        else:
            unit = read_csv(content, columns, reading)
    except _OtherColumns as refusal:
        return {"heading": refusal.names}, []
    except _OtherTypes as refusal:
        return {"types": refusal.types}, []
    except Refusal as refusal:
        return {"refusal": str(refusal), "faults": reading.faults}, []
    except MemoryError:
        return {"refusal": "reading it takes more memory than this server gives to an upload"}, []
    parts = [column.codes.tobytes() for column in columns]
    parts += [reading.places.tobytes(), reading.broken.tobytes()]
    told = {"rows": len(reading.places), "unit": unit, "faults": reading.faults, "found": reading.found}
    return told, parts


def bound_this_process(megabytes: int, seconds: int) -> None:
    """Bound memory and computing time, where the system can, and give way to everything else."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20, megabytes * 2**20))
        os.nice(5)


def main(question_file: BinaryIO, answer_file: BinaryIO) -> None:
    """Read one question, and write its answer."""
    question = json.loads(question_file.readline())
    content = question_file.read(question["bytes"])
    bound_this_process(question["megabytes"] + 3 * len(content) // 2**20, question["seconds"])
    try:
        told, parts = answer(question, content)
        told["parts"] = [len(part) for part in parts]
        answer_file.write(json.dumps(told).encode() + b"\n" + b"".join(parts))
    except MemoryError:
        words = "reading it takes more memory than this server gives to an upload"
        answer_file.write(json.dumps({"refusal": words, "parts": []}).encode() + b"\n")
    answer_file.flush()


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
