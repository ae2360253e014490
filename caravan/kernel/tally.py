"""What a game's log adds up to: the numbers of the games table and of the seats table.

They are read from event rows alone, whether the kernel has just written them or they come from a file, so that there
is one reading of a log.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from caravan.kernel.layout import (
    DELIVER,
    END,
    MOVE,
    PASS,
    PICK_UP,
    PLACE,
    RAINBOW,
    SEED,
    STEAL,
    TRANSFER,
)
from caravan.kernel.turns import standing

GAMES = np.dtype(
    [
        ("events", np.int32),
        ("actions", np.int32),
        ("winning_margin", np.int32),
        ("spread", np.int32),
        ("turns", np.int16),
        ("lead_changes", np.int16),
        ("end_reason", np.int8),
        ("winner", np.int8),
        ("winners", np.int8),
        ("level", np.int8),
    ],
    align=True,
)
"""One game. ``end_reason`` is a position in `layout.END_REASONS`; ``winner`` counts from 1, 0 where a win is shared."""

SEATS = np.dtype(
    [
        ("win_share", np.float64),
        ("score", np.int32),
        ("steals", np.int32),
        ("robbed", np.int32),
        ("place", np.int32),
        ("move", np.int32),
        ("pick_up", np.int32),
        ("transfer", np.int32),
        ("deliver", np.int32),
        ("rainbow", np.int32),
        ("passed", np.int32),
        ("rare", np.int16),
        ("common", np.int16),
        ("demand", np.int16),
        ("undelivered", np.int16),
        ("penalty", np.int16),
        ("rank", np.int8),
    ],
    align=True,
)
"""One seat of one game."""


@njit(cache=True, nogil=True)
def leaders(seats, players):
    """Find the seats with the highest score, as a set of bits."""
    best = seats[0].score
    found = 1
    for seat in range(1, players):
        score = seats[seat].score
        if score > best:
            best = score
            found = 1 << seat
        elif score == best:
            found |= 1 << seat
    return found


@njit(cache=True, nogil=True)
def count_event(row, rules, game, seats):
    """Add an event to what its game and its seat have done."""
    if row.action == END:
        game.turns = row.turn
        game.end_reason = row.end_reason
    if row.seat < 1 or row.seat > rules.players:
        return
    seat = seats[row.seat - 1]
    seat.score += row.points
    if row.action == END:
        seat.penalty += row.points
        return
    if row.action == SEED:
        return
    if row.action == PASS:
        seat.passed += 1
        return
    game.actions += 1
    if row.action == PLACE:
        seat.place += 1
    elif row.action == MOVE:
        seat.move += 1
    elif row.action == PICK_UP:
        seat.pick_up += 1
        seat.undelivered += 1
        seat.demand += row.demand
    elif row.action == TRANSFER:
        seat.transfer += 1
    elif row.action == DELIVER:
        seat.deliver += 1
        seat.undelivered -= 1
        if 0 <= row.good < rules.goods and rules.rare[row.good]:
            seat.rare += 1
        else:
            seat.common += 1
    elif row.action == STEAL:
        seat.steals += 1
        seat.undelivered += 1
        if 1 <= row.victim <= rules.players:
            seats[row.victim - 1].robbed += 1
            seats[row.victim - 1].undelivered -= 1
    elif row.action == RAINBOW:
        seat.rainbow += 1
        seat.demand += row.demand


@njit(cache=True, nogil=True)
def compare_seats(rules, game, seats):
    """Rank the seats by their scores, share the win, and measure the distances."""
    players = rules.players
    highest = seats[0].score
    lowest = seats[0].score
    for seat in range(1, players):
        highest = max(highest, seats[seat].score)
        lowest = min(lowest, seats[seat].score)
    runner_up = lowest
    for seat in range(players):
        own = standing(seats[seat].score, seats[seat].rare + seats[seat].common, rules)
        better = 0
        for other in range(players):
            if standing(seats[other].score, seats[other].rare + seats[other].common, rules) > own:
                better += 1
        seats[seat].rank = better + 1
        if better == 0:
            game.winners += 1
            game.winner = seat + 1
        if seats[seat].score == highest:
            game.level += 1
        elif seats[seat].score > runner_up:
            runner_up = seats[seat].score
    if game.winners > 1:
        game.winner = 0
    for seat in range(players):
        if seats[seat].rank == 1:
            seats[seat].win_share = 1.0 / game.winners
    if game.level == 1:
        game.winning_margin = highest - runner_up
    game.spread = highest - lowest


@njit(cache=True, nogil=True)
def tally_game(rows, start, stop, rules, game, seats):
    """Add up one game, into records that are all zero.

    The lead begins when somebody first scores in a turn; from then on ``lead_changes`` counts how often the set of
    seats with the highest score becomes another one. The points at the start come all at once, and so do the penalties
    at the end.
    """
    ahead = 0
    for index in range(start, stop):
        row = rows[index]
        count_event(row, rules, game, seats)
        at_once = row.seat != 0 and row.action in (SEED, END)
        if (row.points != 0 or row.action == END) and not at_once:
            now = leaders(seats, rules.players)
            if now != ahead:
                if ahead != 0:
                    game.lead_changes += 1
                ahead = now
    game.events = stop - start
    compare_seats(rules, game, seats)


@njit(cache=True, nogil=True)
def tally_games(rows, offsets, rules, games, seats):
    """Add up a block of games.

    Parameters
    ----------
    rows : ndarray of `layout.EVENT`, shape (events,)
        The games' rows, one game after the other.
    offsets : ndarray of int64, shape (games + 1,)
        Where each game begins in `rows`, and where the last one ends.
    rules : record of `layout.RULES`
        The rules the games were played by.
    games : ndarray of `GAMES`, shape (games,)
    seats : ndarray of `SEATS`, shape (games, players)
        What to write into; both all zero.
    """
    for index in range(len(offsets) - 1):
        tally_game(rows, offsets[index], offsets[index + 1], rules, games[index], seats[index])


def tally(rows: Any, offsets: Any, rules: Any) -> tuple[Any, Any]:
    """Add up a block of games into new tables.

    Parameters
    ----------
    rows : ndarray of `layout.EVENT`, shape (events,)
        The games' rows, one game after the other.
    offsets : ndarray of int64, shape (games + 1,)
        Where each game begins in `rows`, and where the last one ends.
    rules : record of `layout.RULES`
        The rules the games were played by.

    Returns
    -------
    games : ndarray of `GAMES`, shape (games,)
    seats : ndarray of `SEATS`, shape (games, players)
    """
    games = np.zeros(len(offsets) - 1, dtype=GAMES)
    seats = np.zeros((len(offsets) - 1, int(rules.players)), dtype=SEATS)
    # As recarrays, so that fields are attributes without compilation too.
    tally_games(rows.view(np.recarray), offsets, rules, games.view(np.recarray), seats.view(np.recarray))
    return games, seats
