"""The logs of games that it would take long to play again, as far as there is room for them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable

from caravan.batch import Batch, BatchRequest, Block
from caravan.views.limits import MB

ROOM = 64 * MB
"""How much memory the logs of all runs together may take."""

GAMES_OF_A_RUN = 1000
"""Of how many games of a run the log is kept, from the first on; pictures look at no more of them."""


class LogShelf:
    """Keeps the logs of the latest runs.

    Parameters
    ----------
    room : int, optional
        In bytes; runs that were put here longest ago make room for others.
    """

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._lock = threading.Lock()
        self._runs: OrderedDict[Hashable, dict[int, Block]] = OrderedDict()
        self._taken = 0

    def put(self, request: BatchRequest, block: Block) -> None:
        """Keep a block's log, if it is one of the first of its run.

        Parameters
        ----------
        request : BatchRequest
            The run.
        block : Block
            With its log.
        """
        if block.rows is None or block.first >= GAMES_OF_A_RUN:
            return
        with self._lock:
            blocks = self._runs.setdefault(request.key, {})
            if block.first not in blocks:
                blocks[block.first] = block
                self._taken += block.rows.nbytes
            self._runs.move_to_end(request.key)
            while self._taken > self._room and len(self._runs) > 1:
                _, gone = self._runs.popitem(last=False)
                self._taken -= sum(old.rows.nbytes for old in gone.values() if old.rows is not None)

    def with_logs(self, batch: Batch) -> Batch:
        """Put the logs that are here back into a batch.

        Parameters
        ----------
        batch : Batch
            All of a run's games, or the first of them.

        Returns
        -------
        Batch
            The same games; those whose log isn't here are played again where it is asked for.
        """
        with self._lock:
            kept = dict(self._runs.get(batch.request.key, {}))
        return Batch.from_blocks(batch.request, [kept.get(block.first, block) for block in batch.blocks])
