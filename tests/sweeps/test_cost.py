"""What games are expected to cost."""

from __future__ import annotations

import pytest

from caravan.blocks import BatchRequest
from caravan.bots.styles import STYLES
from caravan.rules import Rules
from caravan.sweeps import expected_seconds
from caravan.sweeps.cost import GAMES_PER_SECOND


def test_every_style_has_a_speed_for_every_number_of_players() -> None:
    assert set(GAMES_PER_SECOND) == set(STYLES)
    assert all(len(speeds) == 3 and min(speeds) > 0.0 for speeds in GAMES_PER_SECOND.values())


def test_seconds_go_with_games_and_bots() -> None:
    one = expected_seconds(BatchRequest(bots="planner", games=100))
    assert expected_seconds(BatchRequest(bots="planner", games=300)) == pytest.approx(3 * one)
    slow = expected_seconds(BatchRequest(bots="beam", games=100))
    mixed = expected_seconds(BatchRequest(bots="beam,planner,planner,planner", games=100))
    assert mixed == pytest.approx(0.25 * slow + 0.75 * one)


@pytest.mark.parametrize(
    ("quick", "slow"), [("expert", "expert:games=16"), ("beam", "beam:width=6"), ("rollout", "rollout:turns=12")]
)
def test_a_bot_that_searches_more_costs_more(quick: str, slow: str) -> None:
    assert expected_seconds(BatchRequest(bots=slow)) > 1.3 * expected_seconds(BatchRequest(bots=quick))


def test_twice_the_goods_cost_twice_the_time() -> None:
    usual, double = Rules(), Rules(rare_count=6, common_count=18)
    assert expected_seconds(BatchRequest(double)) == pytest.approx(2 * expected_seconds(BatchRequest(usual)))


def test_a_bot_in_plain_python_costs_more_than_any_planner() -> None:
    class Mine:
        def choose(self, game: object) -> None:
            """Never called."""

    assert expected_seconds(BatchRequest(bots=[Mine])) > 10 * expected_seconds(BatchRequest(bots="planner"))
