"""What designers do on the Sweep page, by mouse and by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import Browser
from sweep_desk import SHOWN, SMALL, SweepDesk

from caravan.rules import Rules
from caravan.sweeps import SweepPlan, sweep

MAP = f"{SMALL}~x=rare_value:4/6/8~y=camels:4/5/6~{SHOWN}"


@pytest.fixture(scope="module")
def desk(browser: Browser, dashboard_url: str) -> Iterator[SweepDesk]:
    """One page for all journeys, since it takes a browser seconds of work to open one."""
    context = browser.new_context(accept_downloads=True)
    yield SweepDesk(context.new_page(), dashboard_url)
    context.close()


@pytest.fixture(autouse=True)
def in_peace(desk: SweepDesk) -> Iterator[None]:
    yield
    desk.require_peace()


def test_a_designer_sweeps_rare_value_and_camels_and_opens_a_cell(desk: SweepDesk) -> None:
    desk.open_sweep(f"{SMALL}~x=camels:4/5/6~{SHOWN}")
    page = desk.page
    desk.wait_for_cells(3)
    page.locator("#axis-0-parameter").select_option("rare_value")
    for field, value in (("low", "4"), ("high", "8"), ("step", "2")):
        page.locator(f"#axis-0-{field}").fill(value)
    desk.wait_for_word("x=rare_value:4/6/8")
    page.locator("#axis-1-parameter").select_option("camels")
    desk.wait_for_word("y=camels:")
    page.locator("#axis-1-low").fill("4")
    page.locator("#axis-1-high").fill("6")
    desk.wait_for_word("y=camels:4/5/6")
    page.get_by_text("answers the question before").wait_for()
    desk.say_play().click()
    desk.wait_for_cells(9)
    desk.wait_for_source("sweep_heat_map", "data.x.length === 9")
    page.get_by_role("heading", name=re.compile("^Length")).wait_for()
    page.mouse.click(*desk.cell_middle("sweep_heat_map", 2, 0))
    desk.told.filter(has_text="Points for a rare good 8, Camels per player 4").wait_for()
    page.get_by_role("button", name="Open in Lab").click()
    desk.wait_for("text => window.location.search.includes(text)", "lab=1~standard~")
    assert "camels=4" in desk.word
    assert "rare_value=8" in desk.word


def test_the_same_by_keyboard_alone(desk: SweepDesk) -> None:
    desk.open_sweep(f"{SMALL}~x=rare_value:4/6/8~{SHOWN}")
    page, keys = desk.page, desk.page.keyboard
    desk.wait_for_cells(3)
    desk.tab_to(page.locator("#axis-1-parameter"))
    keys.type("Camels")
    desk.wait_for_word("y=camels:3/4/5/6/7")
    keys.press("Tab")
    keys.press("Control+A")
    keys.type("4")
    keys.press("Tab")
    keys.press("Control+A")
    keys.type("6")
    desk.wait_for_word("y=camels:4/5/6")
    desk.tab_to(desk.say_play())
    keys.press("Enter")
    desk.wait_for_cells(9)
    desk.tab_to(page.get_by_label("Cell", exact=True))
    keys.press("Home")
    desk.told.filter(has_text="Points for a rare good 4, Camels per player 4").wait_for()
    desk.tab_to(page.get_by_role("button", name="Compare with the present rules"))
    keys.press("Enter")
    desk.wait_for("text => window.location.search.includes(text)", "compare=1~")
    assert "camels=4" in page.url
    assert "rare_value=4" in page.url


def test_an_address_asks_and_plays_the_same_again_and_its_files_are_the_commands(
    desk: SweepDesk, tmp_path: Path
) -> None:
    desk.open_sweep(MAP)
    desk.wait_for_cells(9)
    assert desk.sweep_word == MAP
    done = sweep(SweepPlan({"rare_value": [4, 6, 8], "camels": [4, 5, 6]}, games=20, seed=7, base=Rules()))
    for name, expected in (("cells.csv", done.cells), ("summary.csv", done.summary)):
        with desk.page.expect_download() as waiting:
            desk.page.get_by_role("button", name=name).click()
        file = tmp_path / name
        waiting.value.save_as(file)
        assert waiting.value.suggested_filename == f"caravan-sweep-{done.plan.id}-{name}"
        assert len(pd.read_csv(file)) == len(expected)
    figures = desk.source("sweep_heat_map")
    assert figures is not None
    own = done.summary[done.summary["measure"] == "length.turns.mean"]["value"]
    assert sorted(figures["value"]) == pytest.approx(sorted(own))


def test_a_long_sweep_is_stopped_and_gone_on_with(desk: SweepDesk) -> None:
    desk.open_sweep(f"{SMALL.replace('games=20', 'games=1000')}~x=rare_value:2/3/4/5/6/7/8/9/10/11~{SHOWN}")
    page = desk.page
    page.get_by_role("status").filter(has_text=re.compile(r"[1-9]\d* of 10 cells")).wait_for()
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("status").filter(has_text=re.compile(r"Stopped after [1-9] of 10 cells")).wait_for()
    page.get_by_role("button", name="Play on").click()
    desk.wait_for_cells(10)


def test_what_matters_shows_a_bar_for_each_parameter_and_fits_a_narrow_page(desk: SweepDesk) -> None:
    desk.page.set_viewport_size({"width": 390, "height": 844})
    desk.open_sweep(f"1~matters~standard~players=2~bots=planner~games=20~seed=7~step=1~{SHOWN}")
    desk.wait_for_source("tornado", "new Set(data.name).size >= 20")
    desk.page.get_by_role("heading", name=re.compile("raises|lowers|No parameter")).wait_for()
    assert desk.too_wide() == []


def test_a_bad_address_is_explained(desk: SweepDesk) -> None:
    desk.open_sweep(f"{SMALL}~x=camel:4/5~{SHOWN}")
    desk.page.get_by_role("alert").filter(has_text="did you mean 'camels'").wait_for()
    desk.page.get_by_text("Ready to play").wait_for()
