"""Which bots think alike: two of one family share their blind spots, and are no two witnesses."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from caravan.bots.registry import is_compiled, parse_bot
from caravan.errors import BotError
from caravan.wording import in_words

FamilyOf = Callable[[str], str]


def family_of(bot: str) -> str:
    """Name the family of a bot.

    Parameters
    ----------
    bot : str
        The text of a bot that ships with the package, or whatever another bot is called.

    Returns
    -------
    str
        That of its style; a bot of one's own is a family of itself.
    """
    try:
        return parse_bot(bot).style.family if is_compiled(bot) else family_of_guest(bot)
    except BotError:  # what a class is called that was given by itself
        return family_of_guest(bot)


def family_of_guest(name: str) -> str:
    """Name the family that a bot of one's own makes up alone, unlike that of any style."""
    return f"{name}, a bot of one's own"


def kin(bots: Iterable[str], family_of: FamilyOf = family_of) -> tuple[tuple[str, ...], ...]:
    """Group bots that think alike.

    Parameters
    ----------
    bots : iterable of str
        Their texts.
    family_of : callable, optional
        Gives the family of each; by default that of its style.

    Returns
    -------
    tuple of tuple of str
        One group for each family with two bots or more, in the order given.
    """
    families: dict[str, list[str]] = {}
    for bot in bots:
        families.setdefault(family_of(bot), []).append(bot)
    return tuple(tuple(group) for group in families.values() if len(group) > 1)


def kin_sentences(bots: Iterable[str], family_of: FamilyOf = family_of) -> tuple[str, ...]:
    """Say which bots think alike, in a sentence for each family that has two bots or more."""
    groups = kin(bots, family_of)
    return tuple(f"{in_words(group)} think alike: where they agree, they count as one." for group in groups)
