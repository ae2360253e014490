"""What designers do on the Compare page, by mouse and by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest
from compare_desk import SMALL, CompareDesk
from playwright.sync_api import Browser

from caravan import Rules, compare
from caravan.playtest_summary import as_csv

OPENINGS = f"{SMALL}~set=Flat:standard;opening_actions=none~set=standard;opening_actions=1,2"


@pytest.fixture(scope="module")
def desk(browser: Browser, dashboard_url: str) -> Iterator[CompareDesk]:
    """One page for all journeys, since it takes a browser seconds of work to open one."""
    context = browser.new_context(accept_downloads=True, viewport={"width": 1280, "height": 900})
    yield CompareDesk(context.new_page(), dashboard_url)
    context.close()


@pytest.fixture(autouse=True)
def in_peace(desk: CompareDesk) -> Iterator[None]:
    yield
    desk.require_peace()


def test_a_designer_compares_three_openings(desk: CompareDesk, browser: Browser, dashboard_url: str) -> None:
    page = desk.open_comparison().page
    page.get_by_text("Add a second rule set").wait_for()
    desk.to_add.select_option(label="Copy of A standard")
    desk.add_button.click()
    page.get_by_role("alert").filter(has_text="These are the rules of standard").wait_for()
    desk.open_section("Turns")
    fewer = desk.row("opening_actions").get_by_role("button", name="One fewer")
    for _ in range(3):
        fewer.click()
    desk.wait_for_word("opening_actions=none")
    desk.name_of("B").fill("Flat")
    desk.wait_for_word("set=Flat:")
    page.get_by_role("button", name="Copy A standard").click()
    page.get_by_role("heading", name="Rules of C").wait_for()
    fewer.click()
    desk.wait_for_word("opening_actions=1,2")
    assert desk.compare_word == OPENINGS
    desk.wait_until_compared(1200)
    assert desk.cells("opening") == ["1, 2, 3", "none", "1, 2"]
    page.get_by_role("heading", name=re.compile("Three rule sets differ in actions")).wait_for()
    page.get_by_role("heading", name=re.compile("C \u00b7 Under opening_actions=1,2")).wait_for()
    shares = desk.source("compared_shares")
    assert shares is not None
    assert shares["letter"][:3] == ["A", "B", "C"]
    assert set(shares["rules"]) == {"standard", "Flat", "opening_actions=1,2"}
    page.get_by_role("button", name="Make B Flat the baseline").click()
    desk.wait_for_word("games=200~set=Flat:")
    page.get_by_role("button", name="Undo", exact=True).click()
    desk.wait_for_word(OPENINGS)
    context = browser.new_context()
    again = CompareDesk(context.new_page(), dashboard_url).open_comparison(desk.compare_word)
    again.wait_until_compared(1200)
    assert again.compare_word == OPENINGS
    assert again.source("compared_shares") == shares
    again.page.set_viewport_size({"width": 390, "height": 844})
    again.wait_for("() => document.documentElement.scrollWidth <= window.innerWidth", "")
    context.close()


def test_the_same_by_keyboard_alone(desk: CompareDesk) -> None:
    page, keys = desk.open_comparison().page, desk.page.keyboard
    desk.tab_to(desk.add_button)
    keys.press("Enter")
    page.get_by_role("heading", name="Rules of B").wait_for()
    desk.tab_to(page.locator("summary", has_text="Turns"))
    keys.press("Enter")
    desk.tab_to(desk.row("opening_actions").get_by_role("button", name="One fewer"))
    for _ in range(3):
        keys.press("Space")
    desk.wait_for_word("opening_actions=none")
    desk.tab_to(desk.name_of("B"), presses=200)
    keys.type("Flat")
    desk.wait_for_word("set=Flat:")
    desk.tab_to(page.get_by_role("button", name="Copy A standard"), presses=200)
    keys.press("Enter")
    page.get_by_role("heading", name="Rules of C").wait_for()
    desk.tab_to(desk.row("opening_actions").get_by_role("button", name="One fewer"))
    keys.press("Enter")
    desk.wait_for_word("opening_actions=1,2")
    assert desk.compare_word == OPENINGS
    desk.wait_until_compared(1200)
    page.get_by_role("heading", name=re.compile("C \u00b7 Under opening_actions=1,2")).wait_for()


def test_a_designer_finds_the_effect_of_a_sixth_camel_and_downloads_its_csv(desk: CompareDesk, tmp_path: Path) -> None:
    page = desk.open_comparison().page
    desk.to_add.select_option(label="Introductory")
    desk.add_button.click()
    desk.wait_until_compared(800)
    assert desk.cells("Camels") == ["5", "6"]
    page.get_by_role("heading", name=re.compile("Under introductory")).first.wait_for()
    page.get_by_text("The number of turns").first.wait_for()
    found = desk.download(page.get_by_role("button", name="Summary"))
    file = tmp_path / "summary.csv"
    found.save_as(file)
    expected = compare(
        Rules(), Rules.preset("introductory"), bots=("planner", "miser"), games=200, seed=7, names=("a", "b")
    )
    assert file.read_text() == as_csv(expected.table)
    turns = pd.read_csv(file).query("measure == 'length.turns.mean' and baseline == baseline")
    assert (turns["difference"] < 0).all()
    report = desk.download(page.get_by_role("button", name="Report"))
    report.save_as(tmp_path / "report.html")
    assert "introductory" in (tmp_path / "report.html").read_text()
    page.get_by_text("What matters").click()
    page.get_by_label("Length", exact=True).fill("99")
    desk.wait_for_word("margin=length.turns:99")
    equal = page.locator("dt", has_text="Practically equal").locator("xpath=following-sibling::dd[1]")
    equal.filter(has_text="number of turns").wait_for()
    page.get_by_role("button", name="Show every measure").click()
    page.get_by_label("Look for a measure").fill("length.turns.mean")
    page.get_by_role("status").filter(has_text=re.compile("^2 of")).wait_for()


def test_the_sixth_camel_by_keyboard_alone(desk: CompareDesk, tmp_path: Path) -> None:
    page, keys = desk.open_comparison().page, desk.page.keyboard
    desk.tab_to(desk.add_button)
    keys.press("Enter")
    page.get_by_role("heading", name="Rules of B").wait_for()
    desk.tab_to(desk.slider("camels"))
    keys.press("ArrowRight")
    desk.wait_for_word("set=introductory")
    desk.wait_until_compared(800)
    found = desk.download(page.get_by_role("button", name="Summary"), by_keyboard=True)
    found.save_as(tmp_path / "summary.csv")
    assert found.suggested_filename.endswith("-summary.csv")
    assert "length.turns.mean" in (tmp_path / "summary.csv").read_text()
