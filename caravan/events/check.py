"""Every way in which a log departs from the rules, in words."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from caravan.events.fault_words import FaultWords
from caravan.events.numbering import (
    PlacedViolation,
    check_event_numbers,
    check_game_numbers,
    mend_game_numbers,
)
from caravan.events.origin import Origin
from caravan.events.reading import event_blocks, read_games, read_seats
from caravan.events.rows import Rows, rows_from_events
from caravan.events.tables_check import TablesCheck
from caravan.events.violation import Violation
from caravan.kernel import layout, retrace
from caravan.rules import Rules, playable

FAULTS_AT_ONCE = 1024


def check(events: pd.DataFrame, rules: Rules, players: int | None = None, limit: int | None = None) -> list[Violation]:
    """List every way in which a log departs from the rules.

    Every game is played again from its rows, and each row compared with the one that the rules give. After a violation
    the reading goes on; only where an action is illegal, or a good drawn that can't be, the rest of that game is left.

    Parameters
    ----------
    events : DataFrame
        The log. It may begin with any game, but the games that follow must be numbered without a gap.
    rules : Rules
        The rules it should follow.
    players : int, optional
        2 to 4; by default the rules' own number.
    limit : int, optional
        Stop after so many violations.

    Returns
    -------
    list of Violation
        In the order of the rows; empty if the log follows the rules.

    Raises
    ------
    LogError
        If the log can't be read: a column is missing, or a cell can't be what it should.
    RulesError
        If the rules can't be played.
    """
    return list(itertools.islice(check_blocks([events], rules, players), limit))


def check_blocks(
    blocks: Iterable[pd.DataFrame], rules: Rules, players: int | None = None, tables: TablesCheck | None = None
) -> Iterator[Violation]:
    """Check a log that comes bit by bit, and the tables beside it if wanted.

    Parameters
    ----------
    blocks : iterable of DataFrame
        The log in order, cut between games, for example from `event_blocks`.
    rules : Rules
        The rules it should follow.
    players : int, optional
        2 to 4; by default the rules' own number.
    tables : TablesCheck, optional
        The tables, to be compared with the log on the way.

    Yields
    ------
    Violation
        As from `check` and `check_tables`, block by block.

    Raises
    ------
    LogError, RulesError
        As from `check`.
    """
    rules = playable(rules, players)
    retracer = _Retracer(rules)
    last_game: int | None = None
    if tables is not None:
        yield from tables.check_alone()
    for block in blocks:
        log = rows_from_events(block, rules)
        if not len(log.games):
            continue
        log, slips = mend_game_numbers(log)
        yield from (violation for _, violation in _placed(log, slips, block, retracer, last_game))
        last_game = int(log.games[-1])
        if tables is not None:
            yield from tables.compare(log)
    if tables is not None:
        yield from tables.check_complete()


def check_rows(events: pd.DataFrame, rules: Rules, players: int | None = None) -> Iterator[PlacedViolation]:
    """List every way in which a log departs from the rules, with its place in the log.

    Parameters
    ----------
    events, rules, players
        As for `check`.

    Yields
    ------
    tuple of int and Violation
        The row, counted from 0, and the violation, in the order of the rows.

    Raises
    ------
    LogError, RulesError
        As from `check`.
    """
    rules = playable(rules, players)
    log = rows_from_events(events, rules)
    if len(log.games):
        log, slips = mend_game_numbers(log)
        yield from _placed(log, slips, events, _Retracer(rules), None)


def _placed(
    log: Rows, slips: list[PlacedViolation], block: pd.DataFrame, retracer: _Retracer, last_game: int | None
) -> Iterator[PlacedViolation]:
    return heapq.merge(
        slips,
        check_game_numbers(log, last_game),
        check_event_numbers(log),
        retracer.check(log, block),
        key=lambda placed: placed[0],
    )


def check_files(
    events: str | Path,
    rules: Rules,
    games: str | Path | None = None,
    seats: str | Path | None = None,
    players: int | None = None,
) -> Iterator[Violation]:
    """Check a log in a file, and the tables in the files beside it, of any size and with little memory.

    Parameters
    ----------
    events : str or Path
        The log, a ``.csv`` or ``.parquet`` file.
    rules : Rules
        The rules it should follow.
    games, seats : str or Path, optional
        The tables; both or neither.
    players : int, optional
        2 to 4; by default the rules' own number.

    Yields
    ------
    Violation
        As from `check` and `check_tables`, block by block.

    Raises
    ------
    LogError
        If a file can't be read.
    RulesError
        If the rules can't be played.
    """
    rules = playable(rules, players)
    tables = None
    if games is not None and seats is not None:
        tables = TablesCheck(read_games(games), read_seats(seats), rules, Origin(str(games)), Origin(str(seats)))
    yield from check_blocks(event_blocks(events, rules), rules, tables=tables)


class _Retracer:
    """Plays games again, with room to do so."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._packed = layout.pack(rules)
        self._states = layout.new_states(2)
        self._step = layout.new_step()

    def check(self, log: Rows, block: pd.DataFrame) -> Iterator[PlacedViolation]:
        """Compare every row with the one by the rules."""
        for faults in self._faults(log):
            words = FaultWords(log, block, self._rules)
            for fault in faults:
                for violation in words.violations(fault):
                    yield int(fault["row"]), violation

    def _faults(self, log: Rows) -> Iterator[npt.NDArray[Any]]:
        room = FAULTS_AT_ONCE
        game = 0
        while game < len(log.games):
            faults = np.zeros(room, dtype=retrace.FAULT).view(np.recarray)
            following, found = retrace.retrace_games(
                self._states, self._packed[0], self._step[0], log.rows, log.offsets, game, faults
            )
            if following == game:
                room *= 2  # a single game with more faults than there is room for
            game = following
            yield faults[:found]
