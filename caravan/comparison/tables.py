"""The tables of a comparison: headline figures, verdicts of all styles together, the playtest summary's differences."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from caravan.comparison.differences import Difference
from caravan.comparison.findings import Finding
from caravan.comparison.verdicts import Word
from caravan.measures.holm import holm, p_value

HEADLINE_COLUMNS = (
    "rules",
    "bots",
    "figure",
    "measure",
    "seat",
    "unit",
    "games",
    "before",
    "after",
    "difference",
    "low",
    "high",
    "interval",
    "margin",
    "verdict",
    "independent",
    "p",
    "p_holm",
    "note",
)
"""The columns of the headline figures."""

FINDING_COLUMNS = (
    "rules",
    "rules_id",
    "baseline",
    "players",
    "measure",
    "seat",
    "unit",
    "verdict",
    "above",
    "below",
    "unsure",
    "equal",
    "words",
)
"""The columns of what the styles say together."""


@dataclass(frozen=True)
class Judged:
    """A difference with its verdict.

    Attributes
    ----------
    rules, style : str
        The rule set's name, and who played.
    heading : str
        What the figure is called in a table.
    difference : Difference
        Its difference from the baseline's.
    margin : float
        From which size on a difference matters.
    verdict : str
        What it comes to.
    """

    rules: str
    style: str
    heading: str
    difference: Difference
    margin: float
    verdict: Word

    @property
    def p(self) -> float:
        """The p-value that fits the interval."""
        return p_value(self.difference.value, self.difference.low, self.difference.high)

    @property
    def note(self) -> str:
        """By which margin the difference was judged, and what pairing gained; or why there is no interval."""
        found = self.difference
        if not found.interval:
            return found.note
        return (
            f"difference: {found.interval}, margin {self.margin:.4g}, half-width {found.half_width:.4g}, "
            f"from independent games {found.apart:.4g}"
        )


def headlines_frame(rows: Sequence[Judged]) -> pd.DataFrame:
    """Put headline figures into a table.

    Parameters
    ----------
    rows : sequence of Judged
        All that are read together: their p-values are adjusted for as many questions.

    Returns
    -------
    DataFrame
        With `HEADLINE_COLUMNS`, one row each.
    """
    table = [
        (
            row.rules,
            row.style,
            row.heading,
            row.difference.label,
            row.difference.seat,
            row.difference.unit,
            row.difference.games,
            row.difference.before.value,
            row.difference.after.value,
            row.difference.value,
            row.difference.low,
            row.difference.high,
            row.difference.interval,
            row.margin,
            row.verdict,
            row.difference.apart,
            row.p,
            adjusted,
            row.difference.note,
        )
        for row, adjusted in zip(rows, holm([row.p for row in rows]), strict=True)
    ]
    frame = pd.DataFrame(table, columns=list(HEADLINE_COLUMNS))
    texts = ("rules", "bots", "figure", "measure", "unit", "interval", "verdict", "note")
    return frame.astype({**dict.fromkeys(texts, "str"), "seat": "Int8"})


def verdicts_frame(findings: Sequence[Finding], ids: Mapping[str, str], players: int) -> pd.DataFrame:
    """Put into a table what the styles say together.

    Parameters
    ----------
    findings : sequence of Finding
        One for each row.
    ids : mapping of str to str
        The rule sets' short names, by the names they have here.
    players : int
        How many play.

    Returns
    -------
    DataFrame
        With `FINDING_COLUMNS`.
    """
    rows = []
    for found in findings:
        together = found.together
        groups = (together.above, together.below, together.unsure, found.equal)
        rows.append(
            (
                found.rules,
                ids[found.rules],
                ids[found.baseline],
                players,
                found.measure,
                found.seat,
                found.unit,
                together.word,
                *("; ".join(group) for group in groups),
                found.words,
            )
        )
    frame = pd.DataFrame(rows, columns=list(FINDING_COLUMNS))
    texts = [name for name in FINDING_COLUMNS if name not in {"players", "seat"}]
    return frame.astype({**dict.fromkeys(texts, "str"), "seat": "Int8"})


def with_differences(
    frame: pd.DataFrame, judged: Mapping[tuple[str, int | None], Judged], baseline: str
) -> pd.DataFrame:
    """Fill in the columns of a playtest summary that are about a baseline.

    Parameters
    ----------
    frame : DataFrame
        The playtest summary of a rule set under one style.
    judged : mapping of (str, int or None) to Judged
        Differences by measure and seat; where there is none, the columns stay empty.
    baseline : str
        The baseline's short name.

    Returns
    -------
    DataFrame
        The same rows.
    """
    seats = [None if pd.isna(seat) else int(seat) for seat in frame["seat"]]
    rows = [judged.get((label, seat)) for label, seat in zip(frame["measure"], seats, strict=True)]
    notes = [
        "; ".join(filter(None, (note, "" if row is None else row.note)))
        for note, row in zip(frame["note"], rows, strict=True)
    ]
    return frame.assign(
        baseline=pd.array([baseline] * len(frame), dtype="str"),
        difference=[math.nan if row is None else row.difference.value for row in rows],
        difference_low=[math.nan if row is None else row.difference.low for row in rows],
        difference_high=[math.nan if row is None else row.difference.high for row in rows],
        verdict=pd.array(["" if row is None else row.verdict for row in rows], dtype="str"),
        note=pd.array(notes, dtype="str"),
    )
