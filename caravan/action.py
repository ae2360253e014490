"""An action as a small value with a text form, such as ``move a1 c3``."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from caravan.errors import InvalidText, nearest_of
from caravan.wording import shown

FORMS = {
    "place": "place SPACE",
    "move": "move FROM TO",
    "pick_up": "pick_up SPACE",
    "transfer": "transfer FROM TO [GOOD [under]]",
    "deliver": "deliver FROM CITY [GOOD [under]]",
    "steal": "steal SPACE [VICTIM [GOOD]]",
    "rainbow": "rainbow SPACE",
    "pass": "pass",
}
"""How each kind of action is written; what is in brackets may be left out where only one action can be meant."""

_SPACE = re.compile(r"[a-z][1-9][0-9]?")
_GOOD = re.compile(r"[a-z][a-z0-9_-]*")
_TWO_SPACES = ("move", "transfer", "deliver")
_SPACES_TO_WRITE = {kind: 2 if kind in _TWO_SPACES else 0 if kind == "pass" else 1 for kind in FORMS}


@dataclass(frozen=True, slots=True)
class Action:
    """What a player does; it knows nothing of a position, so it may be illegal in one.

    Attributes
    ----------
    kind : str
        One of ``place move pick_up transfer deliver steal rainbow pass``.
    source : str or None
        The space left, by a camel or a good; for ``pick_up`` and ``steal`` the space they happen in.
    target : str or None
        The space entered, by a camel or a good; for ``pick_up`` and ``steal`` the space they happen in.
    good : str or None
        ``transfer``, ``deliver`` and ``steal``: the good's name. None leaves it to the game, which takes the only
        action that can be meant.
    under : bool
        ``transfer`` and ``deliver``: whether the good lies under its camel.
    victim : int or None
        ``steal``: the seat to rob, from 1. None leaves it to the game.

    Raises
    ------
    InvalidText
        If there is no such kind of action, or it has other parts than it needs.

    Examples
    --------
    >>> Action.from_text("transfer d6 c5 salt").target
    'c5'
    >>> str(Action("steal", "d4", "d4", good="gold", victim=2))
    'steal d4 2 gold'
    """

    kind: str
    source: str | None = None
    target: str | None = None
    good: str | None = None
    under: bool = False
    victim: int | None = None

    def __post_init__(self) -> None:
        if self.kind not in FORMS:
            raise InvalidText(f"there is no action {shown(self.kind)}{nearest_of(str(self.kind), FORMS, 'actions')}")
        if fault := _fault(self):
            raise InvalidText(f"{fault}; it is written '{FORMS[self.kind]}'")

    @classmethod
    def from_text(cls, text: str) -> Action:
        """Read an action.

        Parameters
        ----------
        text : str
            As in `FORMS`; capitals and more blanks than one do no harm.

        Returns
        -------
        Action
            The action, which may be illegal in any position.

        Raises
        ------
        InvalidText
            If the text isn't an action.
        """
        if not isinstance(text, str):
            raise InvalidText(f"an action is a text such as 'move a1 c3', not {shown(text)}")
        return _read(text)

    def __str__(self) -> str:
        words = [self.kind]
        if self.kind in _TWO_SPACES:
            words.append(str(self.source))
        if self.kind != "pass":
            words.append(str(self.target))
        if self.victim is not None:
            words.append(str(self.victim))
        if self.good is not None:
            words.append(self.good)
        if self.under:
            words.append("under")
        return " ".join(words)

    def __repr__(self) -> str:
        return f"Action.from_text({str(self)!r})"


def _fault(action: Action) -> str:
    """Say which part is missing or too much; an empty text if none is."""
    kind = action.kind
    needs_source = kind in (*_TWO_SPACES, "pick_up", "steal")
    if (action.target is not None) != (kind != "pass") or (action.source is not None) != needs_source:
        return f"'{kind}' needs {('no space', 'one space', 'two spaces')[_SPACES_TO_WRITE[kind]]}"
    if kind in ("pick_up", "steal") and action.source != action.target:
        return f"'{kind}' happens in one space, not from {action.source} to {action.target}"
    if action.good is not None and kind not in ("transfer", "deliver", "steal"):
        return f"'{kind}' names no good"
    if action.under and (kind not in ("transfer", "deliver") or action.good is None):
        return "'under' belongs to a good that is transferred or delivered"
    if action.victim is not None and kind != "steal":
        return f"'{kind}' has no victim"
    if kind == "steal" and action.good is not None and action.victim is None:
        return "the good stolen comes after the victim's seat"
    return ""


@functools.lru_cache(maxsize=4096)
def _read(text: str) -> Action:
    words = text.lower().split()
    if not words:
        raise InvalidText(f"an empty text isn't an action; actions are {', '.join(FORMS)}")
    kind, *rest = words
    if kind not in FORMS:
        raise InvalidText(f"there is no action {shown(kind)}{nearest_of(kind, FORMS, 'actions')}")

    def refuse(what: str) -> InvalidText:
        return InvalidText(f"{shown(text)} can't be read: {what}; it is written '{FORMS[kind]}'")

    count = _SPACES_TO_WRITE[kind]
    spaces, rest = rest[:count], rest[count:]
    if len(spaces) < count:
        raise refuse(f"'{kind}' needs {('no space', 'one space', 'two spaces')[count]}")
    for space in spaces:
        if not _SPACE.fullmatch(space):
            raise refuse(f"{shown(space)} isn't a space such as d4")
    victim = None
    if kind == "steal" and rest:
        word, *rest = rest
        if not re.fullmatch("[1-9]", word):
            raise refuse(f"{shown(word)} isn't a seat, from 1")
        victim = int(word)
    good, under = None, False
    if kind in ("transfer", "deliver", "steal") and rest:
        good, *rest = rest
        if good == "under" or not _GOOD.fullmatch(good):
            raise refuse(f"{shown(good)} isn't a good's name")
        if kind != "steal" and rest and rest[0] == "under":
            under, rest = True, rest[1:]
    if rest:
        raise refuse(f"{shown(' '.join(rest))} is too much")
    one_place = kind in ("pick_up", "steal")
    source = spaces[0] if count == 2 or one_place else None
    return Action(kind, source, spaces[-1] if spaces else None, good, under, victim)
