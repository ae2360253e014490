"""Actions as people see them, and as the kernel's numbers."""

from __future__ import annotations

import functools

from caravan.action import Action
from caravan.board import Board
from caravan.errors import IllegalAction, nearest_of
from caravan.kernel.actions import encode, kind_of, load_of, source_of, target_of, victim_of
from caravan.kernel.layout import ACTIONS, PICK_UP, RAINBOW, UNDER

_KINDS = {name: kind for kind, name in enumerate(ACTIONS)}


class Coder:
    """Turns the kernel's codes into actions on one board, and back.

    Parameters
    ----------
    board : Board
        Where the spaces' and goods' names come from.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._spaces = {name: space for space, name in enumerate(board.space_names)}
        self._goods = {good.name: index for index, good in enumerate(board.goods)}
        self._decoded: dict[int, Action] = {}

    def decode(self, code: int) -> Action:
        """Give the action of a code."""
        action = self._decoded.get(code)
        if action is None:
            action = self._decoded[code] = self._decode(code)
        return action

    def _decode(self, code: int) -> Action:
        kind, source, target = kind_of(code), source_of(code), target_of(code)
        load, victim = load_of(code), victim_of(code)
        names = self._board.space_names
        return Action(
            ACTIONS[kind],
            names[source] if source >= 0 and kind != RAINBOW else None,
            names[target] if target >= 0 else None,
            self._board.goods[load % UNDER - 1].name if load and kind != PICK_UP else None,
            load > UNDER,
            victim + 1 if victim >= 0 else None,
        )

    def encode(self, action: Action, rainbow: int, waiting: int) -> int:
        """Give the code of an action whose good and victim, where it has them, are named.

        Parameters
        ----------
        action : Action
            The action.
        rainbow : int
            The rainbow camel's space, -1 off the board: part of the code for ``rainbow``.
        waiting : int
            The index of the good that waits in the action's target, -1 for none: part of the code for ``pick_up``.

        Returns
        -------
        int
            A code; whether it is legal is another question.

        Raises
        ------
        IllegalAction
            If the board has no such space or good.
        """
        kind = _KINDS[action.kind]
        source = rainbow if kind == RAINBOW else self._space(action, action.source)
        load = 0
        if kind == PICK_UP:
            load = waiting + 1
        elif action.good is not None:
            load = self._good(action, action.good) + 1 + (UNDER if action.under else 0)
        victim = -1 if action.victim is None else action.victim - 1
        return int(encode(kind, source, self._space(action, action.target), load, victim))

    def space(self, name: str) -> int:
        """Give the index of a space, -1 where there is none of that name."""
        return self._spaces.get(name, -1)

    def _space(self, action: Action, name: str | None) -> int:
        if name is None:
            return -1
        if name not in self._spaces:
            names = self._board.space_names
            raise IllegalAction(f"'{action}': there is no space {name}: spaces are {names[0]} to {names[-1]}")
        return self._spaces[name]

    def _good(self, action: Action, name: str) -> int:
        if name not in self._goods:
            raise IllegalAction(f"'{action}': there is no good '{name}'{nearest_of(name, self._goods, 'goods')}")
        return self._goods[name]


@functools.lru_cache(maxsize=64)
def coder_of(board: Board) -> Coder:
    """Give the coder of a board, made once."""
    return Coder(board)
