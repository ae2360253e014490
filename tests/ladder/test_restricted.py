from __future__ import annotations

import pytest

from caravan import Rules, simulate
from caravan.errors import Cancelled, CaravanError
from caravan.ladder.restricted import RESTRICTIONS, restricted_play


@pytest.fixture(scope="module")
def lost():
    return {one.part: one for one in restricted_play(players=2, games=201, seed=4)}


def test_every_restriction_costs_wins_and_points_among_planners(lost):
    assert list(lost) == [*RESTRICTIONS, *(f"{part}.margin" for part in RESTRICTIONS)]
    for part in RESTRICTIONS:
        assert lost[part].low > 0.0
        assert lost[f"{part}.margin"].low > 0.0
        assert lost[part].low < lost[part].value < lost[part].high <= 50.0


def test_games_are_rounded_up_so_that_each_seat_is_taken_on_each_seed(lost):
    assert lost["no_stealing"].games == 202
    assert (
        lost["no_stealing"].note
        == "it never steals (miser); one against 1 planner, from every seat on the same 101 seeds"
    )
    assert lost["no_stealing"].interval == "ABC bootstrap 95% over seeds"


def test_the_share_lost_is_half_less_what_the_restricted_bot_wins_over_both_seats(lost):
    shares = [
        simulate(players=2, bots=bots, games=101, seed=4).seats.query("seat == @seat")["win_share"].mean()
        for seat, bots in ((1, "miser,planner"), (2, "planner,miser"))
    ]
    assert lost["no_stealing"].value == pytest.approx(50.0 - 100.0 * sum(shares) / 2)


def test_without_theft_markers_it_costs_nothing_not_to_steal():
    lost = {one.part: one for one in restricted_play(Rules(theft_markers=0), players=2, games=120, seed=4)}
    assert lost["no_stealing"].low < 0.0 < lost["no_stealing"].high


def test_it_tells_how_far_it_has_come_and_can_be_stopped():
    told = []
    restricted_play(players=2, games=2, progress=lambda *done: told.append(done))
    assert told[-1] == (8, 8)
    with pytest.raises(Cancelled):
        restricted_play(players=2, cancel=lambda: True)
    with pytest.raises(CaravanError, match="games: found 0"):
        restricted_play(players=2, games=0)
