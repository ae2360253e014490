"""The board of the Lab: a board editor's model that keeps in step with the rules."""

from __future__ import annotations

from typing import Any

from caravan.rules import Rules
from caravan.views.board.board_model import BoardModel
from caravan.views.lab_model import LabModel


def board_of(lab: LabModel) -> BoardModel:
    """Make the model of the editor of a Lab's board.

    Parameters
    ----------
    lab : LabModel
        Told of every board that can be played on, and of what keeps others from it; followed in turn.

    Returns
    -------
    BoardModel
        It lives as long as the Lab's model.
    """
    home = Rules.preset(lab.preset).board
    model = BoardModel(lab.board_in_play, _demand(lab), home)

    def tell(*_: Any) -> None:
        lab.edit_board(
            model.board,
            None if model.starting_demand == _demand(lab) else model.starting_demand,
            model.problems,
        )

    def follow(*_: Any) -> None:
        model.show(lab.board_in_play, _demand(lab), Rules.preset(lab.preset).board)
        if model.problems and not lab.board_problems:  # the Lab went elsewhere, though to the same board
            model.back_to_playable()

    model.param.watch(tell, ["board", "starting_demand", "problems"], precedence=1)  # the picture answers first
    lab.param.watch(follow, ["board", "draft", "preset", "board_problems"])
    return model


def _demand(lab: LabModel) -> tuple[int, ...]:
    """Give the starting demand as far as it can be shown: what was entered may be anything."""
    entered = lab.draft["starting_demand"]
    numbers = entered if isinstance(entered, list | tuple) else ()
    return tuple(sorted({number for number in numbers if isinstance(number, int) and not isinstance(number, bool)}))
