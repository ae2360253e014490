"""Batches in the making: one run for many askers, pictures as they grow, none left behind."""

from __future__ import annotations

import threading

import pandas as pd
import pytest
from held_engine import PATIENCE, Hand, eventually, request

from caravan import simulate
from caravan.errors import CaravanError
from caravan.views import runs
from caravan.views.engine import CompiledEngine
from caravan.views.limits import Limits
from caravan.views.runs import ListenerGone, News, RunBook


class Listener:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.news: list[News] = []
        self.settled = threading.Event()

    def __call__(self, news: News) -> None:
        self.news.append(news)
        if news.state in {"done", "failed"}:
            self.settled.set()

    @property
    def states(self) -> list[str]:
        return [news.state for news in self.news]

    @property
    def pictures(self) -> list[int]:
        return [news.snapshot.done for news in self.news if news.snapshot]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Publish every block."""
    monkeypatch.setattr(runs, "SECONDS_BETWEEN_PICTURES", 0.0)
    monkeypatch.setattr(runs, "WORK_TO_PAUSE", 0.0)


def settle(listener: Listener) -> None:
    assert listener.settled.wait(PATIENCE)


def test_pictures_are_refined_as_blocks_arrive(free: Hand, impatient: None) -> None:
    listener = Listener()
    RunBook(free).ask(request(), listener)
    settle(listener)
    assert listener.pictures == [100, 200, 300, 400, 500]
    assert listener.states[-1] == "done"


def test_growing_pictures_bear_intervals_that_hold_at_any_look_and_the_last_one_fixed_ones(
    hand: Hand, impatient: None
) -> None:
    listener = Listener()
    RunBook(hand).ask(request(games=200), listener)
    hand.release(2)
    settle(listener)
    first, last = (news.snapshot for news in listener.news if news.snapshot)
    assert "however often you look" in first.reading
    assert "settled before the first was played" in last.reading
    assert not first.complete
    assert last.complete


def test_a_request_that_is_being_played_isnt_played_twice(hand: Hand) -> None:
    book, one, other = RunBook(hand), Listener(), Listener()
    book.ask(request(), one)
    book.ask(request(), other)
    hand.release(5)
    settle(one)
    settle(other)
    assert len(hand.asked) == 1
    assert one.news[-1].snapshot is other.news[-1].snapshot


def test_a_finished_batch_is_there_at_once(free: Hand) -> None:
    book, first, again = RunBook(free), Listener(), Listener()
    book.ask(request(), first)
    settle(first)
    book.ask(request(), again)
    assert again.states == ["done"]
    assert again.pictures == [500]
    assert len(free.asked) == 1


def test_a_run_that_nobody_waits_for_is_given_up(hand: Hand) -> None:
    book, listener = RunBook(hand), Listener()
    ticket = book.ask(request(), listener)
    eventually(lambda: hand.asked)
    book.leave(ticket)
    assert book.playing == 0
    assert hand.ended.acquire(timeout=PATIENCE)
    assert "done" not in listener.states


def test_a_run_that_somebody_still_waits_for_goes_on(hand: Hand) -> None:
    book, one, other = RunBook(hand), Listener(), Listener()
    ticket = book.ask(request(), one)
    book.ask(request(), other)
    book.leave(ticket)
    book.leave(ticket)
    hand.release(5)
    settle(other)
    assert other.states[-1] == "done"
    assert "done" not in one.states


def test_a_request_that_was_given_up_can_be_asked_again(hand: Hand) -> None:
    book, listener = RunBook(hand), Listener()
    book.leave(book.ask(request(), Listener()))
    book.ask(request(), listener)
    hand.release(100)
    settle(listener)
    assert listener.pictures[-1] == 500


def test_a_failure_is_told_in_words_and_not_kept(hand: Hand) -> None:
    book, listener, again = RunBook(hand), Listener(), Listener()
    hand.error = ZeroDivisionError("nothing to divide by")
    hand.release(1)
    book.ask(request(), listener)
    settle(listener)
    assert listener.news[-1].state == "failed"
    assert listener.news[-1].words == "ZeroDivisionError: nothing to divide by"
    assert book.playing == 0
    hand.error = None
    book.ask(request(), again)
    hand.release(5)
    settle(again)
    assert again.states[-1] == "done"


def test_an_engine_that_never_gets_ready_fails_its_runs(hand: Hand) -> None:
    def never() -> None:
        raise CaravanError("no compiler")

    listener = Listener()
    RunBook(hand, never).ask(request(), listener)
    settle(listener)
    assert listener.news[-1].words == "no compiler"
    assert hand.asked == []


def test_a_listener_that_fails_doesnt_disturb_the_others(free: Hand) -> None:
    def broken(news: News) -> None:
        if news.snapshot:
            raise RuntimeError("this visitor is gone")

    ready, listener = threading.Event(), Listener()
    book = RunBook(free, lambda: ready.wait(PATIENCE))
    book.ask(request(), broken)
    book.ask(request(), listener)
    ready.set()
    settle(listener)
    assert listener.states[-1] == "done"


def test_the_oldest_batches_go_when_there_is_no_more_room(free: Hand) -> None:
    book = RunBook(free, kept_games=1000)
    for seed in (1, 2, 3):
        listener = Listener()
        book.ask(request(seed=seed), listener)
        settle(listener)
        eventually(lambda: book.playing == 0)
    asked = len(free.asked)
    for seed in (2, 3):
        book.ask(request(seed=seed), Listener())
    assert len(free.asked) == asked
    listener = Listener()
    book.ask(request(seed=1), listener)
    settle(listener)
    assert len(free.asked) == asked + 1


def test_the_compiled_engine_plays_what_was_asked_for() -> None:
    listener = Listener()
    RunBook(CompiledEngine()).ask(request(games=150, players=2, bots="random,planner", seed=5), listener)
    settle(listener)
    snapshot = listener.news[-1].snapshot
    assert snapshot is not None
    assert snapshot.complete
    assert list(snapshot.batch.seats["bot"].unique()) == ["random", "planner"]


def test_a_listener_that_is_gone_is_told_nothing_more_and_its_run_ends(hand: Hand) -> None:
    told: list[News] = []

    def leaving(news: News) -> None:
        told.append(news)
        if news.snapshot:
            raise ListenerGone

    book = RunBook(hand)
    book.ask(request(), leaving)
    hand.release(1)
    assert hand.ended.acquire(timeout=PATIENCE)
    assert book.playing == 0
    assert [news.state for news in told] == ["waiting", "playing"]


def test_a_visitor_with_many_runs_doesnt_hold_up_another(impatient: None) -> None:
    book = RunBook(CompiledEngine())
    heavy, light = book.of("heavy"), Listener()
    waiting = [heavy.ask(request(games=50_000, seed=seed, bots="grabber"), Listener()) for seed in range(6)]
    book.of("light").ask(request(games=500, seed=99, bots="grabber"), light)
    settle(light)
    assert light.states[-1] == "done"
    assert [ticket.run.open for ticket in waiting] == [True] * 6
    for ticket in waiting:
        heavy.leave(ticket)
    assert book.playing == 0


def test_games_dont_depend_on_who_else_waits_for_theirs() -> None:
    book = RunBook(CompiledEngine())
    listeners = {visitor: Listener() for visitor in ("anna", "ben", "cleo")}
    for seed, (visitor, listener) in enumerate(listeners.items()):
        book.of(visitor).ask(request(games=300, seed=seed, bots="grabber"), listener)
    for seed, listener in enumerate(listeners.values()):
        settle(listener)
        snapshot = listener.news[-1].snapshot
        assert snapshot is not None
        alone = simulate(bots="grabber", games=300, seed=seed)
        pd.testing.assert_frame_equal(snapshot.batch.seats, alone.seats)
        pd.testing.assert_frame_equal(snapshot.batch.events_of(299), alone.events_of(299))


def test_two_visitors_share_a_run_and_one_of_them_can_leave_it(hand: Hand) -> None:
    book, one, other = RunBook(hand), Listener(), Listener()
    ticket = book.of("anna").ask(request(), one)
    run = book.of("ben").ask(request(), other).run
    assert set(run.visitors()) == {"anna", "ben"}
    book.of("anna").leave(ticket)
    assert set(run.visitors()) == {"ben"}
    hand.release(5)
    settle(other)
    assert len(hand.asked) == 1


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        (Limits(games=400), "500 games are more than this server plays in one run; it plays 400"),
        (Limits(seconds=0), "ended after 0 seconds"),
        (Limits(run_megabytes=0), "ended after 100 games"),
    ],
)
def test_a_run_beyond_the_limits_ends_in_words(free: Hand, limits: Limits, words: str) -> None:
    listener = Listener()
    book = RunBook(free, limits=limits)
    book.ask(request(), listener)
    settle(listener)
    assert listener.states[-1] == "failed"
    assert words in listener.news[-1].words
    assert book.playing == 0


def test_a_visitor_cant_have_more_runs_in_the_making_than_are_allowed(hand: Hand) -> None:
    book = RunBook(hand, limits=Limits(runs=2))
    anna, refused, other = book.of("anna"), Listener(), Listener()
    tickets = [anna.ask(request(seed=seed), Listener()) for seed in (1, 2)]
    anna.ask(request(seed=3), refused)
    assert refused.states == ["failed"]
    assert "you have 2 runs in the making" in refused.news[-1].words
    book.of("ben").ask(request(seed=3), other)
    assert other.states == ["waiting"]
    anna.leave(tickets[0])
    again = Listener()
    anna.ask(request(seed=4), again)
    assert again.states == ["waiting"]
    book.close()


def test_the_log_names_the_cause_of_a_failure(hand: Hand, caplog: pytest.LogCaptureFixture) -> None:
    hand.error = ZeroDivisionError("nothing to divide by")
    hand.release(1)
    listener = Listener()
    RunBook(hand).ask(request(), listener)
    settle(listener)
    (record,) = [record for record in caplog.records if record.name == "caravan.views.runs"]
    assert record.exc_info is not None
    assert record.exc_info[1] is hand.error
