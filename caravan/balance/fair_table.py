"""Everything that was found out about a fair start, as one tidy table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from caravan.agreement import fair_value, verdict_sentence
from caravan.balance.fair_games import SCOUT, seed_for
from caravan.balance.starts import FairStart, FinishedPart, Start
from caravan.measures import Estimate
from caravan.rules import Rules

FAIR_COLUMNS = (
    "step",
    "start",
    "opening_actions",
    "starting_points",
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
    "seed",
    "verdict",
    "note",
)
"""The columns of the table."""

_EFFECT, _POINTS = "percentage points", "points"


def fair_table(found: FairStart) -> pd.DataFrame:
    """Put a fair start into one table.

    Parameters
    ----------
    found : FairStart
        From `fair_start`.

    Returns
    -------
    DataFrame
        The columns of `FAIR_COLUMNS`. ``step`` is ``now`` (the present rules), ``static`` (points worked out),
        ``foretold`` (what they would do), ``played`` (the starts proposed), ``round 1`` and so on (openings tried by
        the scout) and ``finals``. ``bots`` names the style that played every seat.
    """
    return _table([*_starts(found), *_needed(found), *_checks(found), *_screened(found)])


def unfinished_table(parts: Sequence[FinishedPart]) -> pd.DataFrame:
    """Put what had finished of a search that was stopped into a table like that of `fair_table`.

    Parameters
    ----------
    parts : sequence of FinishedPart

    Returns
    -------
    DataFrame
        The columns of `FAIR_COLUMNS`; every verdict is ``unfinished``.
    """
    return _table(
        [
            _seat(
                part.rules,
                effect,
                "the search was stopped before the styles could be compared",
                step="now" if part.name == "now" else "played",
                start=part.name,
                bots=part.style,
                seed=part.seed,
                verdict="unfinished",
            )
            for part in parts
            for effect in part.effects
        ]
    )


def _table(rows: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    frame = pd.DataFrame(rows, columns=list(FAIR_COLUMNS))
    texts = dict.fromkeys(
        ("step", "start", "opening_actions", "starting_points", "rules_id", "bots", "measure", "unit", "interval"),
        "str",
    )
    numbers = dict.fromkeys(("value", "low", "high"), "float64")
    return frame.astype({**texts, **numbers, "verdict": "str", "note": "str", "seat": "Int8"})


def _row(rules: Rules, **cells: Any) -> dict[str, Any]:
    return {
        "opening_actions": listed(rules.opening_actions),
        "starting_points": listed(rules.starting_points),
        "rules_id": rules.id,
        "players": rules.players,
        "measure": "seat_effect",
        "unit": _EFFECT,
        "low": math.nan,
        "high": math.nan,
        "interval": "",
        "verdict": "",
        "note": "",
        **cells,
    }


def _starts(found: FairStart) -> Iterator[dict[str, Any]]:
    for start in found.starts:
        step, seed = ("now", found.seed) if start is found.now else ("played", seed_for(found.seed, "played"))
        for style, effects in start.effects.items():
            for effect, verdict, words in zip(effects, start.verdicts, seat_sentences(start), strict=True):
                yield _seat(
                    start.rules,
                    effect,
                    words.rstrip("."),
                    step=step,
                    start=start.name,
                    bots=style,
                    seed=seed,
                    verdict=verdict.word,
                )


def _seat(rules: Rules, effect: Estimate, words: str, **cells: Any) -> dict[str, Any]:
    return _row(
        rules,
        seat=effect.seat,
        value=effect.value,
        low=effect.low,
        high=effect.high,
        interval=effect.interval,
        games=effect.games,
        note="; ".join(filter(None, (effect.note, words))),
        **cells,
    )


def _needed(found: FairStart) -> Iterator[dict[str, Any]]:
    for style, needed in found.needed.items():
        for seat in range(found.rules.players):
            yield _row(
                found.rules,
                step="static",
                start="now",
                bots=style,
                measure="fair_compensation",
                seat=seat + 1,
                value=needed.points[seat],
                unit=_POINTS,
                low=needed.low[seat],
                high=needed.high[seat],
                interval=needed.method[seat],
                games=needed.games,
                seed=found.seed,
                note=needed.note[seat],
            )


def _checks(found: FairStart) -> Iterator[dict[str, Any]]:
    for check in found.checks:
        yield _row(
            found.points.rules,
            step="foretold",
            start="points",
            bots=check.style,
            seat=check.seat,
            value=check.foretold,
            low=check.low,
            high=check.high,
            interval="prediction 95% over all seats and styles",
            games=check.games_foretold,
            seed=found.seed,
            verdict=check.verdict,
            note=f"played {check.played:+.2f} in {check.games_played} games",
        )


def _screened(found: FairStart) -> Iterator[dict[str, Any]]:
    for row in found.screened:
        rules = found.rules.replace(opening_actions=list(row.opening))
        step, seed = (f"round {row.round}", "openings") if row.round else ("finals", "finals")
        for seat, effect in enumerate(row.effects, start=1):
            yield _row(
                rules,
                step=step,
                start="opening",
                bots=row.style if row.round == 0 else SCOUT,
                seat=seat,
                value=effect,
                games=row.games,
                seed=seed_for(found.seed, seed),
                verdict=("goes on" if row.round else "chosen") if row.goes_on else "",
                note=f"imbalance {row.imbalance:.2f} squared percentage points over the styles",
            )


def seat_sentences(start: Start) -> tuple[str, ...]:
    """Say for each seat what the styles find together under a start."""
    players = start.rules.players
    sentences = []
    for seat, verdict in enumerate(start.verdicts, start=1):
        fair = fair_value("seat_effect", seat, players)
        sentences.append("" if fair is None else verdict_sentence(verdict, fair))
    return tuple(sentences)


def listed(numbers: Sequence[int]) -> str:
    """Write a list for a cell, with blanks between: ``1 2 3``, or ``none``."""
    return " ".join(map(str, numbers)) or "none"


def words_of_games(games: Mapping[str, int]) -> str:
    """Say how many games each style played."""
    return ", ".join(f"{style} {number:,}" for style, number in games.items())
