"""The styles of play that ship with the package, and how a bot is written: ``planner`` or ``planner:noise=0.5``."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from caravan.bots.records import BOT, MAX_SETTINGS
from caravan.errors import BotError, nearest

FILE_MARK = ".py:"


@dataclass(frozen=True)
class Setting:
    """A number by which a style can be varied.

    Attributes
    ----------
    name : str
    default, low, high : float
        Its usual value and the range allowed, both ends included.
    meaning : str
        What it does, in a line.
    """

    name: str
    default: float
    low: float
    high: float
    meaning: str


@dataclass(frozen=True)
class Style:
    """A way of playing.

    Attributes
    ----------
    name : str
    meaning : str
        How it plays, in a line.
    settings : tuple of Setting
        At most eight.
    """

    name: str
    meaning: str
    settings: tuple[Setting, ...] = field(default=())


_STYLES = (
    Style("random", "any legal action, each equally likely: for tests and for counting, never for conclusions"),
    Style("grabber", "random, but delivers, steals and picks up when it can, and never loads its last free camel"),
    Style(
        "planner",
        "brings home the good that pays best per action, relays with few camels, thinks anew at every action",
        (
            Setting("discount", 0.75, 0.05, 1.0, "worth of points that come a turn later"),
            Setting("carried", 2.0, 0.0, 20.0, "points added to goods it carries already"),
            Setting("steal", 0.0, -20.0, 20.0, "points added to goods it could steal; -20: it doesn't steal"),
            Setting("noise", 0.0, 0.0, 1.0, "how far its judgement of a plan may be off, as a share"),
            Setting("kept", 1.0, 1.0, 10.0, "free camels that it won't load"),
            Setting("rainbow", 1.0, 0.0, 1.0, "1: pays for the rainbow camel where that helps; 0: leaves it alone"),
        ),
    ),
)
STYLES = {style.name: style for style in _STYLES}
"""All styles by name; a style's place in the order is its number in compiled code."""


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
            f":{setting.name}={value:g}"
            for setting, value in zip(self.style.settings, self.values, strict=True)
            if value != setting.default
        ]
        return self.style.name + "".join(changed)


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
    allowed = f"a number from {setting.low:g} to {setting.high:g}"
    try:
        value = float(number)
    except ValueError:
        found = f"'{number}'" if equals else "nothing"
        raise BotError(f"bots: {style}:{setting.name} takes {allowed}, found {found}") from None
    if not math.isfinite(value) or not setting.low <= value <= setting.high:
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
    if any(len(style.settings) > MAX_SETTINGS for style in STYLES.values()):
        raise AssertionError("a style has more settings than its record holds")
    return packed
