"""One visitor's batches: whatever is asked for last is played, and whatever was asked for before is given up."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import param

from caravan.batch import BatchRequest
from caravan.views.log_shelf import LogShelf
from caravan.views.runs import News, RunBook, Ticket
from caravan.views.snapshot import Snapshot

Post = Callable[[Callable[[], Any]], Any]

STATES = ("idle", "waiting", "playing", "done", "stopped", "failed")


class LiveRunner(param.Parameterized):
    """What a visitor sees of the batch asked for last.

    Each request raises the generation. News that comes for an older one is dropped, so that a picture never jumps back.

    Parameters
    ----------
    book : RunBook
        Where batches are asked for.
    post : callable, optional
        Hands a function over to the thread in which this object may be changed; runs call from threads of their own.
    """

    state = param.Selector[str](default="idle", objects=list(STATES), constant=True)
    done = param.Integer(default=0, constant=True, doc="Games played so far.")
    planned = param.Integer(default=0, constant=True, doc="Games asked for.")
    words = param.String(default="", constant=True, doc="What went wrong.")
    snapshot = param.ClassSelector(
        class_=Snapshot, default=None, allow_None=True, constant=True, doc="The latest picture; it outlives its run."
    )
    generation = param.Integer(default=0, constant=True, doc="How often something was asked for or stopped.")

    def __init__(self, book: RunBook, post: Post = lambda function: function()) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._book = book
        self._post = post
        self._ticket: Ticket | None = None
        self._request: BatchRequest | None = None

    @property
    def post(self) -> Post:
        """The way to have a function called where this object may be changed."""
        return self._post

    @property
    def shelf(self) -> LogShelf:
        """Where logs of its games may be."""
        return self._book.shelf

    def start(self, request: BatchRequest) -> None:
        """Ask for a batch, and give up the one before.

        Parameters
        ----------
        request : BatchRequest
            What to play.
        """
        generation = self._next_generation()
        self._request = request
        self._change(state="waiting", done=0, planned=request.games, words="")
        self._ticket = self._book.ask(request, lambda news: self._post(partial(self._receive, generation, news)))

    def stop(self) -> None:
        """Give up the present batch; its latest picture stays."""
        self._next_generation()
        if self.state in {"waiting", "playing"}:
            self._change(state="stopped")

    def retry(self) -> None:
        """Ask once more for what was asked for last."""
        if self._request is not None:
            self.start(self._request)

    def close(self) -> None:
        """Give up everything, because the visitor has left."""
        self._next_generation()

    def _next_generation(self) -> int:
        ticket, self._ticket = self._ticket, None
        if ticket is not None:
            self._book.leave(ticket)
        self._change(generation=self.generation + 1)
        return self.generation

    def _receive(self, generation: int, news: News) -> None:
        if generation != self.generation:
            return
        changes: dict[str, Any] = {"state": news.state, "done": news.done, "words": news.words}
        if news.snapshot is not None:
            changes["snapshot"] = news.snapshot
        self._change(**changes)

    def _change(self, **changes: Any) -> None:
        with param.edit_constant(self):
            self.param.update(**changes)
