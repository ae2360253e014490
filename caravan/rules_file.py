"""The text of a rules file: the parameters under ``[rules]``, the board under ``[board]``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from caravan.board import Board
from caravan.errors import BoardError, Problem, RulesError, nearest
from caravan.files import read_text


def to_toml(sections: Mapping[str, Iterable[str]], values: Mapping[str, Any], labels: Mapping[str, str]) -> str:
    """Write a rules file's text.

    Parameters
    ----------
    sections : mapping of str to iterable of str
        The headings, and the names of the parameters under each.
    values : mapping of str to object
        The parameters' values by name; the board is one of them.
    labels : mapping of str to str
        What each parameter is called in words, written beside it.

    Returns
    -------
    str
        TOML.
    """
    lines = ["[rules]"]
    for section, names in sections.items():
        settings = [(f"{name} = {_literal(values[name])}", labels[name]) for name in names if name != "board"]
        if settings:
            lines.append(f"# {section}")
            lines += [f"{setting:<36}# {label}" for setting, label in settings]
            lines.append("")
    board: Board = values["board"]
    return "\n".join(lines) + "\n" + board.to_toml("board")


def from_toml(text: str, source: str) -> dict[str, Any]:
    """Read the values that a rules file's text gives, which `Rules` has yet to accept.

    Parameters
    ----------
    text : str
        TOML.
    source : str
        What to call the text in a message.

    Returns
    -------
    dict of str to object
        Values by name; ``board`` among them only if the text has one.

    Raises
    ------
    RulesError
        If the text isn't TOML, has other tables, or its board can't be played on.
    """
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise RulesError(Problem(source, f"not valid TOML: {error}")) from error
    if "grid" in tables:
        raise RulesError(Problem(source, "this is a board file; in a rules file the board is the table [board]"))
    for name in tables:
        if name not in ("rules", "board"):
            hint = nearest(name, ("rules", "board")) or "; parameters belong under [rules], the board under [board]"
            raise RulesError(Problem(source, f"unknown key '{name}'{hint}"))
    if not tables:
        raise RulesError(Problem(source, "there is neither a [rules] nor a [board] table"))
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise RulesError(Problem(source, f"'{name}' must be a table: write [{name}] on a line of its own"))
    values: dict[str, Any] = dict(tables.get("rules", {}))
    if "board" in values:
        raise RulesError(Problem("board", f"the board is the table [board], not a key of [rules] (in {source})"))
    if "board" in tables:
        try:
            values["board"] = Board.from_table(tables["board"])
        except BoardError as error:
            raise RulesError(Problem("board", f"{error} (in {source})")) from error
    return values


def read(path: str | Path) -> str:
    """Read a rules file's text, or say as `RulesError` why it can't be read."""
    return read_text(path, lambda message: RulesError(Problem("rules", message)))


def located(problems: Iterable[Problem], text: str, source: str) -> list[Problem]:
    """Add to each problem in which line of the text its parameter is set."""
    found = []
    for problem in problems:
        line = re.search(rf"^\s*[\"']?{re.escape(problem.parameter)}[\"']?\s*=", text, re.MULTILINE)
        place = f", line {text.count(chr(10), 0, line.end()) + 1}" if line else ""
        found.append(Problem(problem.parameter, f"{problem.message} (in {source}{place})"))
    return found


def _literal(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    return str(value)
