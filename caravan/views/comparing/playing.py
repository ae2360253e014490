"""The batches of one visitor's comparison: fast styles first, a few at a time; what was played stays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import param

from caravan.agreement import is_slow
from caravan.batch import Batch, BatchRequest
from caravan.views.comparing.state import CompareState
from caravan.views.runs import News, RunBook, Ticket
from caravan.views.visit import Visit

MOST_AT_ONCE = 3
"""How many batches are played at the same time: the first ones are then there soon, and can be compared."""

STATES = ("idle", "playing", "done", "stopped", "failed")
_KEPT_BESIDE = 6
"""How many batches that aren't asked for any more are kept, so that a change can be taken back at once."""


@dataclass(frozen=True, eq=False)
class Part:
    """A style under one rule set.

    Attributes
    ----------
    style, rules : str
        Who plays, and what the rule set is called.
    request : BatchRequest
        What is played.
    state : str
        ``waiting`` for its turn, ``playing``, ``done`` or ``failed``.
    done : int
        How many games were played.
    batch : Batch or None
        The games of the latest picture.
    words : str
        What went wrong.
    """

    style: str
    rules: str
    request: BatchRequest
    state: str = "waiting"
    done: int = 0
    batch: Batch | None = None
    words: str = ""


class ComparisonRuns(param.Parameterized):
    """Plays what a comparison needs, and no more.

    Parameters
    ----------
    visit : Visit
        Whose comparison it is.
    """

    parts = param.ClassSelector(class_=tuple, default=(), constant=True, doc="What there is, by style and rule set.")
    state = param.Selector[str](default="idle", objects=list(STATES), constant=True)

    def __init__(self, visit: Visit) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._visit = visit
        self._tickets: dict[Any, tuple[RunBook, Ticket]] = {}
        self._generations: dict[Any, int] = {}
        self._generation = 0
        self._known: dict[Any, Part] = {}
        self._halted = False
        self._resting = True

    @property
    def done(self) -> int:
        """How many games were played."""
        return sum(part.done for part in self.parts)

    @property
    def planned(self) -> int:
        """How many games there will be."""
        return sum(part.request.games for part in self.parts)

    @property
    def failures(self) -> tuple[Part, ...]:
        """What couldn't be played."""
        return tuple(part for part in self.parts if part.state == "failed")

    def want(self, state: CompareState) -> None:
        """Say what is compared: what is there already stays, and what isn't wanted any more is given up.

        Parameters
        ----------
        state : CompareState
            With rules that can be played.
        """
        parts = []
        requests = state.requests()
        for style in sorted(requests, key=is_slow):
            for rules, request in requests[style].items():
                known = self._known.get(request.key)
                part = Part(style, rules, request) if known is None else replace(known, style=style, rules=rules)
                parts.append(replace(part, state="waiting") if part.state == "failed" else part)
        wanted = {part.request.key for part in parts}
        for key in [key for key in self._generations if key not in wanted]:
            self._leave(key)
        self._halted = False
        self._show(parts)
        self._go_on()

    def start(self) -> None:
        """Play, or play on after `rest`."""
        self._resting = False
        self._go_on()

    def rest(self) -> None:
        """Give up what is being played until `start`; the games of its latest picture stay in sight."""
        self._resting = True
        self._leave_all()

    def stop(self) -> None:
        """Give up what is being played, because the visitor says so."""
        if self.state == "playing":
            self._halted = True
            self._leave_all()

    def resume(self) -> None:
        """Play on what was stopped, and once more what failed."""
        self._halted = False
        self._show([replace(part, state="waiting") if part.state == "failed" else part for part in self.parts])
        self._go_on()

    def close(self) -> None:
        """Give up everything, because the visitor has left."""
        self.rest()
        self._known.clear()

    def _go_on(self) -> None:
        if not (self._resting or self._halted):
            for part in self.parts:
                if len(self._generations) >= MOST_AT_ONCE:
                    break
                if part.state in {"waiting", "playing"} and part.request.key not in self._generations:
                    self._ask(part)
        self._settle()

    def _ask(self, part: Part) -> None:
        key = part.request.key
        book = self._visit.behind if is_slow(part.request.bots[0]) else self._visit.book
        self._generation += 1
        generation = self._generations[key] = self._generation
        receive = partial(self._receive, key, generation)
        ticket = book.ask(part.request, lambda news: self._visit.post(partial(receive, news)))
        if self._generations.get(key) == generation:
            self._tickets[key] = (book, ticket)
        else:
            book.leave(ticket)

    def _receive(self, key: Any, generation: int, news: News) -> None:
        if self._generations.get(key) != generation:
            return
        parts: tuple[Part, ...] = self.parts
        over = news.state in {"done", "failed"}
        changed = [self._with_news(part, news) if part.request.key == key else part for part in parts]
        if over:
            self._leave(key)
        self._show(changed)
        if over:
            self._go_on()

    def _with_news(self, part: Part, news: News) -> Part:
        state = "playing" if news.state == "waiting" else news.state
        batch = part.batch
        if news.snapshot is not None and (batch is None or len(news.snapshot.batch) >= len(batch)):
            batch = news.snapshot.batch
        return replace(part, state=state, done=max(news.done, part.done), batch=batch, words=news.words)

    def _leave_all(self) -> None:
        for key in list(self._generations):
            self._leave(key)
        self._show([replace(part, state="waiting") if part.state == "playing" else part for part in self.parts])
        self._settle()

    def _leave(self, key: Any) -> None:
        self._generations.pop(key, None)
        book, ticket = self._tickets.pop(key, (None, None))
        if book is not None and ticket is not None:
            book.leave(ticket)

    def _show(self, parts: Iterable[Part]) -> None:
        shown = tuple(parts)
        for part in shown:
            self._known.pop(part.request.key, None)
            self._known[part.request.key] = part
        for key in list(self._known)[: max(0, len(self._known) - len(shown) - _KEPT_BESIDE)]:
            del self._known[key]
        with param.edit_constant(self):
            self.parts = shown
        self._settle()

    def _settle(self) -> None:
        states = {part.state for part in self.parts}
        if not states or (self._resting and not states <= {"done", "failed"}):
            state = "idle"
        elif self._halted and states & {"waiting", "playing"}:
            state = "stopped"
        elif states & {"waiting", "playing"}:
            state = "playing"
        else:
            state = "failed" if "failed" in states else "done"
        if state != self.state:
            with param.edit_constant(self):
                self.state = state
