"""Differences between cells on the same seeds, and what many of them do to probabilities."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest
from scipy import special
from scipy.stats import binomtest
from synthetic_batches import random_batch

from caravan.measures import Sample, measure, paired
from caravan.measures.intervals import normal_quantile, wilson
from caravan.sweeps import contrasts
from caravan.sweeps.contrasts import FEWEST_GAMES, FROM_CELLS, PAIRED, SCORE, WILSON, Cells, contrast
from caravan.sweeps.influences import influence, scale_of_share


def test_influences_make_the_standard_error_of_a_mean() -> None:
    batch = random_batch(80)
    turns = batch.games["turns"].to_numpy(dtype=float)
    mean = next(one for one in measure(batch, "length") if one.part == "turns.mean")
    found = influence(mean)
    assert found is not None
    assert found == pytest.approx(turns - turns.mean())


@pytest.mark.parametrize(
    "name", ["win_share", "seat_margin", "length", "ties", "point_sources", "elo", "winning_margin"]
)
def test_influences_have_no_mean_and_an_error_near_that_of_the_interval(name: str) -> None:
    sample = Sample(random_batch(400, 2))
    for estimate in measure(sample, name):
        found = influence(estimate)
        if found is None or not estimate.has_interval or estimate.high == estimate.low:
            continue
        assert found.mean() == pytest.approx(0.0, abs=1e-6 * max(1.0, abs(estimate.value)))
        error = found.std(ddof=1) / math.sqrt(len(found))
        if "Goodman" in estimate.interval or error * len(found) < 5.0:  # rare events: Wilson is wider
            continue
        assert error == pytest.approx((estimate.high - estimate.low) / 3.92, rel=0.2), estimate.label


def test_a_win_share_lies_between_two_figures_and_a_rating_does_not() -> None:
    sample = Sample(random_batch(60, 4))
    scales = {
        name: {scale_of_share(estimate) for estimate in measure(sample, name)}
        for name in ("first_player_advantage", "ties", "seat_margin", "elo", "length")
    }
    assert next(iter(scales["first_player_advantage"])) == pytest.approx((-25.0, 75.0))
    assert (0.0, 1.0) in scales["ties"]
    assert scales["seat_margin"] == scales["elo"] == scales["length"] == {None}


def cells_of(games: np.ndarray, scale: tuple[float, float] | None = None, *, by_game: bool = True) -> Cells:
    """Put drawn games of several cells into the form in which they are weighed."""
    values = games.mean(axis=1)
    half = special.stdtrit(max(games.shape[1] - 1, 1), 0.975) * games.std(axis=1, ddof=1) / np.sqrt(games.shape[1])
    ends = np.stack([values - half, values + half])
    if scale is not None:
        ends = np.stack(wilson(games.sum(axis=1), games.shape[1]))
    return Cells(values, ends, games - values[:, None] if by_game else None, games.shape[1], scale)


CHANGE = np.array([-1.0, 1.0])
SHARE = (0.0, 1.0)


def test_a_difference_is_judged_game_by_game() -> None:
    rng = np.random.default_rng(1)
    luck = rng.normal(0.0, 10.0, 100)
    games = np.array([luck, luck + 2.0 + rng.normal(0.0, 1.0, 100)])
    found = contrast(CHANGE, cells_of(games))
    by_hand = games[1] - games[0]
    assert found.value == pytest.approx(by_hand.mean())
    assert found.interval == PAIRED
    assert found.high - found.low == pytest.approx(2 * 1.984217 * by_hand.std(ddof=1) / 10.0, rel=1e-5)
    assert found.p_value < 1e-6
    apart = contrast(CHANGE, cells_of(games, by_game=False))
    assert apart.interval == FROM_CELLS
    assert apart.high - apart.value == pytest.approx(1.984217 * math.hypot(*games.std(axis=1, ddof=1)) / 10.0)


def test_without_games_an_average_is_taken_as_if_all_its_cells_had_the_same_luck() -> None:
    found = contrast(np.full(4, 0.25), Cells(np.zeros(4), np.array([[-2.0] * 4, [3.0] * 4]), None, 50))
    assert (found.low, found.high) == pytest.approx((-2.0, 3.0))


def test_without_games_lopsided_intervals_stay_lopsided_and_never_promise_the_impossible() -> None:
    values = np.array([0.98, 0.0])
    ends = np.array([[0.90, 0.0], [1.0, 0.07]])
    found = contrast(CHANGE, Cells(values, ends, None, 50, SHARE))
    assert found.low == pytest.approx(-0.98 - 0.02)
    assert found.high == pytest.approx(-0.98 + math.hypot(0.07, 0.08))
    assert found.low >= -1.0


def test_two_shares_are_compared_as_newcombe_does() -> None:
    rng = np.random.default_rng(2)
    luck = rng.uniform(size=80)
    before, after = luck < 0.10, np.where(rng.uniform(size=80) < 0.5, luck, rng.uniform(size=80)) < 0.25
    found = contrast(CHANGE, cells_of(np.array([before, after], dtype=float), SHARE))
    by_hand = paired.of_shares(before[None], after[None])
    assert found.interval == SCORE
    assert (found.value, found.low, found.high) == pytest.approx(
        (by_hand.value[0], by_hand.low[0], by_hand.high[0]), abs=1e-9
    )
    assert (found.p_value < 0.05) == (found.low > 0.0)


def test_the_probability_of_a_share_is_where_its_interval_ends_at_0() -> None:
    games = np.zeros((2, 200))
    games[1, :6] = 1.0
    found = contrast(CHANGE, cells_of(games, SHARE))
    exact = binomtest(6, 6).pvalue
    assert found.low > 0.0
    assert 0.5 * exact < found.p_value < exact
    assert contrast(CHANGE, cells_of(games[::-1], SHARE)).p_value == pytest.approx(found.p_value)
    assert contrast(CHANGE, cells_of(np.zeros((2, 200)), SHARE)).p_value == 1.0


def test_a_share_over_many_cells_has_as_many_games_in_effect_as_its_scatter_says() -> None:
    rng = np.random.default_rng(4)
    games = (rng.uniform(size=(20, 100)) < 0.3).astype(float)
    alone = contrast(np.full(20, 0.05), cells_of(games, SHARE))
    low, high = (float(end[0]) for end in wilson([games.sum()], 2000))
    assert alone.high - alone.low == pytest.approx(high - low, rel=0.2)
    same = np.repeat(games[:1], 20, axis=0)
    found = contrast(np.full(20, 0.05), cells_of(same, SHARE))
    assert found.interval == WILSON
    assert (found.low, found.high) == pytest.approx([float(end[0]) for end in wilson([same[0].sum()], 100)])


@pytest.mark.parametrize(("before", "after", "games"), [(0.005, 0.02, 200), (0.0, 0.005, 60), (0.5, 0.6, 20)])
def test_intervals_of_rare_shares_hold_the_truth_19_times_in_20(before: float, after: float, games: int) -> None:
    rng = np.random.default_rng(5)
    held = []
    for _ in range(500):
        drawn = (rng.uniform(size=(2, games)) < np.array([[before], [after]])).astype(float)
        found = contrast(CHANGE, cells_of(drawn, SHARE))
        held.append(found.low <= after - before <= found.high)
    assert np.mean(held) >= 0.93


@pytest.mark.parametrize("games", [1, 2, 3, 4])
@pytest.mark.parametrize("by_game", [True, False])
@pytest.mark.parametrize("scale", [None, SHARE])
def test_from_a_handful_of_games_no_effect_is_seldom_shown(
    games: int, by_game: bool, scale: tuple[float, float] | None
) -> None:
    rng = np.random.default_rng(6)
    claimed = 0
    for _ in range(400):
        drawn = rng.normal(50.0, 5.0, (2, games)) if scale is None else (rng.uniform(size=(2, games)) < 0.5) * 1.0
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # one game has no scatter
            found = contrast(CHANGE, cells_of(drawn, scale, by_game=by_game))
        claimed += found.p_value < 0.05
        if scale is not None:
            assert -1.0 <= found.low <= found.value <= found.high <= 1.0
    assert claimed <= (0 if games < FEWEST_GAMES else 0.05 * 400 + 14)


def test_where_no_game_moves_a_figure_there_is_no_interval_but_of_a_share() -> None:
    bare = contrast(CHANGE, cells_of(np.full((2, 50), 3.0)))
    assert (bare.value, bare.interval) == (0.0, "")
    assert math.isnan(bare.low)
    assert math.isnan(bare.p_value)
    never = contrast(CHANGE, cells_of(np.zeros((2, 50)), SHARE))
    assert never.interval == SCORE
    assert never.high == pytest.approx(float(wilson([0], 50)[1][0]))
    assert never.low == -never.high


def test_a_cell_that_is_missing_gives_no_interval_and_one_that_plays_no_part_does_no_harm() -> None:
    games = np.random.default_rng(0).normal(size=(3, 20)) + np.array([[1.0], [0.0], [3.0]])
    cells = cells_of(games)
    cells.values[1] = math.nan
    assert math.isnan(contrast(np.array([-1.0, 1.0, 0.0]), cells).low)
    found = contrast(np.array([-1.0, 0.0, 1.0]), cells)
    assert found.value == pytest.approx(games[2].mean() - games[0].mean())
    assert found.low < found.value < found.high


def test_a_cell_does_not_differ_from_itself() -> None:
    found = contrast(np.zeros(3), cells_of(np.random.default_rng(0).normal(size=(3, 20))))
    assert (found.value, found.interval) == (0.0, "")
    assert math.isnan(found.p_value)


def test_intervals_of_differences_hold_the_truth_19_times_in_20() -> None:
    rng = np.random.default_rng(3)
    luck, own = rng.normal(0.0, 5.0, (2000, 1, 40)), rng.exponential(3.0, (2000, 2, 40))
    found = [contrast(CHANGE, cells_of(games)) for games in luck + own]
    held = np.mean([one.low <= 0.0 <= one.high for one in found])
    assert 0.93 <= held <= 0.97


def test_the_lowest_and_the_highest_of_many_alike_are_seldom_said_to_differ() -> None:
    rng = np.random.default_rng(8)
    half = normal_quantile(0.95)
    claimed = 0
    for _ in range(400):
        figures = np.sort(rng.standard_normal(25))
        claimed += contrasts.differ_together(figures[0], figures[0] + half, figures[-1], figures[-1] - half, 25)
    assert claimed <= 0.05 * 400 + 2 * np.sqrt(0.05 * 0.95 * 400)
    assert contrasts.differ_together(0.0, half, 6.0, 6.0 - half, 25)
    assert not contrasts.differ_together(1.0, np.nan, 1.0, np.nan, 2)
    assert not contrasts.differ_together(1.0, 2.0, 1.0, 0.0, 1)
