"""How the games of a search are played: where, who is told, who may stop it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass

from caravan.agreement.asking import BLOCK_OF_SLOW_GAMES
from caravan.agreement.styles import is_slow
from caravan.batch import Batch, simulate
from caravan.blocks import BatchRequest, Cancel

Progress = Callable[[str, int, int], object]


@dataclass(frozen=True)
class HowToPlay:
    """How games are played; no influence on how they go.

    Attributes
    ----------
    executor : concurrent.futures.Executor or None
        Where blocks are played.
    progress : callable or None
        Called with a part's name, its games done and its games in all.
    cancel : threading.Event, callable or None
        Asked between blocks whether to stop.
    """

    executor: Executor | None = None
    progress: Progress | None = None
    cancel: Cancel | None = None

    def tell(self, part: str, done: int, games: int) -> None:
        """Say how far a part has come."""
        if self.progress is not None:
            self.progress(part, done, games)

    def play(self, request: BatchRequest, part: str, done: int, games: int, *, event_memory: int = 0) -> Batch:
        """Play a batch that is a piece of a part.

        Parameters
        ----------
        request : BatchRequest
        part : str
            What the part is called.
        done, games : int
            How many games of the part were played before, and how many it has.
        event_memory : int, default 0
            As for `caravan.simulate`.

        Returns
        -------
        Batch
        """
        return simulate(
            request.rules,
            None,
            request.bots,
            request.games,
            request.seed,
            executor=self.executor,
            progress=lambda now, _all: self.tell(part, done + now, games),
            cancel=self.cancel,
            block_size=block_size_for(request),
            event_memory=event_memory,
        )


def block_size_for(request: BatchRequest) -> int | None:
    """Choose how many games are given out at a time: few where a bot is slow, so that no core idles long at the end."""
    return BLOCK_OF_SLOW_GAMES if any(map(is_slow, request.bots)) else None
