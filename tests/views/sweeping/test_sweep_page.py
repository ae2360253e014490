"""The Sweep page without a browser: what is asked is played and shown, and cells lead to other pages."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parents[1]))
from desk import Desk
from held_engine import Hand

from caravan.plots.canvas import source_of
from caravan.rules import Rules
from caravan.views import address
from caravan.views.comparing import word as compare
from caravan.views.runs import RunBook
from caravan.views.sweeping import SweepPage, question
from caravan.views.sweeping.cells import CellBook
from caravan.views.sweeping.pictures import take_picture
from caravan.views.sweeping.played_sweep import PlayedSweep
from caravan.views.sweeping.question_words import from_word
from caravan.views.visit import Visit

CURVE = "1~vary~standard~players=4~bots=planner~games=20~seed=7~x=camels:4/5/6~show=steals~seat=1~stratum=0"
MAP = CURVE.replace("x=camels:4/5/6", "x=camels:4/5~y=refill_after:3/4/9")
MATTERS = "1~matters~standard~players=2~bots=weak~games=20~seed=7~step=1~show=length.turns.mean~seat=1~stratum=0"


class Opened:
    """A page whose visitor is the test."""

    def __init__(self, worker: ThreadPoolExecutor, word: str = CURVE) -> None:
        self.desk = Desk()
        self.left: list[tuple[str, str]] = []
        self.said: list[str] = []
        self.page = SweepPage(
            Visit.alone(
                RunBook(Hand([])),
                worker=worker,
                post=self.desk.post,
                leave_for=lambda page, word: self.left.append((page, word)),
                speak=lambda text, kind: self.said.append(text),
            ),
            CellBook(),
        )
        self.page.open(word)
        self.page.sidebar()
        self.page.main()
        self.page.start()

    def finish(self) -> SweepPage:
        self.desk.read_until(lambda: self.page.player.state == "done")
        return self.page

    def source(self, kind: str) -> dict[str, Any]:
        figure = self.page.frames[kind].figure
        assert figure is not None
        return dict(source_of(figure).data)


@pytest.fixture(scope="module")
def worker() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


def test_nothing_is_played_before_it_is_asked_for(worker: ThreadPoolExecutor) -> None:
    opened = Opened(worker, "")
    assert opened.page.player.state == "idle"
    assert "Ready to play" in opened.page.status.words.html
    assert "5 cells, 2,500 games, about" in opened.page.status.words.html
    assert opened.page.status.button.label == "Play"
    assert opened.page._empty.visible


def test_a_link_plays_its_question_again(worker: ThreadPoolExecutor) -> None:
    opened = Opened(worker)
    page = opened.finish()
    assert page.word == CURVE
    assert opened.source("curve")["x"] == [4.0, 5.0, 6.0]
    assert "All 3 cells played" in page.status.words.html
    assert not page._empty.visible


def test_another_measure_needs_no_further_games(worker: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Opened(worker)
    page = opened.finish()
    before = opened.source("curve")["y"]
    monkeypatch.setattr(worker, "submit", lambda *_: pytest.fail("games were played"))
    page.model.measure = "length.turns.mean"
    opened.desk.read_until(lambda: opened.source("curve")["y"] != before)
    assert page.player.state == "done"
    assert "show=length.turns.mean" in page.word


def test_a_click_on_a_mark_chooses_its_cell_and_opens_it_in_the_lab(worker: ThreadPoolExecutor) -> None:
    opened = Opened(worker)
    page = opened.finish()
    assert page.picker.chosen == 1  # the base
    assert page.picker.fields.is_base
    figure = page.frames["curve"].figure
    assert figure is not None
    source_of(figure).selected.indices = [2]
    assert page.picker.chosen == 2
    assert page.picker.fields.lines[0] == "Camels per player 6"
    page.picker.open("lab")
    name, word = opened.left[-1]
    assert name == "lab"
    state = address.from_word(word)
    assert dict(state.changes) | {"preset": state.preset} in (
        {"preset": "introductory"},
        {"preset": "standard", "camels": 6},
    )
    assert (state.players, state.bots, state.games, state.seed) == (4, ("planner",) * 4, 20, 7)


def test_a_cell_is_compared_with_the_rules_that_were_asked_about(worker: ThreadPoolExecutor) -> None:
    opened = Opened(worker, MAP.replace("standard", "standard;rare_value=9"))
    page = opened.finish()
    numbers = {cell["label"]: cell["number"] for cell in page.picker.fields.cells}
    page.picker.choose(numbers["Camels per player 4, Refill after 3"])
    page.picker.open("compare")
    name, word = opened.left[-1]
    assert name == "compare"
    state = compare.from_word(word)
    assert [one.rules.id for one in state.sets] == [
        Rules(rare_value=9).id,
        Rules(rare_value=9, camels=4, refill_after=3).id,
    ]
    assert (state.players, state.styles, state.games, state.seed) == (4, ("planner",), 20, 7)


def test_a_cell_that_cannot_be_played_says_why_and_cannot_be_opened(worker: ThreadPoolExecutor) -> None:
    opened = Opened(worker, MAP)
    page = opened.finish()
    told = {cell["label"]: (cell["number"], cell["told"]) for cell in page.picker.fields.cells}
    number, words = told["Camels per player 4, Refill after 9"]
    assert words == "can\u2019t be played"
    page.picker.choose(number)
    assert "refill_after" in page.picker.fields.lines[1]
    assert not page.picker.fields.can_open
    page.picker.open("lab")
    assert opened.left == []
    rows = opened.source("map")
    assert rows["figure"].count("\u2013") == 2


def test_what_matters_has_a_bar_for_each_change_and_leads_to_its_cell(
    worker: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = {"camels": [4, 5, 6], "tie_break": ["most_goods", "shared"]}
    monkeypatch.setattr(question, "neighbours", lambda *_: few)
    opened = Opened(worker, MATTERS)
    page = opened.finish()
    bars = opened.source("bars")
    assert set(bars["name"]) == set(few)
    place = next(row for row, name in enumerate(bars["name"]) if name == "camels" and bars["after"][row] == "6")
    page._tapped(place)
    assert page.picker.fields.lines[0] == "Camels per player 6"
    assert page.picker.fields.cells[0]["label"] == "As it is"
    assert "length" in page.frames["bars"].finding.html


def test_a_changed_question_dims_what_is_shown_until_it_is_played(worker: ThreadPoolExecutor) -> None:
    opened = Opened(worker)
    page = opened.finish()
    page.model.edit_axis(0, {"high": 7})
    assert page._of_cells.styles["opacity"] == "0.45"
    assert "answers the question before" in page.status.words.html
    assert page.status.button.label == "Play"
    assert not page.status.button.disabled
    page.play()
    opened.desk.read_until(lambda: opened.source("curve")["x"] == [4.0, 5.0, 6.0, 7.0])
    assert page._of_cells.styles["opacity"] == "1"


def test_a_change_can_be_taken_back_and_its_cells_are_still_there(worker: ThreadPoolExecutor) -> None:
    opened = Opened(worker)
    page = opened.finish()
    page.model.edit("rare_value", 9)
    assert page.word == CURVE.replace("standard", "standard;rare_value=9")
    assert page.can_undo
    page.undo()
    assert page.word == CURVE
    assert page.can_redo
    opened.finish()
    assert page._of_cells.styles["opacity"] == "1"
    page.redo()
    assert page.model.question.rules == Rules(rare_value=9)
    assert "Ready to play" in page.status.words.html  # what was never played isn't begun by going back and forth


def test_what_takes_long_begins_only_when_it_is_said_twice(worker: ThreadPoolExecutor) -> None:
    opened = Opened(worker, CURVE.replace("bots=planner~games=20", "bots=expert~games=5000"))
    page = opened.page
    assert page.player.state == "idle"
    page.status._act()
    assert "This takes a while" in page.status.words.html
    assert page.status.button.label == "Begin all the same"
    assert page.status.cancel.visible
    page.status._ask_again(confirming=False)
    assert "Ready to play" in page.status.words.html
    assert page.player.state == "idle"


def test_another_question_stops_what_is_played_and_a_wrong_one_leaves_a_way_to_stop_it(
    worker: ThreadPoolExecutor,
) -> None:
    opened = Opened(worker, CURVE.replace("games=20", "games=500"))
    page = opened.page
    page.model.edit_axis(0, {"low": 99})
    assert "This can\u2019t be asked" in page.status.words.html
    assert (page.status.button.label, page.status.button.disabled) == ("Stop", False)
    page.model.edit_axis(0, {"low": 5})
    assert page.player.state == "stopped"
    assert page.status.button.label == "Play"


def test_what_is_said_before_all_cells_are_there_is_said_so_far(worker: ThreadPoolExecutor) -> None:
    asked = from_word(CURVE)
    plan, book = question.plan_of(asked), CellBook()
    cells = {one.number: book.cell(one.request) for one in plan.scenarios() if one.request is not None}
    for number, cell in cells.items():
        picture = take_picture(asked, asked.view, PlayedSweep(plan, cells))
        assert picture.shown.finding.startswith("So far: ") == (number > 0)
        for first in cell.missing():
            cell.play(first)
    assert not take_picture(asked, asked.view, PlayedSweep(plan, cells)).shown.finding.startswith("So far")


def test_a_page_that_rests_pauses_and_goes_on_when_it_comes_back(worker: ThreadPoolExecutor) -> None:
    opened = Opened(worker, CURVE.replace("games=20", "games=60"))
    page = opened.page
    assert page.player.state == "playing"
    page.rest()
    assert page.player.state == "stopped"
    page.start()
    assert opened.finish().player.progress.games == 180


def test_a_bad_word_changes_nothing(worker: ThreadPoolExecutor) -> None:
    opened = Opened(worker)
    page = opened.finish()
    with pytest.raises(address.AddressError):
        page.open("1~vary~standard;camels=99")
    assert page.word == CURVE
    assert page.model.question == from_word(CURVE)


def test_files_are_offered_once_there_is_something_in_them(worker: ThreadPoolExecutor) -> None:
    opened = Opened(worker, "")
    assert all(button.disabled for button in opened.page.files.buttons.values())
    opened.page.open(CURVE)
    page = opened.finish()
    assert not any(button.disabled for button in page.files.buttons.values())
    assert page.player.sweep is not None
    assert page.player.sweep.file("plan.toml").startswith('name = "Camels per player"')


def test_what_a_broken_page_sends_is_ignored(worker: ThreadPoolExecutor) -> None:
    page = Opened(worker, "").page
    before = page.model.question
    for message in (
        None,
        {"axis": 5, "parameter": "camels"},
        {"axis": 0, "parameter": "players"},
        {"axis": 0, "parameter": ""},
        {"axis": 0, "changes": {"nothing": 3}},
        {"axis": 0, "changes": 7},
    ):
        page.settings.axes.fields._handle_msg(message)
    for message in (None, {"choose": "x"}, {"choose": 99}, {"open": "replay"}, {"open": "lab"}):
        page.picker.fields._handle_msg(message)
    assert page.model.question == before


def test_fields_show_whatever_a_link_has_set(worker: ThreadPoolExecutor) -> None:
    asked = "1~matters~standard~players=2,3~bots=planner:noise=0.5,weak~games=33~seed=7"
    word = f"{asked}~step=5~show=win_share~seat=3~stratum=3"
    page = Opened(worker, "").page
    page._started = False
    page.open(word)
    assert page.word == word
    assert page.settings.bots.value == ["planner:noise=0.5", "weak"]
    assert page.settings.games.value == 33
    assert (page.views.seat.value, page.views.stratum.value) == (3, 3)
    assert page.settings.step.value == 5
    page.views.stratum.value = 0
    assert "stratum=0" in page.word
    page.open("")
    assert page.views.seat.value == 1
    assert page.settings.players.value == [4]
