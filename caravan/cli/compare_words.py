"""What a comparison of rule sets comes to, as tables and sentences for people."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pandas as pd

from caravan.cli.headline import rules_in_words
from caravan.cli.tables import paragraph, table
from caravan.comparison import (
    Comparison,
    Foresight,
    figure_in_words,
    games_to_decide,
    headline_findings,
    in_short,
    interval_in_words,
)
from caravan.wording import in_words

_STOPPED = (
    "Stopped before all games were played. What follows holds for those that were: while games are missing, intervals "
    "are wider, and allow for a stop at any time."
)
_EACH_FOR_ITSELF = "each figure by itself: of twenty intervals, one misses on average"


def foretold(foresight: Foresight) -> str:
    """Tell what the planned games will be able to show.

    Parameters
    ----------
    foresight : Foresight
        From `caravan.comparison.foresee`.

    Returns
    -------
    str
        A paragraph.
    """
    tried = {style: games for style, games in foresight.trials.items() if games}
    if not tried:
        return paragraph(" ".join(foresight.sentences))
    trials = in_words(dict.fromkeys(f"{games:,}" for games in tried.values()))
    return paragraph(
        f"Beforehand, from {trials} games on other seeds: {' '.join(foresight.sentences)} (Enough: a true difference "
        "as large as the figure's margin is found with a chance of 80%.)"
    )


def glimpse(so_far: Comparison) -> str:
    """Tell in a few words what the main figure looks like so far."""
    style = so_far.styles[-1]
    found = so_far.difference("seat_effect", 1, style=style)
    span = interval_in_words(found.low, found.high, found.unit)
    if not span:
        return ""
    growing = " so far" if so_far.games[style] < so_far.planned[style] else ""
    return f"seat 1 {figure_in_words(found.value, found.unit)} points ({span}{growing})"


def told(comparison: Comparison, folder: str | Path | None = None) -> str:
    """Tell what a comparison comes to.

    Parameters
    ----------
    comparison : Comparison
        Complete, or stopped.
    folder : str or Path, optional
        Where it was written to.

    Returns
    -------
    str
        For each rule set a title, what was found in short, and the main figures; then how to read them, and what to do
        next.
    """
    parts = [] if comparison.settled else [paragraph(_STOPPED)]
    parts += [part for rules in comparison.others for part in _against_baseline(comparison, rules)]
    parts += [paragraph(text) for text in (*_reading(comparison), *comparison.remarks)]
    parts.append("\n".join(["Next:", *(paragraph(f"- {step}", 2) for step in _next(comparison, folder))]))
    return "\n\n".join(parts)


def _against_baseline(comparison: Comparison, rules: str) -> list[str]:
    base = comparison.baseline
    names = [
        rules_in_words(comparison.rule_sets[name]).replace("rules ", f"{name} (", 1).replace(":", "):", 1)
        for name in (base, rules)
    ]
    title = (
        f"{rules} against {base}: {comparison.players} players, seed {comparison.seed}, "
        f"{in_words(f'{comparison.played_in_words(style)} of {style}' for style in comparison.styles)} under each"
    )
    facts = "\n".join(paragraph(name, 2) for name in names)
    return [f"{paragraph(title)}\n\n{facts}", _in_short(comparison, rules), _figures(comparison, rules)]


def _in_short(comparison: Comparison, rules: str) -> str:
    """Say what was found, the surest first: what all styles agree on, or what the only one finds."""
    rows = [(group.title, "; ".join(map(str, group.points))) for group in in_short(comparison, rules)]
    agreed = " (agreed by styles that think differently)" if len(comparison.styles) > 1 else ""
    return f"{paragraph(f'In short, under {rules}{agreed}:')}\n\n{_rows(rows)}"


def _rows(rows: Iterable[tuple[str, str]]) -> str:
    return "\n".join(paragraph(f"{title}: {text}.", 2) for title, text in rows)


def _figures(comparison: Comparison, rules: str) -> str:
    frame = comparison.headlines
    frame = frame[frame["rules"] == rules]
    rows, last = [], ""
    records: list[Any] = list(frame.itertuples(index=False))
    for row in records:
        finding = comparison.finding(row.measure, None if pd.isna(row.seat) else int(row.seat), rules=rules)
        together = "equal" if finding.outcome == "practically equal" else finding.together.word
        new = row.figure != last
        last = row.figure
        rows.append(
            (
                row.figure if new else "",
                row.bots,
                figure_in_words(row.before, row.unit),
                figure_in_words(row.after, row.unit),
                figure_in_words(row.difference, row.unit, signed=True),
                _span(row),
                row.verdict,
                *([together if new else ""] if len(comparison.styles) > 1 else []),
            )
        )
    headings = ("figure", "bot", "before", "after", "difference", "95% interval", "verdict")
    return table(rows, (*headings, *(["styles"] if len(comparison.styles) > 1 else [])), indent=2)


def _span(row: Any) -> str:
    words = interval_in_words(row.low, row.high, row.unit)
    return words or ("no variation" if row.note.startswith("the same") else "none")


def _reading(comparison: Comparison) -> list[str]:
    frame = comparison.headlines
    sure = frame[frame["p_holm"] < 0.05]
    asked = int(frame["p"].notna().sum())
    standing: dict[str, dict[str, None]] = {}
    pairs: list[Any] = list(sure[["rules", "figure"]].itertuples(index=False))
    for rules, figure in pairs:
        standing.setdefault(rules, {})[figure] = None
    named = [
        "; ".join(figures) if len(comparison.others) == 1 else f"{rules} ({'; '.join(figures)})"
        for rules, figures in standing.items()
    ]
    held = in_words(named) if named else "none"
    records: list[Any] = list(frame.itertuples(index=False))
    margins = dict.fromkeys(
        f"{figure_in_words(row.margin, row.unit).lstrip('+')} {_counted(row.unit)}" for row in records
    )
    half = (frame["high"] - frame["low"]) / 2.0
    gain = (frame["independent"] / half)[half > 0.0]
    pairing = (
        f" Without the same seeds they would be {_more(gain.min())} to {_more(gain.max())} wider." if len(gain) else ""
    )
    if not asked:
        return [f"No intervals: {_why_none(comparison)}."]
    return [
        f"Intervals are of the difference game by game, {_EACH_FOR_ITSELF}: {comparison.interval_words}{pairing}",
        f"Margins: {', '.join(margins)}. Of the {asked} differences above, taken together (Holm, 5%), there still "
        f"stand: {held}.",
    ]


def _why_none(comparison: Comparison) -> str:
    """Give the reasons for which no figure has an interval."""
    return in_words(dict.fromkeys(filter(None, comparison.headlines["note"]))) or "nothing varies"


def _counted(unit: str) -> str:
    return "for shares" if unit.startswith("share") else unit


def _more(factor: float) -> str:
    return f"{max(0.0, 100 * (factor - 1.0)):.0f}%"


def _next(comparison: Comparison, folder: str | Path | None) -> list[str]:
    """Say what to do with what was found."""
    steps = []
    wanted = games_to_decide(comparison) if comparison.settled else {}
    if wanted:
        games = ",".join(f"{style}={number}" for style, number in wanted.items())
        steps.append(f"To decide what is open, play more: --games {games}")
    disputed = [
        figure
        for rules in comparison.others
        for figure, finding in headline_findings(comparison, rules)
        if finding.together.word == "disputed"
    ]
    if disputed:
        steps.append(f"Watch at the table for what is disputed: {in_words(dict.fromkeys(disputed))}.")
    if len(comparison.planned) == 1:
        steps.append("Ask a second style that thinks differently, such as --bots planner,beam, before you believe it.")
    if not comparison.settled:
        steps.append(f"To play all of it: the same command{'' if folder is None else ' with --overwrite'}.")
    if folder is None:
        steps.append("For every figure, a picture and the games themselves: --out DIR.")
    else:
        steps.append(f"For a page to show: caravan report {shlex.quote(str(folder))}")
    if comparison.settled:
        steps.append("For other seeds, to see it again: --seed 1.")
    return steps
