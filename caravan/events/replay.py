"""A game as it stood at any event of a log."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from caravan.errors import CaravanError, LogError, RulesError
from caravan.events.differences import cell, differing, explain, first_difference
from caravan.events.row_action import action_of_row
from caravan.events.rows import Rows, rows_from_events
from caravan.game import Game
from caravan.kernel.layout import ACTIONS, REFILL, SEED
from caravan.rules import Rules
from caravan.wording import shown


def replay(
    events: pd.DataFrame,
    rules: Rules,
    game: int | None = None,
    event: int | None = None,
    players: int | None = None,
) -> Game:
    """Play a game of a log again, up to any of its events.

    Parameters
    ----------
    events : DataFrame
        The log, of one game or of many.
    rules : Rules
        The rules it was played by.
    game : int, optional
        The number of the game; it may be left out where the log has only one.
    event : int, optional
        The number of the event after which to stop; by default the last one. What follows from an action belongs to
        it: after a ``pick_up`` that brings a refill, the new goods lie there already.
    players : int, optional
        2 to 4; by default the rules' own number.

    Returns
    -------
    Game
        The game, which can be undone action by action. Every good it has drawn comes from the log; what it would draw
        if it were played on can't be known from a log.

    Raises
    ------
    LogError
        If the log can't be read, has no such game or event, or departs from the rules up to there; `check` lists
        everything that is wrong.
    RulesError
        If the rules can't be played.
    """
    log = rows_from_events(events, rules)
    number = _game_to_replay(log, game)
    runs = np.flatnonzero(log.games == number)
    if len(runs) != 1:
        raise LogError(f"game {number}: its rows must stand together, but are in {len(runs)} places of the log")
    run = slice(log.offsets[runs[0]], log.offsets[runs[0] + 1])
    follower = _Follower(log.rows[run], log.events[run], rules, number)
    return follower.follow(_place_of(event, log.events[run], number), players)


def _game_to_replay(log: Rows, game: int | None) -> int:
    there = np.unique(log.games)
    if not len(there):
        raise LogError("the log has no rows")
    if game is None:
        if len(there) != 1:
            raise LogError(f"the log has {len(there)} games: say which one to replay (game=...)")
        return int(there[0])
    if game not in there:
        raise LogError(f"there is no game {shown(game)}: the log has games from {there[0]} to {there[-1]}")
    return int(game)


def _place_of(event: int | None, numbers: Any, game: int) -> int:
    if event is None:
        return len(numbers) - 1
    places = np.flatnonzero(numbers == event)
    if not len(places):
        raise LogError(
            f"game {game}: there is no event {shown(event)}: the log has events from {numbers[0]} to {numbers[-1]}"
        )
    return int(places[0])


class _Follower:
    """Plays the actions that one game's rows tell of."""

    def __init__(self, rows: Any, numbers: Any, rules: Rules, number: int) -> None:
        self._rows = rows
        self._numbers = numbers
        self._rules = rules
        self._number = number

    def follow(self, last: int, players: int | None) -> Game:
        """Play up to a row, with what follows from it."""
        at = 0
        try:
            game = Game(self._rules, players, number=self._number, draws=self._draws(0, SEED))
            at = self._rows_of(game)
            while at <= last:
                if game.end_reason:
                    raise self._fault(at, f"the game has ended ({game.end_reason}), but its rows go on")
                game.play(action_of_row(self._rows[at], self._rules.board), draws=self._draws(at + 1, REFILL))
                at = self._rows_of(game)
        except (LogError, RulesError):
            raise
        except CaravanError as error:
            raise self._fault(at, str(error)) from error
        return game

    def _draws(self, start: int, kind: int) -> list[str]:
        """List the goods drawn from a row on, up to the next row that a seat or the end makes."""
        names = [good.name for good in self._rules.board.goods]
        goods = []
        for place, row in enumerate(self._rows[start:], start=start):
            if row.seat != 0 or ACTIONS[row.action] == "end":
                break
            if row.action == kind:
                if row.good < 0:
                    raise self._fault(place, f"a '{ACTIONS[kind]}' must name the good")
                goods.append(names[row.good])
        return goods

    def _rows_of(self, game: Game) -> int:
        """Count the game's rows; raise LogError unless the log has the same."""
        written = game.rows
        place = first_difference(self._rows, written)
        if place is not None:
            column = next(differing(self._rows[place], written[place]))
            found = cell(self._rows[place], column, self._rules.board)
            raise self._fault(place, explain(column, found, written[place], self._rules, game.players))
        if len(written) > len(self._rows):
            missing = ACTIONS[written[len(self._rows)]["action"]]
            raise self._fault(len(self._rows) - 1, f"a row of '{missing}' must follow, but the log ends here")
        return len(written)

    def _fault(self, at: int, why: str) -> LogError:
        return LogError(f"game {self._number}, event {self._numbers[at]}: {why}")
