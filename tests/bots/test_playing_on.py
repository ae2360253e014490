from __future__ import annotations

import numpy as np
import pytest
from looked_at import Position

from caravan import Game
from caravan.bots.beam import key_of, place_for, search_turn
from caravan.bots.candidates import list_candidates
from caravan.bots.contest import played_value, put_candidate
from caravan.bots.plans import CARRIED, STOLEN, WAITING
from caravan.bots.play_on import NO_PLAN, follow, play_turn, seed_streams
from caravan.bots.policies import PLAIN, fill_policies, policy_of
from caravan.bots.records import NODE, POLICIES
from caravan.bots.registry import pack_bots
from caravan.kernel.actions import PASS_CODE, encode, is_legal
from caravan.kernel.layout import DELIVER, FILL_NOTHING, MOVE, PICK_UP, RUNNING, STEAL, TRANSFER, UNDER


@pytest.mark.parametrize(
    ("plan", "action", "then"),
    [
        ((WAITING, 9, 3), encode(MOVE, 4, 9, 0, -1), (WAITING, 9, 3)),
        ((WAITING, 9, 3), encode(PICK_UP, 9, 9, 3, -1), (CARRIED, 9, 3)),
        ((STOLEN + 1, 9, 3), encode(STEAL, 9, 9, 3, 1), (CARRIED, 9, 3 + UNDER)),
        ((CARRIED, 9, 3 + UNDER), encode(TRANSFER, 9, 12, 3 + UNDER, -1), (CARRIED, 12, 3)),
        ((CARRIED, 9, 3), encode(DELIVER, 9, 12, 3, -1), (NO_PLAN, 9, 3)),
    ],
    ids=["a move leaves it", "picked up", "stolen", "handed on", "delivered"],
)
def test_a_plan_follows_its_good(plan, action, then):
    assert follow(*plan, action) == then


def test_a_turn_is_played_to_its_end_and_no_further():
    game = Game(players=3, seed=2)
    for _ in range(30):
        game.play(game.choose("planner"))
        at = Position(game)
        fill_policies(at.scratch)
        seed_streams(at.scratch.stream[1], np.uint64(5))
        turn = int(at.state.turn)
        play_turn(at.state, at.rules, at.scratch.policy[PLAIN], at.scratch, NO_PLAN, 0, 0)
        assert at.state.end_reason != RUNNING or at.state.turn == turn + 1


def test_a_plan_isnt_handed_to_the_next_seat_where_new_goods_end_the_turn():
    game = Game(players=3, seed=2)
    looked_at = 0
    while game.outcome() is None:
        at = Position(game)
        fill_policies(at.scratch)
        seed_streams(at.scratch.stream[0], np.uint64(1))
        list_candidates(at.state, at.rules, at.scratch, 1)
        leaf = at.scratch.leaf[0]
        put_candidate(leaf, at.state, at.rules, at.scratch, at.scratch.candidate[0])
        if leaf.state.to_fill != FILL_NOTHING and leaf.state.actions_left == 0:
            bot, seat, until = pack_bots(["expert"])[0], at.state.seat, at.state.turn + 4
            values = []
            for kind in (CARRIED, NO_PLAN):
                leaf.kind = kind
                values.append(played_value(leaf, at.rules, bot, at.scratch, seat, until, np.uint64(9), True))
            assert values[0] == values[1]
            looked_at += 1
        game.play(game.choose("planner"))
    assert looked_at > 0


def test_where_nothing_can_be_done_a_turn_is_passed():
    game = Game(players=2, seed=2)
    at = Position(game)
    fill_policies(at.scratch)
    at.state.good_at[:] = -1
    found = list_candidates(at.state, at.rules, at.scratch, 6)
    assert found == 1
    assert at.scratch.candidate[0].code == PASS_CODE


