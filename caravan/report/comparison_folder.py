"""Reading what ``caravan compare --out`` wrote."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa

from caravan.errors import LogError
from caravan.events import GAMES_TYPES, SEATS_TYPES
from caravan.files import read_text, reason
from caravan.playtest_summary import COLUMNS
from caravan.report.evidence import Evidence
from caravan.report.tables import FolderBatch, batch_of
from caravan.rules import Rules

ORIGIN, SUMMARY = "comparison.toml", "summary.csv"


@dataclass(frozen=True)
class ComparisonFolder:
    """A comparison as it lies in a folder.

    Attributes
    ----------
    folder : Path
        Where.
    rule_sets : mapping of str to Rules
        By name, the baseline first.
    styles : tuple of str
        Who played, each in every seat.
    players, seed : int
        As asked for.
    version : str
        That of the package that wrote it.
    games : mapping of str to int
        How many games each style was to play under each rule set.
    margins : mapping of str to float
        From which size on a difference matters, where that was given.
    with_events : bool
        Whether the measures were taken that read the event log.
    stopped : bool
        Whether the run was stopped before all games were played.
    evidence : Evidence
        The summary.
    """

    folder: Path
    rule_sets: Mapping[str, Rules]
    styles: tuple[str, ...]
    players: int
    seed: int
    version: str
    games: Mapping[str, int]
    margins: Mapping[str, float]
    with_events: bool
    stopped: bool
    evidence: Evidence

    @property
    def baseline(self) -> str:
        """The name of the rule set that the others are compared with."""
        return next(iter(self.rule_sets))

    @property
    def others(self) -> tuple[str, ...]:
        """The names of the other rule sets."""
        return tuple(self.rule_sets)[1:]

    def batch(self, name: str, style: str) -> FolderBatch:
        """Read the games of a rule set and style, which have no log.

        Raises
        ------
        LogError
            If they can't be read.
        """
        line_up = ",".join([style] * self.players)
        games, seats = (
            self._table(table, types, name, line_up)
            for table, types in (("games", GAMES_TYPES), ("seats", SEATS_TYPES))
        )
        return batch_of(self.rule_sets[name], games, seats, f"{self.folder}, {name}, {style}")

    def _table(self, table: str, types: Mapping[str, Any], name: str, line_up: str) -> pd.DataFrame:
        path = self.folder / f"{table}.parquet"
        try:
            frame = pd.read_parquet(path, filters=[("rules", "==", name), ("bots", "==", line_up)])
            if missing := [column for column in types if column not in frame]:
                raise LogError(f"{path} has no column '{missing[0]}'; was it written by another version?")
            return frame.loc[:, list(types)].astype({column: _kind(kind) for column, kind in types.items()})
        except OSError as error:
            raise LogError(f"{path} can't be read: {reason(error)}") from error
        except (pa.ArrowException, ValueError, TypeError, KeyError) as error:
            first_line, *_ = str(error).split("\n")
            raise LogError(f"{path} can't be read: {first_line}") from error


def _kind(kind: Any) -> Any:
    return "category" if isinstance(kind, pd.CategoricalDtype) and kind.categories is None else kind


def read_summary(path: Path, columns: tuple[str, ...] = COLUMNS) -> Evidence:
    """Read a playtest summary that lies in a folder.

    Parameters
    ----------
    path : Path
        The file.
    columns : tuple of str
        The columns it must have.

    Returns
    -------
    Evidence

    Raises
    ------
    LogError
        If it can't be read, has other columns, or holds something that isn't a number where one belongs.
    """
    evidence = Evidence(read_text(path, LogError))
    if evidence.columns != columns:
        odd = [name for name in (*columns, *evidence.columns) if (name in columns) != (name in evidence.columns)]
        which = f", as in '{odd[0]}'" if odd else " in order"
        raise LogError(f"{path} isn't a summary of this version: its columns differ{which}")
    if not evidence.rows:
        raise LogError(f"{path} has no rows, so there is nothing to report")
    numbers = ("players", "seat", "value", "low", "high", "games", "difference", "difference_low", "difference_high")
    for row in evidence.rows:
        for column in numbers:
            try:
                row.number(column)
            except (TypeError, ValueError):
                raise LogError(
                    f"{path}, line {row.line}, column '{column}': found {row.cells.get(column)!r}, allowed is a number"
                ) from None
        if None in row.cells or None in row.cells.values():
            raise LogError(f"{path}, line {row.line}: it doesn't have {len(columns)} cells")
    return evidence


def read_comparison(folder: Path) -> ComparisonFolder:
    """Read a comparison.

    Parameters
    ----------
    folder : Path
        What ``caravan compare --out`` wrote.

    Returns
    -------
    ComparisonFolder

    Raises
    ------
    LogError, RulesError
        If a file is missing or damaged.
    """
    path = folder / ORIGIN
    text = read_text(path, LogError)
    try:
        asked = tomllib.loads(text)
        entries = [(str(entry["name"]), str(entry["file"]), str(entry["id"])) for entry in asked["rules"]]
        styles = tuple(str(style) for style in asked["bots"])
        players, seed, version = int(asked["players"]), int(asked["seed"]), str(asked["version"])
        games = {str(style): int(number) for style, number in asked["games"].items()}
        margins = {str(name): float(margin) for name, margin in asked["margins"].items()}
        with_events, stopped = bool(asked["events"]), bool(asked.get("stopped", False))
    except KeyError as error:
        raise LogError(f"{path}: it doesn't say {error}") from error
    except (ValueError, TypeError, AttributeError) as error:
        raise LogError(f"{path} can't be read: {error}") from error
    if len(entries) < 2 or not styles:
        raise LogError(
            f"{path}: a comparison has two rule sets or more and a style, found {len(entries)} and {len(styles)}"
        )
    rule_sets: dict[str, Rules] = {}
    for name, file, known_as in entries:
        rules = Rules.read(folder / file)
        if rules.id != known_as:
            raise LogError(f"{folder / file} holds rules {rules.id}, but {known_as} were played: was it changed?")
        rule_sets[name] = rules.replace(players=players)
    evidence = read_summary(folder / SUMMARY)
    return ComparisonFolder(
        folder, rule_sets, styles, players, seed, version, games, margins, with_events, stopped, evidence
    )
