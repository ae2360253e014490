"""How a bot is written, ``planner`` or ``planner:noise=0.5``, and how it is put into numbers."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from caravan.bots.records import BOT, MAX_SETTINGS
from caravan.bots.styles import STYLES, Setting, Style
from caravan.bots.weights import learned_weights, weights_by_hand
from caravan.errors import BotError, nearest

FILE_MARK = ".py:"


@dataclass(frozen=True)
class Bot:
    """A style with its settings, as one plays in a seat.

    Attributes
    ----------
    style : Style
    values : tuple of float
        The value of each of the style's settings.
    """

    style: Style
    values: tuple[float, ...]

    def __str__(self) -> str:
        changed = [
            f":{setting.name}={shortest(value)}"
            for setting, value in zip(self.style.settings, self.values, strict=True)
            if value != setting.default
        ]
        return self.style.name + "".join(changed)


def shortest(value: float) -> str:
    """Write a number as shortly as it can be while it still reads back as the same: 2.0 as ``2``."""
    return repr(float(value)).removesuffix(".0")


@functools.lru_cache(maxsize=1024)
def parse_bot(text: str) -> Bot:
    """Read a bot from its text.

    Parameters
    ----------
    text : str
        A style's name, then any of its settings: ``planner:noise=0.5:steal=1``.

    Returns
    -------
    Bot

    Raises
    ------
    BotError
        Where the style or a setting is unknown, or a value isn't a number in range.
    """
    name, *parts = text.strip().split(":")
    if parts and f"{name}:{parts[0]}" in STYLES:
        name = f"{name}:{parts.pop(0)}"
    if name not in STYLES:
        if text.strip().endswith(FILE_MARK[:-1]):
            raise BotError(f"bots: '{name}' names a file but no class in it; write {name}:ClassName")
        allowed = ", ".join(STYLES)
        raise BotError(f"bots: there is no bot '{name}'{nearest(name, STYLES)} (there are: {allowed})")
    style = STYLES[name]
    values = {setting.name: setting.default for setting in style.settings}
    for part in parts:
        key, equals, number = part.partition("=")
        known = {setting.name: setting for setting in style.settings}
        if key not in known:
            allowed = ", ".join(known) or "none"
            raise BotError(f"bots: '{name}' has no setting '{key}'{nearest(key, known)} (it has: {allowed})")
        values[key] = _value(name, known[key], number, equals)
    return Bot(style, tuple(values.values()))


def _value(style: str, setting: Setting, number: str, equals: str) -> float:
    allowed = f"a {'whole ' if setting.whole else ''}number from {shortest(setting.low)} to {shortest(setting.high)}"
    try:
        value = float(number)
    except ValueError:
        found = f"'{number}'" if equals else "nothing"
        raise BotError(f"bots: {style}:{setting.name} takes {allowed}, found {found}") from None
    in_range = math.isfinite(value) and setting.low <= value <= setting.high
    if not in_range or (setting.whole and value != int(value)):
        raise BotError(f"bots: {style}:{setting.name} takes {allowed}, found {number}")
    return value


def parse_line_up(bots: Any, players: int) -> tuple[Any, ...]:
    """Read who plays in which seat.

    Parameters
    ----------
    bots : str, bot, or sequence of them
        Texts such as ``planner`` or ``planner,random``; or classes and objects with ``choose(game)``. One alone plays
        in every seat.
    players : int
        The number of seats.

    Returns
    -------
    tuple, length ``players``
        For each seat the text of a bot that ships with the package (or of a file), or the object that was given.

    Raises
    ------
    BotError
        Where a bot is unknown or the number of bots doesn't fit the seats.
    """
    if isinstance(bots, str):
        entries: list[Any] = [entry.strip() for entry in bots.split(",")]
    elif isinstance(bots, Sequence):
        entries = [entry.strip() if isinstance(entry, str) else entry for entry in bots]
    else:
        entries = [bots]
    if len(entries) == 1:
        entries *= players
    if len(entries) != players:
        raise BotError(f"bots: {len(entries)} bots for {players} seats; give one for all seats, or one for each")
    line_up: list[Any] = []
    for entry in entries:
        if not isinstance(entry, str):
            if not callable(getattr(entry, "choose", None)):
                raise BotError(f"bots: {entry!r} has no method choose(game)")
            line_up.append(entry)
        elif FILE_MARK in entry:
            line_up.append(entry)
        else:
            line_up.append(str(parse_bot(entry)))
    return tuple(line_up)


def is_compiled(entry: Any) -> bool:
    """Tell whether an entry of a line-up is a bot that ships with the package, and so is compiled."""
    return isinstance(entry, str) and FILE_MARK not in entry


def pack_bots(line_up: Sequence[Any]) -> Any:
    """Put a line-up into numbers.

    Parameters
    ----------
    line_up : sequence
        From `parse_line_up`; entries that aren't compiled are left blank.

    Returns
    -------
    numpy.recarray of `records.BOT`, shape (players,)
    """
    packed = np.zeros(len(line_up), dtype=BOT).view(np.recarray)
    numbers = {name: number for number, name in enumerate(STYLES)}
    for seat, entry in enumerate(line_up):
        if is_compiled(entry):
            bot = parse_bot(entry)
            packed[seat].kind = numbers[bot.style.name]
            packed[seat].setting[: len(bot.values)] = bot.values
            if bot.style.weights:
                packed[seat].weight[:] = learned_weights() if bot.style.weights == "learned" else weights_by_hand()
    if any(len(style.settings) > MAX_SETTINGS for style in STYLES.values()):
        raise AssertionError("a style has more settings than its record holds")
    return packed
