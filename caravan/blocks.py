"""Blocks of games: the unit in which a batch is played, spread over threads or processes, cancelled and put in order.

A game depends on its request and its number alone, so the same batch results from any block size and any executor.
"""

from __future__ import annotations

import functools
import math
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from caravan.bots.records import new_scratch
from caravan.bots.registry import is_compiled, pack_bots, parse_line_up
from caravan.errors import Cancelled
from caravan.given import require_whole
from caravan.guests import name_of_guest, play_with_guests
from caravan.kernel.layout import EVENT, new_states, new_step, pack
from caravan.kernel.streams import new_streams
from caravan.kernel.tally import tally
from caravan.match import play_games
from caravan.rules import Rules, playable
from caravan.version import __version__

FIRST_BLOCKS = (16, 32, 64)
USUAL_BLOCK = 100
SECONDS_OF_A_SENT_BLOCK = 0.5
GREATEST_SENT_BLOCK = 2000
ROWS_OF_A_USUAL_GAME = 400
GREATEST_SEED = 2**63 - 1

Cancel = threading.Event | Callable[[], bool]


class BatchRequest:
    """Everything that decides how the games of a batch go.

    Parameters
    ----------
    rules : Rules, optional
        The rule set, copied; by default the standard one.
    players : int, optional
        2 to 4; by default the rule set's own number.
    bots : str, bot or sequence of them
        See `bots.registry.parse_line_up`.
    games : int
        How many, 1 or more.
    seed : int
        From 0 to 2^63 - 1; game i of the batch is played from this seed and i.

    Raises
    ------
    RulesError
        Where the rules can't be played.
    BotError
        Where a bot is unknown, or their number doesn't fit the players.
    CaravanError
        Where the number of games or the seed is out of range.
    """

    __slots__ = ("bots", "games", "players", "rules", "seed")

    def __init__(
        self,
        rules: Rules | None = None,
        players: int | None = None,
        bots: Any = "planner",
        games: int = 1000,
        seed: int = 0,
    ) -> None:
        self.rules: Rules = playable(Rules() if rules is None else rules, players)
        self.players: int = self.rules.players
        self.bots: tuple[Any, ...] = parse_line_up(bots, self.players)
        self.games: int = require_whole(games, "games", 1, 10**9)
        self.seed: int = require_whole(seed, "seed", 0, GREATEST_SEED)

    @property
    def bot_names(self) -> tuple[str, ...]:
        """The bots as texts, one for each seat."""
        return tuple(bot if isinstance(bot, str) else name_of_guest(bot) for bot in self.bots)

    @property
    def key(self) -> tuple[Any, ...]:
        """A hashable value, the same for two requests exactly if their games are the same."""
        return (__version__, self.rules.key(), self.players, self.bots, self.games, self.seed)

    def __repr__(self) -> str:
        bots = ",".join(self.bot_names)
        return f"<BatchRequest rules {self.rules.id}, {self.games} games of {bots}, seed {self.seed}>"


@dataclass(frozen=True)
class Block:
    """A run of games of a batch, played.

    Attributes
    ----------
    first : int
        The number of its first game.
    rows : ndarray of `layout.EVENT`, shape (events,), or None
        The games' log, one game after the other; None once it has been let go.
    offsets : ndarray of int64, shape (games + 1,)
        Where each game begins in ``rows``, and where the last one ends.
    games : ndarray of `tally.GAMES`, shape (games,)
    seats : ndarray of `tally.SEATS`, shape (games, players)
    """

    first: int
    rows: npt.NDArray[Any] | None
    offsets: npt.NDArray[np.int64]
    games: npt.NDArray[Any]
    seats: npt.NDArray[Any]

    def __len__(self) -> int:
        return len(self.games)


@dataclass(frozen=True)
class BlockTask:
    """What a worker needs to play a block; it can be sent to another process."""

    rules: Rules
    packed: Any
    bots: tuple[Any, ...]
    seed: int
    first: int
    games: int
    with_log: bool = True


@functools.cache
def shared_threads() -> ThreadPoolExecutor:
    """Give the process's own pool, with a thread for every core it may use."""
    return ThreadPoolExecutor(cores(), thread_name_prefix="caravan")


