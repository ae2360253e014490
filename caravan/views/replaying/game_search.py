"""Looks among all games of a batch or a log for those worth looking at. Without any widget."""

from __future__ import annotations

import contextlib
import logging
from functools import partial
from typing import Any

import param

from caravan.agreement import is_slow
from caravan.views.address import MAX_GAMES
from caravan.views.live_runner import LiveRunner
from caravan.views.replaying.finding import Ranking, rankings
from caravan.views.replaying.sources import BatchSource, LogSource, Source
from caravan.views.runs import ListenerGone
from caravan.views.visit import Visit

STATES = ("idle", "playing", "done", "stopped", "failed")

_log = logging.getLogger(__name__)


class GameSearch(param.Parameterized):
    """The rankings of the games of a source, which grow while games come in.

    Parameters
    ----------
    visit : Visit
        Whose search it is.
    """

    state = param.Selector[str](default="idle", objects=list(STATES), constant=True)
    words = param.String(default="", constant=True, doc="What went wrong, or why nothing is looked for unasked.")
    done = param.Integer(default=0, constant=True, doc="Among how many games it was looked.")
    planned = param.Integer(default=0, constant=True, doc="How many there are.")
    rankings = param.ClassSelector(class_=tuple, default=(), constant=True, doc="What was found.")

    def __init__(self, visit: Visit) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._visit = visit
        self._runner = LiveRunner(visit.book, visit.post)
        self._source: Source | None = None
        self._generation = 0
        self._awake = False
        self._runner.param.watch(self._look, "snapshot")
        self._runner.param.watch(self._follow, ["state", "done", "words"])

    def look_among(self, source: Source) -> None:
        """Look among other games; what takes long only once it is asked for.

        Parameters
        ----------
        source : Source
            The games.
        """
        if source is self._source:
            return
        self._runner.stop()
        self._source = source
        self._generation += 1
        self._change(state="idle", words="", done=0, planned=source.games(), rankings=())
        if self._awake:
            self._begin_unasked()

    def wake(self) -> None:
        """Go on, because the page is in front."""
        self._awake = True
        if self.state in {"idle", "stopped"} and self._source is not None:
            self._begin_unasked()

    def rest(self) -> None:
        """Look for nothing while another page is in front."""
        self._awake = False
        self.stop()

    def search(self) -> None:
        """Look, however long it takes."""
        source = self._source
        if isinstance(source, BatchSource):
            self._change(state="playing", words="")
            self._runner.start(source.request)
        elif isinstance(source, LogSource):
            self._change(state="playing", words="")
            self._visit.worker.submit(self._rank_log, self._generation, source)

    def stop(self) -> None:
        """Look no further; what was found stays."""
        self._runner.stop()
        if self.state == "playing":
            self._change(state="stopped")

    def close(self) -> None:
        """Give up everything, because the visitor has left."""
        self._generation += 1
        self._runner.close()

    def _begin_unasked(self) -> None:
        source = self._source
        if isinstance(source, BatchSource):
            slow = [bot for bot in dict.fromkeys(source.names) if is_slow(bot)]
            if slow:
                self._change(words=f"{slow[0]} takes its time, so these games are played only if you ask for it.")
                return
            if source.games() > MAX_GAMES:
                self._change(words=f"Games can be looked for in batches of up to {MAX_GAMES:,}.")
                return
        self.search()

    def _look(self, event: Any) -> None:
        snapshot = event.new
        source = self._source
        if snapshot is not None and isinstance(source, BatchSource) and snapshot.request.key == source.request.key:
            self._visit.worker.submit(self._rank, self._generation, snapshot.batch.games, snapshot.batch.seats)

    def _follow(self, *_: Any) -> None:
        runner = self._runner
        if self.state != "playing" or not isinstance(self._source, BatchSource):
            return
        if runner.state == "failed":
            self._change(state="failed", words=runner.words)
        elif runner.state in {"waiting", "playing"}:
            self._change(planned=runner.planned)

    def _rank_log(self, generation: int, source: LogSource) -> None:
        try:
            games, seats = source.tables()
        except Exception as error:
            _log.exception("A log can't be added up")
            self._post(partial(self._fail, generation, f"{type(error).__name__}: {error}"))
            return
        self._rank(generation, games, seats)

    def _rank(self, generation: int, games: Any, seats: Any) -> None:
        """Rank games, in a worker's thread."""
        if generation == self._generation:
            self._post(partial(self._arrive, generation, rankings(games, seats), len(games)))

    def _arrive(self, generation: int, found: tuple[Ranking, ...], among: int) -> None:
        if generation == self._generation and among >= self.done:
            state = "done" if among >= self.planned else self.state
            self._change(rankings=found, done=among, state=state)

    def _fail(self, generation: int, words: str) -> None:
        if generation == self._generation:
            self._change(state="failed", words=words)

    def _post(self, function: Any) -> None:
        with contextlib.suppress(ListenerGone):
            self._visit.post(function)

    def _change(self, **changes: Any) -> None:
        with param.edit_constant(self):
            self.param.update(**changes)
