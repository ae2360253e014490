"""What the tests of views share."""

from __future__ import annotations

import pytest
from held_engine import BLOCK, Hand

from caravan.batch import BatchRequest, Block, play_blocks


@pytest.fixture(scope="session")
def blocks() -> list[Block]:
    """Five blocks of a hundred games of four players."""
    return list(play_blocks(BatchRequest(games=5 * BLOCK, seed=1), block_size=BLOCK))


@pytest.fixture
def hand(blocks: list[Block]) -> Hand:
    return Hand(blocks)


@pytest.fixture
def free(blocks: list[Block]) -> Hand:
    """An engine that never has to be told."""
    engine = Hand(blocks)
    engine.release(10_000)
    return engine
