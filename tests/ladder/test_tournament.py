"""A ladder from its first game to its tables."""

from __future__ import annotations

import random
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from caravan import Rules, simulate
from caravan.errors import BotError, Cancelled
from caravan.ladder import LadderRequest, ladder_of, play_ladder, run_ladder
from caravan.ladder.kept import Kept, clear
from caravan.ladder.played import Played, entries_of_spaces, play_fixture
from caravan.ladder.tables import COLUMNS, as_csv
from caravan.ladder.tournament import Ladder

BOTS = "planner,planner:noise=0.5,grabber,random"
SHORT = Rules(turn_limit=60)


def texts(ladder: Ladder) -> dict[str, str]:
    return {name: as_csv(frame) for name, frame in ladder.tables().items() if name != "speed"}


@pytest.fixture(scope="module")
def ladder() -> Ladder:
    return run_ladder(BOTS, (2, 3), 18, 7, SHORT, threads=2)


def test_all_tables_have_their_columns_and_no_row_twice(ladder: Ladder) -> None:
    for name, frame in ladder.tables().items():
        assert list(frame.columns) == list(COLUMNS[name])
        assert not frame.duplicated().any()
    assert len(ladder.pairings) == 2 * 4 * 3
    assert len(ladder.ratings) == 2 * 4
    assert len(ladder.mixed) == 4
    assert len(ladder.seat_terms) == 2 + 3
    assert len(ladder.speed) == 2 * 4


@pytest.mark.parametrize("threads", [1, 3])
def test_the_tables_are_the_same_to_the_byte_whatever_the_threads(ladder: Ladder, threads: int) -> None:
    assert texts(run_ladder(BOTS, [2, 3], 18, 7, SHORT, threads=threads)) == texts(ladder)


def test_the_order_in_which_line_ups_are_finished_changes_nothing(ladder: Ladder) -> None:
    played = list(play_ladder(ladder.request))
    random.Random(3).shuffle(played)
    assert texts(ladder_of(ladder.request, played)) == texts(ladder)


def test_another_seed_gives_other_games(ladder: Ladder) -> None:
    assert texts(run_ladder(BOTS, (2, 3), 18, 8, SHORT))["pairings"] != texts(ladder)["pairings"]


def test_the_games_are_those_of_simulate_with_the_same_seed(ladder: Ladder) -> None:
    """One of the grabber against two planners, from each seat, on the same six seeds."""
    wins = [
        simulate(SHORT, 3, ["planner"] * seat + ["grabber"] + ["planner"] * (2 - seat), 6, 7)
        .seats.query(f"seat == {seat + 1}")["win_share"]
        .mean()
        for seat in range(3)
    ]
    row = ladder.pairings.query("players == 3 and bot == 'grabber' and against == 'planner'").iloc[0]
    assert row["win_share"] == pytest.approx(np.mean(wins))
    assert (row["games"], row["seeds"]) == (18, 6)


def test_progress_runs_up_to_all_games() -> None:
    told: list[tuple[int, int]] = []
    ladder = run_ladder("planner,grabber", 2, 40, rules=SHORT, progress=lambda done, games: told.append((done, games)))
    assert told[0] == (0, 120)
    assert told[-1] == (120, 120)
    assert ladder.games == 120
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_speed_is_measured_for_every_bot_and_every_number_of_players(ladder: Ladder) -> None:
    assert (ladder.speed["games_per_second"] > 0.0).all()
    assert (ladder.speed["games"] == 18).all()


def test_a_ladder_that_is_stopped_says_so() -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(Cancelled):
        run_ladder(BOTS, 4, 400, cancel=stop)


def test_a_ladder_that_was_stopped_goes_on_from_there(tmp_path: Path, ladder: Ladder) -> None:
    request = ladder.request
    kept, looks = Kept(tmp_path / "kept", request), iter(range(10**9))

    def after_some() -> bool:
        return next(looks) > 1 and len(list(kept.folder.glob("*.npz"))) >= 5

    with pytest.raises(Cancelled):
        play_ladder(request, threads=1, cancel=after_some, kept=kept)
    finished = [fixture for fixture in request.fixtures() if kept.find(fixture) is not None]
    assert 5 <= len(finished) < len(request.fixtures())
    told: list[int] = []
    played = play_ladder(request, kept=kept, progress=lambda done, _games: told.append(done))
    assert told[0] == sum(fixture.games for fixture in finished)
    assert texts(ladder_of(request, played)) == texts(ladder)
    clear(kept.folder)
    assert list(tmp_path.iterdir()) == []


