"""All that a ladder has played with one number of players."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from caravan.kernel.layout import ENDED_BY_DEADLOCK, ENDED_BY_TURN_LIMIT
from caravan.ladder.mixed_tables import Seating
from caravan.ladder.plan import Kind, LadderRequest, one_against_the_rest
from caravan.ladder.played import Played


class Results:
    """The fixtures of one number of players.

    Parameters
    ----------
    request : LadderRequest
        The ladder.
    players : int
        How many sit at the table.
    played : iterable of Played
        All its fixtures; those with other numbers of players are passed over.

    Attributes
    ----------
    request : LadderRequest
    players : int
    names : tuple of str
        The bots.
    """

    def __init__(self, request: LadderRequest, players: int, played: Iterable[Played]) -> None:
        self.request = request
        self.players = players
        self.names = request.names
        found = {(one.fixture.kind, one.fixture.line_up): one for one in played if one.fixture.players == players}
        # In the plan's order, so that sums come out the same whatever was finished first.
        self._played = {
            (fixture.kind, fixture.line_up): found[fixture.kind, fixture.line_up]
            for fixture in request.fixtures()
            if fixture.players == players
        }

    def of_kind(self, *kinds: Kind) -> list[Played]:
        """List the fixtures of some kinds, in the plan's order."""
        return [played for (kind, _), played in self._played.items() if kind in kinds]

    def self_play(self, bot: int) -> Played:
        """Give a bot's games against itself."""
        return self._played["self-play", (bot,) * self.players]

    def against(self, bot: int, other: int) -> list[tuple[int, Played]]:
        """Give the games of one bot against others of one kind, with its seat from 0 in each."""
        line_ups = [(seat, one_against_the_rest(bot, other, seat, self.players)) for seat in range(self.players)]
        return [(seat, self._played["pairing", line_up]) for seat, line_up in line_ups]

    def mixed_of(self, bot: int) -> list[tuple[int, Played]]:
        """Give the mixed tables at which a bot sits, with its seat from 0 in each."""
        return [
            (played.fixture.line_up.index(bot), played)
            for played in self.of_kind("mixed")
            if bot in played.fixture.line_up
        ]


def mean_of_seats(seated: list[tuple[int, Played]], column: str) -> npt.NDArray[np.float64]:
    """Average something over the seats that a bot took on each seed.

    Parameters
    ----------
    seated : list of tuple of int and Played
        From `Results.against`.
    column : str
        ``win_share`` or ``margin``.

    Returns
    -------
    ndarray of float64, shape (seeds,)
    """
    return np.mean([getattr(played, column)[:, seat] for seat, played in seated], axis=0)


def endings(played: Iterable[Played]) -> tuple[int, int]:
    """Count the games that ended by deadlock, and those that ended at the turn limit."""
    fixtures = list(played)
    deadlocks, turn_limits = (
        sum(int((one.end_reason == reason).sum()) for one in fixtures)
        for reason in (ENDED_BY_DEADLOCK, ENDED_BY_TURN_LIMIT)
    )
    return deadlocks, turn_limits


def named(seating: Seating, names: tuple[str, ...]) -> str:
    """Write a line-up."""
    return ",".join(names[bot] for bot in seating)
