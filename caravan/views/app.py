"""The page: controls at the side, status, headlines, figures and files in the middle."""

# mypy: allow-untyped-calls

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from html import escape
from typing import Any

import panel as pn
from bokeh.document import Document
from panel_material_ui.template.base import Page

from caravan.plots import length, scores
from caravan.views.address import LabState, from_word
from caravan.views.address_error import AddressError
from caravan.views.browser_window import NARROW, PARAMETER, BrowserWindow
from caravan.views.downloads import Downloads
from caravan.views.figure_card import FigureCard
from caravan.views.headline_cards import HeadlineCards
from caravan.views.lab_model import LabModel
from caravan.views.live_runner import LiveRunner, Post
from caravan.views.look import PAGE_STYLE, THEME, stack
from caravan.views.other_styles import OtherStyles
from caravan.views.own_bots import offered_bot, own_bots
from caravan.views.rule_editor import RuleEditor
from caravan.views.runs import (
    SECONDS_BETWEEN_PICTURES_BEHIND,
    CompiledEngine,
    ListenerGone,
    RunBook,
    Ticket,
)
from caravan.views.setup_panel import SetupPanel
from caravan.views.status_bar import StatusBar
from caravan.views.warm_up import WarmUp, engine_warm_up
from caravan.views.win_share_card import WinShareCard
from caravan.views.words import Words

_log = logging.getLogger(__name__)

TITLE = "Caravan Lab"
_MOTTO = "What a rule is worth, before anyone plays it"
_ONLY_IF_WIDE = f"@media (max-width: {NARROW}px) {{ :host {{ display: none; }} }}"
_GAP = "14px"
_GRID = {
    "display": "grid",
    "gap": _GAP,
    "grid_template_columns": "repeat(auto-fit, minmax(min(100%, 400px), 1fr))",
}


@functools.cache
def shared_run_book() -> RunBook:
    """Give the process's own book of runs, on the compiled engine."""
    return RunBook(CompiledEngine(), engine_warm_up.wait)


@functools.cache
def shared_book_behind() -> RunBook:
    """Give the process's own book of runs that give way to those of `shared_run_book`."""
    return RunBook(CompiledEngine(behind=True), engine_warm_up.wait, pause=SECONDS_BETWEEN_PICTURES_BEHIND)


class Lab:
    """One visitor's page.

    Parameters
    ----------
    book : RunBook
        Where batches are asked for.
    warm_up : WarmUp
        What the engine waits for.
    word : str or None, optional
        The page's state from its address.
    post : callable, optional
        Hands a function over to the page's own thread.
    behind : RunBook, optional
        Where batches of further styles are asked for; by default the same.
    """

    def __init__(
        self,
        book: RunBook,
        warm_up: WarmUp,
        word: str | None = None,
        post: Post = lambda function: function(),
        behind: RunBook | None = None,
    ) -> None:
        state, self.bad_link = read_link(word)
        self.model = LabModel(state)
        self.runner = LiveRunner(book, post)
        self.others = OtherStyles(self.runner, behind or book, post)
        self.setup = SetupPanel(self.model)
        self.rules = RuleEditor(self.model)
        self.status = StatusBar(self.model, self.runner, self.others, warm_up)
        self.cards = HeadlineCards(self.runner, self.others)
        self.figures = (
            WinShareCard(self.runner, self.others),
            FigureCard(self.runner, "scores", scores, "How many points each seat makes"),
            FigureCard(self.runner, "length", length, "How long a game takes"),
        )
        self.downloads = Downloads(self.runner)
        self._pictures = stack(self.cards, stack(*self.figures, self.downloads, **_GRID), gap=_GAP)
        self.window = BrowserWindow(self.model, self._close_sidebar)
        self.page: Page | None = None
        self.model.param.watch(self._play, "request")
        self.model.param.watch(self._compare, "compare")
        self.model.param.watch(self._mark_pictures, "problems")

    def sidebar(self) -> list[Any]:
        """Give what stands at the side."""
        return [stack(self.setup, self.rules, self.window, margin=(16, 18, 28, 18))]

    def _close_sidebar(self) -> None:
        if self.page is not None:
            self.page.sidebar_open = False

    def main(self) -> list[Any]:
        """Give what stands in the middle."""
        return [stack(self.status, self._pictures, margin=(16, 18, 32, 18), gap=_GAP)]

    def start(self) -> None:
        """Play what is set."""
        self.runner.start(self.model.request)
        self._compare()

    def close(self) -> None:
        """Give up everything, because the visitor has left."""
        self.others.close()
        self.runner.close()

    def _play(self, event: Any) -> None:
        self.runner.start(event.new)
        self._compare()

    def _compare(self, *_: Any) -> None:
        self.others.choose(self.model.request, tuple(map(offered_bot, self.model.compare)))

    def _mark_pictures(self, event: Any) -> None:
        """Dim the pictures for as long as they belong to other rules than those that are set."""
        self._pictures.styles = {**self._pictures.styles, "opacity": "0.45" if event.new else "1"}


