"""Where games come from: a batch, of which any game is made again from its seed, or a log that was uploaded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import pandas as pd

from caravan.batch import BatchRequest, play_blocks
from caravan.errors import LogError
from caravan.events import games_frame, rows_from_events, seats_frame
from caravan.kernel.layout import pack
from caravan.kernel.tally import tally
from caravan.rules import Rules
from caravan.views.uploads import UploadedLog


class Source(Protocol):
    """Games to be shown."""

    @property
    def rules(self) -> Rules:
        """Their rules, with the number of players."""

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where, by seat; empty texts where nobody knows."""

    def games(self) -> int:
        """How many games there are."""

    def number(self, game: int) -> int:
        """Give the number of the game that is nearest to a number."""

    def events(self, game: int) -> LogRows:
        """Give the rows among which a game is listed."""


@dataclass(frozen=True, eq=False)
class LogRows:
    """Rows of a log, of one game or of many.

    Attributes
    ----------
    rows : ndarray of `layout.EVENT`, shape (events,)
        The events.
    offsets : ndarray of int64, shape (games + 1,)
        Where each game begins, and where the last one ends.
    numbers : ndarray of int64, shape (games,)
        The games' numbers, rising.
    """

    rows: npt.NDArray[Any]
    offsets: npt.NDArray[np.int64]
    numbers: npt.NDArray[np.int64]

    def bounds(self, game: int) -> tuple[int, int]:
        """Give the first row of a game and the one behind its last; raises LogError if there is no such game."""
        place = int(np.searchsorted(self.numbers, game))
        if place == len(self.numbers) or self.numbers[place] != game:
            raise LogError(f"there is no game {game:,}")
        return int(self.offsets[place]), int(self.offsets[place + 1])

    def of(self, game: int) -> npt.NDArray[Any]:
        """Give the rows of one game."""
        first, after = self.bounds(game)
        return self.rows[first:after]


@dataclass(frozen=True, eq=False)
class BatchSource:
    """The games of a batch; none is kept.

    Attributes
    ----------
    request : BatchRequest
        From what they are played.
    """

    request: BatchRequest

    @property
    def rules(self) -> Rules:
        """Their rules."""
        return self.request.rules

    @property
    def names(self) -> tuple[str, ...]:
        """The bots."""
        return self.request.bot_names

    def games(self) -> int:
        """How many games the batch has."""
        return self.request.games

    def number(self, game: int) -> int:
        """Give the game's own number, or the batch's last."""
        return max(0, min(game, self.request.games - 1))

    def events(self, game: int) -> LogRows:
        """Play a game; the same one each time."""
        up_to = BatchRequest(self.request.rules, None, self.request.bots, game + 1, self.request.seed)
        (block,) = play_blocks(up_to, first=game, block_size=1)
        if block.rows is None:
            raise AssertionError("a game was played without its log")
        return LogRows(np.asarray(block.rows), np.array([0, len(block.rows)]), np.array([game]))


@dataclass(frozen=True, eq=False)
class LogSource:
    """The games of an uploaded log.

    Attributes
    ----------
    name : str
        What the upload is called.
    digest : str
        What stands for its content.
    rules : Rules
        The rules by which it was checked.
    log : LogRows
        All its rows.
    """

    name: str
    digest: str
    rules: Rules
    log: LogRows

    @classmethod
    def of(cls, upload: UploadedLog) -> LogSource:
        """Keep of an uploaded log what is needed to show its games."""
        log = rows_from_events(upload.events, upload.rules)
        rows = LogRows(np.asarray(log.rows), log.offsets, log.games)
        return cls(upload.name, upload.digest, upload.rules, rows)

    @property
    def names(self) -> tuple[str, ...]:
        """Nobody knows who played."""
        return ("",) * int(self.rules.players)

    def games(self) -> int:
        """How many games the log has."""
        return len(self.log.numbers)

    def number(self, game: int) -> int:
        """Give the number of a game of the log: the one asked for, or else the next, or the last."""
        place = min(int(np.searchsorted(self.log.numbers, game)), len(self.log.numbers) - 1)
        return int(self.log.numbers[place])

    def events(self, game: int) -> LogRows:
        """Give the whole log."""
        return self.log

    def tables(self) -> tuple[pd.DataFrame, pd.DataFrame]:
        """Add up the games and seats tables of the log."""
        games, seats = tally(self.log.rows, self.log.offsets, pack(self.rules)[0])
        bots = tuple(f"seat {seat}" for seat in range(1, self.rules.players + 1))
        table = games_frame(games, self.rules, bots, 0)
        table["game"] = self.log.numbers
        per_seat = seats_frame(seats, bots)
        per_seat["game"] = np.repeat(self.log.numbers, self.rules.players)
        return table, per_seat
