"""Finding rules that do what a designer wants: a fair start, and a search over any parameters for any aims."""

from __future__ import annotations

from caravan.balance.aims import READY_MADE, ROLES, Aim
from caravan.balance.fair_games import USUAL_STYLES, usual_games
from caravan.balance.fair_table import FAIR_COLUMNS, fair_table, unfinished_table
from caravan.balance.goal import Goal
from caravan.balance.starts import FairStart, FinishedPart, Start, fair_start
from caravan.balance.tuning import Answer, Tuning, tune
from caravan.balance.tuning_tables import FRONT_COLUMNS, front_table, trials_table

__all__ = [
    "FAIR_COLUMNS",
    "FRONT_COLUMNS",
    "READY_MADE",
    "ROLES",
    "USUAL_STYLES",
    "Aim",
    "Answer",
    "FairStart",
    "FinishedPart",
    "Goal",
    "Start",
    "Tuning",
    "fair_start",
    "fair_table",
    "front_table",
    "trials_table",
    "tune",
    "unfinished_table",
    "usual_games",
]
