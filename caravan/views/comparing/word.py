"""The comparison as one word in the page's address: read whole or not at all."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from urllib.parse import unquote

from caravan.comparison import headline_figures
from caravan.errors import CaravanError, nearest_of
from caravan.measures import all_measures
from caravan.rules import Rules
from caravan.views.address import MAX_GAMES, MAX_SEED
from caravan.views.address_error import AddressError
from caravan.views.comparing.state import (
    LONGEST_NAME,
    MOST_SETS,
    MOST_STYLES,
    CompareState,
    RuleSetState,
)
from caravan.views.own_bots import offered_bot
from caravan.views.rule_words import from_text, to_text

FORM = "1"
"""The form of the word; a later form gets another number, so that old links can be told apart."""

ADD = "add"
"""How a word begins that adds rule sets to whatever is compared already."""

LONGEST = 8000
"""Characters; browsers and proxies don't take much longer addresses."""

_BETWEEN = "~"
_SET, _MARGIN = "set", "margin"
_ONCE = ("players", "bots", "games", "seed")
_ESCAPED = "%~:"
"""Characters of a name that mean something else in a word."""


def compare_word(
    rule_sets: Sequence[Rules] | Mapping[str, Rules],
    *,
    players: int | None = None,
    styles: Sequence[str] | None = None,
    games: int | None = None,
    seed: int | None = None,
    margins: Mapping[str, float] | None = None,
) -> str:
    """Make the word that opens a comparison, for other pages to lead to it.

    Parameters
    ----------
    rule_sets : sequence of Rules, or mapping of str to Rules
        The baseline first; the keys are what they are to be called. By default they are called by what they change.
    players : int, optional
        By default as many as the baseline says.
    styles, games, seed, margins : optional
        See `caravan.views.comparing.CompareState`; by default as usual.

    Returns
    -------
    str
        To be given to ``visit.go_to("compare", word)``.

    Raises
    ------
    AddressError
        If that can't be compared, or doesn't fit into an address.
    """
    named = list(rule_sets.items()) if isinstance(rule_sets, Mapping) else [("", rules) for rules in rule_sets]
    usual = CompareState()
    state = CompareState(
        tuple(RuleSetState(rules.replace(players=usual.players), name) for name, rules in named),
        players or (named[0][1].players if named else usual.players),
        usual.styles if styles is None else tuple(styles),
        usual.games if games is None else games,
        usual.seed if seed is None else seed,
        {name: float(margin) for name, margin in (margins or {}).items()},
    )
    word = to_word(state)
    from_word(word)
    return word


def adding_word(rules: Rules, name: str = "") -> str:
    """Make the word that adds a rule set to whatever the visitor compares already.

    Parameters
    ----------
    rules : Rules
        What is added.
    name : str, optional
        What it is to be called.

    Returns
    -------
    str
        To be given to ``visit.go_to("compare", word)``.
    """
    return f"{ADD}{_BETWEEN}{_set_text(RuleSetState(rules, name))}"


def to_word(state: CompareState) -> str:
    """Write a state as one word.

    Parameters
    ----------
    state : CompareState
        What the page compares; all of it has to be allowed.

    Returns
    -------
    str
        Such as ``1~games=500~set=standard~set=Six:introductory~margin=length:2``: what is as usual is left out.

    Raises
    ------
    AddressError
        If it would be longer than `LONGEST`.
    """
    usual = CompareState()
    written = {
        "players": str(state.players),
        "bots": ",".join(state.styles),
        "games": str(state.games),
        "seed": str(state.seed),
    }
    left_out = {
        "players": state.players == usual.players,
        "bots": state.styles == usual.styles,
        "games": state.games == usual.games,
        "seed": state.seed == usual.seed,
    }
    parts = [FORM, *(f"{name}={text}" for name, text in written.items() if not left_out[name])]
    parts += [f"{_SET}={_set_text(one)}" for one in state.sets]
    parts += [f"{_MARGIN}={name}:{repr(margin).removesuffix('.0')}" for name, margin in sorted(state.margins.items())]
    word = _BETWEEN.join(parts)
    if len(word) > LONGEST:
        raise AddressError(f"it would be {len(word):,} characters long, and an address holds no more than {LONGEST:,}")
    return word


def from_word(word: str, present: CompareState | None = None) -> CompareState:
    """Read a state.

    Parameters
    ----------
    word : str
        From `to_word` or `adding_word`, or from anywhere; empty for the usual beginning.
    present : CompareState, optional
        What is compared now, to which a word of `adding_word` adds.

    Returns
    -------
    CompareState
        Every part of it is allowed, and its rules can be played.

    Raises
    ------
    AddressError
        If any part can't be read or isn't allowed, in words.
    """
    if not word:
        return CompareState()
    if len(word) > LONGEST:
        raise AddressError(f"it is {len(word):,} characters long, more than any link of this page")
    form, *parts = word.split(_BETWEEN)
    if form == ADD:
        return _with_more(present or CompareState((RuleSetState(Rules()),)), parts)
    if form != FORM or not parts:
        raise AddressError(f"it must begin with '{FORM}{_BETWEEN}'")
    texts: dict[str, str] = {}
    sets: list[RuleSetState] = []
    margins: dict[str, float] = {}
    for part in parts:
        name, equals, value = part.partition("=")
        if not equals:
            raise AddressError(f"'{part}' isn't NAME=VALUE")
        if name == _SET:
            sets.append(_set_of(value))
        elif name == _MARGIN:
            _enter_margin(margins, value)
        elif name not in _ONCE:
            raise AddressError(f"there is no '{name}'{nearest_of(name, (*_ONCE, _SET, _MARGIN), 'parts')}")
        elif name in texts:
            raise AddressError(f"'{name}' is there twice")
        else:
            texts[name] = value
    usual = CompareState()
    try:
        state = CompareState(
            tuple(sets),
            _whole("players", texts.get("players"), usual.players, 2, 4),
            _styles(texts.get("bots"), usual.styles),
            _whole("games", texts.get("games"), usual.games, 1, MAX_GAMES),
            _whole("seed", texts.get("seed"), usual.seed, 0, MAX_SEED),
            margins,
        )
    except AddressError:
        raise
    except CaravanError as error:
        raise AddressError(str(error)) from error
    require_comparable(state)
    return state


