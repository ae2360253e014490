"""The page offers the bots that the server was told of, and loads no others."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from caravan.bots.styles import STYLES
from caravan.errors import BotError
from caravan.views.address import LabState, from_word, to_word
from caravan.views.address_error import AddressError
from caravan.views.lab_model import LabModel
from caravan.views.own_bots import VARIABLE, meaning_of, offered_bot, offered_bots, own_bots
from caravan.views.setup_panel import SetupPanel

BOT = 'class MyBot:\n    """Passes <always>."""\n\n    def choose(self, game):\n        return "pass"\n'


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """A server that is started in a folder with a bot's file and another file."""
    (tmp_path / "my_bot.py").write_text(BOT, encoding="utf-8")
    (tmp_path / "other.py").write_text("raise SystemExit('it was run')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def start(told: str) -> None:
        monkeypatch.setenv(VARIABLE, told)
        own_bots.cache_clear()

    yield start
    own_bots.cache_clear()


def test_without_being_told_it_offers_the_styles_of_the_package(server: Callable[[str], None]) -> None:
    server("")
    assert offered_bots() == tuple(STYLES)


def test_it_offers_what_it_was_told_with_what_the_class_says_about_itself(server: Callable[[str], None]) -> None:
    server(" my_bot.py:MyBot ,")
    assert offered_bots() == (*STYLES, "my_bot.py:MyBot")
    assert meaning_of("my_bot.py:MyBot") == ("my_bot.py:MyBot", "Passes <always>")


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ("my_bot.py:MyBo", "has no class 'MyBo' with choose(game); did you mean 'MyBot'?"),
        ("nowhere.py:MyBot", "there is no file nowhere.py"),
        ("planner", "a file and the class in it, as my_bot.py:MyBot"),
        ("a~b.py:MyBot", "holds a '~'"),
    ],
)
def test_what_it_cant_offer_is_told_and_the_rest_is_offered(
    server: Callable[[str], None], caplog: pytest.LogCaptureFixture, told: str, words: str
) -> None:
    server(f"{told},my_bot.py:MyBot")
    with caplog.at_level(logging.ERROR):
        assert offered_bots() == (*STYLES, "my_bot.py:MyBot")
    (problem,) = own_bots().problems
    assert problem.startswith(f"{VARIABLE}: '{told}' isn")
    assert words in problem
    assert problem in caplog.text


def test_a_visitors_word_loads_no_file(server: Callable[[str], None]) -> None:
    server("my_bot.py:MyBot")
    with pytest.raises(BotError, match=r"there is no bot 'other\.py'"):
        offered_bot("other.py:MyBot")
    with pytest.raises(AddressError, match=r"there is no bot 'other\.py'"):
        from_word("1~standard~players=2~bots=other.py:MyBot")


def test_what_a_page_sends_loads_no_file(server: Callable[[str], None]) -> None:
    server("my_bot.py:MyBot")
    model = LabModel()
    before = model.request.key
    model.bot_1 = "other.py:MyBot"
    assert model.request.key == before
    assert [problem.parameter for problem in model.problems] == ["bots"]


def test_a_link_with_an_own_bot_leads_back(server: Callable[[str], None]) -> None:
    server("my_bot.py:MyBot")
    state = LabState(players=2, bots=("planner", "my_bot.py:MyBot"))
    assert from_word(to_word(state)) == state
    assert LabModel(state).request.bots == state.bots


def test_the_menus_offer_it_and_say_how_it_plays(server: Callable[[str], None]) -> None:
    server("my_bot.py:MyBot")
    model = LabModel()
    setup = SetupPanel(model)
    assert all("my_bot.py:MyBot" in select.options for select in setup.seats)
    model.bot_2 = "my_bot.py:MyBot"
    assert "<b>my_bot.py:MyBot</b> Passes &lt;always&gt;" in setup.bots.html
