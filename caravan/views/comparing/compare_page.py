"""The comparison: two rule sets or more side by side, on the same seeds."""

# mypy: allow-untyped-calls

from __future__ import annotations

from functools import partial
from html import escape
from types import SimpleNamespace
from typing import Any

import panel_material_ui as pmui

from caravan.plots import compared_shares, compared_spreads, differences
from caravan.views.address import MAX_GAMES, word_of_rules
from caravan.views.address_error import AddressError
from caravan.views.comparing.compare_setup import CompareSetup
from caravan.views.comparing.compare_status import CompareStatus
from caravan.views.comparing.differing_table import DifferingTable
from caravan.views.comparing.found_card import FoundCard
from caravan.views.comparing.margin_fields import MarginFields
from caravan.views.comparing.measures_card import MeasuresCard
from caravan.views.comparing.model import CompareModel, EditedRuleSet
from caravan.views.comparing.picture import Picture
from caravan.views.comparing.pictures import ComparisonPictures
from caravan.views.comparing.playing import ComparisonRuns
from caravan.views.comparing.rule_set_list import RuleSetList
from caravan.views.comparing.state import LETTERS, MOST_SETS, CompareState, games_of
from caravan.views.comparing.take_away import CompareFiles
from caravan.views.comparing.word import from_word, to_word
from caravan.views.figure_card import FigureFrame
from caravan.views.look import CARD, stack
from caravan.views.page import PageView
from caravan.views.replaying.address import replay_word
from caravan.views.rule_editor import RuleEditor
from caravan.views.visit import Visit
from caravan.views.warm_up import WarmUp, engine_warm_up
from caravan.views.words import Words

_GAP = "14px"
_GRID = {
    "display": "grid",
    "gap": _GAP,
    "grid_template_columns": "repeat(auto-fit, minmax(min(100%, 400px), 1fr))",
}
_NO_SCROLL_BUTTON = ".scroll-button { display: none; }"
"""Panel gives a column that is filled later a button that would take the first place of the grid."""

_EDITED_STYLE = "h2 { margin: 18px 0 6px; }"