def require_comparable(state: CompareState) -> None:
    """See to it that the rule sets can be played, and that no two are the same.

    Raises
    ------
    AddressError
        If not; the message names the rule set.
    """
    if not 1 <= len(state.sets) <= MOST_SETS:
        raise AddressError(f"it names {len(state.sets)} rule sets, allowed are 1 to {MOST_SETS}")
    names, seen = state.names, dict[str, str]()
    for name, rules in state.rule_sets.items():
        problems = rules.problems()
        if problems:
            raise AddressError(f"the rule set '{name}' can't be played: {'; '.join(map(str, problems))}")
        if rules.id in seen:
            raise AddressError(f"'{seen[rules.id]}' and '{name}' are the same rules")
        seen[rules.id] = name
    given = [one.name for one in state.sets if one.name]
    twice = next((name for name in given if names.count(name) > 1 or given.count(name) > 1), None)
    if twice is not None:
        raise AddressError(f"two rule sets are called '{twice}'")


def _with_more(present: CompareState, texts: Sequence[str]) -> CompareState:
    """Add rule sets, but none that is there already."""
    sets = list(present.sets)
    known = {one.rules.id for one in sets}
    for added in map(_set_of, texts):
        taken = added.name in {one.name for one in sets}
        if added.rules.id not in known:
            sets.append(RuleSetState(added.rules, "" if taken else added.name))
            known.add(added.rules.id)
    if len(sets) > MOST_SETS:
        raise AddressError(f"{MOST_SETS} rule sets are compared already, and there is no room for more; remove one")
    state = CompareState(
        tuple(sets), present.players, present.styles, present.games, present.seed, dict(present.margins)
    )
    require_comparable(state)
    return state


def _set_text(one: RuleSetState) -> str:
    return f"{_escaped(one.name)}:{to_text(one.rules)}" if one.name else to_text(one.rules)


def _set_of(text: str) -> RuleSetState:
    name, colon, rules = text.rpartition(":")
    name = unquote(name)
    if colon:
        problem = name_problem(name)
        if problem:
            raise AddressError(problem)
    return RuleSetState(from_text(rules), name)


def name_problem(name: str) -> str:
    """Say what is wrong with a rule set's name; empty where nothing is."""
    if not name.strip() or name != name.strip():
        return "a rule set's name mustn't be empty, or begin or end with a blank"
    if len(name) > LONGEST_NAME:
        return f"a rule set's name has at most {LONGEST_NAME} characters, not {len(name)}"
    if not name.isprintable():
        return "a rule set's name has a character that can't be printed"
    return ""


def _escaped(name: str) -> str:
    return "".join(f"%{ord(letter):02X}" if letter in _ESCAPED else letter for letter in name)


def _enter_margin(margins: dict[str, float], text: str) -> None:
    name, _, number = text.partition(":")
    if not is_figure(name):
        known = dict.fromkeys(one.name for one in all_measures())
        raise AddressError(f"margin: there is no measure '{name}'{nearest_of(name, known, 'measures')}")
    if name in margins:
        raise AddressError(f"margin: '{name}' is there twice")
    try:
        margin = float(number)
    except ValueError:
        margin = math.nan
    if not (math.isfinite(margin) and margin > 0.0):
        raise AddressError(f"margin: {name}: must be a number above 0, not '{number}'")
    margins[name] = margin


def is_figure(name: str) -> bool:
    """Tell whether a margin can be given under a name: a measure's, or that of a part of a main figure."""
    figures = {headline.measure for headline in headline_figures(4)}
    parts = {
        ".".join(words[: count + 1]) for words in (one.split(".") for one in figures) for count in range(len(words))
    }
    return name in parts or name in {one.name for one in all_measures()}


def _styles(text: str | None, usual: tuple[str, ...]) -> tuple[str, ...]:
    if text is None:
        return usual
    styles = tuple(map(offered_bot, text.split(",")))
    if len(styles) > MOST_STYLES or len(set(styles)) < len(styles):
        raise AddressError(f"bots: up to {MOST_STYLES} different styles can play, not '{text}'")
    return styles


def _whole(name: str, text: str | None, usual: int, low: int, high: int) -> int:
    if text is None:
        return usual
    # isdecimal alone takes digits of other scripts, which int reads too but people wouldn't expect.
    if not (text.isascii() and text.isdecimal() and low <= int(text) <= high):
        raise AddressError(f"{name}: must be a whole number from {low:,} to {high:,}, not '{text}'")
    return int(text)
