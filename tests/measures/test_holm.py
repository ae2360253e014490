"""What many differences do to probabilities."""

from __future__ import annotations

import math

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from caravan.measures.holm import holm


def test_holm_is_that_of_statsmodels() -> None:
    for many in (1, 2, 20):
        p_values = (np.random.default_rng(many).uniform(size=many) ** 3).tolist()
        assert holm(p_values) == pytest.approx(list(multipletests(p_values, method="holm")[1]))


def test_differences_without_a_probability_are_no_part_of_the_family() -> None:
    adjusted = holm([0.01, math.nan, 0.04])
    assert adjusted[0] == pytest.approx(0.02)
    assert math.isnan(adjusted[1])
    assert adjusted[2] == pytest.approx(0.04)
    assert holm([]) == []
