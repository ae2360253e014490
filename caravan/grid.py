"""A board drawn as text: the names of spaces, and the grid of marks."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass

from caravan.errors import BoardError

MAX_SPACES = 64
COLUMNS = "abcdefghijklmnopqrstuvwxyz"
DESERT, BLOCKED = ".", "#"


@functools.lru_cache(maxsize=256)
def space_names(width: int, height: int) -> tuple[str, ...]:
    """Name the spaces of a board by index: column letter and row number, ``a1`` at the bottom left.

    Parameters
    ----------
    width, height : int
        Columns, at most 26, and rows.

    Returns
    -------
    tuple of str
        ``width * height`` names, row by row from the bottom.
    """
    return tuple(f"{COLUMNS[column]}{row + 1}" for row in range(height) for column in range(width))


@functools.lru_cache(maxsize=256)
def space_indices(width: int, height: int) -> Mapping[str, int]:
    """Give the index of each space by its name; the inverse of `space_names`."""
    return {name: space for space, name in enumerate(space_names(width, height))}


def require_size(width: int, height: int) -> None:
    """Make sure that a board isn't too large.

    Raises
    ------
    BoardError
        Above 64 spaces or 26 columns.
    """
    if width * height > MAX_SPACES:
        raise BoardError(f"a board has at most {MAX_SPACES} spaces, not {width} x {height} = {width * height}")
    if width > len(COLUMNS):
        raise BoardError(f"a board has at most {len(COLUMNS)} columns (a to z), not {width}")


@dataclass(frozen=True)
class Layout:
    """What a grid shows.

    Attributes
    ----------
    width, height : int
        Columns and rows.
    numbered : tuple of int
        The spaces of numbers 1, 2, ...
    cities : dict of str to int
        The space of each letter.
    blocked : tuple of int
        The blocked spaces.
    """

    width: int
    height: int
    numbered: tuple[int, ...]
    cities: Mapping[str, int]
    blocked: tuple[int, ...]


def draw_grid(layout: Layout) -> str:
    """Draw a grid, one line for each row, the top row first, with a blank between marks."""
    marks = [DESERT] * (layout.width * layout.height)
    for number, space in enumerate(layout.numbered, start=1):
        marks[space] = str(number)
    for letter, space in layout.cities.items():
        marks[space] = letter
    for space in layout.blocked:
        marks[space] = BLOCKED
    rows = [marks[row * layout.width : (row + 1) * layout.width] for row in range(layout.height)]
    return "\n".join(" ".join(row) for row in reversed(rows))


def read_grid(grid: str) -> Layout:
    """Read a grid.

    Parameters
    ----------
    grid : str
        One line for each row, the top row first. Digits are numbered spaces, capital letters cities, ``.`` desert and
        ``#`` blocked; blanks between the marks may be left out, and empty lines don't count.

    Returns
    -------
    Layout
        What it shows.

    Raises
    ------
    BoardError
        If the rows differ in length, a mark is unknown, or a number or letter comes twice or a number is left out.
    """
    rows = [_marks(line) for line in grid.splitlines() if line.strip()]
    if not rows:
        raise BoardError("the grid has no rows")
    height, width = len(rows), len(rows[0])
    for number, row in zip(range(height, 0, -1), rows, strict=True):
        if len(row) != width:
            raise BoardError(
                f"every row of the grid must have {width} spaces, as the top one does, but row {number} has {len(row)}"
            )
    require_size(width, height)
    names = space_names(width, height)
    found: dict[str, int] = {}
    blocked = []
    for space, mark in enumerate(mark for row in reversed(rows) for mark in row):
        if mark == BLOCKED:
            blocked.append(space)
        elif mark in found:
            what = "number" if mark.isdigit() else "city"
            raise BoardError(f"{what} {mark} is on two spaces, {names[found[mark]]} and {names[space]}")
        elif mark in "123456789" or mark in COLUMNS.upper():
            found[mark] = space
        elif mark != DESERT:
            raise BoardError(
                f"{mark!r} at {names[space]} isn't a mark of the grid: 1 to 9 are numbered spaces, A to Z cities, "
                f"'.' is desert, '#' blocked"
            )
    numbers = sorted(mark for mark in found if mark.isdigit())
    for number, mark in enumerate(numbers, start=1):
        if mark != str(number):
            raise BoardError(f"numbered spaces count from 1 without a gap, but the grid has {mark} and no {number}")
    return Layout(
        width=width,
        height=height,
        numbered=tuple(found[mark] for mark in numbers),
        cities={mark: space for mark, space in found.items() if mark not in numbers},
        blocked=tuple(blocked),
    )


def _marks(line: str) -> list[str]:
    """Split a line into marks; a line that is one word has a mark in each character."""
    words = line.split()
    if len(words) == 1:
        return list(words[0])
    for word in words:
        if len(word) > 1:
            raise BoardError(f"each space of the grid has one mark, not {word!r}")
    return words
