"""Threads that work for all visitors: each has a turn before anyone has another."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, wait

import pytest
from held_engine import PATIENCE, eventually

from caravan.views.fair_threads import FairThreads


class Bench:
    """A pool whose first thread is held up until the test says so, with a note of what was done."""

    def __init__(self, workers: int = 1, each: int | None = None, crowded: int | None = None) -> None:
        self.threads = FairThreads(workers, "fair", each=each, crowded=crowded)
        self.gate = threading.Event()
        self.done: list[str] = []
        self.held = self.of("holder").submit(self.gate.wait, PATIENCE)
        eventually(self.held.running)

    def of(self, *visitors: str, dropped: Callable[[], bool] = lambda: False) -> Executor:
        return self.threads.turns(lambda: visitors, dropped)

    def put(self, executor: Executor, *words: str) -> list:
        return [executor.submit(self.done.append, word) for word in words]


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.gate.set()


def test_visitors_have_their_turns_however_much_one_of_them_asks_for(bench: Bench) -> None:
    tasks = bench.put(bench.of("anna"), "a1", "a2", "a3") + bench.put(bench.of("anna"), "a4", "a5")
    tasks += bench.put(bench.of("ben"), "b1", "b2") + bench.put(bench.of("cleo"), "c1")
    bench.gate.set()
    wait(tasks, PATIENCE)
    assert bench.done == ["a1", "b1", "c1", "a2", "b2", "a3", "a4", "a5"]


def test_work_that_two_wait_for_is_done_in_the_turn_of_whoever_waits_for_less(bench: Bench) -> None:
    tasks = bench.put(bench.of("anna"), "a1", "a2", "a3") + bench.put(bench.of("anna", "ben"), "both")
    bench.gate.set()
    wait(tasks, PATIENCE)
    assert bench.done == ["a1", "both", "a2", "a3"]


def test_what_nobody_wants_any_more_is_cancelled_when_its_turn_comes(bench: Bench) -> None:
    gone = threading.Event()
    unwanted = bench.put(bench.of("anna", dropped=gone.is_set), "a1", "a2")
    wanted = bench.put(bench.of("ben"), "b1")
    gone.set()
    bench.gate.set()
    wait(unwanted + wanted, PATIENCE)
    assert bench.done == ["b1"]
    with pytest.raises(CancelledError):
        unwanted[0].result()


def test_an_executor_that_is_shut_down_drops_what_waits_and_leaves_the_threads_to_others(bench: Bench) -> None:
    anna = bench.of("anna")
    unwanted = bench.put(anna, "a1")
    anna.shutdown()
    wanted = bench.put(bench.of("ben"), "b1")
    bench.gate.set()
    wait(unwanted + wanted, PATIENCE)
    assert bench.done == ["b1"]


def test_one_visitor_gets_no_more_threads_than_each_may_have() -> None:
    bench = Bench(workers=3, each=1)
    second = bench.put(bench.of("holder"), "h2")
    wait(bench.put(bench.of("anna"), "a1"), PATIENCE)
    assert bench.done == ["a1"]
    bench.gate.set()
    wait(second, PATIENCE)
    assert bench.done == ["a1", "h2"]


def test_a_task_that_fails_hands_its_error_on_and_the_thread_goes_on(bench: Bench) -> None:
    failing = bench.of("anna").submit(lambda: 1 // 0)
    after = bench.put(bench.of("anna"), "a2")
    bench.gate.set()
    wait([failing, *after], PATIENCE)
    assert isinstance(failing.exception(), ZeroDivisionError)
    assert bench.done == ["a2"]
    assert bench.threads.waiting == 0


def test_what_is_to_come_first_goes_before_all_else_and_in_turns_too(bench: Bench) -> None:
    tasks = bench.put(bench.of("anna"), "a1", "a2")
    for visitor, executor in (
        ("anna", bench.threads.turns(lambda: ("anna",), first=2)),
        ("ben", bench.threads.turns(lambda: ("ben",), first=2)),
    ):
        tasks += bench.put(executor, *(f"{visitor} first {number}" for number in (1, 2)), f"{visitor} later")
    bench.gate.set()
    wait(tasks, PATIENCE)
    first = ["anna first 1", "ben first 1", "anna first 2", "ben first 2"]
    assert bench.done == [*first, "a1", "ben later", "a2", "anna later"]


def test_a_thread_is_left_free_while_several_visitors_wait_and_only_then() -> None:
    bench = Bench(workers=2, crowded=1)
    alone = bench.put(bench.of("holder"), "h2")
    wait(alone, PATIENCE)
    assert bench.done == ["h2"]
    crowd = bench.put(bench.of("anna"), "a1")
    assert not crowd[0].running()
    assert bench.threads.waiting == 1
    bench.gate.set()
    wait(crowd, PATIENCE)
    assert bench.done == ["h2", "a1"]
