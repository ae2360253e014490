from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from played import Played

from caravan.batch import simulate
from caravan.errors import LogError, RulesError
from caravan.events import (
    Violation,
    check,
    check_blocks,
    check_files,
    event_blocks,
    write_events,
    write_games,
    write_seats,
)
from caravan.game import Game
from caravan.kernel.retrace import FAULTS
from caravan.rules import PRESETS, Rules
from caravan.testing import choose, rules

GAMES = int(os.environ.get("CARAVAN_CHECKED_GAMES", "40"))
"""How many games of each kind are checked; 1,000 take about a minute."""


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("bot", ["random", "grabber", "planner"])
def test_every_bots_games_by_every_preset_follow_the_rules(bot: str, preset: str, players: int) -> None:
    by = Rules.preset(preset).replace(players=players)
    assert check(simulate(by, players, bot, GAMES, seed=5).events, by) == []


def test_played_games_follow_the_rules(played: Played) -> None:
    assert check(played.events, played.rules) == []


@given(rules(turn_limit=30), st.integers(0, 2**32), st.randoms(use_true_random=False))
@settings(max_examples=25)
def test_games_by_any_rules_on_any_board_follow_them(by: Rules, seed: int, random: object) -> None:
    game = Game(by, seed=seed)
    for _ in range(2000):
        if game.end_reason:
            assert check(game.events(), by) == []
            return
        game.play(choose(game, random.randrange(2**16), "lively"))
    reasons = [violation.reason for violation in check(game.events(), by)]
    assert len(reasons) == 1
    assert reasons[0].startswith("the game breaks off after this event, where it is turn")


def test_a_selection_of_games_that_stand_together_can_be_checked(full: Played) -> None:
    assert check(full.events.query("3 <= game <= 5"), full.rules) == []


def test_a_log_without_rows_has_no_violations(full: Played) -> None:
    assert check(full.events.head(0), full.rules) == []


def spoilt(full: Played) -> pd.DataFrame:
    """One wrong cell in each of three games."""
    events = full.events.copy()
    for game in (1, 4, 6):
        place = events.query(f"game == {game} and action == 'deliver'").index[3]
        events.loc[place, "points"] += 1
    return events


def test_every_violation_is_listed_in_the_order_of_the_rows(full: Played) -> None:
    found = check(spoilt(full), full.rules)
    assert [(violation.game, violation.column) for violation in found] == [(1, "points"), (4, "points"), (6, "points")]


def test_several_wrong_cells_of_a_game_and_of_a_row_are_all_listed(full: Played) -> None:
    events = full.events.copy()
    place = events.query("game == 2 and action == 'pick_up'").index[0]
    events.loc[place, ["cost", "points", "demand"]] = [5, 9, 7]
    later = events.query("game == 2 and action == 'deliver'").index[-1]
    events.loc[later, "actions_left"] += 1
    found = check(events, full.rules)
    assert [(int(violation.event), violation.column) for violation in found] == [
        *((int(events.loc[place, "event"]), column) for column in ("cost", "demand", "points")),
        (int(events.loc[later, "event"]), "actions_left"),
    ]


def test_no_more_violations_are_listed_than_asked_for(full: Played) -> None:
    assert check(spoilt(full), full.rules, limit=2) == check(spoilt(full), full.rules)[:2]


def test_a_game_with_thousands_of_violations_is_listed_in_full(full: Played) -> None:
    events = full.events.assign(cost=full.events["cost"] + 1, points=full.events["points"] + 1)
    assert len(check(events, full.rules)) > len(events)


def test_a_violation_reads_as_a_line() -> None:
    assert str(Violation(3, 57, "cost", "the cost is 2")) == "game 3, event 57, cost: the cost is 2"
    assert str(Violation(3, None, "seats.score", "seat 2: ...")) == "game 3, seats.score: seat 2: ..."


def test_violations_make_a_table(full: Played) -> None:
    table = pd.DataFrame(check(spoilt(full), full.rules))
    assert list(table) == ["game", "event", "column", "reason"]
    assert len(table) == 3


def test_a_log_that_comes_in_blocks_is_checked_as_one(full: Played) -> None:
    events = spoilt(full)
    blocks = [game for _, game in events.groupby("game")]
    assert list(check_blocks(blocks, full.rules)) == check(events, full.rules)
    missing = list(check_blocks([blocks[0], blocks[2]], full.rules))
    assert [violation.reason for violation in missing] == ["game 2 comes after game 0: 1 is missing"]


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_files_are_checked_with_their_tables(full: Played, tmp_path: Path, form: str) -> None:
    paths = {name: tmp_path / f"{name}.{form}" for name in ("events", "games", "seats")}
    write_games(full.games, paths["games"])
    write_seats(full.seats, paths["seats"])
    write_events(full.events, paths["events"])
    assert list(check_files(paths["events"], full.rules, paths["games"], paths["seats"])) == []
    write_events(spoilt(full), paths["events"])
    log = check(spoilt(full), full.rules)
    assert list(check_files(paths["events"], full.rules)) == log
    assert list(check_blocks(event_blocks(paths["events"], full.rules), full.rules)) == log
    both = list(check_files(paths["events"], full.rules, paths["games"], paths["seats"]))
    assert [violation for violation in both if violation.event is not None] == log
    assert {violation.column for violation in both} >= {"points", "seats.score"}


def test_rules_that_cant_be_played_are_refused(full: Played) -> None:
    with pytest.raises(RulesError):
        check(full.events, Rules(refill_after=9))


def test_a_log_that_cant_be_read_is_refused(full: Played) -> None:
    with pytest.raises(LogError, match="column 'cost' is missing"):
        check(full.events.drop(columns="cost"), full.rules)


def test_the_log_is_left_as_it_was(full: Played) -> None:
    before = full.events.copy()
    check(full.events, full.rules)
    pd.testing.assert_frame_equal(full.events, before)


UNCOMPILED = """
import json, sys
import pandas as pd
from caravan.events import check, read_events
from caravan.kernel.layout import pack
from caravan.kernel.tally import tally
from caravan.events import rows_from_events
from caravan.rules import Rules

rules = Rules.read(sys.argv[1])
events = read_events(sys.argv[2], rules)
log = rows_from_events(events, rules)
games, seats = tally(log.rows, log.offsets, pack(rules)[0])
print(json.dumps({"found": [str(found) for found in check(events, rules)], "seats": seats.tolist()}))
"""


def test_uncompiled_the_same_is_found(full: Played, tmp_path: Path) -> None:
    full.rules.write(tmp_path / "rules.toml")
    log = spoilt(full).query("game < 2").reset_index(drop=True)
    log.loc[log.query("game == 0 and action == 'move'").index[30], "source"] = "a1"
    log.loc[log.query("game == 0 and action == 'steal'").index[0], "victim"] = pd.NA
    write_events(log, tmp_path / "events.csv")
    outputs = []
    for disabled in ("0", "1"):
        ran = subprocess.run(
            [sys.executable, "-c", UNCOMPILED, str(tmp_path / "rules.toml"), str(tmp_path / "events.csv")],
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
            check=True,
        )
        assert ran.stderr == ""
        outputs.append(json.loads(ran.stdout))
    assert outputs[0] == outputs[1]
    assert len(outputs[0]["found"]) >= 3
    assert np.shape(outputs[0]["seats"])[:2] == (2, 4)


def test_there_are_words_for_every_fault_the_kernel_finds() -> None:
    from caravan.events.fault_words import FaultWords

    assert all(name == "differs" or hasattr(FaultWords, f"_{name}") for name in FAULTS)
