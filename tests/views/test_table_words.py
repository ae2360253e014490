"""Tables in words and as CSV files."""

from __future__ import annotations

import io

import pandas as pd
import pytest

from caravan.views.table_words import MOST_ROWS, as_csv, for_reading


@pytest.mark.parametrize("text", ["=1+1", "+1+2", "-1+2", "@SUM(A1)", "\t=1", '=HYPERLINK("http://x")'])
def test_a_text_that_looks_like_a_formula_is_kept_from_being_one(text: str) -> None:
    written = as_csv(pd.DataFrame({"Bot": [text], "=name": [-3.5]}))
    header, row = pd.read_csv(io.StringIO(written), header=None, dtype=str).to_numpy().tolist()
    assert header == ["Bot", "'=name"]
    assert row == [f"'{text}", "-3.5"]


def test_numbers_texts_and_gaps_come_back_from_the_file_as_they_were() -> None:
    frame = pd.DataFrame({"Seat": [1, 2], "Bot": ["planner", 'a "b", c'], "Share (%)": [12.25, float("nan")]})
    pd.testing.assert_frame_equal(pd.read_csv(io.StringIO(as_csv(frame))), frame)


def test_numbers_of_a_column_have_equally_many_decimals_and_no_more_than_needed() -> None:
    frame = pd.DataFrame(
        {"Games": [5000, 20], "Share (%)": [12.0, 7.123456], "Half": [0.5, 1.0], "Small": [0.12345, float("nan")]}
    )
    shown = for_reading(frame, "Some numbers")
    assert shown["columns"] == ["Games", "Share (%)", "Half", "Small"]
    assert shown["numeric"] == [True] * 4
    assert shown["rows"] == [["5,000", "12.00", "0.5", "0.123"], ["20", "7.12", "1.0", "\u2013"]]
    assert shown["caption"] == "Some numbers"


def test_a_long_table_says_how_much_of_it_is_shown() -> None:
    shown = for_reading(pd.DataFrame({"n": range(MOST_ROWS + 1)}), "Numbers")
    assert len(shown["rows"]) == MOST_ROWS
    assert shown["caption"] == "Numbers (the first 2,000 of 2,001 rows; the CSV file has all)"
