from __future__ import annotations

import io
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from running import GAMES, Command, one_line

from caravan import Rules, replay
from caravan.cli.one_game import _first_line_from, rows_of_game
from caravan.events import read_events


def log(results: Path) -> pd.DataFrame:
    return read_events(results / "events.csv", Rules.read(results / "rules.toml"))


@pytest.mark.parametrize("game", [0, 3, GAMES - 1])
@pytest.mark.parametrize("form", ["results", "parquet_results"])
def test_the_board_is_drawn_as_it_stood_after_the_event(
    caravan: Command, request: pytest.FixtureRequest, results: Path, form: str, game: int
) -> None:
    ran = caravan("show", request.getfixturevalue(form), "--game", game, "--event", 40)
    assert (ran.code, ran.err) == (0, "")
    assert str(replay(log(results), Rules.read(results / "rules.toml"), game, 40)) in ran.out


def test_the_last_event_is_shown_unless_another_is_asked_for(caravan: Command, results: Path) -> None:
    rows = log(results)
    last = int(rows[rows["game"] == 2]["event"].max())
    ran = caravan("show", results, "--game", 2)
    assert ran.out.startswith(f"game 2 after event {last} of {last}: end\n")
    assert ran.out == caravan("show", results, "--game", 2, "--event", last).out


def test_the_event_is_marked_among_those_around_it(caravan: Command, results: Path) -> None:
    row = log(results).query("game == 1 and event > 20 and action == 'move'").iloc[0]
    event = int(row["event"])
    out = caravan("show", results, "--game", 1, "--event", event, "--around", 2).out
    table = out.split("\n   event ")[1].splitlines()
    assert [line.lstrip("> ").split()[0] for line in table[1:]] == [str(event + step) for step in range(-2, 3)]
    assert [line for line in table if line.startswith(">")] == [table[3]]
    assert table[3].split()[2:5] == [str(row["turn"]), str(row["seat"]), row["action"]]


def test_the_event_that_led_there_is_told(caravan: Command, results: Path) -> None:
    row = log(results).query("game == 1 and action == 'place'").iloc[0]
    said = caravan("show", results, "--game", 1, "--event", row["event"]).out.splitlines()[0]
    assert said.endswith(f": seat {row['seat']}, place {row['target']}")


def test_the_set_up_can_be_shown(caravan: Command, results: Path) -> None:
    ran = caravan("show", results, "--game", 0, "--event", 0)
    assert ran.code == 0
    assert ": seed a7 " in ran.out.splitlines()[0]


@pytest.mark.parametrize("form", ["results", "parquet_results"])
def test_a_game_that_isnt_there_is_bad_input(caravan: Command, request: pytest.FixtureRequest, form: str) -> None:
    ran = caravan("show", request.getfixturevalue(form), "--game", GAMES)
    assert ran.code == 2
    assert f"there is no game {GAMES}: " in one_line(ran)
    assert f"has games from 0 to {GAMES - 1}" in one_line(ran)


def test_an_event_that_isnt_there_is_bad_input(caravan: Command, results: Path) -> None:
    ran = caravan("show", results, "--game", 0, "--event", 9999)
    assert ran.code == 2
    assert "event" in one_line(ran)
    assert "9999" in one_line(ran)


def test_a_game_is_found_in_a_log_that_isnt_sorted(results: Path, tmp_path: Path) -> None:
    rows = log(results)
    mixed = pd.concat([rows[rows["game"] == 5], rows[rows["game"] != 5]])
    mixed.to_csv(tmp_path / "events.csv", index=False)
    found = rows_of_game(tmp_path / "events.csv", Rules.read(results / "rules.toml"), 5)
    assert found["event"].tolist() == rows[rows["game"] == 5]["event"].tolist()


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 12))), st.integers(0, 10))
def test_halving_a_file_finds_the_first_line_of_a_game(lines: list[tuple[int, int]], game: int) -> None:
    heading = b"game,event\n"
    written = [(number, b"%d,%s\n" % (number, b"x" * length)) for number, length in sorted(lines)]
    content = heading + b"".join(line for _, line in written)
    expected = len(heading) + sum(len(line) for number, line in written if number < game)
    assert _first_line_from(io.BytesIO(content), game, len(heading), len(content)) == expected
