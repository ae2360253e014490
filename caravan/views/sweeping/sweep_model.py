"""What a designer has set on the Sweep page, and the question that it makes. Without any widget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import param

from caravan.balance import USUAL_STYLES
from caravan.board import Board
from caravan.errors import CaravanError, Problem, RulesError
from caravan.rules import PRESETS, Rules
from caravan.views.address import MAX_SEED
from caravan.views.own_bots import offered_bot
from caravan.views.rule_words import to_text
from caravan.views.sweeping.axis_draft import AxisDraft, choice_of, draft_for, draft_of
from caravan.views.sweeping.cost_words import cost_of
from caravan.views.sweeping.measures_on_offer import MEASURES, OF_A_SEAT
from caravan.views.sweeping.question import FAIR, FULL, MATTERS, VARY, Question, View, plan_of
from caravan.views.sweeping.question_words import require_askable

_USUAL = Question()
_SET = (
    *("ask", "preset", "draft", "board", "players", "bots", "fair_bots", "games", "seed", "axes", "step", "effort"),
    *("measure", "seat", "stratum"),
)
_SHOWN = ("measure", "seat", "stratum")
NO_AXIS = AxisDraft("")


class SweepModel(param.Parameterized):
    """The settings of the page.

    They are kept as they were entered, allowed or not. Whenever something changes, `problems` says what is wrong, and
    `question` follows if nothing is; otherwise it stays at what could be asked last.
    """

    ask = param.Selector[str](default=VARY, objects=[VARY, MATTERS, FAIR])
    preset = param.Selector[str](default="standard", objects=list(PRESETS))
    draft = param.Dict(default={}, doc="Every rule parameter as it was entered, without players and board.")
    board = param.ClassSelector(class_=Board, default=None, doc="A board of one's own; None for the preset's.")
    players = param.List[int](default=[4], item_type=int)
    bots = param.List[str](default=["planner"], item_type=str)
    fair_bots = param.List[str](default=list(USUAL_STYLES), item_type=str)
    games = param.Integer(default=_USUAL.games)
    seed = param.Integer(default=_USUAL.seed, bounds=(0, MAX_SEED))
    axes = param.ClassSelector(class_=tuple, default=(), doc="Two drafts, the second empty for a curve.")
    step = param.Integer(default=1)
    effort = param.String(default=FULL)
    measure = param.Selector[str](default=_USUAL.view.measure, objects=list(MEASURES))
    seat = param.Integer(default=1)
    stratum = param.Integer(default=0)
    problems = param.ClassSelector(class_=tuple, default=(), constant=True, doc="What is wrong, with its place.")
    question = param.Parameter(constant=True, doc="The last question that could be asked.")
    cost = param.Parameter(constant=True, doc="What asking it takes.")

    def __init__(self, question: Question = _USUAL) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.apply(question)

    def apply(self, question: Question) -> None:
        """Take over a whole question at once.

        Parameters
        ----------
        question : Question
            One that can be asked.
        """
        rules = question.rules
        preset = to_text(rules).split(";", 1)[0]
        base = Rules.preset(preset)
        axes = [draft_of(axis) for axis in question.axes] if question.ask == VARY else list(self.axes)
        axes = axes or [draft_of(axis) for axis in _USUAL.axes]
        bots = "fair_bots" if question.ask == FAIR else "bots"
        with param.parameterized.batch_call_watchers(self):
            self.param.update(
                ask=question.ask,
                preset=preset,
                draft=_editable(rules),
                board=None if rules.board == base.board else rules.board,
                players=list(question.players),
                games=question.games,
                seed=question.seed,
                axes=tuple([*axes, NO_AXIS][:2]),
                step=question.step,
                effort=question.effort,
                measure=question.view.measure,
                seat=question.view.seat,
                stratum=question.view.stratum,
                **{bots: list(question.bots)},
            )

    @property
    def base(self) -> dict[str, Any]:
        """The preset's values of the rule parameters, without players and board."""
        return _editable(Rules.preset(self.preset))

    @property
    def base_name(self) -> str:
        """What the preset is called."""
        return str(self.preset).capitalize()

    @property
    def board_in_play(self) -> Board:
        """The board of one's own, or else the preset's."""
        if self.board is not None:
            return self.board
        board: Board = Rules.preset(self.preset).board
        return board

    @property
    def styles(self) -> tuple[str, ...]:
        """Who plays, each against itself."""
        return tuple(self.fair_bots if self.ask == FAIR else self.bots)

    @property
    def is_of_a_seat(self) -> bool:
        """Whether the measure that is shown is one of a seat."""
        return self.measure in OF_A_SEAT

    def rules(self) -> Rules:
        """Give the rule set; `RulesError` if a value isn't allowed."""
        return Rules.preset(self.preset).replace(
            **self.draft, board=self.board_in_play, players=min(self.players, default=4)
        )

    def choose_preset(self, preset: str) -> None:
        """Start again from a preset."""
        self.param.update(preset=preset, draft=_editable(Rules.preset(preset)), board=None)

    def edit(self, name: str, value: Any) -> None:
        """Enter a rule parameter's value, allowed or not; other names are ignored."""
        if name in self.draft:
            self.draft = {**self.draft, name: value}

    def restore(self, name: str | None = None) -> None:
        """Go back to the preset in one parameter, or in all."""
        base = self.base
        if name is None:
            self.draft = base
        elif name in base:
            self.draft = {**self.draft, name: base[name]}

    def choose_axis(self, place: int, parameter: str) -> None:
        """Vary another parameter.

        Parameters
        ----------
        place : int
            0 or 1.
        parameter : str
            A rule parameter; empty, for the second axis, for none. The usual values are entered for it.
        """
        rules = self.question.rules
        draft = draft_for(rules, parameter) if parameter else NO_AXIS
        self.axes = tuple(draft if number == place else axis for number, axis in enumerate(self.axes))

    def edit_axis(self, place: int, changes: Mapping[str, Any]) -> None:
        """Enter something for an axis, allowed or not."""
        self.axes = tuple(
            replace(axis, **changes) if number == place else axis for number, axis in enumerate(self.axes)
        )

    def axis_problem(self, place: int) -> str:
        """Say what is wrong with an axis; empty if nothing is."""
        try:
            self._axis(place, self.question.rules if self.question else Rules())
        except CaravanError as error:
            return str(error)
        return ""

    def _axis(self, place: int, rules: Rules) -> Any:
        axis = self.axes[place]
        if place == 1 and axis.parameter and axis.parameter == self.axes[0].parameter:
            raise CaravanError("this parameter varies already; choose another")
        return choice_of(axis, rules) if axis.parameter else None

    def _asked(self) -> Question:
        rules = self.rules()
        rules.require_playable()
        axes = (
            tuple(filter(None, (self._axis(place, rules) for place in range(2)))) if self.ask == VARY else _USUAL.axes
        )
        if not self.styles:
            raise CaravanError("choose at least one style that plays")
        if not self.players:
            raise CaravanError("choose at least one number of players")
        question = Question(
            self.ask,
            rules,
            tuple(sorted(self.players)),
            tuple(map(offered_bot, self.styles)),  # what a page sends could name any file
            self.games,
            self.seed,
            axes,
            self.step,
            self.effort,
            View(self.measure, min(self.seat, max(self.players)), self.stratum),
        )
        if self.ask != FAIR and self.stratum >= len(plan_of(question).strata):
            question = replace(question, view=replace(question.view, stratum=0))
        require_askable(question)
        return question

    @param.depends(*_SET, watch=True)
    def _settle(self) -> None:
        problems: tuple[Problem, ...] = ()
        question: Question | None = None
        try:
            question = self._asked()
        except RulesError as error:
            problems = error.problems
        except CaravanError as error:
            problems = (Problem("question", str(error)),)
        with param.edit_constant(self), param.parameterized.batch_call_watchers(self):
            if problems != self.problems:
                self.problems = problems
            if question is not None and question != self.question:
                before = self.question
                self.question = question
                if before is None or replace(before, view=question.view) != question:
                    self.cost = cost_of(question)


def _editable(rules: Rules) -> dict[str, Any]:
    values: Mapping[str, Any] = rules.values()
    return {name: value for name, value in values.items() if name not in {"players", "board"}}
