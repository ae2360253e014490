"""The Compare page as a person at a browser meets it."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from lab_page import COMPILER_PATIENCE, GLANCE, IDLE, LabPage
from playwright.sync_api import Download, Locator

SMALL = "1~bots=planner,miser~games=200~set=standard"
"""One rule set, whose games are soon played."""


class CompareDesk(LabPage):
    """The page, opened."""

    def open_comparison(self, word: str = SMALL) -> CompareDesk:
        self.page.goto(f"{self._address}?compare={word}")
        self.page.wait_for_function(IDLE, polling=GLANCE)
        self.page.get_by_role("group", name="Rule sets").wait_for()
        return self

    @property
    def compare_word(self) -> str:
        return parse_qs(urlsplit(self.page.url).query).get("compare", [""])[0]

    def wait_for_word(self, text: str) -> None:
        """Wait until the address holds something."""
        self.wait_for("text => decodeURIComponent(window.location.search).includes(text)", text)

    def wait_until_compared(self, games: int) -> None:
        """Wait until so many games are played, and compared."""
        pattern = re.compile(rf"All {games:,} games played")
        self.page.get_by_role("status").filter(has_text=pattern).wait_for(timeout=COMPILER_PATIENCE)
        summary = self.page.get_by_role("button", name="Summary")
        summary.wait_for()
        self.wait_for("() => true", "")
        summary.click(trial=True, timeout=COMPILER_PATIENCE)  # which waits until it can be clicked

    @property
    def to_add(self) -> Locator:
        """Where what is to be added is chosen."""
        return self.page.get_by_label("Add a rule set")

    @property
    def add_button(self) -> Locator:
        return self.page.get_by_role("button", name="Add", exact=True).first

    def name_of(self, letter: str) -> Locator:
        return self.page.get_by_label(f"Name of rule set {letter}")

    def cells(self, row: str) -> list[str]:
        """The values of one of the rules that differ, without the arrow before what isn't the baseline's."""
        line = self.page.get_by_role("region", name="Rules that differ").get_by_role("row").filter(has_text=row)
        return [text.removeprefix("\u2192 ") for text in line.get_by_role("cell").all_inner_texts()]

    def download(self, button: Locator, *, by_keyboard: bool = False) -> Download:
        with self.page.expect_download(timeout=COMPILER_PATIENCE) as waiting:
            if by_keyboard:
                self.tab_to(button)
                self.page.keyboard.press("Enter")
            else:
                button.click()
        return waiting.value
