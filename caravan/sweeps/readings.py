"""One figure of every cell of a sweep, with its standard error and, where the games are at hand, game by game."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import pandas as pd

from caravan.errors import CaravanError
from caravan.measures import BatchLike, Sample, measure
from caravan.measures.estimate import Floats
from caravan.measures.evidence import ALIKE
from caravan.measures.intervals import CONFIDENCE, each_of, normal_quantile
from caravan.measures.registry import find_measure
from caravan.measures.underlying import OfCounts
from caravan.sweeps.contrasts import Cells, Contrast, contrast
from caravan.sweeps.influences import Scale, influence, scale_of_share
from caravan.sweeps.plan import SweepPlan

USUAL_MEASURES = (
    "first_player_advantage",
    "seat_margin",
    "winning_margin.mean",
    "length.turns.mean",
    "ties.before_tie_break",
    "steals",
)
"""What a sweep is judged by unless other measures are named: fairness, tension, length, interaction."""


MOST_NUMBERS = 2**25
"""Games times cells times figures that are kept in memory at once; beyond that, cells are taken as independent."""


FEWEST_ALIKE = 5
"""In fewer games that are all alike, nothing can be said of their luck."""

_Figure = tuple[str, int | None]


@dataclass
class _Moved:
    """By how much each game moves a figure in each cell, of shape (points, games), and what the shares' scales are."""

    influences: Floats
    scales: list[Scale | None] = field(default_factory=list)
    counted: bool = False

    @property
    def scale(self) -> Scale | None:
        """Between which figures shares lie; None unless all cells say the same, and one at least counts games."""
        return self.scales[0] if self.counted and len(set(self.scales)) == 1 else None


class SweepLike(Protocol):
    """What the analysis asks of a sweep, finished or still running; see `caravan.sweep`."""

    @property
    def plan(self) -> SweepPlan:
        """What was to be played."""

    @property
    def cells(self) -> pd.DataFrame:
        """One row for each scenario, with ``scenario`` and ``status``: played, failed or missing."""

    @property
    def summary(self) -> pd.DataFrame:
        """The playtest summaries of the cells that are there, with a column ``scenario``."""

    def batch(self, number: int) -> BatchLike:
        """Give the games of a cell."""


