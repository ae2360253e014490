"""The spaces that goods pass through on their way along a chain of camels.

The log says where a transfer begins and where it ends. In between the good takes a shortest chain of the seat's camels,
the rainbow camel among them. Where there are several shortest chains, each counts alike, so that a space has the share
of them that lead through it. Both ends of the chain aren't passed through.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from caravan.measures.estimate import Floats
from caravan.measures.log_blocks import Numbers

_AT_ONCE = 4096
"""Chains worked on together, to bound the memory."""


def shares_passed(
    links: npt.NDArray[np.bool_], source: Numbers, target: Numbers, width: int
) -> tuple[Numbers, Numbers, Floats]:
    """Find the spaces that lie between the ends of chains.

    Parameters
    ----------
    links : ndarray of bool, shape (chains, spaces)
        Which spaces can be a link of each chain.
    source, target : ndarray of int64, shape (chains,)
        The two ends, different and both among the links.
    width : int
        The columns of the board.

    Returns
    -------
    chain, space, share : ndarray, shape (found,)
        Which share of the shortest chains leads through which space; nothing where the ends are neighbours, or where
        no chain joins them.
    """
    apart = np.abs(source % width - target % width) + np.abs(source // width - target // width) > 1
    chains = np.flatnonzero(apart)
    found: list[tuple[Numbers, Numbers, Floats]] = [(chains[:0], chains[:0], np.zeros(0))]
    for start in range(0, len(chains), _AT_ONCE):
        some = chains[start : start + _AT_ONCE]
        chain, space, share = _between(links[some], source[some], target[some], width)
        found.append((some[chain], space, share))
    chain, space, share = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return chain, space, share


def _between(
    links: npt.NDArray[np.bool_], source: Numbers, target: Numbers, width: int
) -> tuple[Numbers, Numbers, Floats]:
    """Count shortest chains forwards from the source, level by level, and then backwards from the target."""
    every = np.arange(len(links))
    free = links.copy()
    free[every, source] = False
    frontier = np.zeros(links.shape)
    frontier[every, source] = 1.0
    levels = [frontier]
    distance = np.zeros(len(links), dtype=np.int64)
    ways = np.zeros(len(links))
    while frontier.any():
        frontier = _beside(frontier, width) * free
        free &= frontier == 0.0
        frontier[distance > 0] = 0.0
        levels.append(frontier)
        distance[frontier[every, target] > 0.0] = len(levels) - 1
        ways += frontier[every, target]
    onward = np.zeros(links.shape)
    share = np.zeros(links.shape)
    for level in range(len(levels) - 2, 0, -1):
        arrives = distance == level + 1
        onward[every[arrives], target[arrives]] = 1.0
        onward = _beside(onward, width) * (levels[level] > 0.0)
        share += levels[level] * onward
    chain, space = np.nonzero(share)
    return chain, space, share[chain, space] / ways[chain]


def _beside(numbers: Floats, width: int) -> Floats:
    """Add up the numbers of the neighbours of every space."""
    grid = numbers.reshape(len(numbers), -1, width)
    total = np.zeros(grid.shape)
    total[:, 1:] += grid[:, :-1]
    total[:, :-1] += grid[:, 1:]
    total[:, :, 1:] += grid[:, :, :-1]
    total[:, :, :-1] += grid[:, :, 1:]
    return total.reshape(numbers.shape)
