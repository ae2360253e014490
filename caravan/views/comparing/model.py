"""What a designer compares: rule sets as they were entered, who plays, how often, and what matters. Without widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import param

from caravan.board import Board
from caravan.errors import CaravanError, Problem, RulesError
from caravan.rules import Rules
from caravan.views.address import MAX_GAMES, MAX_SEED
from caravan.views.comparing.state import (
    LETTERS,
    MOST_SETS,
    MOST_STYLES,
    CompareState,
    RuleSetState,
    names_of,
)
from caravan.views.comparing.word import is_figure, name_problem
from caravan.views.own_bots import offered_bot
from caravan.views.rule_words import to_text

NAME = "name"
"""The parameter under which a problem with a rule set's name is told."""

_USUAL = CompareState()


@dataclass(frozen=True)
class Entry:
    """A rule set as it was entered, allowed or not.

    Attributes
    ----------
    number : int
        Which one it is, however often it is moved or changed.
    name : str
        What the designer calls it; empty where it is called by what it changes.
    draft : mapping of str to object
        Every rule parameter, without players and board.
    board : Board
        Its board.
    problems : tuple of Problem
        What is wrong with it.
    called : str
        Its name, or what it is called without one.
    """

    number: int
    name: str
    draft: Mapping[str, Any]
    board: Board
    problems: tuple[Problem, ...] = ()
    called: str = ""


