"""What came of a batch, in a few lines."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import pandas as pd

from caravan.batch import Batch
from caravan.cli.lists import written
from caravan.cli.tables import paragraph, table
from caravan.rules import Rules

ENDINGS = {"delivery": "by a delivery", "deadlock": "by deadlock", "turn_limit": "at the turn limit"}


def headline(batch: Batch, summary: pd.DataFrame) -> str:
    """Tell what came of a batch.

    Parameters
    ----------
    batch : Batch
        Complete.
    summary : DataFrame
        Its playtest summary.

    Returns
    -------
    str
        Several lines: first-player advantage, a row for each seat, length, endings; each with interval and games.
    """
    request = batch.request
    figures: Iterable[Any] = summary.itertuples(index=False)
    by_name = {(row.measure, None if pd.isna(row.seat) else int(row.seat)): row for row in figures}
    first = by_name["first_player_advantage", 1]
    shares = [by_name["win_share", seat] for seat in range(1, request.players + 1)]
    scores = [by_name["score.mean", seat] for seat in range(1, request.players + 1)]
    rows = [
        (str(share.seat), bot, _percent(share), _span(share, 100), _number(score), _span(score))
        for bot, share, score in zip(request.bot_names, shares, scores, strict=True)
    ]
    headings = ("seat", "bot", "wins %", "interval", "mean score", "interval")
    turns, mean = by_name["length.turns.mean", None], by_name["score.mean", None]
    facts = [
        ("first-player advantage", f"{first.value:+.1f} percentage points{_in_brackets(first, signed=True)}"),
        ("mean score", f"{mean.value:.1f} points{_in_brackets(mean)}"),
        ("length", f"{turns.value:.1f} turns{_in_brackets(turns)}"),
        *(
            ("endings" if reason == "delivery" else "", f"{_percent(ending)}% {how}{_in_brackets(ending, 100)}")
            for reason, how in ENDINGS.items()
            for ending in [by_name[f"endings.{reason}", None]]
        ),
    ]
    remarks = [part for part in str(first.note).split("; ") if part and not part.startswith("seed ")]
    parts = [
        paragraph(_title(batch)),
        table(rows, headings),
        table(facts),
        paragraph(f"Intervals of the table: wins {_methods(shares)}; scores {_methods(scores)}."),
        *(paragraph(f"Note: {remark}.") for remark in remarks),
    ]
    return "\n\n".join(parts)


def _title(batch: Batch) -> str:
    """Say what was played."""
    request = batch.request
    games = "1 game" if len(batch) == 1 else f"{len(batch):,} games"
    return f"{games} of {request.players} players from seed {request.seed}, {rules_in_words(request.rules)}"


def rules_in_words(rules: Rules) -> str:
    """Name a rule set, and say how it differs from the standard game, the number of players left aside.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    str
        Such as ``rules rabbbcfa1: the standard game with camels=6``.
    """
    changes = [
        f"{name}={ours.name if name == 'board' else written(ours)}"
        for name, (_, ours) in rules.differences(Rules()).items()
        if name != "players"
    ]
    described = f"the standard game with {', '.join(changes)}" if changes else "the standard game"
    return f"rules {rules.id}: {described}"


def _percent(row: Any) -> str:
    return _number(row, 100)


def _number(row: Any, factor: float = 1.0) -> str:
    return "-" if math.isnan(row.value) else f"{row.value * factor:.1f}"


def _span(row: Any, factor: float = 1.0, *, signed: bool = False) -> str:
    """Write an interval; an end that is missing is left open."""
    if math.isnan(row.low) and math.isnan(row.high):
        return ""
    low, high = (
        "..." if math.isnan(end) else f"{end * factor:{'+' if signed else ''}.1f}" for end in (row.low, row.high)
    )
    return f"{low} to {high}"


def _in_brackets(row: Any, factor: float = 1.0, *, signed: bool = False) -> str:
    span = _span(row, factor, signed=signed)
    return f" ({span}, {row.interval})" if span else ""


def _methods(rows: list[Any]) -> str:
    return " or ".join(dict.fromkeys(row.interval for row in rows if row.interval)) or "none"
