"""How many games a question needs: for an effect that is to be seen, and for an interval that is to be narrow."""

from __future__ import annotations

import math

from scipy import special

from caravan.errors import CaravanError
from caravan.measures.intervals import CONFIDENCE, normal_quantile

POWER = 0.8
"""The usual chance with which an effect that is there should be found."""


def games_needed(
    effect: float,
    deviation: float,
    *,
    with_effect: float | None = None,
    power: float = POWER,
    confidence: float = CONFIDENCE,
) -> int:
    """Say how many games are needed until the interval of a mean leaves out zero, if an effect is really there.

    It is for scores, margins, lengths, and for differences of anything from game to game. For a paired difference the
    deviation is that of the per-seed differences; for two independent batches of as many games each it is the root of
    the sum of their variances.

    Parameters
    ----------
    effect : float
        The effect to be found, in whatever unit; its sign is of no account, but it mustn't be 0.
    deviation : float
        The standard deviation from game to game, without the effect, in the same unit; above 0.
    with_effect : float, optional
        The standard deviation if the effect is there; by default the same.
    power : float, default 0.8
        The chance of finding it, from 0.5 to below 1.
    confidence : float, default 0.95
        The interval's level, two-sided.

    Returns
    -------
    int
        ((z s + z' s') / effect)^2 + z^2 / 2, rounded up, with z the normal quantile for the level and z' the one for
        the power; the last term is for a deviation that the games themselves must tell.

    Raises
    ------
    CaravanError
        Where a number is out of range.

    References
    ----------
    W. C. Guenther, "Sample size formulas for normal theory t tests", The American Statistician 35 (1981), 243-244.
    """
    unknown_deviation = normal_quantile(_probability(confidence, "confidence", 0.0)) ** 2 / 2.0
    under = deviation if with_effect is None else with_effect
    return math.ceil(_normal_games(effect, deviation, under, power, confidence) + unknown_deviation)


def games_needed_for_share(effect: float, players: int, *, power: float = POWER, confidence: float = CONFIDENCE) -> int:
    """Say how many games are needed until the Wilson interval of one seat's win share leaves out its fair share.

    Parameters
    ----------
    effect : float
        How far the seat's true win share is from 1/players, as a share: 0.02 for two percentage points. Below 0 for a
        seat that wins too little.
    players : int
        How many sit at the table, 2 or more.
    power : float, default 0.8
        The chance of finding the effect, from 0.5 to below 1.
    confidence : float, default 0.95
        The interval's level, two-sided.

    Returns
    -------
    int
        ((z sqrt(p(1 - p)) + z' sqrt(q(1 - q))) / effect)^2, rounded up, with p the fair share and q the true one.

    Raises
    ------
    CaravanError
        Where a number is out of range, or no seat could have such a share.

    References
    ----------
    J. L. Fleiss, B. Levin and M. C. Paik, "Statistical Methods for Rates and Proportions", 3rd edition, Wiley 2003,
    section 2.4.
    """
    if players < 2:
        raise CaravanError(f"players: a fair share needs 2 or more, found {players}")
    fair = 1.0 / players
    share = fair + effect
    if not 0.0 <= share <= 1.0:
        raise CaravanError(f"effect: a seat can't win {share:.4g} of the games, which is {fair:.4g} and {effect:+.4g}")
    without, there = (math.sqrt(chance * (1.0 - chance)) for chance in (fair, share))
    return math.ceil(_normal_games(effect, without, there, power, confidence))


def games_for_width(half_width: float, deviation: float, *, confidence: float = CONFIDENCE) -> int:
    """Say how many games make an interval of a mean, or of a share, so narrow.

    Parameters
    ----------
    half_width : float
        How far the interval may reach to either side, above 0.
    deviation : float
        The standard deviation from game to game, above 0; for a share p it is sqrt(p(1 - p)).
    confidence : float, default 0.95
        The interval's level.

    Returns
    -------
    int
        (z s / half_width)^2 + z^2 / 2, rounded up.

    Raises
    ------
    CaravanError
        Where a number is out of range.
    """
    z = normal_quantile(_probability(confidence, "confidence", 0.0))
    return math.ceil((z * _above_zero(deviation, "deviation") / _above_zero(half_width, "half_width")) ** 2 + z * z / 2)


def power_of(effect: float, deviation: float, games: int, *, confidence: float = CONFIDENCE) -> float:
    """Give the chance that an interval of a mean leaves out zero.

    Parameters
    ----------
    effect : float
        The true mean.
    deviation : float
        The standard deviation from game to game, above 0.
    games : int
        How many games, 2 or more.
    confidence : float, default 0.95
        The interval's level, two-sided.

    Returns
    -------
    float
        By the noncentral t distribution with games - 1 degrees of freedom; without an effect 1 - confidence.

    Raises
    ------
    CaravanError
        Where a number is out of range.
    """
    if games < 2:
        raise CaravanError(f"games: an interval needs 2 or more, found {games}")
    freedom = games - 1.0
    critical = float(special.stdtrit(freedom, (1.0 + _probability(confidence, "confidence", 0.0)) / 2.0))
    shift = abs(effect) / _above_zero(deviation, "deviation") * math.sqrt(games)
    if freedom > 1e4 or shift > 30.0:
        return float(special.ndtr(shift - critical) + special.ndtr(-shift - critical))
    return float(1.0 - special.nctdtr(freedom, shift, critical) + special.nctdtr(freedom, shift, -critical))


def effect_within_reach(games: int, deviation: float, *, power: float = POWER, confidence: float = CONFIDENCE) -> float:
    """Give the smallest effect on a mean that a number of games would find with the power wanted.

    Parameters
    ----------
    games : int
        How many games, 3 or more.
    deviation : float
        The standard deviation from game to game, above 0.
    power : float, default 0.8
        The chance of finding it, from 0.5 to below 1.
    confidence : float, default 0.95
        The interval's level, two-sided.

    Returns
    -------
    float
        In the unit of the deviation; the effect for which `games_needed` gives this number of games.

    Raises
    ------
    CaravanError
        Where a number is out of range, or there are too few games for any effect.
    """
    z = normal_quantile(_probability(confidence, "confidence", 0.0))
    left = games - z * z / 2.0
    if left <= 0.0:
        raise CaravanError(f"games: at a level of {confidence:.4g} more than {z * z / 2:.0f} are needed, found {games}")
    quantile = float(special.ndtri(_probability(power, "power", 0.5)))
    return (z + quantile) * _above_zero(deviation, "deviation") / math.sqrt(left)


def _normal_games(effect: float, without: float, there: float, power: float, confidence: float) -> float:
    if effect == 0.0 or not math.isfinite(effect):
        raise CaravanError(f"effect: it takes a number other than 0 to be found, not {effect:g}")
    z = normal_quantile(_probability(confidence, "confidence", 0.0))
    quantile = float(special.ndtri(_probability(power, "power", 0.5)))
    reach = z * _above_zero(without, "deviation") + quantile * there
    return (reach / effect) ** 2


def _probability(value: float, name: str, least: float) -> float:
    if not least <= value < 1.0 or value == 0.0:
        raise CaravanError(f"{name}: allowed is a probability from {least:g} to below 1, found {value:g}")
    return value


def _above_zero(value: float, name: str) -> float:
    if not (value > 0.0 and math.isfinite(value)):
        raise CaravanError(f"{name}: allowed is a number above 0, found {value:g}")
    return value
