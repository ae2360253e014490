from __future__ import annotations

import pytest

from caravan import Rules, simulate

SEARCHING = ("beam", "rollout", "expert")


def won(bot: str, other: str, games: int, players: int = 2) -> float:
    """Play a bot against others in every seat; give its share of the wins."""
    share = 0.0
    for seat in range(players):
        line_up = [other] * players
        line_up[seat] = bot
        seats = simulate(bots=line_up, players=players, games=games, seed=8, event_memory=0).seats
        share += float(seats[seats.seat == seat + 1].win_share.mean()) / players
    return share


@pytest.mark.parametrize("bot", SEARCHING)
def test_it_beats_the_planner(bot):
    assert won(bot, "planner", games=20) > 0.6


@pytest.mark.parametrize("other", ["beam", "rollout"])
def test_the_expert_beats_the_others_that_search(other):
    assert won("expert", other, games=15) > 0.6


def test_the_expert_beats_three_planners():
    assert won("expert", "planner", games=8, players=4) > 0.5


@pytest.mark.parametrize("bot", SEARCHING)
def test_where_actions_are_free_its_turns_come_to_an_end(bot):
    free = Rules(enter_empty_cost=0, enter_occupied_cost=0, pick_up_cost=0, transfer_cost=0, steal_cost=0, turn_limit=3)
    assert simulate(free, players=2, bots=bot, games=1, seed=4).games.turns.max() <= 3


@pytest.mark.parametrize("bot", SEARCHING)
def test_more_games_or_width_change_what_it_does(bot):
    setting = "width=1" if bot == "beam" else "games=1"
    first = simulate(players=2, bots=bot, games=1, seed=4).events
    second = simulate(players=2, bots=f"{bot}:{setting}", games=1, seed=4).events
    assert not first.equals(second)
