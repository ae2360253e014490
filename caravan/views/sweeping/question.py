"""What a designer asks of a rule set on the Sweep page, and the plan that answers it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from caravan.balance.fair_games import fair_requests, games_of_finals, usual_games
from caravan.balance.screening import choosers
from caravan.blocks import cores
from caravan.board import Board
from caravan.errors import PlanError
from caravan.rules import Rules
from caravan.spreadsheets import harmless
from caravan.sweeps import SweepPlan
from caravan.sweeps.axes import cell_of
from caravan.sweeps.plan_size import duration_in_words
from caravan.sweeps.scenario import Scenario
from caravan.views.limits import server_limits
from caravan.views.sweeping.neighbours import neighbours

VARY, MATTERS, FAIR = "vary", "matters", "fair"
ASKED = (VARY, MATTERS, FAIR)
"""What can be asked: vary one or two parameters; what matters; a fair start."""

FULL, QUICK = "full", "quick"
EFFORTS = (FULL, QUICK)
"""How many games a search for a fair start plays: as many as the command, or a part of them."""

QUICK_PART = 8

MOST_CELLS = 400
"""More can't be told apart in a picture."""

MOST_AXES = 2
MOST_STYLES = 3
GREATEST_STEP = 5
PLAYERS = (2, 3, 4)


@dataclass(frozen=True)
class AxisChoice:
    """A parameter that varies.

    Attributes
    ----------
    parameter : str
        A rule parameter.
    values : tuple
        Two or more; lists as tuples.
    """

    parameter: str
    values: tuple[Any, ...]


@dataclass(frozen=True)
class View:
    """What is shown of the cells, whatever was played.

    Attributes
    ----------
    measure : str
        With its part, such as ``length.turns.mean``.
    seat : int
        For measures of seats.
    stratum : int
        Which number of players and style, where a figure shows one of them: a place in the plan's `strata`.
    """

    measure: str = "first_player_advantage"
    seat: int = 1
    stratum: int = 0


@dataclass(frozen=True)
class Question:
    """Everything that a link to the page carries.

    Attributes
    ----------
    ask : str
        One of `ASKED`.
    rules : Rules
        What is asked about, with the first number of players.
    players : tuple of int
        One number or several, in rising order.
    bots : tuple of str
        Styles, each of which plays against itself.
    games : int
        For each cell.
    seed : int
        The same in all cells.
    axes : tuple of AxisChoice
        One or two, for `VARY`.
    step : int
        How many steps a parameter is moved to each side, for `MATTERS`.
    effort : str
        One of `EFFORTS`, for `FAIR`.
    view : View
        What is shown.
    """

    ask: str = VARY
    rules: Rules = field(default_factory=Rules)
    players: tuple[int, ...] = (4,)
    bots: tuple[str, ...] = ("planner",)
    games: int = 500
    seed: int = 7
    axes: tuple[AxisChoice, ...] = (AxisChoice("camels", (3, 4, 5, 6, 7)),)
    step: int = 1
    effort: str = FULL
    view: View = View()

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", self.rules.replace(players=self.players[0]))


def plan_of(question: Question) -> LaidOutPlan:
    """Make the plan that answers a question.

    Parameters
    ----------
    question : Question
        One that asks `VARY` or `MATTERS`.

    Returns
    -------
    LaidOutPlan

    Raises
    ------
    CaravanError
        Where the values don't make a plan, or one that is too large for this page.
    """
    given: dict[str, Any] = {
        "base": question.rules,
        "games": question.games,
        "seed": question.seed,
        "players": question.players,
        "bots": question.bots,
        "most_cells": MOST_CELLS,
    }
    if question.ask == MATTERS:
        plan = LaidOutPlan(neighbours(question.rules, question.step), "one_at_a_time", name="What matters", **given)
    else:
        axes = {axis.parameter: [_plainly_named(value) for value in axis.values] for axis in question.axes}
        titles = " and ".join(str(Rules.param[name].label) for name in axes)
        plan = LaidOutPlan(axes, name=titles, **given)
    size, most = plan.size(), server_limits()
    if size.cells > MOST_CELLS:
        raise PlanError(f"this makes {size.cells:,} cells; the page shows at most {MOST_CELLS}: take fewer values")
    if size.games > most.games:
        raise PlanError(
            f"this makes {size.games:,} games; the page plays at most {most.games:,} at a time: take fewer cells or "
            "games, or save the plan and run it with caravan sweep"
        )
    if size.core_seconds / cores() > most.seconds:
        raise PlanError(
            f"this takes {duration_in_words(size.core_seconds / cores())} here; the page plays for at most "
            f"{duration_in_words(most.seconds).removeprefix('about ')} at a time: take fewer cells or games, or save "
            "the plan and run it with caravan sweep"
        )
    return plan


