"""What the features of `prospects` weigh: learned from games, or set by hand."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from caravan.bots.prospects import FEATURE_NAMES
from caravan.errors import BotError
from caravan.files import read_text

LEARNED = Path(__file__).with_name("learned_weights.toml")
"""The weights that ship with the package, with a note of how they came about."""

PLAYERS = (2, 3, 4)

BY_HAND: Mapping[str, float] = {
    "carried_near": 1.0,
    "waiting": 0.1,
    "best_waiting": 0.5,
    "free_camels": 0.2,
    "theft_marker": 0.3,
}
"""A guess that was never fitted to games, for a style that owes nothing to training."""


def weights_by_hand() -> npt.NDArray[np.float64]:
    """Give the weights set by hand: shape (3, features), the same for 2, 3 and 4 players."""
    return np.array([[BY_HAND.get(name, 0.0) for name in FEATURE_NAMES]] * len(PLAYERS))


@functools.cache
def learned_weights() -> npt.NDArray[np.float64]:
    """Give the weights that ship with the package: shape (3, features), for 2, 3 and 4 players."""
    return read_weights(LEARNED)


def read_weights(path: Path) -> npt.NDArray[np.float64]:
    """Read a file of weights.

    Parameters
    ----------
    path : Path
        As `caravan.training.Training.to_toml` writes it.

    Returns
    -------
    numpy array of float64, shape (3, features)
        For 2, 3 and 4 players, in the order of `prospects.FEATURE_NAMES`.

    Raises
    ------
    BotError
        Where the file can't be read, or a weight is missing, unknown or no number.
    """
    try:
        content = tomllib.loads(read_text(path, BotError))
    except tomllib.TOMLDecodeError as error:
        raise BotError(f"{path.name}: not valid TOML: {error}") from None
    return np.array([_row(content, players, path.name) for players in PLAYERS])


def _row(content: dict[str, Any], players: int, source: str) -> list[float]:
    table = content.get("weights", {})
    given = table.get(f"players_{players}") if isinstance(table, dict) else None
    if not isinstance(given, dict):
        raise BotError(f"{source}: there is no table [weights.players_{players}]")
    for name in given:
        if name not in FEATURE_NAMES:
            raise BotError(f"{source}: [weights.players_{players}] has an unknown feature '{name}'")
    for name in FEATURE_NAMES:
        value = given.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
            raise BotError(f"{source}: [weights.players_{players}] {name} must be a number, found {value!r}")
    return [float(given[name]) for name in FEATURE_NAMES]
