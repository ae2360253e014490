"""The script and the style sheet of the board's picture, for the page's components that draw one."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent

BOARD_STYLE = str(_HERE / "board_drawing.css")
"""The style sheet that has to be among a component's own."""


def with_board_drawing(*scripts: Path) -> str:
    """Put the functions of ``board_drawing.js`` before a component's own scripts.

    Parameters
    ----------
    *scripts : Path
        The component's files, in order.

    Returns
    -------
    str
        All of them as one module: what a component takes as its ``_esm``.
    """
    return "\n".join(path.read_text(encoding="utf-8") for path in (_HERE / "board_drawing.js", *scripts))
