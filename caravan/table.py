"""What everyone at the table sees of a game: camels, goods, markers, and what is left in the bag but not its order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from caravan.errors import CaravanError
from caravan.kernel.layout import END_REASONS, NO_GOOD, OFF_BOARD, UNDER
from caravan.rules import Rules
from caravan.wording import shown


@dataclass(frozen=True, slots=True)
class Camel:
    """One camel.

    Attributes
    ----------
    space : str or None
        Where it stands; None while it is off the board.
    good : str or None
        What it carries; None while it is unladen.
    under : bool
        Whether the good lies under it, after a theft.
    """

    space: str | None = None
    good: str | None = None
    under: bool = False


@dataclass(frozen=True, slots=True)
class WaitingGood:
    """A good on a numbered space.

    Attributes
    ----------
    number : int
        The space's number, from 1.
    space : str
        The space's name.
    good : str
        The good's name.
    demand : int
        The demand markers on it.
    """

    number: int
    space: str
    good: str
    demand: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game has ended.

    Attributes
    ----------
    reason : str
        ``delivery``, ``deadlock`` or ``turn_limit``.
    winners : tuple of int
        The seats that share the win, from 1; mostly one.
    scores : tuple of int
        Points of each seat, the penalty for undelivered goods taken off.
    ranks : tuple of int
        Rank of each seat from 1, after the tie-break; equals count once (1, 1, 3).
    win_shares : tuple of float
        Each seat's part of the win; they add up to 1.
    """

    reason: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    win_shares: tuple[float, ...]


class Table:
    """The public side of a position; the names of spaces and goods are those of the board, seats count from 1."""

    __slots__ = ("_fields", "_rules")

    _fields: Any
    _rules: Rules

    @property
    def rules(self) -> Rules:
        """The rules of this game, which shouldn't be changed any more."""
        return self._rules

    @property
    def players(self) -> int:
        """How many players there are, 2 to 4."""
        return int(self._fields["players"].item())

    @property
    def turn(self) -> int:
        """The turn that has begun last, from 1, counted over all players."""
        return int(self._fields["turn"].item())

    @property
    def seat(self) -> int:
        """The seat to act, from 1; after the end, the one that acted last."""
        return int(self._fields["seat"].item()) + 1

    @property
    def actions_left(self) -> int:
        """Actions that the seat to act still has in this turn."""
        return int(self._fields["actions_left"].item())

    @property
    def end_reason(self) -> str | None:
        """Why the game has ended: ``delivery``, ``deadlock`` or ``turn_limit``; None while it goes on."""
        return END_REASONS[self._fields["end_reason"].item()] or None

    @property
    def since_refill(self) -> int:
        """How many goods have been picked up since the last refill."""
        return int(self._fields["since_refill"].item())

    @property
    def theft_markers(self) -> tuple[int, ...]:
        """Theft markers of each seat."""
        return self._of_seats("theft_markers")

    @property
    def demand(self) -> tuple[int, ...]:
        """Demand markers held by each seat."""
        return self._of_seats("demand")

    @property
    def rare_delivered(self) -> tuple[int, ...]:
        """Rare goods delivered by each seat."""
        return self._of_seats("rare")

    @property
    def common_delivered(self) -> tuple[int, ...]:
        """Common goods delivered by each seat."""
        return self._of_seats("common")

    @property
    def bag(self) -> dict[str, int]:
        """How many of each good are still in the bag, by the good's name."""
        counts = self._fields["bag"][0].tolist()
        return {good.name: counts[index] for index, good in enumerate(self._rules.board.goods)}

    @property
    def waiting(self) -> tuple[WaitingGood, ...]:
        """The goods on numbered spaces, in number order; empty spaces are left out."""
        board = self._rules.board
        goods = self._fields["good_at"][0].tolist()
        demand = self._fields["demand_at"][0].tolist()
        return tuple(
            WaitingGood(number + 1, board.space_names[space], board.goods[goods[number]].name, demand[number])
            for number, space in enumerate(board.numbered)
            if goods[number] != NO_GOOD
        )

    @property
    def rainbow(self) -> str | None:
        """Where the rainbow camel stands; None while it is off the board."""
        space = self._fields["rainbow"].item()
        return None if space == OFF_BOARD else self._rules.board.space_names[space]

    def camels(self, seat: int | None = None) -> tuple[Camel, ...]:
        """Give the camels of a seat, in an order that means nothing.

        Parameters
        ----------
        seat : int, optional
            From 1; by default the seat to act.

        Returns
        -------
        tuple of Camel
            As many as the rules give a player, those off the board included.

        Raises
        ------
        CaravanError
            If there is no such seat.
        """
        index = self._seat_index(self.seat if seat is None else seat)
        names, goods = self._rules.board.space_names, self._rules.board.goods
        spaces = self._fields["camel_space"][0, index, : self._rules.camels].tolist()
        loads = self._fields["camel_load"][0, index, : self._rules.camels].tolist()
        return tuple(
            Camel(
                None if space == OFF_BOARD else names[space],
                goods[load % UNDER - 1].name if load else None,
                load > UNDER,
            )
            for space, load in zip(spaces, loads, strict=True)
        )

    def _seat_index(self, seat: int) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 1 <= seat <= self.players:
            raise CaravanError(f"there is no seat {shown(seat)}: seats are 1 to {self.players}")
        return seat - 1

    def _of_seats(self, field: str) -> tuple[int, ...]:
        return tuple(self._fields[field][0, : self.players].tolist())
