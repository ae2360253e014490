"""Which figures a change of the rules is judged by, and how sure each difference is among all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from caravan.agreement import Verdict, judge
from caravan.comparison import holm, p_value
from caravan.report.evidence import Group, Row
from caravan.report.sentences import Named

EQUAL, UNSURE = "practically equal", "can't tell"
ONE_IN_TWENTY = 0.05


@dataclass(frozen=True)
class Figure:
    """A figure that is compared.

    Attributes
    ----------
    measure : str
        The measure and its part.
    called : str
        What it is called in a list.
    claim : str
        A clause with ``{after}`` and ``{before}``; for a figure with a sign ``{more}`` says which it has.
    up, down : str
        What it means where the figure is higher, or lower, as a clause without numbers.
    """

    measure: str
    called: str
    claim: str
    up: str
    down: str


FIGURES = (
    Figure(
        "first_player_advantage",
        "advantage of going first",
        "seat {seat} wins {after} percentage points {more} than a fair share instead of {before}",
        "Going first is worth more",
        "Going first is worth less",
    ),
    Figure(
        "length.turns.mean",
        "length of a game",
        "{after} turns instead of {before}",
        "Games get longer",
        "Games get shorter",
    ),
    Figure(
        "score.mean",
        "mean score",
        "{after} points on average instead of {before}",
        "Players score more",
        "Players score less",
    ),
    Figure(
        "winning_margin.mean",
        "winner's margin",
        "the winner is {after} points ahead of the second instead of {before}",
        "Wins get clearer",
        "Games end closer",
    ),
    Figure(
        "lead_changes.mean",
        "changes of the lead",
        "{after} times a game instead of {before}",
        "The lead changes more often",
        "The lead changes less often",
    ),
    Figure(
        "lead_settled.mean",
        "when the lead is settled",
        "the winner leads for good when {after} of the goods are picked up, instead of {before}",
        "Games stay open longer",
        "Games are settled earlier",
    ),
    Figure(
        "steals", "thefts", "{after} in a game instead of {before}", "More goods are stolen", "Fewer goods are stolen"
    ),
    Figure(
        "ties.after_tie_break",
        "shared wins",
        "{after} of the games instead of {before}",
        "More wins are shared",
        "Fewer wins are shared",
    ),
    Figure(
        "endings.delivery",
        "endings by delivery",
        "{after} of the games instead of {before}",
        "More games end as they should, by a delivery",
        "Fewer games end as they should, by a delivery",
    ),
)
"""What is compared, the most important first."""

SHAPE = ("first_player_advantage",)
"""Figures that have a seat, the first."""


@dataclass(frozen=True)
class Pairing:
    """A rule set beside the baseline, under one style.

    Attributes
    ----------
    style : str
        Who played in every seat, or the line-up.
    before, after : Group
        The figures of the two.
    """

    style: str
    before: Group
    after: Group

    def rows(self, figure: Figure) -> tuple[Row, Row] | None:
        """Give the rows of a figure before and after; None where one is missing."""
        seat = 1 if figure.measure in SHAPE else None
        before, after = self.before.find(figure.measure, seat), self.after.find(figure.measure, seat)
        return None if before is None or after is None else (before, after)


def verdict(rows: Sequence[tuple[str, Row]]) -> Verdict:
    """Say what several styles find together about a difference."""
    intervals = {
        style: (row.number("difference_low"), row.number("difference_high"))
        if row.has_difference
        else (row.number("difference"),) * 2
        if row.verdict == EQUAL
        else (float("nan"),) * 2
        for style, row in rows
    }
    return judge({style: (ends[0], ends[1]) for style, ends in intervals.items()}, 0.0)


@dataclass(frozen=True)
class Standing:
    """Which differences stand when all that a report looks at are taken together.

    Attributes
    ----------
    lines : frozenset of int
        The lines of those that do.
    looked_at : int
        How many differences with an interval there are.
    """

    lines: frozenset[int]
    looked_at: int

    def holds(self, rows: Iterable[Row]) -> bool:
        """Tell whether any of some rows stands."""
        return any(row.line in self.lines for row in rows)

    @property
    def counted(self) -> Named:
        """How many there are, for a sentence."""
        return Named(str(self.looked_at), "differences looked at")


def standing(pairings: Iterable[Pairing], others: Iterable[Row] = ()) -> Standing:
    """Find the differences that stand by Holm's method, so that with 95% none of them is chance.

    Parameters
    ----------
    pairings : iterable of Pairing
        All rule sets and styles of the report.
    others : iterable of Row
        Differences of other figures that the report looks at.

    Returns
    -------
    Standing
    """
    pairs = [rows for pairing in pairings for figure in FIGURES if (rows := pairing.rows(figure)) is not None]
    looked_at = {row.line: row for row in (*(row for _, row in pairs), *others)}
    after = [row for row in looked_at.values() if row.has_difference]
    columns = ("difference", "difference_low", "difference_high")
    adjusted = holm([p_value(*(row.number(column) for column in columns)) for row in after])
    sure = frozenset(row.line for row, p in zip(after, adjusted, strict=True) if p < ONE_IN_TWENTY)
    return Standing(sure, len(after))
