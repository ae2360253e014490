"""Engines that a test holds in its hand: they give out blocks that were really played, when they are told to."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Hashable, Iterator

from caravan.batch import BatchRequest, Block
from caravan.views.engine import nobody

BLOCK = 100
PATIENCE = 60


class Hand:
    """An engine whose next block comes when the test says so."""

    def __init__(self, blocks: list[Block]) -> None:
        self.blocks = blocks
        self.asked: list[BatchRequest] = []
        self.released = threading.Semaphore(0)
        self.error: Exception | None = None
        self.ended = threading.Semaphore(0)

    def release(self, number: int = 1) -> None:
        self.released.release(number)

    def play(
        self,
        request: BatchRequest,
        cancel: Callable[[], bool],
        visitors: Callable[[], Collection[Hashable]] = nobody,
    ) -> Iterator[Block]:
        self.asked.append(request)
        try:
            for block in self.blocks[: request.games // BLOCK]:
                while not self.released.acquire(timeout=0.01):
                    if cancel():
                        return
                if self.error is not None:
                    raise self.error
                yield block
        finally:
            self.ended.release()


def request(games: int = 500, **settings: object) -> BatchRequest:
    return BatchRequest(games=games, **settings)  # type: ignore[arg-type]


def eventually(holds: Callable[[], object]) -> None:
    """Wait until something holds; fail if it doesn't within a minute."""
    moment = threading.Event()
    for _ in range(PATIENCE * 100):
        if holds():
            return
        moment.wait(0.01)
    raise AssertionError("it never came to hold")
