"""How much of a game's result lies in the order of the bag: the same bags, played several times each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from caravan.blocks import BatchRequest, Cancel, asked_to_stop, shared_threads
from caravan.bots.registry import is_compiled
from caravan.errors import BotError, Cancelled
from caravan.given import require_whole
from caravan.kernel.layout import pack
from caravan.luck.intraclass import shares_between_groups
from caravan.luck.same_bag import scores_with_same_bags
from caravan.measures.estimate import Estimate
from caravan.rules import Rules

NAME = "luck_of_the_bag"
SEEDS, REPLICATIONS = 200, 10

_GAMES_OF_A_TASK = 50


def luck_of_the_bag(
    rules: Rules | None = None,
    players: int | None = None,
    bots: Any = "planner",
    seeds: int = SEEDS,
    replications: int = REPLICATIONS,
    seed: int = 0,
    *,
    progress: Callable[[int, int], object] | None = None,
    cancel: Cancel | None = None,
) -> tuple[Estimate, ...]:
    """Say which part of the variance of the margins lies between bags, for fixed bots.

    Each bag, the order in which goods are drawn, is played several times: with the same goods, but with other chance in
    the bots' choices and tie-breaks. What the games with one bag have in common is the luck of the bag; what differs
    between them is chance in the choices, and all that follows from it. So the figure is about these bots: one that
    leaves nothing to chance gives all to the bag.

    Parameters
    ----------
    rules : Rules, optional
        The rule set; by default the standard one.
    players : int, optional
        2 to 4; by default the rule set's own number.
    bots : str or sequence of str
        One for all seats, or one for each; bots that ship with the package.
    seeds : int
        How many bags, 2 or more: those of the games 0, 1, ... of a batch with this seed.
    replications : int
        How many games with each bag, 2 or more; the first is the batch's own.
    seed : int
        From 0 to 2^63 - 1.
    progress : callable, optional
        Called now and then with the games done and the games in all.
    cancel : threading.Event or callable, optional
        Asked now and then; once set (or true), the run stops.

    Returns
    -------
    tuple of Estimate
        The share of the variance for the margins of all seats together, and for the margin of each seat (own score less
        the mean of the others'). Intervals take bags as units.

    Raises
    ------
    RulesError, BotError, CaravanError
        Where this can't be played; the message names what is wrong and what is allowed.
    Cancelled
        Where ``cancel`` stopped the run.
    """
    request = BatchRequest(rules, players, bots, require_whole(seeds, "seeds", 2, 10**7), seed)
    require_whole(replications, "replications", 2, 10**6)
    guest = next((bot for bot in request.bots if not is_compiled(bot)), None)
    if guest is not None:
        raise BotError(f"bots: {guest} is a bot of your own; the same bag can only be played again by those that ship")
    scores = _play(request, replications, progress, cancel).astype(np.float64)
    margins = scores - (scores.sum(axis=2, keepdims=True) - scores) / (request.players - 1)
    figures = shares_between_groups(margins)
    figures = figures.with_notes(
        (f"{seeds} bags, {replications} games with each; {','.join(request.bots)}",) * len(figures)
    )
    seats = (None, *range(1, request.players + 1))
    return figures.estimates(NAME, "share of variance", seeds * replications, seats=seats)


def _play(
    request: BatchRequest, replications: int, progress: Callable[[int, int], object] | None, cancel: Cancel | None
) -> npt.NDArray[np.int64]:
    packed = pack(request.rules, request.players)
    size = max(1, _GAMES_OF_A_TASK // replications)
    starts = range(0, request.games, size)

    def task(first: int) -> npt.NDArray[np.int64]:
        if asked_to_stop(cancel):
            raise Cancelled("stopped")
        return scores_with_same_bags(request, packed, first, min(size, request.games - first), replications)

    played = []
    waiting = [shared_threads().submit(task, first) for first in starts]
    try:
        for future in waiting:
            played.append(future.result())
            if progress is not None:
                progress(min(len(played) * size, request.games) * replications, request.games * replications)
    finally:
        for future in waiting:
            future.cancel()
    return np.concatenate(played)
