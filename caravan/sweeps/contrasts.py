"""Differences between cells of a sweep, with intervals that heed that all cells were played on the same seeds."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import special

from caravan.measures.estimate import Floats
from caravan.measures.holm import p_value
from caravan.measures.intervals import CONFIDENCE, each_of, normal_quantile, wilson
from caravan.sweeps.influences import Scale

PAIRED = "paired t 95%"
SCORE = "Newcombe 95%, paired by seed"
WILSON = "Wilson 95%, with as many games as they count for"
FROM_CELLS = "from the cells' intervals, at its widest, 95%"

FEWEST_GAMES = 3
"""With fewer games in a cell chance alone looks like an effect too often for any verdict."""

_HALVINGS, _SMALLEST = 24, 34.0
"""How often the range of a probability's logarithm is halved, and how far down it reaches."""


@dataclass(frozen=True, eq=False)
class Cells:
    """A figure of several cells.

    Attributes
    ----------
    values : ndarray of float64, shape (cells,)
        NaN where a cell is missing.
    ends : ndarray of float64, shape (2, cells)
        The lower and the upper ends of their own 95% intervals; NaN where there is none.
    influences : ndarray of float64, shape (cells, games), or None
        By how much each game moves each figure, all cells on the same seeds; None where games aren't at hand.
    games : int
        In each cell.
    scale : tuple of float, or None
        Where the figure is a share of the games, what it is at 0 and at 1; see `influences.scale_of_share`.
    """

    values: Floats
    ends: Floats
    influences: Floats | None
    games: int
    scale: Scale | None = None


@dataclass(frozen=True)
class Contrast:
    """A weighted sum of cells' figures.

    Attributes
    ----------
    value : float
        The sum; NaN where a cell is missing.
    low, high : float
        The ends of its 95% interval; NaN where nothing varies.
    p_value : float
        How likely chance alone is to bring it as far from 0; NaN where there is no interval, or from so few games
        (`FEWEST_GAMES`) that a verdict would mean nothing.
    interval : str
        How the interval was made; empty where there is none.
    """

    value: float
    low: float
    high: float
    p_value: float
    interval: str


def contrast(weights: Floats, cells: Cells) -> Contrast:
    """Weigh cells against each other.

    Parameters
    ----------
    weights : ndarray of float64, shape (cells,)
        0 for cells that play no part.
    cells : Cells
        Their figures.

    Returns
    -------
    Contrast
        Shares of the games get an interval that holds for rare events, where t is too short: Wilson's for the mean
        share on either side, each with as many games in effect as its scatter from game to game says, put together
        with their correlation over the games. Of two cells that is Newcombe's for pairs. Other figures get a t interval
        of the sum taken game by game. Where games aren't at hand the cells' own intervals are put together as if all
        cells of one sign had the same luck, and those of the other sign another. Cells on the same seeds are luckier
        together, so that is the widest it can be.

    References
    ----------
    R. G. Newcombe, "Improved confidence intervals for the difference between binomial proportions based on paired
    data", Statistics in Medicine 17 (1998), 2635-2650, method 10. E. L. Korn and B. I. Graubard, "Confidence intervals
    for proportions with small expected number of positive counts estimated from survey data", Survey Methodology 24
    (1998), 193-201, for games in effect. G. Y. Zou, W. Huang and X. Zhang, "A note on confidence interval estimation
    for a linear function of binomial proportions", Computational Statistics & Data Analysis 53 (2009), 1080-1085.
    """
    taking_part = weights != 0.0
    share, values = weights[taking_part], cells.values[taking_part]
    value = float(share @ values)
    if math.isnan(value) or not len(values):
        return _bare(value)
    if cells.influences is None:
        return _from_cells(value, share, values, cells.ends[:, taking_part], cells.games)
    by_game = share[:, None] * cells.influences[taking_part]
    if cells.scale is not None:
        return _of_shares(value, share, values, by_game, cells.scale)
    return _of_means(value, float(np.abs(values).max()), by_game.sum(axis=0))


def _bare(value: float) -> Contrast:
    return Contrast(value, math.nan, math.nan, math.nan, "")


def _of_means(value: float, scale: float, by_game: Floats) -> Contrast:
    games = len(by_game)
    if games < 2:
        return _bare(value)
    error = float(by_game.std(ddof=1)) / math.sqrt(games)
    if not error > 1e-9 * max(scale, 1e-6):
        return _bare(value)
    half = float(special.stdtrit(games - 1, (1.0 + CONFIDENCE) / 2.0)) * error
    chance = 2.0 * float(special.stdtr(games - 1, -abs(value) / error)) if games >= FEWEST_GAMES else math.nan
    return Contrast(value, value - half, value + half, chance, PAIRED)


