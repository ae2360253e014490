"""Skilled bots bring their games to an end, against themselves and each other; and whoever counts counts right."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchmarks import stalls
from benchmarks.stalls import Cell, Count, cells, count, counts, main

GAMES = int(os.environ.get("CARAVAN_STALL_GAMES", "0"))
"""How many games are played in every cell, whatever the bots cost; by default few where a bot is slow.

``python -m benchmarks.stalls`` plays the same, says how far it has come, and can be stopped.
"""

FEW = {"planner": 20}


def games_of(cell: Cell) -> int:
    return GAMES or min(FEW.get(bot, 1) for bot in cell.bots)


def usual_cells() -> list[Cell]:
    """All cells; where a bot is slow, each pair under one preset for one number of players only."""
    every = cells(stalls.SKILLED)
    if GAMES:
        return every
    rare = [cell for cell in every if games_of(cell) == 1]
    return [cell for cell in every if games_of(cell) > 1] + rare[:: len(stalls.PLAYERS) * len(stalls.PRESETS) - 1]


@pytest.mark.parametrize("cell", usual_cells(), ids=lambda cell: f"{cell.name}-{cell.preset}-{cell.players}")
def test_no_game_between_skilled_bots_stalls(cell: Cell) -> None:
    found = count(cell, games_of(cell), seed=11)
    assert found == Count(games_of(cell), 0, 0)


def test_every_bot_meets_itself_and_every_other_for_all_players_under_all_presets() -> None:
    found = cells(("planner", "beam", "rollout"))
    assert len(found) == len(set(found)) == 6 * 4 * 3
    assert [cell.name for cell in found[:: 4 * 3]][:4] == ["planner", "beam", "rollout", "planner v beam"]


def test_two_bots_sit_in_turn_and_each_begins_in_half_of_the_games() -> None:
    assert Cell("standard", 3, ("planner", "beam")).line_ups == ["planner,beam,planner", "beam,planner,beam"]
    assert count(Cell("standard", 2, ("planner", "random")), 3, 1).games == 3


def test_stalls_are_counted() -> None:
    assert count(Cell("standard", 2, ("random",)), 3, 1) == Count(3, 0, 3)


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, todo = tmp_path / "new" / "stalls.csv", cells(("planner",), players=(2,))
    first = list(counts(todo[:2], 2, 5, file))
    played = []
    monkeypatch.setattr(stalls, "count", lambda cell, games, seed: played.append(cell) or Count(games, 0, 0))
    assert list(counts(todo, 2, 5, file))[:2] == first
    assert played == todo[2:]
    assert list(counts(todo, 2, 6, file))
    assert played[2:] == todo


def test_it_prints_a_line_for_each_cell_and_tells_by_its_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "1", "--bots", "planner", "--players", "2"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4 + 2
    assert main(["--games", "1", "--bots", "random", "--players", "2", "--presets", "standard"]) == 1
    assert "1 of 1 games stalled" in capsys.readouterr().out
