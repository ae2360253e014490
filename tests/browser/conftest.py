"""Pages of the served dashboard: a new one for a test, or one that is handed from test to test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from lab_page import PATIENCE, SMALL, LabPage
from playwright.sync_api import Browser, Page, expect

expect.set_options(timeout=PATIENCE)


@pytest.fixture
def lab(page: Page, dashboard_url: str) -> Iterator[LabPage]:
    """The dashboard, not yet opened; it must end without complaint and without a request to anyone else."""
    lab = LabPage(page, dashboard_url)
    yield lab
    lab.require_peace()


@pytest.fixture(scope="module")
def handed_on(browser: Browser, dashboard_url: str) -> Iterator[LabPage]:
    """A page for several tests, since it takes a browser seconds of work to open one."""
    context = browser.new_context()
    yield LabPage(context.new_page(), dashboard_url)
    context.close()


@pytest.fixture
def standard(handed_on: LabPage) -> Iterator[LabPage]:
    """The page of the standard game, with all games played.

    A test changes it and leads it back. It is opened anew where the test before failed to.
    """
    if handed_on.word != SMALL:
        handed_on.open(SMALL)
    handed_on.wait_until_done()
    yield handed_on
    handed_on.require_peace()
