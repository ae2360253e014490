"""What a function was given, in words, and whether it is a whole number; most mistakes are a text or a class."""

from __future__ import annotations

import operator
from typing import Any

from caravan.errors import CaravanError
from caravan.wording import shown

_PLAIN = (type(None), bool, int, float, str, list, tuple, dict)
_DIGITS_OF_A_USUAL_NUMBER = 20


def described(value: Any) -> str:
    """Say what was given.

    Parameters
    ----------
    value : object
        What was given.

    Returns
    -------
    str
        A plain value as Python writes it, of anything else its kind: ``'standard'``, ``a DataFrame``.
    """
    if isinstance(value, type):
        return f"the class {value.__name__}"
    return shown(value) if isinstance(value, _PLAIN) else f"a {type(value).__name__}"


def whole_number_meant(value: Any) -> str:
    """Suggest the whole number that a text or a fraction stands for.

    Parameters
    ----------
    value : object
        What was given instead of a whole number.

    Returns
    -------
    str
        A clause such as ``; did you mean 7?``, or an empty text where no number is meant.
    """
    if not isinstance(value, float | str) or len(str(value)) > _DIGITS_OF_A_USUAL_NUMBER:
        return ""
    try:
        number = float(value)
    except ValueError:
        return ""
    return f"; did you mean {number:.0f}?" if number.is_integer() else ""


def require_whole(value: Any, name: str, low: int | None = None, high: int | None = None) -> int:
    """Take a whole number, of Python or of another library.

    Parameters
    ----------
    value : object
        What was given.
    name : str
        What it was given as.
    low, high : int, optional
        The least and the greatest number allowed; both or neither.

    Returns
    -------
    int
        The number.

    Raises
    ------
    CaravanError
        If it is anything else, such as ``"7"``, ``7.0`` or ``True``, or out of range.
    """
    allowed = "a whole number" if low is None else f"a whole number from {low} to {high}"
    try:
        number = None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = None
    if number is None:
        raise CaravanError(f"{name}: found {described(value)}, allowed is {allowed}{whole_number_meant(value)}")
    if (low is not None and number < low) or (high is not None and number > high):
        raise CaravanError(f"{name}: found {shown(number)}, allowed is {allowed}")
    return number
