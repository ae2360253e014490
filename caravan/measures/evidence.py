"""Figures with the interval that fits: a confidence sequence while games come in, a fixed-size interval at the end.

Every function takes one row per figure and one column per game, so that games, with all their seats, are the units.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from caravan.measures import bootstrap
from caravan.measures.estimate import Figures, Flags, Floats
from caravan.measures.intervals import CONFIDENCE, deviation_interval, each_of, quantiles, wilson
from caravan.measures.sample import BatchLike, Sample
from caravan.measures.sequences import FIRST_LOOK, asymptotic_half_width, bounded_sequence
from caravan.measures.underlying import Evidence, OfCounts, OfMeans, OfQuantile, Statistic

IntervalKind = Literal["fixed", "anytime"]

FEW_GAMES = 30
"""Below this number of games a bootstrap interval is called rough."""

_LEVEL = f"{CONFIDENCE:.0%}"
_ALL_SEATS = " over all seats"
_NO_GAMES = "no games"
_ONE_GAME = "one game shows no variation"
ALIKE = "the same in every game, so there is no variation to judge by"
"""What the note of a figure says that no game moves."""


def interval_kind(batch: BatchLike) -> IntervalKind:
    """Say which kind of interval the measures show for a batch.

    Parameters
    ----------
    batch : BatchLike
        The games played so far.

    Returns
    -------
    str
        ``anytime`` while fewer games are there than were planned (the run goes on, or was stopped): confidence
        sequences, which hold however often one looks. ``fixed`` once all planned games are there.
    """
    return "anytime" if len(batch.games) < batch.request.games else "fixed"


def interval_sentence(batch: BatchLike) -> str:
    """Say in a sentence how the intervals shown for a batch are to be read.

    Parameters
    ----------
    batch : BatchLike
        The games played so far.

    Returns
    -------
    str
        For a caption.
    """
    played, planned = len(batch.games), batch.request.games
    if interval_kind(batch) == "anytime":
        return (
            f"{played:,} of {planned:,} games: {_LEVEL} confidence sequences, which hold however often you look and "
            "whenever you stop."
        )
    return f"All {planned:,} games: {_LEVEL} intervals for this number of games, settled before the first was played."


def _bare(value: Floats, note: Sequence[str] | str, evidence: Sequence[Evidence] = ()) -> Figures:
    missing = np.full(value.shape, np.nan)
    return Figures.of(value, missing, missing, "", note, evidence)


def _anytime_share(shares: Floats, evidence: Sequence[Evidence], confidence: float, together: str) -> Figures:
    low, high = bounded_sequence(shares, confidence)
    method = f"confidence sequence {_LEVEL}{together}"
    return Figures.of(shares.mean(axis=1), low[:, -1], high[:, -1], method, "", evidence)


def proportions(sample: Sample, happened: Flags) -> Figures:
    """Estimate in which share of the games something happens.

    Parameters
    ----------
    sample : Sample
        The games.
    happened : ndarray of bool, shape (figures, games)
        In which games it did.

    Returns
    -------
    Figures
        Shares from 0 to 1, with Wilson intervals, each at its own level.
    """
    if not sample.games:
        return _bare(np.full(len(happened), np.nan), _NO_GAMES)
    evidence = tuple(map(OfCounts, happened))
    if sample.growing:
        return _anytime_share(happened.astype(np.float64), evidence, CONFIDENCE, "")
    hits = happened.sum(axis=1)
    return Figures.of(hits / sample.games, *wilson(hits, sample.games), f"Wilson {_LEVEL}", "", evidence)


def seat_shares(sample: Sample, holders: Flags, *, together: bool) -> Figures:
    """Estimate each seat's share of something that one seat has in each game, or several in equal parts.

    Parameters
    ----------
    sample : Sample
        The games.
    holders : ndarray of bool, shape (players, games)
        Who has it; at least one in each game.
    together : bool
        Whether the intervals are to hold for all seats at once, or each by itself.

    Returns
    -------
    Figures
        Shares from 0 to 1. Where no game was shared, Goodman intervals if `together`, else Wilson intervals; where some
        were, the shares aren't counts, and the interval is the bootstrap's, over games. A seat whose share never varies
        gets the Wilson interval, which then can only be too wide.
    """
    if not sample.games:
        return _bare(np.full(len(holders), np.nan), _NO_GAMES)
    ending = _ALL_SEATS if together else ""
    confidence = each_of(len(holders)) if together else CONFIDENCE
    number = holders.sum(axis=0)
    shares = holders / number
    counted = bool((number == 1).all())
    evidence: tuple[Evidence, ...] = tuple(
        OfCounts(who) if counted else OfMeans(share[None, :], bootstrap.mean)
        for who, share in zip(holders, shares, strict=True)
    )
    if sample.growing:
        return _anytime_share(shares, evidence, confidence, ending)
    sums = shares.sum(axis=1)
    low, high = wilson(sums, sample.games, confidence)
    if counted:
        method = f"{'Goodman' if together else 'Wilson'} {_LEVEL}{ending}"
        return Figures.of(sums / sample.games, low, high, method, "", evidence)
    expansion = bootstrap.mean_of(shares)
    first, last = bootstrap.abc_interval(expansion, confidence)
    ends = np.maximum(first, 0.0), np.minimum(last, 1.0)
    figures = Figures.of(sums / sample.games, *ends, f"ABC bootstrap {_LEVEL}{ending}", "", evidence)
    constant = np.isnan(figures.low)
    if constant.any():
        bound = Figures.of(
            figures.value, low, high, f"Wilson {_LEVEL}{ending}", "at its widest: no variation seen", evidence
        )
        mixed = Figures.joined(figures, bound)
        return mixed.only([seat + len(figures) * int(flat) for seat, flat in enumerate(constant)])
    return _rough(sample.games, figures)


def _rough(games: int, figures: Figures) -> Figures:
    if games >= FEW_GAMES:
        return figures
    return figures.with_notes(tuple(f"rough: only {games} games" if method else "" for method in figures.method))


def statistics(
    sample: Sample,
    columns: Floats,
    statistic: Statistic,
    *,
    undefined: str = "",
    least: Floats | float = -np.inf,
    greatest: Floats | float = np.inf,
) -> Figures:
    """Estimate any smooth function of means over the games.

    Parameters
    ----------
    sample : Sample
        The games.
    columns : ndarray of float64, shape (figures, columns, games)
        What is averaged, in the order of the games. Where a measure looks at some games only, they must be chosen by
        their numbers, never by how they went, so that the same games are looked at under other rules.
    statistic : callable
        Takes means of shape (figures, columns) and gives the figures, of shape (figures,). The same function for the
        same measure each time, not one made anew, lets differences be worked out together.
    undefined : str, optional
        What to say where it isn't defined.
    least, greatest : float or ndarray of float64, shape (figures,), optional
        What no figure can be below or above; intervals end there.

    Returns
    -------
    Figures
        With ABC bootstrap intervals or, while the batch grows, asymptotic confidence sequences.
    """
    games = columns.shape[-1]
    if not games:
        return _bare(np.full(len(columns), np.nan), _NO_GAMES)
    expansion = bootstrap.expand(columns, statistic)
    value, evidence = expansion.value, tuple(OfMeans(made_of, statistic) for made_of in columns)
    varies = expansion.error > 0.0
    reasons = np.where(np.isnan(value), undefined, np.where(varies, "", ALIKE if games > 1 else _ONE_GAME))
    if not sample.growing:
        low, high = bootstrap.abc_interval(expansion)
        failed = varies & np.isnan(low) & np.isfinite(value) & (games > 1)
        reasons = np.where(failed, f"{games} games are too few for an interval", reasons)
        low, high = np.maximum(low, least), np.minimum(high, greatest)
        return _rough(games, Figures.of(value, low, high, f"ABC bootstrap {_LEVEL}", reasons.tolist(), evidence))
    if games < FIRST_LOOK:
        reasons = np.where(reasons == "", f"interval from {FIRST_LOOK} games on", reasons)
        return _bare(value, reasons.tolist(), evidence)
    # Narrowest at a quarter of the plan: early looks matter most, and at the planned end another interval takes over.
    tuned_for = max(FIRST_LOOK, sample.planned // 4)
    half = asymptotic_half_width(games, expansion.error * np.sqrt(games), tuned_for)
    half = np.where(varies, half, np.nan)
    low, high = np.maximum(value - half, least), np.minimum(value + half, greatest)
    return Figures.of(value, low, high, f"asymptotic confidence sequence {_LEVEL}", reasons.tolist(), evidence)


def means(sample: Sample, values: Floats, *, least: float = -np.inf) -> Figures:
    """Estimate means over the games.

    Parameters
    ----------
    sample : Sample
        The games.
    values : ndarray of float64, shape (figures, games)
        What is averaged.
    least : float, optional
        What no value can be below; intervals end there.

    Returns
    -------
    Figures
        In the values' unit.
    """
    return statistics(sample, values[:, None, :], bootstrap.mean, least=least)


def deviations(sample: Sample, values: Floats) -> Figures:
    """Estimate standard deviations from game to game.

    Parameters
    ----------
    sample : Sample
        The games.
    values : ndarray of float64, shape (figures, games)
        What varies.

    Returns
    -------
    Figures
        In the values' unit.
    """
    if sample.games < 2:
        return _bare(np.full(len(values), np.nan), _ONE_GAME if sample.games else _NO_GAMES)
    figures = statistics(sample, bootstrap.deviation_columns(values), bootstrap.deviation(values.shape[1]), least=0.0)
    if sample.growing:
        return figures
    low, high = (np.where(figures.value > 0.0, ends, np.nan) for ends in deviation_interval(values))
    few = np.where((figures.value > 0.0) & np.isnan(low), f"{sample.games} games are too few for an interval", "")
    varies = ["" if value > 0.0 else note for value, note in zip(figures.value, figures.note, strict=True)]
    bounded = Figures.of(figures.value, low, high, f"Bonett {_LEVEL}", varies, figures.evidence)
    return _rough(sample.games, bounded.with_notes(few.tolist()))


def ratios(sample: Sample, upper: Floats, lower: Floats, undefined: str) -> Figures:
    """Estimate ratios of two sums over the games; a part of a whole stays between 0 and 1.

    Parameters
    ----------
    sample : Sample
        The games.
    upper, lower : ndarray of float64, shape (figures, games)
        What is divided, and by what.
    undefined : str
        What to say where the divisor is 0.

    Returns
    -------
    Figures
        Without a unit.
    """
    if not sample.games:
        return _bare(np.full(len(upper), np.nan), _NO_GAMES)
    least = np.where((upper >= 0.0).all(axis=1), 0.0, -np.inf)
    greatest = np.where((upper <= 0.0).all(axis=1), 0.0, np.where((upper <= lower).all(axis=1), 1.0, np.inf))
    columns = np.stack([upper, lower], axis=1)
    return statistics(sample, columns, bootstrap.ratio, undefined=undefined, least=least, greatest=greatest)


def ratio_gaps(sample: Sample, first: tuple[Floats, Floats], second: tuple[Floats, Floats], undefined: str) -> Figures:
    """Estimate differences between two ratios from the same games.

    Parameters
    ----------
    sample : Sample
        The games.
    first, second : tuple of two ndarray of float64, each of shape (figures, games)
        What is divided, and by what, in each of the ratios.
    undefined : str
        What to say where a divisor is 0.

    Returns
    -------
    Figures
        The first ratio minus the second.
    """
    return statistics(sample, np.stack([*first, *second], axis=1), bootstrap.ratio_gap, undefined=undefined)


def percentiles(sample: Sample, values: Floats, probabilities: tuple[float, ...]) -> Figures:
    """Estimate quantiles over the games.

    Parameters
    ----------
    sample : Sample
        The games.
    values : ndarray of float64, shape (figures, games)
        What varies.
    probabilities : tuple of float
        Which quantiles, above 0 and below 1.

    Returns
    -------
    Figures
        All quantiles of the first row, then of the second, and so on. No intervals while the batch grows.
    """
    if not sample.games:
        return _bare(np.full(len(values) * len(probabilities), np.nan), _NO_GAMES)
    value, low, high = (table.ravel() for table in quantiles(values, probabilities))
    evidence = tuple(OfQuantile(row, probability) for row in values for probability in probabilities)
    if sample.growing:
        return _bare(value, "interval once all games are played", evidence)
    figures = Figures.of(value, low, high, f"order statistics {_LEVEL}", "", evidence)
    short = np.isnan(low) | np.isnan(high)
    return figures.with_notes(np.where(short, f"{sample.games} games are too few for both ends", "").tolist())
