"""The course of a game: who leads, by how much, and whether the others can still win."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pandas as pd

from caravan.measures.correlations import correlations
from caravan.measures.estimate import Estimate, Figures, Floats
from caravan.measures.evidence import percentiles, proportions
from caravan.measures.rates import rates
from caravan.measures.registry import register
from caravan.measures.sample import BatchLike, Sample
from caravan.measures.scores import DISTRIBUTION, PROBABILITIES, distribution
from caravan.measures.trace import standings_in, without_log

MOMENTS = (Fraction(1, 3), Fraction(1, 2), Fraction(2, 3))
"""The progress at which a deficit is looked at."""

DEFICITS = (1, 4, 7, 11, 16)
"""Where the classes of deficits begin, above that of the leaders."""

QUANTILES = DISTRIBUTION[-len(PROBABILITIES) :]
"""The names of the quantiles of a lead."""

_EARLY = (MOMENTS[0], MOMENTS[2])
_NEEDS = ("games", "seats", "events")


@register(
    "lead_settled",
    "progress; share",
    "How far the game is, from 0 to 1, when the eventual winner was last not in the lead; how often it never was.",
    needs=_NEEDS,
    source="DiCiccio & Efron 1992; quantiles David & Nagaraja 2003; Wilson 1927",
)
def lead_settled(sample: Sample) -> tuple[Estimate, ...]:
    """Describe the progress after the last step at which the winner wasn't leading; give the share without one."""
    standings = standings_in(sample)
    if standings is None:
        units = ["progress"] * len(DISTRIBUTION) + ["share"]
        return without_log("lead_settled", units, sample, [*DISTRIBUTION, "from_the_start"])
    when = distribution(sample, standings.last_behind[None, :], least=0.0)
    never = proportions(sample, ~standings.ever_behind[None, :])
    return (
        *when.estimates("lead_settled", "progress", sample.games, parts=DISTRIBUTION),
        *never.estimates("lead_settled", "share", sample.games, parts=["from_the_start"]),
    )


@register(
    "drama",
    "points",
    "How far behind the leader the eventual winner is, averaged over all steps of a game.",
    needs=_NEEDS,
    source="after C. Browne's drama; DiCiccio & Efron 1992; quantiles David & Nagaraja 2003",
)
def drama(sample: Sample) -> tuple[Estimate, ...]:
    """Describe the mean over a game's steps of the leader's score less the eventual winner's."""
    standings = standings_in(sample)
    if standings is None:
        return without_log("drama", "points", sample, list(DISTRIBUTION))
    figures = distribution(sample, standings.deficit[None, :], least=0.0)
    return figures.estimates("drama", "points", sample.games, parts=DISTRIBUTION)


@register(
    "comeback",
    "chance of winning",
    "The chance of winning of a seat that is so many points behind after a third, half and two thirds of the game.",
    needs=_NEEDS,
    source="ratio of sums; DiCiccio & Efron 1992; Wilson 1927",
)
def comeback(sample: Sample) -> tuple[Estimate, ...]:
    """Give the chance of winning by deficit, at a third, half and two thirds of progress."""
    return comeback_by_deficit(sample)


def comeback_by_deficit(
    batch: BatchLike | Sample, deficits: Sequence[int] = DEFICITS, moments: Sequence[Fraction | float] = MOMENTS
) -> tuple[Estimate, ...]:
    """Give the chance of winning by deficit and progress.

    A seat's deficit is the leader's score less its own; the leaders' is 0. A shared win counts in equal parts.

    Parameters
    ----------
    batch : BatchLike or Sample
        The games played so far.
    deficits : sequence of int, default (1, 4, 7, 11, 16)
        Where the classes of deficits begin, in rising order, from 1.
    moments : sequence of Fraction or float, default 1/3, 1/2 and 2/3
        The progress, from 0 to 1, just before the first pick-up that goes beyond it.

    Returns
    -------
    tuple of Estimate
        Parts ``at_1_3.leading``, ``at_1_3.behind_1_to_3`` and so on, ``at_1_3.behind_16_or_more``.

    Raises
    ------
    ValueError
        If the deficits don't rise from 1, or a moment isn't between 0 and 1.
    """
    edges = list(deficits)
    if not edges or edges[0] != 1 or any(later <= earlier for earlier, later in itertools.pairwise(edges)):
        raise ValueError(f"classes of deficits must begin at 1 and rise, not {edges}")
    if outside := [moment for moment in moments if not 0 <= moment <= 1]:
        raise ValueError(f"progress goes from 0 to 1, not to {outside[0]}")
    sample = batch if isinstance(batch, Sample) else Sample(batch)
    names = ["leading", *map(_class_name, edges, [*edges[1:], None])]
    parts = [f"{_moment_name(moment)}.{name}" for moment in moments for name in names]
    standings = standings_in(sample)
    if standings is None:
        return without_log("comeback", "chance of winning", sample, parts)
    shares = sample.of_seats("win_share")
    won, cases = [], []
    for moment in moments:
        scores = standings.at(float(moment))
        which = np.searchsorted(edges, scores.max(axis=0) - scores, side="right")
        for number in range(len(names)):
            won.append((shares * (which == number)).sum(axis=0))
            cases.append((which == number).sum(axis=0).astype(np.float64))
    figures = rates(sample, np.stack(won), np.stack(cases), "no seat was so far behind then")
    return figures.estimates("comeback", "chance of winning", sample.games, parts=parts)


