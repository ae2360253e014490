from __future__ import annotations

import numpy as np
import pytest
from synthetic_batches import random_batch

from caravan.measures import Sample
from caravan.measures.bootstrap import abc_interval, expand, ratio
from caravan.measures.intervals import wilson
from caravan.measures.rates import rates


def test_a_rate_is_the_hits_of_all_games_over_their_cases():
    figures = rates(Sample(random_batch(4)), np.array([[1.0, 0, 2, 0]]), np.array([[1.0, 3, 2, 0]]), "none")
    assert figures.value.tolist() == [0.5]
    assert "only 3 games have such a case" in figures.note[0]


def test_what_never_happened_is_bounded_by_the_games_that_had_a_case():
    cases = np.zeros((1, 200))
    cases[0, :50] = 3.0
    figures = rates(Sample(random_batch(200)), np.zeros_like(cases), cases, "none")
    assert figures.value[0] == 0.0
    assert (figures.low[0], figures.high[0]) == pytest.approx(tuple(end[0] for end in wilson([0], 50)))
    assert figures.method == ("Wilson 95%",)
    assert figures.note == ("at its widest: no variation seen",)


def test_without_a_case_the_rate_is_missing():
    figures = rates(Sample(random_batch(40)), np.zeros((1, 40)), np.zeros((1, 40)), "nobody came so far")
    assert np.isnan(figures.value[0])
    assert figures.note == ("nobody came so far",)


def test_while_games_come_in_no_fixed_interval_is_shown():
    growing = Sample(random_batch(300, planned=400))
    figures = rates(growing, np.zeros((1, 300)), np.ones((1, 300)), "none")
    assert figures.method == ("",)
    assert np.isnan(figures.low[0])


@pytest.mark.parametrize(("often", "chance"), [(0.3, 0.1), (0.8, 0.25), (0.1, 0.05)])
def test_intervals_of_rates_hold_what_they_promise(often: float, chance: float):
    # Three seats may be behind, and at most one of them wins: the cases of a game depend on each other.
    rng = np.random.default_rng(11)
    cases = rng.binomial(3, often, (2_000, 400)).astype(np.float64)
    hits = (rng.random(cases.shape) < chance * cases).astype(np.float64)
    low, high = abc_interval(expand(np.stack([hits, cases], axis=1), ratio))
    assert 0.93 < ((low <= chance) & (chance <= high)).mean() < 0.97
