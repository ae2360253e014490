"""The Sweep page as a person at a browser meets it."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from lab_page import COMPILER_PATIENCE, LabPage
from playwright.sync_api import Locator

SMALL = "1~vary~standard~players=4~bots=planner~games=20~seed=7"
"""The beginning of words whose games are soon played."""

SHOWN = "show=length.turns.mean~seat=1~stratum=0"

STATUS = re.compile(r"cells|Ready|search|This")


class SweepDesk(LabPage):
    """The page, opened."""

    def open_sweep(self, word: str = "") -> SweepDesk:
        self.page.goto(f"{self._address}?sweep={word}")
        self.page.wait_for_function("window.Bokeh && Bokeh.documents.length > 0 && Bokeh.documents[0].is_idle")
        self.page.get_by_label("What to ask").first.wait_for()
        return self

    @property
    def sweep_word(self) -> str:
        return parse_qs(urlsplit(self.page.url).query).get("sweep", [""])[0]

    def wait_for_word(self, text: str) -> None:
        """Wait until the address holds something."""
        self.wait_for("text => decodeURIComponent(window.location.search).includes(text)", text)

    def say_play(self) -> Locator:
        return self.page.get_by_role("button", name="Play", exact=True)

    def wait_for_cells(self, number: int) -> None:
        self.page.get_by_text(f"All {number} cells played").wait_for(timeout=COMPILER_PATIENCE)

    @property
    def told(self) -> Locator:
        """What is said of the chosen cell."""
        return self.page.locator(".told")

    def cell_middle(self, name: str, x: float, y: float) -> tuple[float, float]:
        """Say where in the window a point of a figure's data is."""
        found = self.page.evaluate(
            """([name, x, y]) => {
              const views = [...Bokeh.index.roots]
              const walk = (view) => view.model.name === name && view.model.type === "Figure"
                ? view : [...(view.child_views ?? [])].map(walk).find(Boolean)
              const view = views.map(walk).find(Boolean)
              const frame = view.frame
              const box = view.canvas_view.el.getBoundingClientRect()
              return [box.left + frame.x_scale.compute(x), box.top + frame.y_scale.compute(y)]
            }""",
            [name, x, y],
        )
        return float(found[0]), float(found[1])