def test_what_was_kept_is_found_again_as_it_was(tmp_path: Path) -> None:
    request = LadderRequest("planner,grabber", 2, 6, 5, SHORT)
    kept = Kept(tmp_path, request)
    for fixture in request.fixtures():
        played = play_fixture(request, fixture)
        kept.keep(played)
        found = kept.find(fixture)
        assert found is not None
        for column in ("score", "rank", "end_reason"):
            assert np.array_equal(getattr(found, column), getattr(played, column))
        assert (found.self_play is None) == (played.self_play is None)
        if played.self_play is not None and found.self_play is not None:
            assert np.array_equal(found.self_play.seats, played.self_play.seats)
            assert np.array_equal(found.self_play.entries, played.self_play.entries)
            assert found.self_play.seconds == played.self_play.seconds


@pytest.mark.parametrize(
    "other",
    [
        LadderRequest("planner,grabber", 2, 6, 6, SHORT),
        LadderRequest("planner,grabber", 2, 8, 5, SHORT),
        LadderRequest("planner,grabber", 2, 6, 5, Rules(turn_limit=61)),
        LadderRequest("grabber,planner", 2, 6, 5, SHORT),
    ],
    ids=["another seed", "more games", "other rules", "bots the other way round"],
)
def test_what_belongs_to_another_ladder_isnt_taken(tmp_path: Path, other: LadderRequest) -> None:
    request = LadderRequest("planner,grabber", 2, 6, 5, SHORT)
    first = request.fixtures()[0]
    Kept(tmp_path, request).keep(play_fixture(request, first))
    assert Kept(tmp_path, request).find(first) is not None
    assert Kept(tmp_path, other).find(other.fixtures()[0]) is None


def test_what_was_kept_by_other_compiled_code_isnt_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    request = LadderRequest("planner,grabber", 2, 6, 5, SHORT)
    first = request.fixtures()[0]
    Kept(tmp_path, request).keep(play_fixture(request, first))
    monkeypatch.setattr("caravan.ladder.kept.sources_hash", lambda: "another")
    assert Kept(tmp_path, request).find(first) is None


@pytest.mark.parametrize("damage", [b"", b"PK", b"nonsense" * 100])
def test_what_was_damaged_is_played_again(tmp_path: Path, damage: bytes) -> None:
    request = LadderRequest("planner,grabber", 2, 6, 5, SHORT)
    first = request.fixtures()[0]
    kept = Kept(tmp_path, request)
    kept.keep(play_fixture(request, first))
    next(tmp_path.glob("*.npz")).write_bytes(damage)
    assert kept.find(first) is None


def test_clearing_leaves_what_others_put_there(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "abc.npz").write_bytes(b"")
    clear(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
    clear(tmp_path / "not there")


class First:
    """A bot in plain Python."""

    def choose(self, game: Any) -> Any:
        return game.legal_actions[0]


class Broken:
    def choose(self, game: Any) -> Any:
        raise ValueError("out of ideas")


def test_a_bot_in_plain_python_plays_along() -> None:
    ladder = run_ladder(["random", First], 2, 2, rules=Rules(turn_limit=8))
    assert set(ladder.ratings["bot"]) == {"random", "First"}
    assert (ladder.speed["games_per_second"] > 0.0).all()


def test_a_bot_from_a_file_plays_along_and_isnt_kept(tmp_path: Path) -> None:
    file = tmp_path / "my_bot.py"
    code = "class First:\n    def choose(self, game):\n        return game.legal_actions[0]\n"
    file.write_text(code, encoding="utf-8")
    keep = tmp_path / "kept"
    ladder = run_ladder(f"random,{file}:First", 3, 3, rules=Rules(turn_limit=8), keep=keep)
    assert f"{file}:First" in set(ladder.pairings["bot"])
    assert len(list(keep.glob("*.npz"))) == 1  # the random bot against itself


def test_a_bot_that_fails_stops_the_ladder_with_its_name() -> None:
    with pytest.raises(BotError, match=r"bot Broken .* failed: ValueError: out of ideas"):
        run_ladder(["random", Broken], 2, 2, rules=Rules(turn_limit=8))


def test_shares_of_the_win_and_margins_are_those_of_the_seats_table() -> None:
    request = LadderRequest("planner,grabber", 3, 9, 5, SHORT)
    fixture = request.fixtures()[0]
    played: Played = play_fixture(request, fixture)
    seats = simulate(SHORT, 3, [request.names[bot] for bot in fixture.line_up], 3, 5).seats
    assert played.win_share.ravel().tolist() == seats["win_share"].tolist()
    scores = seats["score"].to_numpy().reshape(-1, 3)
    assert played.margin[:, 0].tolist() == (scores[:, 0] - scores[:, 1:].mean(axis=1)).tolist()


def test_entries_cant_be_counted_without_a_log() -> None:
    from caravan.blocks import play_blocks, without_log

    request = LadderRequest("planner,grabber", 2, 2)
    block = next(iter(play_blocks(request.batch_request(request.fixtures()[0]))))
    with pytest.raises(AssertionError):
        entries_of_spaces(without_log(block), 49)
