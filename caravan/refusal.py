"""Why an action is refused, and which actions a shortened one can mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from caravan.action import Action

if TYPE_CHECKING:
    from caravan.game import Game


def readings_of(game: Game, action: Action) -> list[Action]:
    """List the legal actions that an action without a good can mean.

    Parameters
    ----------
    game : Game
        The game in whose position it is meant.
    action : Action
        A ``transfer``, ``deliver`` or ``steal`` that names no good.

    Returns
    -------
    list of Action
        In the order of the legal actions.
    """
    return [
        legal
        for legal in game.legal_actions
        if (legal.kind, legal.source, legal.target) == (action.kind, action.source, action.target)
        and action.victim in (None, legal.victim)
    ]


def reason_against(game: Game, action: Action) -> str:
    """Say why an action is illegal.

    Parameters
    ----------
    game : Game
        The game in whose position it is tried.
    action : Action
        An action that isn't legal there.

    Returns
    -------
    str
        What was tried, why not, and what may have been meant.
    """
    return f"'{action}' isn't legal now"
