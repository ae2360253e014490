"""Win shares, margins and edges of pairings, with the seed as the observation."""

from __future__ import annotations

import numpy as np
import pytest
from made_results import made_results

from caravan.ladder.pairings import Pairing, mixed_records_of, pairings_of
from caravan.ladder.plan import Fixture
from caravan.ladder.results import Results


def by_pair(results: Results) -> dict[tuple[int, int], Pairing]:
    return {(one.bot, one.other): one for one in pairings_of(results)}


def random_scores(seed: int, advantage: tuple[float, ...] = (4.0, 2.0, 0.0, 1.0, 3.0)):
    rng = np.random.default_rng(seed)

    def scores(fixture: Fixture) -> np.ndarray:
        strength = np.array([advantage[bot] for bot in fixture.line_up])
        return rng.normal(40.0 + strength, 5.0, (fixture.games, fixture.players)).round()

    return scores


def test_with_two_players_the_shares_of_both_add_up_to_one_and_the_margins_to_zero() -> None:
    found = by_pair(made_results(random_scores(1)))
    for (one, other), pairing in found.items():
        back = found[other, one]
        assert pairing.win_share.value + back.win_share.value == pytest.approx(1.0)
        assert pairing.win_share.low + back.win_share.high == pytest.approx(1.0)
        assert pairing.margin.value == pytest.approx(-back.margin.value)
        assert pairing.edge.value == pytest.approx(2 * pairing.win_share.value - 1)
        assert pairing.edge.low == pytest.approx(2 * pairing.win_share.low - 1)


def test_the_share_is_that_over_both_seats() -> None:
    """Whoever sits first wins: each bot takes half."""
    found = by_pair(made_results(lambda fixture: np.tile([50, 40], (fixture.games, 1))))
    assert {one.win_share.value for one in found.values()} == {0.5}
    assert {one.margin.value for one in found.values()} == {0.0}


def test_swapped_games_on_a_seed_are_one_observation() -> None:
    """The seed decides whoever sits where: games come in equal pairs, so the interval is that of half as many."""
    rng = np.random.default_rng(2)
    better = rng.random(200) < 0.5

    def by_seed(fixture: Fixture) -> np.ndarray:
        lower_number_wins = np.resize(better, fixture.games)
        first_is_lower = fixture.line_up[0] < fixture.line_up[-1]
        first_wins = lower_number_wins == first_is_lower
        return np.where(first_wins[:, None], [50, 40], [40, 50])

    pairing = by_pair(made_results(by_seed, games=400))[0, 1]
    half = (pairing.win_share.high - pairing.win_share.low) / 2.0
    assert (pairing.games, pairing.seeds) == (400, 200)
    assert half == pytest.approx(1.96 * 0.5 / np.sqrt(200), rel=0.05)


def test_a_shared_win_counts_half_for_each() -> None:
    found = by_pair(made_results(lambda fixture: np.full((fixture.games, 2), 40)))
    assert {one.win_share.value for one in found.values()} == {0.5}


def test_where_nothing_varies_the_interval_is_wilsons_of_the_seeds() -> None:
    def lower_number_wins(fixture: Fixture) -> np.ndarray:
        return np.tile([100 - 10 * bot for bot in fixture.line_up], (fixture.games, 1))

    pairing = by_pair(made_results(lower_number_wins, games=80))[0, 1]
    assert (pairing.win_share.value, pairing.win_share.high) == (1.0, 1.0)
    assert pairing.win_share.low == pytest.approx(40 / (40 + 1.96**2), abs=1e-4)
    assert pairing.interval == "Wilson 95% of seeds"
    assert "no variation seen" in pairing.note
    assert np.isnan(pairing.margin.low)


@pytest.mark.parametrize("players", [3, 4])
def test_with_more_players_it_is_the_share_of_one_against_all_others(players: int) -> None:
    def lower_number_wins(fixture: Fixture) -> np.ndarray:
        return np.tile([100 - 10 * bot for bot in fixture.line_up], (fixture.games, 1))

    found = by_pair(made_results(lower_number_wins, players=players, games=120))
    assert found[0, 1].win_share.value == 1.0
    assert found[1, 0].win_share.value == 0.0
    assert found[0, 1].edge.value == 1.0
    assert found[0, 1].margin.value == 10.0
    assert found[1, 0].margin.value == -10.0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_edges_of_a_pair_are_opposite(players: int) -> None:
    found = by_pair(made_results(random_scores(3), players=players, games=120))
    for (one, other), pairing in found.items():
        assert pairing.edge.value == pytest.approx(-found[other, one].edge.value)
        assert pairing.edge.low == pytest.approx(-found[other, one].edge.high)


def test_intervals_hold_the_truth_19_times_in_20() -> None:
    """Normal scores of known means: the chance to win is known."""
    from scipy import stats

    truth = stats.norm.cdf(2.0 / np.sqrt(50.0))
    held, margins = [], []
    for repeat in range(200):
        rng = np.random.default_rng(repeat)

        def scores(fixture: Fixture, rng: np.random.Generator = rng) -> np.ndarray:
            strength = np.array([(4.0, 2.0, 0.0)[bot] for bot in fixture.line_up])
            return 1000 * rng.normal(40.0 + strength, 5.0, (fixture.games, fixture.players))

        for pair, gap in (((0, 1), 2000.0), ((1, 2), 2000.0)):
            pairing = by_pair(made_results(scores, games=120))[pair]
            held.append(pairing.win_share.low <= truth <= pairing.win_share.high)
            margins.append(pairing.margin.low <= gap <= pairing.margin.high)
    assert 0.92 <= np.mean(held) <= 0.98
    assert 0.92 <= np.mean(margins) <= 0.98


@pytest.mark.parametrize(("ended", "counts"), [(1, (0, 0)), (2, (40, 0)), (3, (0, 40))])
def test_games_that_got_stuck_are_counted(ended: int, counts: tuple[int, int]) -> None:
    for pairing in pairings_of(made_results(random_scores(4), ended=ended)):
        assert (pairing.deadlocks, pairing.turn_limits) == counts


def test_in_mixed_company_all_shares_add_up_to_the_number_of_bots_over_the_players() -> None:
    results = made_results(random_scores(5), bots=5, players=3, games=90)
    records = mixed_records_of(results)
    assert [one.bot for one in records] == list(range(5))
    assert len({one.games for one in records}) == 1
    assert records[0].games >= 90
    assert sum(one.win_share.value for one in records) == pytest.approx(5 / 3)
    assert sum(one.margin.value for one in records) == pytest.approx(0.0, abs=1e-9)
    for one in records:
        assert one.win_share.low < one.win_share.value < one.win_share.high
        assert one.mean_rank.low < one.mean_rank.value < one.mean_rank.high


def test_two_players_have_no_mixed_company() -> None:
    assert mixed_records_of(made_results(random_scores(6))) == ()
