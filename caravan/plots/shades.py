"""Shades for cells: from orange over nearly white to blue, told apart by all readers, with words that stand out."""

from __future__ import annotations

Shade = tuple[int, int, int]
"""Red, green and blue, from 0 to 255."""

HIGH: Shade = (36, 93, 168)
MIDDLE: Shade = (244, 241, 236)
LOW: Shade = (184, 86, 10)
"""Blue, nearly white and orange."""

_DARK_WORDS, _LIGHT_WORDS = "#1b1b1b", "#ffffff"


def diverging(place: float) -> Shade:
    """Give a shade between the ends.

    Parameters
    ----------
    place : float
        From -1 (orange) over 0 (nearly white) to 1 (blue); what lies beyond is taken as an end.

    Returns
    -------
    tuple of int
    """
    far = max(-1.0, min(1.0, place))
    end = HIGH if far >= 0.0 else LOW
    red, green, blue = (round(middle + abs(far) * (at - middle)) for middle, at in zip(MIDDLE, end, strict=True))
    return red, green, blue


def as_hex(shade: Shade) -> str:
    """Write a shade as six hexadecimal digits behind ``#``."""
    return "#" + "".join(f"{part:02x}" for part in shade)


def words_on(shade: Shade) -> str:
    """Give the colour of words that stand out best on a shade, dark or white, by the contrast of WCAG 2."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255.0 for channel in shade)
    )
    return _DARK_WORDS if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.2 else _LIGHT_WORDS
