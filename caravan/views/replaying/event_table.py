"""The rows of a log as a table that can be filtered and looked at in parts, however many there are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from caravan.kernel.layout import ACTIONS, EVENT
from caravan.rules import Rules
from caravan.views.replaying.sources import LogRows
from caravan.views.replaying.tape import told

MOST_ROWS_AT_ONCE = 400
LONGEST_TEXT = 60

GAME_ITSELF = -1
"""The seat of what the game itself does."""


@dataclass(frozen=True)
class Filter:
    """Which rows are shown.

    Attributes
    ----------
    seat : int
        From 1; 0 for all, `GAME_ITSELF` for what no seat does.
    action, good : str
        A name; empty for all.
    text : str
        Words that must all occur in what is said of the event, in any order; empty for no condition.
    """

    seat: int = 0
    action: str = ""
    good: str = ""
    text: str = ""

    @classmethod
    def read(cls, wanted: Any, rules: Rules) -> Filter:
        """Take a filter from a browser; what isn't allowed counts as no condition."""
        given = wanted if isinstance(wanted, dict) else {}
        seat, action, good, text = (given.get(name) for name in ("seat", "action", "good", "text"))
        return cls(
            seat if isinstance(seat, int) and GAME_ITSELF <= seat <= rules.players else 0,
            action if action in ACTIONS else "",
            good if good in [kind.name for kind in rules.board.goods] else "",
            text[:LONGEST_TEXT].strip() if isinstance(text, str) else "",
        )


class EventTable:
    """A log to be looked at.

    Parameters
    ----------
    log : LogRows
        The rows.
    rules : Rules
        Names seats, spaces and goods.
    """

    def __init__(self, log: LogRows, rules: Rules) -> None:
        self.log = log
        self._rules = rules

    def find(self, wanted: Filter) -> npt.NDArray[np.int64]:
        """Find the rows that a filter lets through.

        Parameters
        ----------
        wanted : Filter
            The conditions.

        Returns
        -------
        ndarray of int64
            Their places, rising.
        """
        rows = self.log.rows
        kept = np.ones(len(rows), dtype=np.bool_)
        if wanted.seat:
            kept &= rows["seat"] == max(0, wanted.seat)
        if wanted.action:
            kept &= rows["action"] == ACTIONS.index(wanted.action)
        if wanted.good:
            names = [good.name for good in self._rules.board.goods]
            kept &= rows["good"] == names.index(wanted.good)
        if wanted.text:
            words = wanted.text.casefold().split()
            sentences, which = self._sentences
            found = np.array([all(word in sentence for word in words) for sentence in sentences], dtype=np.bool_)
            kept &= found[which]
        return np.flatnonzero(kept)

    def part(self, places: npt.NDArray[np.int64], first: int, count: int) -> list[list[Any]]:
        """Give some of the rows that were found.

        Parameters
        ----------
        places : ndarray of int64
            From `find`.
        first, count : int
            Which of them; at most `MOST_ROWS_AT_ONCE`.

        Returns
        -------
        list of list
            For each row: game, event, turn, seat (0 for the game itself), points, what happens.
        """
        first = max(0, first)
        chosen = places[first : first + max(0, min(count, MOST_ROWS_AT_ONCE))]
        rows = self.log.rows[chosen]
        games = np.searchsorted(self.log.offsets, chosen, side="right") - 1
        columns = (
            self.log.numbers[games].tolist(),
            (chosen - self.log.offsets[games]).tolist(),
            rows["turn"].tolist(),
            rows["seat"].tolist(),
            rows["points"].tolist(),
            told(rows, self._rules),
        )
        return [list(row) for row in zip(*columns, strict=True)]

    def of_game(self, places: npt.NDArray[np.int64], game: int) -> tuple[int, list[int]]:
        """Tell where the events of a game stand among the rows that were found.

        Parameters
        ----------
        places : ndarray of int64
            From `find`.
        game : int
            A game of the log.

        Returns
        -------
        before : int
            How many of the rows come before the game.
        events : list of int
            The events of the game that are among them, rising.
        """
        first, after = self.log.bounds(game)
        before, behind = np.searchsorted(places, [first, after]).tolist()
        return before, (places[before:behind] - first).tolist()

    @cached_property
    def _sentences(self) -> tuple[list[str], npt.NDArray[np.int64]]:
        """Give each different sentence once, in small letters, and for each row which of them it is.

        A million rows have a few ten thousand different ones.
        """
        rows = self.log.rows
        # What isn't told in words mustn't tell rows apart.
        bare = np.zeros(len(rows), dtype=EVENT)
        for name in ("seat", "action", "source", "target", "good", "victim", "points", "demand", "end_reason"):
            bare[name] = rows[name]
        passes = rows["action"] == ACTIONS.index("pass")
        bare["actions_left"][passes] = rows["actions_left"][passes]
        packed = bare.view(np.uint64).reshape(-1, 2)
        mixed = packed[:, 0] * np.uint64(0x9E3779B97F4A7C15) ^ (packed[:, 1] * np.uint64(0xC2B2AE3D27D4EB4F))
        _, first, which = np.unique(mixed, return_index=True, return_inverse=True)
        return [sentence.casefold() for sentence in told(bare[first], self._rules)], which