class CompareModel(param.Parameterized):
    """The state of the page.

    Rule sets are kept as they were entered. Whenever something changes, `entries` say what is wrong with each, and
    `state` follows if nothing is; otherwise it stays at what could be compared last.
    """

    entries = param.ClassSelector(class_=tuple, default=(), constant=True, doc="The rule sets, the baseline first.")
    chosen = param.Integer(default=0, doc="The number of the rule set whose rules are being edited.")
    players = param.Integer(default=_USUAL.players, bounds=(2, 4), label="Players")
    styles = param.List[str](
        default=list(_USUAL.styles), item_type=str, bounds=(0, MOST_STYLES), label="Styles of play"
    )
    games = param.Integer(default=_USUAL.games, bounds=(1, MAX_GAMES), label="Games under each rule set")
    seed = param.Integer(default=_USUAL.seed, bounds=(0, MAX_SEED), label="Seed")
    margins = param.Dict(default={}, doc="From which size on a difference matters, where it isn't as usual.")
    trouble = param.String(default="", constant=True, doc="What is wrong beside the rule sets.")
    state = param.ClassSelector(class_=CompareState, default=_USUAL, constant=True, doc="What can be compared.")

    def __init__(self, state: CompareState = _USUAL) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._last = 0
        self.apply(state)

    @property
    def playable(self) -> bool:
        """Whether everything that is entered can be compared."""
        return not self.trouble and not any(entry.problems for entry in self.entries)

    @property
    def chosen_entry(self) -> Entry:
        """The rule set that is being edited."""
        entries: tuple[Entry, ...] = self.entries
        return next((entry for entry in entries if entry.number == self.chosen), entries[0])

    @property
    def baseline(self) -> Entry:
        """The rule set that the others are compared with."""
        entries: tuple[Entry, ...] = self.entries
        return entries[0]

    def letter(self, entry: Entry) -> str:
        """Give the letter by which a rule set is called in pictures."""
        numbers = [one.number for one in self.entries]
        return LETTERS[numbers.index(entry.number)]

    def apply(self, state: CompareState) -> None:
        """Take over a whole state at once; what stays the same keeps its number.

        Parameters
        ----------
        state : CompareState
            From a link.
        """
        known = list(self.entries)
        entries = []
        for place, one in enumerate(state.sets):
            draft, board = _editable(one.rules), one.rules.board
            same = next((entry for entry in known if (entry.draft, entry.board) == (draft, board)), None)
            if same is None and place < len(self.entries) and self.entries[place] in known:
                same = self.entries[place]
            if same is not None:
                known.remove(same)
            entries.append(Entry(self._next() if same is None else same.number, one.name, draft, board))
        with param.parameterized.batch_call_watchers(self):
            self.param.update(
                players=state.players,
                styles=list(state.styles),
                games=state.games,
                seed=state.seed,
                margins=dict(state.margins),
            )
            self._enter(entries)

    def add(self, rules: Rules, name: str = "") -> str:
        """Add a rule set, and choose it.

        Parameters
        ----------
        rules : Rules
            Its rules.
        name : str, optional
            What it is to be called; a number is added where another is called so.

        Returns
        -------
        str
            Why it can't be added; empty where it was.
        """
        if len(self.entries) >= MOST_SETS:
            return f"There is room for {MOST_SETS} rule sets. Remove one to add another."
        names = [entry.name for entry in self.entries]
        number, unique = 2, name
        while unique and unique in names:
            unique = f"{name} ({number})"
            number += 1
        entry = Entry(self._next(), unique, _editable(rules), rules.board)
        self._enter([*self.entries, entry], chosen=entry.number)
        return ""

    def copy(self, number: int) -> str:
        """Add a copy of a rule set, to be changed.

        Returns
        -------
        str
            As from `add`.
        """
        if len(self.entries) >= MOST_SETS:
            return f"There is room for {MOST_SETS} rule sets. Remove one to add another."
        original = self._entry(number)
        if original is not None:
            twin = replace(original, number=self._next(), name="")
            self._enter([*self.entries, twin], chosen=twin.number)
        return ""

    def remove(self, number: int) -> None:
        """Take a rule set away; the last one stays."""
        if len(self.entries) > 1:
            self._enter([entry for entry in self.entries if entry.number != number])

    def rename(self, number: int, name: str) -> None:
        """Call a rule set by a name; empty to have it called by what it changes."""
        self._change(number, name=name.strip())

    def move(self, number: int, step: int) -> None:
        """Move a rule set up or down; the first place is the baseline's."""
        entries = list(self.entries)
        place = next((place for place, entry in enumerate(entries) if entry.number == number), None)
        if place is not None and 0 <= place + step < len(entries):
            entries.insert(place + step, entries.pop(place))
            self._enter(entries)

    def make_baseline(self, number: int) -> None:
        """Compare all others with this one."""
        first = [entry for entry in self.entries if entry.number == number]
        self._enter([*first, *(entry for entry in self.entries if entry.number != number)])

    def edit(self, number: int, name: str, value: Any) -> None:
        """Enter a rule's value, allowed or not."""
        entry = self._entry(number)
        if entry is not None and name in entry.draft:
            self._change(number, draft={**entry.draft, name: value})

    def replace_rules(self, number: int, values: Mapping[str, Any]) -> None:
        """Enter the values of several rules at once."""
        entry = self._entry(number)
        if entry is not None:
            known = {name: value for name, value in values.items() if name in entry.draft}
            self._change(number, draft={**entry.draft, **known})

    def set_margin(self, name: str, margin: float | None) -> None:
        """Say from which size on a difference matters; None for the usual one."""
        margins = {given: value for given, value in self.margins.items() if given != name}
        if margin is not None and is_figure(name):
            margins[name] = margin
        self.margins = margins

    def _next(self) -> int:
        self._last += 1
        return self._last

    def _entry(self, number: int) -> Entry | None:
        return next((entry for entry in self.entries if entry.number == number), None)

    def _change(self, number: int, **changes: Any) -> None:
        self._enter([replace(entry, **changes) if entry.number == number else entry for entry in self.entries])

    def _enter(self, entries: list[Entry], chosen: int | None = None) -> None:
        numbers = [entry.number for entry in entries]
        if chosen is None:
            chosen = self.chosen if self.chosen in numbers else numbers[min(1, len(numbers) - 1)]
        with param.parameterized.batch_call_watchers(self), param.edit_constant(self):
            self.param.update(chosen=chosen, entries=tuple(entries))
            self._settle()

    @param.depends("players", "styles", "games", "seed", "margins", watch=True)
    def _settle(self) -> None:
        rules_of = [self._rules_of(entry) for entry in self.entries]
        names = _names(self.entries, rules_of)
        seen: dict[str, str] = {}
        settled = []
        for entry, found, called in zip(self.entries, rules_of, names, strict=True):
            problems = found if isinstance(found, tuple) else ()
            if entry.name and (fault := name_problem(entry.name)):
                problems += (Problem(NAME, fault),)
            elif entry.name and [one.name for one in self.entries].index(entry.name) != self.entries.index(entry):
                problems += (Problem(NAME, f"another rule set is called '{entry.name}'"),)
            if isinstance(found, Rules):
                if found.id in seen:
                    problems += (Problem("", f"these are the rules of {seen[found.id]}; change one of them"),)
                else:
                    seen[found.id] = called
            settled.append(replace(entry, problems=problems, called=called))
        trouble = ""
        styles: tuple[str, ...] = ()
        try:
            styles = tuple(map(offered_bot, self.styles))  # what a page sends could name any file
            trouble = "" if styles else "Choose at least one style of play."
        except CaravanError as error:
            trouble = str(error)
        with param.edit_constant(self):
            changes: dict[str, Any] = {"entries": tuple(settled), "trouble": trouble}
            if not trouble and not any(entry.problems for entry in settled):
                sets = tuple(
                    RuleSetState(found.replace(players=_USUAL.players), entry.name)
                    for entry, found in zip(settled, rules_of, strict=True)
                    if isinstance(found, Rules)
                )
                state = CompareState(sets, self.players, styles, self.games, self.seed, dict(self.margins))
                if state != self.state:
                    changes["state"] = state
            self.param.update(**{name: value for name, value in changes.items() if getattr(self, name) != value})

    def _rules_of(self, entry: Entry) -> Rules | tuple[Problem, ...]:
        try:
            rules = Rules(**entry.draft, board=entry.board, players=self.players)
            rules.require_playable()
        except RulesError as error:
            return error.problems
        return rules


