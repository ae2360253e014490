"""What one interval of a difference comes to: better, worse, practically equal, or can't tell."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal

from caravan.agreement import fair_value
from caravan.comparison.differences import Difference

Word = Literal["better", "worse", "higher", "lower", "practically equal", "can't tell"]

VERDICTS: Mapping[Word, str] = {
    "better": "the interval leaves out 0, on the side that is good for a game",
    "worse": "the interval leaves out 0, on the other side",
    "higher": "the same for a figure of which neither more nor less is good",
    "lower": "likewise",
    "practically equal": "the whole interval lies within the margin",
    "can't tell": "the interval holds 0 and reaches beyond the margin: the games are too few",
}
"""What each word means, as a clause."""

GOOD: Mapping[str, Literal["more", "less"]] = {
    "endings.delivery": "more",
    "endings.deadlock": "less",
    "endings.turn_limit": "less",
    "ties.before_tie_break": "less",
    "ties.after_tie_break": "less",
    "lead_changes.mean": "more",
    "lead_changes.none": "less",
    "lead_settled.mean": "more",
    "lead_settled.from_the_start": "less",
    "drama.mean": "more",
    "runaway.at_1_3": "less",
    "runaway.at_2_3": "less",
}
"""Figures of which more, or less, is good for a game. Besides, a figure with a fair value is better nearer to it."""

ENOUGH_WITHOUT_VARIATION = 300
"""If not one of so many games differs, then with 95% certainty fewer than one in a hundred does."""


def fair_number(label: str, seat: int | None, players: int) -> float | None:
    """Give the value of a seat's figure that favours nobody; None for figures of other kinds."""
    fair = fair_value(label, seat, players) if seat is not None else None
    return None if fair is None else fair.value


def verdict_of(difference: Difference, margin: float) -> Word:
    """Judge a difference.

    Parameters
    ----------
    difference : Difference
        With its interval.
    margin : float
        A difference that is no larger doesn't matter; NaN for none.

    Returns
    -------
    str
        One of `VERDICTS`. ``practically equal`` comes first: a difference that is surely there and surely smaller than
        the margin is practically none.
    """
    low, high = difference.low, difference.high
    if difference.steady and difference.games >= ENOUGH_WITHOUT_VARIATION:
        low = high = difference.value
    if math.isnan(low) or math.isnan(high):
        return "can't tell"
    if (low == 0.0 == high) or max(abs(low), abs(high)) <= margin:
        return "practically equal"
    if low <= 0.0 <= high:
        return "can't tell"
    if difference.nearer:
        return "better" if difference.nearer == "nearer" else "worse"
    good = GOOD.get(difference.label)
    if good is not None:
        return "better" if (low > 0.0) == (good == "more") else "worse"
    return "higher" if low > 0.0 else "lower"


def interval_for_judging(difference: Difference) -> tuple[float, float]:
    """Give the ends that several styles are judged by; a difference that is always the same bounds itself."""
    if difference.steady and difference.games >= ENOUGH_WITHOUT_VARIATION:
        return difference.value, difference.value
    return difference.low, difference.high
