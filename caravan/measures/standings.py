"""The scores in the course of a game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from caravan.kernel.layout import END, PICK_UP
from caravan.measures.estimate import Flags, Floats
from caravan.measures.log_blocks import LogBlock, Numbers


@dataclass(frozen=True)
class Standings:
    """Who led by how much, and when.

    Attributes
    ----------
    pick_ups : ndarray of int64, shape (games,)
        All pick-ups of each game.
    scores : ndarray of int32, shape (players, sum of pick_ups + 1)
        For each game the scores just before its first pick-up, its second, and so on, and at its end, before penalties.
    deficit : ndarray of float64, shape (games,)
        The leader's score less that of the eventual winner, averaged over the steps of the game; of several winners
        the mean. 0 for a game without steps.
    last_behind : ndarray of float64, shape (games,)
        The progress after the last step at which the eventual winner wasn't leading, 0 where there is no such step;
        of several winners the mean.
    ever_behind : ndarray of bool, shape (games,)
        Whether there is such a step, for at least one of the winners.
    """

    pick_ups: Numbers
    scores: npt.NDArray[np.int32]
    deficit: Floats
    last_behind: Floats
    ever_behind: Flags

    def at(self, progress: float) -> Floats:
        """Give the scores at some progress: just before the first pick-up that brings the game beyond it.

        Parameters
        ----------
        progress : float
            From 0 to 1; at 1 it is the end of the game, before penalties.

        Returns
        -------
        ndarray of float64, shape (players, games)
        """
        ends = np.cumsum(self.pick_ups + 1)
        # A third of 42 pick-ups is 14, whatever a third of it is in binary.
        place = ends - 1 - self.pick_ups + np.floor(progress * self.pick_ups + 1e-9).astype(np.int64)
        return self.scores[:, place].astype(np.float64)


def standings_of(block: LogBlock, win_shares: Floats) -> Standings:
    """Follow the scores through some games.

    Parameters
    ----------
    block : LogBlock
        The games.
    win_shares : ndarray of float64, shape (players, games)
        How the win was shared in each.

    Returns
    -------
    Standings
    """
    rows, game = block.rows, block.game
    steps = block.steps
    gained = np.zeros((block.players, len(rows)), dtype=np.int32)
    scoring = np.flatnonzero((rows["seat"] > 0) & (rows["action"] != END))
    gained[rows["seat"][scoring] - 1, scoring] = rows["points"][scoring]
    scores = block.within_games(np.cumsum(gained, axis=1, dtype=np.int32))
    so_far, pick_ups = block.pick_ups()
    leader = scores.max(axis=0)

    deficit, last_behind = np.zeros(block.games), np.zeros(block.games)
    ever_behind = np.zeros(block.games, dtype=np.bool_)
    number = np.maximum(np.bincount(game[steps], minlength=block.games), 1)
    for own, share in zip(scores, win_shares, strict=True):
        behind = (leader - own) * steps
        deficit += share * np.bincount(game, weights=behind, minlength=block.games) / number
        late = np.flatnonzero((behind > 0) & (share > 0.0)[game])
        # Where a game comes several times, its last value stays.
        reached = np.zeros(block.games)
        reached[game[late]] = so_far[late] / np.maximum(pick_ups, 1)[game[late]]
        last_behind += share * reached
        ever_behind[game[late]] = True

    before = np.flatnonzero(rows["action"] == PICK_UP) - 1
    moments = np.sort(np.concatenate([before, block.offsets[1:] - 1]))
    return Standings(pick_ups, scores[:, moments], deficit, last_behind, ever_behind)


def joined_standings(blocks: list[Standings], players: int) -> Standings:
    """Put the standings of several blocks of games one after another."""
    if not blocks:
        none = np.zeros(0)
        empty = np.zeros((players, 0), dtype=np.int32)
        return Standings(none.astype(np.int64), empty, none, none, none.astype(np.bool_))
    return Standings(
        np.concatenate([block.pick_ups for block in blocks]),
        np.concatenate([block.scores for block in blocks], axis=1),
        np.concatenate([block.deficit for block in blocks]),
        np.concatenate([block.last_behind for block in blocks]),
        np.concatenate([block.ever_behind for block in blocks]),
    )
