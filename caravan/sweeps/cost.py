"""What games cost: a fixed table of speeds, so that a sweep is cut into the same tasks on every machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from caravan.blocks import BatchRequest
from caravan.bots.registry import is_compiled, parse_bot

GAMES_PER_SECOND: Mapping[str, tuple[float, float, float]] = MappingProxyType(
    {
        "random": (4000.0, 3800.0, 3600.0),
        "grabber": (3000.0, 2800.0, 2600.0),
        "planner": (3500.0, 3000.0, 2700.0),
        "weak": (3000.0, 2800.0, 2700.0),
        "miser": (3300.0, 3000.0, 2700.0),
        "common": (3000.0, 2600.0, 2400.0),
        "hurried": (2700.0, 2600.0, 2500.0),
        "beam": (50.0, 37.0, 31.0),
        "rollout": (20.0, 21.0, 22.0),
        "expert": (21.0, 23.0, 23.0),
        "expert:deep": (4.0, 4.8, 5.0),
    }
)
"""Games a second of one core, of each style against itself, with 2, 3 and 4 players under the standard rules.

Measured once on a machine of 2026 and rounded. Another machine is faster or slower by one factor; what the plan needs
is that the numbers never change from one run to the next.
"""

GUEST_GAMES_PER_SECOND = 20.0
"""For bots in plain Python; they differ widely."""

_GOODS_OF_THE_STANDARD_GAME = 48


def expected_seconds(request: BatchRequest) -> float:
    """Say how long a batch takes on one core, as far as a fixed table can tell.

    Parameters
    ----------
    request : BatchRequest
        The batch.

    Returns
    -------
    float
        In seconds. The same for the same request on every machine: it is never measured.
    """
    rules = request.rules
    rare = sum(good.rare for good in rules.board.goods)
    goods = rare * rules.rare_count + (len(rules.board.goods) - rare) * rules.common_count
    return request.games * seconds_per_game(request.bots, request.players, goods)


def seconds_per_game(bots: tuple[Any, ...], players: int, goods: int = _GOODS_OF_THE_STANDARD_GAME) -> float:
    """Say how long a game takes on one core.

    Parameters
    ----------
    bots : tuple
        One for each seat; each takes its part of the game's time.
    players : int
        2 to 4.
    goods : int, default 48
        How many goods are in the game; its length goes with them.

    Returns
    -------
    float
        In seconds.
    """
    share = sum(_seconds_by_itself(bot, players) for bot in bots) / len(bots)
    return share * goods / _GOODS_OF_THE_STANDARD_GAME


def _seconds_by_itself(bot: Any, players: int) -> float:
    if not is_compiled(bot):
        return 1.0 / GUEST_GAMES_PER_SECOND
    parsed = parse_bot(bot)
    names = [setting.name for setting in parsed.style.settings]
    usual = dict(zip(names, (setting.default for setting in parsed.style.settings), strict=True))
    effort = _EFFORTS.get(parsed.style.family)
    more = effort(dict(zip(names, parsed.values, strict=True))) / effort(usual) if effort else 1.0
    return more / GAMES_PER_SECOND[parsed.style.name][players - 2]


def _effort_of_playing_on(settings: Mapping[str, float]) -> float:
    return settings["plans"] * settings["games"] * settings["turns"]


def _effort_of_a_beam(settings: Mapping[str, float]) -> float:
    return settings["width"] * settings["plans"] + settings["finalists"] * settings["games"] * settings["rounds"] * 4.0


_EFFORTS: Mapping[str, Callable[[Mapping[str, float]], float]] = MappingProxyType(
    {"playing on": _effort_of_playing_on, "beam": _effort_of_a_beam}
)
"""How a searching style's work grows with its settings, by family."""
