"""What every figure carries about its own making, and figures of any smooth function of means."""

from __future__ import annotations

import numpy as np
import pytest
from synthetic_batches import made_batch, random_batch

from caravan.measures import Sample, measure, summary
from caravan.measures.bootstrap import abc_interval, expand, mean
from caravan.measures.estimate import Estimate, Figures
from caravan.measures.evidence import means, ratios, statistics
from caravan.measures.underlying import OfCounts, OfMeans, OfQuantile


def worth(estimate: Estimate) -> float:
    """What the figure is, worked out anew from what it was made of."""
    match estimate.evidence:
        case OfMeans(columns, statistic):
            return float(statistic(columns.mean(axis=1)[None, :])[0])
        case OfCounts(happened, change):
            share = np.array([happened.mean()])
            return float((change(share) if change else share)[0])
        case OfQuantile(values, probability, change):
            quantile = np.array([np.quantile(values, probability)])
            return float((change(quantile) if change else quantile)[0])
    raise AssertionError(f"{estimate.label} has no evidence")


NO_MEANS = ("seat_chi_square", "fair_compensation.whole")
"""Figures of which no differences are to be judged."""


@pytest.mark.parametrize("planned", [None, 900])
def test_every_figure_can_be_worked_out_anew_from_its_evidence(planned):
    for estimate in summary(random_batch(300, planned=planned), with_events=False):
        if not estimate.label.startswith(NO_MEANS) and not estimate.is_missing:
            assert worth(estimate) == pytest.approx(estimate.value, abs=1e-9), estimate.label
            assert estimate.evidence.games == 300


def test_wins_that_are_never_shared_are_counted_and_shared_ones_averaged():
    sole, shared = made_batch([[5, 3], [2, 4]]), made_batch([[5, 3], [4, 4]])
    assert isinstance(measure(sole, "win_share")[0].evidence, OfCounts)
    assert isinstance(measure(shared, "win_share")[0].evidence, OfMeans)
    assert worth(measure(shared, "seat_effect")[0]) == pytest.approx(25.0)


def test_evidence_stays_with_its_figure_when_figures_are_chosen_joined_and_carried_through_a_function():
    sample = Sample(random_batch(40))
    scores = sample.of_seats("score")
    plain, doubled = means(sample, scores), means(sample, scores).through(lambda points: 2.0 * points)
    chosen = Figures.joined(plain, doubled).only([6, 1]).estimates("score", "points", 40)
    assert [worth(estimate) for estimate in chosen] == pytest.approx([estimate.value for estimate in chosen])
    assert chosen[0].value == pytest.approx(2.0 * scores[2].mean())


def test_figures_of_unknown_making_can_be_joined_with_others():
    bare = Figures.of(np.ones(1), np.zeros(1), np.full(1, 2.0), "Wilson 95%")
    known = means(Sample(random_batch(40)), np.arange(40.0)[None, :])
    assert [evidence is None for evidence in Figures.joined(bare, known).evidence] == [True, False]
    assert bare.only([0]).through(np.sqrt).estimates("m", "points", 40)[0].evidence is None


def test_evidence_is_neither_compared_nor_shown():
    first = Estimate("steals", 1.0, 0.5, 1.5, "thefts", 10, "ABC", evidence=OfCounts(np.ones(10, dtype=bool)))
    assert first == Estimate("steals", 1.0, 0.5, 1.5, "thefts", 10, "ABC")
    assert "evidence" not in repr(first)


def test_any_smooth_function_of_means_gets_its_abc_interval():
    sample = Sample(random_batch(60))
    scores = sample.of_seats("score")
    columns = np.stack([scores[:2], scores[2:]], axis=1)

    def product(means):
        return means[:, 0] * means[:, 1]

    figures = statistics(sample, columns, product)
    low, high = abc_interval(expand(columns, product))
    np.testing.assert_array_equal((figures.low, figures.high), (low, high))
    assert figures.method == ("ABC bootstrap 95%",) * 2
    assert statistics(sample, columns, product, greatest=float(high[0]) - 1.0).high[0] == high[0] - 1.0


def test_a_function_that_is_not_defined_says_so():
    sample = Sample(random_batch(60))
    figures = statistics(sample, np.zeros((1, 2, 60)), lambda means: means[:, 0] / means[:, 1], undefined="no thefts")
    assert figures.note == ("no thefts",)
    assert np.isnan(figures.value).all()


def test_over_no_games_there_is_no_figure():
    sample = Sample(random_batch(10, planned=20).first(0))
    nothing = np.zeros((1, 0))
    for figures in (
        statistics(sample, nothing[:, None, :], mean),
        means(sample, nothing),
        ratios(sample, nothing, nothing, "-"),
    ):
        assert figures.note == ("no games",)
        assert np.isnan(figures.value).all()


def test_a_growing_batch_gets_intervals_that_hold_whenever_one_looks():
    growing = Sample(random_batch(400, planned=2_000))
    figures = statistics(growing, growing.of_seats("score")[:, None, :], mean)
    assert set(figures.method) == {"asymptotic confidence sequence 95%"}
