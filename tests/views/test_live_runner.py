"""One visitor's batches: the latest counts, the others stop."""

from __future__ import annotations

import pytest
from desk import Desk
from held_engine import PATIENCE, Hand, eventually, request

from caravan.views import runs
from caravan.views.live_runner import LiveRunner
from caravan.views.runs import RunBook


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_a_batch_is_played_to_its_end(free: Hand, desk: Desk) -> None:
    runner = LiveRunner(RunBook(free), desk.post)
    runner.start(request())
    desk.read_until(lambda: runner.state == "done")
    assert (runner.done, runner.planned) == (500, 500)
    assert runner.snapshot.complete


def test_ten_values_in_a_row_leave_one_run_alive(hand: Hand, desk: Desk) -> None:
    book = RunBook(hand)
    runner = LiveRunner(book, desk.post)
    for camels in range(1, 11):
        runner.start(request(rules=request().rules.replace(camels=camels)))
    assert book.playing == 1
    assert runner.generation == 10
    for _ in range(9):
        assert hand.ended.acquire(timeout=PATIENCE)
    assert not hand.ended.acquire(timeout=0.1)
    hand.release(100)
    desk.read_until(lambda: runner.state == "done")
    assert runner.snapshot.request.rules.camels == 10


def test_news_of_an_earlier_request_is_dropped(hand: Hand, desk: Desk) -> None:
    runner = LiveRunner(RunBook(hand), desk.post)
    runner.start(request(seed=1))
    hand.release(1)
    eventually(lambda: desk.waiting >= 2)
    runner.start(request(seed=2))
    desk.read()
    assert runner.snapshot is None
    hand.release(100)
    desk.read_until(lambda: runner.state == "done")
    assert runner.snapshot.request.seed == 2


def test_stopping_keeps_the_picture_and_ends_the_run(hand: Hand, desk: Desk) -> None:
    book = RunBook(hand)
    runner = LiveRunner(book, desk.post)
    runner.start(request())
    hand.release(1)
    desk.read_until(lambda: runner.snapshot is not None)
    runner.stop()
    assert (runner.state, runner.done) == ("stopped", 100)
    assert runner.snapshot.done == 100
    assert book.playing == 0
    assert hand.ended.acquire(timeout=PATIENCE)
    desk.read()
    assert runner.state == "stopped"


def test_stopping_what_is_done_changes_nothing(free: Hand, desk: Desk) -> None:
    runner = LiveRunner(RunBook(free), desk.post)
    runner.start(request())
    desk.read_until(lambda: runner.state == "done")
    runner.stop()
    assert runner.state == "done"


def test_a_failure_can_be_tried_again(hand: Hand, desk: Desk) -> None:
    runner = LiveRunner(RunBook(hand), desk.post)
    hand.error = OSError("disk on fire")
    hand.release(1)
    runner.start(request())
    desk.read_until(lambda: runner.state == "failed")
    assert runner.words == "OSError: disk on fire"
    hand.error = None
    runner.retry()
    hand.release(100)
    desk.read_until(lambda: runner.state == "done")
    assert runner.words == ""


def test_the_last_picture_stays_while_the_next_batch_begins(hand: Hand, desk: Desk) -> None:
    runner = LiveRunner(RunBook(hand), desk.post)
    runner.start(request(seed=1))
    hand.release(5)
    desk.read_until(lambda: runner.state == "done")
    runner.start(request(seed=2))
    assert runner.snapshot.request.seed == 1


def test_what_was_played_already_is_there_at_once(free: Hand, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "SECONDS_BETWEEN_PICTURES", 0.0)
    monkeypatch.setattr(runs, "WORK_TO_PAUSE", 0.0)
    runner = LiveRunner(RunBook(free), desk.post)
    for seed in (1, 2):
        runner.start(request(seed=seed))
        desk.read_until(lambda: runner.state == "done")
    shown: list[int] = []
    runner.param.watch(lambda event: shown.append(event.new.done), "snapshot")
    runner.start(request(seed=1))
    desk.read()
    assert runner.state == "done"
    assert shown == [500]


def test_a_visitor_who_leaves_ends_their_run(hand: Hand, desk: Desk) -> None:
    book = RunBook(hand)
    runner = LiveRunner(book, desk.post)
    runner.start(request())
    runner.close()
    assert book.playing == 0
    assert hand.ended.acquire(timeout=PATIENCE)
