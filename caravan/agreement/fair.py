"""Which measures have a value that favours nobody, and how a verdict about them is put into a sentence."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from caravan.agreement.verdict import Interval, Verdict, widest_gap
from caravan.wording import in_words

_DIFFERENCE = ".difference"


@dataclass(frozen=True)
class Fair:
    """The value of a figure that favours nobody, and what it means to lie beside it.

    Attributes
    ----------
    value : float
        In the figure's unit.
    above, below : str
        What is found where an interval lies above the value, or below it, as a clause with its subject.
    """

    value: float
    above: str
    below: str


def _share_of_wins(players: int) -> Fair:
    return Fair(1.0 / players, "{seat} wins more than its fair share", "{seat} wins less than its fair share")


def _effect(_players: int) -> Fair:
    return Fair(0.0, "{seat} wins more than its fair share", "{seat} wins less than its fair share")


def _margin(_players: int) -> Fair:
    return Fair(0.0, "{seat} ends ahead of the others' mean", "{seat} ends behind the others' mean")


def _last_place(players: int) -> Fair:
    return Fair(1.0 / players, "{seat} comes last more often than is fair", "{seat} comes last less often than is fair")


def _compensation(_players: int) -> Fair:
    return Fair(0.0, "{seat} needs points to win its fair share", "{seat} has points to spare for its fair share")


_BY_SEAT: Mapping[str, Callable[[int], Fair]] = {
    "win_share": _share_of_wins,
    "seat_effect": _effect,
    "first_player_advantage": _effect,
    "elo": _effect,
    "seat_margin": _margin,
    "last_place": _last_place,
    "fair_compensation": _compensation,
}


def fair_value(label: str, seat: int | None, players: int) -> Fair | None:
    """Give the value of a figure that favours nobody.

    Parameters
    ----------
    label : str
        The measure and its part, as in the playtest summary.
    seat : int or None
        The seat from 1, or None for a figure of the whole game.
    players : int
        How many play.

    Returns
    -------
    Fair or None
        None where no value is fairer than another, as for the length of a game.
    """
    if label in _BY_SEAT:
        fair = _BY_SEAT[label](players)
        subject = f"seat {seat}"
        return Fair(fair.value, fair.above.format(seat=subject), fair.below.format(seat=subject))
    if label.endswith(_DIFFERENCE):
        what = label.removesuffix(_DIFFERENCE)
        return Fair(
            0.0, f"{what} is larger for winners than for others", f"{what} is smaller for winners than for others"
        )
    return None


def verdict_sentence(verdict: Verdict, fair: Fair) -> str:
    """Say what a verdict means.

    Parameters
    ----------
    verdict : Verdict
        From `judge`.
    fair : Fair
        What the styles were asked about.

    Returns
    -------
    str
        A sentence, or two, with full stops, which begins with the verdict's word.
    """
    found, finders = (fair.above, verdict.above) if verdict.above else (fair.below, verdict.below)
    unsure = f" {_cant_tell(verdict.unsure)}" if verdict.unsure else ""
    if verdict.word == "agreed":
        return f"Agreed: {in_words(finders)} find that {found}, and no style finds the opposite.{unsure}"
    if verdict.word == "disputed":
        return (
            f"Disputed: {in_words(verdict.above)} {_find(verdict.above)} that {fair.above}, but "
            f"{in_words(verdict.below)} that {fair.below}. So for these styles it seems to depend on how one plays."
            f"{unsure}"
        )
    if len(finders) > 1:
        return (
            f"Undecided: {in_words(finders)} find that {found}, but they think alike and count as one, and it takes "
            f"two that don't to agree.{unsure}"
        )
    if finders:
        others = _cant_tell(verdict.unsure) if verdict.unsure else "No other style played."
        return f"Undecided: {finders[0]} alone finds that {found}, and it takes two styles to agree. {others}"
    return f"Undecided: no style finds that {fair.above}, and none that {fair.below}."


def difference_sentence(intervals: Mapping[str, Interval]) -> str:
    """Say whether styles give different values.

    Parameters
    ----------
    intervals : mapping of str to tuple of float
        For each style the ends of its interval.

    Returns
    -------
    str
        A sentence with a full stop.
    """
    bounded = [style for style, (low, high) in intervals.items() if not math.isnan(low + high)]
    if len(bounded) < 2:
        return "There are no two intervals to compare."
    gap = widest_gap(intervals)
    if gap is None:
        return "The styles can't be told apart: any two intervals overlap."
    return f"The styles differ: the interval of {gap[0]} lies wholly below that of {gap[1]}."


def _cant_tell(styles: tuple[str, ...]) -> str:
    return f"{in_words(styles)} can't tell."


def _find(styles: tuple[str, ...]) -> str:
    return "finds" if len(styles) == 1 else "find"
