"""What a ladder plays: which bots meet at which tables, and on which seeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from caravan.blocks import GREATEST_SEED, BatchRequest
from caravan.bots.registry import is_compiled, parse_line_up
from caravan.errors import BotError, CaravanError
from caravan.given import require_whole
from caravan.guests import load_guest, name_of_guest
from caravan.ladder.mixed_tables import Seating, mixed_tables
from caravan.rules import Rules, playable

Kind = Literal["pairing", "mixed", "self-play"]
PLAYER_COUNTS = (2, 3, 4)


@dataclass(frozen=True)
class Fixture:
    """Games of one line-up.

    Attributes
    ----------
    kind : str
        ``pairing``, ``mixed`` or ``self-play``.
    line_up : tuple of int
        The bots by their numbers, in seat order.
    first, games : int
        The games are number ``first`` to ``first + games - 1`` of the batch with the ladder's seed, one for each game
        seed.
    """

    kind: Kind
    line_up: Seating
    first: int
    games: int

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.line_up)


class LadderRequest:
    """Everything that decides how a ladder's games go.

    Parameters
    ----------
    bots : str or sequence
        Two or more, all different: ``"planner,grabber"`` or ``["planner", MyBot]``.
    players : int or sequence of int, optional
        2 to 4, or several of them; by default the rule set's own number.
    games : int
        For each pairing, rounded up to a multiple of the players, so that every seat is played equally often.
    seed : int
        From 0 to 2^63 - 1.
    rules : Rules, optional
        The rule set; by default the standard one.

    Attributes
    ----------
    rules : Rules
    entries : tuple
        The bots as texts, classes or objects.
    names : tuple of str
        The bots as texts.
    players : tuple of int
        In rising order.
    games, seed : int
        As given.

    Raises
    ------
    RulesError, BotError, CaravanError
        Where this can't be played; the message names what is wrong and what is allowed.
    """

    def __init__(
        self,
        bots: Any,
        players: int | Sequence[int] | None = None,
        games: int = 1000,
        seed: int = 0,
        rules: Rules | None = None,
    ) -> None:
        self.rules: Rules = playable(Rules() if rules is None else rules)
        self.entries = _different_bots(bots)
        self.names = _names(self.entries)
        self.players = _player_counts(self.rules.players if players is None else players)
        self.games: int = require_whole(games, "games", 1, 10**7)
        self.seed: int = require_whole(seed, "seed", 0, GREATEST_SEED)
        for count in self.players:
            playable(self.rules, count)

    def __repr__(self) -> str:
        counts = ",".join(map(str, self.players))
        return (
            f"<LadderRequest {','.join(self.names)}, {counts} players, {self.games} games a pairing, seed {self.seed}>"
        )

    def seeds(self, players: int) -> int:
        """Tell on how many game seeds each pairing meets."""
        return -(-self.games // players)

    def games_of_a_pairing(self, players: int) -> int:
        """Tell how many games a pairing plays: the games asked for, rounded up to a multiple of the players."""
        return self.seeds(players) * players

    def fixtures(self) -> tuple[Fixture, ...]:
        """List all that is played, pairings first."""
        return tuple(fixture for players in self.players for fixture in self._fixtures(players))

    def _fixtures(self, players: int) -> list[Fixture]:
        bots, seeds = range(len(self.entries)), self.seeds(players)
        paired = dict.fromkeys(
            one_against_the_rest(bot, other, seat, players)
            for bot in bots
            for other in bots
            if bot != other
            for seat in range(players)
        )
        mixed = mixed_tables(len(self.entries), players, self.games)
        return [
            *(Fixture("pairing", line_up, 0, seeds) for line_up in paired),
            *(Fixture("mixed", line_up, table.first, table.seeds) for table in mixed for line_up in table.rotations),
            *(Fixture("self-play", (bot,) * players, 0, self.games_of_a_pairing(players)) for bot in bots),
        ]

    def batch_request(self, fixture: Fixture) -> BatchRequest:
        """Make the request of the batch to which a fixture's games belong."""
        line_up = [self.entries[bot] for bot in fixture.line_up]
        return BatchRequest(self.rules, fixture.players, line_up, fixture.first + fixture.games, self.seed)

    def is_compiled(self, fixture: Fixture) -> bool:
        """Tell whether all bots of a fixture ship with the package."""
        return all(is_compiled(self.entries[bot]) for bot in fixture.line_up)


def one_against_the_rest(bot: int, other: int, seat: int, players: int) -> Seating:
    """Seat one bot in a seat, counted from 0, and another in all others; with two players that is a pair."""
    return tuple(bot if place == seat else other for place in range(players))


def _different_bots(bots: Any) -> tuple[Any, ...]:
    if isinstance(bots, str):
        bots = bots.split(",")
    if not isinstance(bots, Sequence):
        bots = [bots]
    entries = tuple(entry for bot in bots for entry in parse_line_up([bot], 1))
    for entry in entries:
        if isinstance(entry, str) and not is_compiled(entry):
            load_guest(entry)  # so that a wrong name is known now, and not after hours of play
    return entries


def _names(entries: tuple[Any, ...]) -> tuple[str, ...]:
    names = tuple(entry if isinstance(entry, str) else name_of_guest(entry) for entry in entries)
    if len(names) < 2:
        raise BotError(f"bots: a ladder takes two or more, found {len(names)}: {', '.join(names) or 'none'}")
    twice = next((name for number, name in enumerate(names) if name in names[:number]), None)
    if twice is not None:
        raise BotError(f"bots: '{twice}' is there twice; a ladder takes each bot once")
    return names


def _player_counts(players: int | Sequence[int]) -> tuple[int, ...]:
    given = list(players) if isinstance(players, list | tuple | range) else [players]
    allowed = f"players: allowed are {', '.join(map(str, PLAYER_COUNTS))}, each once"
    if not given:
        raise CaravanError(f"{allowed}; found none")
    counts = [require_whole(count, "players", PLAYER_COUNTS[0], PLAYER_COUNTS[-1]) for count in given]
    if len(set(counts)) < len(counts):
        raise CaravanError(f"{allowed}; found {', '.join(map(str, counts))}")
    return tuple(sorted(counts))
