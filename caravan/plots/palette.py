"""The colours of the figures: one for each seat, told apart by colour-blind readers, legible on light and on dark."""

from __future__ import annotations

SEATS = ("#3578d4", "#c8620a", "#2a9c6b", "#c05a9e")
"""The seats' colours in seat order: blue, orange, green, purple.

Each has a contrast of at least 3.4 to 1 with a white and with a near-black page. Under simulated protanopia,
deuteranopia and tritanopia (Machado, Oliveira and Fernandes 2009, full severity) any two stay at least 15 apart in CIE
L*a*b*.
"""

NEUTRAL = "#7a7a7a"
"""For lines and words that belong to no seat, on either page: 4 to 1 or better on white and on near-black."""

LENGTH = "#7b6fb5"
"""For what belongs to whole games."""


def seat_colour(seat: int) -> str:
    """Give a seat's colour.

    Parameters
    ----------
    seat : int
        From 1 to 4.

    Returns
    -------
    str
        Six hexadecimal digits behind ``#``.

    Raises
    ------
    ValueError
        If there is no such seat.
    """
    if not 1 <= seat <= len(SEATS):
        raise ValueError(f"a seat is a number from 1 to {len(SEATS)}, not {seat}")
    return SEATS[seat - 1]
