"""The colours of seats and goods: told apart by colour-blind readers, legible on light and on dark."""

from __future__ import annotations

from caravan.plots.shades import words_on

SEATS = ("#3578d4", "#c8620a", "#2a9c6b", "#c05a9e")
"""The seats' colours in seat order: blue, orange, green, purple.

Each has a contrast of at least 3.4 to 1 with a white and with a near-black page. Under simulated protanopia,
deuteranopia and tritanopia (Machado, Oliveira and Fernandes 2009, full severity) any two stay at least 15 apart in CIE
L*a*b*.
"""

GOODS = (
    "#c684af",
    "#dbe445",
    "#0c9754",
    "#db8000",
    "#6fc0ff",
    "#0553ca",
    "#b63f00",
    "#353f3c",
    "#ec4a54",
    "#818eff",
    "#b446a7",
    "#9ab996",
    "#3316c1",
    "#a4ee75",
    "#5d2b65",
    "#920002",
)
"""The goods' colours in board order; the first eight are near those of Okabe and Ito (2008).

Under full colour vision, protanopia, deuteranopia and tritanopia (simulated as for the seats) any two of the first
eight stay at least 22 apart in CIE L*a*b*, any two of all sixteen at least 16. Some are too light for a light page or
too dark for a dark one: a good is drawn with an outline in the colour of the page's text, and always with its letter.
"""

ACTIONS = {
    "place": "#8a6ad0",
    "move": "#3578d4",
    "pick_up": "#2a9c6b",
    "transfer": "#c8620a",
    "deliver": "#9a7d0a",
    "steal": "#d6404f",
    "rainbow": "#c05a9e",
    "pass": "#7a7a7a",
}
"""The steps' colours, 3.3 to 1 or better on white and on near-black; eight lines are told apart by their shapes too."""

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


def good_colour(index: int) -> str:
    """Give a good's colour.

    Parameters
    ----------
    index : int
        Its place in the board's goods, from 0 to 15.

    Returns
    -------
    str
        Six hexadecimal digits behind ``#``.

    Raises
    ------
    ValueError
        If a board can't have so many goods.
    """
    if not 0 <= index < len(GOODS):
        raise ValueError(f"a good's place is a number from 0 to {len(GOODS) - 1}, not {index}")
    return GOODS[index]


def good_ink(index: int) -> str:
    """Give the colour of a good's letter on `good_colour`: a dark one or white, at least 4.5 to 1 against it."""
    colour = good_colour(index)
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return words_on((red, green, blue))
