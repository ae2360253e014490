"""The noise of a sweep's cells as a surface needs to know it: how much of their luck they share, and how it runs.

All cells are played on the same seeds, so part of their luck is the same for all, part grows or shrinks along the
axes, and only the rest is a cell's own. What runs along an axis looks like an effect of it, and stays however many
cells there are; a surface that took all noise as the cells' own would be far too sure. Taking the whole covariance as
the games show it would be no better: between hundreds of cells, some hundred games make correlations by chance, and a
fit would lean on them. So only what runs evenly along the axes is taken as shared.
"""

from __future__ import annotations

import numpy as np

from caravan.measures.estimate import Floats

CELLS_FOR_EACH_FEATURE = 3


def shared_noise(influences: Floats | None, errors: Floats, places: Floats) -> Floats:
    """Work out how the noise of cells hangs together.

    Parameters
    ----------
    influences : ndarray of float64, shape (cells, games), or None
        By how much each game moves each figure; None where the games aren't at hand, and then the cells' noise is taken
        as their own.
    errors : ndarray of float64, shape (cells,)
        The figures' standard errors.
    places : ndarray of float64, shape (cells, columns)
        Where the cells are on the axes.

    Returns
    -------
    ndarray of float64, shape (cells, cells)
        The covariance. Its diagonal is that of the errors; off it is what is constant, linear or, where the cells are
        enough, square along the axes, from game to game.
    """
    own = np.diag(errors**2)
    if influences is None or influences.shape[1] < 2:
        return own
    cells, games = influences.shape
    features = _features(places)
    if cells < features.shape[1] + 2:
        features = features[:, :1]
    spread = features.shape[1]
    slopes = np.linalg.lstsq(features, influences, rcond=None)[0]
    left = float(((influences - features @ slopes) ** 2).sum()) / (games * (cells - spread))
    covariance = slopes @ slopes.T / games - left * np.linalg.pinv(features.T @ features)
    lengths, directions = np.linalg.eigh(covariance)
    common = (features @ directions * np.sqrt(np.maximum(lengths, 0.0))) / np.sqrt(games - 1)
    shared = common @ common.T
    found: Floats = shared + np.diag(np.maximum(np.diag(own) - np.diag(shared), 1e-3 * np.diag(own)))
    return found


def _features(places: Floats) -> Floats:
    """Make columns: constant, along each column, and, where there are cells enough, its square."""
    cells = len(places)
    centred = places - places.mean(axis=0)
    bent = centred**2
    # The square of a column with two values says nothing new.
    bent = bent[:, [len(np.unique(column)) > 2 for column in places.T]]
    parts = [np.ones((cells, 1)), centred]
    if cells >= CELLS_FOR_EACH_FEATURE * (1 + centred.shape[1] + bent.shape[1]):
        parts.append(bent)
    return np.column_stack(parts)
