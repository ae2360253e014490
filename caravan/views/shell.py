"""What holds the pages together: the navigation, the address, and the place where a page stands."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl

from panel.layout import Column

from caravan.views.address_error import AddressError
from caravan.views.browser_window import BrowserWindow
from caravan.views.look import stack
from caravan.views.navigation import Navigation
from caravan.views.page import PageView
from caravan.views.page_kinds import PageKind
from caravan.views.visit import Visit

TITLE = "Caravan Lab"


class Shell:
    """One visitor's pages, each made when it is first shown.

    Parameters
    ----------
    visit : Visit
        Whose pages they are; links from page to page lead through this shell from now on.
    kinds : sequence of PageKind
        The pages, in the order of the navigation.
    """

    def __init__(self, visit: Visit, kinds: Sequence[PageKind]) -> None:
        self.visit = visit
        visit.leave_for = self.show
        self._kinds = {kind.name: kind for kind in kinds}
        self.pages: dict[str, PageView] = {}
        self.front: PageView | None = None
        self.on_help: Callable[[], object] = lambda: None
        self.on_narrow: Callable[[], object] = lambda: None
        self.navigation = Navigation([{"name": kind.name, "title": kind.title} for kind in kinds], self._asked)
        self.window = BrowserWindow(self._is_narrow, self._went)
        self._sides = {name: _place() for name in self._kinds}
        self._middles = {name: _place() for name in self._kinds}
        self._alive = False

    def sidebar(self) -> list[Any]:
        """Give what stands at the side, whatever page is shown."""
        return list(self._sides.values())

    def main(self) -> list[Any]:
        """Give what stands in the middle, whatever page is shown."""
        return list(self._middles.values())

    def open_address(self, query: Mapping[str, str]) -> None:
        """Show what an address stands for; one that can't be followed is explained, and leads to the usual beginning.

        Parameters
        ----------
        query : mapping of str to str
            The parts of the address behind its question mark.
        """
        name = next((name for name in query if name in self._kinds), next(iter(self._kinds)))
        self.show(name, query.get(name) or None)

    def show(self, name: str, word: str | None = None) -> None:
        """Bring a page to the front.

        Parameters
        ----------
        name : str
            The page's name in the address.
        word : str, optional
            What it shall show; by default whatever it showed last.
        """
        page = self.pages.get(name) or self._make(name, begin=not word)
        if word and word != page.word:
            try:
                page.open(word)
            except AddressError as error:
                instead = f"what {page.title} shows now stays"
                if not page.word:
                    page.open("")
                    instead = f"what {page.title} begins with is shown"
                self.visit.say(f"This link can\u2019t be followed, so {instead}: {error}", "error")
        if page is not self.front:
            self._bring_to_front(page)
        self._tell()

    def prepare(self) -> None:
        """Begin what doesn't change the page, while the browser still loads it."""
        if self.front is not None:
            self.front.prepare()

    def start(self) -> None:
        """Begin: whatever changes while a browser still loads a page may never reach it."""
        self._alive = True
        if self.front is not None:
            self.front.start()
        self.window.ask_for_width()

    def close(self) -> None:
        """Give up everything, because the visitor has left."""
        for page in self.pages.values():
            page.close()

    def _make(self, name: str, *, begin: bool) -> PageView:
        page = self._kinds[name].make(self.visit)
        if begin and not page.word:
            page.open("")
        self.pages[name] = page
        self._sides[name][:] = page.sidebar()
        self._middles[name][:] = page.main()
        page.param.watch(self._tell, ["word", "can_undo", "can_redo"])
        return page

    def _bring_to_front(self, page: PageView) -> None:
        before, self.front = self.front, page
        for name in self._kinds:
            self._sides[name].visible = self._middles[name].visible = name == page.name_in_address
        if before is not None:
            before.rest()
        if self._alive:
            page.start()

    def _tell(self, *_: Any) -> None:
        page = self.front
        if page is not None:
            self.window.tell(page.name_in_address, page.word, f"{page.title} \u2013 {TITLE}")
            self.navigation.param.update(front=page.name_in_address, can_undo=page.can_undo, can_redo=page.can_redo)

    def _asked(self, wish: str, name: str) -> None:
        if wish == "page":
            self.show(name)
        elif wish == "help":
            self.on_help()
        elif self.front is not None:
            (self.front.undo if wish == "undo" else self.front.redo)()

    def _is_narrow(self) -> None:
        self.on_narrow()

    def _went(self, query: str) -> None:
        self.open_address(dict(parse_qsl(query.removeprefix("?"), keep_blank_values=True)))


def _place() -> Column:
    place = stack()
    place.visible = False
    return place
