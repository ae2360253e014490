"""The main differences of a comparison on a page of their own."""

from __future__ import annotations

import html
from typing import Any

import pandas as pd

from caravan.comparison import Comparison, figure_in_words, interval_in_words
from caravan.plots import differences
from caravan.plots.ladder_matrix import quiet
from caravan.plots.standalone_page import standalone_page
from caravan.wording import in_words


def page(comparison: Comparison) -> str:
    """Put the figures of a comparison on a page of their own, which opens without a network.

    Parameters
    ----------
    comparison : Comparison
        Complete.

    Returns
    -------
    str
        HTML that needs nothing else, with one figure for each rule set beside the baseline.
    """
    figures, parts = {}, []
    for number, rules in enumerate(comparison.others, start=1):
        name = f"{differences.NAME}_{number}"
        shown = differences.read(comparison, rules)
        figures[name] = differences.figure(shown, with_words=False, name=name)
        figures[name].update(sizing_mode="fixed", width=940)
        quiet(figures[name])
        parts += [
            f"<h2>{html.escape(shown.finding)}</h2>",
            f"<!-- {name} -->",
            *(f'<p class="quiet">{html.escape(line)}</p>' for line in shown.lines),
            _table(comparison.headlines, rules, comparison.baseline),
        ]
    title = f"{in_words(comparison.others)} against {comparison.baseline}"
    origin = f"{comparison.games_in_words} under each rule set, {comparison.players} players, seed {comparison.seed}"
    return standalone_page(title, origin, "\n".join(parts), figures)


def _table(headlines: pd.DataFrame, rules: str, baseline: str) -> str:
    headings = ("figure", "bot", baseline, rules, "difference", "95% interval", "verdict", "margin")
    lines = ["<tr>" + "".join(f"<th>{html.escape(heading)}</th>" for heading in headings) + "</tr>"]
    records: list[Any] = list(headlines[headlines["rules"] == rules].itertuples(index=False))
    for row in records:
        cells = (
            f"{row.figure}",
            row.bots,
            figure_in_words(row.before, row.unit),
            figure_in_words(row.after, row.unit),
            figure_in_words(row.difference, row.unit, signed=True),
            interval_in_words(row.low, row.high, row.unit) or row.note,
            row.verdict,
            figure_in_words(row.margin, row.unit).lstrip("+"),
        )
        lines.append("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>")
    return '<div class="wide"><table>' + "\n".join(lines) + "</table></div>"
