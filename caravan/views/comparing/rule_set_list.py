"""The list of rule sets as the browser shows it, and what a designer does to it."""

# mypy: allow-untyped-calls

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from pathlib import Path
from typing import Any

import param
from panel.custom import JSComponent
from panel.viewable import Viewer

from caravan.errors import CaravanError
from caravan.rules import PRESETS, Rules
from caravan.views.comparing.links import rule_sets_in
from caravan.views.comparing.model import CompareModel, Entry
from caravan.views.comparing.state import LONGEST_NAME, MOST_SETS
from caravan.views.uploads import LARGEST_TOML, read_rules, shown_name

_HERE = Path(__file__).parent


class RuleSetFields(JSComponent):
    """The list with its buttons; one component, so that it is there at once."""

    rows = param.List(default=[], doc="The rule sets: number, letter, name, called, problems.")
    chosen = param.Integer(default=0, doc="The number of the one that is edited.")
    presets = param.List(default=[], doc="What can be added: name, label.")
    full = param.Boolean(default=False, doc="Whether there is no room for another.")
    longest_name = param.Integer(default=LONGEST_NAME)
    largest_file = param.Integer(default=LARGEST_TOML, doc="In bytes.")
    faults = param.Dict(default={}, doc="Why something couldn't be added, under ``words``; told anew each time.")
    accepted = param.Integer(default=0, doc="Raised when something was added.")

    _esm = _HERE / "rule_sets.js"
    _stylesheets = [str(_HERE / "rule_sets.css")]  # noqa: RUF012 - Panel reads the class's own list

    def __init__(self, on_act: Callable[[str, dict[str, Any]], object], **params: Any) -> None:
        self._on_act = on_act
        super().__init__(sizing_mode="stretch_width", margin=0, **params)

    def _handle_msg(self, data: Any) -> None:
        if isinstance(data, dict) and isinstance(data.get("act"), str):
            self._on_act(data["act"], data)


class RuleSetList(Viewer):
    """Adds, names, orders and removes a model's rule sets.

    Parameters
    ----------
    model : CompareModel
        Told of everything that is done.
    """

    def __init__(self, model: CompareModel) -> None:
        super().__init__()
        self._model = model
        presets = [{"name": name, "label": name.capitalize()} for name in PRESETS]
        self.fields = RuleSetFields(self._act, presets=presets, name="rule_sets", **self._shown())
        model.param.watch(self._follow, ["entries", "chosen"])

    def __panel__(self) -> RuleSetFields:
        return self.fields

    def _shown(self) -> dict[str, Any]:
        model = self._model
        rows = [
            {
                "number": entry.number,
                "letter": model.letter(entry),
                "name": entry.name,
                "called": entry.called,
                "problems": _problems(entry),
            }
            for entry in model.entries
        ]
        return {"rows": rows, "chosen": model.chosen, "full": len(rows) >= MOST_SETS}

    def _follow(self, *_: Any) -> None:
        self.fields.param.update(**self._shown())

    def _act(self, act: str, data: dict[str, Any]) -> None:
        """Do what the browser says; what can only come from a broken page is ignored."""
        model, sent = self._model, data.get("number")
        number = sent if isinstance(sent, int) else -1
        known = number in {entry.number for entry in model.entries}
        if act == "choose" and known:
            model.chosen = number
        elif act == "rename" and known and isinstance(data.get("name"), str):
            model.rename(number, data["name"][: 4 * LONGEST_NAME])
        elif act == "move" and known and data.get("step") in {-1, 1}:
            model.move(number, data["step"])
        elif act == "baseline" and known:
            model.make_baseline(number)
        elif act == "copy" and known:
            self._answer(model.copy(number))
        elif act == "remove" and known:
            model.remove(number)
        elif act == "preset" and data.get("name") in PRESETS:
            self._answer(model.add(Rules.preset(data["name"])))
        elif act == "file" and isinstance(data.get("name"), str) and isinstance(data.get("content"), str):
            self.add_file(data["name"], data["content"])
        elif act == "link" and isinstance(data.get("text"), str):
            self.add_link(data["text"])

    def add_file(self, name: str, content: str) -> None:
        """Add the rule set of a visitor's file.

        Parameters
        ----------
        name : str
            What the file is called; the rule set is called so too.
        content : str
            Its bytes in base 64.
        """
        try:
            if len(content) > 2 * LARGEST_TOML:
                raise CaravanError(f"a rules file has at most {LARGEST_TOML // 1024} kB")
            rules = read_rules(name, base64.b64decode(content, validate=True))
        except (CaravanError, binascii.Error) as error:
            self._answer(f"{shown_name(name)} can\u2019t be added: {error}")
            return
        stem = shown_name(name).removesuffix(".toml").strip()
        self._answer(self._model.add(rules, stem[:LONGEST_NAME].strip()))

    def add_link(self, text: str) -> None:
        """Add the rule sets of a link, those that aren't there already."""
        try:
            found = rule_sets_in(text)
        except CaravanError as error:
            self._answer(f"This can\u2019t be added: {error}.")
            return
        there = {one.rules.id for one in self._model.state.sets}
        new = [one for one in found if one.rules.id not in there]
        if not new:
            self._answer("The rule sets of this link are there already.")
            return
        self._answer(next(filter(None, [self._model.add(one.rules, one.name) for one in new]), ""))

    def _answer(self, problem: str) -> None:
        if problem:
            self.fields.faults = {"words": problem, "turn": self.fields.faults.get("turn", 0) + 1}
        else:
            self.fields.accepted += 1


def _problems(entry: Entry) -> list[str]:
    parameters = Rules.param.objects(instance=False)
    told = []
    for problem in entry.problems:
        label = getattr(parameters.get(problem.parameter), "label", "")
        words = f"{label}: {problem.message}" if label else problem.message
        told.append(words[0].upper() + words[1:] + ".")
    return told
