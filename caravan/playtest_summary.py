"""The playtest summary: every measure of a batch in one long table."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path

import pandas as pd

from caravan import spreadsheets
from caravan.files import write_atomically
from caravan.measures import BatchLike, Estimate, Sample, all_measures, summary

COLUMNS = (
    "rules_id",
    "players",
    "bots",
    "measure",
    "seat",
    "value",
    "unit",
    "low",
    "high",
    "interval",
    "games",
    "seeds",
    "baseline",
    "difference",
    "difference_low",
    "difference_high",
    "verdict",
    "note",
)
"""The columns of the playtest summary."""

_WEAK_BOTS = frozenset({"random", "grabber"})
_STUCK_ENDS = {"deadlock": "by deadlock", "turn_limit": "at the turn limit"}


def summary_frame(batch: BatchLike, names: Iterable[str] | None = None, *, with_events: bool = False) -> pd.DataFrame:
    """Put measures of a batch into one table.

    Parameters
    ----------
    batch : BatchLike
        The games played so far.
    names : iterable of str, optional
        Which measures; every one by default.
    with_events : bool, default False
        Where no names are given, whether to include the measures that read the event log, which takes longer.

    Returns
    -------
    DataFrame
        The columns of `COLUMNS`, one row per measure, part and seat. ``measure`` is the measure's name and its part,
        such as ``score.mean``; ``seat`` is missing for figures of the whole game; ``seeds`` is the number of
        independent game seeds; ``note`` begins with the master seed.

    Raises
    ------
    CaravanError
        If there is no such measure.
    """
    sample = Sample(batch)
    return estimates_frame(sample, summary(sample, names, with_events=with_events))


def estimates_frame(sample: Sample, estimates: Sequence[Estimate]) -> pd.DataFrame:
    """Put figures that have been measured already into a table.

    Parameters
    ----------
    sample : Sample
        The games they were taken from.
    estimates : sequence of Estimate
        The figures.

    Returns
    -------
    DataFrame
        As from `summary_frame`, one row each.
    """
    batch = sample.batch
    request = batch.request
    seeds = int(batch.games["game"].nunique())
    either = {about_seats: _caveats(sample, about_seats=about_seats) for about_seats in (False, True)}
    caveats = {entry.name: either[entry.about_seats] for entry in all_measures()}
    frame = pd.DataFrame(
        {
            "measure": pd.array([estimate.label for estimate in estimates], dtype="str"),
            "seat": pd.array([estimate.seat for estimate in estimates], dtype="Int8"),
            "value": [estimate.value for estimate in estimates],
            "unit": pd.array([estimate.unit for estimate in estimates], dtype="str"),
            "low": [estimate.low for estimate in estimates],
            "high": [estimate.high for estimate in estimates],
            "interval": pd.array([estimate.interval for estimate in estimates], dtype="str"),
            "games": [estimate.games for estimate in estimates],
            "seeds": [min(seeds, estimate.games) for estimate in estimates],
            "note": pd.array([_note(estimate, request.seed, caveats) for estimate in estimates], dtype="str"),
        }
    )
    frame = frame.assign(
        rules_id=request.rules.id,
        players=request.players,
        bots=",".join(request.bot_names),
        baseline="",
        difference=math.nan,
        difference_low=math.nan,
        difference_high=math.nan,
        verdict="",
    )
    return frame.loc[:, list(COLUMNS)]


def summary_csv(batch: BatchLike, *, with_events: bool = False) -> str:
    """Write the playtest summary as text.

    Parameters
    ----------
    batch : BatchLike
        The games played so far.
    with_events : bool, default False
        Whether to include the measures that read the event log.

    Returns
    -------
    str
        CSV with one header line, decimal points, six significant digits, and empty cells for what is missing.
    """
    return as_csv(summary_frame(batch, with_events=with_events))


def as_csv(frame: pd.DataFrame) -> str:
    """Write a playtest summary that is at hand as text.

    Parameters
    ----------
    frame : DataFrame
        From `summary_frame`.

    Returns
    -------
    str
        As from `summary_csv`.
    """
    return spreadsheets.as_csv(frame)


def write_summary(batch: BatchLike, path: str | Path, *, with_events: bool = False) -> None:
    """Write the playtest summary to a file, whole or not at all.

    Parameters
    ----------
    batch : BatchLike
        The games played so far.
    path : str or Path
        The file, UTF-8. Its folder must exist; a file already there is replaced.
    with_events : bool, default False
        Whether to include the measures that read the event log.

    Raises
    ------
    OutputError
        If the file can't be written; what was there before is then untouched.
    """
    write_atomically(path, summary_csv(batch, with_events=with_events))


def _note(estimate: Estimate, seed: int, caveats: dict[str, tuple[str, ...]]) -> str:
    return "; ".join(filter(None, (f"seed {seed}", estimate.note, *caveats[estimate.measure])))


def _caveats(sample: Sample, *, about_seats: bool) -> tuple[str, ...]:
    """Say what a reader must bear in mind about every figure of a batch."""
    request = sample.batch.request
    caveats = []
    if sample.growing:
        caveats.append(f"{sample.games} of {sample.planned} planned games")
    reasons = sample.batch.games["end_reason"]
    stuck = [f"{how} ({count})" for reason, how in _STUCK_ENDS.items() if (count := int((reasons == reason).sum())) > 0]
    if stuck:
        caveats.append(f"games that ended {' and '.join(stuck)} are counted")
    kinds = {bot.split(":")[0] for bot in request.bot_names}
    if kinds <= _WEAK_BOTS:
        caveats.append("weak bots: no evidence about skilled players")
    if about_seats and len(set(request.bot_names)) > 1:
        caveats.append("the bots differ by seat: seat and bot can't be told apart")
    return tuple(caveats)
