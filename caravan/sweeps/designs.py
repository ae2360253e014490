"""Which points of the axes a sweep visits: all of them, one axis at a time, a Latin hypercube, Morris's trajectories.

A point is a tuple with the number of a level for each axis, counted from 0, or `AT_BASE` where the axis stays at the
base rules' own value, which need not be one of its levels.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from caravan.errors import CaravanError, PlanError, nearest_of
from caravan.given import require_whole
from caravan.sweeps.axes import Axis
from caravan.wording import shown

AT_BASE = -1
Point = tuple[int, ...]
Levels = npt.NDArray[np.int64]

GREATEST_DESIGN_SEED = 2**32 - 1


@dataclass(frozen=True)
class Grid:
    """Every combination of the axes' levels; the last axis changes fastest."""

    kind: ClassVar[str] = "grid"

    def most_points(self, axes: Sequence[Axis]) -> int:
        """Count the points without making them."""
        return math.prod(map(len, axes))

    def points(self, axes: Sequence[Axis], base: Point) -> Iterator[Point]:
        """Go through the points, each once."""
        return itertools.product(*(range(len(axis)) for axis in axes))


@dataclass(frozen=True)
class OneAtATime:
    """The base rules, and each level of each axis with all other axes at the base."""

    kind: ClassVar[str] = "one_at_a_time"

    def most_points(self, axes: Sequence[Axis]) -> int:
        """Count the points, before it is known which levels are the base's own."""
        return 1 + sum(map(len, axes))

    def points(self, axes: Sequence[Axis], base: Point) -> Iterator[Point]:
        """Go through the points, each once, the base first."""
        yield base
        for place, axis in enumerate(axes):
            for level in range(len(axis)):
                if level != base[place]:
                    yield (*base[:place], level, *base[place + 1 :])


@dataclass(frozen=True)
class LatinHypercube:
    """Points spread so that each axis is covered evenly, however many axes there are.

    Attributes
    ----------
    rows : int
        How many points are drawn; the same point drawn twice is visited once.
    seed : int
        Decides which.

    References
    ----------
    M. D. McKay, R. J. Beckman and W. J. Conover, "A comparison of three methods for selecting values of input variables
    in the analysis of output from a computer code", Technometrics 21 (1979), 239-245.
    """

    rows: int
    seed: int

    kind: ClassVar[str] = "latin_hypercube"

    def most_points(self, axes: Sequence[Axis]) -> int:
        """Count the points, before it is known which are drawn twice."""
        return self.rows

    def drawn(self, axes: Sequence[Axis]) -> Levels:
        """Draw the points.

        Parameters
        ----------
        axes : sequence of Axis
            The plan's.

        Returns
        -------
        ndarray of int64, shape (rows, axes)
            Each level of an axis with k levels is there rows / k times, give or take one.
        """
        from scipy.stats import qmc

        unit = qmc.LatinHypercube(len(axes), rng=np.random.default_rng(self.seed)).random(self.rows)
        sizes = np.array([len(axis) for axis in axes])
        levels: Levels = np.minimum((unit * sizes).astype(np.int64), sizes - 1)
        return levels

    def points(self, axes: Sequence[Axis], base: Point) -> Iterator[Point]:
        """Go through the points, each once, in the order in which they were drawn."""
        return _each_once(self.drawn(axes))


@dataclass(frozen=True)
class Morris:
    """Random walks through the axes in which one axis changes at a time, each of them once.

    Attributes
    ----------
    trajectories : int
        How many walks.
    levels : int
        Into how many levels an axis is cut, an even number; a step covers half of them.
    seed : int
        Decides which walks.

    References
    ----------
    M. D. Morris, "Factorial sampling plans for preliminary computational experiments", Technometrics 33 (1991),
    161-174.
    """

    trajectories: int
    levels: int
    seed: int

    kind: ClassVar[str] = "morris"

    def most_points(self, axes: Sequence[Axis]) -> int:
        """Count the points, before it is known which are passed twice."""
        return self.trajectories * (len(axes) + 1)

    def unit_walks(self, axes: Sequence[Axis]) -> npt.NDArray[np.float64]:
        """Draw the walks on the unit cube.

        Parameters
        ----------
        axes : sequence of Axis
            The plan's.

        Returns
        -------
        ndarray of float64, shape (trajectories * (axes + 1), axes)
            Multiples of 1 / (levels - 1), walk after walk; SALib's. The walks are independent of each other, which the
            intervals rest on, and so they aren't chosen to lie far apart.
        """
        from SALib.sample import morris

        problem = {"num_vars": len(axes), "names": [axis.name for axis in axes], "bounds": [[0.0, 1.0]] * len(axes)}
        return np.asarray(morris.sample(problem, self.trajectories, num_levels=self.levels, seed=self.seed))

    def walks(self, axes: Sequence[Axis]) -> Levels:
        """Draw the walks.

        Parameters
        ----------
        axes : sequence of Axis
            The plan's.

        Returns
        -------
        ndarray of int64, shape (trajectories, axes + 1, axes)
            Numbers of levels. Each step changes one axis, by about half its levels.
        """
        steps = np.rint(self.unit_walks(axes) * (self.levels - 1)).astype(np.int64)
        # A number of levels that is even never puts a step half-way between two of an axis's own levels.
        own = np.array([len(axis) - 1 for axis in axes])
        nearest_level: Levels = np.floor(steps * own / (self.levels - 1) + 0.5).astype(np.int64)
        return nearest_level.reshape(self.trajectories, len(axes) + 1, len(axes))

    def points(self, axes: Sequence[Axis], base: Point) -> Iterator[Point]:
        """Go through the points, each once, in the order in which they are passed."""
        return _each_once(self.walks(axes).reshape(-1, len(axes)))


