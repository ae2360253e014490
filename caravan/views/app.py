"""The dashboard as the server makes it for each visitor."""

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

from caravan.views.busy_marks import clear_busy_marks_with_events_only, leave_busy_out
from caravan.views.engine import CompiledEngine, workers
from caravan.views.fair_threads import FairThreads
from caravan.views.frame_labels import FrameLabels
from caravan.views.guide import Guide
from caravan.views.limits import server_limits
from caravan.views.live_runner import Post
from caravan.views.look import PAGE_STYLE, THEME
from caravan.views.own_bots import own_bots
from caravan.views.page_kinds import PAGE_KINDS
from caravan.views.presence import Presence
from caravan.views.runs import SECONDS_BETWEEN_PICTURES_BEHIND, ListenerGone, RunBook
from caravan.views.shell import TITLE, Shell
from caravan.views.visit import Kind, Visit
from caravan.views.warm_up import engine_warm_up

__all__ = ["TITLE", "build", "post_to", "shared_book_behind", "shared_run_book"]

_log = logging.getLogger(__name__)

_NOTICE_MS = 20_000
_DARK = "caravan_dark"
_GUIDED = "caravan_guided"


@functools.cache
def shared_run_book() -> RunBook:
    """Give the process's own book of runs, on the compiled engine."""
    return RunBook(CompiledEngine(), engine_warm_up.wait, limits=server_limits())


@functools.cache
def shared_book_behind() -> RunBook:
    """Give the process's own book of runs that give way to those of `shared_run_book`."""
    return RunBook(
        CompiledEngine(behind=True),
        engine_warm_up.wait,
        pause=SECONDS_BETWEEN_PICTURES_BEHIND,
        limits=server_limits(),
    )


@functools.cache
def shared_workers() -> FairThreads:
    """Give the process's own threads for long work that isn't a batch."""
    return workers("caravan-worker")


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
    presence = Presence(document.session_context)

    def call_in_one_message(function: Callable[[], Any]) -> None:
        with pn.io.hold(document):
            function()

    def post(function: Callable[[], Any]) -> None:
        if presence.is_over:
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
    clear_busy_marks_with_events_only()
    engine_warm_up.start()
    said: list[tuple[str, Kind]] = []
    visitor = object()
    visit = Visit(
        shared_run_book().of(visitor),
        shared_book_behind().of(visitor),
        shared_workers().turns(lambda: (visitor,)),
        post_to(pn.state.curdoc),
        speak=lambda text, kind: said.append((text, kind)),
    )
    shell = Shell(visit, PAGE_KINDS)
    query = {name: values[0].decode("utf-8", "replace") for name, values in pn.state.session_args.items() if values}
    shell.open_address(query)
    shell.prepare()
    guide = Guide(is_open=_GUIDED not in pn.state.cookies and not query)
    page = Page(
        title=TITLE,
        sidebar=shell.sidebar(),
        main=[guide, *shell.main()],
        header=[shell.navigation, shell.window, FrameLabels()],
        sidebar_width=370,
        sidebar_open="Mobi" not in pn.state.headers.get("User-Agent", ""),
        sidebar_resizable=False,
        dark_theme=pn.state.cookies.get(_DARK) == "1",
        theme_config=THEME,
        sx=PAGE_STYLE,
        busy_indicator=None,
        meta_description="A design laboratory for the board game Caravan",
    )
    leave_busy_out(page)
    shell.on_narrow = functools.partial(setattr, page, "sidebar_open", False)
    shell.on_help = guide.open
    guide.on_closed = functools.partial(shell.window.keep, _GUIDED, "1")
    page.param.watch(lambda event: shell.window.keep(_DARK, str(int(event.new))), "dark_theme")
    pn.state.on_session_destroyed(functools.partial(_take_leave, shell))
    pn.state.onload(functools.partial(_greet, shell, said))
    return page


def _greet(shell: Shell, said: list[tuple[str, Kind]]) -> None:
    """Begin to show things: whatever changes while a browser still loads a page may never reach it."""
    shell.visit.speak = _speak
    shell.start()
    for text, kind in said:
        _speak(text, kind)
    for problem in own_bots().problems:
        _speak(problem, "error")


def _speak(text: str, kind: Kind) -> None:
    notices = pn.state.notifications
    if notices is not None:
        notice = notices.error if kind == "error" else notices.info
        notice(escape(text, quote=False), duration=_NOTICE_MS)


def _apologise(error: Exception) -> None:
    """Tell a visitor that something they did has failed; the log has the rest."""
    _log.error("Something failed on a page", exc_info=error)
    _speak(f"That didn\u2019t work: {error}", "error")


def _take_leave(shell: Shell, _session: Any) -> None:
    shell.visit.left = True
    shell.close()
    shell.visit.worker.shutdown(wait=False)
