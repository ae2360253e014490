"""Which games of many are worth looking at: the longest, the closest, the most typical and others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from caravan.report.typical_game import distances

LISTED = 5
"""Games of each ranking."""

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Found:
    """A game of a ranking.

    Attributes
    ----------
    game : int
        Its number.
    value : str
        Why it is there, such as ``won by 1 point``.
    """

    game: int
    value: str


@dataclass(frozen=True)
class Ranking:
    """The first games by something.

    Attributes
    ----------
    name : str
        Short, for the browser.
    title : str
        What is ranked, such as ``The closest``.
    found : tuple of Found
        At most `LISTED`, the first first.
    """

    name: str
    title: str
    found: tuple[Found, ...]


@dataclass(frozen=True)
class _Facts:
    """What is known of each game."""

    turns: Numbers
    events: Numbers
    margin: Numbers
    spread: Numbers
    lead_changes: Numbers
    best: Numbers
    thefts: Numbers
    shared: Numbers
    distance: Numbers


def rankings(games: pd.DataFrame, seats: pd.DataFrame) -> tuple[Ranking, ...]:
    """Rank games in every way that is offered.

    Parameters
    ----------
    games, seats : DataFrame
        The two tables, sorted by game and seat.

    Returns
    -------
    tuple of Ranking
        Of equals the lower number comes first; empty without games.
    """
    if not len(games):
        return ()
    facts = _facts(games, seats)
    numbers = games["game"].to_numpy(dtype=np.int64)
    found = []
    for name, title, keys, words in _RANKINGS:
        # lexsort takes its most important key last
        order = np.lexsort([numbers, *reversed(keys(facts))])[:LISTED]
        listed = tuple(Found(int(numbers[place]), words(facts, int(place))) for place in order)
        found.append(Ranking(name, title, listed))
    return tuple(found)


def _facts(games: pd.DataFrame, seats: pd.DataFrame) -> _Facts:
    def column(name: str) -> Numbers:
        return games[name].to_numpy(dtype=np.float64)

    def by_seat(name: str) -> Numbers:
        return seats[name].to_numpy(dtype=np.float64).reshape(len(games), -1)

    return _Facts(
        column("turns"),
        column("events"),
        column("winning_margin"),
        column("spread"),
        column("lead_changes"),
        by_seat("score").max(axis=1),
        by_seat("steals").sum(axis=1),
        (column("winners") > 1).astype(np.float64),
        distances(games, seats),
    )


def _turns(facts: _Facts, place: int) -> str:
    return f"{facts.turns[place]:.0f} turns"


def _margin(facts: _Facts, place: int) -> str:
    margin = int(facts.margin[place])
    if margin == 0:
        return "level on points, a shared win" if facts.shared[place] else "level on points, won by goods delivered"
    return f"won by {_counted(margin, 'point')}"


def _spread(facts: _Facts, place: int) -> str:
    spread = int(facts.spread[place])
    apart = f"{_counted(spread, 'point')} between first and last" if spread else "nobody behind"
    return f"{_margin(facts, place)}, {apart}"


def _changes(facts: _Facts, place: int) -> str:
    return _counted(int(facts.lead_changes[place]), "change") + " of the lead"


def _thefts(facts: _Facts, place: int) -> str:
    return _counted(int(facts.thefts[place]), "theft")


def _best(facts: _Facts, place: int) -> str:
    return f"{facts.best[place]:.0f} points"


def _typical(facts: _Facts, place: int) -> str:
    turns = f"{facts.turns[place]:.0f} turns"
    return f"nearest to all medians: {turns}, best score {facts.best[place]:.0f}, {_margin(facts, place)}"


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


Keys = Callable[[_Facts], Sequence[Numbers]]
Telling = Callable[[_Facts, int], str]

_RANKINGS: tuple[tuple[str, str, Keys, Telling], ...] = (
    ("closest", "Closest", lambda of: (of.margin, of.spread, -of.lead_changes), _spread),
    ("one_sided", "Most one-sided", lambda of: (-of.margin, -of.spread), _margin),
    ("longest", "Longest", lambda of: (-of.turns, -of.events), _turns),
    ("shortest", "Shortest", lambda of: (of.turns, of.events), _turns),
    ("lead_changes", "Most lead changes", lambda of: (-of.lead_changes, of.margin), _changes),
    ("thefts", "Most thefts", lambda of: (-of.thefts, of.margin), _thefts),
    ("points", "Most points", lambda of: (-of.best,), _best),
    ("typical", "Most typical", lambda of: (of.distance,), _typical),
)
