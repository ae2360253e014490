"""A visitor whose long work is done at once, or only when a test says so."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from caravan.views.runs import RunBook
from caravan.views.visit import Visit


class AtOnce(Executor):
    """Does what it is given in the thread that gives it, unless it is held."""

    def __init__(self) -> None:
        self.held = False
        self._waiting: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, function: Callable[..., Any], /, *args: Any, **settings: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._waiting.append((future, lambda: function(*args, **settings)))
        if not self.held:
            self.go_on()
        return future

    def go_on(self) -> None:
        """Do what has been given."""
        waiting, self._waiting = self._waiting, []
        for future, work in waiting:
            if future.set_running_or_notify_cancel():
                future.set_result(work())


def visit_of(engine: Any) -> tuple[Visit, AtOnce, list[tuple[str, str]]]:
    """Make a visit; give also its worker and the notices that it is shown."""
    worker, notices = AtOnce(), []
    visit = Visit.alone(RunBook(engine), worker=worker, speak=lambda text, kind: notices.append((text, kind)))
    return visit, worker, notices
