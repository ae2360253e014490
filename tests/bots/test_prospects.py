from __future__ import annotations

import numpy as np
import pytest
from looked_at import Position

from caravan import Game, Rules
from caravan.bots import prospects
from caravan.bots.prospects import FEATURE_NAMES, WIN, describe, foretell, judge, usual_value, win_share
from caravan.bots.records import FEATURES
from caravan.bots.registry import pack_bots
from caravan.kernel.chains import occupied_spaces


def features(game: Game, seat: int) -> dict[str, float]:
    at = Position(game)
    occupied = np.uint64(occupied_spaces(at.state, at.rules))
    describe(at.state, at.rules, at.scratch, seat - 1, occupied)
    return dict(zip(FEATURE_NAMES, np.asarray(at.scratch.feature).tolist(), strict=True))


def played(actions: int, bot: str = "planner", **changes) -> Game:
    game = Game(Rules(**changes), players=2, seed=3)
    for _ in range(actions):
        game.play(game.choose(bot))
    return game


def test_every_feature_has_a_name_and_a_place():
    assert len(FEATURE_NAMES) == FEATURES
    assert [getattr(prospects, name.upper()) for name in FEATURE_NAMES] == list(range(FEATURES))


def test_the_usual_good_is_the_mean_over_all_in_the_game():
    rules = Rules()
    rare = [good.rare for good in rules.board.goods]
    copies = [rules.rare_count if is_rare else rules.common_count for is_rare in rare]
    points = [rules.rare_value if is_rare else rules.common_value for is_rare in rare]
    expected = np.average(points, weights=copies)
    assert usual_value(Position(Game(rules, players=2)).rules) == pytest.approx(expected)


def test_before_the_first_action_all_camels_are_free_and_nothing_is_carried():
    found = features(Game(players=2, seed=3), seat=1)
    usual = usual_value(Position(Game(players=2)).rules)
    assert found["free_camels"] == pytest.approx(5 * usual)
    assert found["carried_near"] == found["carried_at_hand"] == found["exposed_to_theft"] == 0
    assert found["theft_marker"] == pytest.approx(usual)
    assert found["actions_left"] == pytest.approx(usual)
    assert found["seats_to_wait"] == 0
    assert found["best_waiting"] >= found["second_waiting"] > 0
    assert found["waiting"] > found["best_waiting"]


def test_the_seat_not_to_act_has_no_actions_left_and_waits():
    found = features(Game(players=2, seed=3), seat=2)
    assert found["actions_left"] == 0
    assert found["seats_to_wait"] > 0


def test_a_good_on_a_camel_is_carried_and_exposed_while_a_rival_has_a_marker():
    game = played(0)
    while not any(camel.good for camel in game.camels(1)):
        game.play(game.choose("planner"))
    good = next(camel.good for camel in game.camels(1) if camel.good)
    rare = next(one.rare for one in game.rules.board.goods if good in (one.name, one.letter))
    points = game.rules.rare_value if rare else game.rules.common_value
    assert features(game, 1)["exposed_to_theft"] == points
    assert 0 < features(game, 1)["carried_near"] < points


@pytest.mark.parametrize("actions", [0, 15, 60])
def test_a_game_worth_twice_as_much_is_foretold_twice_as_much(actions):
    game = played(actions)
    doubled = Game.from_position(game.position(), Rules(rare_value=12, common_value=6, demand_value=2))
    once, twice = features(game, 2), features(doubled, 2)
    assert {name: 2 * value for name, value in once.items()} == pytest.approx(twice)


def test_what_is_foretold_is_the_score_and_the_weighed_features():
    game = played(40)
    at = Position(game)
    bot = pack_bots(["expert"])[0]
    foretell(at.state, at.rules, bot, at.scratch)
    for seat in (1, 2):
        weighed = np.dot(np.asarray(bot.weight)[0], list(features(game, seat).values()))
        assert at.scratch.foretold[seat - 1] == pytest.approx(game.scores()[seat - 1] + weighed)


def test_two_seats_judge_a_position_as_opposites():
    at = Position(played(40))
    bot = pack_bots(["expert"])[0]
    first = judge(at.state, at.rules, bot, at.scratch, 0)
    assert judge(at.state, at.rules, bot, at.scratch, 1) == pytest.approx(-first)


def test_a_win_that_is_shared_counts_in_parts():
    at = Position(played(0))
    assert [win_share(at.state, at.rules, seat) for seat in (0, 1)] == [0.5, 0.5]
    at.state.demand[1] += 1
    assert [win_share(at.state, at.rules, seat) for seat in (0, 1)] == [0.0, 1.0]


def test_goods_that_may_be_left_at_the_end_weigh_more_the_emptier_the_bag():
    game = played(60, undelivered_penalty="triangular")
    at = Position(game)
    at.state.camel_load[0] = 0
    at.state.camel_load[0, :3] = 1
    at.state.bag_left = 20
    occupied = np.uint64(occupied_spaces(at.state, at.rules))
    describe(at.state, at.rules, at.scratch, 0, occupied)
    early = float(at.scratch.feature[prospects.LATE_PENALTY])
    at.state.bag_left = 0
    describe(at.state, at.rules, at.scratch, 0, occupied)
    assert 0 < early < at.scratch.feature[prospects.LATE_PENALTY] == 3


def test_a_game_that_has_ended_is_judged_by_its_lead_and_its_win():
    game = played(0)
    while game.outcome() is None:
        game.play(game.choose("planner"))
    at = Position(game)
    lead = game.scores()[0] - game.scores()[1]
    assert lead != 0
    assert judge(at.state, at.rules, pack_bots(["expert"])[0], at.scratch, 0) == lead + (WIN if lead > 0 else -WIN)