def _class_name(first: int, following: int | None) -> str:
    if following is None:
        return f"behind_{first}_or_more"
    return f"behind_{first}" if following == first + 1 else f"behind_{first}_to_{following - 1}"


def _moment_name(moment: Fraction | float) -> str:
    if isinstance(moment, Fraction):
        return f"at_{moment.numerator}_{moment.denominator}"
    return f"at_{moment:g}"


@register(
    "runaway",
    "correlation",
    "How closely the lead after a third and two thirds of the game goes with the final margin: 0 not at all, 1 fully.",
    needs=_NEEDS,
    source="K. Pearson's correlation; DiCiccio & Efron 1992",
)
def runaway(sample: Sample) -> tuple[Estimate, ...]:
    """Correlate the lead with the winning margin, and with what becomes of the leader's own margin."""
    parts = [f"{group}{_moment_name(moment)}" for group in ("", "leader.") for moment in _EARLY]
    standings = standings_in(sample)
    if standings is None:
        return without_log("runaway", "correlation", sample, parts)
    final = sample.of_seats("score")
    margins = final - _best_other(final)
    pairs: list[Floats] = []
    for own in (False, True):
        for moment in _EARLY:
            scores = standings.at(float(moment))
            leads = scores == scores.max(axis=0, initial=0.0)
            leader = (margins * leads).sum(axis=0) / np.maximum(leads.sum(axis=0), 1)
            lead = (scores - _best_other(scores)).max(axis=0, initial=0.0)
            pairs.append(np.stack([lead, leader if own else sample.of_games("winning_margin")]))
    figures = correlations(sample, np.stack(pairs), "the lead or the margin was the same in every game")
    return figures.estimates("runaway", "correlation", sample.games, parts=parts)


def _best_other(scores: Floats) -> Floats:
    """Give for each seat the best score of the others, of shape (players, games)."""
    best = np.empty_like(scores)
    for seat in range(len(scores)):
        best[seat] = np.delete(scores, seat, axis=0).max(axis=0)
    return best


def lead_over_time(batch: BatchLike | Sample, points: int = 21) -> pd.DataFrame:
    """Describe how the lead grows and shrinks in the course of a game.

    Parameters
    ----------
    batch : BatchLike or Sample
        The games played so far.
    points : int, default 21
        At how many moments, evenly from progress 0 to 1, at least 2.

    Returns
    -------
    DataFrame
        One row for each moment and lead. ``lead`` is ``leader`` (the highest score less the second, 0 where level) or
        ``winner`` (the eventual winner's score less the best of the others, below 0 where the winner is behind; of
        several winners the mean); ``progress``; the quantiles over the games ``p05``, ``p25``, ``p50``, ``p75`` and
        ``p95``; the ends ``low`` and ``high`` of the median's 95% interval, missing while games come in; ``games``.
        No rows where the event log isn't at hand, or without games.

    Raises
    ------
    ValueError
        If there are fewer than 2 points.
    """
    if points < 2:
        raise ValueError(f"a course has 2 or more points, not {points}")
    sample = batch if isinstance(batch, Sample) else Sample(batch)
    standings = standings_in(sample)
    progress = np.linspace(0.0, 1.0, points)
    figures = Figures.of(*(np.zeros(0),) * 3, "")
    if standings is None or not sample.games:
        progress = progress[:0]
    else:
        margins = [scores - _best_other(scores) for scores in map(standings.at, progress)]
        leader = [ahead.max(axis=0) for ahead in margins]
        winner = [(ahead * sample.of_seats("win_share")).sum(axis=0) for ahead in margins]
        figures = percentiles(sample, np.stack([*leader, *winner]), PROBABILITIES)
    value, low, high = (ends.reshape(-1, len(PROBABILITIES)) for ends in (figures.value, figures.low, figures.high))
    middle = PROBABILITIES.index(0.5)
    return pd.DataFrame(
        {
            "lead": pd.Categorical(np.repeat(["leader", "winner"], len(progress)), categories=["leader", "winner"]),
            "progress": np.tile(progress, 2),
            **{name: value[:, column] for column, name in enumerate(QUANTILES)},
            "low": low[:, middle],
            "high": high[:, middle],
            "games": sample.games,
        }
    )
