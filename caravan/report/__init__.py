"""Reports for people who know no statistics: findings first, each number traceable to a line of the summary.

`write_report` takes a folder of results and writes one page that needs nothing else, the summary its sentences rest
on, and the figures.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caravan.report.making import make_report, write_report
    from caravan.report.writing import Report

# Imported when asked for, since the parts that draw figures take seconds to load, and others are of use without them.
_HOMES = {"Report": "writing", "make_report": "making", "write_report": "making"}

__all__ = ["Report", "make_report", "write_report"]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(f"caravan.report.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'caravan.report' has no attribute '{name}'")
