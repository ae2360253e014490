"""The Sweep page: one or two parameters varied, what matters of all, and a fair start, for one rule set."""

# mypy: allow-untyped-calls

from __future__ import annotations

from dataclasses import replace
from typing import Any

import param

from caravan.balance import Start
from caravan.errors import CaravanError
from caravan.sweeps.scenario import Scenario
from caravan.views.figure_card import FigureFrame
from caravan.views.look import CARD, stack
from caravan.views.page import PageView
from caravan.views.sweeping.cell_picker import CellPicker
from caravan.views.sweeping.cells import CellBook, shared_cells
from caravan.views.sweeping.fair_card import FairCard
from caravan.views.sweeping.fair_player import FairPlayer
from caravan.views.sweeping.pictures import PLOTS, Picture, cell_at, kind_of, take_picture
from caravan.views.sweeping.played_sweep import PlayedSweep
from caravan.views.sweeping.player import SweepPlayer
from caravan.views.sweeping.question import FAIR, Question, View, games_of_fair, plan_of
from caravan.views.sweeping.question_panel import QuestionPanel
from caravan.views.sweeping.question_words import from_word, to_word
from caravan.views.sweeping.sweep_model import SweepModel
from caravan.views.sweeping.sweep_status import SweepStatus
from caravan.views.sweeping.take_away import TakeAway
from caravan.views.sweeping.tappable import TappablePlot
from caravan.views.sweeping.view_panel import ViewPanel
from caravan.views.sweeping.ways_out import in_compare, in_lab
from caravan.views.visit import Visit
from caravan.views.words import Words

_GAP = "14px"
_HEADINGS = {
    "curve": ("response", "How a figure answers to a parameter"),
    "map": ("sweep_heat_map", "How a figure answers to two parameters"),
    "bars": ("tornado", "What each parameter does to a figure"),
}
_EMPTY = (
    "<h2>Nothing played yet</h2><p>Choose at the side (on a phone, behind the button \u2630) what to ask, and press "
    "Play. What it takes is said above before it begins. Cells come in from the corners and the middle, so that the "
    "shape is soon seen.</p>"
)


