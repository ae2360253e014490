"""Playing a ladder's fixtures, several at a time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

import numpy as np
import numpy.typing as npt

from caravan.blocks import Block, Cancel, asked_to_stop, play_blocks, without_log
from caravan.errors import Cancelled
from caravan.kernel.layout import MOVE, PLACE
from caravan.ladder.plan import Fixture, LadderRequest

GAMES_OF_A_BLOCK = 20
BETWEEN_LOOKS = 0.2


@dataclass(frozen=True)
class SelfPlay:
    """What is kept of games of a bot against itself.

    Attributes
    ----------
    games : ndarray of `tally.GAMES`, shape (games,)
    seats : ndarray of `tally.SEATS`, shape (games, players)
    entries : ndarray of int16, shape (games, spaces)
        How often a camel entered each space, by whoever.
    seconds : float
        The processor time that the games took, of the threads that played them.
    """

    games: npt.NDArray[Any]
    seats: npt.NDArray[Any]
    entries: npt.NDArray[np.int16]
    seconds: float


@dataclass(frozen=True)
class Played:
    """The results of a fixture.

    Attributes
    ----------
    fixture : Fixture
    score : ndarray of int32, shape (games, players)
    rank : ndarray of int8, shape (games, players)
        1 for the winner; ties count the better place.
    end_reason : ndarray of int8, shape (games,)
        Positions in `layout.END_REASONS`.
    self_play : SelfPlay or None
        More, where a bot played against itself.
    """

    fixture: Fixture
    score: npt.NDArray[np.int32]
    rank: npt.NDArray[np.int8]
    end_reason: npt.NDArray[np.int8]
    self_play: SelfPlay | None = None

    @property
    def win_share(self) -> npt.NDArray[np.float64]:
        """Each seat's part of each win, shape (games, players)."""
        first = self.rank == 1
        return np.asarray(first / first.sum(axis=1, keepdims=True), dtype=np.float64)

    @property
    def margin(self) -> npt.NDArray[np.float64]:
        """Each seat's score less the mean of the others', shape (games, players)."""
        total = self.score.sum(axis=1, keepdims=True)
        return np.asarray(self.score - (total - self.score) / (self.fixture.players - 1), dtype=np.float64)


class _Timed(Executor):
    """Threads that say how much of the processor's time a fixture's blocks took."""

    def __init__(self, threads: Executor | None) -> None:
        self._threads = threads
        self.seconds: list[float] = []

    def submit(self, function: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        if self._threads is not None:
            return self._threads.submit(self._timed, function, *given, **named)
        future: Future[Any] = Future()  # in this thread, for guests, which needn't bear several at a time
        try:
            future.set_result(self._timed(function, *given, **named))
        except Exception as error:
            future.set_exception(error)
        return future

    def _timed(self, function: Callable[..., Any], *given: Any, **named: Any) -> Any:
        before = time.thread_time()
        try:
            return function(*given, **named)
        finally:
            self.seconds.append(time.thread_time() - before)


def play_fixture(
    request: LadderRequest,
    fixture: Fixture,
    *,
    threads: Executor | None = None,
    cancel: Cancel | None = None,
    games_done: Callable[[int], object] | None = None,
) -> Played:
    """Play a fixture.

    Parameters
    ----------
    request : LadderRequest
        The ladder.
    fixture : Fixture
        One of its fixtures.
    threads : concurrent.futures.Executor, optional
        Where blocks of games are played; by default in the calling thread.
    cancel : threading.Event or callable, optional
        Asked between blocks.
    games_done : callable, optional
        Called with the number of games of each block.

    Returns
    -------
    Played
    """
    timed = _Timed(threads)
    spaces = request.rules.board.width * request.rules.board.height
    in_detail = fixture.kind == "self-play"
    blocks, entries = [], []
    size = GAMES_OF_A_BLOCK if threads is not None else 1
    batch = request.batch_request(fixture)
    for block in play_blocks(batch, executor=timed, cancel=cancel, block_size=size, first=fixture.first):
        if in_detail:
            entries.append(entries_of_spaces(block, spaces))
        blocks.append(without_log(block))
        if games_done is not None:
            games_done(len(block))
    games = np.concatenate([block.games for block in blocks])
    seats = np.concatenate([block.seats for block in blocks])
    detail = SelfPlay(games, seats, np.concatenate(entries), sum(timed.seconds)) if in_detail else None
    return Played(fixture, seats["score"].copy(), seats["rank"].copy(), games["end_reason"].copy(), detail)


def entries_of_spaces(block: Block, spaces: int) -> npt.NDArray[np.int16]:
    """Count how often a camel entered each space, coming onto the board or moving.

    Parameters
    ----------
    block : Block
        With its log.
    spaces : int
        How many spaces the board has.

    Returns
    -------
    ndarray of int16, shape (games, spaces)
    """
    if block.rows is None:
        raise AssertionError("a block was handed over without its log")
    game = np.repeat(np.arange(len(block)), np.diff(block.offsets))
    entered = np.isin(block.rows["action"], (PLACE, MOVE))
    cells = game[entered] * spaces + block.rows["target"][entered]
    return np.bincount(cells, minlength=len(block) * spaces).reshape(len(block), spaces).astype(np.int16)


def play_all(
    request: LadderRequest,
    fixtures: Iterable[Fixture],
    *,
    threads: int,
    cancel: Cancel | None = None,
    games_done: Callable[[int], object] | None = None,
) -> Iterator[Played]:
    """Play fixtures, several at a time; those with guests at the end and one after the other.

    Parameters
    ----------
    request : LadderRequest
        The ladder.
    fixtures : iterable of Fixture
        What to play.
    threads : int
        How many threads play at a time; no influence on the results.
    cancel : threading.Event or callable, optional
        Asked a few times a second; once set (or true), no further block is begun.
    games_done : callable, optional
        Called now and then with the number of games done since it was last called.

    Yields
    ------
    Played
        As they are finished, in no particular order.

    Raises
    ------
    Cancelled
        Where ``cancel`` said so.
    """
    fixtures = list(fixtures)
    compiled = [fixture for fixture in fixtures if request.is_compiled(fixture)]
    stop, count = threading.Event(), _Count()

    # Two kinds of threads, since a fixture waits for its blocks: with few games it has only one, and others play on.
    players, waiters = ThreadPoolExecutor(threads), ThreadPoolExecutor(threads + 1)
    finished: SimpleQueue[Future[Played]] = SimpleQueue()
    try:
        for fixture in compiled:
            waiting = waiters.submit(play_fixture, request, fixture, threads=players, cancel=stop, games_done=count.add)
            waiting.add_done_callback(finished.put)
        missing = len(compiled)
        while missing:
            if asked_to_stop(cancel):
                raise Cancelled("stopped")
            with suppress(Empty):
                yield finished.get(timeout=BETWEEN_LOOKS).result()
                missing -= 1
            if games_done is not None:
                games_done(count.take())
    finally:
        stop.set()
        for pool in (waiters, players):
            pool.shutdown(wait=False, cancel_futures=True)
    for fixture in fixtures:
        if not request.is_compiled(fixture):
            yield play_fixture(request, fixture, cancel=cancel, games_done=games_done)


class _Count:
    """A number that several threads add to."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._number = 0

    def add(self, number: int) -> None:
        with self._lock:
            self._number += number

    def take(self) -> int:
        with self._lock:
            number, self._number = self._number, 0
        return number