def read_link(word: str | None) -> tuple[LabState, str]:
    """Read the page's state from its address.

    Parameters
    ----------
    word : str or None
        What the address holds, if anything.

    Returns
    -------
    state : LabState
        What to show; the usual state if there is no word or it can't be followed.
    message : str
        What is wrong with the word, if anything.
    """
    if not word:
        return LabState(), ""
    try:
        return from_word(word), ""
    except AddressError as error:
        return LabState(), f"This link can\u2019t be followed, so the standard game is shown: {error}"


def post_to(document: Document | None) -> Post:
    """Make the way by which runs, in threads of their own, reach a visitor's page.

    Parameters
    ----------
    document : Document or None
        The visitor's; None where there is no server, and then functions are called at once.

    Returns
    -------
    callable
        Has a function called where the page may be changed; raises `ListenerGone` once the visitor has left.
    """
    if document is None:
        return lambda function: function()
    session = document.session_context

    def call_in_one_message(function: Callable[[], Any]) -> None:
        with pn.io.hold(document):
            function()

    def post(function: Callable[[], Any]) -> None:
        if session is not None and session.destroyed:
            raise ListenerGone
        try:
            document.add_next_tick_callback(functools.partial(call_in_one_message, function))
        except AttributeError as error:  # a destroyed document has lost its parts
            raise ListenerGone from error

    return post


def build() -> Page:
    """Build the page for a visitor of the server.

    Returns
    -------
    Page
        To be made servable.
    """
    pn.extension(notifications=True, exception_handler=_apologise)
    engine_warm_up.start()
    given = pn.state.session_args.get(PARAMETER, [b""])[0].decode("utf-8", "replace")
    lab = Lab(shared_run_book(), engine_warm_up, given, post_to(pn.state.curdoc), shared_book_behind())
    page = Page(
        title=TITLE,
        sidebar=lab.sidebar(),
        main=lab.main(),
        header=[Words(f'<p class="faint">{_MOTTO}</p>', _ONLY_IF_WIDE)],
        sidebar_width=370,
        sidebar_open="Mobi" not in pn.state.headers.get("User-Agent", ""),
        sidebar_resizable=False,
        theme_config=THEME,
        sx=PAGE_STYLE,
        busy_indicator=None,
        meta_description="A design laboratory for the board game Caravan",
    )
    lab.page = page
    head_start = shared_run_book().ask(lab.model.request, lambda _: None)
    pn.state.on_session_destroyed(functools.partial(_take_leave, lab, head_start))
    pn.state.onload(functools.partial(_greet, lab, head_start))
    return page


def _greet(lab: Lab, head_start: Ticket) -> None:
    """Begin to show things: whatever changes while a browser still loads a page may never reach it."""
    lab.start()
    shared_run_book().leave(head_start)
    lab.status.watch_warm_up()
    lab.window.ask_for_width()
    if lab.bad_link and pn.state.notifications is not None:
        pn.state.notifications.error(escape(lab.bad_link, quote=False), duration=20_000)
    if pn.state.notifications is not None:
        for problem in own_bots().problems:
            pn.state.notifications.error(escape(problem, quote=False), duration=20_000)


def _apologise(error: Exception) -> None:
    """Tell a visitor that something they did has failed; the log has the rest."""
    _log.error("Something failed on a page", exc_info=error)
    if pn.state.notifications is not None:
        pn.state.notifications.error(f"That didn\u2019t work: {escape(str(error), quote=False)}", duration=20_000)


def _take_leave(lab: Lab, head_start: Ticket, _session: Any) -> None:
    shared_run_book().leave(head_start)
    lab.close()
