"""The rules of a game: every parameter, what it allows, and which sets of them can be played."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from caravan.board import Board
from caravan.errors import Problem, RulesError, nearest_of
from caravan.given import described
from caravan.parameters import board_parameter, choice, flag, whole, whole_list
from caravan.playability import misfits
from caravan.rule_set import RuleSet
from caravan.wording import shown


class Rules(RuleSet):
    """A rule set: the only place where a rule parameter is described.

    Every parameter has a default, what it allows, a label, a sentence for designers (its ``doc``) and a section.
    Setting one to what it doesn't allow raises `RulesError`; `problems` tells whether the parameters fit each other.

    Parameters
    ----------
    **values
        Parameters by name; the others keep the defaults of the standard game.

    Raises
    ------
    RulesError
        If a name is unknown or a value isn't allowed; it lists everything that is wrong.

    Examples
    --------
    >>> Rules(camels=6).differences(Rules())
    {'camels': (5, 6)}
    """

    players = whole("Components", 4, (2, 4), "Players", "How many players sit at the table.")
    camels = whole(
        "Components", 5, (1, 10), "Camels per player", "How many camels each player owns; all begin off the board."
    )
    rare_count = whole(
        "Components", 3, (0, 12), "Goods of each rare type", "How many goods of each rare type the bag holds at first."
    )
    common_count = whole(
        "Components",
        9,
        (0, 24),
        "Goods of each common type",
        "How many goods of each common type the bag holds at first.",
    )
    theft_markers = whole(
        "Components",
        1,
        (0, 10),
        "Theft markers per player",
        "How many theft markers each player has at first; a theft takes one.",
    )
    rainbow_camel = flag(
        "Components",
        False,
        "Rainbow camel",
        "Whether the camel of no colour plays: anyone may move it, for an action and a demand marker, and anyone may "
        "use it as a link of a chain.",
    )

    opening_actions = whole_list(
        "Turns",
        [1, 2, 3],
        "Actions in the opening turns",
        "How many actions the first turns of the game have: one number for each turn, whoever takes it.",
        most=12,
        limits=(0, 20),
        distinct=False,
    )
    actions_per_turn = whole(
        "Turns", 4, (1, 20), "Actions per turn", "How many actions every turn after the opening has."
    )
    turn_limit = whole(
        "Turns",
        400,
        (1, 10_000),
        "Turn limit",
        "A game that hasn't ended stops at the end of this turn, counted over all players.",
    )

    enter_empty_cost = whole(
        "Costs",
        1,
        (0, 20),
        "Cost to enter an empty space",
        "Actions to place or move a camel into a space where no camel stands.",
    )
    enter_occupied_cost = whole(
        "Costs",
        2,
        (0, 20),
        "Cost to enter an occupied space",
        "Actions to place or move a camel into a space where any camel stands, one's own too.",
    )
    pick_up_cost = whole(
        "Costs",
        1,
        (0, 20),
        "Cost to pick up a good",
        "Actions to load the good of a numbered space onto a camel that stands there.",
    )
    transfer_cost = whole(
        "Costs",
        1,
        (0, 20),
        "Cost of a transfer",
        "Actions to pass a good along a chain of camels to another space, or to its city.",
    )
    steal_cost = whole("Costs", 1, (0, 20), "Cost of a theft", "Actions to steal a good, besides the theft marker.")
    theft_marker_to = choice(
        "Costs",
        ["victim", "box"],
        "A used theft marker goes to",
        "Who gets the thief's marker: the player who was robbed (victim), or nobody (box).",
    )

    starting_demand = whole_list(
        "Demand and refill",
        [1, 2, 7, 8],
        "Demand at the start",
        "The numbered spaces whose first good has a demand marker on it.",
        most=9,
        limits=(1, 9),
        distinct=True,
    )
    refill_after = whole(
        "Demand and refill",
        4,
        (1, 9),
        "Refill after",
        "How many goods must be picked up before the empty numbered spaces are filled again.",
    )
    refill_demand = whole(
        "Demand and refill",
        1,
        (0, 4),
        "Demand added by a refill",
        "How many demand markers a refill adds to each good that still waits on its space.",
    )

    rare_value = whole("Scoring", 6, (0, 50), "Points for a rare good", "What each rare good delivered scores.")
    common_value = whole("Scoring", 3, (0, 50), "Points for a common good", "What each common good delivered scores.")
    demand_value = whole("Scoring", 1, (0, 20), "Points for a demand marker", "What each demand marker kept scores.")
    starting_points = whole_list(
        "Scoring",
        [],
        "Points at the start",
        "Points that seats 1, 2, 3 and 4 have before the first turn, to make up for going later; seats without a "
        "number have none.",
        most=4,
        limits=(0, 100),
        distinct=False,
        named_by_id=False,
    )
    undelivered_penalty = choice(
        "Scoring",
        ["none", "triangular"],
        "Penalty for undelivered goods",
        "What goods still on camels cost at the end: nothing (none), or n(n-1)/2 points for n goods (triangular).",
    )
    tie_break = choice(
        "Scoring",
        ["most_goods", "shared"],
        "Tie-break",
        "Who wins among the highest scores: who delivered most goods (most_goods), or all of them (shared).",
    )

    board = board_parameter(
        "Board",
        Board.standard(),
        "Board",
        "The spaces, the numbered spaces where goods appear, and the cities that want them.",
    )

    @classmethod
    def preset(cls, name: str) -> Rules:
        """Make the rules of a preset.

        Parameters
        ----------
        name : str
            One of `PRESETS`.

        Returns
        -------
        Rules
            A new rule set.

        Raises
        ------
        RulesError
            If there is no such preset.
        """
        if name not in PRESETS:
            raise RulesError(Problem("preset", f"there is no '{name}'{nearest_of(name, PRESETS, 'presets')}"))
        return cls(**PRESETS[name])

    def problems(self) -> tuple[Problem, ...]:
        """List why the rule set can't be played.

        Returns
        -------
        tuple of Problem
            Each with the parameter to change; empty if the rules can be played.
        """
        return (*self._faults(self.values()), *misfits(self))

    def require_playable(self) -> None:
        """Make sure that the rule set can be played.

        Raises
        ------
        RulesError
            With every problem, if it can't.
        """
        if problems := self.problems():
            raise RulesError(*problems)


PRESETS: Mapping[str, Mapping[str, Any]] = {
    "standard": {},
    "introductory": {"camels": 6},
    "published": {"undelivered_penalty": "triangular"},
    "rainbow": {"undelivered_penalty": "triangular", "rainbow_camel": True},
}
"""The rule sets that come with the package: what each changes in the standard game."""


def require_rules(rules: Any) -> Rules:
    """Take the rules that a function was given.

    Parameters
    ----------
    rules : object
        What was given.

    Returns
    -------
    Rules
        The same object.

    Raises
    ------
    RulesError
        If it isn't a rule set; the message says what was probably meant.
    """
    if not isinstance(rules, Rules):
        raise RulesError(Problem("rules", f"must be a rule set, not {described(rules)}{_rules_meant(rules)}"))
    return rules


def playable(rules: Any, players: int | None = None) -> Rules:
    """Take a copy of the rules and the number of players that a function was given.

    Parameters
    ----------
    rules : object
        What was given as rules.
    players : int, optional
        2 to 4; by default the rules' own number.

    Returns
    -------
    Rules
        The copy, with that number of players.

    Raises
    ------
    RulesError
        If they aren't rules, or can't be played.
    """
    copied = require_rules(rules).replace(**({} if players is None else {"players": players}))
    copied.require_playable()
    return copied


def _rules_meant(given: Any) -> str:
    """Suggest how to write the rules that somebody meant."""
    if isinstance(given, Path) or (isinstance(given, str) and given.endswith(".toml")):
        meant = f"Rules.read({str(given)!r})"
    elif isinstance(given, str) and (name := get_close_matches(given, PRESETS, n=1)):
        meant = f"Rules.preset({name[0]!r})"
    elif isinstance(given, dict):
        meant = f"Rules(**{shown(given)})"
    elif isinstance(given, Board):
        meant = "Rules(board=...)"
    elif given is Rules:
        meant = "Rules()"
    else:
        return "; rule sets are Rules(), Rules.preset('standard') or Rules.read('my.toml')"
    return f"; did you mean {meant}?"
