"""Games of two folders played again move by move, for what only their logs can tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from caravan.batch import Batch, BatchRequest, play_blocks
from caravan.comparison import compare_batches
from caravan.errors import CaravanError
from caravan.measures import Sample
from caravan.playtest_summary import as_csv
from caravan.report.compared_figures import Pairing
from caravan.report.evidence import Evidence, Group
from caravan.report.tables import FolderBatch
from caravan.sweeps.cost import expected_seconds

MEASURES = ("lead_settled", "drama", "spaces_used")
"""What is measured of these games, beside the figures that are drawn of them."""

MOST_GAMES, LEAST_GAMES = 200, 20
MOST_SECONDS = 4.0
"""About how long games of a slow style may take, by the table of speeds, which is the same on every machine."""


@dataclass(frozen=True)
class PlayedAgain:
    """The first games of two rule sets under one style, with their logs.

    Attributes
    ----------
    before, after : Sample
        The games under the baseline and under the other rule set.
    pairing : Pairing
        What was measured of them, in rows of the report's summary.
    summary : str
        The report's summary: the folder's own with these rows at its end.
    """

    before: Sample
    after: Sample
    pairing: Pairing
    summary: str


def played_again(
    style: str,
    before: FolderBatch,
    after: FolderBatch,
    summary: str,
    margins: Mapping[str, float],
) -> PlayedAgain:
    """Play the first games of two batches again, from the same seeds, and measure what they differ in.

    Parameters
    ----------
    style : str
        Who plays.
    before, after : FolderBatch
        The two batches, of as many games from the same seeds.
    summary : str
        The folder's summary.
    margins : mapping of str to float
        From which size on a difference matters, where that was given.

    Returns
    -------
    PlayedAgain

    Raises
    ------
    CaravanError
        Where a bot isn't at hand, or a game comes out otherwise than the tables say.
    """
    games = _games(after)
    one, other = (_again(batch, games) for batch in (before, after))
    comparison = replace(
        compare_batches(one, other, names=("before", "after"), with_events=True),
        margins=dict(margins),
        only=MEASURES,
    )
    table = comparison.table
    heading, _, rows = as_csv(table).partition("\n")
    if summary.partition("\n")[0] != heading:
        raise CaravanError("the summary has other columns than this version writes")
    text = summary.removesuffix("\n") + "\n" + rows
    new = Evidence(text).rows[-len(table) :]
    ours, theirs = (
        Group(row for row in new if row.cells["rules_id"] == batch.request.rules.id) for batch in (other, one)
    )
    return PlayedAgain(Sample(one), Sample(other), Pairing(style, theirs, ours), text)


def _games(batch: FolderBatch) -> int:
    request = batch.request.request()
    within = int(MOST_SECONDS * request.games / expected_seconds(request))
    return min(request.games, max(LEAST_GAMES, min(MOST_GAMES, within)))


def _again(batch: FolderBatch, games: int) -> Batch:
    played = batch.request
    request = BatchRequest(played.rules, None, played.bot_names, games, played.seed)
    again = Batch.from_blocks(request, play_blocks(request))
    kept = batch.seats.iloc[: games * played.players]
    if not all(_same(again.seats[column], kept[column]) for column in ("score", "rare", "common", "steals")):
        raise CaravanError(
            "played again they come out otherwise, so the folder was written by another version, or by other bots"
        )
    return again


def _same(first: pd.Series, second: pd.Series) -> bool:
    return bool(np.array_equal(first, second))
