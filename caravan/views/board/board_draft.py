"""A board that is being made: it may pass through shapes that can't be played on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from caravan.board import MAX_NUMBERED, Board, Good
from caravan.errors import BoardError
from caravan.grid import require_size, space_names


@dataclass(frozen=True)
class BoardDraft:
    """A board as it was drawn, with the demand at the start; each edit gives another one.

    Attributes
    ----------
    name : str
        What it is called.
    width, height : int
        Columns and rows.
    goods : tuple of Good
        The types of good.
    numbered : tuple of int
        The spaces of numbers 1, 2, ...; there may be none.
    cities : tuple of int
        The space of each good's city.
    blocked : tuple of int
        The spaces that no camel can enter; they may cut the board in two.
    demand : tuple of int
        The numbers that start with a demand marker, in rising order.
    """

    name: str
    width: int
    height: int
    goods: tuple[Good, ...]
    numbered: tuple[int, ...]
    cities: tuple[int, ...]
    blocked: tuple[int, ...]
    demand: tuple[int, ...] = ()

    @classmethod
    def of(cls, board: Board, demand: Iterable[int] = ()) -> BoardDraft:
        """Begin with a board.

        Parameters
        ----------
        board : Board
            Any board.
        demand : iterable of int, optional
            The numbers that start with a demand marker.
        """
        parts = (board.name, board.width, board.height, board.goods, board.numbered, board.cities, board.blocked)
        return cls(*parts, tuple(sorted(demand)))

    def board(self) -> Board:
        """Make the board, or raise BoardError if it can't be played on."""
        return Board(self.name, self.width, self.height, self.goods, self.numbered, self.cities, self.blocked)

    def space_name(self, space: int) -> str:
        """Name a space, or raise BoardError if there is none of this index."""
        names = space_names(self.width, self.height)
        if not 0 <= space < len(names):
            raise BoardError(f"there is no space {space} on a board of {self.width} by {self.height}")
        return names[space]

    def holds(self, space: int) -> str:
        """Say what is in a space: ``numbered space 3``, ``the city of gold``, ``blocked``, or nothing."""
        if space in self.numbered:
            return f"numbered space {self.numbered.index(space) + 1}"
        if space in self.cities:
            return f"the city of {self.goods[self.cities.index(space)].name}"
        return "blocked" if space in self.blocked else ""

    def with_demand(self, space: int) -> BoardDraft:
        """Add demand at the start to a numbered space, or take it away.

        Parameters
        ----------
        space : int
            The index of a space.

        Returns
        -------
        BoardDraft
            The draft with that change.

        Raises
        ------
        BoardError
            If the space isn't numbered.
        """
        name = self.space_name(space)
        if space not in self.numbered:
            what = self.holds(space) or "desert"
            raise BoardError(f"{name} is {what}: only numbered spaces can start with a demand marker")
        number = self.numbered.index(space) + 1
        return replace(self, demand=tuple(sorted(set(self.demand) ^ {number})))

    def with_move(self, source: int, target: int) -> BoardDraft:
        """Move a city or a numbered space; one that is there already changes places with it.

        Parameters
        ----------
        source, target : int
            The indices of the spaces.

        Returns
        -------
        BoardDraft
            The draft with that change.

        Raises
        ------
        BoardError
            If there is nothing to move, or no room for it.
        """
        here, there = self.space_name(source), self.space_name(target)
        if source not in self.numbered and source not in self.cities:
            raise BoardError(
                f"{here} is {self.holds(source) or 'desert'}: only cities and numbered spaces can be moved"
            )
        if target in self.blocked:
            raise BoardError(f"{there} is blocked: free it first, then move {self.holds(source)} there")
        places = {source: target, target: source}
        return replace(
            self,
            numbered=tuple(places.get(space, space) for space in self.numbered),
            cities=tuple(places.get(space, space) for space in self.cities),
        )

    def with_block(self, space: int) -> BoardDraft:
        """Block a desert space, or free a blocked one.

        Parameters
        ----------
        space : int
            The index of a space.

        Returns
        -------
        BoardDraft
            The draft with that change.

        Raises
        ------
        BoardError
            If something is there.
        """
        name, what = self.space_name(space), self.holds(space)
        if what not in {"", "blocked"}:
            raise BoardError(f"{name} is {what}: move it first, then block the space")
        return replace(self, blocked=tuple(sorted(set(self.blocked) ^ {space})))

    def with_number(self, space: int) -> BoardDraft:
        """Make a desert space the next numbered one, or a numbered one desert; later numbers then count down.

        Parameters
        ----------
        space : int
            The index of a space.

        Returns
        -------
        BoardDraft
            The draft with that change; demand at the start stays with its spaces.

        Raises
        ------
        BoardError
            If something else is there, or there are nine already.
        """
        name, what = self.space_name(space), self.holds(space)
        if space in self.numbered:
            gone = self.numbered.index(space) + 1
            return replace(
                self,
                numbered=tuple(other for other in self.numbered if other != space),
                demand=tuple(number - (number > gone) for number in self.demand if number != gone),
            )
        if what:
            raise BoardError(f"{name} is {what}: only a desert space can be numbered")
        if len(self.numbered) >= MAX_NUMBERED:
            raise BoardError(f"a board has at most {MAX_NUMBERED} numbered spaces, and this one has them all")
        # A number left over in the demand has no space; a new space must not inherit it.
        number = len(self.numbered) + 1
        demand = tuple(other for other in self.demand if other != number)
        return replace(self, numbered=(*self.numbered, space), demand=demand)

    def with_size(self, width: int, height: int) -> BoardDraft:
        """Add or take away columns at the right and rows at the top.

        Parameters
        ----------
        width, height : int
            The new numbers of columns and rows.

        Returns
        -------
        BoardDraft
            The draft of that size. A city or numbered space in a strip that is taken away goes to the nearest desert
            space; blocked spaces there are gone.

        Raises
        ------
        BoardError
            If a board can't be so large, or is too small for what is on it.
        """
        if min(width, height) < 1:
            raise BoardError("a board has at least one column and one row")
        require_size(width, height)
        pieces = [*self.numbered, *self.cities]
        if len(pieces) > width * height:
            raise BoardError(
                f"{width} by {height} are {width * height} spaces, too few for {len(self.numbered)} numbered spaces "
                f"and {len(self.cities)} cities"
            )

        def kept(space: int) -> int | None:
            row, column = divmod(space, self.width)
            return row * width + column if row < height and column < width else None

        places = {space: there for space in pieces if (there := kept(space)) is not None}
        blocked = {there for space in self.blocked if (there := kept(space)) is not None}
        for space in pieces:
            if space not in places:
                row, column = divmod(space, self.width)
                places[space] = _nearest(row, column, width, height, set(places.values()), blocked)
        blocked -= set(places.values())
        return replace(
            self,
            width=width,
            height=height,
            numbered=tuple(places[space] for space in self.numbered),
            cities=tuple(places[space] for space in self.cities),
            blocked=tuple(sorted(blocked)),
        )


def _nearest(row: int, column: int, width: int, height: int, taken: set[int], blocked: set[int]) -> int:
    """Find the free space that is nearest to a place, one that isn't blocked if there is any."""
    free = set(range(width * height)) - taken
    return min(
        free - blocked or free,
        key=lambda space: (abs(space // width - row) + abs(space % width - column), space),
    )
