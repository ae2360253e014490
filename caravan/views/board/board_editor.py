"""The board editor: the board as a picture on which it is changed, by mouse, by touch, or by keyboard alone."""

# mypy: allow-untyped-calls

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import param
from panel.custom import JSComponent
from panel.viewable import Viewer

from caravan.views.board.board_data import board_data
from caravan.views.board.board_model import BoardModel
from caravan.views.board.board_script import BOARD_STYLE, with_board_drawing
from caravan.views.board.shipped_boards import shipped_boards
from caravan.views.uploads import LARGEST_TOML

_HERE = Path(__file__).parent
_LONGEST_MESSAGE = 4 * (LARGEST_TOML // 3 + 2)
_LONGEST_NAME = 1000


class BoardPicture(JSComponent):
    """The editor as the browser shows it; its parts are made when it is first unfolded."""

    shown = param.Dict(default={}, doc="What is seen: see `BoardEditor`.")
    shipped = param.List(default=[], doc="The boards to choose from, each with `key` and `name`.")
    largest_file = param.Integer(default=LARGEST_TOML, doc="How many bytes a file may have.")
    unfolded = param.Boolean(default=False, doc="Whether it is unfolded; the browser may draw it anew at any time.")
    tool = param.String(default="demand", doc="What a click does.")

    _esm = with_board_drawing(_HERE / "board_field.js", _HERE / "board_editor.js")
    _stylesheets = [BOARD_STYLE, str(_HERE / "board_editor.css")]  # noqa: RUF012 - Panel reads the class's own list

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        self.on_act: Callable[[Mapping[str, Any]], object] = lambda message: None

    def _handle_msg(self, data: Any) -> None:
        if isinstance(data, dict):
            self.on_act(data)


class BoardEditor(Viewer):
    """Edits a board on its picture.

    Parameters
    ----------
    model : BoardModel
        The board; see `caravan.views.board.lab_board.board_of` for that of a Lab.
    unfolded : bool, optional
        Whether it is unfolded at first; it unfolds by itself when something is wrong with the board.
    """

    def __init__(self, model: BoardModel, *, unfolded: bool = False) -> None:
        super().__init__()
        self._model = model
        self.picture = BoardPicture(
            shown=self._shown(),
            shipped=[{"key": key, "name": board.name} for key, board in shipped_boards().items()],
            unfolded=unfolded,
            sizing_mode="stretch_width",
            margin=0,
            name="board_editor",
        )
        self.picture.on_act = self._act
        model.param.watch(self._follow, ["draft", "board", "starting_demand", "home", "problems", "said", "turn"])

    def __panel__(self) -> BoardPicture:
        return self.picture

    def _shown(self) -> dict[str, Any]:
        model = self._model
        file_name, toml = model.file()
        return {
            "board": board_data(model.draft),
            "demand": list(model.draft.demand),
            "problems": [problem.message for problem in model.problems],
            "said": model.said,
            "refused": model.refused,
            "turn": model.turn,
            "drawing": model.drawing,
            "chosen": model.chosen(),
            "changed": model.board != model.home or bool(model.problems),
            "home": model.home.name,
            "file": file_name,
            "toml": toml,
        }

    def _follow(self, *_: Any) -> None:
        self.picture.shown = self._shown()

    def _act(self, message: Mapping[str, Any]) -> None:
        """Do what the browser asks for; what makes no sense can only come from a broken page, and is ignored."""
        model = self._model
        if message.get("drawing", model.drawing) != model.drawing:
            model.refuse("The board has changed meanwhile, so nothing was done. Please try again.")
            return
        acts: dict[str, tuple[Callable[..., None], tuple[tuple[str, type], ...]]] = {
            "demand": (model.toggle_demand, (("space", int),)),
            "move": (model.move, (("space", int), ("target", int))),
            "block": (model.toggle_block, (("space", int),)),
            "number": (model.toggle_number, (("space", int),)),
            "size": (model.resize, (("width", int), ("height", int))),
            "rename": (self._rename, (("name", str),)),
            "choose": (model.choose, (("board", str),)),
            "load": (self._load, (("name", str), ("content", str))),
            "home": (model.go_home, ()),
            "back": (model.back_to_playable, ()),
        }
        act, wanted = acts.get(str(message.get("do")), (None, ()))
        values = [message.get(name) for name, _ in wanted]
        if act and all(type(value) is kind for value, (_, kind) in zip(values, wanted, strict=True)):
            act(*values)

    def _rename(self, name: str) -> None:
        if len(name) > _LONGEST_NAME:
            self._model.refuse(f"A board's name has at most {_LONGEST_NAME} characters, not {len(name)}.")
        else:
            self._model.rename(name)

    def _load(self, name: str, content: str) -> None:
        if len(content) > _LONGEST_MESSAGE:
            self._model.refuse(f"The file is too large: a board has at most {LARGEST_TOML:,} bytes.")
            return
        try:
            whole = base64.b64decode(content, validate=True)
        except binascii.Error:
            self._model.refuse("The file didn't arrive whole. Please load it again.")
            return
        self._model.load(name, whole)
