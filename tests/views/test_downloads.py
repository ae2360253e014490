"""Files to take away: whole, readable, and named after what was played."""

from __future__ import annotations

import io
import zipfile

import pandas as pd
import pytest
from held_engine import Hand, request

from caravan.batch import Batch
from caravan.errors import CaravanError
from caravan.playtest_summary import COLUMNS
from caravan.rules import Rules
from caravan.views import downloads
from caravan.views.downloads import file_of, stem
from caravan.views.snapshot import Snapshot, take_snapshot


@pytest.fixture
def snapshot(free: Hand) -> Snapshot:
    return take_snapshot(Batch.from_blocks(request(games=200, seed=7), free.blocks[:2]))


def test_a_name_says_what_was_played(snapshot: Snapshot) -> None:
    name, _ = file_of(snapshot, "summary")
    assert name == f"caravan-{snapshot.request.rules.id}-4p-planner-200-games-seed-7-summary.csv"


def test_a_name_counts_the_games_that_were_played_so_far(free: Hand) -> None:
    growing = take_snapshot(Batch.from_blocks(request(games=500), free.blocks[:3]))
    assert "-300-games-" in stem(growing)


def test_a_name_is_fit_for_any_file_system(free: Hand) -> None:
    odd = request(games=200, bots="planner:noise=0.5,random,grabber,planner")
    name = stem(take_snapshot(Batch.from_blocks(odd, free.blocks[:2])))
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")


def test_the_summary_is_the_playtest_summary(snapshot: Snapshot) -> None:
    _, content = file_of(snapshot, "summary")
    table = pd.read_csv(io.BytesIO(content))
    assert tuple(table.columns) == COLUMNS
    assert "first_player_advantage" in set(table["measure"])


def test_the_seats_have_a_row_for_each_game_and_seat(snapshot: Snapshot) -> None:
    _, content = file_of(snapshot, "seats")
    table = pd.read_csv(io.BytesIO(content))
    assert len(table) == 800
    assert list(table.columns[:4]) == ["game", "seat", "bot", "score"]


def test_the_events_are_one_table_with_one_header(snapshot: Snapshot) -> None:
    name, content = file_of(snapshot, "events")
    assert name.endswith("-events.csv")
    table = pd.read_csv(io.BytesIO(content))
    assert table["game"].nunique() == 200
    assert len(table) == len(snapshot.batch.events)
    assert content.count(b"game,event,turn") == 1


def test_a_large_log_is_zipped(snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = file_of(snapshot, "events")
    monkeypatch.setattr(downloads, "LARGEST_CSV", 1000)
    name, content = file_of(snapshot, "events")
    assert name == plain[0].replace(".csv", ".zip")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.read(plain[0]) == plain[1]


def test_the_rules_read_back(snapshot: Snapshot) -> None:
    name, content = file_of(snapshot, "rules")
    assert name.endswith("-rules.toml")
    assert Rules.from_toml(content.decode()) == snapshot.request.rules


def test_the_report_is_a_page_of_its_own(snapshot: Snapshot) -> None:
    name, content = file_of(snapshot, "report")
    assert name.endswith("-report.html")
    page = content.decode()
    assert page.startswith("<!DOCTYPE html>")
    assert snapshot.request.rules.id in page
    assert "200 games" in page


def test_a_report_of_very_many_games_is_left_to_the_command_line(
    snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downloads, "LARGEST_REPORT", 100)
    with pytest.raises(CaravanError, match="choose up to 100 games"):
        file_of(snapshot, "report")
