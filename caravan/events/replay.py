"""A game as it stood at any event of a log."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np
import pandas as pd

from caravan.errors import CaravanError, LogError, RulesError
from caravan.events.differences import NOTHING, cell, differing, explain
from caravan.events.origin import Origin
from caravan.events.row_action import action_of_row
from caravan.events.rows import require_log, rows_from_events
from caravan.game import Game
from caravan.kernel.layout import ACTIONS, DEMAND, EVENT, REFILL, SEED
from caravan.rules import Rules, playable
from caravan.wording import shown

_NOT_BY_SEATS = (SEED, DEMAND, REFILL)


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
    require_log(events)
    rules = playable(rules, players)
    number = _game_to_replay(events["game"], game)
    rows = np.flatnonzero((events["game"] == number).to_numpy(dtype=np.bool_, na_value=False))
    if places := np.count_nonzero(np.diff(rows) > 1):
        raise LogError(f"game {number}: its rows must stand together, but are in {places + 1} places of the log")
    log = rows_from_events(events.iloc[rows[0] : rows[-1] + 1], rules, Origin(f"game {number} of the log"))
    follower = _Follower(log.rows, log.events, rules, number)
    return follower.follow(_place_of(event, log.events, number))


def _game_to_replay(numbers: pd.Series[Any], game: int | None) -> int:
    there = numbers.dropna().unique()
    if not len(there):
        raise LogError("the log has no rows")
    if game is None:
        if len(there) != 1:
            raise LogError(f"the log has {len(there)} games: say which one to replay (game=...)")
        return int(there[0])
    if game not in there:
        raise LogError(f"there is no game {shown(game)}: the log has games from {min(there)} to {max(there)}")
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
        self._rows = rows.view(np.ndarray).view(EVENT)
        self._actions = self._rows["action"].tolist()
        self._numbers = numbers
        self._rules = rules
        self._number = number
        self._at = 0

    def follow(self, last: int) -> Game:
        """Play up to a row, with what follows from it."""
        try:
            game = Game(self._rules, number=self._number, draws=self._draws(SEED))
            self._go_on(game)
            while self._at <= last:
                if game.end_reason:
                    raise self._fault(self._at, f"the game has ended ({game.end_reason}), but its rows go on")
                action = action_of_row(self._rows[self._at], self._rules.board)
                game.play(action, draws=self._draws(REFILL))
                self._go_on(game)
        except (LogError, RulesError):
            raise
        except CaravanError as error:
            raise self._fault(self._at, str(error)) from error
        return game

    def _draws(self, kind: int) -> list[str]:
        """List the goods drawn from the present place on, up to the next action or the end."""
        goods = []
        place = self._at if kind == SEED else self._at + 1
        while place < len(self._actions) and self._actions[place] in _NOT_BY_SEATS:
            if self._actions[place] == kind and not self._rows["seat"][place]:
                name = cell(self._rows[place], "good", self._rules.board)
                if name == NOTHING:
                    raise self._fault(place, f"a '{ACTIONS[kind]}' must name the good")
                goods.append(name)
            place += 1
        return goods

    def _go_on(self, game: Game) -> None:
        """Go past the rows of the last step; raise LogError unless the log has the same."""
        written = game.rows
        step = written[self._at :]
        rows = self._rows[self._at : len(written)]
        if step.tobytes() != rows.tobytes():
            self._refuse(step, rows, game)
        self._at = len(written)

    def _refuse(self, step: Any, rows: Any, game: Game) -> NoReturn:
        for place, (row, expected) in enumerate(zip(rows, step, strict=False), start=self._at):
            for column in differing(row, expected):
                found = cell(row, column, self._rules.board)
                raise self._fault(place, explain(column, found, expected, self._rules, game.players))
        missing = ACTIONS[step[len(rows)]["action"]]
        raise self._fault(len(self._rows) - 1, f"a row of '{missing}' must follow, but the log ends here")

    def _fault(self, at: int, why: str) -> LogError:
        return LogError(f"game {self._number}, event {self._numbers[at]}: {why}")
