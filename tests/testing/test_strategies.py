"""The strategies that come with the package reach what they promise."""

from __future__ import annotations

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from caravan.testing import STYLES, boards, games, positions, rules

SEARCH = settings(max_examples=5000, database=None, derandomize=True, phases=[Phase.generate])


@given(boards(max_width=4, max_height=3))
def test_boards_keep_to_the_size_asked_for(board):
    assert board.width <= 4
    assert board.height <= 3


@pytest.mark.parametrize(
    "wanted",
    [
        lambda board: board.blocked,
        lambda board: len(board.numbered) == 9,
        lambda board: board.width * board.height == 64,
        lambda board: board.width == 1,
    ],
)
def test_boards_of_all_shapes_are_found(wanted):
    find(boards(), wanted, settings=SEARCH)


@given(rules(camels=2, rainbow_camel=True))
def test_fixed_parameters_stay_fixed(made):
    assert (made.camels, made.rainbow_camel) == (2, True)
    assert made.problems() == ()


@pytest.mark.parametrize("kind", ["transfer", "deliver", "steal", "rainbow"])
def test_games_with_every_kind_of_action_are_found(kind):
    find(games(), lambda game: any(action.kind == kind for action in game.history), settings=SEARCH)


@pytest.mark.parametrize("reason", ["delivery", "turn_limit", "deadlock"])
def test_games_with_every_end_are_found(reason):
    find(games(max_actions=150), lambda game: game.end_reason == reason, settings=SEARCH)


@given(st.data(), st.sampled_from(STYLES))
def test_games_have_at_most_so_many_actions(data, style):
    game = data.draw(games(max_actions=5, style=style))
    assert len(game.history) <= 5


@given(positions(max_actions=10))
def test_positions_have_no_history(game):
    assert game.history == ()
    assert len(game.rows) == 0