def _from_cells(value: float, share: Floats, values: Floats, ends: Floats, games: int) -> Contrast:
    with np.errstate(invalid="ignore"):
        falls = np.where(share > 0.0, values - ends[0], ends[1] - values) * np.abs(share)
        rises = np.where(share > 0.0, ends[1] - values, values - ends[0]) * np.abs(share)
    down, up = (
        math.hypot(float(reach[share > 0.0].sum()), float(reach[share < 0.0].sum())) for reach in (falls, rises)
    )
    if math.isnan(down) or math.isnan(up) or not down + up > 0.0:
        return _bare(value)
    low, high = value - down, value + up
    return Contrast(value, low, high, p_value(value, low, high) if games >= FEWEST_GAMES else math.nan, FROM_CELLS)


@dataclass(frozen=True)
class _Side:
    """The cells of one sign: their mean share, the games in effect, and what the whole is worth in the figure."""

    share: float
    games: float
    worth: float

    def reach(self, confidence: float) -> tuple[float, float]:
        """Give how far the figure's part may be lower, and how far higher."""
        low, high = wilson([self.share * self.games], self.games, confidence)
        return (self.share - float(low[0])) * self.worth, (float(high[0]) - self.share) * self.worth


def _of_shares(value: float, weights: Floats, values: Floats, by_game: Floats, scale: Scale) -> Contrast:
    sides, moved = [], []
    for of_side in (weights > 0.0, weights < 0.0):
        if of_side.any():
            whole = float(np.abs(weights[of_side]).sum())
            figure = float(np.abs(weights[of_side]) @ values[of_side]) / whole
            mean = min(max((figure - scale[0]) / (scale[1] - scale[0]), 0.0), 1.0)
            own = by_game[of_side].sum(axis=0)
            worth = whole * (scale[1] - scale[0])
            sides.append(_Side(mean, _games_in_effect(mean, own / worth), worth))
            moved.append(own)
        else:
            sides.append(_Side(0.0, 1.0, 0.0))
            moved.append(np.zeros(by_game.shape[1]))
    # What moves the two sides apart is the same sign of their influences, as one of them is taken away.
    likeness = -_correlation(moved[0], moved[1])

    def ends(confidence: float) -> tuple[float, float]:
        (fall, rise), (other_fall, other_rise) = (side.reach(confidence) for side in sides)
        down = fall * fall + other_rise * other_rise - 2.0 * likeness * fall * other_rise
        up = rise * rise + other_fall * other_fall - 2.0 * likeness * rise * other_fall
        return value - math.sqrt(max(0.0, down)), value + math.sqrt(max(0.0, up))

    low, high = ends(CONFIDENCE)
    method = SCORE if all(side.worth for side in sides) else WILSON
    chance = _chance(value, ends) if by_game.shape[1] >= FEWEST_GAMES else math.nan
    return Contrast(value, low, high, chance, method)


def _games_in_effect(share: float, by_game: Floats) -> float:
    """Say how many games of yes or no would leave a share as unsure as it is, which is an average over cells."""
    games = len(by_game)
    variance = float(by_game.var()) / games
    spread = share * (1.0 - share)
    return max(float(games), spread / variance) if variance > 1e-12 * spread and spread > 0.0 else float(games)


def _correlation(first: Floats, second: Floats) -> float:
    spread = math.sqrt(float(first @ first) * float(second @ second))
    return min(1.0, max(-1.0, float(first @ second) / spread)) if spread > 0.0 else 0.0


def _chance(value: float, ends: Callable[[float], tuple[float, float]]) -> float:
    """Find the level at which an interval ends at 0; what is left of it is the probability."""
    if value == 0.0:
        return 1.0
    least, most = 0.0, _SMALLEST
    for _ in range(_HALVINGS):
        middle = (least + most) / 2.0
        low, high = ends(-math.expm1(-middle))
        if low > 0.0 or high < 0.0:
            least = middle
        else:
            most = middle
    return math.exp(-least)


def differ_together(value: float, high: float, other: float, other_low: float, together: int) -> bool:
    """Tell whether the lowest of many figures differs from the highest.

    Parameters
    ----------
    value, high : float
        The lowest figure and the upper end of its 95% interval.
    other, other_low : float
        The highest figure and the lower end of its own.
    together : int
        From how many figures the two were picked, at least 1.

    Returns
    -------
    bool
        Whether their difference is shown at 95% by Bonferroni's inequality over all pairs, one of which they are; False
        where an end is missing. The two are taken as independent: cells on the same seeds are luckier together, so that
        the difference is known no less well than that.
    """
    pairs = together * (together - 1) // 2
    if not pairs:
        return False
    error = math.hypot(high - value, other - other_low) / normal_quantile(CONFIDENCE)
    return other - value > normal_quantile(each_of(pairs)) * error
