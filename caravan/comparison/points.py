"""What a comparison comes to in short: the main figures, by what all styles together say of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from caravan.comparison.findings import Finding, Outcome
from caravan.comparison.headlines import headline_figures
from caravan.comparison.result import Comparison
from caravan.measures.intervals import CONFIDENCE, normal_quantile
from caravan.measures.power import games_needed
from caravan.wording import in_words

MOST_GAMES_ADVISED = 200_000

TITLES: dict[Outcome, str] = {
    "better": "Better",
    "worse": "Worse",
    "higher": "Higher",
    "lower": "Lower",
    "practically equal": "Practically equal",
    "disputed": "Disputed, as it seems to depend on how one plays",
    "can't tell": "Can't tell yet",
}
"""What the groups are called, the surest first."""


@dataclass(frozen=True)
class Point:
    """One main figure.

    Attributes
    ----------
    figure : str
        What it is called in a sentence.
    comment : str
        What its group's title leaves open; often empty.
    finding : Finding
        What all styles say of it.
    """

    figure: str
    comment: str
    finding: Finding

    def __str__(self) -> str:
        return f"{self.figure} ({self.comment})" if self.comment else self.figure


@dataclass(frozen=True)
class Group:
    """The main figures that come to the same.

    Attributes
    ----------
    outcome : str
        What they come to.
    title : str
        The same as a title.
    points : tuple of Point
        The figures.
    """

    outcome: Outcome
    title: str
    points: tuple[Point, ...]


def headline_findings(comparison: Comparison, rules: str) -> list[tuple[str, Finding]]:
    """List the main figures, each with what all styles say of it.

    Parameters
    ----------
    comparison : Comparison
        Complete, or so far.
    rules : str
        The name of the rule set.

    Returns
    -------
    list of (str, Finding)
        Named as in a sentence.
    """
    return [
        (headline.figure, comparison.finding(headline.measure, headline.seat, rules=rules))
        for headline in headline_figures(comparison.players)
    ]


def in_short(comparison: Comparison, rules: str) -> tuple[Group, ...]:
    """Say what was found about a rule set, the surest first.

    Parameters
    ----------
    comparison : Comparison
        Complete, or so far.
    rules : str
        The name of the rule set.

    Returns
    -------
    tuple of Group
        What all styles agree on, or what the only one finds; groups without a figure are left out.
    """
    groups: dict[Outcome, list[Point]] = {}
    for figure, finding in headline_findings(comparison, rules):
        groups.setdefault(finding.outcome, []).append(Point(figure, comment_on(finding), finding))
    return tuple(Group(word, title, tuple(groups[word])) for word, title in TITLES.items() if word in groups)


def comment_on(finding: Finding) -> str:
    """Say what a group's title leaves open about a finding; often nothing."""
    if len(finding.verdicts) == 1:
        return finding.direction if finding.outcome in {"better", "worse"} else ""
    small = f"within the margin for {in_words(finding.equal)}" if finding.equal else ""
    match finding.outcome:
        case "better" | "worse":
            return ", though ".join(filter(None, (finding.direction, small)))
        case "higher" | "lower":
            return small
        case "can't tell":
            find = "finds" if len(finding.finders) == 1 else "find"
            some = f"{in_words(finding.finders)} {find} it {finding.direction}" if finding.finders else ""
            return "; ".join(filter(None, (some, small)))
    return ""


def games_to_decide(comparison: Comparison) -> dict[str, int]:
    """Say how many games would probably decide what can't be told yet.

    Parameters
    ----------
    comparison : Comparison
        Complete.

    Returns
    -------
    dict of str to int
        By style, where there is such a number up to `MOST_GAMES_ADVISED`.
    """
    frame = comparison.headlines
    wanted: dict[str, int] = {}
    rows: list[Any] = list(frame[(frame["verdict"] == "can't tell") & (frame["high"] > frame["low"])].itertuples())
    for row in rows:
        deviation = (row.high - row.low) / 2.0 / normal_quantile(CONFIDENCE) * math.sqrt(row.games)
        if row.margin > 0.0:
            games = games_needed(row.margin, deviation)
            if row.games < games <= MOST_GAMES_ADVISED:
                rounded = -(-games // 1000) * 1000 if games > 10_000 else -(-games // 100) * 100
                wanted[row.bots] = max(wanted.get(row.bots, 0), rounded)
    return wanted
