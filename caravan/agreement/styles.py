"""Which styles are asked, and how many games each of them plays: as many as its speed allows, and always the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from caravan.blocks import BatchRequest
from caravan.bots.registry import is_compiled, parse_bot
from caravan.errors import BotError, CaravanError, nearest_of
from caravan.given import require_whole
from caravan.rules import Rules

USUAL_STYLES = ("planner", "beam", "rollout", "expert")
"""The styles that are asked where nobody chooses: the strong ones."""

_GAMES: Mapping[str, int] = {
    "expert:deep": 200,
    "expert": 2000,
    "rollout": 2000,
    "beam": 2000,
}
"""Games that a slow style plays by default. They are fixed: a number that followed from the time
taken would give another result on another machine."""

_GAMES_OF_FAST_STYLES = 10_000
_GAMES_OF_GUESTS = 500

GREATEST_NUMBER_OF_GAMES = 10**9


def usual_games(bot: Any) -> int:
    """Say how many games a bot plays where nobody chooses.

    Parameters
    ----------
    bot : str or bot
        An entry of a line-up.

    Returns
    -------
    int
        For four players, what two cores play in a minute or two.
    """
    if not is_compiled(bot):
        return _GAMES_OF_GUESTS
    return _GAMES.get(parse_bot(bot).style.name, _GAMES_OF_FAST_STYLES)


def is_slow(bot: Any) -> bool:
    """Tell whether a bot is so slow that its games are given out few at a time."""
    return usual_games(bot) < _GAMES_OF_FAST_STYLES


def self_play_requests(
    rules: Rules,
    styles: Sequence[Any] | str | None,
    games: int | Mapping[str, int] | None,
    seed: int,
    usual: Callable[[Any], int] = usual_games,
) -> dict[str, BatchRequest]:
    """Settle what each style plays: itself, in every seat.

    Parameters
    ----------
    rules : Rules
        With the number of players.
    styles : str, or sequence of bots, or None
        Texts such as ``planner`` or ``planner:noise=0.5`` (one text may hold several, with commas), or classes with
        ``choose(game)``; by default `USUAL_STYLES`.
    games : int, mapping of str to int, or None
        How many games: one number for all, or one for each bot or style by name; where there is none, as `usual` says.
    seed : int
        The master seed of every style's games.
    usual : callable, optional
        Gives the number of games of a bot for which none is given; by default `usual_games`.

    Returns
    -------
    dict of str to BatchRequest
        By the bot's text, in the order given.

    Raises
    ------
    BotError
        Where a bot is unknown or there twice, or there is none.
    CaravanError
        Where games are given for a bot that doesn't play, or aren't a whole number from 1 on.
    """
    entries = USUAL_STYLES if styles is None else styles.split(",") if isinstance(styles, str) else tuple(styles)
    if not entries:
        raise BotError("bots: there is none; give two styles or more, such as planner,beam")
    requests: dict[str, BatchRequest] = {}
    for entry in entries:
        request = BatchRequest(rules, None, [entry] * rules.players, 1, seed)
        name = request.bot_names[0]
        if name in requests:
            raise BotError(f"bots: '{name}' is there twice; each style plays once, against itself")
        requests[name] = request
    asked = _games_asked_for(games, tuple(requests))
    return {
        name: BatchRequest(rules, None, request.bots, asked.get(name, usual(request.bots[0])), seed)
        for name, request in requests.items()
    }


def _games_asked_for(games: int | Mapping[str, int] | None, bots: tuple[str, ...]) -> dict[str, int]:
    if games is None:
        return {}
    if not isinstance(games, Mapping):
        return dict.fromkeys(bots, require_whole(games, "games", 1, GREATEST_NUMBER_OF_GAMES))
    asked: dict[str, int] = {}
    # What is said of a style holds for its variants too, unless more is said of them.
    for name, number in sorted(games.items(), key=lambda item: item[0].count(":")):
        meant = [bot for bot in bots if f"{bot}:".startswith(f"{name}:")]
        if not meant:
            raise CaravanError(f"games: '{name}' doesn't play{nearest_of(name, bots, 'styles')}")
        asked.update(dict.fromkeys(meant, require_whole(number, f"games: {name}", 1, GREATEST_NUMBER_OF_GAMES)))
    return asked
