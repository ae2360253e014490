"""The model of the board editor: what was drawn, what is wrong with it, what can be played on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caravan.board import Board
from caravan.rules import Rules
from caravan.testing.strategies import boards
from caravan.views.board.board_draft import BoardDraft
from caravan.views.board.board_model import BoardModel
from caravan.views.board.shipped_boards import shipped_boards
from caravan.views.rule_words import board_from_text, board_to_text

STANDARD = Board.standard()
ROOT = Path(__file__).resolve().parents[3]
SPACES = st.integers(-1, 64)
SIZES = st.integers(-1, 27)
EDITS = st.one_of(
    st.tuples(st.just("toggle_demand"), SPACES),
    st.tuples(st.just("move"), SPACES, SPACES),
    st.tuples(st.just("toggle_block"), SPACES),
    st.tuples(st.just("toggle_number"), SPACES),
    st.tuples(st.just("resize"), SIZES, SIZES),
    st.tuples(st.just("rename"), st.text(max_size=12)),
    st.tuples(st.just("choose"), st.sampled_from(["oasis", "standard", "long_road", "nowhere"])),
    st.tuples(st.just("load"), st.text(max_size=9), st.binary(max_size=60)),
    st.tuples(st.just("go_home")),
    st.tuples(st.just("back_to_playable")),
)


def at(name: str) -> int:
    return STANDARD.parse_space(name)


@given(boards(), st.lists(EDITS, max_size=8))
def test_after_any_edits_there_is_a_board_to_play_on_and_words_for_what_is_wrong(
    board: Board, edits: list[tuple]
) -> None:
    model = BoardModel(board, ())
    for name, *arguments in edits:
        before = (model.draft, model.board, model.starting_demand)
        getattr(model, name)(*arguments)
        assert model.said
        if model.refused:
            assert (model.draft, model.board, model.starting_demand) == before
        if model.problems:
            assert all(str(problem) for problem in model.problems)
        else:
            assert BoardDraft.of(model.board, model.starting_demand) == model.draft
        assert set(model.starting_demand) <= set(range(1, len(model.board.numbered) + 1))
        assert board_from_text(board_to_text(model.board)) == model.board
        assert Board.from_toml(model.file()[1]) == model.board


@given(st.lists(EDITS, max_size=8))
def test_values_that_were_kept_lead_back(edits: list[tuple]) -> None:
    model = BoardModel()
    kept = []
    for name, *arguments in edits:
        kept.append((model.board, model.starting_demand))
        getattr(model, name)(*arguments)
    for board, demand in reversed(kept):
        model.show(board, demand)
        assert (model.board, model.starting_demand) == (board, demand)


def test_a_board_that_is_cut_in_two_is_explained_and_the_last_one_goes_on() -> None:
    model = BoardModel()
    for name in ("a6", "b6", "b7"):
        model.toggle_block(at(name))
    assert [problem.parameter for problem in model.problems] == ["board"]
    assert "no way from a7" in model.problems[0].message
    assert {STANDARD.space_name(space) for space in model.board.blocked} == {"a6", "b6"}
    assert {STANDARD.space_name(space) for space in model.draft.blocked} == {"a6", "b6", "b7"}
    model.toggle_block(at("a6"))
    assert model.problems == ()
    assert {STANDARD.space_name(space) for space in model.board.blocked} == {"b6", "b7"}


def test_one_can_go_back_from_an_unplayable_drawing_with_its_demand() -> None:
    model = BoardModel()
    model.rename("  ")
    model.toggle_number(at("a7"))
    assert "the name must be a text" in model.problems[0].message
    assert model.starting_demand == (1, 2, 7, 8)
    model.back_to_playable()
    assert model.problems == ()
    assert (model.board, model.draft.demand) == (STANDARD, (1, 2, 7, 8))


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda model: model.toggle_demand(at("d6")), "Space 3, d6, now starts with a demand marker."),
        (lambda model: model.toggle_demand(at("a7")), "Space 1, a7, no longer starts with demand."),
        (lambda model: model.toggle_demand(at("d4")), "d4 is desert: only numbered spaces can start with a demand"),
        (lambda model: model.move(at("g5"), at("g4")), "The city of gold is now in g4."),
        (lambda model: model.move(at("g5"), at("g7")), "is now in g7, and numbered space 2 in g5."),
        (lambda model: model.move(at("g5"), at("g5")), "The city of gold stays in g5."),
        (lambda model: model.toggle_block(at("d4")), "d4 is blocked."),
        (lambda model: model.toggle_number(at("d4")), "d4 is now numbered space 9."),
        (
            lambda model: model.toggle_number(at("g7")),
            "g7 is no longer numbered space 2. Later numbers count one less.",
        ),
        (lambda model: model.toggle_number(at("g1")), "g1 is no longer numbered space 8."),
        (lambda model: model.resize(6, 7), "Moved inward: numbered space 2 to f7"),
        (lambda model: model.resize(9, 9), "A board has at most 64 spaces"),
        (lambda model: model.choose("oasis"), "Now on the board Oasis. It has no spaces 7, 8, so there is no demand"),
        (lambda model: model.choose("oasys"), "did you mean 'oasis'?"),
        (lambda model: model.load("<b>x.toml", b"grid = 3"), "<b>x.toml: the file: 'name' is missing."),
        (lambda model: model.load("x.toml", b"\xff"), "found byte 0xff, allowed is UTF-8 text"),
    ],
)
def test_every_edit_is_answered_in_words(edit: Callable[[BoardModel], None], words: str) -> None:
    model = BoardModel()
    edit(model)
    assert words in model.said


def test_a_file_that_cant_be_read_changes_nothing() -> None:
    model = BoardModel()
    model.toggle_block(at("d4"))
    before = model.draft
    model.load("board.toml", b'name = "x"\ngrid = "1 A A"\n')
    assert model.refused
    assert model.draft is before


def test_a_board_comes_back_from_its_file_and_from_a_rules_file() -> None:
    oasis = shipped_boards()["oasis"]
    model = BoardModel(oasis)
    name, text = model.file()
    assert name == "oasis.toml"
    for content in (text, Rules(board=oasis).to_toml()):
        other = BoardModel()
        other.load(name, content.encode())
        assert other.board == oasis


def test_the_name_of_a_file_is_harmless_whatever_the_board_is_called() -> None:
    model = BoardModel()
    for called, name in (("../../etc/passwd", "etc-passwd.toml"), ("\u6c99\u6f20", "board.toml"), ("A " * 60, None)):
        model.rename(called)
        assert model.problems == ()
        stem = model.file()[0]
        assert name in {None, stem}
        assert len(stem) <= 45


def test_names_that_no_link_has_room_for_are_a_problem() -> None:
    model = BoardModel()
    model.rename("".join(chr(0x4E00 + 7 * place) for place in range(2000)))
    assert "too long for a link" in model.problems[0].message
    assert model.board == STANDARD


def test_a_board_shown_from_elsewhere_leaves_no_words_and_an_equal_one_keeps_the_drawing() -> None:
    model = BoardModel()
    model.rename("")
    model.show(STANDARD, (1, 2, 7, 8))
    assert model.problems
    model.show(shipped_boards()["oasis"], (1,))
    assert model.problems == ()
    assert model.said == ""
    assert model.chosen() == "oasis"


def test_the_standard_board_comes_first_and_data_holds_the_others() -> None:
    names = list(shipped_boards())
    assert names[0] == "standard"
    shipped = ROOT / "caravan" / "boards"
    files = sorted((ROOT / "data" / "boards").glob("*.toml"))
    assert sorted(names[1:]) == [path.stem for path in files]
    for path in files:
        assert path.read_bytes() == (shipped / path.name).read_bytes()


def test_a_board_that_was_changed_isnt_called_like_the_one_it_was_made_from() -> None:
    model = BoardModel()
    model.toggle_block(at("d4"))
    assert model.board.name == "Standard, changed"
    assert model.chosen() == ""
    model.toggle_block(at("d4"))
    assert model.board == STANDARD
    assert model.chosen() == "standard"
    model.rename("Mine")
    model.toggle_block(at("d4"))
    assert model.board.name == "Mine"


def test_going_home_leads_back_to_the_presets_board() -> None:
    model = BoardModel(shipped_boards()["oasis"], (1, 6), home=STANDARD)
    model.go_home()
    assert (model.board, model.starting_demand) == (STANDARD, (1, 6))
