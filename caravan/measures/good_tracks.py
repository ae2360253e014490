"""The way of each good through a game: when it appears, is picked up, handed on, stolen and delivered."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from caravan.errors import LogError
from caravan.kernel.layout import DELIVER, MAX_GOODS, PICK_UP, REFILL, SEED, STEAL, TRANSFER
from caravan.measures.log_blocks import LogBlock, Numbers

_NO_GOOD = "the event log tells of a good where there is none"

NEVER = -1
"""Stands for a turn that doesn't come."""


class GoodTracks(NamedTuple):
    """The goods that were drawn in some games, an entry each, in the order of the log.

    Attributes
    ----------
    game, good, space : ndarray of int64, shape (goods,)
        The game in its block, the kind of good, and the numbered space where it appeared.
    appeared, picked_up, delivered : ndarray of int64, shape (goods,)
        The turns; 0 is the set-up, `NEVER` stands where it wasn't.
    picked_up_by, delivered_by : ndarray of int64, shape (goods,)
        The seats, 0 where nobody.
    transfers, steals : ndarray of int64, shape (goods,)
        How often it was handed on, the delivery not counted, and how often it was stolen.
    """

    game: Numbers
    good: Numbers
    space: Numbers
    appeared: Numbers
    picked_up: Numbers
    delivered: Numbers
    picked_up_by: Numbers
    delivered_by: Numbers
    transfers: Numbers
    steals: Numbers


def good_tracks(block: LogBlock) -> GoodTracks:
    """Follow every good through some games.

    Where a seat has two goods of one kind in the same space, both on top or both under their camel, nothing tells them
    apart; the one that came there first then leaves first.

    Parameters
    ----------
    block : LogBlock
        The games.

    Returns
    -------
    GoodTracks
    """
    rows, game = block.rows, block.game
    drawn = block.where(SEED, REFILL)
    drawn = drawn[rows["seat"][drawn] == 0]
    picked = block.where(PICK_UP)
    place = game * block.spaces + rows["target"]
    origin = _in_turn(place[drawn], place[picked])

    held = block.where(PICK_UP, TRANSFER, STEAL)
    let_go = block.where(TRANSFER, DELIVER, STEAL)
    before = _in_turn(_hands(block, held, received=True), _hands(block, let_go, received=False))
    # From each time that a good came into hands, back to its pick-up.
    root = np.arange(len(held))
    arrival_of_row = np.full(len(rows), NEVER, dtype=np.int64)
    arrival_of_row[held] = root
    kept = arrival_of_row[let_go] != NEVER
    root[arrival_of_row[let_go[kept]]] = before[kept]
    while not np.array_equal(root, root[root]):
        root = root[root]
    good_of_row = np.full(len(rows), NEVER, dtype=np.int64)
    good_of_row[picked] = origin
    good_of_row[held] = good_of_row[held[root]]
    delivered = rows["action"][let_go] == DELIVER
    good_of_row[let_go[delivered]] = good_of_row[held[before[delivered]]]

    def at(action: int, column: str, otherwise: int) -> Numbers:
        row = block.where(action)
        found = np.full(len(drawn), otherwise, dtype=np.int64)
        found[good_of_row[row]] = rows[column][row]
        return found

    def times(action: int) -> Numbers:
        return np.bincount(good_of_row[block.where(action)], minlength=len(drawn))

    return GoodTracks(
        game[drawn],
        rows["good"][drawn].astype(np.int64),
        rows["target"][drawn].astype(np.int64),
        rows["turn"][drawn].astype(np.int64),
        at(PICK_UP, "turn", NEVER),
        at(DELIVER, "turn", NEVER),
        at(PICK_UP, "seat", 0),
        at(DELIVER, "seat", 0),
        times(TRANSFER),
        times(STEAL),
    )


def _hands(block: LogBlock, row: Numbers, *, received: bool) -> Numbers:
    """Name the game, seat, space, kind and position of the good that comes into hands, or leaves them, at rows."""
    rows = block.rows
    action = rows["action"][row]
    stolen = action == STEAL
    if received:
        seat, space, under = rows["seat"][row], rows["target"][row], stolen
    else:
        seat = np.where(stolen, rows["victim"][row], rows["seat"][row])
        space, under = rows["source"][row], rows["under"][row] == 1
    key: npt.NDArray[np.int64] = block.game[row] * (block.players + 1) + seat
    key = (key * block.spaces + space) * MAX_GOODS + rows["good"][row]
    return np.asarray(key * 2 + under, dtype=np.int64)


def _in_turn(arrivals: Numbers, departures: Numbers) -> Numbers:
    """Match the first departure of each key with its first arrival, the second with the second, and so on.

    Returns
    -------
    ndarray of int64, shape (departures,)
        The place of the arrival.

    Raises
    ------
    LogError
        If there is none.
    """
    if not len(departures):
        return departures
    if not len(arrivals):
        raise LogError(_NO_GOOD)
    order, name = _numbered(arrivals)
    wanted = np.empty(len(departures), dtype=np.int64)
    departing, rank = _numbered(departures)
    span = len(arrivals) + len(departures) + 1
    there, asked = arrivals[order] * span + name, departures[departing] * span + rank
    found = np.searchsorted(there, asked)
    if not np.array_equal(there[np.minimum(found, len(there) - 1)], asked):
        raise LogError(_NO_GOOD)
    wanted[departing] = order[found]
    return wanted


def _numbered(keys: Numbers) -> tuple[Numbers, Numbers]:
    """Sort keys, and number the entries of each from 0, in their order."""
    order = np.argsort(keys, kind="stable")
    begins = np.flatnonzero(np.concatenate([[True], np.diff(keys[order]) != 0])[: len(keys)])
    lengths = np.diff(np.append(begins, len(keys)))
    return order, np.arange(len(keys)) - np.repeat(begins, lengths)
