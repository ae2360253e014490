"""How many games a search for a fair start plays: fixed for each style, so that the answer is the same everywhere."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from caravan.agreement.styles import self_play_requests
from caravan.blocks import GREATEST_SEED, BatchRequest
from caravan.bots.registry import is_compiled, parse_bot
from caravan.errors import CaravanError
from caravan.rules import Rules

USUAL_STYLES = ("planner", "beam", "expert")
"""The styles that are asked where nobody chooses: one of each family that plays well."""

SCOUT = "planner"
"""Who plays all the openings of the first rounds: the fastest bot that plays well."""

ROUNDS: tuple[tuple[int, int], ...] = ((500, 20), (2000, 4))
"""The scout's rounds: games of each opening that is left, and how many go on to the next round."""

FINALS_PART = 3
"""In the finals a style plays its number of games over this."""

ENOUGH_TO_CHOOSE = 400
"""Fewer games in the finals would choose by luck, so such a style has no say there; it still plays the winners."""

LEAST_GAMES = 20
"""Half of them choose whole points, and from the other half it is foretold what these do."""

_GAMES: Mapping[str, int] = {"expert:deep": 100, "expert": 500, "rollout": 500, "beam": 1800}
_GAMES_OF_FAST_STYLES = 12_000
_GAMES_OF_GUESTS = 200


def usual_games(bot: Any) -> int:
    """Say how many games a bot plays under the present rules, and again under each start that is proposed.

    Parameters
    ----------
    bot : str or bot
        An entry of a line-up.

    Returns
    -------
    int
        With the usual styles, all that is played takes two cores three to four minutes.
    """
    if not is_compiled(bot):
        return _GAMES_OF_GUESTS
    return _GAMES.get(parse_bot(bot).style.name, _GAMES_OF_FAST_STYLES)


def fair_requests(
    rules: Rules, styles: Sequence[Any] | str | None, games: int | Mapping[str, int] | None, seed: int
) -> dict[str, BatchRequest]:
    """Settle what each style plays under the present rules: itself, in every seat.

    Parameters
    ----------
    rules : Rules
        With the number of players.
    styles : str, or sequence of bots, or None
        By default `USUAL_STYLES`.
    games : int, mapping of str to int, or None
        One number for all, or one for each style by name; where there is none, `usual_games`.
    seed : int
        The master seed.

    Returns
    -------
    dict of str to BatchRequest
        By the bot's text.

    Raises
    ------
    BotError, CaravanError
        Where a bot is unknown or there twice, or a number of games isn't one.
    """
    requests = self_play_requests(rules, USUAL_STYLES if styles is None else styles, games, seed)
    one_for_all = games is not None and not isinstance(games, Mapping)
    named = tuple(games) if isinstance(games, Mapping) else ()
    settled = {}
    for name, request in requests.items():
        asked = one_for_all or any(f"{name}:".startswith(f"{word}:") for word in named)
        number = request.games if asked else usual_games(request.bots[0])
        if number < LEAST_GAMES:
            raise CaravanError(f"games: found {number} for {name}, allowed is {LEAST_GAMES} or more")
        settled[name] = BatchRequest(rules, None, request.bots, number, seed)
    return settled


def most_games_of_an_opening(games: int | Mapping[str, int] | None, styles: Sequence[str]) -> int | None:
    """Say how many games the scout may play of an opening, where numbers of games were asked for.

    Parameters
    ----------
    games : int, mapping of str to int, or None
        As for `fair_requests`.
    styles : sequence of str
        The styles' names.

    Returns
    -------
    int or None
        As many as the scout plays under a start where that is asked for, else as many as any style; None where nothing
        is asked for that would restrict it.
    """
    if not isinstance(games, Mapping):
        return games
    if SCOUT in games:
        return games[SCOUT]
    return None if SCOUT in styles else max(games.values(), default=None)


def games_of_finals(games: int) -> int:
    """Say how many games a style plays in the finals, by how many it plays under the present rules."""
    return -(-games // FINALS_PART)


def seed_for(seed: int, purpose: str) -> int:
    """Draw the master seed of a part of a search from that of the whole: other games, but always the same ones.

    Parameters
    ----------
    seed : int
        The whole search's.
    purpose : str
        What the part is called.

    Returns
    -------
    int
        From 0 to 2^63 - 1.
    """
    return int.from_bytes(hashlib.sha256(f"{seed} {purpose}".encode()).digest()[:8]) & GREATEST_SEED
