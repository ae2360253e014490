"""Puts the parts of a script together, since a component's script is one module."""

from __future__ import annotations

from pathlib import Path

from caravan.views.board.board_script import with_board_drawing

_HERE = Path(__file__).parent


def script_of(*names: str, with_board: bool = False) -> str:
    """Make one script of several files of this folder.

    Parameters
    ----------
    *names : str
        Their names without ending; the last one renders the component.
    with_board : bool, default False
        Whether they draw boards.

    Returns
    -------
    str
        What a component takes as its ``_esm``.
    """
    *parts, last = (_HERE / f"{name}.js" for name in names)
    main = with_board_drawing(last) if with_board else last.read_text(encoding="utf-8")
    return "\n".join([*(path.read_text(encoding="utf-8") for path in parts), main])
