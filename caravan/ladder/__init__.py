"""The ladder: bots play each other on the same game seeds in all seats, and are compared and rated.

`run_ladder` does it all; `Ladder` holds the tables. Each file has one job: who meets (`plan`, `mixed_tables`), playing
(`played`, `kept`), and what follows from the games (`pairings`, `ratings`, `triples`, `styles`, `tables`, `rungs`).
`restricted_play` lets bots that do without something meet those that don't.
"""

from __future__ import annotations

from caravan.ladder.plan import LadderRequest
from caravan.ladder.restricted import restricted_play
from caravan.ladder.rungs import SkillLadder, skill_ladder
from caravan.ladder.tournament import Ladder, ladder_of, play_ladder, run_ladder

__all__ = [
    "Ladder",
    "LadderRequest",
    "SkillLadder",
    "ladder_of",
    "play_ladder",
    "restricted_play",
    "run_ladder",
    "skill_ladder",
]
