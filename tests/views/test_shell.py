"""From page to page: the navigation, the address, what is made when."""

from __future__ import annotations

from typing import Any

import pytest

from caravan.views.address_error import AddressError
from caravan.views.page import PageView
from caravan.views.page_kinds import PAGE_KINDS, PageKind, load_pages
from caravan.views.runs import RunBook
from caravan.views.shell import Shell
from caravan.views.visit import Visit


class Numbers(PageView):
    """A page that shows a number."""

    def __init__(self, visit: Visit) -> None:
        super().__init__(visit)
        self.life: list[str] = []

    def open(self, word: str) -> None:
        if word and not word.isdecimal():
            raise AddressError(f"'{word}' isn't a number")
        self.remember(word or "0")

    def sidebar(self) -> list[Any]:
        return []

    def main(self) -> list[Any]:
        return []

    def start(self) -> None:
        self.life.append("start")

    def rest(self) -> None:
        self.life.append("rest")

    def close(self) -> None:
        self.life.append("close")


class First(Numbers):
    name_in_address = "first"
    title = "First"


class Second(Numbers):
    name_in_address = "second"
    title = "Second"


@pytest.fixture
def said() -> list[tuple[str, str]]:
    return []


@pytest.fixture
def shell(said: list[tuple[str, str]]) -> Shell:
    class NoEngine:
        def play(self, *_: object) -> None:
            raise AssertionError

    visit = Visit.alone(RunBook(NoEngine()), speak=lambda text, kind: said.append((text, kind)))
    kinds = [PageKind(page.name_in_address, page.title, f"{__name__}:{page.__name__}") for page in (First, Second)]
    return Shell(visit, kinds)


def test_without_an_address_the_first_page_shows_its_usual_beginning(shell: Shell) -> None:
    shell.open_address({})
    assert shell.window.query == "first=0"
    assert shell.window.heading.startswith("First")
    assert list(shell.pages) == ["first"]
    assert not shell.front.can_undo


def test_an_address_leads_to_its_page_and_there_is_nothing_to_undo(shell: Shell) -> None:
    shell.open_address({"theme": "dark", "second": "7"})
    assert shell.window.query == "second=7"
    assert shell.navigation.front == "second"
    assert not shell.navigation.can_undo


def test_a_bad_address_is_explained_and_leads_to_the_usual_beginning(shell: Shell, said: list[tuple[str, str]]) -> None:
    shell.open_address({"second": "<b>"})
    assert shell.window.query == "second=0"
    assert said == [
        ("This link can\u2019t be followed, so what Second begins with is shown: '<b>' isn't a number", "error")
    ]


def test_a_bad_link_on_a_page_that_stands_changes_nothing(shell: Shell, said: list[tuple[str, str]]) -> None:
    shell.open_address({"second": "7"})
    shell.show("second", "seven")
    assert shell.window.query == "second=7"
    assert len(said) == 1
    assert "what Second shows now stays" in said[0][0]


def test_pages_are_made_when_first_shown_and_told_when_they_come_and_go(shell: Shell) -> None:
    shell.open_address({"first": "3"})
    first = shell.pages["first"]
    assert first.life == []
    shell.start()
    shell.navigation._handle_msg({"page": "second"})
    assert first.life == ["start", "rest"]
    assert shell.pages["second"].life == ["start"]
    shell.navigation._handle_msg({"page": "first"})
    assert shell.window.query == "first=3"
    assert shell.pages["first"] is first
    assert first.life == ["start", "rest", "start"]
    shell.close()
    assert first.life[-1] == shell.pages["second"].life[-1] == "close"


def test_a_page_can_open_another_with_what_it_shall_show(shell: Shell) -> None:
    shell.open_address({})
    shell.visit.go_to("second", "12")
    assert shell.window.query == "second=12"


def test_undo_and_redo_reach_the_page_in_front(shell: Shell) -> None:
    shell.open_address({"first": "1"})
    shell.front.history._clock = iter(range(0, 1000, 10)).__next__
    shell.show("first", "2")
    assert (shell.navigation.can_undo, shell.navigation.can_redo) == (True, False)
    shell.navigation._handle_msg({"undo": True})
    assert shell.window.query == "first=1"
    assert (shell.navigation.can_undo, shell.navigation.can_redo) == (False, True)
    shell.navigation._handle_msg({"redo": True})
    assert shell.window.query == "first=2"


def test_the_browsers_own_buttons_lead_back(shell: Shell) -> None:
    shell.open_address({"first": "1"})
    shell.show("second", "5")
    shell.window._handle_msg({"went": "?first=1"})
    assert shell.window.query == "first=1"
    assert shell.front is shell.pages["first"]


@pytest.mark.parametrize("message", [None, [], {}, {"page": "third"}, {"page": 1}, {"undo": "yes"}, {"went": 3}])
def test_messages_that_no_page_of_ours_sends_are_ignored(shell: Shell, message: object) -> None:
    shell.open_address({"first": "1"})
    shell.navigation._handle_msg(message)
    shell.window._handle_msg(message)
    assert shell.window.query == "first=1"


def test_every_page_of_the_dashboard_is_what_its_entry_says(said: list[tuple[str, str]]) -> None:
    load_pages()
    for kind in PAGE_KINDS:
        module, _, name = kind.home.partition(":")
        page = getattr(__import__(module, fromlist=[name]), name)
        assert issubclass(page, PageView)
        assert (page.name_in_address, page.title) == (kind.name, kind.title)
