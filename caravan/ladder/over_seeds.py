"""Figures of a ladder with their intervals; the game seed, with all games played on it, is one observation."""

from __future__ import annotations

import numpy as np

from caravan.measures import bootstrap
from caravan.measures.estimate import Figures, Floats
from caravan.measures.intervals import CONFIDENCE, wilson

FEW_SEEDS = 30
_LEVEL = f"{CONFIDENCE:.0%}"
_ABC = f"ABC bootstrap {_LEVEL} over seeds"
_CONSTANT = "at its widest: no variation seen"
_SAME = "the same on every seed, so there is no variation to judge by"
_ONE_SEED = "one seed shows no variation"


def shares_over_seeds(shares: Floats) -> Figures:
    """Estimate mean shares.

    Parameters
    ----------
    shares : ndarray of float64, shape (figures, seeds)
        From 0 to 1: what a bot took of the wins on each seed, over all games on that seed.

    Returns
    -------
    Figures
        With ABC bootstrap intervals; where a share never varies, the Wilson interval as if each seed were one game,
        which then can only be too wide.
    """
    seeds = shares.shape[1]
    value, low, high = _abc(bootstrap.mean_of(shares), 0.0, 1.0)
    widest_low, widest_high = wilson(shares.sum(axis=1), seeds)
    constant = np.isnan(low) | np.isnan(high)
    return Figures(
        value,
        np.where(constant, widest_low, low),
        np.where(constant, widest_high, high),
        tuple(f"Wilson {_LEVEL} of seeds" if same else _ABC for same in constant),
        tuple(_note(seeds, _CONSTANT if same else "") for same in constant),
    )


def share_gaps_over_seeds(gaps: Floats) -> Figures:
    """Estimate mean differences of two shares, from -1 to 1, as `shares_over_seeds` does."""
    return shares_over_seeds((gaps + 1.0) / 2.0).through(lambda share: 2.0 * share - 1.0)


def means_over_seeds(values: Floats) -> Figures:
    """Estimate means.

    Parameters
    ----------
    values : ndarray of float64, shape (figures, seeds)
        The mean over the games on each seed.

    Returns
    -------
    Figures
        With ABC bootstrap intervals; without one where nothing varies.
    """
    return _noted(_abc(bootstrap.mean_of(values)), values.shape[1])


def ratios_over_seeds(sums: Floats, games: Floats, *, least: float = -np.inf, greatest: float = np.inf) -> Figures:
    """Estimate means over games where seeds have different numbers of them.

    Parameters
    ----------
    sums : ndarray of float64, shape (figures, seeds)
        What the games on each seed add up to.
    games : ndarray of float64, shape (figures, seeds)
        How many games there were on each seed.
    least, greatest : float, optional
        What no value can be beyond.

    Returns
    -------
    Figures
        Of the sums over the games.
    """
    return _noted(_abc(bootstrap.ratio_of(sums, games), least, greatest), sums.shape[1])


def _abc(
    expansion: bootstrap.Expansion, least: float = -np.inf, greatest: float = np.inf
) -> tuple[Floats, Floats, Floats]:
    low, high = bootstrap.abc_interval(expansion)
    return expansion.value, np.maximum(low, least), np.minimum(high, greatest)


def _noted(figures: tuple[Floats, Floats, Floats], seeds: int) -> Figures:
    value, low, high = figures
    missing = np.isnan(low) & np.isnan(high)
    notes = tuple(_note(seeds, (_SAME if seeds > 1 else _ONE_SEED) if gone else "") for gone in missing)
    return Figures.of(value, low, high, _ABC, notes)


def _note(seeds: int, note: str) -> str:
    rough = f"rough: only {seeds} seeds" if 1 < seeds < FEW_SEEDS else ""
    return "; ".join(filter(None, (note, rough)))
