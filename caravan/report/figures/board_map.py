"""How the board is used, space by space."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Rectangle

from caravan.board import Board
from caravan.report.blocks import Drawing
from caravan.report.figures.canvas import INK, PAPER, QUIET, drawn

_SCALE = LinearSegmentedColormap.from_list("sand", ["#fbf6ea", "#f0c987", "#d98a3a", "#9c4a1a", "#4f1f12"])
_DARK_FROM = 0.55


def board_maps(
    board: Board,
    uses: Sequence[tuple[str, Mapping[str, float]]],
    title: str,
    caption: str,
    *,
    name: str = "space_use",
    greatest: Sequence[float] | None = None,
    row_height: float = 2.75,
) -> Drawing:
    """Draw the board once for each use, the more used a space, the darker.

    Parameters
    ----------
    board : Board
        The board.
    uses : sequence of (str, mapping of str to float)
        What the use is called, and how often each space, by its name, is used so in a game.
    title, caption : str
        The words of the files.
    name : str, default "space_use"
        Of the files.
    greatest : sequence of float, optional
        Which amount is darkest, for each use; by default its own greatest.
    row_height : float, default 2.75
        Of two boards side by side, in inches.
    """
    columns = min(2, len(uses))
    rows = -(-len(uses) // columns)
    marks = {space: str(number) for number, space in enumerate(board.numbered, start=1)}
    marks.update({space: good.letter for good, space in zip(board.goods, board.cities, strict=True)})

    def draw(axes: Any) -> None:
        every = np.atleast_1d(np.asarray(axes, dtype=object)).ravel()
        for place, sheet in enumerate(every):
            if place >= len(uses):
                sheet.set_axis_off()
                continue
            called, amounts = uses[place]
            most = max([*amounts.values(), 1e-9] if greatest is None else [greatest[place], 1e-9])
            for space, where in enumerate(board.space_names):
                row, column = divmod(space, board.width)
                blocked = space in board.blocked
                part = 0.0 if blocked else amounts.get(where, 0.0) / most
                fill = "#8d8271" if blocked else _SCALE(part)
                sheet.add_patch(Rectangle((column, row), 1, 1, facecolor=fill, edgecolor=PAPER, linewidth=1))
                ink = "#ffffff" if part > _DARK_FROM else "#2b2620"
                if not blocked and (number := _short(amounts.get(where, 0.0))):
                    sheet.text(
                        column + 0.5, row + 0.42, number, ha="center", va="center", fontsize=7,
                        color=ink,
                    ).set_in_layout(False)  # fmt: skip
                if space in marks:
                    sheet.text(
                        column + 0.08,
                        row + 0.93,
                        marks[space],
                        ha="left",
                        va="top",
                        fontsize=6.5,
                        color=ink,
                        fontweight="bold",
                    ).set_in_layout(False)  # it lies within its space, and measuring it takes time
            sheet.set_xlim(0, board.width)
            sheet.set_ylim(0, board.height)
            sheet.set_aspect("equal")
            sheet.grid(visible=False)
            sheet.spines["bottom"].set_visible(False)
            sheet.set_xticks(np.arange(board.width) + 0.5, [name[0] for name in board.space_names[: board.width]])
            sheet.set_yticks(np.arange(board.height) + 0.5, [str(row + 1) for row in range(board.height)])
            sheet.tick_params(length=0, labelsize=7.5, labelcolor=QUIET)
            sheet.set_title(called, fontsize=9.5, loc="left", color=INK)

    height = rows * (row_height if columns == 2 else 4.6) * board.height / max(board.width, board.height)
    return drawn(name, title, caption, draw, height=height, shape=(rows, columns))


def _short(amount: float) -> str:
    return "" if amount < 0.05 else f"{amount:.0f}" if amount >= 9.95 else f"{amount:.1f}"
