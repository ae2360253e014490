"""For tests of bots, measures and rules of one's own: a check that every bot should pass, and hypothesis strategies.

`check_bot` plays and questions a bot and tells what is wrong with it; `BotContract` is the same as a class of tests for
pytest. The strategies `boards`, `rules`, `games` and `positions` need hypothesis, and `BotContract` needs pytest;
``pip install "caravan-lab[test]"`` brings both along. `check_bot` needs neither.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caravan.testing.bot_check import check_bot
    from caravan.testing.bot_contract import BotContract
    from caravan.testing.bot_report import BotReport, Fault
    from caravan.testing.strategies import GOOD_NAMES, STYLES, boards, choose, games, positions, rules

_HOMES = {
    "BotContract": "bot_contract",
    "BotReport": "bot_report",
    "Fault": "bot_report",
    "GOOD_NAMES": "strategies",
    "STYLES": "strategies",
    "boards": "strategies",
    "check_bot": "bot_check",
    "choose": "strategies",
    "games": "strategies",
    "positions": "strategies",
    "rules": "strategies",
}

__all__ = [
    "GOOD_NAMES",
    "STYLES",
    "BotContract",
    "BotReport",
    "Fault",
    "boards",
    "check_bot",
    "choose",
    "games",
    "positions",
    "rules",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(f"caravan.testing.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'caravan.testing' has no attribute '{name}'")
