"""The kernel's faults in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from caravan import position
from caravan.errors import CaravanError
from caravan.events.cells import ABSENT
from caravan.events.differences import NOTHING, cell, differing, explain
from caravan.events.row_action import action_of_row
from caravan.events.rows import Rows
from caravan.events.violation import Violation
from caravan.game import Game
from caravan.kernel import retrace
from caravan.kernel.layout import DELIVER, END_REASONS, FILL_NOTHING, FILL_SET_UP, NO_GOOD, STATE, STEAL, TRANSFER
from caravan.rules import Rules


class FaultWords:
    """Says what the kernel found wrong in a log.

    Parameters
    ----------
    log : Rows
        The log.
    block : DataFrame
        The same as it was written.
    rules : Rules
        The rules, with the log's number of players.
    """

    def __init__(self, log: Rows, block: pd.DataFrame, rules: Rules) -> None:
        self._log = log
        self._block = block
        self._rules = rules
        self._board = rules.board

    def violations(self, fault: Any) -> Iterator[Violation]:
        """Put a fault into words.

        Parameters
        ----------
        fault : record of `retrace.FAULT`
            The fault.

        Yields
        ------
        Violation
            One for each wrong cell where a row differs, else one.
        """
        place = int(fault["row"])
        name = retrace.FAULTS[fault["kind"]]
        if name == "differs":
            expected = fault["expected"]
            for column in differing(self._log.rows[place], expected):
                reason = explain(column, self._found(place, column), expected, self._rules, self._rules.players)
                yield self._violation(place, column, reason)
        else:
            column, reason = getattr(self, f"_{name}")(place, fault)
            yield self._violation(place, column, reason)

    def _violation(self, place: int, column: str, reason: str) -> Violation:
        run = int(np.searchsorted(self._log.offsets, place, side="right")) - 1
        return Violation(int(self._log.games[run]), int(self._log.events[place]), column, reason)

    def _found(self, place: int, column: str) -> str:
        """Show a cell as it was written."""
        value = self._log.rows[place][column]
        if column in ("seat", "victim") and value == ABSENT:
            return str(int(self._block[column].iloc[place]))
        return cell(self._log.rows[place], column, self._board)

    def _row_missing(self, place: int, fault: Any) -> tuple[str, str]:
        expected = fault["expected"]
        words = [self._expected(expected, column) for column in ("action", "seat", "target", "good")]
        return "action", f"the row '{' '.join(filter(None, words))}' is missing here"

    def _expected(self, row: Any, column: str) -> str:
        text = cell(row, column, self._board)
        if text == NOTHING:
            return ""
        return f"of seat {text}" if column == "seat" else text

    def _draw_missing(self, place: int, fault: Any) -> tuple[str, str]:
        due = "seed" if fault["state"]["to_fill"] == FILL_SET_UP else "refill"
        return "action", f"a '{due}' of {self._next_empty(fault)} must come here, not {self._quoted(place)}"

    def _no_place(self, place: int, fault: Any) -> tuple[str, str]:
        return "action", f"{self._quoted(place)} has no place here, where {self._due(fault)}"

    def _not_in_bag(self, place: int, fault: Any) -> tuple[str, str]:
        good = int(self._log.rows[place].good)
        if good < 0:
            return "good", f"the good is nothing, but {self._quoted(place)} must name what is drawn"
        kind = self._board.goods[good]
        count = self._rules.rare_count if kind.rare else self._rules.common_count
        return "good", f"the good is {kind.name}, but all {count} of them have been drawn already"

    def _turn_not_over(self, place: int, fault: Any) -> tuple[str, str]:
        row, left = self._log.rows[place], int(fault["state"]["actions_left"])
        return "turn", (
            f"turn {row.turn} of seat {row.seat} begins, but in {self._turn(fault)} {_actions_left(left)}, and no pass "
            "says that they are given up"
        )

    def _turn_is_over(self, place: int, fault: Any) -> tuple[str, str]:
        return "turn", f"turn {self._log.rows[place].turn} is over already: it is {self._turn(fault)}"

    def _ends_early(self, place: int, fault: Any) -> tuple[str, str]:
        return "action", f"the game can't end here, where {self._due(fault)}"

    def _no_end(self, place: int, fault: Any) -> tuple[str, str]:
        return "action", f"the game breaks off after this event, where {self._due(fault)}: its 'end' is missing"

    def _after_end(self, place: int, fault: Any) -> tuple[str, str]:
        run = int(np.searchsorted(self._log.offsets, place, side="right")) - 1
        rows = int(self._log.offsets[run + 1]) - place
        ended = END_REASONS[fault["state"]["end_reason"]]
        follow = "1 row follows" if rows == 1 else f"{rows} rows follow"
        return "action", f"the game has ended ({ended}) before this event, but {follow}"

    def _illegal(self, place: int, fault: Any) -> tuple[str, str]:
        row, state = self._log.rows[place], fault["state"]
        column = "action"
        if row.action in (TRANSFER, DELIVER, STEAL) and row.good < 0:
            column, reason = "good", f"the good is nothing, but {self._quoted(place)} must name it"
        elif row.action == STEAL and row.victim == 0:
            column, reason = "victim", "the victim is nothing, but a 'steal' must name the seat that is robbed"
        else:
            reason = self._why_illegal(row, state)
        if row.turn != state["turn"] or row.seat != state["seat"] + 1:
            written = f"turn {row.turn} of seat {self._found(place, 'seat')}"
            return column, f"the row is of {written}, but it is {self._turn(fault)}; {reason}"
        return column, reason

    def _why_illegal(self, row: Any, state: Any) -> str:
        text = position.write(np.array([state], dtype=STATE), self._rules)
        try:
            Game.from_position(text, self._rules).play(action_of_row(row, self._board))
        except CaravanError as error:
            return str(error)
        return f"the row can't be read as an action that is legal in the position '{text}'"

    def _quoted(self, place: int) -> str:
        return f"'{self._found(place, 'action')}'"

    def _turn(self, fault: Any) -> str:
        return f"turn {fault['state']['turn']} of seat {fault['state']['seat'] + 1}"

    def _due(self, fault: Any) -> str:
        """Say what must come next in a position."""
        state = fault["state"]
        if state["end_reason"]:
            return f"the game ends ({END_REASONS[state['end_reason']]})"
        if state["to_fill"] != FILL_NOTHING:
            return f"a good must be drawn for {self._next_empty(fault)}"
        return f"it is {self._turn(fault)} and {_actions_left(int(state['actions_left']))}"

    def _next_empty(self, fault: Any) -> str:
        goods = fault["state"]["good_at"].tolist()
        return str(self._board.space_names[self._board.numbered[goods.index(NO_GOOD)]])


def _actions_left(count: int) -> str:
    return "1 action is left" if count == 1 else f"{count} actions are left"
