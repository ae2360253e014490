"""The text of a position: whole, shortened, and wrong."""

from __future__ import annotations

import pytest
from hypothesis import given

from caravan.errors import InvalidText
from caravan.game import Game
from caravan.rules import Rules
from caravan.testing import games

WHOLE = (
    "turn 14 left 3 picked 2 | 1 a1 d4:salt off e5:gold:under theft 1 demand 3 rare 1 common 2 | "
    "2 g7 theft 1 demand 0 rare 0 common 1 | waiting 1:ivory 2:salt+1 | "
    "bag ivory:2 gold:2 cloth:3 copper:2 salt:5 paper:8 dates:9 leather:9 | rainbow d3"
)
RAINBOW = Rules(rainbow_camel=True)


def test_a_whole_text_is_written_as_it_was_read():
    assert Game.from_position(WHOLE, RAINBOW).position() == WHOLE


def test_a_position_says_all_but_the_order_of_the_bag():
    game = Game.from_position(WHOLE, RAINBOW)
    assert (game.turn, game.seat, game.actions_left, game.since_refill) == (14, 2, 3, 2)
    assert [camel.space for camel in game.camels(1)] == ["a1", "d4", None, "e5", None]
    assert (game.demand, game.rare_delivered, game.common_delivered) == ((3, 0), (1, 0), (2, 1))
    assert game.rainbow == "d3"


def test_blanks_and_the_order_of_the_parts_do_not_matter():
    parts = WHOLE.split("|")
    again = "  |  ".join([*reversed(parts)])
    assert Game.from_position(again, RAINBOW).position() == WHOLE


def test_what_is_left_out_is_as_at_the_start():
    game = Game.from_position("turn 2 | 1 d4 | 2 | 3")
    assert (game.players, game.seat, game.actions_left, game.since_refill) == (3, 2, 2, 0)
    assert game.theft_markers == (1, 1, 1)
    assert sum(game.bag.values()) == 48
    assert [camel.space for camel in game.camels(1)] == ["d4", None, None, None, None]


def test_the_bag_is_what_is_nowhere_else():
    game = Game.from_position("turn 13 | 1 d4:salt | 2 d4:salt:under | waiting 2:salt 1:ivory")
    assert (game.bag["salt"], game.bag["ivory"], game.bag["gold"]) == (6, 2, 3)


def test_players_are_as_many_as_the_parts_for_seats():
    for players in (2, 3, 4):
        seats = " | ".join(str(seat) for seat in range(1, players + 1))
        assert Game.from_position(f"turn 13 | {seats}").players == players


def test_an_ended_position_has_its_outcome():
    game = Game(Rules(turn_limit=1), players=2)
    game.play("pass")
    text = game.position()
    assert text.endswith("| ended turn_limit")
    assert Game.from_position(text, game.rules).outcome() == game.outcome()


def test_seats_that_are_stuck_are_remembered():
    game = Game.from_position("turn 13 | 1 a1:salt | 2 b1:gold", Rules(camels=1))
    game.play("pass")
    assert game.position().endswith("| stuck 1")
    again = Game.from_position(game.position(), Rules(camels=1))
    again.play("pass")
    assert again.outcome().reason == "deadlock"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, ["a position is a text, not None"]),
        ("", ["there is no part ''"]),
        ("turn 5", ["the part '1' is missing"]),
        ("1 | 2", ["the part 'turn' is missing"]),
        ("turn 5 | 1 | 2 | 4", ["the part '3' is missing"]),
        ("turn 5 | 1 | 2 | wating 1:salt", ["no part 'wating'; did you mean 'waiting'?", "Parts are turn, 1"]),
        ("turn 5 | 1 | 2 | 2", ["the part '2' is there twice"]),
        ("turn | 1 | 2", ["part 'turn'", "the turn's number is missing"]),
        ("turn x | 1 | 2", ["part 'turn'", "'x' isn't a number from 1 to 400"]),
        ("turn 401 | 1 | 2", ["'401' isn't a number from 1 to 400"]),
        ("turn 1 left 2 | 1 | 2", ["'2' isn't a number from 0 to 1"]),
        ("turn 5 left 0 | 1 | 2", ["no actions are left"]),
        ("turn 5 lft 2 | 1 | 2", ["'lft' has no meaning here; did you mean 'left'?"]),
        ("turn 5 left | 1 | 2", ["the number after 'left' is missing"]),
        ("turn 5 left 1 left 1 | 1 | 2", ["'left' is there twice"]),
        ("turn 5 picked 4 | 1 | 2", ["after 4 goods picked up"]),
        ("turn 5 | 1 h1 | 2", ["part '1'", "there is no space 'h1': spaces are a1 to g7"]),
        ("turn 5 | 1 a1 a1 a1 a1 a1 a1 | 2", ["6 camels are more than the rules' 5"]),
        ("turn 5 | 1 a1:slat | 2", ["no good 'slat'; did you mean 'salt'?"]),
        ("turn 5 | 1 a1:salt:over | 2", ["'a1:salt:over' isn't a camel", "a1:salt:under"]),
        ("turn 5 | 1 c5:salt | 2", ["c5 is the city of salt"]),
        ("turn 5 | 1 theft 2 | 2 theft 2", ["2 theft markers, but the seats hold 4"]),
        ("turn 5 | 1 theft 0 | 2", ["2 theft markers, but the seats hold 1"]),
        ("turn 5 | 1 demand -1 | 2", ["'-1' isn't a number"]),
        ("turn 5 | 1 | 2 | waiting 9:salt", ["'9' isn't a number from 1 to 8"]),
        ("turn 5 | 1 | 2 | waiting 1:salt 1:gold", ["number 1 is there twice"]),
        ("turn 5 | 1 | 2 | waiting 1", ["no good ''"]),
        ("turn 5 | 1 | 2 | bag salt:10", ["'10' isn't a number from 0 to 9"]),
        ("turn 5 | 1 | 2 | bag salt:1 salt:1", ["salt is there twice"]),
        ("turn 5 | 1 | 2 | bag", ["12 rare goods, but 0 are in the bag"]),
        ("turn 5 | 1 rare 1 | 2", ["can't be left out where rare goods have been delivered"]),
        ("turn 5 | 1 a1:ivory a1:ivory b1:ivory b1:ivory | 2", ["3 of ivory, not 4"]),
        ("turn 5 | 1 | 2 | rainbow d4", ["no rainbow camel"]),
        ("turn 5 | 1 | 2 | stuck 1 2", ["all seats are stuck exactly when"]),
        ("turn 5 | 1 | 2 | ended delivery", ["only with an empty bag"]),
        ("turn 5 left 0 | 1 | 2 | ended turn_limit", ["the end of turn 400"]),
        ("turn 5 | 1 | 2 | ended boredom", ["delivery, deadlock, turn_limit"]),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_the_part_and_the_reason(text, words):
    with pytest.raises(InvalidText) as caught:
        Game.from_position(text)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(("place", "words"), [("a4", "edge"), ("", "needs one space"), ("h9", "no space 'h9'")])
def test_the_rainbow_camel_stands_on_one_space_off_the_edge(place, words):
    with pytest.raises(InvalidText, match=words):
        Game.from_position(f"turn 5 | 1 | 2 | rainbow {place}", RAINBOW)


@given(games())
def test_every_position_of_every_game_reads_back(game):
    assert Game.from_position(game.position(), game.rules).position() == game.position()
