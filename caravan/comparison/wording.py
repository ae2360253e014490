"""How the figures of a comparison are written for people."""

from __future__ import annotations

import math


def figure_in_words(value: float, unit: str, *, signed: bool = False) -> str:
    """Write a figure as its unit wants it.

    Parameters
    ----------
    value : float
        NaN for one that is missing.
    unit : str
        What it counts.
    signed : bool, default False
        Whether it is a difference, which has its sign in any case.

    Returns
    -------
    str
        Shares in percent, as ``28.5%``; effects and differences with their sign, as ``+3.2``.
    """
    if math.isnan(value):
        return "-"
    sign = "+" if signed or unit == "percentage points" else ""
    if unit.startswith("share"):
        digits = 2 if abs(value) < 0.1 else 1
        return f"{_rounded(100.0 * value, digits):{sign}.{digits}f}%"
    digits = 1 if unit == "percentage points" or (abs(value) >= 10.0 and not signed) else 2
    return f"{_rounded(value, digits):{sign}.{digits}f}"


def interval_in_words(low: float, high: float, unit: str) -> str:
    """Write the interval of a difference; an empty text where an end is missing."""
    if math.isnan(low) or math.isnan(high):
        return ""
    return f"{figure_in_words(low, unit, signed=True)} to {figure_in_words(high, unit, signed=True)}"


def _rounded(value: float, digits: int) -> float:
    return round(value, digits) or 0.0  # never -0.0
