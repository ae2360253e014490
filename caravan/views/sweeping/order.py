"""In which order cells are played: the corners and the middle first, and then what lies between."""

from __future__ import annotations

from caravan.sweeps import SweepPlan


def shape_first(plan: SweepPlan) -> list[int]:
    """Put the scenarios of a plan into an order that soon shows the shape of what is measured.

    Parameters
    ----------
    plan : SweepPlan
        A grid, or one at a time.

    Returns
    -------
    list of int
        The scenarios' numbers, each once: for one number of players and one style after the other, in a grid the
        corners, the middle, the middles between, and so on; one at a time the base first, and then as they come.
    """
    points = range(len(plan.points))
    if plan.design.kind == "grid":
        depths = [halvings(len(axis)) for axis in plan.axes]

        def place(number: int) -> tuple[int, int, int]:
            own = [depth[level] for depth, level in zip(depths, plan.points[number], strict=True)]
            return max(own), -sum(own), number

        order = sorted(points, key=place)
    else:
        order = list(points)
    return [plan.number(stratum, number) for stratum in range(len(plan.strata)) for number in order]


def halvings(levels: int) -> list[int]:
    """Say for each level of an axis how often it has to be halved before the level is met; 0 for the two ends."""
    depths = [0] * levels
    open_spans, depth = [(0, levels - 1)], 1
    while open_spans:
        following = []
        for low, high in open_spans:
            if high - low > 1:
                middle = (low + high) // 2
                depths[middle] = depth
                following += [(low, middle), (middle, high)]
        open_spans, depth = following, depth + 1
    return depths
