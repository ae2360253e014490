"""Axis ends that stay where they are while figures change, so that pictures can be compared by eye."""

from __future__ import annotations

import math

_ROOM = 0.06
"""How much of the span is left free beyond the data at first."""

_LEAST_USE = 0.45
"""An axis of which the data use less than this is drawn anew."""


def steady_range(
    previous: tuple[float, float] | None, low: float, high: float, step: float, floor: float | None = None
) -> tuple[float, float]:
    """Choose an axis's ends, keeping the previous ones for as long as they serve.

    Parameters
    ----------
    previous : tuple of float or None
        The present ends, if there are any.
    low, high : float
        What must be seen.
    step : float
        The ends are multiples of it, above 0.
    floor : float, optional
        An end that isn't passed unless the data pass it, such as 0 for counts.

    Returns
    -------
    tuple of float
        The ends. They are the previous ones unless the data leave them, or use less than 45% of them.
    """
    if previous is not None:
        first, last = previous
        if first <= low and high <= last and high - low >= _LEAST_USE * (last - first):
            return previous
    room = max(_ROOM * (high - low), step / 2)
    first = math.floor((low - room) / step) * step
    last = math.ceil((high + room) / step) * step
    if floor is not None and low >= floor:
        first = max(first, floor)
    return first, last
