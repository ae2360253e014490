"""Kernels for scikit-learn's Gaussian process whose inputs bear the number of their cell in a last column."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.gaussian_process.kernels import Kernel, Matern


class AxesKernel(Matern):  # type: ignore[misc]
    """The Matern kernel over all columns but the last."""

    def __call__(self, X: Any, Y: Any = None, eval_gradient: bool = False) -> Any:  # noqa: N803 - as the library calls them
        """Give the likeness of points, and its gradient if asked for."""
        return super().__call__(X[:, :-1], None if Y is None else Y[:, :-1], eval_gradient)


class CellNoise(Kernel):  # type: ignore[misc]
    """The noise of cells, known beforehand: its covariance between two cells, and 0 for points that are no cells.

    Parameters
    ----------
    covariance : ndarray of float64, shape (cells, cells)
        Of the noise.
    """

    def __init__(self, covariance: Any) -> None:
        self.covariance = covariance

    def __call__(self, X: Any, Y: Any = None, eval_gradient: bool = False) -> Any:  # noqa: N803 - as the library calls them
        """Give the covariance of points by the cells' numbers in the last column; points of number -1 have no noise."""
        rows = X[:, -1].astype(np.int64)
        columns = rows if Y is None else Y[:, -1].astype(np.int64)
        found = np.where((rows[:, None] >= 0) & (columns[None, :] >= 0), self.covariance[np.ix_(rows, columns)], 0.0)
        return (found, np.empty((*found.shape, 0))) if eval_gradient else found

    def diag(self, X: Any) -> Any:  # noqa: N803
        """Give the variances."""
        rows = X[:, -1].astype(np.int64)
        return np.where(rows >= 0, np.diag(self.covariance)[rows], 0.0)

    def is_stationary(self) -> bool:
        """Say that it depends on more than distances."""
        return False
