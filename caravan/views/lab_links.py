"""Where a rule set of the Lab can go from here: into a comparison, a sweep, or a replay of one of its games."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import panel_material_ui as pmui
from panel.layout import Column
from panel.viewable import Viewer

from caravan.rules import Rules
from caravan.views.comparing.word import compare_word
from caravan.views.lab_model import LabModel
from caravan.views.look import CARD, side_by_side, stack
from caravan.views.replaying.address import replay_word
from caravan.views.sweeping.question_words import sweep_word
from caravan.views.visit import Visit
from caravan.views.words import Words

_LINKS = {
    "compare": (
        "Compare",
        "These rules beside those you started from: what differs, and how surely.",
    ),
    "sweep": ("Sweep", "What each rule does to the figures, starting from these rules."),
    "replay": ("Replay", "One of these games move by move, and the closest, longest and strangest of them."),
}


class LabLinks(Viewer):
    """Leads to the other pages with what is set in the Lab.

    Parameters
    ----------
    visit : Visit
        Opens the pages.
    model : LabModel
        What is set.
    """

    def __init__(self, visit: Visit, model: LabModel) -> None:
        super().__init__()
        self._visit, self._model = visit, model
        self.buttons: dict[str, pmui.Button] = {}
        rows = []
        for page, (label, meaning) in _LINKS.items():
            button = pmui.Button(label=label, variant="outlined", width=132, margin=0)
            button.on_click(self._opener(page))
            self.buttons[page] = button
            words = Words(f'<p class="faint">{meaning}</p>', align="center")
            rows.append(side_by_side(button, words, margin=(4, 0), align_items="center", gap="14px"))
        self._layout = stack(Words("<h2>Go on with these rules</h2>", margin=(0, 0, 10, 0)), *rows, **CARD)

    def __panel__(self) -> Column:
        return self._layout

    def _opener(self, page: str) -> Callable[[Any], None]:
        return lambda _: self._visit.go_to(page, self.word(page))

    def word(self, page: str) -> str:
        """Say what a page shall show.

        Parameters
        ----------
        page : str
            ``compare``, ``sweep`` or ``replay``.

        Returns
        -------
        str
            Made from the last rules that could be played.
        """
        request = self._model.request
        rules = request.rules
        if page == "sweep":
            return sweep_word(rules, request.players, tuple(dict.fromkeys(request.bot_names)), seed=request.seed)
        if page == "replay":
            return replay_word(rules, request.players, request.bot_names, request.seed, request.games, 0)
        start = Rules.preset(self._model.preset).replace(players=request.players)
        others = [start] if rules.id != start.id else []
        return compare_word([*others, rules], players=request.players, seed=request.seed)
