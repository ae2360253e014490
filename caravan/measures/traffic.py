"""What happens in which space: where camels stand, where goods are picked up, wait, pass through and are stolen."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from caravan.kernel.layout import DELIVER, DEMAND, MOVE, PICK_UP, PLACE, RAINBOW, SEED, STEAL, TRANSFER
from caravan.measures.estimate import Floats
from caravan.measures.log_blocks import LogBlock, Numbers
from caravan.measures.passages import shares_passed
from caravan.measures.trace import USES

NOBODY = 0
"""Stands where a seat would: the rainbow camel, and what the game itself does."""


class Use(NamedTuple):
    """One use of spaces: an entry for each time a space was used.

    Attributes
    ----------
    name : str
        One of ``camel_turns``, ``pick_ups``, ``waiting_markers``, ``passes_through``, ``thefts``.
    game, seat, part, space : ndarray of int64, shape (entries,)
        Where and when; `part` is the part of the game's progress, from 0.
    amount : ndarray of float64, shape (entries,)
        How much each entry counts.
    """

    name: str
    game: Numbers
    seat: Numbers
    part: Numbers
    space: Numbers
    amount: Floats


class Camels:
    """Where the camels of a block's games stand, by what changes it.

    Attributes
    ----------
    row, game, owner, space, change : ndarray of int64, shape (changes,)
        At which row a camel of which seat came to a space (1) or left it (-1).
    """

    def __init__(self, block: LogBlock) -> None:
        rows = block.rows
        came = block.where(PLACE, MOVE, RAINBOW)
        left = came[rows["source"][came] >= 0]
        self.block = block
        self.row = np.concatenate([came, left])
        self.game = block.game[self.row]
        self.owner = np.where(rows["action"][self.row] == RAINBOW, NOBODY, rows["seat"][self.row]).astype(np.int64)
        self.space = np.concatenate([rows["target"][came], rows["source"][left]]).astype(np.int64)
        self.change = np.concatenate([np.ones(len(came)), -np.ones(len(left))]).astype(np.int64)

    def met_on_entry(self) -> tuple[Numbers, Numbers, Numbers]:
        """Say how many camels there were in each space entered, before the entry.

        Returns
        -------
        game, others, own : ndarray of int64, shape (entries,)
            The game of each placement or move, and the camels of others, the rainbow camel among them, and of the
            same seat in the space. Entries of the rainbow camel aren't listed.
        """
        key = self.game * self.block.spaces + self.space
        everyone = self._before(key)
        own = self._before(key * (self.block.players + 1) + self.owner)
        entries = (self.change > 0) & (self.owner != NOBODY)
        return self.game[entries], (everyone - own)[entries], own[entries]

    def _before(self, key: Numbers) -> Numbers:
        """Sum the changes of each key up to, and without, each change."""
        order = np.lexsort((self.row, key))
        sorted_key = key[order]
        running = np.cumsum(self.change[order]) - self.change[order]
        begins = np.flatnonzero(np.concatenate([[True], sorted_key[1:] != sorted_key[:-1]])[: len(order)])
        lengths = np.diff(np.append(begins, len(order)))
        before = np.empty_like(running)
        before[order] = running - np.repeat(running[begins], lengths)
        return before

    def links(self, row: Numbers) -> npt.NDArray[np.bool_]:
        """Find the spaces that can be a link of a chain of the acting seat, of shape (rows, spaces)."""
        rows = self.block.rows
        seats = self.block.game[row] * (self.block.players + 1)
        own = self._stand(seats + rows["seat"][row], row)
        return own | self._stand(seats + NOBODY, row) if (self.owner == NOBODY).any() else own

    def _stand(self, group: Numbers, row: Numbers) -> npt.NDArray[np.bool_]:
        """Tell where the camels of an owner in a game stand before a row."""
        groups, rows, running = self._running
        span = np.int64(len(self.block.rows))
        until = np.searchsorted(groups * span + rows, group * span + row)
        return np.asarray(running[until] > running[np.searchsorted(groups, group)], dtype=np.bool_)

    @functools.cached_property
    def _running(self) -> tuple[Numbers, Numbers, npt.NDArray[np.int32]]:
        """Sum the changes in each space, one owner in one game after the other."""
        groups = self.game * (self.block.players + 1) + self.owner
        order = np.lexsort((self.row, groups))
        running = np.zeros((len(order) + 1, self.block.spaces), dtype=np.int32)
        running[np.arange(1, len(order) + 1), self.space[order]] = self.change[order]
        np.cumsum(running, axis=0, out=running)
        return groups[order], self.row[order], running


def uses_of(block: LogBlock, camels: Camels, parts: int, names: Collection[str] = USES) -> Iterator[Use]:
    """List uses of spaces in some games.

    Parameters
    ----------
    block : LogBlock
        The games.
    camels : Camels
        Where their camels stand.
    parts : int
        Into how many equal parts progress is cut.
    names : collection of str, optional
        Which uses; all five by default. Those passed through take more time than the others together.

    Yields
    ------
    Use
        Each of them, in the order of `USES`.
    """
    rows = block.rows
    part = block.part_before(parts)

    def at_rows(name: str, row: Numbers, amount: Floats | None = None) -> Use:
        amount = np.ones(len(row)) if amount is None else amount
        seat, space = rows["seat"][row].astype(np.int64), rows["target"][row].astype(np.int64)
        return Use(name, block.game[row], seat, part[row], space, amount)

    if "camel_turns" in names:
        yield _camel_turns(block, camels, parts)
    if "pick_ups" in names:
        yield at_rows("pick_ups", block.where(PICK_UP))
    if "waiting_markers" in names:
        markers = block.where(SEED, DEMAND)
        markers = markers[rows["demand"][markers] > 0]
        yield at_rows("waiting_markers", markers, rows["demand"][markers].astype(np.float64))
    if "passes_through" in names:
        row = block.where(TRANSFER, DELIVER)
        source, target = (rows[end][row].astype(np.int64) for end in ("source", "target"))
        chain, space, share = shares_passed(camels.links(row), source, target, block.board.width)
        passed = row[chain]
        seat = rows["seat"][passed].astype(np.int64)
        yield Use("passes_through", block.game[passed], seat, part[passed], space, share)
    if "thefts" in names:
        yield at_rows("thefts", block.where(STEAL))


def _camel_turns(block: LogBlock, camels: Camels, parts: int) -> Use:
    """Count for each change the ends of turns from its own on: a camel that comes adds them, one that goes takes them.

    A turn's end lies in the part that progress has then reached. So part p has the ends after that of the last turn
    before p is reached.
    """
    _, pick_ups = block.pick_ups()
    last = block.last_turns()
    picked = block.where(PICK_UP)
    turn = block.rows["turn"].astype(np.int64)
    ends = np.empty((parts + 1, block.games), dtype=np.int64)
    ends[0], ends[parts] = 0, last
    first = np.cumsum(pick_ups) - pick_ups
    for later in range(1, parts):
        needed = -(-later * pick_ups // parts)
        ends[later] = last
        known = np.flatnonzero(pick_ups)
        ends[later, known] = turn[picked[first[known] + needed[known] - 1]] - 1
    since = turn[camels.row] - 1
    pieces = [
        np.maximum(ends[part + 1, camels.game] - np.maximum(ends[part, camels.game], since), 0) * camels.change
        for part in range(parts)
    ]
    return Use(
        "camel_turns",
        np.tile(camels.game, parts),
        np.tile(camels.owner, parts),
        np.repeat(np.arange(parts), len(camels.row)),
        np.tile(camels.space, parts),
        np.concatenate(pieces).astype(np.float64),
    )
