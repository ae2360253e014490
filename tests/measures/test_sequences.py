from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import optimize

from caravan.measures.intervals import wilson
from caravan.measures.sequences import FIRST_LOOK, asymptotic_half_width, bounded_sequence

REPETITIONS = 2_000
GAMES = 1_500


def stepwise(values: list[float], alpha: float = 0.05) -> list[tuple[float, float]]:
    """Theorem 2 of Waudby-Smith and Ramdas, a game at a time as the paper writes it, with its factors of 4."""
    ends = []
    mean, variance = 0.5, 0.25
    total = weighted = penalty = seen = squares = 0.0
    for t, x in enumerate(values, start=1):
        weight = min(0.5, math.sqrt(2 * math.log(2 / alpha) / (variance * t * math.log(1 + t))))
        penalty += 4 * (x - mean) ** 2 * (-math.log(1 - weight) - weight) / 4
        total, weighted, seen = total + weight, weighted + weight * x, seen + x
        half = (math.log(2 / alpha) + penalty) / total
        ends.append((max(weighted / total - half, 0.0), min(weighted / total + half, 1.0)))
        mean = (0.5 + seen) / (t + 1)
        squares += (x - mean) ** 2
        variance = (0.25 + squares) / (t + 1)
    return ends


def test_the_bounded_sequence_is_the_papers_a_game_at_a_time():
    values = np.random.default_rng(1).choice([0.0, 0.25, 0.5, 1.0], 400)
    low, high = bounded_sequence(values[None, :])
    np.testing.assert_allclose(np.column_stack([low[0], high[0]]), stepwise(values.tolist()), atol=1e-12)


def test_after_one_game_the_bounded_sequence_still_allows_everything():
    low, high = bounded_sequence(np.array([[1.0], [0.0]]))
    assert (low == 0.0).all()
    assert (high == 1.0).all()


def test_other_bounds_only_stretch_the_scale():
    values = np.random.default_rng(2).random((2, 300))
    low, high = bounded_sequence(values)
    wide_low, wide_high = bounded_sequence(10.0 * values - 5.0, bounds=(-5.0, 5.0))
    np.testing.assert_allclose(wide_low, 10.0 * low - 5.0)
    np.testing.assert_allclose(wide_high, 10.0 * high - 5.0)


def test_no_games_give_an_empty_sequence():
    low, high = bounded_sequence(np.empty((4, 0)))
    assert low.shape == high.shape == (4, 0)


def test_wins_only_give_a_bound_that_rises_towards_one():
    low, high = bounded_sequence(np.ones((1, 2_000)))
    assert (high == 1.0).all()
    assert (np.diff(low[0]) >= 0.0).all()
    assert low[0, -1] > 0.95


@pytest.mark.parametrize("chance", [0.25, 0.5, 0.02])
def test_the_bounded_sequence_holds_at_every_game_in_at_least_95_percent_of_batches(chance):
    wins = (np.random.default_rng(3).random((REPETITIONS, GAMES)) < chance).astype(float)
    low, high = bounded_sequence(wins)
    assert ((low <= chance) & (chance <= high)).all(axis=1).mean() >= 0.95


def test_the_bounded_sequence_holds_for_shared_wins_too():
    shares = np.random.default_rng(4).choice([1.0, 0.5, 0.25, 0.0], (REPETITIONS, GAMES), p=[0.2, 0.06, 0.04, 0.7])
    low, high = bounded_sequence(shares)
    assert ((low <= 0.24) & (high >= 0.24)).all(axis=1).mean() >= 0.95


def test_a_fixed_size_interval_would_fail_the_one_who_peeks():
    """Why there are sequences at all: looked at after every game, Wilson intervals miss in far more than 5%."""
    wins = (np.random.default_rng(5).random((500, GAMES)) < 0.25).cumsum(axis=1)
    held = np.ones(500, dtype=bool)
    for games in range(20, GAMES + 1, 20):
        low, high = wilson(wins[:, games - 1], games)
        held &= (low <= 0.25) & (high >= 0.25)
    assert held.mean() < 0.85


def test_the_bounded_sequence_is_at_most_twice_as_wide_as_wilson_at_a_thousand_games():
    wins = (np.random.default_rng(6).random((50, 1_000)) < 0.25).astype(float)
    low, high = bounded_sequence(wins)
    wilson_low, wilson_high = wilson(wins.sum(axis=1), 1_000)
    assert 1.0 < np.mean(high[:, -1] - low[:, -1]) / np.mean(wilson_high - wilson_low) < 2.1


def test_the_asymptotic_sequence_is_narrowest_where_it_is_tuned():
    def width(log_rate: float) -> float:
        grown = 1_000 * math.exp(log_rate)
        return math.sqrt(2 * (grown + 1) / (1_000 * grown) * math.log(math.sqrt(grown + 1) / 0.05))

    best = optimize.minimize_scalar(width, bounds=(-12.0, 2.0), method="bounded", options={"xatol": 1e-9})
    assert float(asymptotic_half_width(1_000, np.array(1.0), 1_000)) == pytest.approx(best.fun, rel=1e-9)


def test_the_asymptotic_sequence_follows_its_formula():
    """Tuned for N games, n r^2 = n x / N with x = log(1 + x) - 2 log(a), about 8.2."""
    x = 8.0
    for _ in range(100):
        x = math.log(1 + x) - 2 * math.log(0.05)
    expected = 3.0 * math.sqrt(2 * (2 * x + 1) / (2_000 * 2 * x) * math.log(math.sqrt(2 * x + 1) / 0.05))
    assert float(asymptotic_half_width(2_000, np.array(3.0), 1_000)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("draw", "truth"),
    [
        (lambda rng, shape: rng.normal(44.0, 9.0, shape), 44.0),
        (lambda rng, shape: rng.poisson(3.0, shape).astype(float), 3.0),
        (lambda rng, shape: 40.0 + rng.gamma(4.0, 3.0, shape), 52.0),
    ],
    ids=["scores", "counts", "skewed"],
)
def test_the_asymptotic_sequence_holds_at_every_look_in_95_percent_of_batches(draw, truth):
    off = draw(np.random.default_rng(8), (REPETITIONS, GAMES)) - truth
    count = np.arange(1.0, GAMES + 1.0)
    mean = np.cumsum(off, axis=1) / count
    deviation = np.sqrt(np.cumsum(off**2, axis=1) / count - mean**2)
    held = np.abs(mean) <= asymptotic_half_width(count, deviation, GAMES // 4)
    assert held[:, FIRST_LOOK - 1 :].all(axis=1).mean() >= 0.94
