"""Triples in which each bot beats the next, and the last the first: strength that no single number can tell."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from caravan.ladder.pairings import Figure, Pairing


@dataclass(frozen=True)
class Triple:
    """Three bots in a circle.

    Attributes
    ----------
    bots : tuple of int
        By their numbers: each beats the next, the last the first. The one with the lowest number comes first.
    edges : tuple of Figure
        Of the first over the second, of the second over the third, of the third over the first.
    verdict : str
        ``shown`` where all three intervals lie above 0, else ``suggested``.
    """

    bots: tuple[int, int, int]
    edges: tuple[Figure, Figure, Figure]

    @property
    def verdict(self) -> Literal["shown", "suggested"]:
        """How sure it is."""
        return "shown" if all(edge.low > 0.0 for edge in self.edges) else "suggested"


def triples_of(pairings: Iterable[Pairing]) -> tuple[Triple, ...]:
    """Find all triples in which the values go round in a circle.

    Parameters
    ----------
    pairings : iterable of Pairing
        Of one number of players.

    Returns
    -------
    tuple of Triple
        Those that are shown come first; within either, in the order of the weakest of their three edges.
    """
    edges = {(pairing.bot, pairing.other): pairing.edge for pairing in pairings}
    bots = sorted({bot for pair in edges for bot in pair})
    found = []
    for first, second, third in itertools.combinations(bots, 3):
        for circle in ((first, second, third), (first, third, second)):
            legs = tuple(edges.get(leg) for leg in zip(circle, circle[1:] + circle[:1], strict=True))
            one, two, three = legs
            if one and two and three and all(leg.value > 0.0 for leg in (one, two, three)):
                found.append(Triple(circle, (one, two, three)))
    return tuple(sorted(found, key=_order))


def _order(triple: Triple) -> tuple[bool, float, tuple[int, ...]]:
    weakest = min(edge.low if not math.isnan(edge.low) else -1.0 for edge in triple.edges)
    return triple.verdict != "shown", -weakest, triple.bots