Design = Grid | OneAtATime | LatinHypercube | Morris

_SETTINGS: Mapping[str, Mapping[str, tuple[int | None, int, int]]] = {
    "grid": {},
    "one_at_a_time": {},
    "latin_hypercube": {"points": (None, 2, 10**6), "seed": (0, 0, GREATEST_DESIGN_SEED)},
    "morris": {"trajectories": (20, 2, 1000), "levels": (4, 2, 20), "seed": (0, 0, GREATEST_DESIGN_SEED)},
}
"""For each kind its settings, each with its usual value and its range."""


def read_design(written: Any, axes: Sequence[Axis]) -> Design:
    """Read the design of a plan.

    Parameters
    ----------
    written : str or mapping
        The kind alone, or the table ``[design]`` with ``kind`` and its settings.
    axes : sequence of Axis
        The plan's.

    Returns
    -------
    Grid, OneAtATime, LatinHypercube or Morris

    Raises
    ------
    PlanError
        Naming the key, what was found and what is allowed.
    """
    table = {"kind": written} if isinstance(written, str) else written
    if not isinstance(table, Mapping):
        raise PlanError(f"[design]: must be a table, or the name of a design, not {shown(written)}")
    kind = table.get("kind", "grid")
    if not isinstance(kind, str) or kind not in _SETTINGS:
        raise PlanError(f"[design] kind: found {shown(kind)}{nearest_of(str(kind), _SETTINGS, 'designs')}")
    allowed = _SETTINGS[kind]
    for key in table:
        if key != "kind" and key not in allowed:
            hint = nearest_of(str(key), allowed, "settings") if allowed else "; it has no settings"
            raise PlanError(f"[design]: {kind} has no '{key}'{hint}")
    settings = {}
    for key, (usual, low, high) in allowed.items():
        if key not in table and usual is None:
            raise PlanError(f"[design]: {kind} needs {key}, a whole number from {low} to {high:,}")
        try:
            settings[key] = require_whole(table.get(key, usual), key, low, high)
        except CaravanError as error:
            raise PlanError(f"[design] {error}") from error
    if kind == "latin_hypercube":
        return _hypercube(settings["points"], settings["seed"], axes)
    if kind == "morris":
        if settings["levels"] % 2:
            raise PlanError(f"[design] levels: found {settings['levels']}, allowed is an even number from 2 to 20")
        return Morris(**settings)
    return Grid() if kind == "grid" else OneAtATime()


def design_settings(design: Design) -> dict[str, int]:
    """Give a design's settings by the names that they have in a plan."""
    if isinstance(design, LatinHypercube):
        return {"points": design.rows, "seed": design.seed}
    if isinstance(design, Morris):
        return {"trajectories": design.trajectories, "levels": design.levels, "seed": design.seed}
    return {}


def _hypercube(rows: int, seed: int, axes: Sequence[Axis]) -> LatinHypercube:
    if rows > (all_of_them := Grid().most_points(axes)):
        raise PlanError(
            f"[design] points: found {rows:,}, but the axes have only {all_of_them:,} combinations; "
            "ask for fewer, or for the design grid, which visits them all"
        )
    return LatinHypercube(rows, seed)


def _each_once(levels: Levels) -> Iterator[Point]:
    return iter(dict.fromkeys(tuple(int(level) for level in row) for row in levels))
