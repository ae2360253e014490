"""Batches in the making: each is played once for all who ask, published as it grows, kept for a while when done."""

from __future__ import annotations

import copy
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass, field

from caravan.agreement import is_slow
from caravan.batch import Batch, BatchRequest, Block
from caravan.blocks import without_log
from caravan.errors import Cancelled, CaravanError
from caravan.views.engine import BLOCK, BLOCKS_OF_FIRST_PICTURE, Engine
from caravan.views.limits import MB, Limits
from caravan.views.log_shelf import LogShelf
from caravan.views.snapshot import Snapshot, take_snapshot

FIRST_PICTURE_GAMES = BLOCKS_OF_FIRST_PICTURE * BLOCK
"""The first picture is shown once there are so many games ..."""

FIRST_PICTURE_SECONDS = 0.1
"""... or after this time, whichever comes first."""

SECONDS_BETWEEN_PICTURES = 0.25

WORK_TO_PAUSE = 8.0
"""The reading of all runs' pictures takes one core an eighth of the time at most, so that pages still answer where many
visitors play: the pause is so many times the work that a picture of each run takes. To show them takes about as much
again, and each visitor's first picture is to come before others' further ones."""

KEPT_GAMES = 200_000
"""Of how many games in all finished batches are kept."""

SECONDS_BETWEEN_PICTURES_BEHIND = 1.0
"""The same for a run behind another."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class News:
    """How far a batch has come.

    Attributes
    ----------
    state : str
        ``waiting`` until the rules are compiled, ``playing``, ``done``, or ``failed``.
    done : int
        How many games were played.
    snapshot : Snapshot or None
        A new picture, if there is one.
    words : str
        What went wrong, as a sentence.
    """

    state: str
    done: int = 0
    snapshot: Snapshot | None = None
    words: str = ""


Listener = Callable[[News], object]


class ListenerGone(Exception):  # noqa: N818 - nothing is wrong
    """Raised by a listener that wants to be told nothing more."""


@dataclass(eq=False)
class Run:
    """One batch, played in a thread of its own.

    Attributes
    ----------
    request : BatchRequest
        What is played.
    tickets : list of Ticket
        Who is told; called in the run's thread.
    latest : News
        What was told last, with the latest picture.
    """

    request: BatchRequest
    tickets: list[Ticket] = field(default_factory=list)
    latest: News = field(default_factory=lambda: News("waiting"))
    given_up: threading.Event = field(default_factory=threading.Event)

    def visitors(self) -> Collection[Hashable]:
        """Give who waits for it, each once."""
        return dict.fromkeys(ticket.visitor for ticket in tuple(self.tickets))

    @property
    def open(self) -> bool:
        """Whether it is in the making."""
        return self.latest.state in {"waiting", "playing"}


@dataclass(frozen=True, eq=False)
class Ticket:
    """One asker's interest in a run.

    Attributes
    ----------
    run : Run
        The run.
    listener : callable
        Who asked.
    visitor : hashable
        For which visitor.
    """

    run: Run
    listener: Listener
    visitor: Hashable = None


class RunBook:
    """The runs of the process: one for each request, however many ask for it.

    Parameters
    ----------
    engine : Engine
        What plays.
    wait_until_ready : callable, optional
        Called in a run's thread before its first game; returns when the engine can play, and raises if it never will.
    kept_games : int, optional
        Of how many games in all finished batches are kept, the latest asked for first.
    pause : float, optional
        Seconds from one picture of a run to the next; by default `SECONDS_BETWEEN_PICTURES`.
    limits : Limits, optional
        What a run, and all runs of a visitor, may take.

    Attributes
    ----------
    shelf : LogShelf
        The logs of games between slow bots.
    """

    def __init__(
        self,
        engine: Engine,
        wait_until_ready: Callable[[], object] = lambda: None,
        kept_games: int = KEPT_GAMES,
        pause: float | None = None,
        limits: Limits | None = None,
    ) -> None:
        self._engine = engine
        self._wait_until_ready = wait_until_ready
        self._kept_games = kept_games
        self._pause = pause
        self._limits = limits or Limits()
        self.shelf = LogShelf()
        self._visitor: Hashable = None
        # Reentrant, because whoever is told of something may ask or leave at once.
        self._lock = threading.RLock()
        self._runs: OrderedDict[Hashable, Run] = OrderedDict()

    @property
    def playing(self) -> int:
        """How many runs are being played, those that wait for the engine included."""
        with self._lock:
            return sum(run.open for run in self._runs.values())

    def of(self, visitor: Hashable) -> RunBook:
        """Give the same book as one visitor has it, whose blocks wait in a line of their own.

        Parameters
        ----------
        visitor : hashable
            Whoever asks, such as a session.

        Returns
        -------
        RunBook
            With the same runs: what two visitors ask for is played once.
        """
        book = copy.copy(self)
        book._visitor = visitor
        return book

    def ask(self, request: BatchRequest, listener: Listener) -> Ticket:
        """Ask for a batch.

        Parameters
        ----------
        request : BatchRequest
            What to play.
        listener : callable
            Told at once what there is, and then of every step, in the run's thread.

        Returns
        -------
        Ticket
            To be handed back with `leave`.
        """
        with self._lock:
            run = self._runs.get(request.key)
            starts = run is None
            if run is None:
                run = Run(request)
                if words := self._refusal(request):
                    ticket = Ticket(run, listener, self._visitor)
                    run.latest = News("failed", words=words)
                    listener(run.latest)
                    return ticket
                self._runs[request.key] = run
            self._runs.move_to_end(request.key)
            ticket = Ticket(run, listener, self._visitor)
            run.tickets.append(ticket)
            listener(run.latest)
        if starts:
            threading.Thread(target=self._play, args=(run,), name="caravan-run", daemon=True).start()
        return ticket

    def _refusal(self, request: BatchRequest) -> str:
        """Say why a run can't be begun; empty if it can."""
        limits = self._limits
        if request.games > limits.games:
            return f"{request.games:,} games are more than this server plays in one run; it plays {limits.games:,}"
        if self._visitor is None:
            return ""
        if sum(run.open and self._visitor in run.visitors() for run in self._runs.values()) >= limits.runs:
            return f"you have {limits.runs} runs in the making, as many as this server allows; wait for one to end"
        return ""

    def leave(self, ticket: Ticket) -> None:
        """Lose interest: a run that nobody listens to any more is given up, unless it is done.

        Parameters
        ----------
        ticket : Ticket
            From `ask`. Handing it back twice does no harm.
        """
        run = ticket.run
        with self._lock:
            if ticket in run.tickets:
                run.tickets.remove(ticket)
            if not run.tickets and run.latest.state != "done":
                run.given_up.set()
                self._forget(run)

    def close(self) -> None:
        """Give up whatever is being played, because the process ends."""
        with self._lock:
            for run in tuple(self._runs.values()):
                for ticket in tuple(run.tickets):
                    self.leave(ticket)

    def _forget(self, run: Run) -> None:
        if self._runs.get(run.request.key) is run:
            del self._runs[run.request.key]

    def _tell(self, run: Run, news: News) -> None:
        with self._lock:
            latest = news if news.snapshot else News(news.state, news.done, run.latest.snapshot, news.words)
            run.latest = latest
            for ticket in tuple(run.tickets):
                try:
                    ticket.listener(news)
                except ListenerGone:
                    self.leave(ticket)
                except Exception:
                    _log.exception("A listener failed; it and the others go on")

    def _play(self, run: Run) -> None:
        try:
            self._wait_until_ready()
            self._play_and_publish(run)
        except Cancelled:
            pass
        except CaravanError as error:
            self._fail(run, str(error))
        except Exception as error:
            _log.exception("A batch failed: %r", run.request)
            self._fail(run, f"{type(error).__name__}: {error}")

    def _fail(self, run: Run, words: str) -> None:
        with self._lock:
            self._forget(run)
        self._tell(run, News("failed", run.latest.done, words=words))

    def _play_and_publish(self, run: Run) -> None:
        blocks: list[Block] = []
        slow = any(map(is_slow, run.request.bots))
        done = size = 0
        started = published = time.monotonic()
        usual_pause = SECONDS_BETWEEN_PICTURES if self._pause is None else self._pause
        first, work = True, 0.0
        for block in self._engine.play(run.request, run.given_up.is_set, run.visitors):
            blocks.append(without_log(block))  # it is made again in the rare case that it is asked for ...
            if slow:
                self.shelf.put(run.request, block)  # ... unless that took long
            done += len(block)
            size += block.games.nbytes + block.seats.nbytes
            if run.given_up.is_set():
                return
            now = time.monotonic()
            if first:
                due = done >= FIRST_PICTURE_GAMES or now - started >= FIRST_PICTURE_SECONDS
            else:
                due = now - published >= max(usual_pause, WORK_TO_PAUSE * work * self.playing)
            if done < run.request.games and not due:
                continue
            before = time.thread_time()
            snapshot = take_snapshot(Batch.from_blocks(run.request, blocks))
            work = time.thread_time() - before
            first, published = False, time.monotonic()
            self._tell(run, News("done" if snapshot.complete else "playing", done, snapshot))
            self._require_bounds(done < run.request.games, done, now - started, size)
        self._make_room()

    def _require_bounds(self, unfinished: bool, done: int, seconds: float, size: int) -> None:
        """Give up a run that takes more than it may, after a picture of what there is."""
        limits = self._limits
        if unfinished and seconds > limits.seconds:
            raise CaravanError(f"ended after {limits.seconds:,} seconds, which is as long as this server plays a run")
        if unfinished and size > limits.run_megabytes * MB:
            raise CaravanError(f"ended after {done:,} games: they fill the {limits.run_megabytes:,} MB that a run may")

    def _make_room(self) -> None:
        with self._lock:
            finished = [run for run in self._runs.values() if run.latest.state == "done"]
            games = sum(run.latest.done for run in finished)
            for run in finished[:-1]:
                if games <= self._kept_games:
                    break
                games -= run.latest.done
                self._forget(run)
