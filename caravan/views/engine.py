"""What plays the games of all visitors: threads in which each visitor has a turn before anyone has another."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
import threading
from collections.abc import Callable, Collection, Hashable, Iterator
from concurrent.futures import CancelledError
from typing import Protocol

from caravan.agreement import is_slow
from caravan.batch import BatchRequest, Block, play_blocks
from caravan.blocks import cores
from caravan.errors import Cancelled
from caravan.views.fair_threads import FairThreads

BLOCK = 50
"""Games to a block: two cores have the first picture's games after a block each, and a cancelled run ends soon."""

BLOCK_OF_SLOW_GAMES = 2
"""The same where a bot is slow: a block that has been begun is played to its end, cancelled or not."""

BLOCKS_OF_FIRST_PICTURE = 2
"""So many blocks of a run go before further ones of others: those of the first picture."""

PLAYERS_NICENESS = 5
NICENESS_BEHIND = 8
"""Slow games give way to quick ones, which shall have their pictures at once."""


def nobody() -> Collection[Hashable]:
    """Give no visitor at all."""
    return ()


class Engine(Protocol):
    """What plays games."""

    def play(
        self,
        request: BatchRequest,
        cancel: Callable[[], bool],
        visitors: Callable[[], Collection[Hashable]] = nobody,
    ) -> Iterator[Block]:
        """Play a batch block by block, in the order of the games, until it is done or cancelled.

        The visitors are those who wait for it; each block is played in the turn of one of them.
        """


class CompiledEngine:
    """The compiled kernel, on threads that all visitors share, each of them in turn.

    Slow games, and those that give way to others, have threads of their own: a block of slow ones takes long, and would
    hold up quick ones. The first blocks of a run go before the further ones of all others, so that a new picture is
    soon there however many visitors play.

    Parameters
    ----------
    behind : bool, default False
        Whether its games give way to those of an engine that isn't behind.
    """

    def __init__(self, *, behind: bool = False) -> None:
        self._quick = players_behind() if behind else players("caravan-player", PLAYERS_NICENESS)
        self._slow = players_behind()

    def play(
        self,
        request: BatchRequest,
        cancel: Callable[[], bool],
        visitors: Callable[[], Collection[Hashable]] = nobody,
    ) -> Iterator[Block]:
        """Play a batch block by block; see `caravan.batch.play_blocks`."""
        slow = any(map(is_slow, request.bots))
        turns = (self._slow if slow else self._quick).turns(visitors, cancel, BLOCKS_OF_FIRST_PICTURE)
        try:
            size = BLOCK_OF_SLOW_GAMES if slow else BLOCK
            yield from play_blocks(request, executor=turns, cancel=cancel, block_size=size)
        except CancelledError as error:
            raise Cancelled("nobody waits for these games any more") from error
        except RuntimeError as error:
            if "after interpreter shutdown" in str(error) or "after shutdown" in str(error):
                raise Cancelled("the process ends") from error
            raise


def players(name: str, niceness: int) -> FairThreads:
    """Make threads that play games, one for each core, and give way to the page's.

    Where several visitors wait, a core is left free. All threads of a process take turns in its Python, and one that
    gives way would hold up the pages of all if its turn came while it had no core.

    Parameters
    ----------
    name : str
        What the threads' names begin with.
    niceness : int
        How much they give way, from 0 to 19.

    Returns
    -------
    FairThreads
    """
    return FairThreads(cores(), name, functools.partial(_step_back, niceness), crowded=max(1, cores() - 1))


@functools.cache
def players_behind() -> FairThreads:
    """Give the process's threads for slow games, and for games that give way to others."""
    return players("caravan-player-behind", NICENESS_BEHIND)


def workers(name: str) -> FairThreads:
    """Make threads for long work of all kinds, which gives way to quick games.

    There are more of them than cores, and no visitor has more than one beyond the cores, so that a short task rarely
    waits for long ones.

    Parameters
    ----------
    name : str
        What the threads' names begin with.

    Returns
    -------
    FairThreads
    """
    return FairThreads(max(8, 4 * cores()), name, functools.partial(_step_back, NICENESS_BEHIND), each=cores() + 1)


def _step_back(niceness: int) -> None:
    """Let this thread give way to the page's, so that pictures are shown while games are played."""
    if sys.platform == "linux":  # elsewhere priorities belong to whole processes
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
