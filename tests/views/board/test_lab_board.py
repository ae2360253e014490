"""The Lab's board and its editor's model keep in step."""

from __future__ import annotations

from caravan.board import Board
from caravan.views.address import LabState, from_word, to_word
from caravan.views.board.lab_board import board_of
from caravan.views.board.shipped_boards import shipped_boards
from caravan.views.lab_model import LabModel


def at(name: str) -> int:
    return Board.standard().parse_space(name)


def test_an_edit_of_the_board_is_played_and_goes_into_the_link() -> None:
    lab = LabModel()
    board = board_of(lab)
    board.move(at("g5"), at("g4"))
    board.toggle_demand(at("d6"))
    assert lab.request.rules.board == board.board
    assert lab.request.rules.starting_demand == [1, 2, 3, 7, 8]
    assert from_word(to_word(lab.state)) == lab.state


def test_one_edit_is_one_step() -> None:
    lab = LabModel()
    board = board_of(lab)
    heard: list[object] = []
    lab.param.watch(heard.append, "request")
    board.toggle_number(at("g7"))
    assert len(heard) == 1
    assert lab.request.rules.starting_demand == [1, 6, 7]


def test_leading_the_lab_back_leads_the_board_back() -> None:
    lab = LabModel()
    board = board_of(lab)
    kept = [lab.state]
    for edit in (
        lambda: board.choose("oasis"),
        lambda: board.toggle_block(0),
        lambda: board.resize(5, 6),
        board.go_home,
    ):
        edit()
        kept.append(lab.state)
    for state in reversed(kept):
        lab.apply(state)
        assert board.board == lab.board_in_play
        assert list(board.starting_demand) == lab.draft["starting_demand"]
        assert lab.state == state


def test_a_board_in_the_making_is_a_problem_of_the_lab_and_undoing_it_ends_that() -> None:
    lab = LabModel()
    board = board_of(lab)
    before = lab.request
    board.rename(" ")
    assert [problem.parameter for problem in lab.problems] == ["board"]
    assert lab.request is before
    lab.apply(lab.state)
    assert lab.problems == ()
    assert board.problems == ()
    assert board.draft.name == "Standard"


def test_the_demand_that_is_set_among_the_rules_is_seen_on_the_board() -> None:
    lab = LabModel()
    board = board_of(lab)
    lab.edit("starting_demand", [3])
    assert board.draft.demand == (3,)
    lab.edit("starting_demand", "nonsense")
    assert board.draft.demand == ()
    board.toggle_demand(at("d6"))
    assert lab.draft["starting_demand"] == [3]


def test_nonsense_among_the_rules_stays_a_problem_there_until_the_demand_is_edited() -> None:
    lab = LabModel()
    board = board_of(lab)
    lab.edit("starting_demand", "nonsense")
    board.toggle_block(at("d4"))
    assert [problem.parameter for problem in lab.problems] == ["starting_demand"]
    assert lab.board == board.board


def test_another_preset_brings_its_board_and_a_link_brings_its_own() -> None:
    lab = LabModel()
    board = board_of(lab)
    board.choose("oasis")
    lab.choose_preset("published")
    assert board.board == Board.standard()
    lab.apply(LabState(changes={"starting_demand": [1, 2]}, board=shipped_boards()["oasis"]))
    assert board.board.name == "Oasis"
    assert board.home == Board.standard()
    assert board.starting_demand == (1, 2)
