"""What bots do, measured in games against themselves."""

from __future__ import annotations

import numpy as np
import pytest

from caravan import Rules, simulate
from caravan.ladder import Ladder, run_ladder
from caravan.ladder.styles import ACTIONS, SPACE_KINDS, STYLE_MEASURES

BOTS = ("planner", "planner:steal=-20")
GAMES = 42


@pytest.fixture(scope="module")
def ladder() -> Ladder:
    return run_ladder(",".join(BOTS), 3, GAMES, 7)


def value(ladder: Ladder, bot: str, measure: str) -> float:
    rows = ladder.styles[(ladder.styles["bot"] == bot) & (ladder.styles["measure"] == measure)]
    return float(rows["value"].iloc[0])


def test_every_bot_has_every_measure_with_its_unit_and_games(ladder: Ladder) -> None:
    for bot in BOTS:
        rows = ladder.styles[ladder.styles["bot"] == bot]
        assert rows["measure"].tolist() == [measure.name for measure in STYLE_MEASURES]
        assert rows["unit"].tolist() == [measure.unit for measure in STYLE_MEASURES]
        assert set(rows["games"]) == {GAMES}


def test_figures_without_an_interval_say_why(ladder: Ladder) -> None:
    bare = ladder.styles[ladder.styles["low"].isna()]
    assert (bare["note"] != "").all()
    rest = ladder.styles[ladder.styles["low"].notna()]
    assert (rest["low"] <= rest["value"]).all()
    assert (rest["value"] <= rest["high"]).all()
    assert (rest["interval"] != "").all()


@pytest.mark.parametrize("bot", BOTS)
def test_the_parts_of_all_actions_and_of_all_entries_add_up_to_one(ladder: Ladder, bot: str) -> None:
    assert sum(value(ladder, bot, name) for name in ACTIONS) == pytest.approx(1.0)
    assert sum(value(ladder, bot, name) for name in SPACE_KINDS) == pytest.approx(1.0)


def test_a_bot_that_doesnt_steal_shows_it(ladder: Ladder) -> None:
    assert value(ladder, "planner:steal=-20", "steals") == 0.0
    assert value(ladder, "planner:steal=-20", "action.steal") == 0.0
    assert value(ladder, "planner", "steals") > 1.0


def test_the_measures_are_those_of_the_batchs_own_log(ladder: Ladder) -> None:
    """Worked out anew, in another way, from the log of the same games."""
    batch = simulate(Rules(), 3, "planner", GAMES, 7)
    log, board = batch.events, batch.rules.board
    entries = log[log["action"].isin(["place", "move"])]
    names = board.space_names
    cities = entries["target"].isin([names[space] for space in board.cities])
    per_space = entries.groupby(["game", "target"], observed=True).size()
    per_game = entries.groupby("game").size()
    met = (per_space * (per_space - 1)).groupby("game").sum() / (per_game * (per_game - 1))
    expected = {
        "turns": batch.games["turns"].mean(),
        "steals": (log["action"] == "steal").sum() / GAMES,
        "delivered": (log["action"] == "deliver").sum() / GAMES,
        "undelivered": ((log["action"] == "pick_up").sum() - (log["action"] == "deliver").sum()) / GAMES,
        "score": batch.seats["score"].mean(),
        "spaces": per_space.groupby("game").size().mean(),
        "effective_spaces": 1.0 / met.mean(),
        "entries.city": cities.mean(),
        "action.move": (log["action"] == "move").sum() / log["seat"].notna().sum(),
    }
    found = {name: value(ladder, "planner", name) for name in expected}
    assert found == pytest.approx(expected)


def test_stuck_games_are_counted() -> None:
    ladder = run_ladder("grabber,random", 2, 4, 1, Rules(turn_limit=10))
    assert value(ladder, "random", "turn_limits") == 1.0
    assert value(ladder, "random", "deadlocks") == 0.0


def test_styles_tell_bots_apart_with_their_intervals(ladder: Ladder) -> None:
    rows = ladder.styles[ladder.styles["measure"] == "action.steal"].set_index("bot")
    assert rows.loc["planner", "low"] > 0.0
    assert np.isnan(rows.loc["planner:steal=-20", "low"])
