from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from synthetic_batches import random_batch

from caravan.measures import Sample
from caravan.measures.bootstrap import abc_interval, expand
from caravan.measures.correlations import correlation, correlations

REPETITIONS = 2_000


def of(first, second):
    games = first.shape[-1]
    whole = SimpleNamespace(games=games, planned=games, growing=False)
    return correlations(whole, np.stack([first, second], axis=1), "")


def test_a_correlation_that_is_perfect_is_one():
    sample = Sample(random_batch(50))
    line = np.arange(50.0)
    figures = correlations(sample, np.stack([[line, 3.0 * line + 1e6], [line, -line]]), "")
    assert figures.value == pytest.approx([1.0, -1.0])


@pytest.mark.parametrize("games", [30, 100])
def test_intervals_of_skewed_values_hold_in_93_to_97_percent_of_batches(games):
    rng = np.random.default_rng(3)
    shared = rng.gamma(2.0, size=(REPETITIONS, games))
    figures = of(shared + rng.gamma(2.0, size=shared.shape), shared + rng.gamma(4.0, size=shared.shape))
    true = 2.0 / np.sqrt(4.0 * 6.0)
    assert 0.93 <= ((figures.low <= true) & (true <= figures.high)).mean() <= 0.97


def test_an_interval_is_widened_by_what_leaving_out_games_one_by_one_finds():
    rng = np.random.default_rng(4)
    first, second = rng.exponential(size=(2, 1, 25))
    without = [
        np.arctanh(np.corrcoef(np.delete(first[0], game), np.delete(second[0], game))[0, 1]) for game in range(25)
    ]
    jackknife = np.sqrt(24 / 25 * ((without - np.mean(without)) ** 2).sum())
    centred = [values - values.mean() for values in (first, second)]
    x, y = centred
    expansion = expand(np.stack([x, y, x * x, y * y, x * y], axis=1), correlation)
    linear = expansion.error / (1.0 - expansion.value**2) * np.sqrt(25 / 24)
    low, high = abc_interval(expansion, widening=max(1.0, float(jackknife / linear[0])))
    figures = of(first, second)
    assert figures.low == pytest.approx(low)
    assert figures.high == pytest.approx(high)


def test_correlations_of_few_games_have_no_interval_or_one_that_holds_them():
    rng = np.random.default_rng(5)
    for games in (2, 3, 4, 5, 8):
        figures = of(*rng.normal(size=(2, 50, games)))
        bounded = ~np.isnan(figures.low)
        assert (figures.low[bounded] <= figures.value[bounded]).all()
        assert (figures.value[bounded] <= figures.high[bounded]).all()
        assert (np.abs(figures.value) <= 1.0 + 1e-12).all()
