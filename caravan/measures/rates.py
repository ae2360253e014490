"""How often something happens where a game can have several cases of it, or none."""

from __future__ import annotations

import numpy as np

from caravan.measures.estimate import Figures, Floats
from caravan.measures.evidence import FEW_GAMES, ratios
from caravan.measures.intervals import CONFIDENCE, wilson
from caravan.measures.sample import Sample


def rates(sample: Sample, hits: Floats, cases: Floats, undefined: str) -> Figures:
    """Estimate in which share of the cases something happens; the game stays the unit.

    Parameters
    ----------
    sample : Sample
        The games.
    hits, cases : ndarray of float64, shape (figures, games)
        In how many cases of each game it happened, and how many there were; never more hits than cases.
    undefined : str
        What to say where there are no cases.

    Returns
    -------
    Figures
        Shares from 0 to 1 with the interval of a ratio of sums. Where it happened in no case, or in all, that has no
        variation to go by; then it is the Wilson interval of as many tries as there are games with a case, which can
        only be too wide, because several cases of a game know at least as much as one. Few such games are noted.
    """
    figures = ratios(sample, hits, cases, undefined)
    seen = (cases > 0.0).sum(axis=1)
    few = [f"only {count} games have such a case" if 0 < count < min(FEW_GAMES, sample.games) else "" for count in seen]
    if sample.growing or not sample.games:
        return figures.with_notes(few)
    bounds = [wilson([share * count], int(count)) for share, count in zip(figures.value, seen, strict=True)]
    low, high = (np.array([ends[end][0] for ends in bounds]) for end in (0, 1))
    bounded = Figures.of(
        figures.value,
        low,
        high,
        f"Wilson {CONFIDENCE:.0%}",
        "at its widest: no variation seen",
        [estimate.evidence for estimate in figures.estimates("", "", sample.games)],
    )
    flat = np.isnan(figures.low) & ~np.isnan(figures.value)
    mixed = Figures.joined(figures, bounded)
    return mixed.only([place + len(figures) * int(bare) for place, bare in enumerate(flat)]).with_notes(few)
