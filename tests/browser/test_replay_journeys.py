"""Replays as a person meets them: the closest game to its end, a log of one's own, a bad log, a link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pandas as pd
import pytest
from lab_page import COMPILER_PATIENCE, GLANCE, IDLE, LabPage
from playwright.sync_api import Browser, BrowserContext, expect

from caravan.batch import Batch, simulate
from caravan.events import write_events

WORD = "1~standard~players=4~bots=planner,planner,planner,planner~seed=7~games=200~game=12~at=40"


class ReplayPage(LabPage):
    """The page, opened."""

    def open(self, word: str | None = None) -> ReplayPage:
        self.page.goto(f"{self._address}?replay={word or ''}")
        self.page.wait_for_function(IDLE, polling=GLANCE)
        return self

    @property
    def word(self) -> str:
        return parse_qs(urlsplit(self.page.url).query).get("replay", [""])[0]

    def wait_for_game(self, words: str) -> None:
        self.page.locator(".from").filter(has_text=words).wait_for(timeout=COMPILER_PATIENCE)

    def wait_for_event(self, event: int | str) -> None:
        self.page.locator(".counter").filter(has_text=re.compile(rf"^event {event} of ")).wait_for()

    def wait_for_word(self, ending: str) -> None:
        self.wait_for("ending => decodeURIComponent(location.search).endsWith(ending)", ending)

    def last_event(self) -> int:
        return int(self.page.locator(".seek").get_attribute("max") or 0)

    def points(self) -> list[int]:
        return [int(text) for text in self.page.locator(".standings .score").all_inner_texts()]

    def upload(self, file: Path) -> None:
        self.page.locator("#log-file").set_input_files(file)


@pytest.fixture(scope="module")
def batch() -> Batch:
    return simulate(games=200, seed=7)


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    yield context
    context.close()


@pytest.fixture(scope="module")
def shared(context: BrowserContext, dashboard_url: str) -> ReplayPage:
    """A page for all journeys, since it takes a browser seconds to open one."""
    replay = ReplayPage(context.new_page(), dashboard_url).open(WORD)
    replay.wait_for_game("Game 12 of 200")
    return replay


@pytest.fixture
def replay(shared: ReplayPage) -> Iterator[ReplayPage]:
    yield shared
    shared.require_peace()


def final_scores(batch: Batch, game: int) -> list[int]:
    return batch.seats[batch.seats["game"] == game]["score"].tolist()


def test_the_closest_game_is_found_and_replayed_to_its_end(replay: ReplayPage, batch: Batch) -> None:
    page = replay.page
    page.get_by_text("Among all 200 games").wait_for()
    page.get_by_role("button", name=re.compile("^Closest: game")).first.click()
    games = batch.games.sort_values(["winning_margin", "spread", "lead_changes"], ascending=[True, True, False])
    closest = int(games["game"].iloc[0])
    replay.wait_for_game(f"Game {closest} of 200")
    page.get_by_label("Speed").select_option("60")
    page.get_by_role("button", name="Play", exact=True).click()
    replay.wait_for_event(replay.last_event())
    page.get_by_role("button", name="Play", exact=True).wait_for()
    assert replay.points() == final_scores(batch, closest)
    expect(page.locator(".headline")).to_contain_text("Ended in turn")
    page.get_by_role("grid", name="Events").scroll_into_view_if_needed()
    expect(page.locator(".rows .present .number").first).to_have_text(str(replay.last_event()))
    replay.wait_for_word(f"game={closest}~at={replay.last_event()}")


def test_a_click_on_the_chart_or_on_an_event_leads_there(replay: ReplayPage) -> None:
    page = replay.page
    chart = page.locator(".chart")
    box = chart.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    middle = int(replay.page.locator(".seek").input_value())
    assert abs(middle - replay.last_event() / 2) <= 1
    page.get_by_label("Action", exact=True).select_option("deliver")
    page.get_by_text(re.compile(r"^\d+ of \d+ events")).wait_for()
    page.get_by_role("grid", name="Events").evaluate("list => { list.scrollTop = 0 }")
    row = page.locator("#event-row-4")
    event = row.locator(".number").first.inner_text()
    assert "delivers" in row.inner_text()
    row.click()
    replay.wait_for_event(event)
    expect(page.locator(".words")).to_contain_text("delivers")
    assert page.locator(".chain-line").count() == 1
    page.get_by_role("button", name="Show all").click()
    page.get_by_text(re.compile(r"^\d+ events")).wait_for()


def test_a_game_is_found_and_replayed_to_its_end_by_keyboard_alone(replay: ReplayPage, batch: Batch) -> None:
    page = replay.page
    longest = int(batch.games.sort_values(["turns", "events"], ascending=False, kind="stable")["game"].iloc[0])
    page.get_by_role("button", name=re.compile("^Longest: game")).first.focus()
    page.keyboard.press("Enter")
    replay.wait_for_game(f"Game {longest} of 200")
    replay.wait_for_event(7)
    for key, event in (("ArrowRight", 8), ("ArrowRight", 9), ("ArrowLeft", 8), ("Home", 0), ("ArrowLeft", 0)):
        page.keyboard.press(key)
        replay.wait_for_event(event)
    spoken = page.locator("[aria-live=polite]").filter(has_text="A good lies ready")
    spoken.wait_for(state="attached")
    page.keyboard.press(".")
    replay.wait_for_event(8)
    page.keyboard.press(".")
    page.keyboard.press(",")
    replay.wait_for_event(8)
    page.get_by_label("Speed").focus()
    page.keyboard.press("End")
    page.get_by_role("button", name="Play", exact=True).focus()
    page.keyboard.press("Space")
    replay.wait_for_event(replay.last_event())
    assert replay.points() == final_scores(batch, longest)
    page.get_by_role("grid", name="Events").focus()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    replay.wait_for_event(replay.last_event() - 3)


def test_a_log_of_ones_own_is_loaded_linked_and_found_again(
    replay: ReplayPage, batch: Batch, tmp_path: Path, browser: Browser, dashboard_url: str
) -> None:
    page = replay.page
    log = tmp_path / "ours <b>bold.csv"
    events = batch.events
    write_events(events[events["game"] < 3], log)
    replay.upload(log)
    replay.wait_for_game("Game 0 of ours <b>bold.csv")
    page.get_by_label("Words").fill("delivers")
    page.get_by_text(re.compile(r"^\d+ of [\d,]+ events")).wait_for()
    page.get_by_role("button", name="The next game").click()
    replay.wait_for_game("Game 1 of ours")
    page.keyboard.press("End")
    replay.wait_for_event(replay.last_event())
    replay.wait_for_word(f"game=1~at={replay.last_event()}")
    assert replay.points() == final_scores(batch, 1)
    word = replay.word
    page.get_by_role("button", name="Show all").click()
    page.get_by_role("button", name="Back to simulated games").click()
    replay.wait_for_game("Game 0 of 200")
    with browser.new_context() as elsewhere:
        other = ReplayPage(elsewhere.new_page(), dashboard_url).open(word)
        waiting = other.page.locator(".veil")
        expect(waiting).to_have_text(re.compile(r"of a log that was uploaded.*and the page goes there\.$"))
        other.upload(log)
        other.wait_for_game("Game 1 of ours")
        other.wait_for_event(other.last_event())
        assert other.word == word
        other.require_peace()


FAULTS = (
    (0, "deliver", "points", "99", "points are 99"),
    (1, "pick_up", "demand", "7", "demand is 7"),
    (2, "place", "target", "z9", "found 'z9'"),
    (3, "place", "cost", "many", "found 'many'"),
    (4, "refill", "good", "unicorn", "found 'unicorn'"),
    (5, "end", "end_reason", "boredom", "found 'boredom'"),
    (6, "deliver", "under", "perhaps", "found 'perhaps'"),
    (7, "pick_up", "actions_left", "9", "actions_left is 9"),
    (8, "place", "event", "777", "the event is 777"),
    (9, "deliver", "action", "<img src=x onerror=alert(1)>", "found '<img src=x"),
)


def test_ten_faults_of_a_bad_log_are_each_explained(replay: ReplayPage, batch: Batch, tmp_path: Path) -> None:
    page = replay.page
    good, bad = tmp_path / "good.csv", tmp_path / "bad.csv"
    events = batch.events
    write_events(events[events["game"] < 10], good)
    table = pd.read_csv(good, dtype=str, keep_default_na=False)
    lines = []
    for game, action, column, value, _ in FAULTS:
        row = table.index[(table["game"] == str(game)) & (table["action"] == action)][0]
        table.loc[row, column] = value
        lines.append(int(row) + 2)
    table.to_csv(bad, index=False)
    before = page.locator(".from").inner_text()
    replay.upload(bad)
    page.get_by_role("heading", name=re.compile("bad.csv can\u2019t be replayed")).wait_for()
    told = page.get_by_role("table", name=re.compile("bad.csv")).get_by_role("row").all_inner_texts()
    for (_, _, column, _, reason), line in zip(FAULTS, lines, strict=True):
        (row,) = [text for text in told if text.startswith(f"line {line}\t{column}\t")]
        assert reason in row.replace("\t", " ").casefold(), row
    assert page.locator("img[src=x]").count() == 0
    assert page.locator(".from").inner_text() == before
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("heading", name=re.compile("bad.csv")).wait_for(state="detached")


def test_a_link_leads_back_to_the_same_place_in_a_new_browser(
    browser: Browser, dashboard_url: str, batch: Batch
) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce") as elsewhere:
        replay = ReplayPage(elsewhere.new_page(), dashboard_url).open(WORD)
        replay.wait_for_game("Game 12 of 200")
        replay.wait_for_event(40)
        assert replay.word == WORD
        events = batch.events_of(12).iloc[:41]
        points = events.groupby("seat", observed=True)["points"].sum()
        assert replay.points() == [int(points.get(seat, 0)) for seat in range(1, 5)]
        assert replay.too_wide() == []
        replay.require_peace()


def test_a_bad_link_is_explained(browser: Browser, dashboard_url: str) -> None:
    with browser.new_context() as elsewhere:
        replay = ReplayPage(elsewhere.new_page(), dashboard_url).open("1~standard~game=9999")
        replay.page.get_by_role("alert").filter(has_text="from 0 to 4,999").wait_for()
        replay.wait_for_game("Game 0 of 5,000")


def test_a_game_can_be_taken_along(replay: ReplayPage, tmp_path: Path) -> None:
    page = replay.page
    for name, ending in (
        ("Board as SVG", "svg"),
        ("Board as PNG", "png"),
        ("Scores as CSV", "csv"),
        ("Log as CSV", "csv"),
    ):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=name).click()
        file = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(file)
        assert file.suffix == f".{ending}"
        assert file.stat().st_size > 1000
        if ending == "csv":
            assert len(pd.read_csv(file)) == replay.last_event() + 1
