"""Which parameters of a rule set don't fit each other or the board, so that it can't be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from caravan.errors import Problem

if TYPE_CHECKING:
    from caravan.rules import Rules


def misfits(rules: Rules) -> list[Problem]:
    """List the parameters that are fine by themselves but don't fit the others or the board.

    Parameters
    ----------
    rules : Rules
        The rule set, each of its values allowed by itself.

    Returns
    -------
    list of Problem
        Each with the parameter to change; empty if the rules can be played.
    """
    problems = []
    board = rules.board
    numbers = len(board.numbered)
    if rules.refill_after > numbers:
        problems.append(
            Problem(
                "refill_after",
                f"the board '{board.name}' has {numbers} numbered spaces, so a refill can't wait for "
                f"{rules.refill_after} goods: choose 1 to {numbers}",
            )
        )
    if missing := [str(number) for number in rules.starting_demand if number > numbers]:
        problems.append(
            Problem(
                "starting_demand",
                f"the board '{board.name}' has the numbered spaces 1 to {numbers}, so there is no {', '.join(missing)}",
            )
        )
    for name in ("enter_empty_cost", "enter_occupied_cost"):
        cost = getattr(rules, name)
        if cost > rules.actions_per_turn:
            problems.append(
                Problem(name, f"{cost} is more than a turn's {rules.actions_per_turn} actions (actions_per_turn)")
            )
    rare = sum(good.rare for good in board.goods)
    common = len(board.goods) - rare
    goods = rare * rules.rare_count + common * rules.common_count
    if goods < numbers:
        problems.append(
            Problem(
                "common_count" if common else "rare_count",
                f"{rare} rare types of {rules.rare_count} and {common} common types of {rules.common_count} "
                f"make {goods} goods, too few for the {numbers} numbered spaces of the board '{board.name}'",
            )
        )
    return problems
