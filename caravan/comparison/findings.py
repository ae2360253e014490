"""What several styles say together about one difference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from caravan.agreement import Fair, Verdict, judge, verdict_sentence
from caravan.comparison.differences import Difference
from caravan.comparison.headlines import name_of_figure
from caravan.comparison.verdicts import Word, interval_for_judging
from caravan.wording import in_words

Outcome = Literal["better", "worse", "higher", "lower", "practically equal", "disputed", "can't tell"]


@dataclass(frozen=True)
class Finding:
    """One figure of one rule set beside the baseline, under every style.

    Attributes
    ----------
    rules, baseline : str
        The names of the two rule sets.
    measure : str
        The measure and its part.
    seat : int or None
        The seat from 1, or None for a figure of the whole game.
    unit : str
        What the difference counts.
    verdicts : mapping of str to str
        What each style's interval comes to.
    together : Verdict
        Whether the styles agree on the sign of the difference.
    words : str
        The same in sentences.
    """

    rules: str
    baseline: str
    measure: str
    seat: int | None
    unit: str
    verdicts: Mapping[str, Word]
    together: Verdict
    words: str

    @property
    def equal(self) -> tuple[str, ...]:
        """The styles for which the figure is practically equal."""
        return tuple(style for style, word in self.verdicts.items() if word == "practically equal")

    @property
    def outcome(self) -> Outcome:
        """What all styles come to, in a word: what they agree on, or what the only one finds.

        ``better`` and ``worse`` are where every style says so that finds a difference that matters.
        """
        words = set(self.verdicts.values())
        if len(self.verdicts) == 1 or words == {"practically equal"}:
            return next(iter(self.verdicts.values()))
        if self.together.word == "disputed":
            return "disputed"
        if self.together.word == "undecided":
            return "can't tell"
        found = words - {"practically equal", "can't tell"}
        if found in ({"better"}, {"worse"}):
            return "better" if found == {"better"} else "worse"
        return self.direction or "can't tell"

    @property
    def direction(self) -> Literal["higher", "lower", ""]:
        """On which side those lie that find a difference; empty where none does, or they find opposites."""
        if bool(self.together.above) == bool(self.together.below):
            return ""
        return "higher" if self.together.above else "lower"

    @property
    def finders(self) -> tuple[str, ...]:
        """The styles that find a difference, where none finds the opposite."""
        return self.together.above or self.together.below if self.direction else ()


def finding_of(
    rules: str,
    baseline: str,
    by_style: Mapping[str, Difference],
    verdicts: Mapping[str, Word],
    families: Mapping[str, str],
) -> Finding:
    """Say what several styles find together.

    Parameters
    ----------
    rules, baseline : str
        The names of the two rule sets.
    by_style : mapping of str to Difference
        The difference of one figure under each style.
    verdicts : mapping of str to str
        What each comes to.
    families : mapping of str to str
        Which styles think alike.

    Returns
    -------
    Finding
    """
    first = next(iter(by_style.values()))
    intervals = {style: interval_for_judging(difference) for style, difference in by_style.items()}
    together = judge(intervals, 0.0, families.__getitem__)
    figure = name_of_figure(first.label, first.seat)
    equal = [style for style, word in verdicts.items() if word == "practically equal"]
    words = verdict_sentence(together, Fair(0.0, f"{figure} is higher", f"{figure} is lower"))
    if len(equal) == len(verdicts):
        words = f"Practically equal: for {in_words(equal)} {figure} differs by less than the margin."
    elif equal and together.word != "agreed":
        words += f" For {in_words(equal)} the difference is smaller than the margin."
    return Finding(rules, baseline, first.label, first.seat, first.unit, dict(verdicts), together, words)
