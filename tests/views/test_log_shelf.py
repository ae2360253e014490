"""The logs that are kept of games between slow bots."""

from __future__ import annotations

import pytest

from caravan.batch import Batch, BatchRequest, play_blocks
from caravan.blocks import Block, without_log
from caravan.views.log_shelf import GAMES_OF_A_RUN, LogShelf

REQUEST = BatchRequest(games=40, seed=5)


@pytest.fixture(scope="module")
def blocks() -> list[Block]:
    return list(play_blocks(REQUEST, block_size=10))


def quiet(blocks: list[Block], request: BatchRequest = REQUEST) -> Batch:
    return Batch.from_blocks(request, [without_log(block) for block in blocks])


def test_a_kept_log_comes_back_and_the_rest_is_played_again(blocks: list[Block]) -> None:
    shelf = LogShelf()
    for block in blocks[:2]:
        shelf.put(REQUEST, block)
    batch = shelf.with_logs(quiet(blocks))
    assert [block.rows is None for block in batch.blocks] == [False, False, True, True]
    assert batch.events.equals(Batch.from_blocks(REQUEST, blocks).events)


def test_other_games_have_no_part_in_it(blocks: list[Block]) -> None:
    shelf = LogShelf()
    shelf.put(REQUEST, blocks[0])
    other = BatchRequest(games=40, seed=6)
    assert all(block.rows is None for block in shelf.with_logs(quiet(blocks, other)).blocks)


def test_the_oldest_run_makes_room(blocks: list[Block]) -> None:
    room = sum(block.rows.nbytes for block in blocks[:2])
    shelf = LogShelf(room)
    older, newer = REQUEST, BatchRequest(games=40, seed=6)
    for block in blocks[:2]:
        shelf.put(older, block)
    shelf.put(newer, blocks[0])
    assert all(block.rows is None for block in shelf.with_logs(quiet(blocks, older)).blocks)
    assert shelf.with_logs(quiet(blocks, newer)).blocks[0].rows is not None


def test_a_log_that_no_picture_looks_at_isnt_kept(blocks: list[Block]) -> None:
    shelf = LogShelf()
    late = Block(GAMES_OF_A_RUN, blocks[0].rows, blocks[0].offsets, blocks[0].games, blocks[0].seats)
    shelf.put(REQUEST, late)
    shelf.put(REQUEST, without_log(blocks[1]))
    assert all(block.rows is None for block in shelf.with_logs(quiet([late, blocks[1]])).blocks)


@pytest.mark.parametrize("games", [10, 15, 40, 100])
def test_the_first_games_are_a_batch_of_their_own(blocks: list[Block], games: int) -> None:
    first = Batch.from_blocks(REQUEST, blocks).first(games)
    alone = Batch.from_blocks(
        BatchRequest(games=min(games, 40), seed=5), play_blocks(BatchRequest(games=min(games, 40), seed=5))
    )
    assert first.request.key == alone.request.key
    assert first.games.equals(alone.games)
    assert first.seats.equals(alone.seats)
    assert first.events.equals(alone.events)


def test_of_a_batch_in_the_making_there_may_be_fewer(blocks: list[Block]) -> None:
    first = Batch.from_blocks(REQUEST, blocks[:1]).first(25)
    assert (len(first), first.request.games) == (10, 25)
