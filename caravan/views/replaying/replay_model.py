"""Which game is shown, and where it stands. Without any widget."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import param

from caravan.batch import BatchRequest
from caravan.errors import CaravanError
from caravan.views.replaying.address import GREATEST_GAME, ReplayState
from caravan.views.replaying.event_table import EventTable
from caravan.views.replaying.sources import BatchSource, LogSource, Source
from caravan.views.replaying.tape import Tape, tape_of
from caravan.views.runs import ListenerGone
from caravan.views.visit import Visit

STATES = ("empty", "loading", "shown", "failed")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class ShownGame:
    """A game, ready to be shown.

    Attributes
    ----------
    source : Source
        Among which games it is.
    game : int
        Its number.
    tape : Tape
        Its positions.
    table : EventTable
        The rows among which its own are listed.
    """

    source: Source
    game: int
    tape: Tape
    table: EventTable


class ReplayModel(param.Parameterized):
    """The state of the page.

    Whatever is asked for last is loaded away from the page's thread. What was shown before stays until there is
    something else to show, and for good if that can't be loaded.

    Parameters
    ----------
    visit : Visit
        Whose page it is.
    awake : bool, default True
        Whether games may arrive at once; otherwise they wait for `wake`.
    """

    state = param.Selector[str](default="empty", objects=list(STATES), constant=True)
    words = param.String(default="", constant=True, doc="Why the game asked for last can't be shown.")
    source = param.Parameter(default=None, constant=True, doc="Among which games one was asked for last.")
    game = param.Integer(default=0, constant=True, doc="The number of the game asked for last.")
    shown = param.ClassSelector(class_=ShownGame, default=None, allow_None=True, constant=True)
    at = param.Integer(default=0, constant=True, doc="After which event of the game shown.")
    jumps = param.Integer(default=0, constant=True, doc="Raised when the page moves to `at`, and not the visitor.")
    awaited = param.ClassSelector(
        class_=ReplayState, default=None, allow_None=True, constant=True, doc="A link into a log that isn't here."
    )

    def __init__(self, visit: Visit, *, awake: bool = True) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._visit = visit
        self._awake = awake
        self._at_the_door: Callable[[], object] | None = None
        self._generation = 0
        self._loading: Future[None] | None = None
        self._wanted_at: int | None = None
        self._batch = _request_of(ReplayState())
        self._log: LogSource | None = None

    @property
    def batch(self) -> BatchRequest:
        """The batch that was looked at last."""
        return self._batch

    @property
    def log(self) -> LogSource | None:
        """The log that was uploaded last, if any was."""
        return self._log

    @property
    def place(self) -> ReplayState:
        """What a link has to carry."""
        if self.awaited is not None:
            return self.awaited
        source = self.source
        at = self.at if self.shown is not None and self.state == "shown" else self._wanted_at
        if isinstance(source, LogSource):
            return ReplayState(source.rules, (), 0, 0, self.game, at, source.digest)
        request = self._batch
        return ReplayState(request.rules, request.bot_names, request.seed, request.games, self.game, at)

    def wake(self) -> None:
        """Let in what has arrived meanwhile: what changes while a browser still loads a page may never reach it."""
        self._awake = True
        arrived, self._at_the_door = self._at_the_door, None
        if arrived is not None:
            arrived()

    def open(self, state: ReplayState) -> None:
        """Show what a link leads to.

        Parameters
        ----------
        state : ReplayState
            Its rules can be played, and its bots are offered.
        """
        if not state.log:
            request = _request_of(state)
            # The same batch keeps its identity, so that nothing that was found in it is looked for again.
            self._batch = self._batch if request.key == self._batch.key else request
            self._load(self._batch_source(), state.game, state.at)
        elif self._log is not None and self._log.digest == state.log:
            self._load(self._log, state.game, state.at)
        else:
            self._next_generation()
            self._change(awaited=state, state="empty" if self.shown is None else "shown")

    def choose(self, **changes: Any) -> None:
        """Change what the batch is played from: rules, players, bots, seed, games, game.

        Parameters
        ----------
        **changes
            What differs; bots for further seats are those of the last one.

        Raises
        ------
        CaravanError
            If it can't be played; nothing is changed then.
        """
        batch = self._batch
        rules = changes.get("rules", batch.rules)
        players = int(changes.get("players", batch.players))
        bots = tuple(changes.get("bots", batch.bots))
        bots = (*bots, *(bots[-1],) * players)[:players]
        games = int(changes.get("games", batch.games))
        game = int(changes.get("game", self.game if isinstance(self.source, BatchSource) else 0))
        seed = int(changes.get("seed", batch.seed))
        game = max(0, min(game, games - 1))
        self.open(ReplayState(rules.replace(players=players), bots, seed, games, game))

    def choose_game(self, game: int, at: int | None = None) -> None:
        """Show another game of the same batch or log.

        Parameters
        ----------
        game : int
            Its number; where there is none such, the nearest is shown.
        at : int, optional
            After which event; by default after the set-up.
        """
        source = self.source or self._batch_source()
        self._load(source, source.number(max(0, min(game, GREATEST_GAME))), at)

    def use_log(self, log: LogSource) -> None:
        """Show a log that was uploaded: where a link leads to, if it leads into it, or else its first game.

        Parameters
        ----------
        log : LogSource
            The log.
        """
        awaited = self.awaited
        self._log = log
        if awaited is not None and awaited.log == log.digest:
            self._load(log, log.number(awaited.game), awaited.at)
        else:
            self._load(log, log.number(0), None)

    def use_batch(self) -> None:
        """Go back from an uploaded log to the batch."""
        self._load(self._batch_source(), 0, None)

    def stand_at(self, event: int) -> None:
        """Take note of where the visitor stands.

        Parameters
        ----------
        event : int
            An event of the game shown; anything else is ignored, since it can only come from a broken page.
        """
        if self.shown is not None and 0 <= event < len(self.shown.tape) and event != self.at:
            self._change(at=event)

    def jump_to(self, event: int) -> None:
        """Move to an event of the game shown."""
        if self.shown is not None:
            event = max(0, min(event, len(self.shown.tape) - 1))
            self._change(at=event, jumps=self.jumps + 1)

    def retry(self) -> None:
        """Load once more what couldn't be loaded."""
        if self.source is not None:
            self._load(self.source, self.game, self._wanted_at)

    def close(self) -> None:
        """Give up everything, because the visitor has left."""
        self._next_generation()

    def _batch_source(self) -> BatchSource:
        source = self.source
        if isinstance(source, BatchSource) and source.request is self._batch:
            return source
        return BatchSource(self._batch)

    def _load(self, source: Source, game: int, at: int | None) -> None:
        generation = self._next_generation()
        self._wanted_at = at
        shown = self.shown
        if shown is not None and shown.source is source and shown.game == game:
            self._show(shown, at)
            return
        self._change(source=source, game=game, state="loading", words="", awaited=None)
        self._loading = self._visit.worker.submit(self._make, generation, source, game, at)

    def _make(self, generation: int, source: Source, game: int, at: int | None) -> None:
        """Make a game ready to be shown, in a worker's thread."""
        if generation != self._generation:
            return
        try:
            log = self.shown.table.log if self.shown is not None and self.shown.source is source else None
            if log is None or isinstance(source, BatchSource):
                log = source.events(game)
            tape = tape_of(log.of(game), source.rules)
            shown = ShownGame(source, game, tape, EventTable(log, source.rules))
            if self.shown is not None and self.shown.table.log is log:
                shown = replace(shown, table=self.shown.table)
            arrive = partial(self._arrive, generation, shown, at)
        except CaravanError as error:
            arrive = partial(self._fail, generation, str(error))
        except Exception as error:
            _log.exception("A game can't be shown")
            arrive = partial(self._fail, generation, f"{type(error).__name__}: {error}")
        with contextlib.suppress(ListenerGone):
            self._visit.post(partial(self._let_in, arrive))

    def _let_in(self, arrive: Callable[[], object]) -> None:
        if self._awake:
            arrive()
        else:
            self._at_the_door = arrive

    def _arrive(self, generation: int, shown: ShownGame, at: int | None) -> None:
        if generation == self._generation:
            self._show(shown, at)

    def _show(self, shown: ShownGame, at: int | None) -> None:
        last = len(shown.tape) - 1
        if at is not None and at > last:
            self._visit.say(
                f"Game {shown.game:,} has {last + 1:,} events, so its end is shown instead of event {at:,}."
            )
        event = shown.tape.ready if at is None else min(at, last)
        self._change(
            source=shown.source,
            game=shown.game,
            shown=shown,
            at=event,
            jumps=self.jumps + 1,
            state="shown",
            words="",
            awaited=None,
        )

    def _fail(self, generation: int, words: str) -> None:
        if generation == self._generation:
            self._change(state="failed", words=words)

    def _next_generation(self) -> int:
        self._generation += 1
        if self._loading is not None:
            self._loading.cancel()
            self._loading = None
        return self._generation

    def _change(self, **changes: Any) -> None:
        with param.edit_constant(self):
            self.param.update(**changes)


def _request_of(state: ReplayState) -> BatchRequest:
    return BatchRequest(state.rules, None, state.bots, state.games, state.seed)
