"""How a figure is written beside the word for what it counts."""

from __future__ import annotations

import math


def number_in_words(value: float, unit: str) -> str:
    """Write a figure as its unit wants it: effects with their sign, shares in percent.

    Parameters
    ----------
    value : float
        NaN for an end of an interval that is missing.
    unit : str
        The figure's unit.

    Returns
    -------
    str
        Such as ``+3.2`` or ``28.5%``.
    """
    if math.isnan(value):
        return "..."
    if unit in {"percentage points", "Elo points"}:
        return f"{round(value, 1) or 0.0:+.1f}"  # never -0.0
    if unit.startswith("share"):
        return f"{100 * value:.1f}%"
    return f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}"


def with_range(value: float, low: float, high: float, unit: str) -> str:
    """Write a figure with its interval, as far as there is one: ``+3.2 (+1.0 to +5.4)``.

    Parameters
    ----------
    value, low, high : float
        The figure and the interval's ends; NaN for what is missing.
    unit : str
        The figure's unit.

    Returns
    -------
    str
    """
    if math.isnan(value):
        return "-"
    said = number_in_words(value, unit)
    if math.isnan(low) and math.isnan(high):
        return said
    return f"{said} ({number_in_words(low, unit)} to {number_in_words(high, unit)})"
