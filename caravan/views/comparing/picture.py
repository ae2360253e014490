"""What the page shows of a comparison: made once, away from the page's own thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from caravan.agreement import family_of, family_of_guest
from caravan.batch import Batch
from caravan.bots.registry import is_compiled
from caravan.comparison import Comparison, Memory, headline_figures
from caravan.measures import Sample
from caravan.plots import compared_shares, compared_spreads, differences
from caravan.plots.compared import Entrant, judged_by
from caravan.plots.compared_shares import ComparedShares
from caravan.plots.compared_spreads import Spreads
from caravan.plots.differences import Differences
from caravan.views.comparing.state import LETTERS, CompareState

HEADLINE_MEASURES = tuple(dict.fromkeys(one.measure.partition(".")[0] for one in headline_figures(4)))
"""The measures that the pictures need."""


@dataclass(frozen=True, eq=False)
class Question:
    """A comparison at one moment: what is asked, and the games so far.

    Attributes
    ----------
    state : CompareState
        What is asked.
    batches : mapping of str to mapping of str to Batch
        By style and rule set, as far as there are any.
    planned : mapping of str to int
        How many games each style plays under each rule set.
    """

    state: CompareState
    batches: Mapping[str, Mapping[str, Batch]]
    planned: Mapping[str, int]

    @property
    def games(self) -> int:
        """How many games there are."""
        return sum(len(batch) for named in self.batches.values() for batch in named.values())

    @property
    def settled(self) -> bool:
        """Whether all games are there."""
        names = self.state.names
        return all(
            len(self.batches.get(style, {}).get(name, ())) == planned
            for style, planned in self.planned.items()
            for name in names
        )

    def comparison(self, names: tuple[str, ...], memory: Memory | None, *, everything: bool = False) -> Comparison:
        """Compare some of the rule sets.

        Parameters
        ----------
        names : tuple of str
            Which, the baseline first.
        memory : Memory or None
            Of the page.
        everything : bool, default False
            Whether to take all measures that need no log, or those of the main figures.

        Returns
        -------
        Comparison
            Of the styles that have begun under each of them.
        """
        rule_sets = self.state.rule_sets
        begun = {
            style: {name: named[name] for name in names}
            for style, named in self.batches.items()
            if all(len(named.get(name, ())) for name in names)
        }
        return Comparison(
            {name: rule_sets[name] for name in names},
            begun,
            self.state.margins,
            {style: _family(style, self.batches[style]) if style in begun else "" for style in self.planned},
            self.planned,
            only=None if everything else HEADLINE_MEASURES,
            memory=memory,
        )


@dataclass(frozen=True, eq=False)
class Beside:
    """One rule set beside the baseline.

    Attributes
    ----------
    letter, name : str
        What it is called.
    comparison : Comparison
        With the baseline; of the main measures only.
    differences : Differences
        The figure of its main differences.
    """

    letter: str
    name: str
    comparison: Comparison
    differences: Differences


@dataclass(frozen=True, eq=False)
class Overlay:
    """The pictures of one style, with all rule sets in each.

    Attributes
    ----------
    shares, scores, lengths
        What the figures show.
    """

    shares: ComparedShares
    scores: Spreads
    lengths: Spreads


@dataclass(frozen=True, eq=False)
class Picture:
    """Everything the page shows of the games so far.

    Attributes
    ----------
    question : Question
        What it answers.
    beside : tuple of Beside
        One for each rule set that can be held against the baseline already.
    overlays : mapping of str to Overlay
        By style, for those that have begun.
    """

    question: Question
    beside: tuple[Beside, ...]
    overlays: Mapping[str, Overlay]


def take_picture(question: Question, memory: Memory) -> Picture:
    """Take everything that the page shows from the games so far.

    Parameters
    ----------
    question : Question
        What is asked, and the games.
    memory : Memory
        Of the page, so that what was measured for an earlier picture isn't measured again.

    Returns
    -------
    Picture
    """
    baseline, *others = question.state.names
    beside = []
    judged = {}
    for place, name in enumerate(others, start=1):
        comparison = question.comparison((baseline, name), memory)
        if comparison.batches:
            beside.append(Beside(LETTERS[place], name, comparison, differences.read(comparison, name)))
            judged.update({(style, name): judged_by(comparison, style, name) for style in comparison.styles})
    overlays = {}
    for style, named in question.batches.items():
        entrants = [
            Entrant(place, name, _sample(named[name], memory), judged.get((style, name), {}))
            for place, name in enumerate(question.state.names)
            if len(named.get(name, ()))
        ]
        if entrants and entrants[0].place == 0:
            overlays[style] = Overlay(
                compared_shares.read(entrants),
                compared_spreads.read_scores(entrants),
                compared_spreads.read_lengths(entrants),
            )
    return Picture(question, tuple(beside), overlays)


def every_measure(question: Question, name: str) -> pd.DataFrame:
    """Lay out every measure of a rule set beside the baseline.

    Parameters
    ----------
    question : Question
        What is asked, and the games.
    name : str
        The rule set.

    Returns
    -------
    DataFrame
        One row for each style, measure and seat, with readable columns.
    """
    comparison = question.comparison((question.state.names[0], name), None, everything=True)
    rows = []
    for style in comparison.styles:
        for (measure, seat), found in comparison.differences(style, name).items():
            rows.append(
                {
                    "Measure": measure,
                    "Seat": "" if seat is None else str(seat),
                    "Style": style,
                    "Unit": found.unit,
                    "Baseline": found.before.value,
                    "Changed": found.after.value,
                    "Difference": found.value,
                    "Interval from": found.low,
                    "Interval to": found.high,
                    "Verdict": comparison.verdict(found),
                    "Margin": comparison.margin(found),
                    "Games": found.games,
                    "Note": found.interval or found.note,
                }
            )
    return pd.DataFrame(rows)


def _sample(batch: Batch, memory: Memory) -> Sample:
    return memory.remember(("whole sample", batch.request.key, len(batch)), lambda: Sample(batch))


def _family(style: str, named: Mapping[str, Batch]) -> str:
    bot = next(iter(named.values())).request.bots[0]
    return family_of(style) if is_compiled(bot) else family_of_guest(style)
