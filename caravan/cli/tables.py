"""Tables of text, as wide as the terminal."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable, Sequence

WIDTH_WITHOUT_TERMINAL = 100
GREATEST_WIDTH = 120
LEAST_LAST_COLUMN = 24
GAP = "  "


def width() -> int:
    """Tell how wide text should be."""
    return min(shutil.get_terminal_size((WIDTH_WITHOUT_TERMINAL, 24)).columns, GREATEST_WIDTH)


def table(rows: Iterable[Sequence[str]], headings: Sequence[str] = (), *, indent: int = 0) -> str:
    """Set rows in columns; the last column's text is broken into lines where it is too long.

    Parameters
    ----------
    rows : iterable of sequence of str
        Each with the same number of cells.
    headings : sequence of str, optional
        One for each column.
    indent : int, default 0
        Blanks before every line.

    Returns
    -------
    str
        Lines without blanks at their ends.
    """
    body = [list(row) for row in rows]
    grid = ([list(headings)] if headings else []) + body
    if not grid:
        return ""
    widths = [max(len(row[column]) for row in grid) for column in range(len(grid[0]) - 1)]
    before = indent + sum(widths) + len(GAP) * len(widths)
    last = max(width() - before, LEAST_LAST_COLUMN)
    lines = []
    for row in grid:
        start = " " * indent + GAP.join([*(cell.ljust(size) for cell, size in zip(row, widths, strict=False)), ""])
        for number, part in enumerate(textwrap.wrap(row[-1], last, break_on_hyphens=False) or [""]):
            lines.append(((start if number == 0 else " " * before) + part).rstrip())
    return "\n".join(lines)


def paragraph(text: str, indent: int = 0) -> str:
    """Break a text into lines, each with some spaces before it."""
    margin = " " * indent
    return textwrap.fill(text, width(), initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False)
