"""Rankings made up from known strengths, without a game played."""

from __future__ import annotations

import itertools

import numpy as np

from caravan.ladder.plackett_luce import Rankings, weak_order_codes
from caravan.ladder.plan import one_against_the_rest


def line_ups_of(bots: int, players: int) -> list[tuple[int, ...]]:
    """All pairings in all seats, as a ladder plays them."""
    pairs = itertools.permutations(range(bots), 2)
    return list(
        dict.fromkeys(
            one_against_the_rest(one, other, seat, players) for one, other in pairs for seat in range(players)
        )
    )


def ranks_of(values: np.ndarray) -> np.ndarray:
    """Ranks by value, the highest first; ties count once."""
    return 1 + (values[:, None, :] > values[:, :, None]).sum(axis=2)


def made_rankings(
    strengths: np.ndarray,
    seat_terms: np.ndarray,
    seeds: int,
    rng: np.random.Generator,
    *,
    of_seed: float = 0.0,
    rounded_to: float | None = None,
) -> Rankings:
    """Draw rankings by Plackett and Luce's model: the highest of strength, seat term and a Gumbel value comes first.

    With `of_seed`, each seed raises and lowers the bots' strengths for all its games, so that these depend on each
    other. With `rounded_to`, values are rounded, so that places are shared.
    """
    bots, players = len(strengths), len(seat_terms)
    favours = of_seed * rng.standard_normal((seeds, bots))
    line_ups = np.array(line_ups_of(bots, players))
    codes = []
    for line_up in line_ups:
        values = strengths[line_up] + favours[:, line_up] + seat_terms + rng.gumbel(size=(seeds, players))
        if rounded_to is not None:
            values = np.round(values / rounded_to)
        codes.append(weak_order_codes(ranks_of(values)))
    return Rankings(bots, line_ups, (np.arange(seeds),) * len(line_ups), tuple(codes))


def rankings_from(bots: int, games: dict[tuple[int, ...], list[tuple[int, ...]]]) -> Rankings:
    """Rankings written by hand: for each line-up the ranks by seat, game by game; game i is of seed i."""
    return Rankings(
        bots,
        np.array(list(games)),
        tuple(np.arange(len(ranks)) for ranks in games.values()),
        tuple(weak_order_codes(np.array(ranks)) for ranks in games.values()),
    )
