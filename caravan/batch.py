"""Many games under the same rules between the same bots, as frames."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from caravan.blocks import (
    BatchRequest,
    Block,
    Cancel,
    first_of_block,
    play_blocks,
    replay_block,
    rows_in_memory,
    without_log,
)
from caravan.events import events_frame, games_frame, seats_frame
from caravan.given import require_whole
from caravan.rules import Rules

if TYPE_CHECKING:
    from caravan.measures import Estimate

EVENT_MEMORY = 256 * 2**20

__all__ = ["EVENT_MEMORY", "Batch", "BatchRequest", "Block", "play_blocks", "simulate"]


class Batch:
    """The games of a batch.

    Attributes
    ----------
    request : BatchRequest
        The rules, bots, number of games and seed it was played from.
    """

    def __init__(self, request: BatchRequest, blocks: Iterable[Block]) -> None:
        self.request = request
        self._blocks = tuple(blocks)

    @classmethod
    def from_blocks(cls, request: BatchRequest, blocks: Iterable[Block]) -> Batch:
        """Put blocks together.

        Parameters
        ----------
        request : BatchRequest
        blocks : iterable of Block
            In the order of their games, without a gap from game 0 on; all of the batch, or what there is so far.
        """
        return cls(request, blocks)

    def __len__(self) -> int:
        return sum(len(block) for block in self._blocks)

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} games: {self.request!r}>"

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks that it was made from, in order."""
        return self._blocks

    def first(self, games: int) -> Batch:
        """Give the first games as a batch of their own, the same as if no more had been asked for.

        Parameters
        ----------
        games : int
            How many are asked for; of a batch in the making fewer may be there.

        Returns
        -------
        Batch
        """
        request = self.request
        fewer = BatchRequest(request.rules, request.players, request.bots, min(games, request.games), request.seed)
        blocks = [first_of_block(block, games - block.first) for block in self._blocks if block.first < games]
        return Batch(fewer, blocks)

    @property
    def rules(self) -> Rules:
        """The rule set."""
        return self.request.rules

    @functools.cached_property
    def games(self) -> pd.DataFrame:
        """One row for each game; see the data dictionary."""
        request = self.request
        tallied = np.concatenate([block.games for block in self._blocks]) if self._blocks else _no_games()
        return games_frame(tallied, request.rules, request.bot_names, request.seed)

    @functools.cached_property
    def seats(self) -> pd.DataFrame:
        """One row for each game and seat; see the data dictionary."""
        request = self.request
        tallied = np.concatenate([block.seats for block in self._blocks]) if self._blocks else _no_seats(request)
        return seats_frame(tallied, request.bot_names)

    @property
    def events(self) -> pd.DataFrame:
        """The log of all games: one row for each event; see the data dictionary.

        Games whose log was let go to save memory are played again. For a large batch, `event_frames` needs less
        memory than this.
        """
        frames = list(self.event_frames())
        if not frames:
            return events_frame(*_no_rows(), self.request.rules)
        return pd.concat(frames, ignore_index=True) if len(frames) > 1 else frames[0]

    def event_frames(self) -> Iterator[pd.DataFrame]:
        """Give the log block by block.

        Yields
        ------
        DataFrame
            The rows of some games, in order.
        """
        for block in self._blocks:
            yield _frame(self.request, block)

    def events_of(self, game: int) -> pd.DataFrame:
        """Give the log of one game.

        Parameters
        ----------
        game : int
            From 0.

        Raises
        ------
        CaravanError
            Where the batch has no such game.
        """
        game = require_whole(game, "game", 0, len(self) - 1)
        for block in self._blocks:
            if block.first <= game < block.first + len(block):
                whole = replay_block(self.request, block)
                offsets = whole.offsets[game - block.first : game - block.first + 2]
                return events_frame(_rows_of(whole), offsets, self.request.rules, first_game=game)
        raise AssertionError(f"game {game} is in no block")

    def measure(self, name: str) -> tuple[Estimate, ...]:
        """Take one measure, such as ``lead_changes``; ``caravan measures`` lists them.

        Parameters
        ----------
        name : str

        Returns
        -------
        tuple of Estimate
            One for each of its seats and parts, with its interval.

        Raises
        ------
        CaravanError
            Where there is no such measure; the message names the nearest.
        """
        from caravan.measures import measure

        return measure(self, name)

    def summary(self, names: Iterable[str] | None = None, *, with_events: bool = False) -> pd.DataFrame:
        """Take all measures, or some: the playtest summary.

        Parameters
        ----------
        names : iterable of str, optional
            Which measures; every one by default.
        with_events : bool, default False
            Where no names are given, whether to include the measures that read the event log, which takes longer.

        Returns
        -------
        DataFrame
            One row per measure, part and seat, with the columns of `caravan.playtest_summary.COLUMNS`.

        Raises
        ------
        CaravanError
            Where there is no such measure; the message names the nearest.
        """
        from caravan.playtest_summary import summary_frame

        return summary_frame(self, names, with_events=with_events)


