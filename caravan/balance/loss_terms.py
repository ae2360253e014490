"""A loss as a function of the figures that it is made of: convex, one term for each figure."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from caravan.balance.aims import Aim
from caravan.balance.figures import FigureKey, cells_of, keys_of
from caravan.balance.goal import Goal
from caravan.balance.trials import WISHES, objectives_of
from caravan.measures.estimate import Floats


@dataclass(frozen=True)
class Terms:
    """A sum of squared distances beyond windows and of multiples of figures.

    Attributes
    ----------
    low, high : ndarray of float64, shape (terms,)
        The window of each figure; both the same for a target.
    weight : ndarray of float64, shape (terms,)
        What a squared distance of 1 beyond the window costs, in the figure's unit; at least 0.
    slope : ndarray of float64, shape (terms,)
        What each unit of the figure costs, wherever it is.
    """

    low: Floats
    high: Floats
    weight: Floats
    slope: Floats

    def beyond(self, figures: Floats) -> Floats:
        """Say how far figures of shape (..., terms) lie beyond their windows; below 0 where they lie under them."""
        return np.asarray(figures - np.clip(figures, self.low, self.high))

    def loss(self, figures: Floats) -> Floats:
        """Give the losses of figures of shape (..., terms), of shape (...)."""
        beyond = self.beyond(figures)
        squares = (beyond * beyond) @ self.weight
        return np.asarray(squares + figures @ self.slope if self.slope.any() else squares)

    def squares(self, figures: Floats) -> float:
        """Give the part of the loss that can't be below 0, of figures of shape (terms,)."""
        return float((self.weight * self.beyond(figures) ** 2).sum())

    def gradient(self, figures: Floats) -> Floats:
        """Say how steeply the loss rises with each figure."""
        return np.asarray(2.0 * self.weight * self.beyond(figures) + self.slope)

    def bend(self, figures: Floats) -> Floats:
        """Say how fast that steepness itself rises."""
        return np.asarray(2.0 * self.weight * (self.beyond(figures) != 0.0))

    def tangent(self, figures: Floats) -> Terms:
        """Give the straight loss that rises as this one does where the figures are; it differs by a number."""
        anywhere = np.full(self.low.shape, np.inf)
        return Terms(-anywhere, anywhere, np.zeros_like(self.weight), self.gradient(figures))

    def less(self, straight: Terms) -> Terms:
        """Take a straight loss of further figures from this one."""
        turned = replace(straight, slope=-straight.slope)
        pairs = zip(vars(self).values(), vars(turned).values(), strict=True)
        return Terms(*(np.concatenate(pair) for pair in pairs))

    def chance(self, errors: Floats) -> float:
        """Say by how much chance makes the loss seem too large, as far as `Aim.loss` takes that off: for targets.

        Parameters
        ----------
        errors : ndarray of float64, shape (terms,)
            The figures' standard errors.

        Returns
        -------
        float
        """
        return float((self.weight * errors**2)[self.low == self.high].sum())


@dataclass(frozen=True)
class LossTerms:
    """A loss with the figures that it is made of.

    Attributes
    ----------
    keys : tuple
        A figure for each term; the same one may be there twice.
    terms : Terms
    """

    keys: tuple[FigureKey, ...]
    terms: Terms


def losses_of(goal: Goal, known: Iterable[FigureKey]) -> tuple[LossTerms, ...]:
    """Take a goal's losses apart.

    Parameters
    ----------
    goal : Goal
    known : iterable of FigureKey
        All figures that the aims are about.

    Returns
    -------
    tuple of LossTerms
        One for each objective, and after them their sum; together with `Terms.chance` the same as
        `caravan.balance.trials.judge`.
    """
    figures = list(known)
    rows: dict[str, list[tuple[FigureKey, tuple[float, float, float, float]]]] = {
        name: [] for name in objectives_of(goal)
    }
    for aim in goal.aims:
        if aim.role == "must":
            continue
        groups = [keys for cell in cells_of(goal) if (keys := keys_of(aim, cell, figures))]
        for keys in groups:
            counts = (aim.weight if aim.role == "wish" else 1.0) / (len(groups) * len(keys))
            rows[WISHES if aim.role == "wish" else aim.name] += [(key, _term(aim, counts)) for key in keys]
    parts = [*rows.values(), [row for several in rows.values() for row in several]]
    return tuple(_made_of(part) for part in parts)


def _term(aim: Aim, counts: float) -> tuple[float, float, float, float]:
    if aim.kind in ("maximise", "minimise"):
        return -math.inf, math.inf, 0.0, (-counts if aim.kind == "maximise" else counts) / aim.tolerance
    return aim.low, aim.high, counts / aim.tolerance**2, 0.0


def _made_of(rows: list[tuple[FigureKey, tuple[float, float, float, float]]]) -> LossTerms:
    table = np.array([numbers for _, numbers in rows], dtype=np.float64).reshape(len(rows), 4)
    return LossTerms(tuple(key for key, _ in rows), Terms(*table.T))
