from __future__ import annotations

from typing import Any

import pandas as pd
import pytest
from played import Played

from caravan.errors import LogError
from caravan.events import check_tables
from caravan.events.columns import GAMES_TYPES, SEATS_TYPES


def found(full: Played, games: pd.DataFrame | None = None, seats: pd.DataFrame | None = None) -> list[tuple[Any, ...]]:
    violations = check_tables(
        full.events, full.games if games is None else games, full.seats if seats is None else seats, full.rules
    )
    assert all(violation.event is None for violation in violations)
    return [(violation.game, violation.column, violation.reason) for violation in violations]


def test_the_tables_of_a_batch_say_what_its_log_says(played: Played) -> None:
    assert check_tables(played.events, played.games, played.seats, played.rules) == []


def test_tables_without_rows_suit_a_log_without_rows(full: Played) -> None:
    assert check_tables(full.events.head(0), full.games.head(0), full.seats.head(0), full.rules) == []


def test_tables_as_plain_pandas_reads_them_are_understood(full: Played, tmp_path: Any) -> None:
    for name in ("games", "seats"):
        getattr(full, name).to_csv(tmp_path / f"{name}.csv", index=False)
    games, seats = (pd.read_csv(tmp_path / f"{name}.csv") for name in ("games", "seats"))
    assert check_tables(full.events, games.astype({"rules_id": str}), seats, full.rules) == []


def changed(table: pd.DataFrame, row: int, column: str, value: Any) -> pd.DataFrame:
    table = table.astype({column: object})
    table.loc[row, column] = value
    return table


@pytest.mark.parametrize("column", [name for name in SEATS_TYPES if name not in ("game", "seat", "bot")])
def test_a_wrong_figure_of_a_seat_is_told(full: Played, column: str) -> None:
    row = 13
    old = full.seats[column].iloc[row]
    seats = changed(full.seats, row, column, old + 1 if column != "win_share" else 0.25)
    ((game, where, reason),) = found(full, seats=seats)
    assert (game, where) == (3, f"seats.{column}")
    assert reason == f"seat 2: {column} is {seats[column].iloc[row]}, but the log gives {old}"


OTHER = {"end_reason": "turn_limit", "winner": None}


@pytest.mark.parametrize(
    "column", [name for name in GAMES_TYPES if name not in ("game", "rules_id", "players", "bots", "seed")]
)
def test_a_wrong_figure_of_a_game_is_told(full: Played, column: str) -> None:
    old = full.games[column].iloc[5]
    games = changed(full.games, 5, column, OTHER[column] if column in OTHER else old + 1)
    ((game, where, reason),) = found(full, games=games)
    assert (game, where) == (5, f"games.{column}")
    assert reason.endswith(f"but the log gives {old}")


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("rules_id", "nonsense", "rules_id is nonsense, but the rules are "),
        ("players", 3, "players is 3, but there are 4"),
        ("bots", "planner", "bots is 'planner', but in the seats table it is 'planner,grabber,random,planner'"),
        ("seed", 99, "seed is 99, but the first game's is 1"),
    ],
)
def test_what_the_log_doesnt_tell_is_held_against_the_rest(full: Played, column: str, value: Any, said: str) -> None:
    ((game, where, reason),) = found(full, games=changed(full.games, 5, column, value))
    assert (game, where) == (5, f"games.{column}")
    assert reason.startswith(said)


def test_a_game_that_a_table_lacks_is_told(full: Played) -> None:
    games = full.games.query("game != 3")
    assert found(full, games=games) == [
        (3, "games.game", "the seats table has this game, but the games table hasn't"),
        (3, "games.game", "the log has this game, but the table hasn't"),
    ]
    seats = full.seats.query("game != 3")
    assert found(full, seats=seats)[0] == (3, "seats.game", "the games table has this game, but the seats table hasn't")
    assert len(found(full, seats=seats)) == 1 + 4


def test_a_game_that_the_log_lacks_is_told(full: Played) -> None:
    violations = check_tables(full.events.query("game != 7"), full.games, full.seats, full.rules)
    assert [(violation.game, violation.reason) for violation in violations] == [
        (7, "the table has this game, but the log hasn't")
    ]


def test_a_seat_that_the_table_lacks_or_has_too_many_is_told(full: Played) -> None:
    lacking = found(full, seats=full.seats.drop(index=6))
    assert (1, "seats.seat", "the log has seat 3 of this game, but the table hasn't") in lacking
    extra = pd.concat([full.seats, full.seats.tail(1).assign(seat=5)])
    assert (7, "seats.seat", "the seat is 5, but seats are 1 to 4") in found(full, seats=extra)


def test_rows_out_of_order_or_there_twice_are_told(full: Played) -> None:
    reversed_games = found(full, games=full.games.iloc[::-1])
    assert len(reversed_games) == len(full.games) - 1
    assert reversed_games[0] == (6, "games.game", "row 1 of the table is out of order")
    twice = full.games.iloc[[0, 1, 1, 2, 3, 4, 5, 6, 7]]
    assert found(full, games=twice)[0] == (1, "games.game", "row 2 of the table is there twice")


def test_no_more_is_listed_than_asked_for(full: Played) -> None:
    seats = full.seats.assign(score=0)
    assert len(check_tables(full.events, full.games, seats, full.rules, limit=3)) == 3


def test_a_table_that_cant_be_read_is_refused(full: Played) -> None:
    with pytest.raises(LogError, match="the seats table: column 'score' is missing"):
        check_tables(full.events, full.games, full.seats.drop(columns="score"), full.rules)
    with pytest.raises(LogError, match="the games table, row 5, column 'turns': found 'many', allowed is a whole"):
        check_tables(full.events, changed(full.games, 5, "turns", "many"), full.seats, full.rules)
    with pytest.raises(LogError, match="the seats table, row 5, column 'win_share': found 'half', allowed is a number"):
        check_tables(full.events, full.games, changed(full.seats, 5, "win_share", "half"), full.rules)
