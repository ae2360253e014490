"""What the page's scripts are told of a board."""

from __future__ import annotations

import json

from hypothesis import given

from caravan.board import Board
from caravan.testing.strategies import boards
from caravan.views.board.board_data import board_data


@given(boards())
def test_every_board_is_described_in_what_a_browser_can_read(board: Board) -> None:
    data = json.loads(json.dumps(board_data(board)))
    assert data["spaces"] == list(board.space_names)
    assert data["numbered"] == list(board.numbered)
    assert data["cities"] == list(board.cities)
    assert data["blocked"] == list(board.blocked)
    assert [good["letter"] for good in data["goods"]] == [good.letter for good in board.goods]


def test_goods_have_colours_of_their_own_and_rare_ones_are_marked() -> None:
    goods = board_data(Board.standard())["goods"]
    assert len({good["colour"] for good in goods}) == 8
    assert [good["name"] for good in goods if good["rare"]] == ["ivory", "gold", "cloth", "copper"]
