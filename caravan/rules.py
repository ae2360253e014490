"""The rules of a game: every parameter, what it allows, and which sets of them can be played."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import Any

import param

from caravan import rules_file
from caravan.board import Board
from caravan.errors import BoardError, Problem, RulesError, nearest
from caravan.files import write_atomically
from caravan.parameters import RuleParameter, board_parameter, choice, flag, whole, whole_list
from caravan.playability import misfits


class Rules(param.Parameterized):
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

    def __init__(self, **values: Any) -> None:
        if problems := _faults(values):
            raise RulesError(*problems)
        super().__init__(**values)  # type: ignore[no-untyped-call]

    @classmethod
    def sections(cls) -> dict[str, list[str]]:
        """List the parameters by section, in the order in which people should see them.

        Returns
        -------
        dict of str to list of str
            The section's heading, and the names of its parameters.
        """
        sections: dict[str, list[str]] = {}
        for name, parameter in _parameters().items():
            sections.setdefault(parameter.metadata["section"], []).append(name)
        return sections

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
            raise RulesError(
                Problem("preset", f"there is no '{name}'{nearest(name, PRESETS)}; presets are {', '.join(PRESETS)}")
            )
        return cls(**PRESETS[name])

    def replace(self, **changes: Any) -> Rules:
        """Make a copy with some parameters changed.

        Parameters
        ----------
        **changes
            Parameters by name.

        Returns
        -------
        Rules
            The copy; this rule set stays as it is.

        Raises
        ------
        RulesError
            If a name is unknown or a value isn't allowed.
        """
        return type(self)(**{**self.values(), **changes})

    def parse_setting(self, setting: str) -> Rules:
        """Make a copy with one parameter changed, as it is written on a command line.

        Parameters
        ----------
        setting : str
            ``name=value``, where a list is ``1,2,3``, a flag ``true`` or ``false``, and a board the path of its file.

        Returns
        -------
        Rules
            The copy.

        Raises
        ------
        RulesError
            If the setting can't be read, the name is unknown or the value isn't allowed.
        """
        name, equals, text = (part.strip() for part in setting.partition("="))
        if not equals or not name:
            raise RulesError(Problem(setting, "a setting is written name=value, for example camels=6"))
        if name not in _parameters():
            raise RulesError(*_faults({name: text}))
        try:
            value = _parameters()[name].read(text)
        except BoardError as error:
            raise RulesError(Problem(name, str(error))) from error
        return self.replace(**{name: value})

    def values(self) -> dict[str, Any]:
        """Give every parameter's value by name; the lists are copies."""
        return {
            name: list(value) if isinstance(value := getattr(self, name), list) else value for name in _parameters()
        }

    def differences(self, other: Rules) -> dict[str, tuple[Any, Any]]:
        """Compare with another rule set.

        Parameters
        ----------
        other : Rules
            The rule set to compare with.

        Returns
        -------
        dict of str to tuple
            For each parameter that differs, the other's value and this one's.
        """
        theirs, ours = other.values(), self.values()
        return {name: (theirs[name], ours[name]) for name in ours if theirs[name] != ours[name]}

    def key(self) -> tuple[Hashable, ...]:
        """Give everything that makes the rule set what it is as a value that can be hashed."""
        return tuple(tuple(value) if isinstance(value, list) else value for value in self.values().values())

    @property
    def id(self) -> str:
        """A short name for the rules: an r and 8 hexadecimal digits, the same on every machine and in every process.

        The r keeps a spreadsheet from taking it for a number. Everything counts that can change a game, except
        `players`; the board's name can't change one.
        """
        board = self.board
        content: dict[str, Any] = self.values()
        del content["players"], content["board"]
        content["grid"] = board.grid
        content["goods"] = [[good.letter, good.name, good.rare] for good in board.goods]
        text = json.dumps(content, sort_keys=True, separators=(",", ":"))
        return "r" + hashlib.sha256(text.encode()).hexdigest()[:8]

    def problems(self) -> tuple[Problem, ...]:
        """List why the rule set can't be played.

        Returns
        -------
        tuple of Problem
            Each with the parameter to change; empty if the rules can be played.
        """
        return (*_faults(self.values()), *misfits(self))

    def require_playable(self) -> None:
        """Make sure that the rule set can be played.

        Raises
        ------
        RulesError
            With every problem, if it can't.
        """
        if problems := self.problems():
            raise RulesError(*problems)

    def to_toml(self) -> str:
        """Write the rules, with their board, as the text of a rules file, which `from_toml` reads back."""
        return rules_file.to_toml(
            self.sections(), self.values(), {name: p.label or name for name, p in _parameters().items()}
        )

    @classmethod
    def from_toml(cls, text: str, source: str = "the rules") -> Rules:
        """Read rules from the text of a rules file.

        Parameters
        ----------
        text : str
            TOML with the tables ``rules`` and ``board``; parameters that are missing keep their defaults, and without
            ``board`` it is the standard board.
        source : str, optional
            What to call the text in a message, usually the file's name.

        Returns
        -------
        Rules
            The rules, which may still be unplayable: see `problems`.

        Raises
        ------
        RulesError
            If the text isn't TOML, a name is unknown or a value isn't allowed.
        """
        values = rules_file.from_toml(text, source)
        if problems := _faults(values):
            raise RulesError(*rules_file.located(problems, text, source))
        return cls(**values)

    @classmethod
    def read(cls, path: str | Path) -> Rules:
        """Read a rules file.

        Parameters
        ----------
        path : str or Path
            The TOML file.

        Returns
        -------
        Rules
            The rules.

        Raises
        ------
        RulesError
            If the file can't be read, a name is unknown or a value isn't allowed.
        """
        return cls.from_toml(rules_file.read(path), str(path))

    def write(self, path: str | Path) -> None:
        """Write a rules file, whole or not at all.

        Parameters
        ----------
        path : str or Path
            The TOML file; one already there is replaced.

        Raises
        ------
        OutputError
            If it can't be written.
        """
        write_atomically(path, self.to_toml())

    def __eq__(self, other: object) -> bool:
        return self.key() == other.key() if isinstance(other, Rules) else NotImplemented

    # Rules can be changed, so their hash can't follow their values: param and Panel keep watchers by the object itself.
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        changed = self.differences(Rules())
        return f"Rules({', '.join(f'{name}={ours!r}' for name, (_, ours) in changed.items())})"

    __str__ = __repr__


PRESETS: Mapping[str, Mapping[str, Any]] = {
    "standard": {},
    "introductory": {"camels": 6},
    "published": {"undelivered_penalty": "triangular"},
    "rainbow": {"undelivered_penalty": "triangular", "rainbow_camel": True},
}
"""The rule sets that come with the package: what each changes in the standard game."""


@functools.cache
def _parameters() -> dict[str, RuleParameter]:
    declared: dict[str, Any] = Rules.param.objects(instance=False)
    return {name: parameter for name, parameter in declared.items() if isinstance(parameter, RuleParameter)}


def _faults(values: Mapping[str, Any]) -> list[Problem]:
    """List unknown names and values that aren't allowed, each parameter looked at by itself."""
    parameters = _parameters()
    problems = []
    for name, value in values.items():
        if name not in parameters:
            problems.append(Problem(name, f"there is no such rule parameter{nearest(name, parameters)}"))
        elif fault := parameters[name].fault(parameters[name].settle(value)):
            problems.append(Problem(name, fault))
    return problems
