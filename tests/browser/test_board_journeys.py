"""What designers do with the board: by mouse, by touch, by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from lab_page import GLANCE, SMALL, LabPage
from playwright.sync_api import Browser, Locator, expect

from caravan.board import Board
from caravan.views.address import LabState, from_word
from caravan.views.board.shipped_boards import shipped_boards

STANDARD = Board.standard()


class BoardJourney(LabPage):
    """A page of the Lab with its board unfolded."""

    def unfold(self) -> BoardJourney:
        self.open(SMALL)
        self.summary.click()
        self.space("a1").wait_for()
        return self

    @property
    def part(self) -> Locator:
        """The board's part of the page."""
        return self.page.locator(".board-editor")

    @property
    def summary(self) -> Locator:
        return self.part.locator("summary")

    @property
    def state(self) -> LabState:
        return from_word(self.word)

    @property
    def board(self) -> Board:
        return self.state.board or STANDARD

    @property
    def said(self) -> Locator:
        return self.part.locator(".said")

    def space(self, name: str) -> Locator:
        return self.page.get_by_role("gridcell", name=re.compile(f"^{name},"))

    def tool(self, name: str) -> Locator:
        return self.part.get_by_role("button", name=name, exact=True)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def hears(self, words: str) -> None:
        """Wait until the page has said something of the board."""
        expect(self.said).to_contain_text(words)

    def until(self, holds: Callable[[LabState], bool]) -> None:
        """Wait until something holds of the state that the address leads back to."""
        while not holds(self.state):
            self.page.wait_for_timeout(GLANCE)

    def undo_all(self) -> None:
        self.page.keyboard.press("Escape")
        while self.word != SMALL:
            before = self.word
            self.page.get_by_role("button", name="Undo", exact=True).click()
            self.page.wait_for_function("before => !location.search.includes(before)", arg=before)
        expect(self.space("g5")).to_have_attribute("aria-label", "g5, city of gold, rare")


@pytest.fixture(scope="module")
def opened(browser: Browser, dashboard_url: str) -> Iterator[BoardJourney]:
    context = browser.new_context(accept_downloads=True)
    yield BoardJourney(context.new_page(), dashboard_url).unfold()
    context.close()


@pytest.fixture
def lab_board(opened: BoardJourney) -> Iterator[BoardJourney]:
    yield opened
    opened.undo_all()
    opened.require_peace()


def drag(lab: BoardJourney, source: str, target: str) -> None:
    lab.space(source).hover()
    lab.page.mouse.down()
    lab.space(target).hover()
    lab.page.mouse.up()


def test_by_mouse_demand_cities_and_blocked_spaces_are_changed_on_the_picture(lab_board: BoardJourney) -> None:
    lab_board.space("d6").click()
    lab_board.hears("Space 3, d6, now starts with a demand marker.")
    lab_board.until(lambda state: state.changes == {"starting_demand": [1, 2, 3, 7, 8]})
    lab_board.open_section("Demand and refill")
    assert lab_board.page.get_by_role("checkbox", name="Space 3 (d6)").is_checked()
    drag(lab_board, "g5", "g4")
    lab_board.hears("The city of gold is now in g4.")
    drag(lab_board, "a7", "c7")
    lab_board.hears("Numbered space 1 is now in c7, and the city of ivory in a7.")
    lab_board.tool("Block").click()
    lab_board.space("d4").click()
    lab_board.hears("d4 is blocked.")
    lab_board.until(lambda state: state.board is not None and len(state.board.blocked) == 1)
    board = lab_board.board
    assert board.space_name(board.cities[1]) == "g4"
    assert board.space_name(board.numbered[0]) == "c7"
    assert [board.space_name(space) for space in board.blocked] == ["d4"]
    lab_board.tool("\u21ba Standard").click()
    lab_board.hears("Now on the board Standard.")
    lab_board.until(lambda state: state.board is None)
    lab_board.tool("Demand").click()


