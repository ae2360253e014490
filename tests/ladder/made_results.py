"""Results of a ladder made up from scores, without a game played."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from made_rankings import ranks_of

from caravan.ladder import LadderRequest
from caravan.ladder.plan import Fixture
from caravan.ladder.played import Played
from caravan.ladder.results import Results

NAMES = ("planner", "grabber", "random", "planner:noise=0.5", "planner:steal=-20")


def made_results(
    scores: Callable[[Fixture], np.ndarray], *, bots: int = 3, players: int = 2, games: int = 40, ended: int = 1
) -> Results:
    """Results of a ladder whose scores, of shape (games, players), are made for each fixture."""
    request = LadderRequest(",".join(NAMES[:bots]), players, games)
    played = []
    for fixture in request.fixtures():
        score = np.asarray(scores(fixture), dtype=np.int32)
        assert score.shape == (fixture.games, players)
        reasons = np.full(fixture.games, ended, dtype=np.int8)
        played.append(Played(fixture, score, ranks_of(score).astype(np.int8), reasons))
    return Results(request, players, played)
