"""Getting ready: in the background, once, with words."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from held_engine import PATIENCE

from caravan.errors import CaravanError
from caravan.views.warm_up import WarmUp, play_a_first_game

Report = Callable[[str, float], None]


def test_it_tells_what_it_is_doing_and_how_far_it_is() -> None:
    told, go_on = threading.Event(), threading.Event()

    def prepare(report: Report) -> None:
        report("compiling chains of camels", 0.4)
        told.set()
        go_on.wait(PATIENCE)

    warm_up = WarmUp(prepare)
    assert warm_up.progress.state == "asleep"
    warm_up.start()
    assert told.wait(PATIENCE)
    progress = warm_up.progress
    assert (progress.state, progress.words) == ("working", "compiling chains of camels")
    assert progress.share >= 0.4
    assert warm_up.wait(0.01) is False
    go_on.set()
    assert warm_up.wait(PATIENCE)
    assert (warm_up.progress.state, warm_up.progress.share) == ("ready", 1.0)


def test_the_share_never_falls() -> None:
    shares: list[float] = []
    warm_up: WarmUp

    def prepare(report: Report) -> None:
        for share in (0.5, 0.2, 0.7):
            report("compiling", share)
            shares.append(warm_up.progress.share)

    warm_up = WarmUp(prepare)
    warm_up.wait(PATIENCE)
    assert shares == sorted(shares)


def test_it_works_once_however_often_it_is_started() -> None:
    calls: list[int] = []
    warm_up = WarmUp(lambda report: calls.append(1))
    for _ in range(5):
        warm_up.start()
        warm_up.wait(PATIENCE)
    assert calls == [1]


def test_a_failure_is_told_and_can_be_tried_again() -> None:
    faults = [OSError("no space left"), None]

    def prepare(report: Report) -> None:
        if fault := faults.pop(0):
            raise fault

    warm_up = WarmUp(prepare)
    with pytest.raises(CaravanError, match="couldn't be made ready: OSError: no space left"):
        warm_up.wait(PATIENCE)
    assert warm_up.progress.state == "failed"
    warm_up.start()
    assert warm_up.wait(PATIENCE)


def test_the_first_game_makes_the_engine_ready() -> None:
    told: list[str] = []
    play_a_first_game(lambda words, share: told.append(words))
    assert told[0] == "looking for compiled rules"
    assert told[-1] == "playing a first game"
