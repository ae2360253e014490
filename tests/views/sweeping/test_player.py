"""A visitor's sweep: its files are the command's, whatever the order, and what was played stays when it is stopped."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parents[1]))
from desk import Desk

from caravan import cli
from caravan.rules import Rules
from caravan.sweeps import SweepPlan
from caravan.views.sweeping import cells
from caravan.views.sweeping.cells import Cell, CellBook
from caravan.views.sweeping.played_sweep import PlayedSweep
from caravan.views.sweeping.player import SweepPlayer

PLAN = SweepPlan({"camels": [4, 5], "refill_after": [3, 9]}, games=30, seed=3, name="Mine")


@pytest.fixture
def worker() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


class Held(ThreadPoolExecutor):
    """A worker that plays only as many pieces as the test allows."""

    def __init__(self) -> None:
        super().__init__(1)
        self.allowed = threading.Semaphore(0)
        self.played = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        def play() -> Any:
            assert self.allowed.acquire(timeout=60)
            self.played += 1
            return fn(*args, **kwargs)

        return super().submit(play)


def playing(worker: ThreadPoolExecutor, book: CellBook, desk: Desk) -> SweepPlayer:
    return SweepPlayer(worker, book, lambda sweep: sweep, desk.post)


def played(player: SweepPlayer, desk: Desk, plan: SweepPlan) -> PlayedSweep:
    player.play(plan)
    desk.read_until(lambda: player.state == "done")
    sweep = player.sweep
    assert sweep is not None
    return sweep


def test_the_files_are_those_of_the_command_to_the_letter(worker: ThreadPoolExecutor, tmp_path: Path) -> None:
    files = played(playing(worker, CellBook(), desk := Desk()), desk, PLAN).files()
    plan, out = tmp_path / "plan.toml", tmp_path / "out"
    plan.write_text(files["plan.toml"], encoding="utf-8")
    assert cli.main(["sweep", str(plan), "--out", str(out)]) == 0
    for name, text in files.items():
        assert (out / name).read_text(encoding="utf-8") == text


def test_a_cell_is_the_same_in_whatever_order_its_pieces_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "PIECE_SECONDS", 0.01)
    request = SweepPlan({"camels": [4, 5]}, games=90).scenario(0).request
    assert request is not None
    straight, backwards = Cell(request), Cell(request)
    pieces = list(straight.missing())
    assert len(pieces) > 1
    for cell, order in ((straight, pieces), (backwards, pieces[::-1])):
        for first in order:
            assert not cell.is_over
            cell.play(first)
    assert straight.summary(7) == backwards.summary(7) != ""
    assert straight.batch().seats.equals(backwards.batch().seats)


def test_what_was_played_before_it_was_stopped_is_not_played_again() -> None:
    plan = SweepPlan({"camels": [2, 3, 4, 5, 6, 7, 8, 9]}, games=20)
    held, desk = Held(), Desk()
    player = playing(held, CellBook(), desk)
    player.play(plan)
    for _ in range(3):
        held.allowed.release()
    desk.read_until(lambda: player.progress.cells >= 3)
    player.stop()
    assert player.state == "stopped"
    desk.read_until(lambda: player.picture is not None and player.picture.over >= 3)
    held.allowed.release(100)
    held.submit(int).result()  # what had been given out has ended
    before = held.played - 1
    assert before < len(plan)
    player.retry()
    desk.read_until(lambda: player.state == "done")
    assert player.progress.games == 160
    held.shutdown()
    kept = sum(not cell.startswith("not") for cell in player.picture.cells["status"])
    assert kept == len(plan)
    assert held.played - 1 <= len(plan) + 4  # pieces that were given out before, and given up unplayed


def test_cells_of_an_earlier_plan_are_there_at_once(worker: ThreadPoolExecutor) -> None:
    book, desk = CellBook(), Desk()
    player = playing(worker, book, desk)
    played(player, desk, SweepPlan({"camels": [4, 5, 6]}, games=20))
    assert player.has_all(SweepPlan({"camels": [5, 6]}, games=20))
    assert not player.has_all(SweepPlan({"camels": [5, 6, 7]}, games=20))
    assert not player.has_all(SweepPlan({"camels": [5, 6]}, games=21))


def test_cells_that_cannot_be_played_say_why_and_the_others_go_on(worker: ThreadPoolExecutor) -> None:
    sweep = played(playing(worker, CellBook(), desk := Desk()), desk, PLAN)
    failed = sweep.cells[sweep.cells["status"] == "failed"]
    assert set(failed["refill_after"]) == {9}
    assert failed["error"].str.contains("refill_after").all()
    assert (sweep.cells["status"] == "played").sum() == 2


def test_a_worker_that_fails_is_told_and_a_retry_goes_on(
    worker: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    desk = Desk()
    player = playing(worker, CellBook(), desk)

    def out_of_memory(*_: Any) -> None:
        raise MemoryError("no room for games")

    with monkeypatch.context() as patch:
        patch.setattr(Cell, "play", out_of_memory)
        player.play(SweepPlan({"camels": [4, 5]}, games=20))
        desk.read_until(lambda: player.state == "failed")
    assert "no room for games" in player.words
    assert "no room for games" in caplog.text
    player.retry()
    desk.read_until(lambda: player.state == "done")
    assert player.words == ""


def test_a_cell_that_fails_is_a_cell_with_the_reason_and_is_tried_again(
    worker: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, plan = Desk(), SweepPlan({"camels": [4, 5]}, games=20)
    player, whole = playing(worker, CellBook(), desk), Cell.play

    def fail_with_four(cell: Cell, first: int) -> None:
        if cell.request.rules.camels == 4:
            raise ValueError("four is unlucky")
        whole(cell, first)

    with monkeypatch.context() as patch:
        patch.setattr(Cell, "play", fail_with_four)
        sweep = played(player, desk, plan)
    assert sweep.cells["error"].tolist() == ["ValueError: four is unlucky", ""]
    assert player.progress.failed == 1
    assert played(player, desk, plan).cells["status"].tolist() == ["played", "played"]


def test_pictures_come_no_more_than_four_times_a_second(worker: ThreadPoolExecutor) -> None:
    desk, looks = Desk(), []
    player = SweepPlayer(worker, CellBook(), lambda sweep: looks.append(sweep.over) or sweep, desk.post)
    played(player, desk, SweepPlan({"camels": [3, 4, 5, 6, 7, 8]}, games=20))
    assert looks == sorted(looks)
    assert looks[-1] == 6


def test_a_plan_that_was_given_up_is_not_shown(worker: ThreadPoolExecutor) -> None:
    desk = Desk()
    player = playing(worker, CellBook(), desk)
    player.play(SweepPlan({"camels": [3, 4]}, games=20, base=Rules(rare_value=9)))
    last = SweepPlan({"camels": [5, 6]}, games=20)
    player.play(last)
    desk.read_until(lambda: player.state == "done")
    assert player.picture.plan == last


def test_the_book_lets_go_of_the_oldest_cells() -> None:
    book = CellBook(kept_games=50)
    requests = [SweepPlan({"camels": [4, 5, 6]}, games=20).scenario(number).request for number in range(3)]
    kept = [book.cell(request) for request in requests if request is not None]
    assert book.cell(kept[2].request) is kept[2]
    assert book.cell(kept[0].request) is not kept[0]