@dataclass(frozen=True, eq=False)
class Readings:
    """A figure of each point of a plan, for one number of players and one line-up.

    Attributes
    ----------
    measure : str
        With its part, such as ``length.turns.mean``.
    seat : int or None
        The seat, or None for a figure of the whole game.
    unit : str
        What the figure counts.
    players : int
    bots : str
        The line-up.
    values : ndarray of float64, shape (points,)
        NaN where the cell is missing, can't be played, or gave no figure.
    errors : ndarray of float64, shape (points,)
        Standard errors; NaN where the games don't show any.
    influences : ndarray of float64, shape (points, games), or None
        By how much each game moves each figure, all on the same seeds.
    games : int
        In each cell.
    ends : ndarray of float64, shape (2, points), or None
        The ends of the cells' own 95% intervals; None for as far to either side as the errors say.
    scale : tuple of float, or None
        Where the figure is a share of the games, what it is at 0 and at 1.
    """

    measure: str
    seat: int | None
    unit: str
    players: int
    bots: str
    values: Floats
    errors: Floats
    influences: Floats | None
    games: int
    ends: Floats | None = None
    scale: Scale | None = None

    @property
    def present(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Which points have a figure."""
        return ~np.isnan(self.values)

    def contrast(self, weights: Floats) -> Contrast:
        """Weigh points against each other; see `contrasts.contrast`."""
        ends = self.ends
        if ends is None:
            half = normal_quantile(CONFIDENCE) * self.errors
            ends = np.stack([self.values - half, self.values + half])
        return contrast(weights, Cells(self.values, ends, self.influences, self.games, self.scale))

    def difference(self, before: int, after: int) -> Contrast:
        """Compare two points: the second less the first."""
        weights = np.zeros(len(self.values))
        weights[before], weights[after] = -1.0, 1.0
        return self.contrast(weights)

    def differ(self, lowest: Floats, highest: Floats, together: int) -> bool:
        """Tell whether the lowest of many figures differs from the highest.

        Parameters
        ----------
        lowest, highest : ndarray of float64, shape (points,)
            The weights of the two.
        together : int
            From how many figures they were picked.

        Returns
        -------
        bool
            Whether their difference is shown at 95% by Bonferroni's inequality over all pairs, one of which they are.
        """
        return together > 1 and self.contrast(highest - lowest).p_value * math.comb(together, 2) < 1.0 - CONFIDENCE

    def covariance(self, points: Sequence[int]) -> Floats:
        """Say how the noise of some points hangs together.

        Parameters
        ----------
        points : sequence of int
            Which points, all present.

        Returns
        -------
        ndarray of float64, shape (points, points)
            The covariance of the figures from one set of games to another, as the games show it: cells on the same
            seeds share much of their luck. Without games at hand, the cells are taken as independent. NaN where an
            error isn't known.
        """
        chosen = list(points)
        errors = self.errors[chosen]
        if self.influences is None or self.influences.shape[1] < 2:
            return np.diag(errors**2)
        influences = self.influences[chosen]
        spread = influences.std(axis=1)
        unit = influences / np.where(spread > 0.0, spread, 1.0)[:, None]
        likeness = unit @ unit.T / unit.shape[1]
        np.fill_diagonal(likeness, 1.0)
        return np.asarray(errors[:, None] * likeness * errors[None, :], dtype=np.float64)


def read_cells(sweep: SweepLike, measures: Sequence[str] = USUAL_MEASURES, *, by_game: bool = True) -> list[Readings]:
    """Take figures from all cells of a sweep that are there.

    Parameters
    ----------
    sweep : SweepLike
        Finished or running.
    measures : sequence of str
        Measures with their parts, such as ``length.turns.mean``; all seats of each.
    by_game : bool, default True
        Whether to read the cells' games, which makes the intervals of differences narrower, and takes longer.

    Returns
    -------
    list of Readings
        For each measure and seat, and for each number of players and line-up of the plan that has any cell.

    Raises
    ------
    CaravanError
        If there is no such measure.
    """
    labels = tuple(dict.fromkeys(measures))
    for label in labels:
        find_measure(label.split(".")[0])
    if "scenario" not in sweep.summary.columns or sweep.summary.empty:
        return []
    known: dict[Any, list[Readings]] = getattr(sweep, "memory", {})  # or each figure would read all games again
    missing = tuple(label for label in labels if (label, by_game) not in known)
    strata = sweep.plan.strata
    if missing:
        fresh = [one for stratum in range(len(strata)) for one in _of_stratum(sweep, stratum, missing, by_game)]
        known |= {(label, by_game): [one for one in fresh if one.measure == label] for label in missing}
    found = [one for label in labels for one in known[label, by_game]]
    return sorted(found, key=lambda one: strata.index((one.players, one.bots)))


def of_seat(readings: Sequence[Readings], seat: int | None) -> list[Readings]:
    """Choose among the readings of one measure those of a seat.

    Parameters
    ----------
    readings : sequence of Readings
        From `read_cells`; some measures have a figure of the whole game as well as one of each seat.
    seat : int or None
        Which seat; None for the whole game, or else the first seat.

    Returns
    -------
    list of Readings
        Those of the whole game where there are none of the seat.
    """
    there = {one.seat for one in readings}
    wanted = seat if seat in there else None if None in there else 1
    return [one for one in readings if one.seat == wanted]


def _of_stratum(sweep: SweepLike, stratum: int, labels: tuple[str, ...], by_game: bool) -> Iterator[Readings]:
    plan = sweep.plan
    players, bots = plan.strata[stratum]
    first, points = plan.number(stratum, 0), len(plan.points)
    numbers = sweep.summary["scenario"]
    own = sweep.summary[(numbers >= first) & (numbers < first + points)]
    if own.empty:
        return
    found: list[tuple[str, int | None, pd.DataFrame]] = []
    for label in labels:
        rows = own[own["measure"] == label]
        if rows.empty:
            raise CaravanError(f"measures: this sweep has no '{label}'{_parts(own, label)}")
        found += [
            (
                label,
                None if pd.isna(seat) else int(seat),
                rows[rows["seat"].isna() if pd.isna(seat) else rows["seat"] == seat],
            )
            for seat in rows["seat"].drop_duplicates().tolist()
        ]
    moved: dict[_Figure, _Moved] = {}
    if by_game and points * plan.games * len(found) <= MOST_NUMBERS:
        places = sorted({int(number) - first for number in own["scenario"]})
        moved = _influences(sweep, first, points, places, [(label, seat) for label, seat, _ in found])
    for label, seat, rows in found:
        places_of_rows = rows["scenario"].to_numpy(dtype=np.int64) - first
        values, errors, ends = np.full(points, np.nan), np.full(points, np.nan), np.full((2, points), np.nan)
        values[places_of_rows] = rows["value"].to_numpy(dtype=np.float64)
        errors[places_of_rows], ends[:, places_of_rows] = _errors_and_ends(rows, players)
        by_games = moved.get((label, seat))
        influences, scale = None, None
        if by_games is not None:
            influences, scale = by_games.influences, by_games.scale
            if influences.shape[1] > 1:
                each = influences.std(axis=1, ddof=1) / np.sqrt(influences.shape[1])
                errors = np.where(each > 0.0, each, errors)
        unit, games = str(rows["unit"].iloc[0]), int(rows["games"].max())
        yield Readings(label, seat, unit, players, bots, values, errors, influences, games, ends, scale)


def _errors_and_ends(rows: pd.DataFrame, players: int) -> tuple[Floats, Floats]:
    """Take standard errors and 95% ends from intervals, some of which hold for all seats at once."""
    together = rows["interval"].astype(str).str.contains("over all seats").to_numpy(dtype=np.bool_)
    alone = normal_quantile(CONFIDENCE)
    reach = np.where(together, normal_quantile(each_of(players)), alone)
    value, low, high = (rows[name].to_numpy(dtype=np.float64) for name in ("value", "low", "high"))
    errors = (high - low) / (2.0 * reach)
    # Over many games that are all alike, what luck there may be is small beside anything else.
    alike = rows["note"].astype(str).str.contains(ALIKE).to_numpy(dtype=np.bool_)
    known = np.isnan(errors) & alike & (rows["games"].to_numpy() >= FEWEST_ALIKE)
    ends = np.stack([value - (value - low) * alone / reach, value + (high - value) * alone / reach])
    return np.where(known, 0.0, errors), ends


def _influences(
    sweep: SweepLike, first: int, points: int, places: Sequence[int], figures: Sequence[_Figure]
) -> dict[_Figure, _Moved]:
    """Read the games of each cell once; a figure that one cell can't give game by game is left out for all."""
    names = dict.fromkeys(label.split(".")[0] for label, _ in figures)
    names = {name: None for name in names if "events" not in find_measure(name).needs}
    moved: dict[_Figure, _Moved] = {}
    spoilt: set[_Figure] = set()
    for place in places:
        sample = Sample(sweep.batch(first + place))
        for estimate in (estimate for name in names for estimate in measure(sample, name)):
            figure = (estimate.label, estimate.seat)
            if figure not in figures or figure in spoilt or estimate.is_missing:
                continue
            one = influence(estimate)
            if one is None or (figure in moved and moved[figure].influences.shape[1] != len(one)):
                spoilt.add(figure)
                continue
            own = moved.setdefault(figure, _Moved(np.zeros((points, len(one)))))
            own.influences[place] = one
            own.scales.append(scale_of_share(estimate))
            own.counted |= isinstance(estimate.evidence, OfCounts)
    return {figure: by_games for figure, by_games in moved.items() if figure not in spoilt}


def _parts(summary: pd.DataFrame, label: str) -> str:
    name = label.split(".", maxsplit=1)[0]
    labels = [one for one in summary["measure"].drop_duplicates() if one == name or one.startswith(f"{name}.")]
    return f"; there are {', '.join(labels)}" if labels else ""
