"""From which size on a difference matters: the margins that a designer gives, and those that hold otherwise."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from caravan.errors import CaravanError, nearest_of
from caravan.wording import shown

MARGINS_BY_UNIT: Mapping[str, float] = {
    "percentage points": 2.0,
    "Elo points": 15.0,
    "points": 1.0,
    "rank": 0.05,
    "turns": 1.0,
    "rounds": 0.5,
    "actions": 5.0,
    "thefts per game": 0.25,
    "changes per game": 0.5,
    "correlation": 0.05,
}
"""The margin of a figure in each unit, where none is given for it."""

MARGIN_OF_SHARES = 0.02
"""The margin of shares and chances, from 0 to 1, where none is given."""

PART_OF_THE_BASELINE = 0.05
"""The margin of figures in any other unit, as a part of the baseline's value, where none is given."""

_SHARES = ("share", "chance", "progress")


def usual_margin(unit: str, baseline: float) -> float:
    """Give the margin of a figure for which none was given.

    Parameters
    ----------
    unit : str
        What the figure counts.
    baseline : float
        Its value under the baseline.

    Returns
    -------
    float
        From `MARGINS_BY_UNIT`, `MARGIN_OF_SHARES` or `PART_OF_THE_BASELINE`, 0 or more; NaN for a figure that is
        missing and has a unit of the last kind.
    """
    if unit in MARGINS_BY_UNIT:
        return MARGINS_BY_UNIT[unit]
    if unit.startswith(_SHARES):
        return MARGIN_OF_SHARES
    return PART_OF_THE_BASELINE * abs(baseline)


def margin_of(label: str, unit: str, baseline: float, margins: Mapping[str, float]) -> float:
    """Give the margin of a figure.

    Parameters
    ----------
    label : str
        The measure and its part.
    unit : str
        What the figure counts.
    baseline : float
        Its value under the baseline.
    margins : mapping of str to float
        Those given, by label or by the beginning of labels: ``length.turns`` holds for all of its parts.

    Returns
    -------
    float
        The one whose name fits most closely, else the usual one.
    """
    words = label.split(".")
    for count in range(len(words), 0, -1):
        name = ".".join(words[:count])
        if name in margins:
            return margins[name]
    return usual_margin(unit, baseline)


def checked_margins(margins: Mapping[str, float] | None, labels: Iterable[str]) -> dict[str, float]:
    """Look at margins before anything is played.

    Parameters
    ----------
    margins : mapping of str to float, or None
        By measure, or measure and part.
    labels : iterable of str
        What will be measured.

    Returns
    -------
    dict of str to float
        The same.

    Raises
    ------
    CaravanError
        Where nothing of that name will be measured, or a margin isn't a number above 0.
    """
    known = list(dict.fromkeys(labels))
    checked = {}
    for name, margin in (margins or {}).items():
        if not any(f"{label}.".startswith(f"{name}.") for label in known):
            raise CaravanError(f"margin: there is no measure '{name}' here{figure_meant(name, known)}")
        number = margin if isinstance(margin, int | float) and not isinstance(margin, bool) else math.nan
        if not (math.isfinite(number) and number > 0.0):
            raise CaravanError(f"margin: {name}: found {shown(margin)}, allowed is a number above 0")
        checked[name] = float(number)
    return checked


def figure_meant(name: str, labels: Iterable[str]) -> str:
    """Suggest what was meant by a figure's name that doesn't exist, and list what there is.

    Parameters
    ----------
    name : str
        What was written.
    labels : iterable of str
        The figures there are.

    Returns
    -------
    str
        A clause: a part of the measure if there is such a measure, else a measure.
    """
    known = list(dict.fromkeys(labels))
    measure, _, part = name.partition(".")
    parts = [label.partition(".")[2] for label in known if label.startswith(f"{measure}.")]
    if part and parts:
        groups = dict.fromkeys(one.rpartition(".")[0] for one in parts if "." in one)
        return nearest_of(part, [*groups, *parts], f"parts of {measure}")
    if part and measure in known:
        return f"; {measure} has no parts"
    return nearest_of(name, dict.fromkeys(label.partition(".")[0] for label in known), "measures")
