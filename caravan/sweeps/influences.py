"""By how much each game moves a figure, which is what differences between cells on the same seeds are judged by."""

from __future__ import annotations

import math

import numpy as np

from caravan.measures import Estimate
from caravan.measures.estimate import Floats
from caravan.measures.intervals import CONFIDENCE, normal_quantile
from caravan.measures.underlying import OfCounts, OfMeans, OfQuantile, Rising

Scale = tuple[float, float]
"""What a share's figure is where something never happens, and where it always does."""

_STEP = 0.1
"""How far, in standard errors of the means, a statistic is moved to see its slope."""

_LOOKED_AT = np.linspace(0.0, 1.0, 5)


def influence(estimate: Estimate) -> Floats | None:
    """Say by how much each game moves a figure.

    Parameters
    ----------
    estimate : Estimate
        With its evidence.

    Returns
    -------
    ndarray of float64, shape (games,), or None
        The games' influence on the figure: its mean is 0, and its standard deviation over the root of the number of
        games is the figure's standard error. None where it isn't known what the figure was made of.

    References
    ----------
    F. R. Hampel, "The influence curve and its role in robust estimation", Journal of the American Statistical
    Association 69 (1974), 383-393.
    """
    evidence = estimate.evidence
    if isinstance(evidence, OfMeans):
        return _influence_on_means(evidence)
    if isinstance(evidence, OfCounts):
        happened = evidence.happened.astype(np.float64)
        share = float(happened.mean())
        return (happened - share) * _slope(evidence.change, share, math.sqrt(share * (1.0 - share) / len(happened)))
    if isinstance(evidence, OfQuantile):
        return _influence_on_quantile(evidence, estimate)
    return None


def scale_of_share(estimate: Estimate) -> Scale | None:
    """Say between which two figures a share of the games lies.

    Parameters
    ----------
    estimate : Estimate
        With its evidence.

    Returns
    -------
    tuple of float, or None
        The figure where something happens in no game, and where it does in all: ``(-25, 75)`` for a win share less the
        fair one, of four seats, in percentage points. None where the figure is no share, or one that was bent, as a
        rating is. Parts of wins, where wins are shared, count as a share too.
    """
    evidence = estimate.evidence
    with np.errstate(all="ignore"):
        if isinstance(evidence, OfCounts):
            figures = _LOOKED_AT if evidence.change is None else evidence.change(_LOOKED_AT)
        elif isinstance(evidence, OfMeans) and _are_parts(evidence.columns):
            figures = evidence.statistic(_LOOKED_AT[:, None])
        else:
            return None
    first, last = float(figures[0]), float(figures[-1])
    if not (math.isfinite(first) and math.isfinite(last)):
        return None
    straight = first + (last - first) * _LOOKED_AT
    return (first, last) if np.allclose(figures, straight, rtol=0.0, atol=1e-9 * abs(last - first)) else None


def _are_parts(columns: Floats) -> bool:
    return len(columns) == 1 and float(columns.min()) >= 0.0 and float(columns.max()) <= 1.0


def _influence_on_means(evidence: OfMeans) -> Floats:
    columns = evidence.columns
    centre = columns.mean(axis=1)
    centred = columns - centre[:, None]
    errors = np.sqrt((centred * centred).sum(axis=1)) / columns.shape[1]
    steps = np.diag(np.where(errors > 0.0, _STEP * errors, 1.0))
    with np.errstate(all="ignore"):
        slopes = (evidence.statistic(centre + steps) - evidence.statistic(centre - steps)) / (2.0 * np.diag(steps))
    slopes = np.where(errors > 0.0, slopes, 0.0)
    return np.asarray(slopes @ centred, dtype=np.float64)


def _influence_on_quantile(evidence: OfQuantile, estimate: Estimate) -> Floats | None:
    if not estimate.has_interval:
        return None
    below = (evidence.values < np.quantile(evidence.values, evidence.probability)).astype(np.float64)
    pattern = below.mean() - below
    spread = float(pattern.std(ddof=1))
    # Quantiles of whole numbers have no density to divide by; the interval of the sorted values gives the scale.
    error = (estimate.high - estimate.low) / (2.0 * normal_quantile(CONFIDENCE))
    return pattern * (error * math.sqrt(len(below)) / spread) if spread > 0.0 else np.zeros(len(below))


def _slope(change: Rising | None, at: float, error: float) -> float:
    if change is None or error == 0.0:
        return 1.0 if change is None else 0.0
    step = _STEP * error
    with np.errstate(all="ignore"):
        ahead, behind = change(np.array([at + step, at - step]))
    slope = float((ahead - behind) / (2.0 * step))
    return slope if math.isfinite(slope) else 0.0
