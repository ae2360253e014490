"""A place where a runner's letters lie until a test reads them."""

from __future__ import annotations

import queue
from collections.abc import Callable

from held_engine import PATIENCE


class Desk:
    """Where functions are put down, to be called in the test's own thread, as a page calls them in its own."""

    def __init__(self) -> None:
        self._letters: queue.Queue[Callable[[], object]] = queue.Queue()

    def post(self, letter: Callable[[], object]) -> None:
        self._letters.put(letter)

    @property
    def waiting(self) -> int:
        """How many lie there."""
        return self._letters.qsize()

    def read(self) -> None:
        """Call what lies there."""
        while True:
            try:
                self._letters.get_nowait()()
            except queue.Empty:
                return

    def read_until(self, holds: Callable[[], object]) -> None:
        while not holds():
            self._letters.get(timeout=PATIENCE)()
