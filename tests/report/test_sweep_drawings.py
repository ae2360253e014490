"""The drawings of a sweep's report look like those of its own page."""

from __future__ import annotations

import numpy as np
import pytest

from caravan.plots.shades import HIGH, LOW, MIDDLE, as_hex
from caravan.report.figures.sweeps import heat_map


@pytest.mark.parametrize(
    ("figures", "about_zero", "shades"),
    [
        ([60.0, 70.0, 80.0], False, [LOW, MIDDLE, HIGH]),
        ([0.0, 5.0, 10.0], True, [MIDDLE, HIGH]),
        ([-10.0, 0.0, 5.0], True, [LOW, MIDDLE]),
    ],
)
def test_high_figures_are_blue_and_low_ones_orange_as_everywhere(
    figures: list[float], about_zero: bool, shades: list[tuple[int, int, int]]
) -> None:
    values = np.array([figures])
    drawn = heat_map(
        values, ("camels", ["4", "5", "6"]), ("goods", ["1"]), "turns", "t", "c", name="map", about_zero=about_zero
    )
    for shade in (LOW, MIDDLE, HIGH):
        assert (as_hex(shade) in drawn.inline) == (shade in shades)
