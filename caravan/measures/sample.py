"""The games of a batch as arrays, one column per game, for the measures to work on."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

import numpy as np
import pandas as pd

from caravan.board import Board
from caravan.measures.estimate import Flags, Floats

Kept = TypeVar("Kept")


class RulesLike(Protocol):
    """What the measures ask of a rule set; see `caravan.rules.Rules`."""

    @property
    def id(self) -> str:
        """The stable short name."""

    board: Board
    enter_empty_cost: int
    enter_occupied_cost: int
    rare_value: int
    common_value: int
    demand_value: int
    theft_markers: int
    rainbow_camel: bool
    tie_break: str


class RequestLike(Protocol):
    """What was asked for; see `caravan.batch.BatchRequest`."""

    @property
    def rules(self) -> RulesLike:
        """The rule set."""

    @property
    def players(self) -> int:
        """How many sat at the table."""

    @property
    def bot_names(self) -> Sequence[str]:
        """The line-up, one text for each seat."""

    @property
    def games(self) -> int:
        """How many games were planned."""

    @property
    def seed(self) -> int:
        """The master seed."""


class BatchLike(Protocol):
    """Games that were played, all or the first of those planned; see `caravan.batch.Batch`."""

    @property
    def request(self) -> RequestLike:
        """What was asked for."""

    @property
    def games(self) -> pd.DataFrame:
        """One row per game."""

    @property
    def seats(self) -> pd.DataFrame:
        """One row per game and seat, sorted."""

    def event_frames(self) -> Iterable[pd.DataFrame]:
        """Give the event log, in frames of whole games, in order."""


class Sample:
    """A batch's results as arrays, each made once.

    Parameters
    ----------
    batch : BatchLike
        The games played so far.

    Attributes
    ----------
    batch : BatchLike
        The same.
    games : int
        How many games were played.
    planned : int
        How many were asked for.
    players : int
        How many sat at the table.
    rules : RulesLike
        The rule set.

    Raises
    ------
    ValueError
        If the seats' table hasn't one row for each game and seat.
    """

    def __init__(self, batch: BatchLike) -> None:
        self.batch = batch
        self.rules = batch.request.rules
        self.players = batch.request.players
        self.planned = batch.request.games
        self.games = len(batch.games)
        if len(batch.seats) != self.games * self.players:
            raise ValueError(
                f"{self.games} games of {self.players} players need {self.games * self.players} rows of seats, "
                f"but there are {len(batch.seats)}"
            )
        self._columns: dict[str, Floats] = {}
        self._kept: dict[Hashable, Any] = {}

    @property
    def growing(self) -> bool:
        """Whether games are still to come, or were given up."""
        return self.games < self.planned

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats, from 1."""
        return tuple(range(1, self.players + 1))

    def of_seats(self, column: str) -> Floats:
        """Take a column of the seats' table.

        Parameters
        ----------
        column : str
            Its name.

        Returns
        -------
        ndarray of float64, shape (players, games)
            Not to be changed.
        """
        if column not in self._columns:
            numbers = self.batch.seats[column].to_numpy(dtype=np.float64)
            self._columns[column] = np.ascontiguousarray(numbers.reshape(self.games, self.players).T)
        return self._columns[column]

    def of_games(self, column: str) -> Floats:
        """Take a column of the games' table.

        Parameters
        ----------
        column : str
            Its name.

        Returns
        -------
        ndarray of float64, shape (games,)
            Not to be changed.
        """
        return self.batch.games[column].to_numpy(dtype=np.float64)

    def remember(self, key: Hashable, make: Callable[[], Kept]) -> Kept:
        """Make something once, and give the same to every measure that asks.

        Reading the event log is the dear part of many measures; with this they share one reading.

        Parameters
        ----------
        key : hashable
            What it is called; the function that makes it is a good key.
        make : callable
            Makes it, where nobody has asked before.

        Returns
        -------
        object
            What `make` gave, kept as long as the sample. Not to be changed.
        """
        if key not in self._kept:
            self._kept[key] = make()
        kept: Kept = self._kept[key]
        return kept

    @functools.cached_property
    def winners(self) -> Flags:
        """Who won or shared the win, of shape (players, games)."""
        return self.of_seats("win_share") > 0.0

    @functools.cached_property
    def last(self) -> Flags:
        """Who had no one below in rank, of shape (players, games)."""
        ranks = self.of_seats("rank")
        return np.asarray(ranks == ranks.max(axis=0, initial=0.0), dtype=np.bool_)