def _frame(request: BatchRequest, block: Block) -> pd.DataFrame:
    whole = replay_block(request, block)
    return events_frame(_rows_of(whole), whole.offsets, request.rules, first_game=block.first)


def _rows_of(block: Block) -> Any:
    if block.rows is None:
        raise AssertionError("a block was played again without its log")
    return block.rows


def _no_games() -> Any:
    from caravan.kernel.tally import GAMES

    return np.zeros(0, dtype=GAMES)


def _no_seats(request: BatchRequest) -> Any:
    from caravan.kernel.tally import SEATS

    return np.zeros((0, request.players), dtype=SEATS)


def _no_rows() -> tuple[Any, Any]:
    from caravan.kernel.layout import EVENT

    return np.zeros(0, dtype=EVENT), np.zeros(1, dtype=np.int64)


def simulate(
    rules: Rules | None = None,
    players: int | None = None,
    bots: Any = "planner",
    games: int = 1000,
    seed: int = 0,
    *,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
    cancel: Cancel | None = None,
    block_size: int | None = None,
    event_memory: int = EVENT_MEMORY,
) -> Batch:
    """Play many games.

    The same rules, bots, games and seed give the same batch in the same version, whatever the executor and the block
    size.

    Parameters
    ----------
    rules : Rules, optional
        The rule set; by default the standard one.
    players : int, optional
        2 to 4; by default the rule set's own number.
    bots : str, bot or sequence of them
        One for all seats, or one for each: ``"planner"``, ``"planner,random"``, ``["planner", MyBot]``.
    games : int
        How many.
    seed : int
        From 0 to 2^63 - 1.
    executor : concurrent.futures.Executor, optional
        Where blocks of games are played; by default threads of this process, one for each core.
    progress : callable, optional
        Called after every block with the games done and the games in all.
    cancel : threading.Event or callable, optional
        Asked between blocks; once set (or true), the run stops.
    block_size : int, optional
        Games to a block; no influence on the results.
    event_memory : int
        Bytes of event rows to keep (16 for each event). The log of games beyond it is made again when asked for.

    Returns
    -------
    Batch

    Raises
    ------
    RulesError, BotError, CaravanError
        Where the request can't be played; the message names what is wrong and what is allowed.
    Cancelled
        Where ``cancel`` stopped the run.
    """
    request = BatchRequest(rules, players, bots, games, seed)
    blocks: list[Block] = []
    done = kept = 0
    with_log = event_memory > 0
    for block in play_blocks(request, executor=executor, cancel=cancel, block_size=block_size, with_log=with_log):
        kept += rows_in_memory([block])
        blocks.append(block if kept <= event_memory else without_log(block))
        done += len(block)
        if progress is not None:
            progress(done, request.games)
    return Batch(request, blocks)
