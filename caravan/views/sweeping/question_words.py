"""The Sweep page's question as one word in its address: read whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from caravan.balance import USUAL_STYLES
from caravan.board import Board
from caravan.errors import CaravanError, nearest_of
from caravan.rules import Rules
from caravan.views.address import MAX_SEED
from caravan.views.address_error import AddressError
from caravan.views.board.shipped_boards import shipped_boards
from caravan.views.own_bots import offered_bot
from caravan.views.rule_words import board_from_text, board_to_text, from_text, setting_text, to_text
from caravan.views.sweeping.measures_on_offer import MEASURES
from caravan.views.sweeping.question import (
    ASKED,
    EFFORTS,
    FAIR,
    FULL,
    GREATEST_STEP,
    MATTERS,
    MOST_STYLES,
    PLAYERS,
    VARY,
    AxisChoice,
    Question,
    View,
    plan_of,
    usual_values,
)

FORM = "1"
_SEPARATOR, _BETWEEN_VALUES = "~", "/"
_KEYS = ("players", "bots", "games", "seed", "x", "y", "step", "effort", "show", "seat", "stratum")
_LONGEST = 8000
FEWEST_GAMES, MOST_GAMES = 20, 20_000


def to_word(question: Question) -> str:
    """Write a question as one word.

    Parameters
    ----------
    question : Question
        One that can be asked.

    Returns
    -------
    str
        Such as ``1~vary~standard~players=4~bots=planner~games=500~seed=7~x=camels:4/5/6~show=steals``.
    """
    parts = [FORM, question.ask, to_text(question.rules), f"players={','.join(map(str, question.players))}"]
    parts.append(f"bots={','.join(question.bots)}")
    if question.ask != FAIR:
        parts.append(f"games={question.games}")
    parts.append(f"seed={question.seed}")
    if question.ask == VARY:
        parts += [f"{key}={_axis_text(axis)}" for key, axis in zip("xy", question.axes, strict=False)]
    elif question.ask == MATTERS:
        parts.append(f"step={question.step}")
    else:
        parts.append(f"effort={question.effort}")
    if question.ask != FAIR:
        view = question.view
        parts += [f"show={view.measure}", f"seat={view.seat}", f"stratum={view.stratum}"]
    return _SEPARATOR.join(parts)


def sweep_word(
    rules: Rules,
    players: int | None = None,
    bots: str | Sequence[str] | None = None,
    *,
    ask: str = VARY,
    axes: Mapping[str, Sequence[Any]] | None = None,
    seed: int = 7,
) -> str:
    """Write what opens the Sweep page on a rule set: ``visit.go_to("sweep", sweep_word(rules))``.

    Parameters
    ----------
    rules : Rules
        The rule set.
    players : int, optional
        By default the rule set's own number.
    bots : str or sequence of str, optional
        One style or several, each against itself; by default planner, and for a fair start the command's usual ones.
    ask : str, default "vary"
        ``vary``, ``matters`` or ``fair``.
    axes : mapping of str to sequence, optional
        One or two parameters with their values; by default the camels.
    seed : int, default 7

    Returns
    -------
    str
    """
    given = {"camels": usual_values(rules, "camels")} if axes is None else axes
    choices = tuple(
        AxisChoice(name, tuple(tuple(one) if isinstance(one, list) else one for one in values))
        for name, values in given.items()
    )
    usual = USUAL_STYLES if ask == FAIR else Question().bots
    styles = usual if bots is None else (bots,) if isinstance(bots, str) else tuple(bots)[:MOST_STYLES]
    number = int(rules.players) if players is None else players
    return to_word(Question(ask, rules, (number,), styles, seed=seed, axes=choices))


def from_word(word: str) -> Question:
    """Read a question.

    Parameters
    ----------
    word : str
        From `to_word`, or from anywhere.

    Returns
    -------
    Question
        Every part of it is allowed, and it can be asked.

    Raises
    ------
    AddressError
        If any part can't be read or isn't allowed, in words.
    """
    if len(word) > _LONGEST:
        raise AddressError(f"it is {len(word):,} characters long, more than any link of this page")
    form, *rest = word.split(_SEPARATOR)
    if form != FORM or len(rest) < 2:
        raise AddressError(f"it must begin with '{FORM}{_SEPARATOR}', what is asked, and the rules")
    ask, rules_text, *settings = rest
    if ask not in ASKED:
        raise AddressError(f"what is asked: found '{ask}'{nearest_of(ask, ASKED, 'questions')}")
    given: dict[str, str] = {}
    for setting in settings:
        name, _, value = setting.partition("=")
        if name not in _KEYS:
            raise AddressError(f"there is no '{name}'{nearest_of(name, _KEYS, 'settings')}")
        if name in given:
            raise AddressError(f"'{name}' is there twice")
        given[name] = value
    try:
        return _question(ask, from_text(rules_text), given)
    except AddressError:
        raise
    except CaravanError as error:
        raise AddressError(str(error)) from error


def _question(ask: str, rules: Rules, given: Mapping[str, str]) -> Question:
    usual = Question()
    players = _players(given.get("players"), usual.players)
    axes = tuple(_axis(key, given[key]) for key in "xy" if key in given) or usual.axes
    question = Question(
        ask,
        rules,
        players,
        _bots(given.get("bots"), usual.bots),
        _whole("games", given.get("games"), usual.games, FEWEST_GAMES, MOST_GAMES),
        _whole("seed", given.get("seed"), usual.seed, 0, MAX_SEED),
        axes,
        _whole("step", given.get("step"), usual.step, 1, GREATEST_STEP),
        _one_of("effort", given.get("effort"), FULL, EFFORTS),
        View(
            _one_of("show", given.get("show"), usual.view.measure, tuple(MEASURES)),
            _whole("seat", given.get("seat"), 1, 1, max(players)),
            _whole("stratum", given.get("stratum"), 0, 0, MOST_STYLES * len(PLAYERS) - 1),
        ),
    )
    require_askable(question)
    return question


def require_askable(question: Question) -> None:
    """Make sure that a question can be asked.

    Parameters
    ----------
    question : Question
        Whose single parts are allowed.

    Raises
    ------
    CaravanError
        Where they don't go together.
    """
    if question.ask == FAIR:
        if len(question.players) > 1:
            raise AddressError("players: a fair start is found for one number of players at a time")
        question.rules.require_playable()
        return
    if len({axis.parameter for axis in question.axes}) < len(question.axes):
        raise AddressError("x and y: the same parameter twice; choose two different ones")
    plan = plan_of(question)
    if question.view.stratum >= len(plan.strata):
        raise AddressError(f"stratum: found {question.view.stratum}, but there are {len(plan.strata)}")


def _axis_text(axis: AxisChoice) -> str:
    return f"{axis.parameter}:{_BETWEEN_VALUES.join(map(_value_text, axis.values))}"


def _value_text(value: Any) -> str:
    if not isinstance(value, Board):
        return setting_text(value)
    return next((name for name, board in shipped_boards().items() if board == value), None) or board_to_text(value)


def _board(text: str) -> Board:
    return shipped_boards().get(text) or board_from_text(text)


def _axis(key: str, text: str) -> AxisChoice:
    parameter, _, values = text.partition(":")
    names = [name for names in Rules.sections().values() for name in names if name != "players"]
    if parameter not in names:
        raise AddressError(f"{key}: there is no parameter '{parameter}' to vary{nearest_of(parameter, names, 'rules')}")
    kind = Rules.param[parameter]
    read = _board if parameter == "board" else kind.read
    found = []
    for part in values.split(_BETWEEN_VALUES):
        value = kind.settle(read(part))
        if fault := kind.fault(value):
            raise AddressError(f"{key}: {parameter} {fault}")
        found.append(tuple(value) if isinstance(value, list) else value)
    return AxisChoice(parameter, tuple(found))


def _players(text: str | None, usual: tuple[int, ...]) -> tuple[int, ...]:
    if text is None:
        return usual
    counts = tuple(_whole("players", part, 4, PLAYERS[0], PLAYERS[-1]) for part in text.split(","))
    if tuple(sorted(set(counts))) != counts:
        raise AddressError(f"players: each number once, the lowest first, not '{text}'")
    return counts


def _bots(text: str | None, usual: tuple[str, ...]) -> tuple[str, ...]:
    if text is None:
        return usual
    bots = tuple(offered_bot(part) for part in text.split(","))
    if len(bots) > MOST_STYLES or len(set(bots)) < len(bots):
        raise AddressError(f"bots: up to {MOST_STYLES} different styles, not '{text}'")
    return bots


def _one_of(name: str, text: str | None, usual: str, allowed: tuple[str, ...]) -> str:
    if text is None:
        return usual
    if text not in allowed:
        raise AddressError(f"{name}: found '{text}'{nearest_of(text, allowed, 'choices')}")
    return text


def _whole(name: str, text: str | None, usual: int, low: int, high: int) -> int:
    if text is None:
        return usual
    # isdecimal alone takes digits of other scripts, which int reads too but people wouldn't expect.
    if not (text.isascii() and text.isdecimal() and len(text) < 20 and low <= int(text) <= high):
        raise AddressError(f"{name}: must be a whole number from {low:,} to {high:,}, not '{text}'")
    return int(text)