def cores() -> int:
    """Say how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def workers_of(executor: Executor) -> int:
    """Say how many tasks an executor works on at a time, as far as it tells."""
    return max(1, int(getattr(executor, "workers", None) or getattr(executor, "_max_workers", None) or cores()))


def is_apart(executor: Executor) -> bool:
    """Tell whether an executor's tasks and their results are sent to other processes and back."""
    return bool(getattr(executor, "apart", isinstance(executor, ProcessPoolExecutor)))


def play_block(task: BlockTask) -> Block:
    """Play a block of games.

    Parameters
    ----------
    task : BlockTask

    Returns
    -------
    Block
        With its log, unless the task says otherwise.
    """
    if all(is_compiled(bot) for bot in task.bots):
        rows, offsets = _play_compiled(task)
    else:
        rows, offsets = play_with_guests(task.rules, task.bots, task.seed, task.first, task.games)
    games, seats = tally(rows, offsets, task.packed[0])
    return Block(task.first, rows if task.with_log else None, offsets, games, seats)


def play_run(request: BatchRequest, first: int, games: int) -> Iterator[Block]:
    """Play a run of games of a batch in the calling thread, and keep no log.

    Parameters
    ----------
    request : BatchRequest
        The batch.
    first, games : int
        The run's first game, and how many.

    Yields
    ------
    Block
        Without its log, in the order of their games.
    """
    packed = pack(request.rules, request.players)
    for size in block_sizes(games, USUAL_BLOCK):
        yield play_block(BlockTask(request.rules, packed, request.bots, request.seed, first, size, with_log=False))
        first += size


def _play_block_timed(task: BlockTask) -> tuple[Block, float]:
    begun = time.perf_counter()
    return play_block(task), time.perf_counter() - begun


def _play_compiled(task: BlockTask) -> tuple[npt.NDArray[Any], npt.NDArray[np.int64]]:
    states = new_states()
    offsets = np.zeros(task.games + 1, dtype=np.int64)
    bots, streams, steps, scratch = pack_bots(task.bots), new_streams(), new_step(), new_scratch()
    room = ROWS_OF_A_USUAL_GAME * task.games
    while True:
        rows = np.empty(room, dtype=EVENT).view(np.recarray)
        with np.errstate(over="ignore"):  # uncompiled, the random streams wrap around in the open
            played = play_games(
                states,
                task.packed,
                bots,
                streams,
                steps,
                scratch,
                task.seed,
                task.first,
                task.games,
                rows,
                offsets,
            )
        if played == task.games:
            return np.asarray(rows[: offsets[-1]]).view(EVENT).copy(), offsets
        room *= 4


def block_sizes(games: int, block_size: int | None) -> Iterator[int]:
    """Split a number of games into blocks: small ones first, so that there is soon something to show.

    Parameters
    ----------
    games : int
    block_size : int or None
        The size of all blocks but the last; None for a few small ones and then 100 each.
    """
    sizes = iter(FIRST_BLOCKS if block_size is None else ())
    usual = USUAL_BLOCK if block_size is None else require_whole(block_size, "block_size", 1, 10**6)
    while games > 0:
        size = min(next(sizes, usual), games)
        yield size
        games -= size


class PacedSizes:
    """Sizes of blocks for workers in other processes: as many games as take a while, so that sending them is little.

    Parameters
    ----------
    games : int
        How many games there are.
    workers : int
        Among how many workers they are divided; towards the end the blocks get smaller, so that all end together.
    """

    def __init__(self, games: int, workers: int) -> None:
        self._left = games
        self._workers = workers
        self._usual = FIRST_BLOCKS[0]

    def __iter__(self) -> Iterator[int]:
        while self._left > 0:
            part = math.ceil(self._left / (2 * self._workers))
            size = min(self._left, max(min(self._usual, part), math.ceil(self._usual / 8)))
            yield size
            self._left -= size

    def took(self, games: int, seconds: float) -> None:
        """Tell how long a block took its worker."""
        fitting = round(games * SECONDS_OF_A_SENT_BLOCK / max(seconds, 1e-6))
        self._usual = min(max(1, fitting), 4 * self._usual, GREATEST_SENT_BLOCK)


