"""What a rule is worth: how many wins a bot loses that may not make use of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from caravan.batch import simulate
from caravan.blocks import Cancel
from caravan.given import require_whole
from caravan.ladder.over_seeds import means_over_seeds, shares_over_seeds
from caravan.ladder.plan import one_against_the_rest
from caravan.measures.estimate import Estimate, Floats
from caravan.rules import Rules, playable

NAME = "restricted_play"
GAMES = 2_000
FREE = "planner"
"""The bot that may do everything, and sits in all other seats."""


@dataclass(frozen=True)
class Restriction:
    """A planner that has to do without something.

    Attributes
    ----------
    bot : str
        Its text.
    meaning : str
        What it does without, as a clause.
    """

    bot: str
    meaning: str


RESTRICTIONS: Mapping[str, Restriction] = {
    "no_stealing": Restriction("miser", "it never steals"),
    "no_rare_goods": Restriction("common", "it leaves rare goods alone while anything else pays"),
    "no_relays": Restriction("planner:relay=0", "it fetches no goods that it must hand on in a later turn"),
    "no_foresight": Restriction("hurried", "it looks to this turn, and doesn't relay either"),
}
"""What is tried, by the part of the measure."""


def restricted_play(
    rules: Rules | None = None,
    players: int | None = None,
    seed: int = 0,
    games: int = GAMES,
    *,
    progress: Callable[[int, int], object] | None = None,
    cancel: Cancel | None = None,
) -> tuple[Estimate, ...]:
    """Let planners that do without something play one against planners, from every seat on the same seeds.

    A planner among planners, over all seats, wins exactly its fair share. What a restricted one wins less is what it
    is worth, to a planner among planners, to be allowed what it does without.

    Parameters
    ----------
    rules : Rules, optional
        The rule set; by default the standard one.
    players : int, optional
        2 to 4; by default the rule set's own number.
    seed : int
        From 0 to 2^63 - 1.
    games : int
        For each restriction, rounded up to a multiple of the players, so that each seat is taken on each game seed.
    progress : callable, optional
        Called after every block with the games done and the games in all.
    cancel : threading.Event or callable, optional
        Asked between blocks; once set (or true), the run stops.

    Returns
    -------
    tuple of Estimate
        For each of `RESTRICTIONS` the win share lost, in percentage points, and the score lost (``no_stealing.margin``
        and so on), in points against the mean of the others. Above 0 where the restriction hurts. Intervals take game
        seeds as units.

    Raises
    ------
    RulesError, CaravanError
        Where this can't be played; the message names what is wrong and what is allowed.
    Cancelled
        Where ``cancel`` stopped the run.
    """
    rules = playable(Rules() if rules is None else rules, players)
    number = rules.players
    seeds = -(-require_whole(games, "games", 1, 10**7) // number)
    total = seeds * number * len(RESTRICTIONS)
    done = 0

    def told(finished: int) -> Callable[[int, int], object] | None:
        return None if progress is None else lambda games, _all: progress(finished + games, total)

    shares: dict[str, list[Floats]] = {part: [] for part in RESTRICTIONS}
    margins: dict[str, list[Floats]] = {part: [] for part in RESTRICTIONS}
    for part, restriction in RESTRICTIONS.items():
        for seat in range(number):
            line_up = [(FREE, restriction.bot)[bot] for bot in one_against_the_rest(1, 0, seat, number)]
            batch = simulate(rules, None, line_up, seeds, seed, progress=told(done), cancel=cancel, event_memory=0)
            done += seeds
            scores = batch.seats["score"].to_numpy(dtype=np.float64).reshape(seeds, number)
            shares[part].append(batch.seats["win_share"].to_numpy().reshape(seeds, number)[:, seat])
            margins[part].append(scores[:, seat] - (scores.sum(axis=1) - scores[:, seat]) / (number - 1))
    return _estimates(number, seeds, _over_seats(shares), _over_seats(margins))


def _over_seats(found: Mapping[str, list[Floats]]) -> Floats:
    """Average over the seats, of shape (restrictions, seeds)."""
    return np.stack([np.mean(of_seats, axis=0) for of_seats in found.values()])


def _estimates(players: int, seeds: int, shares: Floats, margins: Floats) -> tuple[Estimate, ...]:
    notes = tuple(
        f"{restriction.meaning} ({restriction.bot}); one against {players - 1} {FREE}{'s' * (players > 2)}, "
        f"from every seat on the same {seeds} seeds"
        for restriction in RESTRICTIONS.values()
    )
    # Lost shares and points rise as what the others make of it rises: 1 - share, -margin.
    lost = shares_over_seeds(1.0 - shares).through(lambda rest: 100.0 * (rest - (1.0 - 1.0 / players)))
    behind = means_over_seeds(-margins)
    parts = tuple(RESTRICTIONS)
    return (
        *lost.with_notes(notes).estimates(NAME, "percentage points", seeds * players, parts=parts),
        *behind.with_notes(notes).estimates(
            NAME, "points", seeds * players, parts=[f"{part}.margin" for part in parts]
        ),
    )
