"""Bots of one's own on the page: those that whoever starts the server names, and never those that a visitor names.

A bot in plain Python is a program. So the page offers only the files that stand in the environment variable
``CARAVAN_BOTS`` when the server starts, as in ``CARAVAN_BOTS=my_bot.py:MyBot panel serve dashboards/``; commas part
several.
"""

from __future__ import annotations

import functools
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from caravan.bots.registry import FILE_MARK, parse_bot
from caravan.bots.styles import STYLES
from caravan.errors import BotError
from caravan.guests import load_guest

VARIABLE = "CARAVAN_BOTS"
_UNSAID = "a bot of your own"
_PARTS_A_LINK = "~"

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class OwnBots:
    """What a server was told to offer beside the package's bots.

    Attributes
    ----------
    meanings : mapping of str to str
        How each bot plays: the first line of what its class says about itself.
    problems : tuple of str
        Why others can't be offered.
    """

    meanings: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[str, ...] = ()


@functools.cache
def own_bots() -> OwnBots:
    """Read once what this server offers; what can't be offered is told on its console."""
    found = read_own_bots(os.environ.get(VARIABLE, ""))
    for problem in found.problems:
        _log.error("%s", problem)
    return found


def read_own_bots(text: str) -> OwnBots:
    """Load bots.

    Parameters
    ----------
    text : str
        Files with their classes, commas between: ``my_bot.py:MyBot,others.py:Miser``. The files' code is run.

    Returns
    -------
    OwnBots
    """
    meanings: dict[str, str] = {}
    problems = []
    for name in filter(None, (part.strip() for part in text.split(","))):
        try:
            meanings[name] = _meaning(name)
        except BotError as error:
            words = str(error).removeprefix("bots: ")
            problems.append(f"{VARIABLE}: '{name}' isn\u2019t offered: {words}")
    return OwnBots(meanings, tuple(problems))


def offered_bots() -> tuple[str, ...]:
    """List the bots that a visitor can choose."""
    return (*STYLES, *own_bots().meanings)


def offered_bot(text: str) -> str:
    """Take the text of a bot from a visitor.

    Parameters
    ----------
    text : str
        A style with its settings, or one of the server's own bots.

    Returns
    -------
    str
        The text in its usual form.

    Raises
    ------
    BotError
        If it is neither: a file that the server wasn't told of is never loaded.
    """
    return text if text in own_bots().meanings else str(parse_bot(text))


def meaning_of(text: str) -> tuple[str, str]:
    """Tell what a bot is called and how it plays; raises BotError if it isn't offered."""
    own = own_bots().meanings
    if text in own:
        return text, own[text]
    style = parse_bot(text).style
    return style.name, style.meaning


def _meaning(name: str) -> str:
    if FILE_MARK not in name:
        raise BotError("a bot of your own is a file and the class in it, as my_bot.py:MyBot")
    if _PARTS_A_LINK in name:
        raise BotError(f"its name holds a '{_PARTS_A_LINK}', which the page\u2019s links use")
    lines = (load_guest(name).__doc__ or "").strip().splitlines()
    return lines[0].strip().rstrip(".") if lines else _UNSAID
