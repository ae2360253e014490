"""Edits of a board that is being made."""

from __future__ import annotations

import pytest

from caravan.board import Board
from caravan.errors import BoardError
from caravan.views.board.board_draft import BoardDraft

STANDARD = BoardDraft.of(Board.standard(), (1, 2, 7, 8))


def at(name: str, draft: BoardDraft = STANDARD) -> int:
    return Board("x", draft.width, draft.height, draft.goods, draft.numbered, draft.cities).parse_space(name)


def test_a_draft_of_a_board_is_that_board() -> None:
    assert STANDARD.board() == Board.standard()


def test_demand_is_added_and_taken_away() -> None:
    more = STANDARD.with_demand(at("d6"))
    assert more.demand == (1, 2, 3, 7, 8)
    assert more.with_demand(at("d6")) == STANDARD


def test_a_city_moves_to_a_desert_space_and_changes_places_with_what_stands_in_its_way() -> None:
    moved = STANDARD.with_move(at("g5"), at("g4"))
    assert moved.holds(at("g4")) == "the city of gold"
    assert moved.holds(at("g5")) == ""
    swapped = STANDARD.with_move(at("g5"), at("g7"))
    assert swapped.holds(at("g7")) == "the city of gold"
    assert swapped.holds(at("g5")) == "numbered space 2"
    assert swapped.with_move(at("g7"), at("g5")) == STANDARD


def test_a_number_that_goes_takes_its_demand_along_and_the_demand_of_others_stays_with_their_spaces() -> None:
    fewer = STANDARD.with_number(at("g7"))
    assert len(fewer.numbered) == 7
    assert fewer.holds(at("d6")) == "numbered space 2"
    assert [fewer.space_name(fewer.numbered[number - 1]) for number in fewer.demand] == ["a7", "a1", "g1"]


def test_a_new_number_starts_without_demand_even_if_a_number_was_left_over() -> None:
    left_over = BoardDraft.of(Board.standard(), (1, 9))
    assert left_over.with_number(at("d4")).demand == (1,)


def test_there_is_no_tenth_number() -> None:
    nine = STANDARD.with_number(at("d4"))
    assert nine.holds(at("d4")) == "numbered space 9"
    with pytest.raises(BoardError, match="at most 9 numbered spaces"):
        nine.with_number(at("d5"))


def test_more_columns_and_rows_leave_everything_in_its_space() -> None:
    larger = STANDARD.with_size(8, 8)
    assert [larger.space_name(space) for space in larger.cities] == [
        STANDARD.space_name(space) for space in STANDARD.cities
    ]
    assert larger.with_size(7, 7) == STANDARD


def test_what_stands_in_a_strip_that_is_cut_off_goes_to_the_nearest_desert_space() -> None:
    narrower = STANDARD.with_size(6, 7)
    assert narrower.space_name(narrower.cities[1]) == "f5"
    assert narrower.space_name(narrower.numbered[1]) == "f7"
    assert narrower.board().width == 6


def test_blocked_spaces_make_room_where_there_is_no_other() -> None:
    small = BoardDraft.of(Board.standard()).with_size(4, 4)
    assert small.board().width == 4
    blocked = STANDARD.with_block(at("d4")).with_size(4, 4)
    assert blocked.blocked == ()


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda: STANDARD.with_demand(at("g5")), "g5 is the city of gold: only numbered spaces"),
        (lambda: STANDARD.with_demand(at("d4")), "d4 is desert"),
        (lambda: STANDARD.with_move(at("d4"), at("d5")), "d4 is desert: only cities and numbered"),
        (lambda: STANDARD.with_block(at("d4")).with_move(at("g5"), at("d4")), "d4 is blocked: free it first"),
        (lambda: STANDARD.with_block(at("a7")), "a7 is numbered space 1: move it first"),
        (lambda: STANDARD.with_number(at("c5")), "c5 is the city of salt: only a desert space"),
        (lambda: STANDARD.with_size(8, 9), "at most 64 spaces, not 8 x 9 = 72"),
        (lambda: STANDARD.with_size(3, 5), "15 spaces, too few for 8 numbered spaces and 8 cities"),
        (lambda: STANDARD.with_size(0, 5), "at least one column"),
        (lambda: STANDARD.with_size(27, 1), "too few|26 columns"),
        (lambda: STANDARD.with_demand(49), "no space 49"),
        (lambda: STANDARD.with_move(0, -1), "no space -1"),
    ],
)
def test_an_edit_that_makes_no_sense_is_refused_in_words(edit: object, words: str) -> None:
    with pytest.raises(BoardError, match=words):
        edit()  # type: ignore[operator]
