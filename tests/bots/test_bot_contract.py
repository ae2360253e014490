"""Every style that ships with the package passes the check that users' bots pass; new styles join by themselves."""

from __future__ import annotations

from typing import Any

import pytest

from caravan.bots.styles import STYLES
from caravan.rules import Rules
from caravan.testing import check_bot
from caravan.testing.asked_bots import MAY_STALL
from caravan.testing.second_process import Job, digests_elsewhere, digests_here

FAST: dict[str, Any] = {"games": 1, "rule_sets": 8, "positions": 1}
TALKATIVE: dict[str, Any] = {**FAST, "choices": 60}
SEARCHING: dict[str, Any] = {**FAST, "choices": 40}
DEEP: dict[str, Any] = {**FAST, "choices": 8}

EFFORT = {
    "random": TALKATIVE,
    "grabber": TALKATIVE,
    "beam": SEARCHING,
    "rollout": SEARCHING,
    "expert": SEARCHING,
    "expert:deep": DEEP,
}
"""How much a style is asked, so that a slow one takes no longer than a fast one; those that aren't named are fast.

What is left out here of whole games, the second process and the stalls have tests of their own.
"""

BOTS = [*STYLES, "planner:noise=0.5"]


@pytest.mark.parametrize("bot", BOTS)
def test_it_passes_the_check_of_bots(bot: str) -> None:
    report = check_bot(bot, **EFFORT.get(bot, FAST), seed=1, second_process=False)
    assert report.sound, str(report)
    assert report.positions > 20


def test_all_play_the_same_games_in_another_process() -> None:
    jobs = [
        Job(Rules.preset(preset).replace(players=players, turn_limit=12), bot, 2, 3)
        for bot in BOTS
        for preset, players in (("standard", 2), ("rainbow", 4))
    ]
    elsewhere = digests_elsewhere(jobs)
    otherwise = [(job.bot, job.rules) for job, found in zip(jobs, elsewhere, strict=True) if found != digests_here(job)]
    assert otherwise == []


def test_only_styles_that_play_by_chance_may_stall() -> None:
    assert {name for name in STYLES if name in MAY_STALL} == {"random", "grabber"}