class SweepPage(PageView):
    """Asks what parameters do to a rule set.

    Parameters
    ----------
    visit : Visit
        Whose page it is.
    cells : CellBook, optional
        Where played cells are kept; by default the process's own book.
    """

    name_in_address = "sweep"
    title = "Sweep"

    def __init__(self, visit: Visit, cells: CellBook | None = None) -> None:
        super().__init__(visit)
        self.model = SweepModel()
        book = shared_cells() if cells is None else cells
        self.player = SweepPlayer(visit.worker, book, self._look, visit.post)
        self.fair = FairPlayer(visit.worker, visit.post)
        self.settings = QuestionPanel(self.model)
        self.status = SweepStatus(self.model, self.player, self.fair, self._is_stale, self.play)
        self.views = ViewPanel(self.model)
        self.frames = {
            kind: FigureFrame(name, TappablePlot(PLOTS[kind], self._tapped), heading)
            for kind, (name, heading) in _HEADINGS.items()
        }
        self.picker = CellPicker(self._open_cell, self._mark)
        self.files = TakeAway(lambda: self.player.sweep)
        self.answer = FairCard(self._open_start)
        self._empty = stack(Words(_EMPTY), **CARD)
        self._places = {kind: stack(frame) for kind, frame in self.frames.items()}
        self._of_cells = stack(self.views, *self._places.values(), self.picker, self.files, gap=_GAP)
        self._of_fair = stack(self.answer)
        self._asked: Question | None = None
        self._fair_asked: Question | None = None
        self._view = View()
        self._started = self._plays_on_start = self._paused = self._returning = False
        self.model.param.watch(self._follow, "question")
        self.model.param.watch(self._lay_out, ["question", "problems", "ask"])
        self.player.param.watch(self._show, "picture")
        self.player.param.watch(self._show_state, "state")
        self.fair.param.watch(self._show_fair, "found")
        self._lay_out()

    def open(self, word: str) -> None:
        """Ask what a word says, and play it if that doesn't take long; see `question_words.from_word`."""
        self.model.apply(from_word(word) if word else Question())
        self._paused = False
        self._note()
        if not word:
            return
        if self._started:
            self._play_if_short()
        else:
            self._plays_on_start = True

    def sidebar(self) -> list[Any]:
        """Give the settings."""
        return [stack(self.settings, margin=(16, 18, 28, 18))]

    def main(self) -> list[Any]:
        """Give what is going on, and below it the pictures or the answer."""
        return [stack(self.status, self._empty, self._of_cells, self._of_fair, margin=(16, 18, 32, 18), gap=_GAP)]

    def start(self) -> None:
        """Play what a link asked for, or go on with what was paused."""
        first, self._started = not self._started, True
        if first and self._plays_on_start:
            self._play_if_short()
        elif self._paused:
            self.play()
        self._paused = False

    def rest(self) -> None:
        """Pause what is being played; it goes on when the page comes back."""
        self._paused = "playing" in (self.player.state, self.fair.state)
        self.player.stop()
        self.fair.stop()

    def close(self) -> None:
        """Give up everything, because the visitor has left."""
        self.player.close()
        self.fair.close()

    def undo(self) -> None:
        """Take the last change back; where it can't be asked, it was never taken note of."""
        self._returning = True
        try:
            if self.model.problems:
                self._return_to(self.word)
            else:
                super().undo()
        finally:
            self._returning = False

    def redo(self) -> None:
        """Make again what was taken back."""
        self._returning = True
        try:
            super().redo()
        finally:
            self._returning = False

    def play(self) -> None:
        """Play what is set, or go on with it; cells that were played before are there at once."""
        if self.model.problems:
            return
        question: Question = self.model.question
        if question.ask == FAIR:
            self._fair_asked = question
            self.player.stop()
            self.fair.play(question.rules, games_of_fair(question), question.seed)
        else:
            self._asked, self._view = question, question.view
            self.fair.stop()
            self.player.play(plan_of(question))
        self._lay_out()

    def _play_if_short(self) -> None:
        """Play what a link asks for, unless it takes long; what was taken back only where it was played before."""
        if self.model.problems:
            return
        question: Question = self.model.question
        kept = question.ask != FAIR and self.player.has_all(plan_of(question))
        if kept or not (self._returning or self.model.cost.is_large):
            self.play()

    def _look(self, sweep: PlayedSweep) -> Picture | None:
        """Take a picture; called in the player's own thread."""
        asked = self._asked
        return None if asked is None else take_picture(asked, self._view, sweep)

    def _is_stale(self) -> bool:
        question: Question = self.model.question
        asked = self._fair_asked if question.ask == FAIR else self._asked
        return asked is None or replace(asked, view=question.view) != question

    def _follow(self, *_: Any) -> None:
        question: Question = self.model.question
        if self._is_stale():  # what was played stays
            (self.fair if question.ask == FAIR else self.player).stop()
        elif question.ask != FAIR and question.view != self._view:
            self._view = question.view
            self.player.look_again()
        self._note()

    def _note(self) -> None:
        """Take note of what is set, for the address and to be taken back, if it can be asked."""
        if not self.model.problems:
            self.remember(to_word(self.model.question))
        elif self.word:
            with param.edit_constant(self):
                self.can_undo = True

    def _lay_out(self, *_: Any) -> None:
        is_fair = self.model.ask == FAIR
        nothing = self._asked is None
        kind = kind_of(self.model.question if nothing or self._asked is None else self._asked)
        for part, shown in (
            (self._of_fair, is_fair),
            (self._of_cells, not is_fair and not nothing),
            (self._empty, not is_fair and nothing),
            *((place, name == kind) for name, place in self._places.items()),
        ):
            if part.visible != shown:
                part.visible = shown
        nothing_shown = self.fair.state == "idle" if is_fair else nothing
        faint = bool(self.model.problems) or (not nothing_shown and self._is_stale())
        opacity = "0.45" if faint else "1"
        for part in (self._of_fair, self._of_cells):
            if part.styles.get("opacity", "1") != opacity:
                part.styles = {**part.styles, "opacity": opacity}

    def _show(self, event: Any) -> None:
        picture: Picture | None = event.new
        if picture is None:
            return
        self.frames[picture.kind].show(picture.shown)
        self.picker.fill(picture)
        self.files.follow(picture)
        self._mark(self.picker.chosen)

    def _show_state(self, event: Any) -> None:
        asked = self._asked
        if asked is None:
            return
        frame, picture = self.frames[kind_of(asked)], self.player.picture
        belongs = picture is not None and picture.plan == self.player.plan
        if event.new == "playing" and not belongs:
            frame.wait()
        elif event.new == "failed" and not belongs:
            frame.fail(f"The cells couldn\u2019t be played: {self.player.words}")

    def _show_fair(self, event: Any) -> None:
        self.answer.fill(event.new)

    def _tapped(self, row: int) -> None:
        picture: Picture | None = self.player.picture
        number = None if picture is None else cell_at(picture, row)
        if number is not None:
            self.picker.choose(number)

    def _mark(self, number: int) -> None:
        """Mark the chosen cell in the figure, where it is one of those that are shown."""
        picture: Picture | None = self.player.picture
        if picture is None:
            return
        rows = range(len(next(iter(picture.shown.columns.values()))))
        row = next((row for row in rows if cell_at(picture, row) == number), None)
        TappablePlot.mark(self.frames[picture.kind].figure, row)

    def _open_cell(self, page: str, scenario: Scenario) -> None:
        asked, request = self._asked, scenario.request
        if asked is None or request is None:
            return
        style = str(scenario.values["bots"])
        self._leave(page, asked.rules, request.rules, request.players, style, asked.games, asked)

    def _open_start(self, page: str, start: Start) -> None:
        asked = self._fair_asked
        if asked is not None:
            games = min(games_of_fair(asked).values())
            self._leave(page, asked.rules, start.rules, start.rules.players, asked.bots[0], games, asked)

    def _leave(self, page: str, base: Any, rules: Any, players: int, style: str, games: int, asked: Question) -> None:
        try:
            if page == "lab":
                word = in_lab(rules, players, style, games, asked.seed)
            else:
                word = in_compare(base.replace(players=players), rules, players, asked.bots, games, asked.seed)
            self.visit.go_to(page, word)
        except CaravanError as error:
            self.visit.say(f"That can\u2019t be opened: {error}", "error")
