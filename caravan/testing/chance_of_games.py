"""What is hidden in a game, taken apart: the order of the bag, a seat's own chance, and that of the other seats."""

from __future__ import annotations

from typing import Any

import numpy as np

from caravan.game import Game
from caravan.kernel.streams import BAG, COUNT, FIRST_BOT, FIRST_TIE_BREAK, STREAMS


def own_chance(game: Game) -> tuple[int, ...]:
    """Read where the random streams of the seat to act stand."""
    values = _values(game)
    return tuple(int(values[index]) for index in _own(game))


def give_chance(game: Game, chance: tuple[int, ...]) -> None:
    """Put the random streams of the seat to act where `own_chance` found them."""
    _values(game)[_own(game)] = np.array(chance, dtype=np.uint64)


def chance_besides(game: Game) -> tuple[int, ...]:
    """Read where all streams stand that aren't the own ones of the seat to act: the bag's, and those of the others."""
    values, own = _values(game), _own(game)
    return tuple(int(values[index]) for index in range(COUNT) if index not in own)


def reorder_bag(game: Game, number: int) -> None:
    """Give the bag another order.

    Parameters
    ----------
    game : Game
        Changed in place.
    number : int
        From 1; which of the other orders.
    """
    _values(game)[BAG] ^= _scrambled(number)


def change_chance_of_others(game: Game, number: int) -> None:
    """Give every seat but the one to act other random streams.

    Parameters
    ----------
    game : Game
        Changed in place.
    number : int
        From 1; which of the other streams.
    """
    values, own = _values(game), _own(game)
    for index in range(COUNT):
        if index != BAG and index not in own:
            values[index] ^= _scrambled(number + index)


def _values(game: Game) -> Any:
    return game._streams.view(STREAMS)["value"][0]


def _own(game: Game) -> list[int]:
    seat = game.seat - 1
    return [FIRST_BOT + seat, FIRST_TIE_BREAK + seat]


def _scrambled(number: int) -> np.uint64:
    return np.uint64(number * 0x9E3779B97F4A7C15 % 2**64)
