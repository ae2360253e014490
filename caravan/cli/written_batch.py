"""A batch whose log is in a file already, so that memory needn't hold it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pandas as pd

from caravan.batch import Batch, BatchRequest, Block
from caravan.events import event_blocks


class WrittenBatch(Batch):
    """A batch that reads its log back from where it was written.

    Parameters
    ----------
    request : BatchRequest
    blocks : iterable of Block
        In the order of their games, without their logs; taking the last one completes the file.
    log : Path or None
        The file with the log; without one, games are played again where the log is asked for.
    """

    def __init__(self, request: BatchRequest, blocks: Iterable[Block], log: Path | None) -> None:
        super().__init__(request, blocks)
        self._log = log

    def event_frames(self) -> Iterator[pd.DataFrame]:
        """Give the log in frames of whole games."""
        return super().event_frames() if self._log is None else event_blocks(self._log, self.request.rules)
