"""A board that a designer edits: as it was drawn, what is wrong with it, and the last one that can be played on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import param

from caravan.board import Board
from caravan.errors import BoardError, CaravanError, Problem, nearest
from caravan.views.board.board_draft import BoardDraft
from caravan.views.board.shipped_boards import shipped_boards
from caravan.views.rule_words import fits_a_link
from caravan.views.uploads import read_board, shown_name

CHANGED = ", changed"
"""Follows the name of a board that was one of those that ship with the package."""

_STANDARD = Board.standard()


class BoardModel(param.Parameterized):
    """The state of a board editor, without any widget.

    The board is kept as it was drawn in `draft`. After every edit `problems` says what keeps it from being played on,
    and `board` and `starting_demand` follow if nothing does; otherwise they stay at what could be played on last. An
    edit that makes no sense changes nothing. Either way `said` tells what came of it.

    Parameters
    ----------
    board : Board, optional
        What to begin with; by default the standard board.
    starting_demand : iterable of int, optional
        The numbers of the spaces that start with a demand marker.
    home : Board, optional
        What `go_home` leads back to; by default the board at the beginning.
    """

    draft = param.ClassSelector(
        class_=BoardDraft, default=BoardDraft.of(_STANDARD), constant=True, doc="The board as it was drawn."
    )
    board = param.ClassSelector(
        class_=Board, default=_STANDARD, constant=True, doc="The last one that can be played on."
    )
    starting_demand = param.ClassSelector(
        class_=tuple, constant=True, default=(), doc="The numbers with a demand marker at the start of `board`."
    )
    home = param.ClassSelector(class_=Board, default=_STANDARD, constant=True, doc="What can be gone back to.")
    problems = param.ClassSelector(class_=tuple, constant=True, default=(), doc="What is wrong with the draft.")
    said = param.String(default="", constant=True, doc="What came of the last edit.")
    refused = param.Boolean(default=False, constant=True, doc="Whether the last edit made no sense.")
    turn = param.Integer(default=0, constant=True, doc="How many edits there were.")
    drawing = param.Integer(
        default=0,
        constant=True,
        doc="Raised whenever another board or size is drawn: what is asked for on sight of an earlier one is void.",
    )

    def __init__(
        self, board: Board = _STANDARD, starting_demand: Iterable[int] = (1, 2, 7, 8), home: Board | None = None
    ) -> None:
        demand = tuple(sorted(starting_demand))
        super().__init__(  # type: ignore[no-untyped-call]
            draft=BoardDraft.of(board, demand), board=board, starting_demand=demand, home=home or board
        )

    def show(self, board: Board, starting_demand: Iterable[int], home: Board | None = None) -> None:
        """Take over a board from elsewhere, without a word.

        Parameters
        ----------
        board : Board
            The board; if it is the one that can be played on already, what is being drawn stays.
        starting_demand : iterable of int
            The numbers of the spaces that start with a demand marker.
        home : Board, optional
            What `go_home` leads back to, if that changes too.
        """
        demand = tuple(sorted(starting_demand))
        changes: dict[str, Any] = {} if home in (None, self.home) else {"home": home}
        if board != self.board:
            changes |= {"board": board, "draft": BoardDraft.of(board, demand), "problems": (), "said": ""}
            changes |= {"refused": False, "starting_demand": demand, "drawing": self.drawing + 1}
        elif demand != self.starting_demand:
            changes |= {"draft": replace(self.draft, demand=demand), "starting_demand": demand}
        self._update(**changes)

    def toggle_demand(self, space: int) -> None:
        """Add demand at the start to a numbered space, or take it away; see `BoardDraft.with_demand`."""

        def edit() -> tuple[BoardDraft, str]:
            draft = self.draft.with_demand(space)
            number = draft.numbered.index(space) + 1
            now = "now starts with a demand marker" if number in draft.demand else "no longer starts with demand"
            return draft, f"Space {number}, {draft.space_name(space)}, {now}."

        self._edit(edit)

    def move(self, source: int, target: int) -> None:
        """Move a city or a numbered space; see `BoardDraft.with_move`."""

        def edit() -> tuple[BoardDraft, str]:
            before = self.draft
            draft = self._named_apart(before.with_move(source, target))
            here, there = before.space_name(source), before.space_name(target)
            what, other = before.holds(source), before.holds(target)
            if source == target:
                return draft, f"{_capital(what)} stays in {here}."
            if other:
                return draft, f"{_capital(what)} is now in {there}, and {other} in {here}."
            return draft, f"{_capital(what)} is now in {there}."

        self._edit(edit)

    def toggle_block(self, space: int) -> None:
        """Block a space, or free it; see `BoardDraft.with_block`."""

        def edit() -> tuple[BoardDraft, str]:
            draft = self._named_apart(self.draft.with_block(space))
            return draft, f"{draft.space_name(space)} is {'blocked' if space in draft.blocked else 'free again'}."

        self._edit(edit)

    def toggle_number(self, space: int) -> None:
        """Give a space the next number, or take its own away; see `BoardDraft.with_number`."""

        def edit() -> tuple[BoardDraft, str]:
            before, draft = self.draft, self._named_apart(self.draft.with_number(space))
            name = draft.space_name(space)
            if space in draft.numbered:
                return draft, f"{name} is now numbered space {len(draft.numbered)}."
            gone = before.numbered.index(space) + 1
            later = " Later numbers count one less." if gone < len(before.numbered) else ""
            return draft, f"{name} is no longer numbered space {gone}.{later}"

        self._edit(edit)

    def resize(self, width: int, height: int) -> None:
        """Change the numbers of columns and rows; see `BoardDraft.with_size`."""

        def edit() -> tuple[BoardDraft, str]:
            before, draft = self.draft, self._named_apart(self.draft.with_size(width, height))
            moved = []
            for old, new in zip((*before.numbered, *before.cities), (*draft.numbered, *draft.cities), strict=True):
                if before.space_name(old) != draft.space_name(new):
                    moved.append(f"{before.holds(old)} to {draft.space_name(new)}")
            inward = f" Moved inward: {'; '.join(moved)}." if moved else ""
            return draft, f"The board has {_count(width, 'column')} and {_count(height, 'row')}.{inward}"

        self._edit(edit, another=True)

    def rename(self, name: str) -> None:
        """Call the board something else."""
        self._edit(lambda: (replace(self.draft, name=" ".join(name.split())), "The board has another name."))

    def choose(self, name: str) -> None:
        """Take one of `caravan.views.board.shipped_boards`.

        Parameters
        ----------
        name : str
            The name of its file, such as ``oasis``.
        """

        def edit() -> tuple[BoardDraft, str]:
            boards = shipped_boards()
            if name not in boards:
                raise BoardError(f"no board is called '{name}'{nearest(name, boards)}")
            return self._with(boards[name])

        self._edit(edit, another=True)

    def load(self, name: str, content: bytes) -> None:
        """Take the board of a file, whole or not at all.

        Parameters
        ----------
        name : str
            What the file is called; only shown.
        content : bytes
            A board file, or a rules file with a board.
        """

        def edit() -> tuple[BoardDraft, str]:
            draft, words = self._with(read_board(name, content))
            return draft, f"{words} It comes from {shown_name(name)}."

        self._edit(edit, another=True)

    def go_home(self) -> None:
        """Go back to the board of the preset; demand stays at the numbers that there are."""
        self._edit(lambda: self._with(self.home), another=True)

    def back_to_playable(self) -> None:
        """Go back from what is being drawn to the last board that could be played on."""
        back = BoardDraft.of(self.board, self.starting_demand)
        self._edit(lambda: (back, "Back at the last board that could be played on."), another=True)

    def refuse(self, words: str) -> None:
        """Say why something couldn't be done; everything stays."""
        self._update(said=words, refused=True, turn=self.turn + 1)

    def chosen(self) -> str:
        """Name the shipped board that is shown, or nothing if it is another."""
        drawn = replace(self.draft, demand=())
        return next((name for name, board in shipped_boards().items() if BoardDraft.of(board) == drawn), "")

    def file(self) -> tuple[str, str]:
        """Give the name and the text of a file with the last board that could be played on."""
        stem = re.sub(r"[^a-z0-9]+", "-", self.board.name.lower()).strip("-")[:40]
        return f"{stem or 'board'}.toml", self.board.to_toml()

    def _named_apart(self, draft: BoardDraft) -> BoardDraft:
        """Keep a board that was changed from being taken for the one that it was made from."""
        for board in (*shipped_boards().values(), self.home):
            same = BoardDraft.of(board) == replace(draft, name=board.name, demand=())
            if same and draft.name == board.name + CHANGED:
                return replace(draft, name=board.name)
            if not same and draft.name == board.name:
                return replace(draft, name=board.name + CHANGED)
        return draft

    def _with(self, board: Board) -> tuple[BoardDraft, str]:
        """Take another board, with the demand of the numbers that it has too."""
        numbers = range(1, len(board.numbered) + 1)
        lost = [str(number) for number in self.draft.demand if number not in numbers]
        draft = BoardDraft.of(board, (number for number in self.draft.demand if number in numbers))
        spaces = "space" if len(lost) == 1 else "spaces"
        gone = f" It has no {spaces} {', '.join(lost)}, so there is no demand on them at the start." if lost else ""
        return draft, f"Now on the board {board.name}.{gone}"

    def _edit(self, edit: Callable[[], tuple[BoardDraft, str]], *, another: bool = False) -> None:
        try:
            draft, words = edit()
        except CaravanError as error:
            self.refuse(_sentence(str(error)))
            return
        changes: dict[str, Any] = {"draft": draft, "said": words, "refused": False, "turn": self.turn + 1}
        changes["drawing"] = self.drawing + another
        try:
            board = draft.board()
            if not fits_a_link(board):
                raise BoardError("its names are too long for a link: choose shorter ones")
            changes |= {"board": board, "starting_demand": draft.demand, "problems": ()}
        except BoardError as error:
            changes["problems"] = (Problem("board", str(error)),)
        self._update(**changes)

    def _update(self, **changes: Any) -> None:
        new = {name: value for name, value in changes.items() if value != getattr(self, name)}
        with param.edit_constant(self):
            self.param.update(**new)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _sentence(words: str) -> str:
    # A space's name is the beginning of many of them, and stays as it is written on the board.
    first = words if re.match(r"[a-z]\d", words) else _capital(words)
    return first if first.endswith((".", "?")) else f"{first}."


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
