"""Rulings on points at the start, which make up for a seat's going later."""

from __future__ import annotations

import pandas as pd
import pytest

from caravan.batch import simulate
from caravan.events import check, replay
from caravan.game import Game
from caravan.rules import Rules

KOMI = Rules(starting_points=[0, 2, 5])


def test_seats_begin_with_their_points_and_those_without_a_number_with_none():
    assert Game(KOMI, players=4).scores() == (0, 2, 5, 0)


def test_numbers_beyond_the_players_are_no_matter():
    assert Game(KOMI, players=2).scores() == (0, 2)


def test_points_at_the_start_are_rows_of_their_seats_after_the_goods():
    events = Game(KOMI, players=3, seed=4).events()
    given = events[events["seat"].notna()]
    assert given["action"].tolist() == ["seed", "seed"]
    assert given["seat"].tolist() == [2, 3]
    assert given["points"].tolist() == [2, 5]
    assert given["turn"].tolist() == [0, 0]
    assert given["target"].isna().all()
    assert events.index[-2:].tolist() == given.index.tolist()


def test_without_them_the_log_has_no_such_rows():
    events = Game(Rules(), seed=4).events()
    assert events["seat"].isna().all()


def test_they_move_scores_and_nothing_else_of_bots_that_heed_no_score():
    plain, given = (simulate(rules, players=3, bots="planner", games=30, seed=2) for rules in (Rules(), KOMI))
    moved = given.seats["score"] - plain.seats["score"]
    assert moved.groupby(given.seats["seat"]).unique().map(list).to_dict() == {1: [0], 2: [2], 3: [5]}
    pd.testing.assert_frame_equal(plain.seats.iloc[:, 6:], given.seats.iloc[:, 6:])


def test_a_seats_points_add_up_to_its_score():
    batch = simulate(KOMI, players=3, bots="grabber", games=10, seed=2)
    sums = batch.events.groupby(["game", "seat"])["points"].sum()
    assert sums.tolist() == batch.seats["score"].tolist()


def test_they_are_no_action_and_no_change_of_the_lead():
    plain, given = (
        simulate(Rules(starting_points=points), players=2, bots="planner", games=30, seed=2) for points in ([], [1, 1])
    )
    for column in ("actions", "lead_changes", "winning_margin"):
        assert given.games[column].tolist() == plain.games[column].tolist()


def test_a_log_with_them_can_be_checked_and_played_again():
    batch = simulate(KOMI, players=4, bots="planner", games=3, seed=2)
    assert check(batch.events, KOMI, players=4) == []
    log = batch.events_of(1)
    assert replay(log, KOMI, players=4).scores() == tuple(batch.seats.query("game == 1")["score"])


def test_a_wrong_row_of_points_is_told():
    log = simulate(KOMI, players=4, bots="planner", games=1, seed=2).events
    place = int(log.index[log["seat"].notna()][0])
    log.loc[place, "points"] = 3
    assert "points are 3, but this seed scores 2" in str(check(log, KOMI, players=4)[0])


def test_a_rule_set_without_them_keeps_its_id():
    assert Rules().id == Rules(starting_points=[]).id == "rbabbcfa1"
    assert KOMI.id != Rules().id


@pytest.mark.parametrize("refused", [[-1], [101], [1, 2, 3, 4, 5], "3"])
def test_what_they_may_be(refused):
    with pytest.raises(ValueError, match="starting_points: must be a list of at most 4 whole numbers from 0 to 100"):
        Rules(starting_points=refused)
