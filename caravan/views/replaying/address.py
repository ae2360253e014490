"""A game and a place in it as one word of an address: read whole or not at all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from caravan.errors import CaravanError
from caravan.rules import Rules
from caravan.views.address import FORM, MAX_SEED
from caravan.views.address_error import AddressError
from caravan.views.own_bots import offered_bot
from caravan.views.replaying.tape import LONGEST
from caravan.views.rule_words import LONGEST_BOARD_TEXT, from_text, to_text

MOST_GAMES = 1_000_000
"""Games of a batch that can be named; each is made again from its seed."""

GREATEST_GAME = 2**53 - 1
"""The greatest number of a game that a browser's numbers hold exactly."""

_SEPARATOR = "~"
_OF_A_BATCH = ("players", "bots", "seed", "games", "game", "at")
_OF_A_LOG = ("players", "log", "game", "at")
_LONGEST_WORD = 2000 + LONGEST_BOARD_TEXT
_DIGEST = re.compile("[0-9a-f]{16}")


@dataclass(frozen=True)
class ReplayState:
    """Everything that a link to the page carries.

    Attributes
    ----------
    rules : Rules
        The rules, with the number of players.
    bots : tuple of str
        One for each seat; empty for an uploaded log.
    seed : int
        The batch's seed, from 0 to 2^53 - 1.
    games : int
        How many games the batch has.
    game : int
        Which of them, from 0.
    at : int or None
        After which event; None for the one that ends the set-up.
    log : str
        What stands for the content of an uploaded log; empty for a batch.
    """

    rules: Rules = field(default_factory=lambda: Rules(players=4))
    bots: tuple[str, ...] = ("planner",) * 4
    seed: int = 7
    games: int = 5000
    game: int = 0
    at: int | None = None
    log: str = ""


def replay_word(
    rules: Rules, players: int, bots: str | Sequence[str], seed: int, games: int, game: int, at: int | None = None
) -> str:
    """Write the word of a game of a batch, for a link to the Replay page.

    Parameters
    ----------
    rules : Rules
        The rules; their own number of players plays no part.
    players : int
        2 to 4.
    bots : str or sequence of str
        One for all seats, or one for each.
    seed : int
        The batch's seed.
    games : int
        How many games the batch has, among which others can be looked for.
    game : int
        Which of them, from 0.
    at : int, optional
        After which event; by default after the set-up.

    Returns
    -------
    str
        Such as ``1~standard;camels=6~players=2~bots=planner,beam~seed=7~games=5000~game=12``.
    """
    line_up = tuple(bots.split(",")) if isinstance(bots, str) else tuple(bots)
    if len(line_up) == 1:
        line_up *= players
    return to_word(ReplayState(rules.replace(players=players), line_up, seed, games, game, at))


def to_word(state: ReplayState) -> str:
    """Write a state as one word.

    Parameters
    ----------
    state : ReplayState
        What is shown.

    Returns
    -------
    str
        What `from_word` reads.
    """
    parts = [FORM, to_text(state.rules), f"players={state.rules.players}"]
    if state.log:
        parts.append(f"log={state.log}")
    else:
        parts += [f"bots={','.join(state.bots)}", f"seed={state.seed}", f"games={state.games}"]
    parts.append(f"game={state.game}")
    if state.at is not None:
        parts.append(f"at={state.at}")
    return _SEPARATOR.join(parts)


def from_word(word: str) -> ReplayState:
    """Read a state.

    Parameters
    ----------
    word : str
        From `replay_word`, or from anywhere.

    Returns
    -------
    ReplayState
        Every part of it is allowed, and its rules can be played.

    Raises
    ------
    AddressError
        If any part can't be read or isn't allowed, in words.
    """
    if len(word) > _LONGEST_WORD:
        raise AddressError(f"it is {len(word):,} characters long, more than any link of this page")
    form, *rest = word.split(_SEPARATOR)
    if form != FORM or not rest:
        raise AddressError(f"it must begin with '{FORM}{_SEPARATOR}' and the name of a preset")
    rules_text, *settings = rest
    given: dict[str, str] = {}
    for setting in settings:
        name, _, value = (part.strip() for part in setting.partition("="))
        allowed = _OF_A_LOG if any(other.startswith("log=") for other in settings) else _OF_A_BATCH
        if name not in allowed:
            raise AddressError(f"there is no part '{name[:40]}' in it; the parts are {', '.join(allowed)}")
        if name in given:
            raise AddressError(f"'{name}' is there twice")
        given[name] = value
    try:
        rules = from_text(rules_text)
        players = _whole(given, "players", rules.players, 2, 4)
        rules = rules.replace(players=players)
        rules.require_playable()
        return _state(rules, given)
    except AddressError:
        raise
    except CaravanError as error:
        raise AddressError(str(error)) from error


def _state(rules: Rules, given: dict[str, str]) -> ReplayState:
    at = _whole(given, "at", 0, 0, LONGEST - 1) if "at" in given else None
    if "log" in given:
        if not _DIGEST.fullmatch(given["log"]):
            raise AddressError("log: 16 digits from 0 to f stand for an uploaded log")
        game = _whole(given, "game", 0, 0, GREATEST_GAME)
        return ReplayState(rules, (), 0, 0, game, at, given["log"])
    usual = ReplayState()
    bots = tuple(offered_bot(text) for text in given.get("bots", usual.bots[0]).split(","))
    if len(bots) == 1:
        bots *= rules.players
    if len(bots) != rules.players:
        raise AddressError(f"bots: {rules.players} players need {rules.players} bots, or one for all, not {len(bots)}")
    games = _whole(given, "games", usual.games, 1, MOST_GAMES)
    seed = _whole(given, "seed", usual.seed, 0, MAX_SEED)
    return ReplayState(rules, bots, seed, games, _whole(given, "game", 0, 0, games - 1), at)


def _whole(given: dict[str, str], name: str, usual: int, low: int, high: int) -> int:
    text = given.get(name)
    if text is None:
        return usual
    if not (text.isascii() and text.isdecimal() and len(text) <= 16 and low <= int(text) <= high):
        raise AddressError(f"{name}: must be a whole number from {low:,} to {high:,}, not '{text[:40]}'")
    return int(text)
