"""What the games and seats tables say, compared with what their log says."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from caravan.events.cells import Cells
from caravan.events.columns import END_REASON_TYPE, GAMES_TYPES, SEATS_TYPES
from caravan.events.numbering import mend_game_numbers
from caravan.events.origin import Origin
from caravan.events.rows import Rows, rows_from_events
from caravan.events.violation import Violation
from caravan.kernel.layout import END_REASONS, pack
from caravan.kernel.tally import GAMES, SEATS, tally
from caravan.rules import Rules, playable

GAMES_TABLE = Origin("the games table")
SEATS_TABLE = Origin("the seats table")

Numbers = npt.NDArray[Any]


def check_tables(
    events: pd.DataFrame,
    games: pd.DataFrame,
    seats: pd.DataFrame,
    rules: Rules,
    players: int | None = None,
    limit: int | None = None,
) -> list[Violation]:
    """Compare the games and seats tables with their log.

    Parameters
    ----------
    events : DataFrame
        The log; whether it follows the rules is for `check` to say.
    games, seats : DataFrame
        The tables beside it.
    rules : Rules
        The rules the games were played by.
    players : int, optional
        2 to 4; by default the rules' own number.
    limit : int, optional
        Stop after so many violations.

    Returns
    -------
    list of Violation
        Their columns are such as ``seats.score``; empty if the tables say what the log says.

    Raises
    ------
    LogError
        If a table can't be read: a column is missing, or a cell can't be what it should.
    RulesError
        If the rules can't be played.
    """
    rules = playable(rules, players)
    tables = TablesCheck(games, seats, rules)
    log, _ = mend_game_numbers(rows_from_events(events, rules))
    found = itertools.chain(tables.check_alone(), tables.compare(log), tables.check_complete())
    return list(itertools.islice(found, limit))


class TablesCheck:
    """Compares the tables with a log that may come bit by bit.

    Parameters
    ----------
    games, seats : DataFrame
        The tables.
    rules : Rules
        The rules, with the number of players.
    games_origin, seats_origin : Origin, optional
        What to call the tables in a message.

    Raises
    ------
    LogError
        If a column is missing or a cell can't be read.
    """

    def __init__(
        self,
        games: pd.DataFrame,
        seats: pd.DataFrame,
        rules: Rules,
        games_origin: Origin = GAMES_TABLE,
        seats_origin: Origin = SEATS_TABLE,
    ) -> None:
        self._rules = rules
        self._players = int(rules.players)
        self._games = _read(games, GAMES_TYPES, games_origin, "read_games({})")
        self._seats = _read(seats, SEATS_TYPES, seats_origin, "read_seats({})")
        self._compared = np.zeros(len(self._games["game"]), dtype=np.bool_)

    def check_alone(self) -> Iterator[Violation]:
        """Find what is wrong in the tables whatever the log says.

        Yields
        ------
        Violation
            The order of the rows, the rules' id, the number of players, the line-ups, the seed.
        """
        games, seats = self._games, self._seats
        yield from _out_of_order(games["game"], games["game"], "games.game")
        key = seats["game"] * 256 + seats["seat"]
        yield from _out_of_order(key, seats["game"], "seats.seat")
        yield from self._each_game("rules_id", self._rules.id, "but the rules are {}")
        yield from self._each_game("players", self._players, "but there are {}")
        if len(games["seed"]):
            yield from self._each_game("seed", games["seed"][0], "but the first game's is {}")
        for row in np.flatnonzero((seats["seat"] < 1) | (seats["seat"] > self._players)).tolist():
            reason = f"the seat is {seats['seat'][row]}, but seats are 1 to {self._players}"
            yield Violation(int(seats["game"][row]), None, "seats.seat", reason)
        line_ups: dict[int, list[str]] = {}
        for game, bot in zip(seats["game"].tolist(), seats["bot"], strict=True):
            line_ups.setdefault(game, []).append(bot)
        for game, bots in zip(games["game"].tolist(), games["bots"], strict=True):
            if game not in line_ups:
                yield Violation(game, None, "seats.game", "the games table has this game, but the seats table hasn't")
            elif (line_up := ",".join(line_ups[game])) != bots:
                yield Violation(game, None, "games.bots", f"bots is '{bots}', but in the seats table it is '{line_up}'")
        for game in sorted(set(line_ups) - set(games["game"].tolist())):
            yield Violation(game, None, "games.game", "the seats table has this game, but the games table hasn't")

    def _each_game(self, column: str, wanted: Any, words: str) -> Iterator[Violation]:
        found = self._games[column]
        for row in np.flatnonzero(found != wanted).tolist():
            reason = f"{column} is {found[row]}, {words.format(wanted)}"
            yield Violation(int(self._games["game"][row]), None, f"games.{column}", reason)

    def compare(self, log: Rows) -> Iterator[Violation]:
        """Compare the rows of some games.

        Parameters
        ----------
        log : Rows
            The games' log.

        Yields
        ------
        Violation
            One for each cell that says something else than the log.
        """
        games, seats = tally(log.rows, log.offsets, pack(self._rules)[0])
        places, there = _places(log.games, self._games["game"])
        for game in log.games[~there].tolist():
            yield Violation(game, None, "games.game", "the log has this game, but the table hasn't")
        self._compared[places[there]] = True
        yield from self._differences(
            "games", self._games, GAMES.names, games[there], places[there], log.games[there], np.zeros(0)
        )
        numbers = np.repeat(log.games, self._players)
        seat = np.tile(np.arange(1, self._players + 1), len(log.games))
        places, there = _places(numbers * 256 + seat, self._seats["game"] * 256 + self._seats["seat"])
        for row in np.flatnonzero(~there).tolist():
            reason = f"the log has seat {seat[row]} of this game, but the table hasn't"
            yield Violation(int(numbers[row]), None, "seats.seat", reason)
        yield from self._differences(
            "seats", self._seats, SEATS.names, seats.reshape(-1)[there], places[there], numbers[there], seat[there]
        )

    @staticmethod
    def _differences(
        table: str,
        found: dict[str, Numbers],
        columns: Any,
        tallied: Numbers,
        places: Numbers,
        games: Numbers,
        seats: Numbers,
    ) -> Iterator[Violation]:
        wrong = [(int(row), name) for name in columns for row in _unequal(found[name][places], tallied[name])]
        for row, column in sorted(wrong):
            whose = f"seat {seats[row]}: " if len(seats) else ""
            is_, by_log = _shown(column, found[column][places[row]]), _shown(column, tallied[column][row])
            reason = f"{whose}{column} is {is_}, but the log gives {by_log}"
            yield Violation(int(games[row]), None, f"{table}.{column}", reason)

    def check_complete(self) -> Iterator[Violation]:
        """Find games that the table has and the log, now read to its end, hasn't."""
        for game in self._games["game"][~self._compared].tolist():
            yield Violation(game, None, "games.game", "the table has this game, but the log hasn't")


