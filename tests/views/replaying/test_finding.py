from __future__ import annotations

import numpy as np
import pytest

from caravan.batch import Batch, BatchRequest, play_blocks
from caravan.report.typical_game import typical_game
from caravan.views.replaying.finding import LISTED, Ranking, rankings


@pytest.fixture(scope="module")
def batch() -> Batch:
    request = BatchRequest(games=120, seed=3)
    return Batch(request, play_blocks(request))


@pytest.fixture(scope="module")
def found(batch: Batch) -> dict[str, Ranking]:
    return {ranking.name: ranking for ranking in rankings(batch.games, batch.seats)}


def test_each_ranking_has_its_first_games_and_says_why(batch: Batch, found: dict[str, Ranking]) -> None:
    games = batch.games
    thefts = batch.seats["steals"].to_numpy().reshape(120, -1).sum(axis=1)
    best = batch.seats["score"].to_numpy().reshape(120, -1).max(axis=1)
    for name, values, sign in (
        ("longest", games["turns"], -1),
        ("shortest", games["turns"], 1),
        ("closest", games["winning_margin"], 1),
        ("one_sided", games["winning_margin"], -1),
        ("lead_changes", games["lead_changes"], -1),
        ("thefts", thefts, -1),
        ("points", best, -1),
    ):
        listed = [int(np.asarray(values)[entry.game]) for entry in found[name].found]
        assert listed == sorted(np.asarray(values).tolist(), key=lambda value, sign=sign: sign * value)[:LISTED]
        if name not in ("closest", "one_sided"):
            assert f"{listed[0]} " in found[name].found[0].value


def test_the_most_typical_game_is_the_reports(batch: Batch, found: dict[str, Ranking]) -> None:
    assert found["typical"].found[0].game == typical_game(batch.games, batch.seats).number


def test_a_close_game_is_told_with_its_margin(batch: Batch, found: dict[str, Ranking]) -> None:
    entry = found["closest"].found[0]
    margin = int(batch.games["winning_margin"].iloc[entry.game])
    spread = int(batch.games["spread"].iloc[entry.game])
    if margin:
        assert entry.value.startswith(f"won by {margin} point")
    else:
        assert entry.value.startswith("level on points")
    assert str(spread) in entry.value or spread == 0


def test_without_games_there_is_nothing_to_find(batch: Batch) -> None:
    assert rankings(batch.games.iloc[:0], batch.seats.iloc[:0]) == ()