def test_by_keyboard_alone_the_same_is_done(lab_board: BoardJourney) -> None:
    lab_board.tool("Number").focus()
    lab_board.press("Tab")
    assert (
        lab_board.page.evaluate(
            "() => { let e = document.activeElement; while (e.shadowRoot) { e = e.shadowRoot"
            ".activeElement } return e.getAttribute('role') }"
        )
        == "gridcell"
    )
    lab_board.press("Home", "PageUp", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight", "Enter")
    lab_board.hears("Space 3, d6, now starts with a demand marker.")
    lab_board.press("m", "ArrowDown", "End", "Enter")
    lab_board.hears("Picked up: g5, city of gold, rare.")
    lab_board.press("ArrowDown", "ArrowLeft", "Enter")
    lab_board.hears("The city of gold is now in f4, and numbered space 5 in g5.")
    lab_board.press(" ", "ArrowUp", "Escape")
    lab_board.hears("Put back in f4.")
    lab_board.press("b", "Enter")
    lab_board.hears("f5 is blocked.")
    lab_board.press("n", "ArrowUp", " ")
    lab_board.hears("f6 is now numbered space 9.")
    lab_board.until(lambda state: state.board is not None and len(state.board.numbered) == 9)
    board = lab_board.board
    assert lab_board.state.changes == {"starting_demand": [1, 2, 3, 7, 8]}
    assert board.space_name(board.cities[1]) == "f4"
    assert board.space_name(board.numbered[8]) == "f6"
    lab_board.press("Control+z")
    expect(lab_board.space("f6")).to_have_attribute("aria-label", "f6, desert")
    lab_board.press("d")


def test_a_board_that_is_cut_in_two_is_explained_beside_it_and_the_games_go_on(lab_board: BoardJourney) -> None:
    lab_board.tool("Block").click()
    lab_board.space("a6").click()
    lab_board.hears("a6 is blocked.")
    lab_board.space("b7").click()
    fault = lab_board.part.get_by_role("alert").filter(has_text="no way from a7")
    fault.wait_for()
    lab_board.wait_for_status("still show the earlier rules")
    assert [lab_board.board.space_name(space) for space in lab_board.board.blocked] == ["a6"]
    assert lab_board.tool("Save").is_disabled()
    lab_board.tool("\u21ba Back to the last playable board").click()
    fault.wait_for(state="hidden")
    expect(lab_board.space("b7")).to_have_attribute("aria-label", "b7, desert")
    lab_board.tool("Demand").click()


def test_boards_are_chosen_loaded_saved_and_bad_files_explained(lab_board: BoardJourney, tmp_path: Path) -> None:
    page = lab_board.page
    lab_board.part.get_by_label("Board", exact=True).select_option("Oasis")
    lab_board.hears("It has no spaces 7, 8, so there is no demand on them at the start.")
    lab_board.until(lambda state: state.changes == {"starting_demand": [1, 2]})
    bad = tmp_path / "<img src=x onerror=alert(1)>.toml"
    bad.write_text(shipped_boards()["oasis"].to_toml().replace("rare = true", "rear = true", 1))
    good = tmp_path / "long_road.toml"
    shipped_boards()["long_road"].write(good)
    for path, words in (
        (bad, "unknown key 'goods.I.rear'; did you mean 'rare'?"),
        (good, "Now on the board Long road."),
    ):
        with page.expect_file_chooser() as chooser:
            lab_board.tool("Load\u2026").press("Enter")
        chooser.value.set_files(path)
        lab_board.hears(words)
        name = "Oasis" if path == bad else "Long road"
        lab_board.until(lambda state, name=name: state.board is not None and state.board.name == name)
    assert page.locator("img[src=x]").count() == 0
    lab_board.part.get_by_label("Name").fill("My road")
    lab_board.part.get_by_label("Name").press("Enter")
    lab_board.hears("another name")
    lab_board.until(lambda state: state.board is not None and state.board.name == "My road")
    with page.expect_download() as download:
        lab_board.tool("Save").press("Enter")
    assert download.value.suggested_filename == "my-road.toml"
    assert Board.read(download.value.path()) == lab_board.board
    lab_board.tool("One more: Rows").press("Enter")
    lab_board.hears(f"and {shipped_boards()['long_road'].height + 1} rows")


def test_on_a_telephone_fingers_tap_and_drag(lab_board: BoardJourney) -> None:
    page = lab_board.page
    size = page.viewport_size
    page.set_viewport_size({"width": 390, "height": 844})
    touch = page.context.new_cdp_session(page)

    def finger(*names: str) -> None:
        lab_board.space(names[0]).scroll_into_view_if_needed()
        boxes = [lab_board.space(name).bounding_box() for name in names]
        points = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2} for box in boxes]
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [points[0]]})
        for point in points[1:]:
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    page.get_by_label("Close drawer").wait_for()  # it was beside the pictures before, and now lies over them
    finger("d6")
    lab_board.hears("Space 3, d6, now starts with a demand marker.")
    finger("d2", "c2", "c3")
    lab_board.hears("Numbered space 6 is now in c3, and the city of leather in d2.")
    box = lab_board.part.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    page.set_viewport_size(size)
