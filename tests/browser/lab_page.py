"""The dashboard as a person at a browser meets it: what can be seen, moved, read, and what the browser complains of."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import ConsoleMessage, Locator, Page, Request

from caravan.rules import Rules

PATIENCE = 60_000
"""In milliseconds."""

COMPILER_PATIENCE = 300_000
"""The first page on a machine waits for the compiler."""

SMALL = "1~standard~players=4~bots=planner,planner,planner,planner~games=500~seed=7~compare=none"
"""The address, as the page itself writes it, of a page that has soon played its games."""

GLANCE = 100
"""Milliseconds between two looks at the page, whose drawing would suffer if we looked at every frame."""

HARMLESS = "view was already destroyed"
"""Bokeh warns so whenever the labels of an axis change."""

IDLE = "window.Bokeh && Bokeh.documents.length > 0 && Bokeh.documents[0].is_idle"
SOURCE = """
name => {
  const models = [...Bokeh.documents[0]._all_models.values()]
  const sources = models.filter(model => model.type === "ColumnDataSource" && model.name === name)
  if (sources.length !== 1) { return null }
  return Object.fromEntries(Object.entries(sources[0].data).map(([column, values]) => [column, [...values]]))
}
"""
TEXTS = """
text => {
  const walk = (node, found = []) => {
    if (node.nodeType === 3) { found.push(node.textContent) }
    for (const child of (node.shadowRoot ?? node).childNodes) { walk(child, found) }
    return found
  }
  return walk(document.body).filter(words => words.includes(text)).length
}
"""
BACKGROUND = """
name => {
  const models = [...Bokeh.documents[0]._all_models.values()]
  return models.find(model => model.type === "Figure" && model.name === name)?.background_fill_color
}
"""
TOO_WIDE = """
() => {
  const found = []
  const walk = node => {
    if (node.classList?.contains("bk-GlyphRenderer")) { return }  // unseen, and cut off at the frame of its figure
    const box = node.getBoundingClientRect?.()
    if (box && box.width > 0 && box.right > window.innerWidth + 1) { found.push(`${node.tagName}.${node.className}`) }
    for (const child of (node.shadowRoot ?? node).children ?? []) { walk(child) }
  }
  walk(document.body)
  return found
}
"""


class LabPage:
    """The page, opened."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.strangers: list[str] = []
        self._host = urlsplit(address).netloc
        self._address = address
        page.set_default_timeout(PATIENCE)
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", self._asked)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and HARMLESS not in message.text:
            self.complaints.append(message.text)

    def _asked(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in {"http", "https", "ws", "wss"} and parts.netloc != self._host:
            self.strangers.append(request.url)

    def open(self, word: str | None = None) -> LabPage:
        self.page.goto(self._address + (f"?lab={word}" if word else ""))
        self.page.wait_for_function(IDLE, polling=GLANCE)
        return self

    def require_peace(self) -> None:
        """Fail where the browser has complained since the last time, or asked anyone else for anything."""
        complaints, strangers = self.complaints[:], self.strangers[:]
        self.complaints.clear()
        self.strangers.clear()
        assert complaints == []
        assert strangers == []

    @property
    def word(self) -> str:
        return parse_qs(urlsplit(self.page.url).query).get("lab", [""])[0]

    @property
    def status(self) -> Locator:
        return self.page.get_by_role("status")

    def wait_for_status(self, text: str) -> None:
        self.status.filter(has_text=re.compile(text)).wait_for(timeout=COMPILER_PATIENCE)

    def wait_until_done(self) -> None:
        self.wait_for_status(r"All [\d,]+ games played")

    def wait_for(self, function: str, argument: str) -> None:
        """Wait until a function of the page says yes."""
        self.page.wait_for_function(function, arg=argument, polling=GLANCE)

    def source(self, name: str) -> dict[str, list[Any]] | None:
        return self.page.evaluate(SOURCE, name)

    def wait_for_caption(self, text: str) -> None:
        """Wait until all three figures say that they rest on something."""
        self.wait_for(f"text => ({TEXTS.strip()})(text) >= 3", text)

    def wait_for_source(self, name: str, condition: str) -> None:
        """Wait until something holds of a figure's ``data``."""
        self.wait_for(f"name => {{ const data = ({SOURCE.strip()})(name); return data && {condition} }}", name)

    def wait_for_theme(self, condition: str) -> None:
        """Wait until something holds of the first figure's background ``colour``."""
        self.wait_for(f"name => {{ const colour = ({BACKGROUND.strip()})(name); return {condition} }}", "win_share")

    def too_wide(self) -> list[str]:
        """What reaches beyond the right edge of the window."""
        return self.page.evaluate(TOO_WIDE)

    def row(self, name: str) -> Locator:
        return self.page.locator(f'[data-name="{name}"]')

    def slider(self, name: str) -> Locator:
        return self.row(name).locator("input[type=range]")

    def number(self, name: str) -> Locator:
        return self.row(name).locator("input[type=number]").first

    def back(self, name: str) -> Locator:
        """The button beside a parameter that leads back to the standard game's value."""
        return self.row(name).get_by_role("button", name=re.compile("Standard: "))

    def lead_back(self, name: str) -> None:
        """Take a change back, and wait until the standard game is shown."""
        self.back(name).click()
        self.wait_for_caption(Rules().id)

    def open_section(self, title: str) -> None:
        section = self.page.locator("details", has=self.page.locator("summary", has_text=title))
        if section.get_attribute("open") is None:
            section.locator("summary").click()

    def tab_to(self, wanted: Locator, presses: int = 120) -> None:
        """Press Tab until something has the focus."""
        for _ in range(presses):
            self.page.keyboard.press("Tab")
            if wanted.evaluate("node => node.getRootNode().activeElement === node"):
                return
        raise AssertionError(f"{wanted} can't be reached with the keyboard")