def test_candidates_are_legal_and_different_and_the_first_is_what_the_planner_does():
    game = Game(players=2, seed=7)
    for _ in range(60):
        at = Position(game)
        fill_policies(at.scratch)
        seed_streams(at.scratch.stream[0], np.uint64(1))
        found = list_candidates(at.state, at.rules, at.scratch, 6)
        codes = [int(at.scratch.candidate[index].code) for index in range(found)]
        assert len(set(codes)) == found
        assert all(is_legal(at.state, at.rules, code) for code in codes)
        game.play(game.choose("planner"))


def test_a_step_is_found_where_the_best_plan_has_none_but_another_has():
    game = Game(players=4, seed=7)
    while game.outcome() is None:
        at = Position(game)
        fill_policies(at.scratch)
        seed_streams(at.scratch.stream[0], np.uint64(1))
        assert list_candidates(at.state, at.rules, at.scratch, 1) == 1
        planned = game.choose("planner")
        assert (at.scratch.candidate[0].code == PASS_CODE) == (planned.kind == "pass")
        game.play(planned)


def test_the_pool_is_the_planner_and_others_and_every_one_gets_its_turns():
    at = Position(Game(players=2))
    fill_policies(at.scratch)
    plain = pack_bots(["planner"])[0]
    assert np.array_equal(at.scratch.policy[PLAIN].setting, plain.setting)
    settings = {tuple(at.scratch.policy[index].setting) for index in range(POLICIES)}
    assert len(settings) == POLICIES
    assert {policy_of(np.uint64(3), turn) for turn in range(60)} == set(range(POLICIES))


def test_positions_in_which_equal_camels_changed_places_are_the_same():
    game = Game(players=2, seed=7)
    for _ in range(20):
        game.play(game.choose("planner"))
    at = Position(game)
    before = key_of(at.state, at.rules)
    for values in (at.state.camel_space, at.state.camel_load):
        values[0, [0, 1]] = values[0, [1, 0]]
    assert key_of(at.state, at.rules) == before
    at.state.actions_left += 1
    assert key_of(at.state, at.rules) != before


def test_positions_that_differ_in_markers_alone_are_not_the_same():
    at = Position(Game(players=2, seed=7))
    keys = {int(key_of(at.state, at.rules))}
    for name in ("demand", "theft_markers"):
        for seat in (0, 1):
            at.state[name][seat] += 1
            keys.add(int(key_of(at.state, at.rules)))
    assert len(keys) == 5


def test_a_turn_is_searched_to_its_end_or_to_goods_that_nobody_can_know():
    game = Game(players=2, seed=7)
    drawn = 0
    for _ in range(120):
        at = Position(game)
        fill_policies(at.scratch)
        bot = pack_bots(["beam"])[0]
        leaves = search_turn(at.state, at.rules, bot, at.scratch, np.uint64(3))
        for index in range(1, leaves):
            leaf = at.scratch.leaf[index].state
            assert leaf.turn != at.state.turn or leaf.end_reason != RUNNING or leaf.to_fill != 0
            assert leaf.bag_left == at.state.bag_left
            drawn += leaf.to_fill != 0
        game.play(game.choose("planner"))
    assert drawn > 0


def nodes(*values: float):
    made = np.zeros(4, dtype=NODE).view(np.recarray)
    for index, value in enumerate(values):
        made[index].value = value
        made[index].key = index + 1
    return made


def test_a_position_reached_twice_is_kept_once():
    assert place_for(nodes(1, 2, 3), 0, 3, 4, np.uint64(2), 9.0) == -1


def test_a_position_takes_an_empty_place_and_then_the_worst():
    assert place_for(nodes(1, 2, 3), 0, 3, 4, np.uint64(9), 0.0) == 3
    assert place_for(nodes(1, 2, 3, 4), 0, 4, 4, np.uint64(9), 2.5) == 0
    assert place_for(nodes(1, 2, 3, 4), 0, 4, 4, np.uint64(9), 0.5) == -1


def test_the_planners_turn_keeps_its_place_whatever_it_is_worth():
    assert place_for(nodes(0, 2, 3, 4), 1, 4, 4, np.uint64(9), 2.5) == 1
