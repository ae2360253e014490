"""The games that a bot is tried in: every preset with every number of players, hard rule sets, and drawn ones."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, zip_longest

from caravan.errors import CaravanError, nearest
from caravan.rules import PRESETS, Rules
from caravan.testing.chance_rules import HARD, hard_rules, random_rules

TURNS = 12
"""How long a game between bots of the same kind lasts at most, where its rule set isn't a preset."""


@dataclass(frozen=True)
class Case:
    """A rule set that a bot is tried on.

    Attributes
    ----------
    name : str
        A preset with its number of players, as ``standard-2``; one of `HARD`; or ``rules-1`` and so on.
    rules : Rules
        With the number of players.
    games : int
        How many games the bot plays against itself.
    """

    name: str
    rules: Rules
    games: int

    @property
    def is_preset(self) -> bool:
        """Whether the rules are those that people play by."""
        return self.name.rpartition("-")[0] in PRESETS

    @property
    def played(self) -> Rules:
        """The rules of the bot's games against itself: those of the case, cut short unless they are a preset."""
        return self.rules if self.is_preset else self.rules.replace(turn_limit=min(self.rules.turn_limit, TURNS))

    def chance(self, seed: int, purpose: str) -> random.Random:
        """Give the chance of one purpose, which depends on no other case."""
        return random.Random(f"{seed} {self.name} {purpose}")


def all_cases(players: Sequence[int], games: int, rule_sets: int, seed: int) -> tuple[Case, ...]:
    """List the cases.

    Parameters
    ----------
    players : sequence of int
        The numbers of players to try.
    games : int
        Games for each preset and number of players.
    rule_sets : int
        How many of the hard rule sets, and as many drawn ones.
    seed : int
        Where the draws come from.

    Returns
    -------
    tuple of Case
        Presets and other rule sets in turn, so that whoever stops early has seen some of each.
    """
    usual = [
        Case(f"{name}-{number}", Rules.preset(name).replace(players=number), games)
        for number in players
        for name in PRESETS
    ]
    numbers = cycle(players)
    hard = [Case(name, hard_rules(name).replace(players=next(numbers)), 1) for name in list(HARD)[:rule_sets]]
    drawn = [
        Case(f"rules-{place}", random_rules(random.Random(f"{seed} {place}")).replace(players=next(numbers)), 1)
        for place in range(1, rule_sets + 1)
    ]
    return tuple(_in_turn(usual, hard, drawn))


def case_named(name: str, cases: Sequence[Case]) -> Case:
    """Find a case by its name; raise CaravanError where there is none."""
    for case in cases:
        if case.name == name:
            return case
    names = [case.name for case in cases]
    raise CaravanError(f"there is no case '{name}'{nearest(name, names)} (there are: {', '.join(names)})")


def _in_turn(*rows: Sequence[Case]) -> Iterator[Case]:
    for column in zip_longest(*rows):
        yield from (case for case in column if case is not None)