def _read(frame: pd.DataFrame, types: Any, origin: Origin, reading: str) -> dict[str, Numbers]:
    """Read a table's columns as plain arrays, coded as the kernel's tally codes them."""
    origin.require_table(frame, types, reading)
    cells = Cells(frame, origin)
    columns: dict[str, Numbers] = {}
    for name, kind in types.items():
        if name == "end_reason":
            columns[name] = cells.codes(name, END_REASON_TYPE) + 1
        elif name == "winner":
            columns[name] = cells.seats(name)
        elif name == "win_share":
            columns[name] = cells.fractions(name)
        elif name in ("rules_id", "bots", "bot"):
            columns[name] = cells.texts(name)
        else:
            columns[name] = cells.whole_numbers(name, kind.type)
    return columns


def _out_of_order(keys: Numbers, games: Numbers, column: str) -> Iterator[Violation]:
    for row in (np.flatnonzero(np.diff(keys) <= 0) + 1).tolist():
        what = "is there twice" if keys[row] == keys[row - 1] else "is out of order"
        yield Violation(int(games[row]), None, column, f"row {row} of the table {what}")


def _places(wanted: Numbers, keys: Numbers) -> tuple[Numbers, npt.NDArray[np.bool_]]:
    """Find keys in a table: the row of each (any row where it isn't there), and whether it is there."""
    if not len(keys):
        return np.zeros(len(wanted), dtype=np.int64), np.zeros(len(wanted), dtype=np.bool_)
    order = np.argsort(keys, kind="stable")
    places = order[np.minimum(np.searchsorted(keys[order], wanted), len(keys) - 1)]
    return places, keys[places] == wanted


def _unequal(found: Numbers, tallied: Numbers) -> list[int]:
    if tallied.dtype.kind == "f":
        return list(np.flatnonzero(~np.isclose(found, tallied, rtol=0, atol=1e-9)).tolist())
    return list(np.flatnonzero(found != tallied).tolist())


def _shown(column: str, value: Any) -> str:
    if column == "end_reason":
        return END_REASONS[value] or "nothing"
    if column == "winner" and value <= 0:
        return "nothing" if value == 0 else "no seat"
    return str(value)
