"""What a comparison plays: fast styles first, a few at a time, and nothing twice."""

from __future__ import annotations

from dataclasses import replace

import pytest
from desk import Desk
from held_engine import Hand, eventually

from caravan.rules import Rules
from caravan.views.comparing import CompareState, RuleSetState
from caravan.views.comparing.playing import MOST_AT_ONCE, ComparisonRuns
from caravan.views.runs import RunBook
from caravan.views.visit import Visit

TWO = CompareState(styles=("planner",), games=200)


@pytest.fixture
def desk() -> Desk:
    return Desk()


def runs_on(engine: Hand, desk: Desk) -> ComparisonRuns:
    return ComparisonRuns(Visit.alone(RunBook(engine), post=desk.post))


def played(hand: Hand) -> list[tuple[str, int]]:
    return [(request.bot_names[0], request.rules.camels) for request in hand.asked]


def test_nothing_is_played_before_the_page_comes_to_the_front(hand: Hand, desk: Desk) -> None:
    runs = runs_on(hand, desk)
    runs.want(TWO)
    assert hand.asked == []
    assert runs.state == "idle"
    assert (runs.done, runs.planned) == (0, 400)


def test_fast_styles_are_played_first_and_a_few_batches_at_a_time(hand: Hand, desk: Desk) -> None:
    runs = runs_on(hand, desk)
    sets = tuple(RuleSetState(Rules(camels=number)) for number in (5, 6, 7, 8))
    runs.want(replace(TWO, sets=sets, styles=("beam", "planner")))
    runs.start()
    eventually(lambda: len(hand.asked) == MOST_AT_ONCE)
    assert {style for style, _ in played(hand)} == {"planner"}
    hand.release(10_000)
    desk.read_until(lambda: runs.state == "done")
    assert sorted(played(hand)) == sorted((style, number) for style in ("planner", "beam") for number in (5, 6, 7, 8))
    assert [style for style, _ in played(hand)][:4] == ["planner"] * 4
    assert (runs.done, runs.planned) == (1600, 1600)


def test_a_change_of_one_rule_set_plays_that_one_only(free: Hand, desk: Desk) -> None:
    runs = runs_on(free, desk)
    runs.want(TWO)
    runs.start()
    desk.read_until(lambda: runs.state == "done")
    before = runs.parts[0].batch
    runs.want(replace(TWO, sets=(TWO.sets[0], RuleSetState(Rules(camels=9)))))
    assert runs.state == "playing"
    assert (runs.parts[0].state, runs.parts[0].batch, runs.parts[1].batch) == ("done", before, None)
    desk.read_until(lambda: runs.state == "done")
    assert sorted(played(free)) == [("planner", 5), ("planner", 6), ("planner", 9)]
    runs.want(TWO)
    assert runs.state == "done"
    assert len(free.asked) == 3


def test_what_isnt_wanted_any_more_is_given_up(hand: Hand, desk: Desk) -> None:
    runs = runs_on(hand, desk)
    runs.want(TWO)
    runs.start()
    eventually(lambda: len(hand.asked) == 2)
    runs.want(replace(TWO, sets=TWO.sets[:1]))
    assert hand.ended.acquire(timeout=60)
    hand.release(2)
    desk.read_until(lambda: runs.state == "done")
    assert len(runs.parts) == 1


def test_a_stopped_comparison_keeps_its_games_and_can_be_played_on(hand: Hand, desk: Desk) -> None:
    runs = runs_on(hand, desk)
    runs.want(TWO)
    runs.start()
    hand.release(2)
    desk.read_until(lambda: runs.done == 200)
    runs.stop()
    assert runs.state == "stopped"
    there = sum(len(part.batch) for part in runs.parts if part.batch is not None)
    assert there == 200
    hand.release(10_000)
    runs.resume()
    desk.read_until(lambda: runs.state == "done")
    assert runs.done == 400


def test_a_page_that_rests_plays_nothing_and_goes_on_later(hand: Hand, desk: Desk) -> None:
    runs = runs_on(hand, desk)
    runs.want(TWO)
    runs.start()
    eventually(lambda: len(hand.asked) == 2)
    runs.rest()
    assert runs.state == "idle"
    for _ in range(2):
        assert hand.ended.acquire(timeout=60)
    hand.release(10_000)
    runs.start()
    desk.read_until(lambda: runs.state == "done")


def test_what_fails_is_told_and_tried_again(hand: Hand, desk: Desk) -> None:
    runs = runs_on(hand, desk)
    hand.error = RuntimeError("no more threads")
    hand.release(10_000)
    runs.want(TWO)
    runs.start()
    desk.read_until(lambda: runs.state == "failed")
    assert {part.words for part in runs.failures} == {"RuntimeError: no more threads"}
    hand.error = None
    runs.resume()
    desk.read_until(lambda: runs.state == "done")
    assert runs.failures == ()
