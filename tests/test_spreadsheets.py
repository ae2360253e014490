"""Tables that no spreadsheet takes for anything but data."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caravan import simulate
from caravan.events import read_games, write_games
from caravan.ladder.tables import as_csv as ladder_csv
from caravan.playtest_summary import as_csv as summary_csv
from caravan.spreadsheets import as_csv, harmless, harmless_table, plain

FORMULAS = ("=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "=cmd|' /C calc'!A0", "'=1")


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_is_made_a_text(text: str) -> None:
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "salt", "-5", "+3.5", "-1e-05", "3 - 2", "it's", "'tis", "2026-11-30"])
def test_what_is_no_formula_stays(text: str) -> None:
    assert harmless(text) == text


@given(st.text(alphabet="'=+-@\t1a "))
def test_every_text_can_be_had_back(text: str) -> None:
    assert plain(harmless(text)) == text


def test_a_table_without_a_formula_isnt_even_copied() -> None:
    frame = pd.DataFrame({"a": [1.5, -2.0], "b": ["x", None], "c": pd.Categorical(["-5", "y"])})
    assert harmless_table(frame) is frame


@pytest.mark.parametrize("write", [as_csv, ladder_csv, summary_csv])
def test_no_cell_of_a_file_is_a_formula(write) -> None:
    frame = pd.DataFrame(
        {
            "=name": list(FORMULAS),
            "kind": pd.Categorical([*FORMULAS[:-1], "-7"]),
            "number": [-float(place) for place in range(len(FORMULAS))],
        }
    )
    rows = list(csv.reader(io.StringIO(write(frame))))
    for cell in (cell for row in rows for cell in row):
        assert not cell.startswith(("=", "+", "@", "\t", "\r", "\n"))
        assert not cell.startswith("-") or float(cell) <= 0
    assert rows[1][0] == "'=1+1"
    assert frame["=name"][0] == "=1+1"


def test_tables_of_games_are_read_back_as_they_were(tmp_path: Path) -> None:
    games = simulate(players=2, bots="random", games=2).games
    games["bots"] = pd.Series(["=a.py:Bot,random", "-b.py:Bot,random"], dtype=games["bots"].dtype)
    write_games(games, tmp_path / "games.csv")
    assert "'=a.py:Bot" in (tmp_path / "games.csv").read_text(encoding="utf-8")
    pd.testing.assert_frame_equal(read_games(tmp_path / "games.csv"), games)
