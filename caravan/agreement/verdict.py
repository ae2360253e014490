"""What several styles of play say together about an effect: agreed, disputed or undecided."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from caravan.agreement.families import FamilyOf, family_of

Word = Literal["agreed", "disputed", "undecided"]
Side = Literal["above", "below", ""]
Interval = tuple[float, float]

ENOUGH = 2
"""Styles of how many families have to find an effect before it is called agreed."""

MEANINGS: Mapping[Word, str] = {
    "agreed": "two styles or more that think differently find it, and none finds the opposite",
    "disputed": "two styles find the opposite of each other",
    "undecided": "neither, as the games are too few, the effect is too small, or those who find it think alike",
}
"""What each word means, as a clause."""


@dataclass(frozen=True)
class Verdict:
    """What several styles say about one figure that has a fair value.

    Attributes
    ----------
    word : str
        ``agreed``, ``disputed`` or ``undecided``.
    above, below : tuple of str
        The styles whose whole interval lies above the fair value, and those whose interval lies below it.
    unsure : tuple of str
        The styles whose interval holds the fair value, or that have no interval.
    """

    word: Word
    above: tuple[str, ...]
    below: tuple[str, ...]
    unsure: tuple[str, ...]

    @property
    def side(self) -> Side:
        """On which side of the fair value the styles agree that the figure lies; empty where they don't agree."""
        if self.word != "agreed":
            return ""
        return "above" if self.above else "below"


def side_of(interval: Interval, fair: float) -> Side:
    """Say on which side of a value an interval lies.

    Parameters
    ----------
    interval : tuple of float
        Its ends; a missing one (NaN) is taken for no bound at all.
    fair : float
        The value.

    Returns
    -------
    str
        ``above`` or ``below`` where the value lies outside, else an empty text; an end that just touches it isn't
        outside.
    """
    low, high = interval
    if low > fair:
        return "above"
    return "below" if high < fair else ""


def judge(intervals: Mapping[str, Interval], fair: float, family_of: FamilyOf = family_of) -> Verdict:
    """Judge a figure by the intervals that several styles give for it.

    *Agreed*: the intervals of styles of at least two families lie wholly on one side of the fair value, and none
    wholly on the other. *Disputed*: one style's interval lies wholly on one side, another's on the other. *Undecided*:
    neither.

    Where no style has an effect, and each interval misses on either side with 2.5%, two of k styles find the same by
    chance with about k(k - 1) 0.025^2, and as often they find the opposite of each other: 0.1% for two styles, 0.7% for
    four. Where only one style has an effect, another joins it, or disputes it, by chance with at most (k - 1) 2.5%
    each.

    Parameters
    ----------
    intervals : mapping of str to tuple of float
        For each style the ends of its interval; NaN for a missing end.
    fair : float
        The value that favours nobody.
    family_of : callable, optional
        Gives the family of each style; two of one family count once towards an agreement.

    Returns
    -------
    Verdict
        With the styles in the order given.
    """
    sides = {style: side_of(interval, fair) for style, interval in intervals.items()}
    above, below, unsure = (
        tuple(style for style, side in sides.items() if side == wanted) for wanted in ("above", "below", "")
    )
    if above and below:
        return Verdict("disputed", above, below, unsure)
    families = {family_of(style) for style in above or below}
    return Verdict("agreed" if len(families) >= ENOUGH else "undecided", above, below, unsure)


def widest_gap(intervals: Mapping[str, Interval]) -> tuple[str, str] | None:
    """Find the two styles that differ most, if any two differ beyond doubt.

    Two styles are told apart where no value lies in both of their intervals. For two independent 95% intervals of about
    the same width, chance alone brings that about with 0.6%; where one is far narrower than the other, with up to 5%.

    Parameters
    ----------
    intervals : mapping of str to tuple of float
        For each style the ends of its interval; NaN for a missing end.

    Returns
    -------
    tuple of str or None
        The style with the lower interval and the one with the higher; None where all intervals that are there overlap.
    """
    gaps = [
        (intervals[upper][0] - intervals[lower][1], lower, upper)
        for lower, upper in itertools.permutations(intervals, 2)
    ]
    widest = max((gap for gap in gaps if not math.isnan(gap[0])), key=lambda gap: gap[0], default=None)
    return (widest[1], widest[2]) if widest is not None and widest[0] > 0.0 else None


def meanings_in_words() -> str:
    """Say what the three words mean, in a sentence without a full stop."""
    text = "; ".join(f"{word}: {meaning}" for word, meaning in MEANINGS.items())
    return text[0].upper() + text[1:]
