from __future__ import annotations

import pytest

from caravan import Rules, simulate


def steals(bots: str) -> int:
    return int(simulate(bots=bots, players=4, games=40, seed=3, event_memory=0).seats.steals.sum())


@pytest.mark.parametrize("bot", ["weak", "miser"])
def test_it_never_steals(bot):
    assert steals(bot) == 0
    assert steals("planner") > 0


def test_common_leaves_rare_goods_until_nothing_else_pays():
    def rare_picked_up_early(bots):
        events = simulate(bots=bots, players=2, games=30, seed=3).events
        early = events[(events.action == "pick_up") & (events.turn <= 12)]
        rare = {good.letter for good in Rules().board.goods if good.rare} | {
            good.name for good in Rules().board.goods if good.rare
        }
        return early.good.isin(rare).mean()

    assert rare_picked_up_early("common") < 0.3 * rare_picked_up_early("planner")


def test_hurried_hands_goods_on_over_turns_less_than_the_planner():
    def carried_over(bots):
        events = simulate(bots=bots, players=2, games=30, seed=3).events
        transfers = events[events.action == "transfer"]
        delivered = events[events.action == "deliver"].groupby(["game", "turn"]).good.agg(set)
        late = [
            row.good not in delivered.get((row.game, row.turn), set())
            for row in transfers[["game", "turn", "good"]].itertuples()
        ]
        return sum(late) / 30

    assert carried_over("hurried") < 0.75 * carried_over("planner")


@pytest.mark.parametrize("bot", ["weak", "miser", "common", "hurried"])
def test_it_is_no_stronger_than_the_planner(bot):
    first = simulate(bots=f"planner,{bot}", players=2, games=200, seed=1, event_memory=0).seats
    second = simulate(bots=f"{bot},planner", players=2, games=200, seed=1, event_memory=0).seats
    share = (first[first.seat == 1].win_share.mean() + second[second.seat == 2].win_share.mean()) / 2
    assert share > 0.5


@pytest.mark.parametrize("bot", ["weak", "miser", "common", "hurried"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_its_games_end_by_a_delivery(bot, players):
    batch = simulate(bots=bot, players=players, games=100, seed=5, event_memory=0)
    assert (batch.games.end_reason == "delivery").all()
