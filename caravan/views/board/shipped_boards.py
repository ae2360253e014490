"""The boards that come with the package, to be chosen from."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path

import caravan.board
from caravan.board import Board

STANDARD = "standard"


@functools.cache
def shipped_boards() -> Mapping[str, Board]:
    """Read the boards, each by the name of its file, the standard one first."""
    folder = Path(caravan.board.__file__).parent / "boards"
    names = sorted((path.stem for path in folder.glob("*.toml")), key=lambda name: (name != STANDARD, name))
    return {name: Board.read(folder / f"{name}.toml") for name in names}
