"""On what several styles agree, as tables and sentences for people."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from caravan.agreement import ALWAYS, Agreement, Finding, meanings_in_words
from caravan.agreement.figure_words import number_in_words
from caravan.cli.headline import rules_in_words
from caravan.cli.tables import paragraph, table

__all__ = ["number_in_words", "told"]

_SAYS = {"above": "more than fair", "below": "less than fair", "": "can't tell"}


def told(agreement: Agreement) -> str:
    """Tell on what several styles agree.

    Parameters
    ----------
    agreement : Agreement
        From `caravan.agreement.agree`.

    Returns
    -------
    str
        A title, the effect of going first by style with the verdict, the seats' effects, whatever else was measured,
        and what to bear in mind.
    """
    rules = agreement.rules
    parts = [
        paragraph(
            f"Each style against itself, {rules.players} players, seed {agreement.seed}, {rules_in_words(rules)}"
        ),
        *_first_player(agreement),
        *_seats(agreement, _findings(agreement, ALWAYS[1]), "The seats' effects, in percentage points"),
    ]
    shown = set(ALWAYS)
    for finding in agreement.findings:
        if finding.measure not in shown:
            shown.add(finding.measure)
            parts += _measure(agreement, finding.measure)
    parts.append(paragraph(_reading(agreement)))
    parts += [paragraph(f"Note: {remark}") for remark in agreement.remarks]
    return "\n\n".join(parts)


def _first_player(agreement: Agreement) -> list[str]:
    finding = agreement.first_player
    rows = [
        (style, f"{row.games:,}", _value(row), _span(row), _SAYS[_side(finding, style)])
        for style, row in _by_style(agreement, finding)
    ]
    fair = 100 / agreement.rules.players
    heading = f"Going first: seat 1's share of the wins, less a fair {fair:.3g}%, in percentage points"
    return [_block(heading, rows, ("bot", "games", "effect", "interval", "finds")), paragraph(finding.words)]


def _seats(agreement: Agreement, findings: Sequence[Finding], heading: str) -> list[str]:
    """Set a measure of the seats in a table with a column for each, and a row for each style."""
    columns = [
        [f"{_value(row)} ({span})" if (span := _span(row)) else _value(row) for _, row in _by_style(agreement, finding)]
        for finding in findings
    ]
    rows = [(style, *(column[place] for column in columns)) for place, style in enumerate(agreement.games)]
    if all(finding.verdict is not None for finding in findings):
        rows.append(("verdict", *map(_word, findings)))
    headings = ("bot", *(f"seat {finding.seat}" for finding in findings))
    words = [] if findings[0].fair else [paragraph(f"Seat {found.seat}: {found.words}") for found in findings]
    return [_block(heading, rows, headings), *words]


def _measure(agreement: Agreement, measure: str) -> list[str]:
    findings = _findings(agreement, measure)
    unit = agreement.rows_of(findings[0])["unit"].iloc[0]
    parts = []
    for finding in findings:
        if finding.seat is None:
            rows = [(style, f"{row.games:,}", _value(row), _span(row)) for style, row in _by_style(agreement, finding)]
            block = _block(f"{measure}, {unit}", rows, ("bot", "games", "value", "interval"))
            parts += [block, paragraph(finding.words)]
    if by_seat := [finding for finding in findings if finding.seat is not None]:
        parts += _seats(agreement, by_seat, f"{measure} by seat, {unit}")
    return parts


def _findings(agreement: Agreement, measure: str) -> list[Finding]:
    return [finding for finding in agreement.findings if finding.measure == measure]


def _block(heading: str, rows: Sequence[Sequence[str]], headings: Sequence[str]) -> str:
    return f"{paragraph(heading)}\n\n{table(rows, headings, indent=2)}"


def _by_style(agreement: Agreement, finding: Finding) -> list[tuple[str, Any]]:
    rows: list[Any] = list(agreement.rows_of(finding).itertuples(index=False))
    return list(zip(agreement.games, rows, strict=True))


def _side(finding: Finding, style: str) -> str:
    verdict = finding.verdict
    if verdict is None or style in verdict.unsure:
        return ""
    return "above" if style in verdict.above else "below"


def _word(finding: Finding) -> str:
    """Give the verdict's word, and on which side the styles agree."""
    if finding.verdict is None:
        return ""
    return {"above": "agreed: more", "below": "agreed: less", "": finding.verdict.word}[finding.verdict.side]


def _value(row: Any) -> str:
    return "-" if math.isnan(row.value) else number_in_words(row.value, row.unit)


def _span(row: Any) -> str:
    if math.isnan(row.low) and math.isnan(row.high):
        return ""
    return f"{number_in_words(row.low, row.unit)} to {number_in_words(row.high, row.unit)}"


def _reading(agreement: Agreement) -> str:
    """Say what the verdicts' words mean, and how the intervals were made."""
    first, seats = (
        " or ".join(dict.fromkeys(filter(None, agreement.rows_of(agreement.finding(name, 1))["interval"]))) or "none"
        for name in ALWAYS
    )
    return (
        f"{meanings_in_words()}. Intervals: going first {first}, for seat 1 alone; the seats {seats}, "
        "which hold together and so are wider."
    )
