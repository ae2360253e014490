"""What several styles say together about one difference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from caravan.agreement import Fair, Verdict, judge, verdict_sentence
from caravan.comparison.differences import Difference
from caravan.comparison.headlines import name_of_figure
from caravan.comparison.verdicts import Word, interval_for_judging
from caravan.wording import in_words


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