class ComparePage(PageView):
    """Sets rule sets side by side, and shows what they change.

    Parameters
    ----------
    visit : Visit
        Whose page it is.
    warm_up : WarmUp, optional
        What the engine waits for; by default the process's own.
    """

    name_in_address = "compare"
    title = "Compare"

    def __init__(self, visit: Visit, warm_up: WarmUp = engine_warm_up) -> None:
        super().__init__(visit)
        self.model = CompareModel()
        self.runs = ComparisonRuns(visit)
        self.pictures = ComparisonPictures(visit, self.model, self.runs)
        self.sets = RuleSetList(self.model)
        self.edited = EditedRuleSet(self.model)
        self.rules = RuleEditor(self.edited)
        self.setup = CompareSetup(self.model)
        self.margins = MarginFields(self.model)
        self.status = CompareStatus(self.model, self.runs, self.pictures, warm_up)
        self.differing = DifferingTable(self.model, self._act)
        self.found = FoundCard()
        self.beside = [
            FigureFrame(
                f"differences_{LETTERS[place]}", _named(differences, f"differences_{LETTERS[place]}"), "Differences"
            )
            for place in range(1, MOST_SETS)
        ]
        self.shares = FigureFrame("compared_shares", compared_shares, "Who wins from which seat")
        self.scores = FigureFrame(
            "compared_scores", _named(compared_spreads, "compared_scores"), "How many points each seat makes"
        )
        self.lengths = FigureFrame(
            "compared_lengths", _named(compared_spreads, "compared_lengths"), "How long a game takes"
        )
        self.style = pmui.RadioButtonGroup(label="Style in these pictures", options=[], margin=(4, 0), visible=False)
        self.measures = MeasuresCard(visit)
        self.files = CompareFiles(visit)
        self._edited_heading = Words("", _EDITED_STYLE)
        self._style_words = Words("", margin=(6, 0, 0, 0))
        self._besides = stack(**_GRID)
        self._besides.visible = False
        self._besides.stylesheets = [_NO_SCROLL_BUTTON]
        self._pictures = stack(
            self.found,
            self._besides,
            stack(self._style_words, self.style, **CARD),
            stack(self.shares, self.scores, **_GRID),
            self.lengths,
            self.measures,
            self.files,
            gap=_GAP,
        )
        self._started = self._too_long = False
        self.model.param.watch(self._play, "state")
        self.model.param.watch(self._mark, ["state", "entries", "trouble"])
        self.model.param.watch(self._head_editor, ["entries", "chosen"])
        self.pictures.param.watch(self._show, "picture")
        self.style.param.watch(self._show_overlay, "value")
        self._head_editor()

    def open(self, word: str) -> None:
        """Compare what a word says, or what it adds; see `caravan.views.comparing.word.from_word`."""
        present = self.model.state if self.word else None
        self.model.apply(from_word(word, present))
        self._note()

    def sidebar(self) -> list[Any]:
        """Give the controls."""
        return [
            stack(
                self.sets,
                self._edited_heading,
                self.rules,
                stack(self.setup, margin=(20, 0, 8, 0)),
                self.margins,
                margin=(16, 18, 28, 18),
            )
        ]

    def main(self) -> list[Any]:
        """Give what is going on, what differs, what was found, the pictures, and the files."""
        return [stack(self.status, self.differing, self._pictures, margin=(16, 18, 32, 18), gap=_GAP)]

    def start(self) -> None:
        """Play what is set, or go on with it."""
        self.status.watch_warm_up()
        if not self._started:
            self._started = True
            self.runs.want(self.model.state)
        self.runs.start()

    def rest(self) -> None:
        """Give up what is being played; what was played stays."""
        self.runs.rest()

    def close(self) -> None:
        """Give up everything, because the visitor has left."""
        self.runs.close()

    def _play(self, *_: Any) -> None:
        if self._started:
            self.runs.want(self.model.state)
        self._note()

    def _note(self) -> None:
        """Take note of what is compared, for the address and to be taken back."""
        try:
            word = to_word(self.model.state)
        except AddressError as error:
            if not self._too_long:
                self.visit.say(f"This comparison doesn\u2019t fit into the address: {error}", "error")
            self._too_long = True
            return
        self._too_long = False
        self.remember(word)

    def _head_editor(self, *_: Any) -> None:
        entry = self.model.chosen_entry
        html = f"<h2>Rules of {self.model.letter(entry)} {escape(entry.called)}</h2>"
        if html != self._edited_heading.html:
            self._edited_heading.html = html

    def _act(self, act: str, place: int) -> None:
        """Follow a way from a rule set to another page, or make it the baseline."""
        state = self.model.state
        if not 0 <= place < len(state.sets):
            return
        if act == "baseline":
            self.model.make_baseline(self._number(place))
        elif act == "lab":
            self.visit.go_to("lab", in_lab(state, place))
        elif act == "replay":
            self.visit.go_to("replay", in_replay(state, place))

    def _number(self, place: int) -> int:
        """Find the entry of one of the rule sets that were compared last."""
        name = self.model.state.names[place]
        return next((entry.number for entry in self.model.entries if entry.called == name), -1)

    def _show(self, *_: Any) -> None:
        picture: Picture | None = self.pictures.picture
        if picture is None:
            return
        self.found.follow(picture)
        for frame, beside in zip(self.beside, picture.beside, strict=False):
            frame.show(beside.differences)
        if len(self._besides) != len(picture.beside):
            self._besides[:] = self.beside[: len(picture.beside)]
            self._besides.visible = len(self._besides) > 0
        self._offer_styles(picture)
        self._show_overlay()
        self.measures.follow(picture)
        self.files.follow(picture if picture.question.state == self.model.state else None)
        self._mark()

    def _offer_styles(self, picture: Picture) -> None:
        styles = list(picture.overlays)
        if styles != self.style.options:
            value = self.style.value if self.style.value in styles else (styles[0] if styles else None)
            self.style.param.update(options=styles, value=value, visible=len(styles) > 1)

    def _show_overlay(self, *_: Any) -> None:
        picture: Picture | None = self.pictures.picture
        overlay = picture.overlays.get(self.style.value) if picture is not None else None
        if overlay is None:
            return
        self.shares.show(overlay.shares)
        self.scores.show(overlay.scores)
        self.lengths.show(overlay.lengths)
        many = self.style.visible
        words = (
            "Choose whose games the next three pictures show."
            if many
            else f"The next three pictures show games of {self.style.value}."
        )
        html = f"<h2>All rule sets in one picture</h2><p class='faint'>{escape(words)}</p>"
        if html != self._style_words.html:
            self._style_words.html = html

    def _mark(self, *_: Any) -> None:
        """Dim the pictures for as long as they belong to something else than what is set."""
        picture: Picture | None = self.pictures.picture
        late = picture is not None and picture.question.state.sets != self.model.state.sets
        opacity = "0.45" if late or not self.model.playable else "1"
        if self._pictures.styles.get("opacity", "1") != opacity:
            self._pictures.styles = {**self._pictures.styles, "opacity": opacity}
        if late:
            self.files.follow(None)


def in_lab(state: CompareState, place: int) -> str:
    """Write the word that shows one of the rule sets in the Lab, with the same games of the first style."""
    rules = state.rule_sets[state.names[place]]
    first, *others = state.styles
    return word_of_rules(rules, [first], min(state.games, MAX_GAMES), state.seed, others[:3])


def in_replay(state: CompareState, place: int) -> str:
    """Write the word that replays a game of one of the rule sets, played by the first style."""
    rules = state.rule_sets[state.names[place]]
    first = state.styles[0]
    return replay_word(rules, state.players, first, state.seed, games_of(first, state.games), 0)


def _named(module: Any, name: str) -> Any:
    """Give a plot module whose figure has a name of its own, since there are several of its kind on the page."""
    return SimpleNamespace(figure=partial(module.figure, name=name), update=module.update, table=module.table)
