"""The page, built as the server builds it for a visitor, without a browser.

A page whose script fails still answers 200, so that asking the server isn't enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bokeh.server.session import ServerSession


@pytest.fixture
def session(root: Path) -> Iterator[ServerSession]:
    from panel.io.application import build_single_handler_application
    from panel.io.session import generate_session

    application = build_single_handler_application(str(root / "dashboards"))
    session = generate_session(application)
    handler = application.handlers[0]
    assert not handler.failed, handler.error_detail
    yield session
    session.destroy()


def test_a_visitor_gets_a_page_that_was_built_without_an_error(session: ServerSession) -> None:
    assert session.document.roots, "the page is empty"


def test_the_page_names_the_project(session: ServerSession) -> None:
    assert "Caravan" in session.document.title
