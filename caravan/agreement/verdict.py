"""What several styles of play say together about an effect: agreed, disputed or undecided."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

Word = Literal["agreed", "disputed", "undecided"]
Side = Literal["above", "below", ""]
Interval = tuple[float, float]

ENOUGH = 2
"""How many styles have to find an effect before it is called agreed."""

MEANINGS: Mapping[Word, str] = {
    "agreed": "two styles or more find it, and none finds the opposite",
    "disputed": "two styles find the opposite of each other, so it depends on how one plays",
    "undecided": "anything else: more games may settle it, or there is nothing to be found",
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


def judge(intervals: Mapping[str, Interval], fair: float) -> Verdict:
    """Judge a figure by the intervals that several styles give for it.

    *Agreed*: at least two styles' intervals lie wholly on one side of the fair value, and none wholly on the other.
    *Disputed*: one style's interval lies wholly on one side, another's on the other. *Undecided*: anything else.

    Where no style has an effect, and each interval misses on either side with 2.5%, two of k styles agree by chance
    with about k(k - 1) 0.025^2: 0.1% for two styles, 0.7% for four. Where only one style has an effect, another joins
    it by chance with at most (k - 1) 2.5%.

    Parameters
    ----------
    intervals : mapping of str to tuple of float
        For each style the ends of its interval; NaN for a missing end.
    fair : float
        The value that favours nobody.

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
    enough = max(len(above), len(below)) >= ENOUGH
    return Verdict("agreed" if enough else "undecided", above, below, unsure)


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


def in_words(words: Iterable[str]) -> str:
    """List words: ``planner``, ``planner and beam``, ``planner, beam and expert``."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
