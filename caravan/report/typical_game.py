"""Which game of a batch is the most typical one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

Numbers = npt.NDArray[np.float64]

TRAITS = {
    "turns": "its turns",
    "actions": "its actions",
    "best": "the highest score",
    "mean": "the mean score",
    "winning_margin": "the winner's margin",
    "spread": "the margin over the last",
    "lead_changes": "changes of the lead",
    "steals": "thefts",
}
"""By what games are held against each other."""


@dataclass(frozen=True)
class TypicalGame:
    """The game that lies nearest to the medians.

    Attributes
    ----------
    number : int
        Its number in the batch.
    traits : dict of str to float
        What it is like, by the names of `TRAITS`.
    medians : dict of str to float
        What the batch's games are like.
    """

    number: int
    traits: dict[str, float]
    medians: dict[str, float]


def typical_game(games: pd.DataFrame, seats: pd.DataFrame) -> TypicalGame:
    """Find the most typical game of a batch.

    It is the one with the smallest distance to the medians of turns, actions, highest and mean score, the winner's
    margin over the second and over the last, changes of the lead, and thefts, each divided by its standard deviation
    over the games. Of games equally near it is the first. It is chosen among the games that end as most do.

    Parameters
    ----------
    games, seats : DataFrame
        The two tables, sorted; at least one game.

    Returns
    -------
    TypicalGame
    """
    traits = _traits(games, seats)
    medians = {name: float(np.median(values)) for name, values in traits.items()}
    place = int(np.argmin(distances(games, seats)))
    return TypicalGame(
        int(games["game"].iloc[place]), {name: float(values[place]) for name, values in traits.items()}, medians
    )


def distances(games: pd.DataFrame, seats: pd.DataFrame) -> Numbers:
    """Measure how far each game is from the medians.

    Parameters
    ----------
    games, seats : DataFrame
        The two tables, sorted; at least one game.

    Returns
    -------
    ndarray of float64, shape (games,)
        The sum of the squared distances by `TRAITS`, in standard deviations; infinite for games that don't end as most
        do.
    """
    distance = np.zeros(len(games))
    for values in _traits(games, seats).values():
        if (deviation := float(values.std())) > 0.0:
            distance += ((values - np.median(values)) / deviation) ** 2
    commonest = games["end_reason"].mode().iloc[0]
    distance[(games["end_reason"] != commonest).to_numpy()] = np.inf
    return np.round(distance, 9)


def _traits(games: pd.DataFrame, seats: pd.DataFrame) -> dict[str, Numbers]:
    of_seats = {
        column: seats[column].to_numpy(dtype=np.float64).reshape(len(games), -1) for column in ("score", "steals")
    }
    numbers = {
        "best": of_seats["score"].max(axis=1),
        "mean": of_seats["score"].mean(axis=1),
        "steals": of_seats["steals"].sum(axis=1),
    }
    return {
        name: numbers.get(name, games[name].to_numpy(np.float64) if name in games else np.zeros(0)) for name in TRAITS
    }
