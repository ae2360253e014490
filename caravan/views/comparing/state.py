"""Everything that a link to the comparison carries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from caravan.agreement import usual_games
from caravan.batch import BatchRequest
from caravan.comparison import USUAL_STYLES
from caravan.comparison.rule_sets import changes_in_words
from caravan.rules import PRESETS, Rules

MOST_SETS = 6
"""How many rule sets the pictures have room for."""

MOST_STYLES = 4
LONGEST_NAME = 40
LETTERS = "ABCDEF"
"""What the rule sets are called in pictures, in their order; the baseline is A."""

MOST_CHANGES_IN_A_NAME = 3


@dataclass(frozen=True)
class RuleSetState:
    """One of the rule sets.

    Attributes
    ----------
    rules : Rules
        Its rules; how many play is the same for all of them, and isn't said here.
    name : str
        What the designer calls it; empty where it is called by what it changes.
    """

    rules: Rules
    name: str = ""


def _usual_sets() -> tuple[RuleSetState, ...]:
    return RuleSetState(Rules()), RuleSetState(Rules.preset("introductory"))


@dataclass(frozen=True)
class CompareState:
    """What the page compares.

    Attributes
    ----------
    sets : tuple of RuleSetState
        One to six, the baseline first; no two are the same rules or have the same name.
    players : int
        How many sit at the table.
    styles : tuple of str
        Who plays, each against itself.
    games : int
        How many games are played under each rule set, from 1 to 50,000; slow styles play fewer.
    seed : int
        The master seed, from 0 to 2^53 - 1.
    margins : mapping of str to float
        From which size on a difference matters, where it isn't the usual one; see `caravan.comparison.compare`.
    """

    sets: tuple[RuleSetState, ...] = field(default_factory=_usual_sets)
    players: int = 4
    styles: tuple[str, ...] = USUAL_STYLES
    games: int = 5000
    seed: int = 7
    margins: Mapping[str, float] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """What the rule sets are called, no two alike."""
        return names_of(self.sets)

    @property
    def rule_sets(self) -> dict[str, Rules]:
        """The rule sets by name, with the number of players."""
        playing = (one.rules.replace(players=self.players) for one in self.sets)
        return dict(zip(self.names, playing, strict=True))

    def requests(self) -> dict[str, dict[str, BatchRequest]]:
        """Say what is to be played, by style and rule set.

        Raises
        ------
        RulesError, BotError
            If something can't be played.
        """
        return {
            style: {
                name: BatchRequest(rules, None, style, games_of(style, self.games), self.seed)
                for name, rules in self.rule_sets.items()
            }
            for style in self.styles
        }


def games_of(style: str, games: int) -> int:
    """Say how many games a style plays where so many are asked for: no more than fit its speed."""
    return min(games, usual_games(style))


def names_of(sets: Sequence[RuleSetState]) -> tuple[str, ...]:
    """Name rule sets by what the designer calls them, or else by preset, or by what they change in the baseline.

    Parameters
    ----------
    sets : sequence of RuleSetState
        The baseline first.

    Returns
    -------
    tuple of str
        No two alike; a number is added where they would be.
    """
    names: list[str] = []
    for place, one in enumerate(sets):
        name = one.name or automatic_name(one.rules, sets[0].rules if place else None)
        number = 2
        unique = name
        while unique in names:
            unique = f"{name} ({number})"
            number += 1
        names.append(unique)
    return tuple(names)


def automatic_name(rules: Rules, baseline: Rules | None) -> str:
    """Name a rule set that its designer hasn't named.

    Parameters
    ----------
    rules : Rules
        The rule set.
    baseline : Rules or None
        What it is compared with; None for the baseline itself.

    Returns
    -------
    str
        Such as ``standard``, ``camels=6`` or ``rules rabbbcfa1``.
    """
    preset = next((name for name in PRESETS if Rules.preset(name).id == rules.id), None)
    if preset is not None:
        return preset
    base = Rules() if baseline is None else baseline
    changes: dict[str, Any] = {name: change for name, change in rules.differences(base).items() if name != "players"}
    if 0 < len(changes) <= MOST_CHANGES_IN_A_NAME:
        return changes_in_words(rules, base)
    return f"rules {rules.id}"
