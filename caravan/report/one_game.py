"""The events of one game of a folder: out of its log, or by playing the game again."""

from __future__ import annotations

import numpy as np
import pandas as pd

from caravan.batch import Batch, BatchRequest, play_blocks
from caravan.errors import CaravanError
from caravan.report.tables import FolderBatch


def events_of(batch: FolderBatch, number: int) -> pd.DataFrame:
    """Give the events of a game.

    Parameters
    ----------
    batch : FolderBatch
        The games.
    number : int
        The game's number.

    Returns
    -------
    DataFrame
        Its rows of the log, which is made again from rules, bots, seed and number where the folder has none.

    Raises
    ------
    CaravanError
        If that can't be done, or the game comes out otherwise than the tables say.
    """
    if batch.log is None:
        return _played_again(batch, number)
    for frame in batch.event_frames():
        if len(rows := frame[frame["game"] == number]):
            return rows
    raise CaravanError("its events aren't in the log")


def _played_again(batch: FolderBatch, number: int) -> pd.DataFrame:
    played = batch.request
    request = BatchRequest(played.rules, None, played.bot_names, number + 1, played.seed)
    again = Batch.from_blocks(request, play_blocks(request, first=number, block_size=1))
    kept = batch.seats.loc[batch.seats["game"] == number]
    for column in ("score", "rare", "common", "steals"):
        if not np.array_equal(again.seats[column], kept[column]):
            raise CaravanError(
                "played again it comes out otherwise, so the folder was written by another version, or by other bots"
            )
    return again.events
