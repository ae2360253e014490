"""What axe-core, a checker of pages for people who can't see or can't use a mouse, has to say of every page."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from lab_page import COMPILER_PATIENCE, GLANCE, IDLE, SMALL
from playwright.sync_api import Browser, Page

from caravan.views.page_kinds import PAGE_KINDS

LOOKS = 10
PAUSE = 1000
"""Milliseconds between two looks."""


def faults(page: Page) -> list[str]:
    """Say what is wrong with a page once it has settled: colours fade from light to dark, and pictures are drawn."""
    found: list[str] = []
    for _ in range(LOOKS):
        page.wait_for_timeout(PAUSE)
        report = Axe().run(page).response
        found = [
            f"{fault['id']} ({fault['impact']}): {fault['help']}: {node['html'][:200]}"
            for fault in report["violations"]
            for node in fault["nodes"]
        ]
        if not found:
            break
    return found


@pytest.mark.parametrize("name", [kind.name for kind in PAGE_KINDS])
def test_a_page_has_no_faults_in_light_and_dark_and_on_a_phone(browser: Browser, dashboard_url: str, name: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(f"{dashboard_url}?{name}={SMALL if name == 'lab' else ''}")
    page.wait_for_function(IDLE, polling=GLANCE, timeout=COMPILER_PATIENCE)
    assert faults(page) == []
    page.get_by_label("Toggle theme").click()
    assert faults(page) == []
    page.get_by_label("Toggle theme").click()
    page.set_viewport_size({"width": 390, "height": 844})
    drawer = page.get_by_label("Open drawer")
    if drawer.is_visible():
        drawer.click()
    assert faults(page) == []
    context.close()
