"""Rulings on the actions transfer and deliver."""

from __future__ import annotations

import pytest
from situations import given, last_events, refused, targets


def cargo(game, seat=1):
    return {(camel.space, camel.good, camel.under) for camel in game.camels(seat) if camel.good}


def test_a_good_passes_to_an_unladen_camel_in_the_next_space():
    game = given("turn 5 | 1 d4:salt d5 | 2")
    game.play("transfer d4 d5")
    assert cargo(game) == {("d5", "salt", False)}
    assert game.actions_left == 3


def test_a_good_passes_along_a_chain_of_ones_own_camels_at_the_price_of_one_transfer():
    game = given("turn 5 | 1 a1:salt a2 a3 b3 b4 | 2")
    game.play("transfer a1 b4 salt")
    assert game.actions_left == 3
    assert cargo(game) == {("b4", "salt", False)}


def test_laden_camels_are_links_of_a_chain_as_unladen_ones_are():
    game = given("turn 5 | 1 a1:salt a2:gold a3:paper:under a4 | 2")
    game.play("transfer a1 a4 salt")
    assert cargo(game) == {("a2", "gold", False), ("a3", "paper", True), ("a4", "salt", False)}


def test_the_chain_may_bend_but_not_step_diagonally():
    refused(given("turn 5 | 1 a1:salt b2 | 2"), "transfer a1 b2", "aren't connected", "nowhere")
    assert "transfer a1 b2 salt" in given("turn 5 | 1 a1:salt b1 b2 | 2").legal_actions


def test_a_gap_breaks_the_chain():
    refused(given("turn 5 | 1 a1:salt a2 a4 | 2"), "transfer a1 a4", "only to a2")


def test_an_opponents_camels_do_not_help_a_chain():
    refused(given("turn 5 | 1 a1:salt a3 | 2 a2"), "transfer a1 a3", "aren't connected")


def test_an_opponents_camels_do_not_block_a_chain():
    game = given("turn 5 | 1 a1:salt a2 a3 | 2 a2 a2:gold a3")
    assert "transfer a1 a3 salt" in game.legal_actions


def test_the_receiver_must_be_unladen():
    refused(given("turn 5 | 1 a1:salt a2:gold | 2"), "transfer a1 a2 salt", "no unladen camel in a2")


def test_beside_a_laden_camel_an_unladen_one_receives():
    game = given("turn 5 | 1 a1:salt a2:gold a2 | 2")
    game.play("transfer a1 a2 salt")
    assert cargo(game) == {("a2", "gold", False), ("a2", "salt", False)}


def test_a_transfer_ends_in_another_space_than_it_began_in():
    game = given("turn 5 | 1 a1:salt a1 | 2")
    refused(game, "transfer a1 a1", "another space")
    assert not targets(game, "transfer")


def test_a_player_transfers_only_goods_of_their_own_camels_to_their_own_camels():
    refused(given("turn 5 | 1 a2 | 2 a1:salt"), "transfer a1 a2", "it has no laden camel in a1")
    refused(given("turn 5 | 1 a1:salt | 2 a2"), "transfer a1 a2", "it has no camel in a2")


def test_what_a_transfer_and_a_delivery_cost_is_one_rule():
    for position, action in (("a1:salt a2", "transfer a1 a2"), ("c4:salt c5", "deliver c4 c5")):
        game = given(f"turn 5 | 1 {position} | 2", transfer_cost=3)
        game.play(action)
        assert game.actions_left == 1


def test_a_transferred_good_lies_on_top_again():
    game = given("turn 5 | 1 a1:salt:under a2 | 2")
    game.play("transfer a1 a2 salt under")
    assert cargo(game) == {("a2", "salt", False)}
    (event,) = last_events(game, 1)
    assert event["under"]


def test_the_log_says_whether_the_good_had_lain_under_its_camel():
    game = given("turn 5 | 1 a1:salt a2 | 2")
    game.play("transfer a1 a2")
    (event,) = last_events(game, 1)
    assert (event["source"], event["target"], event["good"], event["points"]) == ("a1", "a2", "salt", 0)
    assert not event["under"]


def test_a_transfer_that_reaches_the_goods_city_is_a_delivery():
    game = given("turn 5 | 1 c4:salt c5 | 2")
    game.play("deliver c4 c5")
    assert game.common_delivered == (1, 0)
    assert game.scores() == (3, 0)
    assert cargo(game) == set()
    assert [camel.good for camel in game.camels(1) if camel.space == "c5"] == [None]


def test_a_good_that_reaches_its_city_cannot_merely_be_loaded_there():
    refused(given("turn 5 | 1 c4:salt c5 | 2"), "transfer c4 c5", "city of salt", "'deliver c4 c5'")


def test_delivery_needs_an_unladen_camel_in_the_city():
    refused(given("turn 5 | 1 c4:salt | 2"), "deliver c4 c5", "it has no camel in c5")
    refused(given("turn 5 | 1 c4:salt c5:gold | 2"), "deliver c4 c5 salt", "no unladen camel in c5")
    refused(given("turn 5 | 1 c4:salt | 2 c5"), "deliver c4 c5", "it has no camel in c5")


def test_the_city_may_be_at_the_far_end_of_a_chain():
    game = given("turn 5 | 1 c1:salt c2 c3 c4 c5 | 2")
    game.play("deliver c1 c5 salt")
    assert game.scores() == (3, 0)


def test_a_city_takes_only_the_good_it_wants():
    refused(
        given("turn 5 | 1 c4:paper c5 | 2"), "deliver c4 c5", "c5 isn't its city", "paper is e5", "'transfer c4 c5'"
    )


def test_another_good_may_rest_on_a_camel_in_the_city():
    game = given("turn 5 | 1 c4:paper c5 | 2")
    game.play("transfer c4 c5")
    assert cargo(game) == {("c5", "paper", False)}


def test_a_good_may_pass_through_its_city_only_by_being_delivered_there_or_going_on_along_the_chain():
    game = given("turn 5 | 1 c4:salt c5 c6 | 2")
    assert {str(action) for action in game.legal_actions if action.kind in ("transfer", "deliver")} == {
        "deliver c4 c5 salt",
        "transfer c4 c6 salt",
    }


def test_a_good_that_lies_under_its_camel_may_be_delivered():
    game = given("turn 5 | 1 c4:salt:under c5 | 2")
    game.play("deliver c4 c5 salt under")
    assert game.scores() == (3, 0)


@pytest.mark.parametrize(("good", "source", "city", "points"), [("ivory", "c6", "c7", 6), ("leather", "c2", "c3", 3)])
def test_a_rare_good_scores_6_and_a_common_one_3(good, source, city, points):
    game = given(f"turn 5 | 1 {source}:{good} {city} | 2")
    game.play(f"deliver {source} {city}")
    assert game.scores() == (points, 0)
    (event,) = last_events(game, 1)
    assert (event["action"], event["points"], event["good"]) == ("deliver", points, good)


def test_only_a_laden_camel_has_something_to_transfer():
    refused(
        given("turn 5 | 1 a1 a2 | 2"), "transfer a1 a2", "it has no laden camel in a1", "none of its camels is laden"
    )


def test_the_camel_that_gives_is_unladen_afterwards_and_may_move():
    game = given("turn 5 | 1 a1:salt a2 | 2")
    game.play("transfer a1 a2")
    game.play("move a1 g7")
    assert game.actions_left == 2


def test_a_good_cannot_be_dropped():
    game = given("turn 5 | 1 d4:salt | 2", camels=1)
    assert [str(action) for action in game.legal_actions] == ["pass"]
