"""What the page shows of the games played so far: made once, away from the page's own thread, for all who ask."""

from __future__ import annotations

from dataclasses import dataclass

from caravan.batch import Batch, BatchRequest
from caravan.measures import Sample, interval_sentence
from caravan.plots import length, scores, win_share
from caravan.plots.length import Lengths
from caravan.plots.scores import Scores
from caravan.plots.win_share import WinShares
from caravan.views.headlines import Headline, headlines


@dataclass(frozen=True)
class Snapshot:
    """A batch at one moment, with everything the page shows of it.

    Attributes
    ----------
    batch : Batch
        The games played so far.
    headlines : tuple of Headline
        The cards at the top.
    win_share, scores, length
        What the figures show.
    reading : str
        How the intervals are to be read, as a sentence.
    """

    batch: Batch
    headlines: tuple[Headline, ...]
    win_share: WinShares
    scores: Scores
    length: Lengths
    reading: str

    @property
    def request(self) -> BatchRequest:
        """What was asked for."""
        return self.batch.request

    @property
    def done(self) -> int:
        """How many games were played."""
        return len(self.batch)

    @property
    def complete(self) -> bool:
        """Whether all games that were asked for are there."""
        return self.done == self.request.games


def take_snapshot(batch: Batch) -> Snapshot:
    """Take everything that the page shows from a batch.

    Parameters
    ----------
    batch : Batch
        The games played so far, at least one.

    Returns
    -------
    Snapshot
        Ready to be shown.
    """
    sample = Sample(batch)
    return Snapshot(
        batch,
        headlines(sample),
        win_share.read(sample),
        scores.read(sample),
        length.read(sample),
        interval_sentence(batch),
    )
