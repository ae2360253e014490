"""Which of many openings make the seats equal: quick rounds on common seeds, then finals on fresh ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from caravan.balance.fair_games import ENOUGH_TO_CHOOSE, ROUNDS, SCOUT, games_of_finals, seed_for
from caravan.balance.how_to_play import HowToPlay, block_size_for
from caravan.balance.imbalance import imbalance
from caravan.balance.openings import Opening
from caravan.blocks import BatchRequest, play_blocks
from caravan.measures.estimate import Floats
from caravan.rules import Rules


@dataclass(frozen=True)
class Screened:
    """What a round found out about an opening.

    Attributes
    ----------
    opening : tuple of int
        Its actions.
    round : int
        The round from 1; 0 for the finals.
    style : str
        Who played; in the rounds the scout.
    games : int
        How many games of this opening, those of earlier rounds included.
    effects : tuple of float
        Each seat's effect in percentage points.
    imbalance : float
        How far the seats are from fair, in squared percentage points, over all styles: in the rounds as foretold, in
        the finals as played by those that choose.
    goes_on : bool
        Whether it is among those of the next round, or in the finals the winner.
    """

    opening: Opening
    round: int
    style: str
    games: int
    effects: tuple[float, ...]
    imbalance: float
    goes_on: bool


def rounds_within(most: int | None) -> tuple[tuple[int, int], ...]:
    """Shorten the scout's rounds so that no opening plays more games in them than is wanted.

    Parameters
    ----------
    most : int or None
        How many games an opening may play in all rounds together; None for `ROUNDS` as they are.

    Returns
    -------
    tuple of tuple of int
        For each round the games of an opening, at least one, and how many go on.
    """
    usual = sum(games for games, _ in ROUNDS)
    if most is None or most >= usual:
        return ROUNDS
    return tuple((max(games * most // usual, 1), survivors) for games, survivors in ROUNDS)


def screen(
    rules: Rules,
    openings: Iterable[Opening],
    effects_now: Mapping[str, Floats],
    seed: int,
    how: HowToPlay,
    rounds: Sequence[tuple[int, int]] | None = None,
) -> list[Screened]:
    """Let the scout play openings in rounds, from each of which the fairest go on.

    An opening isn't judged by the scout's own seats alone. Each style's effects under it are foretold: its effects
    under the present opening, and what the scout's effects change by from the present opening to this one on the same
    seeds. The finals no longer take that for granted.

    Parameters
    ----------
    rules : Rules
        The present rules.
    openings : iterable of tuple of int
        What is tried; the present opening need not be there.
    effects_now : mapping of str to ndarray of float64, shape (players,)
        Each style's seat effects under the present rules.
    seed : int
        The search's master seed.
    how : HowToPlay
    rounds : sequence of tuple of int, optional
        For each round the games of an opening, and how many go on; by default `ROUNDS`. See `rounds_within`.

    Returns
    -------
    list of Screened
        Round after round, the fairest first in each.
    """
    rounds = ROUNDS if rounds is None else rounds
    present = tuple(rules.opening_actions)
    left = [opening for opening in openings if opening != present]
    shares: dict[Opening, list[Floats]] = {opening: [] for opening in (present, *left)}
    results: list[Screened] = []
    before = 0
    for number, (games, survivors) in enumerate(rounds, start=1):
        part = f"openings, round {number} of {len(rounds)}"
        for place, opening in enumerate((present, *left)):
            request = BatchRequest(
                rules.replace(opening_actions=list(opening)), None, SCOUT, before + games, seed_for(seed, "openings")
            )
            shares[opening].append(_win_shares(request, before, how))
            how.tell(part, (place + 1) * games, (1 + len(left)) * games)
        before += games
        effects = {opening: _effects(np.concatenate(shares[opening], axis=1)) for opening in (present, *left)}
        found = {
            opening: _foretold_imbalance(effects_now.values(), effects[opening] - effects[present]) for opening in left
        }
        left.sort(key=lambda opening: (found[opening], opening))
        results += [
            Screened(
                opening, number, SCOUT, before, tuple(effects[opening].tolist()), found[opening], place < survivors
            )
            for place, opening in enumerate(left)
        ]
        left = left[:survivors]
    return results


def finals(
    rules: Rules, openings: Sequence[Opening], requests: Mapping[str, BatchRequest], seed: int, how: HowToPlay
) -> list[Screened]:
    """Let the styles play the openings that are left, on fresh seeds.

    Parameters
    ----------
    rules : Rules
        The present rules.
    openings : sequence of tuple of int
        What is left, at least one.
    requests : mapping of str to BatchRequest
        What each style plays under the present rules.
    seed : int
        The search's master seed.
    how : HowToPlay

    Returns
    -------
    list of Screened
        The fairest opening first, a row for each style.
    """
    choosing = choosers(requests)
    played: dict[tuple[Opening, str], Floats] = {}
    for style in choosing:
        games = games_of_finals(requests[style].games)
        for place, opening in enumerate(openings):
            changed = rules.replace(opening_actions=list(opening))
            request = BatchRequest(changed, None, requests[style].bots, games, seed_for(seed, "finals"))
            played[opening, style] = _win_shares(
                request, 0, how, told=(f"finals, {style}", place * games, len(openings) * games)
            )
    found = {
        opening: sum(imbalance(played[opening, style]) for style in choosing) / len(choosing) for opening in openings
    }
    order = sorted(openings, key=lambda opening: (found[opening], opening))
    return [
        Screened(
            opening,
            0,
            style,
            played[opening, style].shape[1],
            tuple(_effects(played[opening, style]).tolist()),
            found[opening],
            opening == order[0],
        )
        for opening in order
        for style in choosing
    ]


def choosers(requests: Mapping[str, BatchRequest]) -> tuple[str, ...]:
    """Name the styles that have a say in what is chosen: those with enough games, or all where none has."""
    enough = tuple(style for style, request in requests.items() if games_of_finals(request.games) >= ENOUGH_TO_CHOOSE)
    return enough or tuple(requests)


def _win_shares(request: BatchRequest, first: int, how: HowToPlay, told: tuple[str, int, int] | None = None) -> Floats:
    """Play the games from number ``first`` on, and give each seat's part of each win, of shape (players, games)."""
    shares, done = [], 0
    size = block_size_for(request)
    for block in play_blocks(
        request, executor=how.executor, cancel=how.cancel, first=first, block_size=size, with_log=False
    ):
        shares.append(block.seats["win_share"])
        done += len(block)
        if told is not None:
            how.tell(told[0], told[1] + done, told[2])
    return np.concatenate(shares).T


def _effects(shares: Floats) -> Floats:
    return np.asarray(100.0 * (shares.mean(axis=1) - 1.0 / len(shares)))


def _foretold_imbalance(effects_now: Iterable[Floats], change: Floats) -> float:
    squares = [float(((effects + change) ** 2).mean()) for effects in effects_now]
    return sum(squares) / len(squares)
