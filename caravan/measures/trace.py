"""What the event log says about each game, read once for all measures that ask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from caravan.measures.estimate import Estimate, Flags, Floats
from caravan.measures.sample import Sample

if TYPE_CHECKING:
    from caravan.measures.log_blocks import LogBlock
    from caravan.measures.standings import Standings
    from caravan.measures.traffic import Camels

USES = ("camel_turns", "pick_ups", "waiting_markers", "passes_through", "thefts")
"""How a space can be used."""

LIFE = ("drawn", "picked_up", "delivered", "waiting", "transfers", "steals", "carrying")
"""What is added up of the goods: how many were drawn, picked up and delivered, the turns that those picked up had
waited, how often those picked up were handed on and stolen, the turns that those delivered had been carried."""

ENTRIES = ("all", "occupied", "beside_others")
"""Entries of camels into spaces: all, into a space with any camel, into one with a camel of another."""

PARTS = 3
"""Into how many parts of a game's progress the steps are counted."""


@dataclass(frozen=True)
class Trace:
    """Numbers for each game, from its events.

    Attributes
    ----------
    standings : Standings
        The scores in the course of the game.
    spaces : ndarray of float32, shape (uses, spaces, games)
        How often each space was used, in the order of `USES`; the rainbow camel's turns don't count.
    life : ndarray of float32, shape (sums, kinds of good + numbered spaces, games)
        The sums of `LIFE` over the goods of each kind, then over the goods that appeared in each numbered space.
    entries : ndarray of float64, shape (3, games)
        In the order of `ENTRIES`.
    """

    standings: Standings
    spaces: npt.NDArray[np.float32]
    life: npt.NDArray[np.float32]
    entries: Floats


def trace_of(sample: Sample) -> Trace | None:
    """Read a sample's event log, once.

    Parameters
    ----------
    sample : Sample
        The games.

    Returns
    -------
    Trace or None
        None where the log of some of the games isn't at hand.

    Raises
    ------
    LogError
        If the log can't be read.
    """
    return sample.remember(trace_of, lambda: _read(sample))


def standings_in(sample: Sample) -> Standings | None:
    """Give the scores in the course of a sample's games; read with the rest of the log, unless they are there already.

    Parameters
    ----------
    sample : Sample
        The games.

    Returns
    -------
    Standings or None
        None where the log of some of the games isn't at hand.
    """

    def read() -> Standings | None:
        trace = trace_of(sample)
        return None if trace is None else trace.standings

    return sample.remember(standings_in, read)


def without_log(measure: str, units: str | list[str], sample: Sample, parts: list[str]) -> tuple[Estimate, ...]:
    """Say of each part of a measure that the log it needs isn't at hand."""
    nan = float("nan")
    each = [units] * len(parts) if isinstance(units, str) else units
    return tuple(
        Estimate(measure, nan, nan, nan, unit, sample.games, "", None, part, "the event log isn't at hand")
        for part, unit in zip(parts, each, strict=True)
    )


def _read(sample: Sample) -> Trace | None:
    # Imported when a log is read, because listing the measures needs no compiler.
    from caravan.measures.log_blocks import log_blocks
    from caravan.measures.standings import joined_standings, standings_of
    from caravan.measures.traffic import Camels

    shares = sample.of_seats("win_share")
    standings: list[Standings] = []
    spaces, life, entries = ([array] for array in _nothing(sample))
    games = 0
    for block in log_blocks(sample):
        camels = Camels(block)
        standings.append(standings_of(block, shares[:, block.first : block.first + block.games]))
        spaces.append(_spaces(block, camels))
        life.append(_life(block))
        entries.append(_entries(block, camels))
        games += block.games
    if games != sample.games:
        return None
    return Trace(
        joined_standings(standings, sample.players),
        np.concatenate(spaces, axis=-1),
        np.concatenate(life, axis=-1),
        np.concatenate(entries, axis=-1),
    )


def _nothing(sample: Sample) -> tuple[Any, Any, Any]:
    """Make the arrays for no games at all."""
    board = sample.rules.board
    groups = len(board.goods) + len(board.numbered)
    return (
        np.zeros((len(USES), board.width * board.height, 0), dtype=np.float32),
        np.zeros((len(LIFE), groups, 0), dtype=np.float32),
        np.zeros((len(ENTRIES), 0)),
    )


def _sums(game: Any, thing: Any, things: int, games: int, amount: Any = None) -> npt.NDArray[np.float32]:
    counted = np.bincount(thing * games + game, weights=amount, minlength=things * games)
    return counted.reshape(things, games).astype(np.float32)


def _spaces(block: LogBlock, camels: Camels) -> npt.NDArray[np.float32]:
    from caravan.measures.traffic import NOBODY, uses_of

    found = {}
    for use in uses_of(block, camels, 1):
        amount = use.amount * (use.seat != NOBODY) if use.name == "camel_turns" else use.amount
        found[use.name] = _sums(use.game, use.space, block.spaces, block.games, amount)
    return np.stack([found[name] for name in USES])


def _entries(block: LogBlock, camels: Camels) -> Floats:
    game, others, own = camels.met_on_entry()
    occupied: list[Flags] = [np.ones(len(game), dtype=np.bool_), others + own > 0, others > 0]
    return np.stack([np.bincount(game[which], minlength=block.games).astype(np.float64) for which in occupied])


def _life(block: LogBlock) -> npt.NDArray[np.float32]:
    from caravan.measures.good_tracks import NEVER, good_tracks

    tracks = good_tracks(block)
    picked, delivered = tracks.picked_up != NEVER, tracks.delivered != NEVER
    amounts = {
        "drawn": np.ones(len(picked)),
        "picked_up": picked,
        "delivered": delivered,
        "waiting": picked * (tracks.picked_up - tracks.appeared),
        "transfers": tracks.transfers,
        "steals": tracks.steals,
        "carrying": delivered * (tracks.delivered - tracks.picked_up),
    }
    number_at = np.zeros(block.spaces, dtype=np.int64)
    number_at[list(block.board.numbered)] = np.arange(len(block.board.numbered))
    groups = ((tracks.good, len(block.board.goods)), (number_at[tracks.space], len(block.board.numbered)))
    return np.stack(
        [
            np.concatenate([_sums(tracks.game, of, many, block.games, amounts[name]) for of, many in groups])
            for name in LIFE
        ]
    )
