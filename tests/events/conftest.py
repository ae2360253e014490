"""Logs of played games, made once."""

from __future__ import annotations

import pytest
from played import Played

from caravan.rules import Rules

KINDS = {
    "four planners": (Rules(), 4, "planner"),
    "all kinds of events": (Rules.preset("rainbow"), 4, "planner,grabber,random,planner"),
    "two who never finish": (Rules(turn_limit=60), 2, "random"),
    "three and a penalty": (Rules.preset("published"), 3, "grabber"),
    "deadlocks": (Rules(camels=1, theft_markers=0), 2, "random"),
}


@pytest.fixture(scope="session", params=KINDS)
def played(request: pytest.FixtureRequest) -> Played:
    """Some games of one kind, with their tables."""
    return Played.of(*KINDS[request.param])


@pytest.fixture(scope="session")
def full() -> Played:
    """Games in which everything happens that can be in a log."""
    return Played.of(*KINDS["all kinds of events"])
