"""Rulings on the section Scores."""

from __future__ import annotations

import pytest
from situations import given

from caravan.game import Game
from caravan.rules import Rules

EMPTY = "waiting 7:dates 8:leather | bag"


def ended(first: str, second: str, third: str = "", **rules):
    """A game that ends now, at the turn limit."""
    third = f" | 3 {third}" if third else ""
    game = given(f"turn 400 | 1 {first} | 2 {second}{third} | {EMPTY}", **rules)
    game.play("pass")
    return game.outcome()


def test_each_rare_good_delivered_scores_6_and_each_common_one_3():
    game = given(f"turn 20 | 1 rare 2 common 5 | 2 rare 10 common 29 | {EMPTY}")
    assert game.scores() == (2 * 6 + 5 * 3, 10 * 6 + 29 * 3)


def test_each_demand_marker_kept_scores_1():
    assert given("turn 20 | 1 demand 7 | 2 demand 2").scores() == (7, 2)


def test_what_goods_and_markers_score_are_rules():
    game = given(f"turn 20 | 1 rare 12 common 34 demand 3 | 2 | {EMPTY}", rare_value=10, common_value=1, demand_value=5)
    assert game.scores() == (120 + 34 + 15, 0)


def test_goods_still_on_camels_score_nothing():
    outcome = ended("a1:salt a2:gold a3:paper rare 11 common 28", "demand 1 common 4")
    assert outcome.scores == (11 * 6 + 28 * 3, 1 + 12)


def test_under_the_published_rule_n_goods_on_camels_cost_n_times_n_minus_1_over_2():
    for count, lost in ((0, 0), (1, 0), (2, 1), (3, 3), (4, 6), (5, 10)):
        camels = " ".join(["a1:salt"] * count)
        rest = 34 - count
        outcome = ended(f"{camels} rare 12 common {rest}", "", undelivered_penalty="triangular")
        assert outcome.scores == (12 * 6 + rest * 3 - lost, 0)


def test_the_penalty_is_a_row_of_its_seat_before_the_end_for_those_who_have_one():
    position = f"turn 400 | 1 a1:salt | 2 b1:gold b2:gold | 3 c1:paper c2:paper c3:salt rare 10 common 30 | {EMPTY}"
    game = given(position, undelivered_penalty="triangular")
    game.play("pass")
    ends = game.events().query("action == 'end'")
    assert ends["seat"].tolist()[:2] == [2, 3]
    assert ends["seat"].isna().tolist() == [False, False, True]
    assert ends["points"].tolist() == [-1, -3, 0]
    assert ends["end_reason"].isna().tolist() == [True, True, False]


def test_the_penalty_counts_only_once_the_game_has_ended():
    game = given("turn 20 | 1 a1:salt a2:gold demand 5 | 2", undelivered_penalty="triangular")
    assert game.scores() == (5, 0)


def test_a_good_under_a_camel_is_undelivered_as_much_as_one_on_top():
    outcome = ended("a1:salt a2:salt:under rare 12 common 32", "", undelivered_penalty="triangular")
    assert outcome.scores == (12 * 6 + 32 * 3 - 1, 0)


def test_the_highest_score_wins():
    outcome = ended("rare 6 common 10", "rare 6 common 24")
    assert outcome.winners == (2,)
    assert outcome.ranks == (2, 1)
    assert outcome.win_shares == (0.0, 1.0)


def test_among_equal_scores_most_goods_delivered_win():
    outcome = ended("rare 12 common 0", "rare 0 common 24", "common 10")
    assert outcome.scores == (72, 72, 30)
    assert outcome.winners == (2,)
    assert outcome.ranks == (2, 1, 3)


def test_a_tie_that_remains_is_shared_in_equal_parts():
    outcome = ended("rare 6 common 12", "rare 6 common 12", "common 10")
    assert outcome.winners == (1, 2)
    assert outcome.ranks == (1, 1, 3)
    assert outcome.win_shares == (0.5, 0.5, 0.0)


def test_without_tie_break_equal_scores_share_the_win():
    outcome = ended("rare 12 common 0", "rare 0 common 24", "common 10", tie_break="shared")
    assert outcome.winners == (1, 2)
    assert outcome.ranks == (1, 1, 3)


def test_the_tie_break_counts_goods_delivered_and_not_goods_carried():
    outcome = ended("a1:salt a2:paper rare 11 common 0 demand 6", "rare 1 common 22", "common 10")
    assert outcome.scores == (72, 72, 30)
    assert outcome.winners == (2,)


def test_a_game_in_which_nobody_scored_is_shared_by_all():
    game = Game(Rules(turn_limit=1))
    game.play("pass")
    assert game.outcome().winners == (1, 2, 3, 4)
    assert game.outcome().win_shares == (0.25,) * 4


@pytest.mark.parametrize("players", [2, 3, 4])
def test_win_shares_add_up_to_one(players):
    game = Game(Rules(turn_limit=1), players=players)
    game.play("pass")
    assert sum(game.outcome().win_shares) == pytest.approx(1)
