"""Which opening turns are worth trying: short lists of actions, none shorter than the one before it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

LEAST_TURNS = 4
"""How many opening turns are varied at least; with few players that reaches into the second round."""

MOST_NUMBERS = 5
"""How many different numbers of actions are tried for a turn."""

Opening = tuple[int, ...]


def sensible_openings(actions_per_turn: int, players: int) -> tuple[Opening, ...]:
    """List the openings that are worth trying.

    Whoever goes later should have no fewer actions, as going later is what has to be made good. So the lists never
    fall. A turn has from 1 action to one more than an ordinary turn; an opening without any short turn is among them.

    Parameters
    ----------
    actions_per_turn : int
        What an ordinary turn has, at least 1.
    players : int
        2 to 4.

    Returns
    -------
    tuple of tuple of int
        In rising order, each as `plain` writes it, all different.
    """
    most = actions_per_turn + 1
    numbers = sorted({1 + round((most - 1) * step / (MOST_NUMBERS - 1)) for step in range(MOST_NUMBERS)})
    numbers = sorted({*numbers, actions_per_turn})
    length = max(players, LEAST_TURNS)
    lists = itertools.combinations_with_replacement(numbers, length)
    return tuple(dict.fromkeys(plain(opening, actions_per_turn) for opening in lists))


def plain(opening: Sequence[int], actions_per_turn: int) -> Opening:
    """Write an opening without ordinary turns at its end, which change nothing.

    Parameters
    ----------
    opening : sequence of int
        The actions of the first turns.
    actions_per_turn : int
        What an ordinary turn has.

    Returns
    -------
    tuple of int
        Empty where all turns are ordinary.
    """
    kept = list(opening)
    while kept and kept[-1] == actions_per_turn:
        kept.pop()
    return tuple(kept)
