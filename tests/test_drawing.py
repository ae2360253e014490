"""A game as text and as a picture."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from caravan import picture
from caravan.board import Board, Good
from caravan.drawing import headline
from caravan.game import Game
from caravan.plots import palette
from caravan.rules import Rules

FULL = (
    "turn 13 left 3 picked 1 | 1 d4:salt d4 d4 c5 | 2 d4:gold:under g7:paper:under | 3 a1 | 4 | "
    "waiting 1:ivory+2 8:paper | rainbow d3"
)
RAINBOW = Rules(rainbow_camel=True)


@pytest.fixture
def game() -> Game:
    return Game.from_position(FULL, RAINBOW)


def cell(game: Game, name: str) -> list[str]:
    """The lines of one space of the drawing."""
    board = game.rules.board
    lines = str(game).splitlines()
    row, column = int(name[1:]), "abcdefgh".index(name[0])
    start = next(place for place, line in enumerate(lines) if line.startswith(f"{row} |"))
    found = []
    for line in lines[start:]:
        if line.strip().startswith("+"):
            break
        found.append(line.split("|")[1 : board.width + 1][column].strip())
    return found


def test_the_drawing_says_whose_turn_it_is(game):
    assert str(game).splitlines()[0] == "turn 13, seat 1 to act, 3 actions left"
    assert headline(Game()) == "turn 1, seat 1 to act, 1 action left"


def test_the_board_is_drawn_with_a1_at_the_bottom_left(game):
    lines = str(game).splitlines()
    rows = [line[0] for line in lines if line[:1].isdigit()]
    assert rows[:7] == list("7654321")
    assert "      a       b       c       d       e       f       g" in lines


def test_spaces_show_numbers_goods_demand_and_cities(game):
    assert cell(game, "a7")[0] == "1 I+2"
    assert cell(game, "g1")[0] == "8 P"
    assert cell(game, "b4")[0] == "4"
    assert cell(game, "e5")[0] == "[P]"
    assert cell(game, "d5") == ["", ""]


def test_camels_show_their_seat_and_what_they_carry(game):
    assert " ".join(cell(game, "d4")).split() == ["1S", "1x2", "2g"]
    assert cell(game, "g7")[1] == "2p"
    assert cell(game, "c5") == ["[S]", "1"]
    assert cell(game, "d3")[1] == "*"


def test_a_space_with_many_camels_takes_more_lines():
    crowd = Game.from_position("turn 13 | 1 d4:salt d4:gold d4:dates d4 | 2 d4:salt d4:paper:under d4")
    assert " ".join(cell(crowd, "d4")).split() == ["1S", "1G", "1D", "1", "2S", "2p", "2"]
    assert {len(line) for line in str(crowd).splitlines() if line.endswith("|")} == {59}


def test_blocked_spaces_are_hatched():
    board = Board.from_grid("Blocked", "1 # S\n. . .", (Good("S", "salt", False),))
    game = Game(Rules(board=board, refill_after=1, starting_demand=[]))
    assert cell(game, "b2")[0] == "#######"


def test_what_each_seat_has_stands_below(game):
    lines = str(game).splitlines()
    (seat_2,) = [line for line in lines if line.startswith("   2 ")]
    assert seat_2.split() == ["2", "0", "0", "0", "0", "1", "3", "gold", "(under),", "paper", "(under)"]
    assert any(line.startswith("in the bag: 43 (2 ivory, 2 gold") for line in lines)
    assert "next refill: after 3 goods picked up" in lines


def test_the_drawing_of_an_ended_game_says_how_it_ended():
    game = Game(Rules(turn_limit=1), players=2)
    game.play("pass")
    assert str(game).splitlines()[0] == "ended in turn 1 by the turn limit: seats 1 and 2 share the win"
    won = Game.from_position("turn 400 | 1 demand 1 | 2")
    won.play("pass")
    assert headline(won) == "ended in turn 400 by the turn limit: seat 1 wins"


def test_the_picture_is_well_formed_and_names_what_it_shows(game):
    root = ElementTree.fromstring(game._repr_svg_())
    titles = [element.text for element in root.iter("{http://www.w3.org/2000/svg}title")]
    assert titles[0] == "Caravan: turn 13, seat 1 to act, 3 actions left"
    assert sorted(titles[1:]) == [
        "2 camels of seat 1",
        "camel of seat 1",
        "camel of seat 1 with salt",
        "camel of seat 2 with gold under it",
        "camel of seat 2 with paper under it",
        "camel of seat 3",
        "rainbow camel",
    ]


def test_the_picture_shows_waiting_goods_with_their_demand(game):
    words = [
        element.text for element in ElementTree.fromstring(game._repr_svg_()).iter("{http://www.w3.org/2000/svg}text")
    ]
    assert "+2" in words
    assert {"I", "P", "ivory", "paper", "in the bag: 43"} <= set(words)


def test_seats_have_the_colours_they_have_in_the_figures():
    assert picture.SEATS == palette.SEATS


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_everything_in_the_picture_stands_out_from_its_ground():
    for fill in (picture.CARD, picture.SAND):
        assert contrast(picture.INK, fill) > 7
    for seat in picture.SEATS:
        assert contrast(seat, "#ffffff") > 3
        assert contrast(seat, picture.SAND) > 2.4
    assert all(contrast(fill, "#ffffff") > 4.5 for fill in picture.RARE)
    assert all(contrast(fill, "#000000") > 7 for fill in picture.COMMON)


def test_the_picture_stands_on_a_card_of_its_own_on_light_and_on_dark_pages(game):
    root = ElementTree.fromstring(game._repr_svg_())
    card = root.find("{http://www.w3.org/2000/svg}rect")
    assert (card.get("width"), card.get("height")) == (root.get("width"), root.get("height"))
    assert card.get("fill") == picture.CARD


def test_goods_are_told_apart_by_colour_and_letter():
    colours = picture.good_colours(Board.standard())
    assert len(set(colours.values())) == len(colours) == 8


def test_names_from_a_board_file_do_no_harm_in_the_picture():
    board = Board.from_grid("<b>&", "1 S\n. .", (Good("S", "salt", False),))
    game = Game(Rules(board=board, refill_after=1, starting_demand=[1]))
    ElementTree.fromstring(game._repr_svg_())
