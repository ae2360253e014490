"""Playing several rule sets on the same seeds, block by block in step, so that there is always something to compare."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, cast

import pandas as pd

from caravan.agreement import BLOCK_OF_SLOW_GAMES, is_slow, usual_games
from caravan.batch import EVENT_MEMORY, Batch
from caravan.blocks import BatchRequest, Block, Cancel, play_blocks, rows_in_memory, without_log
from caravan.measures import BatchLike

USUAL_STYLES = ("planner", "beam")
"""The styles that play where nobody chooses: two that think differently, both of them strong."""

MOST_GAMES_UNASKED = 3000
"""Games of a fast style under each rule set where nobody chooses, so that there is an answer within seconds."""

BLOCK_OF_FAST_GAMES = 200
"""Games that a worker of another kind than this process's threads plays at a time: all rule sets in the same steps."""


def usual_games_of_a_comparison(bot: Any) -> int:
    """Say how many games a bot plays under each rule set where nobody chooses.

    Parameters
    ----------
    bot : str or bot
        An entry of a line-up.

    Returns
    -------
    int
        As for `caravan.agreement.usual_games`, but no more than `MOST_GAMES_UNASKED`.
    """
    return min(usual_games(bot), MOST_GAMES_UNASKED)


def play_in_step(
    requests: Mapping[str, BatchRequest],
    *,
    with_events: bool,
    executor: Executor | None = None,
    cancel: Cancel | None = None,
    block_size: int | None = None,
) -> Iterator[dict[str, Batch]]:
    """Play batches that differ in their rules alone, a block of each in turn.

    Parameters
    ----------
    requests : mapping of str to BatchRequest
        By the rule set's name; of the same bots, seed and number of games.
    with_events : bool
        Whether to keep the logs, as far as they fit in memory.
    executor, cancel, block_size
        As for `caravan.simulate`; no influence on the games.

    Yields
    ------
    dict of str to Batch
        The games so far, as many for each, after every round of blocks.

    Raises
    ------
    Cancelled
        Where ``cancel`` said so.
    """
    first = next(iter(requests.values()))
    usual = BLOCK_OF_SLOW_GAMES if is_slow(first.bots[0]) else BLOCK_OF_FAST_GAMES if executor is not None else None
    blocks: dict[str, list[Block]] = {name: [] for name in requests}
    kept = 0
    with ExitStack() as stack:
        runs = [
            play_blocks(request, executor=executor, cancel=cancel, block_size=block_size or usual, with_log=with_events)
            for request in requests.values()
        ]
        for run in runs:
            stack.callback(cast("Generator[Block]", run).close)  # what was given out and isn't needed is called off
        for played in zip(*runs, strict=True):
            for name, block in zip(requests, played, strict=True):
                kept += rows_in_memory([block])
                blocks[name].append(block if kept <= EVENT_MEMORY else without_log(block))
            yield {name: Batch(request, blocks[name]) for name, request in requests.items()}


@dataclass(frozen=True)
class _FirstOnes:
    """What was asked for, for fewer games."""

    rules: Any
    players: int
    bot_names: tuple[str, ...]
    games: int
    seed: int


@dataclass(frozen=True)
class FirstGames:
    """The first games of a batch, as a batch.

    Attributes
    ----------
    request : object
        What was asked for, with the smaller number of games.
    games, seats : DataFrame
        The tables' first rows.
    whole : BatchLike
        The batch they are from.
    """

    request: Any
    games: pd.DataFrame
    seats: pd.DataFrame
    whole: BatchLike

    def event_frames(self) -> Iterator[pd.DataFrame]:
        """Give their log, in frames of whole games."""
        left = len(self.games)
        if left == 0:
            return
        last = self.games["game"].iloc[-1]
        for frame in self.whole.event_frames():
            if len(frame) and frame["game"].iloc[0] > last:
                return
            yield frame[frame["game"] <= last]


def first_games(batch: BatchLike, games: int, planned: int) -> BatchLike:
    """Take a batch's first games.

    Parameters
    ----------
    batch : BatchLike
        With at least so many games.
    games : int
        How many to keep.
    planned : int
        How many were planned, of those to be kept.

    Returns
    -------
    BatchLike
        The batch itself where that is all of it.
    """
    request = batch.request
    if len(batch.games) == games and request.games == planned:
        return batch
    return FirstGames(
        _FirstOnes(request.rules, request.players, tuple(request.bot_names), planned, request.seed),
        batch.games.iloc[:games],
        batch.seats.iloc[: games * request.players],
        batch,
    )