class EditedRuleSet(param.Parameterized):
    """The chosen rule set, as the rule editor asks for it: its changes are marked against the baseline.

    Parameters
    ----------
    model : CompareModel
        Whose chosen rule set is edited.
    """

    draft = param.Dict(default={}, doc="Every rule parameter as it was entered.")
    preset = param.String(default="", doc="Stands for the values that changes are marked against.")
    board = param.ClassSelector(class_=Board, default=None, doc="The rule set's board.")
    problems = param.ClassSelector(class_=tuple, default=(), doc="What is wrong, each with its parameter.")

    def __init__(self, model: CompareModel) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._model = model
        self._follow()
        model.param.watch(self._follow, ["entries", "chosen"])

    @property
    def base(self) -> dict[str, Any]:
        """The baseline's values, or, for the baseline itself, those of the preset it is closest to."""
        model = self._model
        return dict(model.baseline.draft) if self._compared else _editable(Rules.preset(self._preset))

    @property
    def base_name(self) -> str:
        """What the chosen rule set is held against."""
        return f"{LETTERS[0]} {self._model.baseline.called}" if self._compared else self._preset.capitalize()

    @property
    def board_in_play(self) -> Board:
        """The rule set's board."""
        return self._model.chosen_entry.board

    def edit(self, name: str, value: Any) -> None:
        """Enter a value, allowed or not."""
        self._model.edit(self._model.chosen_entry.number, name, value)

    def restore(self, name: str | None = None) -> None:
        """Go back to the base in one parameter, or in all."""
        base = self.base
        self._model.replace_rules(self._model.chosen_entry.number, base if name is None else {name: base[name]})

    @property
    def _compared(self) -> bool:
        return self._model.chosen_entry.number != self._model.baseline.number

    @property
    def _preset(self) -> str:
        first = self._model.state.sets[0].rules
        return to_text(first).partition(";")[0]

    def _follow(self, *_: Any) -> None:
        entry = self._model.chosen_entry
        self.param.update(
            draft=dict(entry.draft),
            preset=f"{self.base_name} {sorted(self.base.items())}",
            board=entry.board,
            problems=entry.problems,
        )


def _names(entries: tuple[Entry, ...], rules_of: list[Rules | tuple[Problem, ...]]) -> list[str]:
    """Name the rule sets, those that can't be played at the moment by what they were called last."""
    first = rules_of[0] if isinstance(rules_of[0], Rules) else Rules()
    stand_ins = [
        RuleSetState(found, entry.name) if isinstance(found, Rules) else RuleSetState(first, entry.name or entry.called)
        for entry, found in zip(entries, rules_of, strict=True)
    ]
    return list(names_of(stand_ins))


def _editable(rules: Rules) -> dict[str, Any]:
    return {name: value for name, value in rules.values().items() if name not in {"players", "board"}}
