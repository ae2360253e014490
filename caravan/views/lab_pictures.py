"""All pictures of the Lab, under headings that open and close."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any

from panel.layout import Column
from panel.viewable import Viewer

from caravan.plots import comeback, endings, lead, lead_changes, length, point_sources, scores
from caravan.views.figure_card import FigureCard
from caravan.views.further_cards import ActionCard, BoardCard, FurtherCard
from caravan.views.further_pictures import FurtherPictures
from caravan.views.live_runner import LiveRunner
from caravan.views.look import stack
from caravan.views.other_styles import OtherStyles
from caravan.views.section import Section
from caravan.views.win_share_card import WinShareCard

_GAP = "14px"
_GRID = {
    "display": "grid",
    "gap": _GAP,
    "grid_template_columns": "repeat(auto-fit, minmax(min(100%, 400px), 1fr))",
}


class LabPictures(Viewer):
    """Shows everything there is to see of a runner's games.

    The pictures of the first three sections come with the runner's own; the others are read after those, away from the
    page's thread, and only while their section is open.

    Parameters
    ----------
    runner : LiveRunner
        Whose games are shown.
    others : OtherStyles
        The further styles.
    worker : concurrent.futures.Executor, optional
        Where further pictures are read; by default on threads that all visitors share, each in turn.

    Attributes
    ----------
    figures : tuple of FigureCard
        Who wins, scores, and length.
    sections : dict of str to Section
        By title.
    further : FurtherPictures
        What the other cards show.
    """

    def __init__(self, runner: LiveRunner, others: OtherStyles, worker: Executor | None = None) -> None:
        super().__init__()
        self.further = FurtherPictures(runner, worker)
        self.figures = (
            WinShareCard(runner, others),
            FigureCard(runner, "scores", scores, "How many points each seat makes"),
            FigureCard(runner, "length", length, "How long a game takes"),
        )
        self.cards: dict[str, FurtherCard] = {}
        self._names: dict[str, tuple[str, ...]] = {}
        who, points, turns = self.figures
        self.sections = {
            section.heading.title: section
            for section in (
                self._section("Who wins", "by seat, and whether other styles of play agree", [who]),
                self._section(
                    "Scores", "by seat, and what they are made of", [points], self._card(point_sources, _SOURCES)
                ),
                self._section("Length", "and how games end", [turns], self._card(endings, "How games end")),
                self._section(
                    "Tension",
                    "how large the lead is, how often it changes, who can still win",
                    [],
                    self._card(lead, "How large the lead is in the course of a game"),
                    self._card(lead_changes, "How often the lead changes"),
                    self._card(comeback, "Who can still win"),
                ),
                self._section(
                    "Board",
                    "where camels stand, goods are picked up, wait, pass and are stolen",
                    [],
                    ("board", BoardCard),
                ),
                self._section("Actions", "what is done in the course of a game", [], ("actions", ActionCard)),
            )
        }
        self._layout = stack(*self.sections.values(), gap="10px")

    def __panel__(self) -> Column:
        return self._layout

    def rest(self) -> None:
        """Look at nothing, because another page is in front or the visitor has left."""
        self._look(tuple(self.cards), looks=False)

    def resume(self) -> None:
        """Look again at what the open sections hold."""
        for section in self.sections.values():
            if section.is_open:
                self._look(self._names[section.heading.title], looks=True)

    def _card(self, plot: Any, waiting: str) -> tuple[str, Callable[[FurtherPictures], FurtherCard]]:
        return plot.NAME, lambda further: FurtherCard(further, plot.NAME, plot, waiting)

    def _section(
        self,
        title: str,
        about: str,
        first: Sequence[Any],
        *further: tuple[str, Callable[[FurtherPictures], FurtherCard]],
    ) -> Section:
        names = self._names[title] = tuple(name for name, _ in further)

        def make() -> list[Any]:
            self.cards |= {name: card(self.further) for name, card in further}
            return [*first, *(self.cards[name] for name in names)]

        return Section(title, about, make, lambda is_open: self._look(names, is_open), open=bool(first), **_GRID)

    def _look(self, names: Sequence[str], looks: bool) -> None:
        for name in names:
            self.cards[name].look(looks)


_SOURCES = "Where each seat\u2019s points come from"
