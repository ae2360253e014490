"""Sweeps: many rule sets on the same seeds, from a plan of axes and a design."""

from __future__ import annotations

from caravan.sweeps.cost import expected_seconds
from caravan.sweeps.plan import MOST_CELLS, SweepPlan
from caravan.sweeps.plan_size import PlanSize
from caravan.sweeps.results import Sweep, open_sweep, sweep
from caravan.sweeps.running import Standing
from caravan.sweeps.scenario import CellValue, Scenario

__all__ = [
    "MOST_CELLS",
    "CellValue",
    "PlanSize",
    "Scenario",
    "Standing",
    "Sweep",
    "SweepPlan",
    "expected_seconds",
    "open_sweep",
    "sweep",
]
