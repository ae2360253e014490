"""The rule editor: fields for every rule parameter, in the sections of `Rules`, with a way back to the preset."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import param
from panel.custom import JSComponent
from panel.viewable import Viewer

from caravan.board import Board
from caravan.views.rule_schema import in_words, schema

_HERE = Path(__file__).parent


class RuleFields(JSComponent):
    """The fields as the browser shows them.

    They are one component, not a widget for each parameter: the page then loads faster, and a dragged slider is
    answered in about half the time.
    """

    schema = param.List(default=[], doc="See `caravan.views.rule_schema.schema`.")
    values = param.Dict(default={}, doc="What the fields should show where it wasn't entered in them.")
    turn = param.Integer(default=0, doc="Raised to have the values shown, the same ones again too.")
    base = param.Dict(default={}, doc="The preset's values.")
    base_words = param.Dict(default={}, doc="The preset's values in words.")
    base_name = param.String(default="", doc="What the preset is called.")
    problems = param.Dict(default={}, doc="What is wrong, by parameter.")

    _esm = _HERE / "rule_editor.js"
    _stylesheets = [str(_HERE / "rule_editor.css")]  # noqa: RUF012 - Panel reads the class's own list

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        self.on_entered: Callable[[str, Any], object] = lambda name, value: None
        self.on_restored: Callable[[], object] = lambda: None

    def _handle_msg(self, data: Any) -> None:
        if not isinstance(data, dict):
            return
        if data.get("restore") == "all":
            self.on_restored()
        elif isinstance(data.get("name"), str):
            self.on_entered(data["name"], data.get("value"))


class EditedRules(Protocol):
    """What the editor asks of a model, whose ``draft``, ``preset``, ``board`` and ``problems`` are parameters."""

    param: Any
    draft: Any
    problems: Any

    @property
    def base(self) -> dict[str, Any]:
        """The values that changes are marked against."""

    @property
    def base_name(self) -> str:
        """What has those values."""

    @property
    def board_in_play(self) -> Board:
        """Where the numbered spaces lie."""

    def edit(self, name: str, value: Any) -> None:
        """Enter a value, allowed or not."""

    def restore(self, name: str | None = None) -> None:
        """Go back to the base in one parameter, or in all."""


class RuleEditor(Viewer):
    """Edits the rules of a model.

    Parameters
    ----------
    model : EditedRules
        Told of everything that is entered, allowed or not.
    """

    def __init__(self, model: EditedRules) -> None:
        super().__init__()
        self._model = model
        self._shown = dict(model.draft)
        self.fields = RuleFields(
            schema=schema(model.board_in_play),
            values=dict(model.draft),
            sizing_mode="stretch_width",
            name="rule_fields",
            **self._of_preset(),
            problems=self._problems(),
        )
        self.fields.on_entered = self._enter
        self.fields.on_restored = self._restore
        model.param.watch(self._follow, ["draft", "preset", "board", "problems"])

    def __panel__(self) -> RuleFields:
        return self.fields

    def _of_preset(self) -> dict[str, Any]:
        base = self._model.base
        words = {name: in_words(name, value) for name, value in base.items()}
        return {"base": base, "base_words": words, "base_name": self._model.base_name}

    def _problems(self) -> dict[str, str]:
        return {problem.parameter: problem.message for problem in self._model.problems}

    def _enter(self, name: str, value: Any) -> None:
        self._shown[name] = value
        self._model.edit(name, value)

    def _restore(self) -> None:
        self._shown = self._model.base
        self._model.restore()

    def _follow(self, *events: Any) -> None:
        changes: dict[str, Any] = {"problems": self._problems()}
        if any(event.name == "preset" for event in events):
            changes |= self._of_preset()
        if any(event.name in {"preset", "board"} for event in events):
            changes["schema"] = schema(self._model.board_in_play)
        if self._model.draft != self._shown:
            self._shown = dict(self._model.draft)
            changes["values"] = dict(self._shown)
            changes["turn"] = self.fields.turn + 1
        self.fields.param.update(**changes)
