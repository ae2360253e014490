"""Games with the same bag and other choices: compiled as the kernel is, and kept beside it, but no part of it.

A game's streams are separate: one for the bag, and for each seat one for choices and one for tie-breaks. Starting the
bag's stream anew from the same seed, and the others from another one, replays the same order of goods.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from numba import njit

from caravan.bots.records import new_scratch
from caravan.bots.registry import pack_bots
from caravan.kernel.layout import EVENT, new_states, new_step
from caravan.kernel.streams import BAG, game_seed, mix, new_streams, start_streams
from caravan.kernel.turns import score
from caravan.match import play_game

if TYPE_CHECKING:
    from caravan.blocks import BatchRequest

_OTHER_CHOICES = np.uint64(0x6A09E667F3BCC909)


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def play_bags(
    states: Any,
    packed: Any,
    bots: Any,
    streams: Any,
    steps: Any,
    scratches: Any,
    no_rows: Any,
    master_seed: Any,
    first: Any,
    scores: Any,
) -> None:
    """Play several games with each of a run of bags.

    Parameters
    ----------
    states, packed, bots, steps, scratches : arrays of records
        Room to play in, the rules and the bots, as for `match.play_games`.
    streams : array of two records
        For the bag, and for everything else.
    no_rows : array of `kernel.layout.EVENT`, shape (0,)
        No log is written.
    master_seed, first : int
        The bags are those of the games from number ``first`` on in a batch with this seed.
    scores : int64 array, shape (bags, replications, players)
        Filled with the final scores. The first replication is the batch's own game.
    """
    for bag in range(scores.shape[0]):
        seed = game_seed(master_seed, first + bag)
        start_streams(streams[0], seed)
        for replication in range(scores.shape[1]):
            others = seed if replication == 0 else game_seed(mix(seed + _OTHER_CHOICES), replication)
            start_streams(streams[1], others)
            streams[1].value[BAG] = streams[0].value[BAG]
            play_game(states[0], packed[0], bots, streams[1], steps[0], scratches[0], no_rows, 0)
            for seat in range(scores.shape[2]):
                scores[bag, replication, seat] = score(states[0], packed[0], seat)


def scores_with_same_bags(
    request: BatchRequest, packed: Any, first: int, bags: int, replications: int
) -> npt.NDArray[np.int64]:
    """Play several games with each of a run of bags.

    Parameters
    ----------
    request : BatchRequest
        The players, bots and seed; all bots must be compiled ones.
    packed : recarray of `kernel.layout.RULES`
        Its rules.
    first, bags : int
        The bags are those of the request's games from number ``first`` on.
    replications : int
        Games with each bag.

    Returns
    -------
    ndarray of int64, shape (bags, replications, players)
        The final scores.
    """
    scores = np.zeros((bags, replications, request.players), dtype=np.int64)
    streams = np.concatenate([new_streams(), new_streams()]).view(np.recarray)
    no_rows = np.empty(0, dtype=EVENT).view(np.recarray)
    with np.errstate(over="ignore"):  # uncompiled, the random streams wrap around in the open
        play_bags(
            new_states(),
            packed,
            pack_bots(request.bots),
            streams,
            new_step(),
            new_scratch(),
            no_rows,
            request.seed,
            first,
            scores,
        )
    return scores
