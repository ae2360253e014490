"""How the ruling tests set up a situation and say that an action is refused."""

from __future__ import annotations

from typing import Any

import pytest

from caravan.errors import IllegalAction
from caravan.game import Game
from caravan.rules import Rules


def given(position: str, **rules: Any) -> Game:
    """A game from a position; what it leaves out is as at the start."""
    return Game.from_position(position, Rules(**rules))


def refused(game: Game, action: str, *reasons: str) -> None:
    """Check that an action is illegal, for these reasons, and changes nothing."""
    before = game.position()
    assert action not in game.legal_actions
    with pytest.raises(IllegalAction) as caught:
        game.play(action)
    for reason in reasons:
        assert reason in str(caught.value)
    assert game.position() == before


def kinds(game: Game) -> set[str]:
    """The kinds of the legal actions."""
    return {action.kind for action in game.legal_actions}


def targets(game: Game, kind: str, source: str | None = None) -> set[str]:
    """Where the legal actions of a kind lead."""
    return {
        str(action.target)
        for action in game.legal_actions
        if action.kind == kind and (source is None or action.source == source)
    }


def last_events(game: Game, count: int) -> list[dict[str, Any]]:
    """The last events, as the log shows them."""
    return [dict(row) for row in game.events().tail(count).to_dict("records")]
