"""What differs between the rule sets, in words, and the ways from each of them to other pages."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import param
from panel.custom import JSComponent
from panel.layout import Column
from panel.viewable import Viewer

from caravan.board import Board
from caravan.rules import Rules
from caravan.views.comparing.model import CompareModel
from caravan.views.comparing.state import LETTERS, CompareState
from caravan.views.look import CARD, stack
from caravan.views.rule_schema import in_words
from caravan.views.words import Words
from caravan.wording import in_words as listed

_HERE = Path(__file__).parent


class DifferingRules(JSComponent):
    """The table as the browser shows it."""

    sets = param.List(default=[], doc="The rule sets: number, letter, called, baseline, said.")
    rows = param.List(default=[], doc="The rules that differ: label, and the values in words.")
    replays = param.Boolean(default=True, doc="Whether games can be replayed.")

    _esm = _HERE / "differing_table.js"
    _stylesheets = [str(_HERE / "differing_table.css")]  # noqa: RUF012 - Panel reads the class's own list

    def __init__(self, on_act: Callable[[str, int], object], **params: Any) -> None:
        self._on_act = on_act
        super().__init__(sizing_mode="stretch_width", margin=(8, 0, 0, 0), **params)

    def _handle_msg(self, data: Any) -> None:
        if isinstance(data, dict) and isinstance(data.get("act"), str) and isinstance(data.get("number"), int):
            self._on_act(data["act"], data["number"])


class DifferingTable(Viewer):
    """Shows what differs between a model's rule sets.

    Parameters
    ----------
    model : CompareModel
        Whose latest playable state is shown.
    on_act : callable
        Called with ``lab``, ``replay`` or ``baseline`` and the place of a rule set, from 0.
    """

    def __init__(self, model: CompareModel, on_act: Callable[[str, int], object]) -> None:
        super().__init__()
        self._model = model
        self.heading = Words()
        self.table = DifferingRules(on_act, name="differing_rules")
        self._layout = stack(self.heading, self.table, **CARD)
        model.param.watch(self._show, "state")
        self._show()

    def __panel__(self) -> Column:
        return self._layout

    def _show(self, *_: Any) -> None:
        state = self._model.state
        rows = differing_rows(state)
        counts = [sum(row["values"][place] != row["values"][0] for row in rows) for place in range(len(state.sets))]
        self.heading.html = f"<h2>{escape(heading_of(state, rows))}</h2>"
        self.table.param.update(
            rows=rows,
            sets=[
                {
                    "number": place,
                    "letter": LETTERS[place],
                    "called": name,
                    "baseline": place == 0,
                    "said": f"{count} {'rule differs' if count == 1 else 'rules differ'}",
                }
                for place, (name, count) in enumerate(zip(state.names, counts, strict=True))
            ],
        )


def differing_rows(state: CompareState) -> list[dict[str, Any]]:
    """List the rules that aren't the same in all rule sets.

    Parameters
    ----------
    state : CompareState
        The rule sets.

    Returns
    -------
    list of dict
        For each rule its ``label``, and its ``values`` in words, one for each rule set.
    """
    parameters = Rules.param.objects(instance=False)
    base = state.sets[0].rules
    names: dict[str, None] = {}
    for one in state.sets[1:]:
        names.update(dict.fromkeys(one.rules.differences(base)))
    order = [name for section in Rules.sections().values() for name in section if name in names]
    rows = []
    for name in order:
        values = [one.rules.values()[name] for one in state.sets]
        words = _board_words(values) if name == "board" else [in_words(name, value) for value in values]
        rows.append({"label": str(parameters[name].label), "values": words})
    return rows


def heading_of(state: CompareState, rows: list[dict[str, Any]]) -> str:
    """Say in how much the rule sets differ, as a sentence."""
    if len(state.sets) == 1:
        return "One rule set has nothing to be compared with yet"
    labels = [row["label"] for row in rows]
    if len(labels) <= 3:
        return f"{_counted(len(state.sets))} rule sets differ in {listed(_lower(label) for label in labels)}"
    return f"{_counted(len(state.sets))} rule sets differ in {len(labels)} rules"


def _lower(label: str) -> str:
    return label[:1].lower() + label[1:]


def _counted(number: int) -> str:
    return ("No", "One", "Two", "Three", "Four", "Five", "Six")[number]


def _board_words(boards: list[Board]) -> list[str]:
    """Name the boards, with a number where two different ones have one name."""
    words: list[str] = []
    known: list[Board] = []
    for board in boards:
        place = next((place for place, one in enumerate(known) if one == board), None)
        if place is None:
            known.append(board)
            alike = sum(one.name == board.name for one in known)
            words.append(board.name if alike == 1 else f"{board.name} ({alike})")
        else:
            words.append(words[boards.index(board)])
    return words
