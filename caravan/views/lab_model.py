"""What a designer has set: rules, players, bots, games, seed; and what can be played from it. Without any widget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import param

from caravan.batch import BatchRequest
from caravan.board import Board
from caravan.bots.styles import STYLES
from caravan.errors import CaravanError, Problem, RulesError
from caravan.rules import PRESETS, Rules
from caravan.views.address import MAX_GAMES, MAX_SEED, MOST_COMPARED, LabState
from caravan.views.own_bots import offered_bot

SEATS = 4
GAMES = (200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000)
"""The numbers of games on offer; a link may ask for any other up to the greatest."""

_USUAL = LabState()
_PLAYED = ("draft", "board", "board_problems", "players", "bot_1", "bot_2", "bot_3", "bot_4", "games", "seed")
"""What decides whether something can be played, and what."""


class LabModel(param.Parameterized):
    """The state of the page.

    Rules are kept as they were entered in `draft`, allowed or not. Whenever something changes, `problems` says what is
    wrong, and `request` follows if nothing is; otherwise it stays at what could be played last.
    """

    preset = param.Selector[str](default=_USUAL.preset, objects=list(PRESETS), label="Start from")
    draft = param.Dict(default={}, doc="Every rule parameter as it was entered, without players and board.")
    board = param.ClassSelector(class_=Board, default=None, doc="A board of one's own; None for the preset's.")
    board_problems = param.ClassSelector(
        class_=tuple, default=(), doc="What keeps the board that is being made from being played on."
    )
    players = param.Integer(default=_USUAL.players, bounds=(2, SEATS), label="Players")
    bot_1 = param.Selector[str](default="planner", objects=list(STYLES), check_on_set=False, label="Seat 1")
    bot_2 = param.Selector[str](default="planner", objects=list(STYLES), check_on_set=False, label="Seat 2")
    bot_3 = param.Selector[str](default="planner", objects=list(STYLES), check_on_set=False, label="Seat 3")
    bot_4 = param.Selector[str](default="planner", objects=list(STYLES), check_on_set=False, label="Seat 4")
    games = param.Selector[int](default=_USUAL.games, objects=list(GAMES), check_on_set=False, label="Games")
    seed = param.Integer(default=_USUAL.seed, bounds=(0, MAX_SEED), label="Seed")
    compare = param.List[str](
        default=list(_USUAL.compare),
        item_type=str,
        bounds=(0, MOST_COMPARED),
        label="Compare with",
        doc="Further styles, whose win shares join those of the bots.",
    )
    problems = param.ClassSelector(
        class_=tuple, default=(), constant=True, doc="What is wrong, each with its parameter."
    )
    request = param.Parameter(constant=True, doc="The last batch that could be played.")

    def __init__(self, state: LabState = _USUAL) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.apply(state)

    @property
    def base(self) -> dict[str, Any]:
        """The preset's values of the rule parameters, without players and board."""
        return _editable(Rules.preset(self.preset))

    @property
    def base_name(self) -> str:
        """What the preset is called."""
        return str(self.preset).capitalize()

    @property
    def changes(self) -> dict[str, Any]:
        """The rule parameters that differ from the preset, as they were entered."""
        base = self.base
        return {name: value for name, value in self.draft.items() if value != base[name]}

    @property
    def board_in_play(self) -> Board:
        """The board of one's own, or else the preset's."""
        if self.board is not None:
            return self.board
        board: Board = Rules.preset(self.preset).board
        return board

    @property
    def bots(self) -> tuple[str, ...]:
        """Who plays, in seat order."""
        return tuple(getattr(self, f"bot_{seat}") for seat in range(1, self.players + 1))

    @property
    def state(self) -> LabState:
        """What a link has to carry; only what can be played belongs into one."""
        return LabState(
            self.preset,
            self.changes,
            self.players,
            self.bots,
            self.games,
            self.seed,
            tuple(self.compare),
            self.board,
        )

    def apply(self, state: LabState) -> None:
        """Take over a whole state at once.

        Parameters
        ----------
        state : LabState
            From a link.
        """
        bots = {f"bot_{seat}": bot for seat, bot in enumerate(state.bots, start=1)}
        draft = {**_editable(Rules.preset(state.preset)), **state.changes}
        with param.parameterized.batch_call_watchers(self):
            self.param.update(
                preset=state.preset,
                draft=draft,
                board=state.board,
                board_problems=(),
                players=state.players,
                games=state.games,
                seed=state.seed,
                compare=list(state.compare),
                **bots,
            )

    def choose_preset(self, preset: str) -> None:
        """Start again from a preset and its board; players, bots, games and seed stay.

        Parameters
        ----------
        preset : str
            One of `caravan.rules.PRESETS`.
        """
        self.param.update(preset=preset, draft=_editable(Rules.preset(preset)), board=None, board_problems=())

    def edit_board(
        self, board: Board, starting_demand: Sequence[int] | None = None, problems: tuple[Problem, ...] = ()
    ) -> None:
        """Play on another board.

        Parameters
        ----------
        board : Board
            The board; the preset's own is no change.
        starting_demand : sequence of int, optional
            The numbered spaces with demand at the start, where they change with it.
        problems : tuple of Problem, optional
            What keeps a board that is still being made from being played on; ``board`` is then the last that could.
        """
        own = None if board == Rules.preset(self.preset).board else board
        changes: dict[str, Any] = {} if own == self.board else {"board": own}
        if starting_demand is not None:
            changes["draft"] = {**self.draft, "starting_demand": list(starting_demand)}
        self.param.update(**changes, board_problems=problems)

    def edit(self, name: str, value: Any) -> None:
        """Enter a value, allowed or not.

        Parameters
        ----------
        name : str
            A rule parameter; others are ignored, since they can only come from a broken page.
        value : object
            What was entered.
        """
        if name in self.draft:
            self.draft = {**self.draft, name: value}

    def restore(self, name: str | None = None) -> None:
        """Go back to the preset.

        Parameters
        ----------
        name : str, optional
            The one parameter to restore; all of them by default.
        """
        base = self.base
        if name is None:
            self.draft = base
        elif name in base:
            self.draft = {**self.draft, name: base[name]}

    @param.depends(*_PLAYED, watch=True)
    def _settle(self) -> None:
        problems: tuple[Problem, ...] = self.board_problems
        request: BatchRequest | None = None
        try:
            rules = Rules.preset(self.preset).replace(**self.draft, board=self.board_in_play, players=self.players)
            rules.require_playable()
            bots = tuple(map(offered_bot, self.bots))  # what a page sends could name any file
            request = BatchRequest(rules, self.players, bots, self.games, self.seed)
        except RulesError as error:
            problems += error.problems
        except CaravanError as error:
            problems += (Problem("bots", str(error)),)
        with param.edit_constant(self):
            if problems != self.problems:
                self.problems = problems
            if request is not None and not problems and (self.request is None or request.key != self.request.key):
                self.request = request


def _editable(rules: Rules) -> dict[str, Any]:
    values: Mapping[str, Any] = rules.values()
    return {name: value for name, value in values.items() if name not in {"players", "board"}}


__all__ = ["GAMES", "MAX_GAMES", "SEATS", "LabModel"]
