"""Caravan Lab: a design laboratory for the board game Caravan.

The public names are imported when first used, so that ``import caravan`` stays quick.
"""

from __future__ import annotations

import importlib
from typing import Any

from caravan.version import __version__

_HOMES = {
    "Action": "game",
    "Batch": "batch",
    "Board": "board",
    "CaravanError": "errors",
    "Game": "game",
    "Goal": "balance",
    "IllegalAction": "errors",
    "PRESETS": "rules",
    "Rules": "rules",
    "RulesError": "errors",
    "SweepPlan": "sweeps",
    "agree": "agreement",
    "as_frame": "measures",
    "check": "events",
    "compare": "comparison",
    "fair_start": "balance",
    "luck_of_the_bag": "luck",
    "open_sweep": "sweeps",
    "replay": "events",
    "restricted_play": "ladder",
    "robustness": "agreement",
    "simulate": "batch",
    "sweep": "sweeps",
    "tune": "balance",
    "write_report": "report",
}

__all__ = ["__version__", *_HOMES]  # noqa: PLE0604 - the names are resolved by __getattr__


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(f"caravan.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'caravan' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)
