"""Reading the aims of a goal, with every mistake said in words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from caravan.balance.aims import READY_MADE, ROLES, SKILL, Aim, Kind, Role
from caravan.batch import Batch, BatchRequest
from caravan.bots.registry import parse_bot
from caravan.errors import CaravanError, PlanError, nearest, nearest_of
from caravan.given import require_whole
from caravan.measures import Sample, find_measure, summary
from caravan.rules import Rules
from caravan.wording import shown

WANTED = ("target", "window", "at_least", "at_most", "maximise", "minimise")
KEYS = ("aim", "measure", "name", *WANTED, "tolerance", "role", "weight", "seat", "players", "bots", "strong", "weak")
FORMS = "target = 0, window = [40, 45], at_least = 10, at_most = 10, maximise = true or minimise = true"


def read_aims(tables: Any, players: Sequence[int], bots: Sequence[str]) -> tuple[Aim, ...]:
    """Read the aims of a goal.

    Parameters
    ----------
    tables : sequence of mapping
        What is written under ``[[aims]]``.
    players : sequence of int
        The goal's numbers of players.
    bots : sequence of str
        Its styles.

    Returns
    -------
    tuple of Aim
        At least one, all with different names.

    Raises
    ------
    PlanError
        Naming the aim, what was found and what is allowed.
    """
    if not isinstance(tables, list | tuple) or not all(isinstance(table, Mapping) for table in tables):
        raise PlanError("[[aims]]: each aim is a table of its own, beginning with [[aims]] on a line by itself")
    if not tables:
        raise PlanError(f"[[aims]]: there is none; give at least one, for example {_example()}")
    aims: list[Aim] = []
    for number, table in enumerate(tables, start=1):
        aim = _read(table, f"[[aims]] number {number}", tuple(players), tuple(bots))
        if any(aim.name == other.name for other in aims):
            raise PlanError(
                f"[[aims]] number {number}: '{aim.name}' is there twice; give one of them a name of its own"
            )
        aims.append(aim)
    return tuple(aims)


def _example() -> str:
    return 'aim = "fair_seats", or measure = "length.turns.mean" with window = [40, 45]'


def _read(table: Mapping[str, Any], place: str, players: tuple[int, ...], bots: tuple[str, ...]) -> Aim:
    for key in table:
        if key not in KEYS:
            raise PlanError(f"{place}: unknown key '{key}'{nearest_of(key, KEYS, 'keys')}")
    if ("aim" in table) == ("measure" in table):
        found = "both aim and measure are" if "aim" in table else "neither aim nor measure is"
        raise PlanError(f"{place}: {found} given; give one of them, for example {_example()}")
    settings = dict(table)
    if "aim" in table:
        ready = table["aim"]
        if ready not in READY_MADE:
            raise PlanError(f"{place}: there is no ready-made aim {shown(ready)}{_nearest_aim(ready)}")
        kept = dict(READY_MADE[ready])
        if any(key in settings for key in WANTED):
            kept = {key: value for key, value in kept.items() if key not in WANTED}
        settings = {**kept, "name": ready, **settings}
    kind, low, high = _wanted(settings, place)
    about = _whole_numbers(settings, "players", players, place)
    asked = _styles(settings, bots, place)
    seat = settings.get("seat")
    measure = settings["measure"]
    if measure == SKILL:
        if seat is not None or asked:
            raise PlanError(
                f"{place}: {SKILL} is about strong bots against weak ones in all seats; leave out seat and bots"
            )
    else:
        _require_figure(measure, seat, about or players, place)
    role = settings.get("role", "wish")
    if role not in ROLES:
        raise PlanError(f"{place}: role must be {' or '.join(ROLES)}, not {shown(role)}{_near(role, ROLES)}")
    if role == "must" and kind in ("maximise", "minimise"):
        raise PlanError(f"{place}: what must be needs a target or a window; {kind} can be a wish or a trade_off")
    return Aim(
        str(settings.get("name", measure)),
        measure,
        kind,
        low,
        high,
        _positive(settings, "tolerance", _usual_tolerance(low, high), place),
        cast(Role, role),
        _positive(settings, "weight", 1.0, place),
        None if seat is None else int(seat),
        about,
        asked,
        _bot(settings.get("strong", "planner"), "strong", place),
        _bot(settings.get("weak", "weak"), "weak", place),
    )


def _nearest_aim(word: Any) -> str:
    return nearest_of(word, READY_MADE, "aims") if isinstance(word, str) else f"; aims are {', '.join(READY_MADE)}"


def _near(word: Any, allowed: Iterable[str]) -> str:
    return nearest(word, allowed) if isinstance(word, str) else ""


def _wanted(settings: Mapping[str, Any], place: str) -> tuple[Kind, float, float]:
    given = [key for key in WANTED if key in settings]
    if not given:
        raise PlanError(f"{place}: doesn't say what is wanted; give {FORMS}")
    if len(given) > 1:
        if set(given) == {"at_least", "at_most"}:
            return _window([settings["at_least"], settings["at_most"]], place)
        raise PlanError(f"{place}: {given[0]} and {given[1]} can't both be given; give {FORMS}")
    (key,) = given
    value = settings[key]
    if key in ("maximise", "minimise"):
        if value is not True:
            raise PlanError(f"{place}: {key} is written {key} = true, not {shown(value)}")
        return cast(Kind, key), -math.inf, math.inf
    if key == "window":
        return _window(value, place)
    number = _number(value, key, place)
    if key == "target":
        return "target", number, number
    return ("window", number, math.inf) if key == "at_least" else ("window", -math.inf, number)


def _window(value: Any, place: str) -> tuple[Kind, float, float]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise PlanError(f"{place}: window must be two numbers, as in [40, 45], not {shown(value)}")
    low, high = (_number(end, "window", place) for end in value)
    if low > high:
        raise PlanError(f"{place}: the window goes from {low:g} down to {high:g}; write the lower number first")
    return "window", low, high


def _number(value: Any, key: str, place: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise PlanError(f"{place}: {key} must be a number, not {shown(value)}")
    return float(value)


def _positive(settings: Mapping[str, Any], key: str, usual: float, place: str) -> float:
    number = _number(settings.get(key, usual), key, place)
    if number <= 0.0:
        raise PlanError(f"{place}: {key} must be above 0, not {shown(settings[key])}")
    return number


def _usual_tolerance(low: float, high: float) -> float:
    """Take a twentieth of what is wanted, where nobody says what a miss is."""
    largest = max((abs(end) for end in (low, high) if math.isfinite(end)), default=0.0)
    return largest / 20.0 or 1.0


def _whole_numbers(settings: Mapping[str, Any], key: str, allowed: tuple[int, ...], place: str) -> tuple[int, ...]:
    value = settings.get(key, ())
    numbers = tuple(value) if isinstance(value, list | tuple) else (value,)
    for number in numbers:
        if isinstance(number, bool) or number not in allowed:
            raise PlanError(
                f"{place}: {key} must be of the goal's ({', '.join(map(str, allowed))}), not {shown(number)}"
            )
    return numbers


def _styles(settings: Mapping[str, Any], allowed: tuple[str, ...], place: str) -> tuple[str, ...]:
    value = settings.get("bots", ())
    names = (value,) if isinstance(value, str) else tuple(value) if isinstance(value, list | tuple) else (value,)
    for name in names:
        if name not in allowed:
            raise PlanError(
                f"{place}: bots must be of the goal's ({'; '.join(allowed)}), not {shown(name)}{_near(name, allowed)}"
            )
    return names


def _bot(text: Any, key: str, place: str) -> str:
    if not isinstance(text, str):
        raise PlanError(f'{place}: {key} must be a bot, such as "planner", not {shown(text)}')
    try:
        return str(parse_bot(text))
    except CaravanError as error:
        raise PlanError(f"{place}: {key}: {error}") from error


def _require_figure(measure: Any, seat: Any, players: tuple[int, ...], place: str) -> None:
    """Make sure that a measure has exactly the one figure that is meant, or one for each seat."""
    if not isinstance(measure, str):
        raise PlanError(f"{place}: measure must be a measure's name, not {shown(measure)}")
    name, _, part = measure.partition(".")
    try:
        find_measure(name)
        if seat is not None:
            require_whole(seat, "seat", 1, min(players))
    except CaravanError as error:
        raise PlanError(f"{place}: {error}") from error
    nothing_yet = Sample(Batch(BatchRequest(Rules(), players[0], "random", 1, 0), ()))
    estimates = summary(nothing_yet, [name])
    if not any(estimate.label == measure for estimate in estimates):
        parts = list(dict.fromkeys(estimate.part for estimate in estimates))
        said = f"has no part '{part}'" if part else "has several parts"
        raise PlanError(f"{place}: the measure '{name}' {said}{nearest_of(part, parts, 'parts')}")
    if seat is not None and not any(e.label == measure and e.seat == seat for e in estimates):
        raise PlanError(f"{place}: {measure} isn't a figure of single seats; leave out seat")
