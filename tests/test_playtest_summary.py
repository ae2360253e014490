from __future__ import annotations

import csv
import io
import math

import pandas as pd
import pytest
from synthetic_batches import MadeBatch, made_batch, random_batch

from caravan import playtest_summary
from caravan.errors import OutputError
from caravan.measures import summary


@pytest.fixture
def batch() -> MadeBatch:
    return random_batch(200, seed=7)


def test_the_summary_has_exactly_its_columns(batch: MadeBatch):
    assert list(playtest_summary.summary_frame(batch).columns) == [
        "rules_id", "players", "bots", "measure", "seat", "value", "unit", "low", "high", "interval", "games", "seeds",
        "baseline", "difference", "difference_low", "difference_high", "verdict", "note",
    ]  # fmt: skip


def test_the_summary_has_a_row_for_every_estimate(batch: MadeBatch):
    frame, estimates = playtest_summary.summary_frame(batch), summary(batch)
    assert len(frame) == len(estimates)
    assert frame["measure"].tolist() == [estimate.label for estimate in estimates]
    assert frame["seat"].isna().tolist() == [estimate.seat is None for estimate in estimates]
    assert set(frame["games"]) == {200}
    assert set(frame["seeds"]) == {200}
    assert set(frame["rules_id"]) == {batch.request.rules.id}


def test_the_event_logs_measures_come_on_request(batch: MadeBatch):
    frame = playtest_summary.summary_frame(batch, with_events=True)
    assert frame["measure"].str.startswith("action_mix_by_progress").sum() == 24


def test_a_table_of_chosen_measures_holds_those_alone():
    frame = playtest_summary.summary_frame(random_batch(50), ["ties", "steals"])
    assert list(frame["measure"]) == ["ties.before_tie_break", "ties.after_tie_break", "steals"]


def test_the_csv_is_what_a_spreadsheet_expects(batch: MadeBatch):
    rows = list(csv.reader(io.StringIO(playtest_summary.summary_csv(batch))))
    assert rows[0] == list(playtest_summary.COLUMNS)
    assert {len(row) for row in rows} == {len(playtest_summary.COLUMNS)}
    place = {name: column for column, name in enumerate(rows[0])}
    for row in rows[1:]:
        for name in ("value", "low", "high"):
            assert row[place[name]] == "" or math.isfinite(float(row[place[name]]))
        assert row[place["seat"]] in {"", "1", "2", "3", "4"}
        assert not any(cell.startswith(("[", "(", "{")) or "nan" in cell.lower().split() for cell in row)
        for name in ("baseline", "difference", "difference_low", "difference_high", "verdict"):
            assert row[place[name]] == ""


def test_the_csv_reads_back(batch: MadeBatch):
    frame = playtest_summary.summary_frame(batch)
    again = pd.read_csv(io.StringIO(playtest_summary.summary_csv(batch)))
    pd.testing.assert_series_equal(again["value"], frame["value"], rtol=1e-5)
    assert again["measure"].tolist() == frame["measure"].tolist()


def test_the_note_begins_with_the_master_seed(batch: MadeBatch):
    assert playtest_summary.summary_frame(batch)["note"].str.startswith("seed 7").all()


def test_a_seed_too_long_for_a_spreadsheets_numbers_keeps_its_digits():
    seed = 9_007_199_254_740_993
    frame = playtest_summary.summary_frame(made_batch([[2, 1]] * 3, seed=seed))
    assert frame["note"].str.startswith(f"seed {seed}").all()


def test_games_cut_off_are_named_in_every_note():
    reasons = ["delivery"] * 7 + ["deadlock"] * 2 + ["turn_limit"]
    frame = playtest_summary.summary_frame(made_batch([[2, 1]] * 10, end_reasons=reasons))
    said = "games that ended by deadlock (2) and at the turn limit (1) are counted"
    assert frame["note"].str.contains(said, regex=False).all()


def test_a_batch_cut_short_says_so_in_every_note(batch: MadeBatch):
    assert playtest_summary.summary_frame(batch.first(150))["note"].str.contains("150 of 200 planned games").all()


def test_seat_measures_of_unequal_bots_carry_a_caveat():
    frame = playtest_summary.summary_frame(made_batch([[2, 1]] * 5, bots=("planner", "random"))).set_index("measure")
    assert frame.loc["first_player_advantage", "note"].endswith("seat and bot can't be told apart")
    assert "told apart" not in frame.loc["steals", "note"]


def test_figures_from_weak_bots_carry_a_caveat():
    frame = playtest_summary.summary_frame(made_batch([[2, 1]] * 5, bots=("random", "grabber")))
    assert frame["note"].str.contains("no evidence about skilled players").all()


def test_no_games_still_make_a_table():
    text = playtest_summary.summary_csv(random_batch(0))
    assert text.count("\n") == playtest_summary.summary_csv(random_batch(50)).count("\n")
    assert "no games" in text


def test_the_file_is_utf_8_with_plain_line_ends(batch: MadeBatch, tmp_path):
    path = tmp_path / "summary.csv"
    playtest_summary.write_summary(batch, path)
    content = path.read_bytes()
    assert content.decode("utf-8") == playtest_summary.summary_csv(batch)
    assert b"\r" not in content
    assert [entry.name for entry in tmp_path.iterdir()] == ["summary.csv"]


def test_a_file_that_cannot_be_written_is_one_clear_error(batch: MadeBatch, tmp_path):
    with pytest.raises(OutputError, match="can't be written"):
        playtest_summary.write_summary(batch, tmp_path / "nowhere" / "summary.csv")
