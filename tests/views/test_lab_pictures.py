"""The Lab's further pictures: when they are read, and what their cards show and choose."""

from __future__ import annotations

import threading
from concurrent.futures import Executor, Future
from typing import Any

import pytest
from desk import Desk
from held_engine import Hand, eventually, request

from caravan.plots.canvas import source_of
from caravan.views import further_pictures
from caravan.views.further_pictures import FROM_LOG, PLAIN, FurtherPictures, read_parts
from caravan.views.lab_pictures import LabPictures
from caravan.views.live_runner import LiveRunner
from caravan.views.log_shelf import LogShelf
from caravan.views.other_styles import OtherStyles
from caravan.views.runs import RunBook


class Later(Executor):
    """Works when the test says so."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Any, ...]] = []

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        self.waiting.append((function, arguments))
        return Future()

    def work(self) -> None:
        waiting, self.waiting = self.waiting, []
        for function, arguments in waiting:
            function(*arguments)


class Lab:
    """A runner with its pictures, whose engine, desk and worker are in hand."""

    def __init__(self, engine: Hand) -> None:
        self.desk, self.worker = Desk(), Later()
        book = RunBook(engine)
        self.runner = LiveRunner(book, self.desk.post)
        others = OtherStyles(self.runner, book, self.desk.post)
        self.pictures = LabPictures(self.runner, others, self.worker)

    @property
    def further(self) -> FurtherPictures:
        return self.pictures.further

    def play(self, **settings: Any) -> None:
        self.runner.start(request(**{"seed": 1, **settings}))
        self.desk.read_until(lambda: self.runner.state == "done")

    def turn(self, title: str, is_open: bool = True) -> None:
        self.pictures.sections[title].heading.open = is_open

    def work(self) -> None:
        while self.worker.waiting:
            self.worker.work()
            self.desk.read()


@pytest.fixture
def lab(free: Hand) -> Lab:
    return Lab(free)


def test_the_first_three_pictures_need_no_reading(lab: Lab) -> None:
    lab.play()
    assert all("500 games" in card.caption.html for card in lab.pictures.figures)
    assert lab.further.shown == {}


def test_only_what_is_seen_is_read(lab: Lab) -> None:
    lab.play()
    lab.work()
    assert set(lab.further.shown) == {"point_sources", "endings"}
    lab.turn("Tension")
    lab.work()
    assert set(lab.further.shown) == {"point_sources", "endings", "lead", "lead_changes", "comeback"}
    assert set(lab.pictures.cards) == {"point_sources", "endings", "lead", "lead_changes", "comeback"}


def test_a_closed_section_isnt_read_again_and_an_opened_one_at_once(lab: Lab) -> None:
    lab.turn("Tension")
    lab.play()
    lab.work()
    lab.turn("Tension", False)
    before = lab.further.shown["lead"]
    lab.play(games=300)
    lab.work()
    assert lab.further.shown["lead"] is before
    assert "300 games" in lab.pictures.cards["endings"].caption.html
    lab.turn("Tension")
    lab.work()
    assert "300 games" in lab.pictures.cards["lead"].caption.html


def test_what_is_read_already_isnt_read_twice(lab: Lab) -> None:
    lab.play()
    lab.work()
    for is_open in (False, True):
        lab.turn("Scores", is_open)
    assert lab.worker.waiting == []


def test_pictures_of_other_games_are_dropped(lab: Lab) -> None:
    lab.turn("Actions")
    lab.play()
    waiting = lab.worker.waiting
    assert len(waiting) == 1
    lab.runner.start(request(games=300, seed=1))
    lab.desk.read_until(lambda: lab.runner.state == "done")
    assert len(lab.worker.waiting) == 1
    lab.worker.work()
    lab.desk.read()
    assert lab.further.shown == {}
    lab.work()
    assert "300 games" in lab.pictures.cards["actions"].caption.html


def test_a_page_that_rests_reads_nothing(lab: Lab) -> None:
    lab.play()
    lab.work()
    lab.pictures.rest()
    lab.play(games=300)
    assert lab.worker.waiting == []
    lab.pictures.resume()
    lab.work()
    assert "300 games" in lab.pictures.cards["endings"].caption.html


def test_a_log_is_read_of_the_first_games_and_the_caption_says_so(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(further_pictures, "GAMES_READ", 200)
    lab.turn("Board")
    lab.turn("Actions")
    lab.play()
    lab.work()
    for name in ("board", "actions"):
        assert "200 games" in lab.pictures.cards[name].caption.html
        assert "The first 200 of the 500 games, whose log was read" in lab.pictures.cards[name].caption.html
    assert "500 games" in lab.pictures.cards["endings"].caption.html


def test_the_board_can_be_asked_for_any_use_seat_and_third(lab: Lab) -> None:
    lab.turn("Board")
    lab.play()
    lab.work()
    card = lab.pictures.cards["board"]
    whole = list(source_of(card.figure).data["value"])
    assert list(card.seat.options) == ["All seats", "Seat 1", "Seat 2", "Seat 3", "Seat 4"]
    card.seat.value = 2
    card.third.value = 3
    assert source_of(card.figure).data["value"] != whole
    assert "in the last third of the game, by seat 2" in card.caption.html
    card.use.value = "waiting_markers"
    assert card.seat.disabled
    assert "Demand markers" in card.finding.html


def test_goods_on_their_way_are_read_when_they_are_asked_for(lab: Lab) -> None:
    lab.turn("Board")
    lab.play()
    lab.work()
    card = lab.pictures.cards["board"]
    assert "passages" not in lab.further.shown
    card.use.value = "passes_through"
    assert "aria-busy" in card.instead.html
    lab.work()
    assert "Goods passing through: most in" in card.finding.html
    card.use.value = "thefts"
    assert "Thefts" in card.finding.html
    lab.play(games=300)
    lab.work()
    assert "300 games" in card.caption.html
    assert lab.further.shown["passages"].sample.games == 500


def test_a_seat_that_is_no_longer_there_gives_way_to_all(lab: Lab) -> None:
    lab.turn("Actions")
    lab.play()
    lab.work()
    card = lab.pictures.cards["actions"]
    card.seat.value = 4
    assert "Seat 4 alone" in card.caption.html
    found = lab.further.shown["actions"]
    assert found.steps.shape[2] == 4
    card.seat.value = 0
    assert "All seats together" in card.caption.html


def test_a_failure_is_told_on_the_card_and_goes_with_the_next_games(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    lab.turn("Tension")
    lab.play()

    def fails(*_: Any) -> None:
        raise MemoryError("no room for <b>games</b>")

    with monkeypatch.context() as broken:
        broken.setattr(further_pictures, "read_log", fails)
        lab.work()
    card = lab.pictures.cards["lead"]
    assert "MemoryError: no room for &lt;b&gt;games&lt;/b&gt;" in card.instead.html
    assert "lead_changes" in lab.further.shown
    lab.play(games=300)
    lab.work()
    assert "300 games" in card.caption.html
    assert lab.further.failed == {}


def test_reading_stops_between_blocks(lab: Lab) -> None:
    lab.play()
    stop = threading.Event()
    stop.set()
    with pytest.raises(further_pictures.Cancelled):
        read_parts(("lead",), lab.runner.snapshot, LogShelf(), stop.is_set)


def test_all_parts_can_be_read_from_one_picture(lab: Lab) -> None:
    lab.play()
    assert set(read_parts((*PLAIN, *FROM_LOG), lab.runner.snapshot, LogShelf())) == {*PLAIN, *FROM_LOG}


def test_shared_readers_bring_pictures_by_themselves(free: Hand) -> None:
    desk = Desk()
    book = RunBook(free)
    runner = LiveRunner(book, desk.post)
    pictures = LabPictures(runner, OtherStyles(runner, book, desk.post))
    pictures.sections["Actions"].heading.open = True
    runner.start(request(seed=1))
    desk.read_until(lambda: "actions" in pictures.further.shown)
    eventually(lambda: pictures.cards["actions"].tools.ready)


@pytest.mark.parametrize(("bots", "kept"), [("expert", True), ("planner", False)])
def test_only_logs_that_took_long_are_kept(lab: Lab, bots: str, kept: bool) -> None:
    lab.play(bots=bots)
    blocks = lab.runner.shelf.with_logs(lab.runner.snapshot.batch).blocks
    assert all((block.rows is not None) == kept for block in blocks)
    assert all(block.rows is None for block in lab.runner.snapshot.batch.blocks)
