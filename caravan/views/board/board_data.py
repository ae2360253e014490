"""A board in plain lists and dicts, as the page's scripts draw it."""

from __future__ import annotations

from typing import Any, Protocol

from caravan.board import Good
from caravan.grid import space_names
from caravan.plots.palette import good_colour, good_ink


class Drawable(Protocol):
    """What can be drawn: a board, or one that is being made and can't be played on yet."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def width(self) -> int:
        """How many columns it has."""

    @property
    def height(self) -> int:
        """How many rows it has."""

    @property
    def goods(self) -> tuple[Good, ...]:
        """Its types of good."""

    @property
    def numbered(self) -> tuple[int, ...]:
        """The spaces of numbers 1, 2, ..."""

    @property
    def cities(self) -> tuple[int, ...]:
        """The space of each good's city."""

    @property
    def blocked(self) -> tuple[int, ...]:
        """The spaces that no camel can enter."""


def board_data(board: Drawable) -> dict[str, Any]:
    """Describe a board for ``board_drawing.js``.

    Parameters
    ----------
    board : Board
        Any board.

    Returns
    -------
    dict
        ``name``, ``width``, ``height``; ``spaces``, the name of each space by its index; ``numbered``, ``cities`` and
        ``blocked`` as in `caravan.board.Board`; ``goods``, in board order, each with ``letter``, ``name``, ``rare``,
        ``colour`` and ``ink`` (the colour of its letter on it).
    """
    goods = [
        {
            "letter": good.letter,
            "name": good.name,
            "rare": good.rare,
            "colour": good_colour(place),
            "ink": good_ink(place),
        }
        for place, good in enumerate(board.goods)
    ]
    return {
        "name": board.name,
        "width": board.width,
        "height": board.height,
        "spaces": list(space_names(board.width, board.height)),
        "numbered": list(board.numbered),
        "cities": list(board.cities),
        "blocked": list(board.blocked),
        "goods": goods,
    }
