"""How fast the dashboard answers in headless Chromium: ``python -m benchmarks.page``, on a quiet machine.

A slider is moved by one step, twenty times, each time to rules that weren't played yet. Measured is the time from the
key to the first picture of the new rules in all three figures, painted, and to the last one, with all games played.
After that, the page is opened by visitors who have never been there, with nothing in their browser's cache; each comes
when the server has noticed that the one before has left.
"""

from __future__ import annotations

import re
import shutil
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from benchmarks.figures import Figure

ROOT = Path(__file__).resolve().parent.parent
STEPS = 20
VISITORS = 3
MS_UNTIL_NOTICED = 25_000
GAMES = 5000
WAIT_MS = 300_000
VIEWPORT: ViewportSize = {"width": 1280, "height": 900}
CHROMIUM_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"]

WATCH = """
() => {
  const models = [...Bokeh.documents[0]._all_models.values()]
  const names = ["win_share", "scores", "length"]
  const sources = models.filter(model => model.type === "ColumnDataSource" && names.includes(model.name))
  let changed = 0
  window.addEventListener("keydown", () => {
    changed = 0
    window.pressed = performance.now()
    window.painted = null
  }, true)
  for (const source of sources) {
    source.properties.data.change.connect(() => {
      changed += 1
      if (changed === sources.length) {
        requestAnimationFrame(() => requestAnimationFrame(() => { window.painted = performance.now() }))
      }
    })
  }
}
"""


@contextmanager
def served() -> Iterator[str]:
    """Serve the dashboard in a process of its own, as the README says."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    command = [sys.executable, "-m", "panel", "serve", "dashboards/", "--address", "127.0.0.1", "--port", str(port)]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/dashboards"
    finally:
        server.terminate()
        server.wait()


def measure_opening(browser: Browser, address: str) -> tuple[list[float], list[float]]:
    """Open the page anew; give the times to what is first painted, and to the figures, in seconds."""
    painted, shown = [], []
    for _ in range(VISITORS):
        page = browser.new_page(viewport=VIEWPORT)
        page.wait_for_timeout(MS_UNTIL_NOTICED)
        page.goto(f"{address}?lab=1~standard~games={GAMES}", wait_until="commit")
        page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length", timeout=WAIT_MS)
        painted.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime") / 1000)
        page.get_by_role("heading", name=re.compile("seat", re.IGNORECASE)).first.wait_for(timeout=WAIT_MS)
        shown.append(page.evaluate("performance.now()") / 1000)
        page.get_by_role("status").filter(has_text="games played").wait_for(timeout=WAIT_MS)
        page.close()
    return painted, shown


def measure(page: Page, address: str) -> tuple[list[float], list[float]]:
    """Move the slider; give the times to the first and to the last picture, in seconds."""
    done = page.get_by_role("status").filter(has_text="games played")
    for _ in range(2):  # the first visit also waits for the compiler
        page.goto(f"{address}?lab=1~standard~games={GAMES}")
        done.wait_for(timeout=WAIT_MS)
    page.locator("summary", has_text="Scoring").click()
    page.locator('[data-name="rare_value"] input[type=range]').focus()
    page.evaluate(WATCH)
    first, last = [], []
    for _ in range(STEPS):
        page.keyboard.press("ArrowRight")
        page.wait_for_function("window.painted")
        first.append(page.evaluate("window.painted - window.pressed") / 1000)
        done.wait_for()
        last.append(page.evaluate("performance.now() - window.pressed") / 1000)
        page.wait_for_timeout(300)
    return first, last


def main() -> int:
    """Measure and print; the exit code tells whether the targets are met."""
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS)
        mover = browser.new_page(viewport=VIEWPORT)
        first, last = measure(mover, address)
        mover.close()
        painted, shown = measure_opening(browser, address)
        browser.close()
    spread = f"median of {STEPS}, {min(first):.2f} to {max(first):.2f}"
    late = statistics.quantiles(first, n=20, method="inclusive")[-1]
    visitors = f"median of {VISITORS}, empty cache"
    figures = [
        Figure("first paint of the page", statistics.median(painted), 3.0, "s", False, visitors),
        Figure("first figures of the page", statistics.median(shown), 3.0, "s", False, visitors),
        Figure("from a slider to the new picture", statistics.median(first), 0.3, "s", False, spread),
        Figure("the same, 95% of times", late, 0.5, "s", False),
        Figure(f"from a slider to all {GAMES:,} games", statistics.median(last), 3.0, "s", False, f"median of {STEPS}"),
    ]
    for figure in figures:
        print(figure)
    return 0 if all(figure.met for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