def _plainly_named(value: Any) -> Any:
    """Take from a board's name what a spreadsheet might carry out, since the name stands in the sweep's tables."""
    if not isinstance(value, Board) or harmless(value.name) == value.name:
        return value
    return replace(value, name=value.name.lstrip("=+-@\t\r\n ") or "board")


class LaidOutPlan(SweepPlan):
    """A plan whose scenarios are made once, since a picture that grows asks for them again and again."""

    def __init__(self, *given: Any, **settings: Any) -> None:
        super().__init__(*given, **settings)
        self._laid_out: dict[int, Scenario] = {}

    def scenario(self, number: int) -> Scenario:
        """Make one scenario, or give it again."""
        if number not in self._laid_out:
            self._laid_out[number] = super().scenario(number)
        return self._laid_out[number]


def games_of_fair(question: Question) -> dict[str, int]:
    """Say how many games each style plays under a start, in a search for a fair one."""
    part = QUICK_PART if question.effort == QUICK else 1
    return {style: max(20, usual_games(style) // part) for style in question.bots}


def fair_games_in_all(question: Question) -> Mapping[str, int]:
    """Count the games that a search for a fair start plays.

    Parameters
    ----------
    question : Question
        One that asks `FAIR`.

    Returns
    -------
    mapping of str to int
        For each style: under the present rules, in the finals, and under both starts; the scout's rounds are counted
        as `caravan.balance.fair_games.SCOUT`.
    """
    from caravan.balance.fair_games import ROUNDS, SCOUT
    from caravan.balance.openings import sensible_openings

    rules = question.rules
    requests = fair_requests(rules, question.bots, games_of_fair(question), question.seed)
    having_a_say = choosers(requests)
    counted = {style: 3 * request.games for style, request in requests.items()}
    left = len(sensible_openings(rules.actions_per_turn, rules.players)) + 1
    scout = 0
    for games, survivors in ROUNDS:
        scout += games * left
        left = survivors + 1
    for style in having_a_say:
        counted[style] += ROUNDS[-1][1] * games_of_finals(requests[style].games)
    counted[SCOUT] = counted.get(SCOUT, 0) + scout
    return counted


def usual_values(rules: Rules, parameter: str) -> tuple[Any, ...]:
    """Choose values for a parameter that is to vary.

    Parameters
    ----------
    rules : Rules
        Whose own value lies in the middle.
    parameter : str
        A rule parameter.

    Returns
    -------
    tuple
        For whole numbers two steps to either side; every value of a flag or a choice; for lists the present one and
        its neighbours.
    """
    from caravan.parameters import Choice, Flag, Whole
    from caravan.views.rule_schema import whole_bounds
    from caravan.views.sweeping.neighbours import step_of

    kind, value = Rules.param[parameter], getattr(rules, parameter)
    if isinstance(kind, Whole):
        low, high = whole_bounds(kind)
        step = step_of(value)
        first = max(low, value - 2 * step)
        return tuple(one for one in (first + step * place for place in range(5)) if one <= high)
    if isinstance(kind, Flag):
        return (False, True)
    if isinstance(kind, Choice):
        return tuple(kind.objects)
    if isinstance(value, Board):
        return tuple(dict.fromkeys((value, Board.standard())))
    return tuple(neighbours(rules, 1).get(parameter, (tuple(value),)))


def values_in_words(values: Sequence[Any]) -> str:
    """List an axis's values for people: ``3, 4, 5``, or ``1,2,3 / none``."""
    cells = [("on" if value else "off") if isinstance(value, bool) else str(cell_of(value)) for value in values]
    return " / ".join(cells) if any("," in cell for cell in cells) else ", ".join(cells)
