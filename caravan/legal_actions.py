"""The legal actions of a game's present position, found only when asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

from caravan.action import Action
from caravan.errors import CaravanError
from caravan.kernel import one_game

if TYPE_CHECKING:
    from caravan.game import Game


class LegalActions(Sequence[Action]):
    """The distinct legal actions of a game's present position, found only when asked for.

    It always speaks of the present position, so it changes as the game is played. The order is fixed: place, move,
    pick_up, transfer and deliver, steal, rainbow, and last pass; once the game has ended there are none.
    """

    __slots__ = ("_game",)

    def __init__(self, game: Game) -> None:
        self._game = game

    def __len__(self) -> int:
        return int(one_game.count_actions(self._game._state, self._game._packed))

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            return list(self)[index]
        count = len(self)
        place = index + count if index < 0 else index
        if not 0 <= place < count:
            raise IndexError(f"there are {count} legal actions, so there is none of index {index}")
        return self._game._coder.decode(int(one_game.kth_action(self._game._state, self._game._packed, place)))

    def __iter__(self) -> Iterator[Action]:
        decode = self._game._coder.decode
        return iter([decode(code) for code in one_game.list_actions(self._game._state, self._game._packed).tolist()])

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Action | str):
            return False
        try:
            code = self._game._code(action)
        except CaravanError:
            return False
        return bool(one_game.is_legal(self._game._state, self._game._packed, code))

    def __repr__(self) -> str:
        return f"<{len(self)} legal actions: {', '.join(map(str, self))}>"
