"""Finding and reading the tables of a folder of results, with a word on what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import pandas as pd

from caravan.blocks import BatchRequest
from caravan.errors import LogError
from caravan.events import TablesCheck, event_blocks, read_games, read_seats
from caravan.rules import Rules

Kept = TypeVar("Kept")

FORMATS = ("csv", "parquet")


@dataclass(frozen=True)
class Played:
    """What a folder's games were played from, as its tables say.

    Attributes
    ----------
    rules : Rules
        The rule set.
    players : int
        How many sat at the table.
    bot_names : tuple of str
        In seat order.
    games : int
        How many games there are.
    seed : int
        The master seed.
    """

    rules: Rules
    players: int
    bot_names: tuple[str, ...]
    games: int
    seed: int

    def request(self) -> BatchRequest:
        """Make what the games can be played from again.

        Raises
        ------
        CaravanError
            If a bot isn't at hand.
        """
        return BatchRequest(self.rules, None, self.bot_names, self.games, self.seed)


@dataclass(frozen=True, eq=False)
class FolderBatch:
    """A batch as it lies in a folder.

    Attributes
    ----------
    request : Played
        What it was played from.
    games, seats : DataFrame
        The two tables.
    log : Path or None
        The file with the events, if there is one.
    """

    request: Played
    games: pd.DataFrame = field(repr=False)
    seats: pd.DataFrame = field(repr=False)
    log: Path | None = None
    _kept: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)

    def event_frames(self) -> Iterator[pd.DataFrame]:
        """Give the log in frames of whole games; nothing where there is none."""
        if self.log is None:
            return
        last = int(self.games["game"].iloc[-1])
        for frame in event_blocks(self.log, self.request.rules):
            if frame["game"].iloc[-1] <= last:
                yield frame
            else:
                if len(rest := frame[frame["game"] <= last]):
                    yield rest
                return

    def remember(self, make: Callable[[FolderBatch], Kept]) -> Kept:
        """Make something of this batch once, and give the same from then on."""
        if make not in self._kept:
            self._kept[make] = make(self)
        kept: Kept = self._kept[make]
        return kept

    def first(self, games: int) -> FolderBatch:
        """Give the first games only."""
        if games == len(self.games):
            return self
        players, request = self.request.players, replace(self.request, games=games)
        return FolderBatch(request, self.games.iloc[:games], self.seats.iloc[: games * players], self.log)

    @property
    def has_log(self) -> bool:
        """Whether there is an event log."""
        return self.log is not None


def find_table(folder: Path, table: str) -> Path | None:
    """Find a table as CSV or Parquet.

    Raises
    ------
    LogError
        If it is there twice.
    """
    there = [path for form in FORMATS if (path := folder / f"{table}.{form}").exists()]
    if len(there) > 1:
        raise LogError(f"{folder} holds {' and '.join(path.name for path in there)}: take one of them away")
    return there[0] if there else None


def read_batch(folder: Path) -> FolderBatch:
    """Read what ``caravan simulate --out`` wrote.

    Parameters
    ----------
    folder : Path
        It holds ``rules.toml`` and the games and seats tables.

    Returns
    -------
    FolderBatch

    Raises
    ------
    LogError, RulesError
        If a file is missing or damaged, or the files don't belong together.
    """
    paths = {table: find_table(folder, table) for table in ("games", "seats", "events")}
    for table in ("games", "seats"):
        if paths[table] is None:
            raise LogError(
                f"{folder} holds no {' or '.join(f'{table}.{form}' for form in FORMATS)}: "
                f"`caravan simulate --out {folder}` would write it"
            )
    games_path, seats_path = paths["games"], paths["seats"]
    assert games_path is not None
    assert seats_path is not None
    rules = Rules.read(folder / "rules.toml")
    return batch_of(rules, read_games(games_path), read_seats(seats_path), str(folder), paths["events"])


def batch_of(
    rules: Rules, games: pd.DataFrame, seats: pd.DataFrame, where: str, log: Path | None = None
) -> FolderBatch:
    """Put the tables of a batch together, and make sure that they belong together.

    Parameters
    ----------
    rules : Rules
        The rule set.
    games, seats : DataFrame
        With the columns of the two tables.
    where : str
        Where they come from, for messages.
    log : Path, optional
        The file with the events.

    Returns
    -------
    FolderBatch

    Raises
    ------
    LogError
        If they don't.
    """
    if games.empty:
        raise LogError(f"{where}: its games table has no games, so there is nothing to report")
    found = str(games["rules_id"].iloc[0])
    if found != rules.id:
        raise LogError(
            f"{where}: the games were played by rules {found}, but rules.toml holds rules {rules.id}: was it "
            "changed, or written by another version?"
        )
    rules = rules.replace(players=int(games["players"].iloc[0]))
    for violation in TablesCheck(games, seats, rules).check_alone():
        raise LogError(f"{where} is damaged: {violation}")
    bots = tuple(str(games["bots"].iloc[0]).split(","))
    if (games["bots"] != games["bots"].iloc[0]).any():
        raise LogError(f"{where}: its games have different line-ups; a batch has one")
    played = Played(rules, rules.players, bots, len(games), int(games["seed"].iloc[0]))
    return FolderBatch(played, games, seats, log)
