"""The Lab: one rule set, who plays, and what comes of it."""

# mypy: allow-untyped-calls

from __future__ import annotations

from typing import Any

import param

from caravan.views.address import LabState, from_word, to_word
from caravan.views.board.board_editor import BoardEditor
from caravan.views.board.lab_board import board_of
from caravan.views.downloads import Downloads
from caravan.views.headline_cards import HeadlineCards
from caravan.views.lab_links import LabLinks
from caravan.views.lab_model import LabModel
from caravan.views.lab_pictures import LabPictures
from caravan.views.live_runner import LiveRunner
from caravan.views.look import stack
from caravan.views.other_styles import OtherStyles
from caravan.views.own_bots import offered_bot
from caravan.views.page import PageView
from caravan.views.rule_editor import RuleEditor
from caravan.views.runs import Ticket
from caravan.views.setup_panel import SetupPanel
from caravan.views.status_bar import StatusBar
from caravan.views.visit import Visit
from caravan.views.warm_up import WarmUp, engine_warm_up

_GAP = "14px"


class LabPage(PageView):
    """Sets one rule set and shows its games.

    Parameters
    ----------
    visit : Visit
        Whose page it is.
    warm_up : WarmUp, optional
        What the engine waits for; by default the process's own.
    """

    name_in_address = "lab"
    title = "Lab"

    def __init__(self, visit: Visit, warm_up: WarmUp = engine_warm_up) -> None:
        super().__init__(visit)
        self.model = LabModel(LabState())
        self.runner = LiveRunner(visit.book, visit.post)
        self.others = OtherStyles(self.runner, visit.behind, visit.post)
        self.setup = SetupPanel(self.model)
        self.rules = RuleEditor(self.model)
        self.board = BoardEditor(board_of(self.model))
        self.status = StatusBar(self.model, self.runner, self.others, warm_up)
        self.cards = HeadlineCards(self.runner, self.others)
        self.pictures = LabPictures(self.runner, self.others)
        self.links = LabLinks(visit, self.model)
        self.downloads = Downloads(self.runner, visit.worker)
        self._pictures = stack(self.cards, self.pictures, self.links, self.downloads, gap=_GAP)
        self._started = False
        self._head_start: Ticket | None = None
        self.model.param.watch(self._play, "request")
        self.model.param.watch(self._compare, "compare")
        self.model.param.watch(self._mark_pictures, "problems")
        self.model.param.watch(self._note, ["request", "compare", "problems", "preset"])

    def open(self, word: str) -> None:
        """Set everything as a word of this page says; see `caravan.views.address.from_word`."""
        self.model.apply(from_word(word) if word else LabState())
        self._note()

    def undo(self) -> None:
        """Take the last change back; where it can't be played, it was never taken note of."""
        if self.model.problems:
            self._return_to(self.word)
        else:
            super().undo()

    def sidebar(self) -> list[Any]:
        """Give the controls."""
        return [stack(self.setup, self.rules, self.board, margin=(16, 18, 28, 18))]

    def main(self) -> list[Any]:
        """Give the pictures, what is going on above them, and the files."""
        return [stack(self.status, self._pictures, margin=(16, 18, 32, 18), gap=_GAP)]

    def prepare(self) -> None:
        """Have the games played that will be shown first."""
        self._head_start = self.visit.book.ask(self.model.request, lambda _: None)

    def start(self) -> None:
        """Play what is set, or go on with it."""
        self.status.watch_warm_up()
        if not self._started:
            self._started = True
            self._play()
        self._leave_head_start()
        self.pictures.resume()

    def rest(self) -> None:
        """Read no further pictures, because nobody sees them; the games go on."""
        self.pictures.rest()

    def close(self) -> None:
        """Give up everything, because the visitor has left."""
        self._leave_head_start()
        self.pictures.rest()
        self.others.close()
        self.runner.close()

    def _leave_head_start(self) -> None:
        ticket, self._head_start = self._head_start, None
        if ticket is not None:
            self.visit.book.leave(ticket)

    def _play(self, *_: Any) -> None:
        if self._started:
            self.runner.start(self.model.request)
            self._compare()

    def _compare(self, *_: Any) -> None:
        if self._started:
            self.others.choose(self.model.request, tuple(map(offered_bot, self.model.compare)))

    def _note(self, *_: Any) -> None:
        """Take note of what is set, for the address and to be taken back, if it can be played."""
        if not self.model.problems:
            self.remember(to_word(self.model.state))
        elif self.word:
            with param.edit_constant(self):
                self.can_undo = True

    def _mark_pictures(self, event: Any) -> None:
        """Dim the pictures for as long as they belong to other rules than those that are set."""
        self._pictures.styles = {**self._pictures.styles, "opacity": "0.45" if event.new else "1"}
