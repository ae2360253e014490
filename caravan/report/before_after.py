"""A batch beside another: whether and how the two can be compared."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from caravan.comparison import compare_batches
from caravan.errors import CaravanError
from caravan.measures import Sample, summary
from caravan.playtest_summary import as_csv, estimates_frame
from caravan.report.independent import independent_table
from caravan.report.tables import FolderBatch
from caravan.wording import in_words


@dataclass(frozen=True)
class BeforeAfter:
    """Two batches and the summary of both.

    Attributes
    ----------
    before, after : FolderBatch
        The games that are compared, as many of each if they share their seeds.
    summary : str
        The playtest summary of both as CSV, with differences.
    paired : bool
        Whether their games share their seeds.
    remark : str
        What to bear in mind, as sentences; often empty.
    """

    before: FolderBatch
    after: FolderBatch
    summary: str
    paired: bool
    remark: str


def before_and_after(before: FolderBatch, after: FolderBatch) -> BeforeAfter:
    """Compare two batches: game by game where they share their seeds, else as independent games.

    Parameters
    ----------
    before, after : FolderBatch
        The baseline, and the other.

    Returns
    -------
    BeforeAfter

    Raises
    ------
    CaravanError
        If a comparison would mean nothing: other players, other bots, or the very same games.
    """
    one, two = before.request, after.request
    if one.players != two.players:
        raise CaravanError(
            f"baseline: it has games of {one.players} players, the other of {two.players}; only games of as many "
            "players can be compared"
        )
    if one.bot_names != two.bot_names:
        raise CaravanError(
            f"baseline: {in_words(dict.fromkeys(one.bot_names))} played there and "
            f"{in_words(dict.fromkeys(two.bot_names))} "
            "here, so a difference could come from the players as well as from the rules; simulate both with the "
            "same bots"
        )
    if one.rules.id == two.rules.id:
        raise CaravanError(
            f"baseline: both folders hold games of the same rules ({one.rules.id}) and bots, so there is no before "
            f"and after"
        )
    with_events = before.has_log and after.has_log
    remarks = []
    if before.has_log != after.has_log:
        remarks.append(
            f"{'The baseline' if after.has_log else 'This batch'} has no event log (--no-events), so figures that "
            "need it are not compared."
        )
    if one.seed != two.seed:
        table = independent_table(Sample(before), Sample(after), with_events=with_events)
        return BeforeAfter(before, after, as_csv(_completed(table, after)), paired=False, remark=" ".join(remarks))
    fewer = min(one.games, two.games)
    if one.games != two.games:
        longer = "baseline" if one.games > two.games else "batch"
        remarks.append(f"The {longer} has more games than the other; as many are compared, the first ones of each.")
    before, after = before.first(fewer), after.first(fewer)
    table = compare_batches(before, after, with_events=with_events).table
    return BeforeAfter(before, after, as_csv(_completed(table, after)), paired=True, remark=" ".join(remarks))


def _completed(table: pd.DataFrame, after: FolderBatch) -> pd.DataFrame:
    """Add the figures of the batch that couldn't be compared because the baseline has no log."""
    if not after.has_log:
        return table
    sample = after.remember(Sample)
    frame = estimates_frame(sample, summary(sample, with_events=True))
    there = set(table.loc[table["rules_id"] == after.request.rules.id, "measure"])
    more = frame[~frame["measure"].isin(there)]
    return table if more.empty else pd.concat([table, more], ignore_index=True)
