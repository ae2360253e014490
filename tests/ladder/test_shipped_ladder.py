"""The ladder in data/ladder is what its page says: all bots, the present version, the standard game."""

from __future__ import annotations

import io
import itertools
from pathlib import Path

import pandas as pd
import pytest

from caravan import Rules
from caravan.bots.styles import STYLES
from caravan.cli.folder import LADDER_FILES, LADDER_TABLES
from caravan.cli.ladder import origin
from caravan.ladder import LadderRequest, run_ladder
from caravan.ladder.tables import COLUMNS, as_csv

SHIPPED = Path(__file__).resolve().parents[2] / "data" / "ladder"
PLAYERS, GAMES, SEED = (2, 3, 4), 48, 2026
BOTS = ",".join(STYLES)
COMMAND = f"caravan ladder --bots {BOTS} --players 2,3,4 --games {GAMES} --seed {SEED} --out data/ladder"
COMPETENT = {"planner", "beam", "rollout", "expert", "expert:deep"}
QUICK = ("random", "grabber", "planner")


def read(source: Path | io.StringIO) -> pd.DataFrame:
    return pd.read_csv(source, dtype={"interval": "str", "note": "str"})  # words, also where all cells are empty


def shipped(table: str) -> pd.DataFrame:
    return read(SHIPPED / f"{table}.csv")


@pytest.mark.parametrize("table", LADDER_TABLES)
def test_every_table_is_there_with_its_columns(table: str) -> None:
    assert list(shipped(table).columns) == list(COLUMNS[table])


@pytest.mark.parametrize("table", ["ratings", "styles", "speed"])
def test_every_style_is_there_for_two_three_and_four_players(table: str) -> None:
    found = shipped(table)
    assert set(zip(found["players"], found["bot"], strict=True)) == set(itertools.product(PLAYERS, STYLES))


def test_everyone_met_everyone_in_as_many_games_as_the_command_asks_for() -> None:
    found = shipped("pairings")
    met = list(zip(found["players"], found["bot"], found["against"], strict=True))
    expected = {(count, *pair) for count in PLAYERS for pair in itertools.permutations(STYLES, 2)}
    assert len(met) == len(expected)
    assert set(met) == expected
    assert (found["games"] == GAMES).all()


def test_everyone_sat_in_mixed_company_where_there_is_such() -> None:
    found = shipped("mixed")
    assert set(zip(found["players"], found["bot"], strict=True)) == set(itertools.product((3, 4), STYLES))


def test_it_was_made_by_the_command_on_its_page_and_by_this_version() -> None:
    request = LadderRequest(BOTS, PLAYERS, GAMES, SEED)
    assert (SHIPPED / "ladder.toml").read_text(encoding="utf-8") == origin(request)
    assert COMMAND in (SHIPPED / "README.md").read_text(encoding="utf-8").splitlines()


def test_its_rules_are_the_standard_game() -> None:
    standard = Rules.preset("standard")
    assert Rules.read(SHIPPED / "rules.toml") == standard
    for table in LADDER_TABLES:
        if "rules_id" in COLUMNS[table]:
            assert set(shipped(table)["rules_id"]) <= {standard.id}


def test_no_game_between_competent_bots_gets_stuck() -> None:
    assert set(STYLES) >= COMPETENT
    found = shipped("pairings")
    among_them = found[found["bot"].isin(COMPETENT) & found["against"].isin(COMPETENT)]
    stuck = among_them[(among_them["deadlocks"] > 0) | (among_them["turn_limits"] > 0)]
    assert stuck[["players", "bot", "against", "deadlocks", "turn_limits"]].to_dict("records") == []


def test_the_games_of_the_quick_bots_come_out_again_as_they_are_there() -> None:
    """A pairing's games don't depend on who else plays, so some can be played again without the slow bots."""
    again = run_ladder(",".join(QUICK), PLAYERS, GAMES, SEED)
    for table, who in (("pairings", ["bot", "against"]), ("styles", ["bot"])):
        there = shipped(table)
        there = there[there[who].isin(QUICK).all(axis=1)].reset_index(drop=True)
        played = read(io.StringIO(as_csv(again.tables()[table])))
        others = ["by_ratings"] if table == "pairings" else []  # what the ratings of all bots have a part in
        pd.testing.assert_frame_equal(there.drop(columns=others), played.drop(columns=others))


def test_its_page_names_every_file() -> None:
    page = (SHIPPED / "README.md").read_text(encoding="utf-8")
    assert [name for name in LADDER_FILES if f"`{name}`" not in page] == []
    assert sorted(path.name for path in SHIPPED.iterdir()) == sorted({*LADDER_FILES, "README.md"} - {"ladder.html"})
