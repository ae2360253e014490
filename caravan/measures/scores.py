"""How many points there are, how they are spread, and where they come from."""

from __future__ import annotations

import numpy as np

from caravan.measures.estimate import Estimate, Figures, Floats
from caravan.measures.evidence import deviations, means, percentiles, ratio_gaps, ratios
from caravan.measures.registry import register
from caravan.measures.sample import Sample

PROBABILITIES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""The quantiles that describe a distribution."""

DISTRIBUTION = ("mean", "sd", *(f"p{100 * probability:02.0f}" for probability in PROBABILITIES))
"""The parts of a described distribution: mean, standard deviation, quantiles."""

SOURCES = ("rare", "common", "demand", "penalty")
"""Where points come from."""

_DISTRIBUTION_SOURCE = "DiCiccio & Efron 1992; quantiles David & Nagaraja 2003"


def distribution(sample: Sample, values: Floats, *, least: float = -np.inf) -> Figures:
    """Describe how values vary over the games.

    Parameters
    ----------
    sample : Sample
        The games.
    values : ndarray of float64, shape (things, games)
        One row for each thing to describe.
    least : float, optional
        What no value can be below.

    Returns
    -------
    Figures
        The parts of `DISTRIBUTION` for the first thing, then for the second, and so on.
    """
    things, parts = len(values), len(PROBABILITIES)
    columns = Figures.joined(
        means(sample, values, least=least), deviations(sample, values), percentiles(sample, values, PROBABILITIES)
    )
    order = [
        place
        for thing in range(things)
        for place in (thing, things + thing, *range(2 * things + thing * parts, 2 * things + (thing + 1) * parts))
    ]
    return columns.only(order)


@register(
    "score",
    "points",
    "The scores: mean, standard deviation and 5/25/50/75/95% by seat, of the best and of the worst of each game.",
    needs=("games", "seats"),
    source=_DISTRIBUTION_SOURCE,
)
def score(sample: Sample) -> tuple[Estimate, ...]:
    """Describe the final scores by seat, the game's highest (winner) and lowest (last), and the mean over all seats."""
    scores = sample.of_seats("score")
    overall = means(sample, scores.mean(axis=0)[None, :])
    # Over no games there is no highest score; the figures are missing all the same.
    extremes = np.stack([scores.max(axis=0), scores.min(axis=0)])
    described = distribution(sample, np.concatenate([scores, extremes]))
    width = len(DISTRIBUTION)
    seats = [None, *(seat for seat in (*sample.seats, None, None) for _ in range(width))]
    groups = [""] * sample.players + ["winner.", "last."]
    parts = ["mean", *(group + part for group in groups for part in DISTRIBUTION)]
    return Figures.joined(overall, described).estimates("score", "points", sample.games, seats=seats, parts=parts)


@register(
    "winning_margin",
    "points",
    "By how much the highest score beats the second; 0 where they are level.",
    needs=("games",),
    source=_DISTRIBUTION_SOURCE,
)
def winning_margin(sample: Sample) -> tuple[Estimate, ...]:
    """Describe the first score less the second: mean, standard deviation, quantiles."""
    figures = distribution(sample, sample.of_games("winning_margin")[None, :], least=0.0)
    return figures.estimates("winning_margin", "points", sample.games, parts=DISTRIBUTION)


@register(
    "spread",
    "points",
    "By how much the highest score beats the lowest.",
    needs=("games",),
    source=_DISTRIBUTION_SOURCE,
)
def spread(sample: Sample) -> tuple[Estimate, ...]:
    """Describe the first score less the last: mean, standard deviation, quantiles."""
    figures = distribution(sample, sample.of_games("spread")[None, :], least=0.0)
    return figures.estimates("spread", "points", sample.games, parts=DISTRIBUTION)


@register(
    "point_sources",
    "share of points gained",
    "Which part of the points comes from rare goods, common goods, demand, and is lost to penalties; winners, others.",
    needs=("games", "seats"),
    source="ratio of sums; DiCiccio & Efron 1992",
)
def point_sources(sample: Sample) -> tuple[Estimate, ...]:
    """Give points from each source over all points gained: all seats, winners, others, and the difference.

    Rare, common and demand add up to 1. The penalty is 0 or below: points lost, over points gained.
    """
    rules = sample.rules
    points = np.stack(
        [
            sample.of_seats("rare") * rules.rare_value,
            sample.of_seats("common") * rules.common_value,
            sample.of_seats("demand") * rules.demand_value,
            sample.of_seats("penalty"),
        ]
    )
    gained = points[:3].sum(axis=0)
    return by_winning(sample, points, gained, name="point_sources", unit="share of points gained", parts=SOURCES)


def by_winning(
    sample: Sample, amounts: Floats, totals: Floats, *, name: str, unit: str, parts: tuple[str, ...]
) -> tuple[Estimate, ...]:
    """Give shares of a total for all seats, for winners, for the others, and winners less others.

    Parameters
    ----------
    sample : Sample
        The games.
    amounts : ndarray of float64, shape (parts, players, games)
        What each seat has of each part.
    totals : ndarray of float64, shape (players, games)
        What the amounts are divided by, once both are summed over seats and games.
    name, unit : str
        The measure's name and unit.
    parts : tuple of str
        The parts' names.

    Returns
    -------
    tuple of Estimate
        Parts ``rare``, ``rare.winners``, ``rare.others``, ``rare.difference`` and so on.
    """
    won = sample.winners.astype(np.float64)
    winners, others = (amounts * won).sum(axis=1), (amounts * (1.0 - won)).sum(axis=1)
    of_winners, of_others = (np.broadcast_to((totals * who).sum(axis=0), winners.shape) for who in (won, 1.0 - won))
    undefined = "there is nothing to take a share of"
    shares = ratios(
        sample,
        np.concatenate([winners + others, winners, others]),
        np.concatenate([of_winners + of_others, of_winners, of_others]),
        undefined,
    )
    gaps = ratio_gaps(sample, (winners, of_winners), (others, of_others), undefined)
    together = Figures.joined(shares, gaps)
    count = len(parts)
    order = [place for part in range(count) for place in range(part, 4 * count, count)]
    names = [part + suffix for part in parts for suffix in ("", ".winners", ".others", ".difference")]
    return together.only(order).estimates(name, unit, sample.games, parts=names)
