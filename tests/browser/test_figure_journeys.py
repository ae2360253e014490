"""What designers do with a figure: open its section, read it as a table, choose what it shows, take it with them."""

from __future__ import annotations

import io
import re
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pandas as pd
import pytest
from lab_page import LabPage
from playwright.sync_api import Locator

SVG = "{http://www.w3.org/2000/svg}"
STEM = "caravan-rbabbcfa1-4p-planner-500-games-seed-7"


def tools(lab: LabPage, name: str) -> Locator:
    """The buttons below a figure."""
    return lab.page.get_by_role("group", name=f"{name}: table and files")


def section(lab: LabPage, title: str) -> Locator:
    return lab.page.get_by_role("button", name=re.compile(f"^{title}"), expanded=False)


def saved(lab: LabPage, name: str, kind: str, folder: Path) -> Path:
    button = tools(lab, name).get_by_role("button", name=kind)
    with lab.page.expect_download() as waiting:
        button.click()
    file = folder / waiting.value.suggested_filename
    waiting.value.save_as(file)
    tools(lab, name).get_by_role("status").filter(has_text=f"Saved {file.name}").wait_for()
    return file


def pixels(png: bytes) -> tuple[int, int, bytes]:
    """The width and height of a PNG file, and the first pixel's red, green, blue and alpha."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert (depth, kind) == (8, 6)
    data, place = b"", 8
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        if png[place + 4 : place + 8] == b"IDAT":
            data += png[place + 8 : place + 8 + length]
        place += 12 + length
    return width, height, zlib.decompress(data)[1:5]


@pytest.fixture
def opened(standard: LabPage) -> Iterator[LabPage]:
    """The standard game's page with nothing open that wasn't at first."""
    yield standard
    for title in ("Tension", "Board", "Actions"):
        button = standard.page.get_by_role("button", name=re.compile(f"^{title}"), expanded=True)
        if button.count():
            button.click()


def test_a_table_is_opened_and_scrolled_by_keyboard_and_follows_the_rules(opened: LabPage) -> None:
    toggle = tools(opened, "How long a game takes").get_by_role("button", name="Table")
    toggle.focus()
    opened.page.keyboard.press("Enter")
    table = opened.page.get_by_role("table", name="How long a game takes")
    table.wait_for()
    assert toggle.get_attribute("aria-expanded") == "true"
    header = table.get_by_role("columnheader").all_inner_texts()
    assert header[:3] == ["Turns", "Games", "Of all games (%)"]
    rows = table.locator("tbody tr")
    assert rows.count() == len(opened.source("length")["games"])
    assert sum(int(row.locator("td").first.inner_text()) for row in rows.all()) == 500
    region = opened.page.get_by_role("region", name="How long a game takes: table")
    region.focus()
    opened.page.keyboard.press("End")
    opened.page.wait_for_function(
        "box => box.scrollTop > 0 || box.scrollHeight <= box.clientHeight", arg=region.element_handle()
    )
    before = table.inner_text()
    opened.slider("camels").focus()
    opened.page.keyboard.press("ArrowRight")
    opened.wait_for_status("games played")
    opened.page.wait_for_function("([box, old]) => box.innerText !== old", arg=[table.element_handle(), before])
    opened.lead_back("camels")
    opened.wait_until_done()
    toggle.focus()
    opened.page.keyboard.press("Space")
    table.wait_for(state="detached")


def test_a_figure_is_saved_as_a_picture_with_its_words(opened: LabPage, tmp_path: Path) -> None:
    name = "How many points each seat makes"
    file = saved(opened, name, "PNG", tmp_path)
    assert file.name == f"{STEM}-scores.png"
    width, height, corner = pixels(file.read_bytes())
    assert width > 300
    assert height > 300
    assert corner == b"\xff\xff\xff\xff"
    drawing = ElementTree.fromstring(saved(opened, name, "SVG", tmp_path).read_bytes())
    words = " ".join(node.text or "" for node in drawing.iter(f"{SVG}text"))
    heading = opened.page.get_by_role("heading", name=re.compile("^(Seat . scores most|All seats score)")).inner_text()
    assert heading.replace("\u00a0", " ").split(":")[0] in words
    assert "500 games" in words
    assert "rules rbabbcfa1" in words
    assert "Points" in words
    assert drawing.find(f"{SVG}rect").get("fill")
    assert drawing.find(f"{SVG}svg") is not None


def test_a_figure_is_saved_as_a_table(opened: LabPage, tmp_path: Path) -> None:
    file = saved(opened, "Who wins from which seat", "CSV", tmp_path)
    assert file.name == f"{STEM}-win-share.csv"
    table = pd.read_csv(io.BytesIO(file.read_bytes()))
    assert table["Seat"].tolist() == [1, 2, 3, 4]
    assert table["Games won (%)"].sum() == pytest.approx(100.0)
    assert table["Games won (%)"].tolist() == pytest.approx(
        [100 * share for share in opened.source("win_share")["share"]]
    )


def test_further_pictures_come_when_their_section_is_opened_by_keyboard(opened: LabPage, tmp_path: Path) -> None:
    assert opened.source("lead") is None
    for title in ("Tension", "Board", "Actions"):
        section(opened, title).focus()
        opened.page.keyboard.press("Enter")
    for name in ("lead", "lead_changes", "comeback", "board_use", "action_mix"):
        opened.wait_for_source(name, "Object.values(data)[0].length > 0")
    assert len(opened.source("board_use")["space"]) == 49
    everyone = opened.source("board_use")["value"]
    opened.page.get_by_label("What is counted").click()
    opened.page.get_by_role("menuitem", name="Goods passing through").click()
    opened.page.get_by_role("heading", name=re.compile("^Goods passing through: most in")).wait_for()
    assert opened.source("board_use")["value"] != everyone
    table = pd.read_csv(saved(opened, "Where on the board things happen", "CSV", tmp_path))
    assert len(table) == 49
    assert table["Goods in a game"].sum() > 1.0
    picture = ElementTree.fromstring(saved(opened, "Where on the board things happen", "SVG", tmp_path).read_bytes())
    words = [node.text for node in picture.iter(f"{SVG}text")]
    assert {"a1", "d4", "g7"} <= set(words)
    assert "Goods in a game" in words