def play_blocks(
    request: BatchRequest,
    *,
    executor: Executor | None = None,
    cancel: Cancel | None = None,
    block_size: int | None = None,
    first: int = 0,
    with_log: bool = True,
) -> Iterator[Block]:
    """Play a batch block by block.

    Parameters
    ----------
    request : BatchRequest
    executor : concurrent.futures.Executor, optional
        Where blocks are played; by default threads of this process, one for each core. Guests given as objects play
        in the calling thread, one block after the other.
    cancel : threading.Event or callable, optional
        Asked between blocks; once set (or true), no further block is given out.
    block_size : int, optional
        Games to a block; by default 100, and for workers in other processes as many as take half a second.
    first : int
        The number of the first game to play; those before it are left out.
    with_log : bool, default True
        Whether the blocks come with their logs, which is most of what other processes have to send back.

    Yields
    ------
    Block
        In the order of their games.

    Raises
    ------
    Cancelled
        Where ``cancel`` said so.
    """
    if executor is None and not all(is_compiled(bot) for bot in request.bots):
        for task in _tasks(request, block_sizes(request.games - first, block_size), first, with_log=with_log):
            _stop_if(cancel, task.first, request)
            yield play_block(task)
        return
    pool = executor if executor is not None else shared_threads()
    paced = PacedSizes(request.games - first, workers_of(pool)) if is_apart(pool) and block_size is None else None
    sizes = block_sizes(request.games - first, block_size) if paced is None else iter(paced)
    play: Callable[[BlockTask], Any] = play_block if paced is None else _play_block_timed
    waiting: deque[tuple[int, Future[Any]]] = deque()

    def next_block() -> Block:
        number, future = waiting[0]
        _stop_if(cancel, number, request)
        found = future.result()
        waiting.popleft()
        if paced is None:
            block: Block = found
            return block
        block, seconds = found
        paced.took(len(block), seconds)
        return block

    try:
        for task in _tasks(request, sizes, first, with_log=with_log):
            waiting.append((task.first, pool.submit(play, task)))
            if len(waiting) > 2 * workers_of(pool):
                yield next_block()
        while waiting:
            yield next_block()
    finally:
        for _, future in waiting:
            future.cancel()


def _tasks(request: BatchRequest, sizes: Iterator[int], first: int, *, with_log: bool) -> Iterator[BlockTask]:
    packed = pack(request.rules, request.players)
    for size in sizes:
        yield BlockTask(request.rules, packed, request.bots, request.seed, first, size, with_log)
        first += size


def asked_to_stop(cancel: Cancel | None) -> bool:
    """Tell whether an event is set, or a function says yes; None never does."""
    return cancel is not None and (cancel.is_set() if isinstance(cancel, threading.Event) else cancel())


def _stop_if(cancel: Cancel | None, done: int, request: BatchRequest) -> None:
    if asked_to_stop(cancel):
        raise Cancelled(f"stopped after {done} of {request.games} games")


def replay_block(request: BatchRequest, block: Block) -> Block:
    """Play a block again, to the byte the same, where its log has been let go."""
    if block.rows is not None:
        return block
    packed = pack(request.rules, request.players)
    return play_block(BlockTask(request.rules, packed, request.bots, request.seed, block.first, len(block)))


def without_log(block: Block) -> Block:
    """Let go of a block's log."""
    return Block(block.first, None, block.offsets, block.games, block.seats)


def first_of_block(block: Block, games: int) -> Block:
    """Keep the first games of a block, all of them where it has no more."""
    if games >= len(block):
        return block
    offsets = block.offsets[: games + 1]
    rows = None if block.rows is None else block.rows[: offsets[-1]]
    return Block(block.first, rows, offsets, block.games[:games], block.seats[:games])


def rows_in_memory(blocks: Sequence[Block]) -> int:
    """Add up the bytes of the logs that are kept."""
    return sum(block.rows.nbytes for block in blocks if block.rows is not None)
