from __future__ import annotations

import pytest

from caravan import Game, Rules, simulate


def test_it_beats_the_grabber_from_either_seat():
    first = simulate(bots="planner,grabber", players=2, games=100, seed=1, event_memory=0).seats
    second = simulate(bots="grabber,planner", players=2, games=100, seed=1, event_memory=0).seats
    wins = first[first.seat == 1].win_share.sum() + second[second.seat == 2].win_share.sum()
    assert wins >= 190


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", ["standard", "introductory", "published", "rainbow"])
def test_its_games_end_by_a_delivery(preset, players):
    batch = simulate(Rules.preset(preset), players=players, games=200, seed=5, event_memory=0)
    assert (batch.games.end_reason == "delivery").all()


def test_noise_makes_it_weaker():
    seats = simulate(bots="planner,planner:noise=1", players=2, games=400, seed=3, event_memory=0).seats
    assert seats[seats.seat == 1].win_share.mean() > 0.6


def test_a_planner_told_not_to_steal_does_not():
    seats = simulate(bots="planner:steal=-20", players=4, games=50, seed=3).seats
    assert seats.steals.sum() == 0
    assert simulate(bots="planner", players=4, games=50, seed=3).seats.steals.sum() > 0


def test_where_goods_left_cost_points_it_is_left_with_fewer():
    left = {
        preset: simulate(Rules.preset(preset), players=4, games=300, seed=2, event_memory=0).seats.undelivered.mean()
        for preset in ("standard", "published")
    }
    assert left["published"] < 0.95 * left["standard"]


def test_it_pays_for_the_rainbow_camel_unless_told_not_to():
    rainbow = Rules.preset("rainbow")
    assert simulate(rainbow, games=50, seed=2).seats.rainbow.sum() > 0
    assert simulate(rainbow, bots="planner:rainbow=0", games=50, seed=2).seats.rainbow.sum() == 0


def test_it_keeps_the_free_camels_it_is_told_to():
    game = Game(seed=4, players=2)
    while game.outcome() is None:
        seat = game.seat
        game.play(game.choose("planner:kept=3"))
        assert sum(camel.good is None for camel in game.camels(seat)) >= 3 or game.history[-1].kind == "transfer"


def test_it_delivers_when_a_delivery_is_at_hand():
    game = Game(seed=0, players=2, draws=["salt"])
    while not any(action.kind == "deliver" for action in game.legal_actions):
        game.play(game.choose("planner"))
    assert game.choose("planner").kind == "deliver"


@pytest.mark.parametrize(
    "changes",
    [
        {"enter_empty_cost": 0, "enter_occupied_cost": 0},
        {"transfer_cost": 0},
        {"pick_up_cost": 0, "steal_cost": 0, "enter_empty_cost": 0},
        {"rare_value": 0, "common_value": 0},
        {"camels": 1},
        {"theft_markers": 0, "refill_after": 1},
        {"actions_per_turn": 1, "opening_actions": [], "enter_occupied_cost": 1},
    ],
    ids=str,
)
def test_it_copes_with_unusual_rules(changes):
    rules = Rules(turn_limit=60).replace(**changes)
    batch = simulate(rules, players=3, games=10, seed=1)
    assert len(batch) == 10
    assert batch.games.turns.max() <= 60
