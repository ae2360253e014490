"""A visitor's search for a fair start: the command's answer, and no block played twice."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

sys.path.append(str(Path(__file__).parents[1]))
from desk import Desk

from caravan import blocks
from caravan.balance import fair_start, fair_table, screening, starts
from caravan.balance.wording import answer, finding
from caravan.cli.fair_words import told
from caravan.rules import Rules
from caravan.views.sweeping import fair_player
from caravan.views.sweeping.fair_card import FairCard
from caravan.views.sweeping.fair_player import FairPlayer

SHORT = Rules(players=2, rare_count=1, common_count=2, turn_limit=60)
GAMES = {"planner": 40, "weak": 40}


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screening, "ROUNDS", ((10, 3), (10, 2)))
    whole = starts.sensible_openings
    monkeypatch.setattr(starts, "sensible_openings", lambda *given: list(whole(*given))[:6])


@pytest.fixture
def worker() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


def test_the_answer_is_the_commands_and_no_block_is_played_twice(
    worker: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[Any] = []
    whole = fair_player.play_block

    def noted(task: Any) -> Any:
        played.append((task.rules.key(), task.bots, task.seed, task.first))
        return whole(task)

    for place in (fair_player, blocks):
        monkeypatch.setattr(place, "play_block", noted)
    desk = Desk()
    player = FairPlayer(worker, desk.post)
    player.play(SHORT, GAMES, 5)
    desk.read_until(lambda: player.part)
    player.stop()
    assert player.state == "stopped"
    assert player.found is None
    player.play(SHORT, GAMES, 5)
    desk.read_until(lambda: player.state == "done")
    assert len(played) == len(set(played)) > 0


def test_what_the_page_tells_is_what_the_command_tells(worker: ThreadPoolExecutor) -> None:
    desk = Desk()
    player = FairPlayer(worker, desk.post)
    player.play(SHORT, GAMES, 5)
    desk.read_until(lambda: player.state == "done")
    found = player.found
    assert found is not None
    straight = fair_start(SHORT, styles=list(GAMES), games=GAMES, seed=5)
    pd.testing.assert_frame_equal(fair_table(found), fair_table(straight))
    written = " ".join(told(found).split())
    opened: list[tuple[str, Any]] = []
    card = FairCard(lambda page, start: opened.append((page, start)))
    card.fill(found)
    for part in answer(found):
        words = part if isinstance(part, str) else part.heading
        assert words in written
        assert words.replace("'", "&#x27;") in card.words.html
    assert finding(found).replace("'", "&#x27;") in card.words.html
    card._open("lab", "points")
    assert opened == [("lab", found.points)]


def test_a_search_that_fails_is_told(worker: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ValueError("no luck")

    monkeypatch.setattr(fair_player, "fair_start", fail)
    desk = Desk()
    player = FairPlayer(worker, desk.post)
    player.play(SHORT, GAMES, 5)
    desk.read_until(lambda: player.state == "failed")
    assert player.words == "ValueError: no luck"
