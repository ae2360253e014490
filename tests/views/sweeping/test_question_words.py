"""The Sweep page's word: it holds the whole question, and nothing that can't be asked gets in."""

from __future__ import annotations

from typing import Any

import pytest

from caravan.board import Board
from caravan.rules import Rules
from caravan.views.address_error import AddressError
from caravan.views.board.shipped_boards import shipped_boards
from caravan.views.sweeping import question
from caravan.views.sweeping.question import AxisChoice, Question, View
from caravan.views.sweeping.question_words import from_word, sweep_word, to_word

RARE_AND_CAMELS = (AxisChoice("rare_value", (4, 6, 8)), AxisChoice("camels", (4, 5, 6)))


@pytest.mark.parametrize(
    "asked",
    [
        Question(),
        Question(axes=RARE_AND_CAMELS, games=200, seed=0, players=(2, 4), bots=("planner", "beam")),
        Question(axes=(AxisChoice("opening_actions", ((1, 2, 3), (2, 3), ())),), view=View("win_share", 2, 0)),
        Question(axes=(AxisChoice("rainbow_camel", (False, True)),), rules=Rules.preset("rainbow")),
        Question(axes=(AxisChoice("board", (Board.standard(), shipped_boards()["oasis"])),)),
        Question("matters", Rules(camels=6), step=2),
        Question("fair", bots=("planner", "weak"), players=(3,), rules=Rules(players=3), effort="quick"),
    ],
)
def test_a_word_leads_back_to_the_same_question(asked: Question) -> None:
    word = to_word(asked)
    assert "&" not in word
    assert " " not in word
    again = from_word(word)
    assert again == asked
    assert to_word(again) == word


def test_a_board_of_ones_own_fits_into_a_word() -> None:
    oasis = shipped_boards()["oasis"]
    own = Board.from_toml(oasis.to_toml().replace('name = "Oasis"', 'name = "My oasis"'))
    asked = Question(rules=Rules(board=own), axes=(AxisChoice("board", (own, Board.standard())),))
    assert from_word(to_word(asked)) == asked


def test_other_pages_can_lead_here_with_a_rule_set() -> None:
    asked = from_word(sweep_word(Rules(camels=7, players=3)))
    assert asked.rules == Rules(camels=7, players=3)
    assert asked.players == (3,)
    assert asked.axes == (AxisChoice("camels", (5, 6, 7, 8, 9)),)
    assert from_word(sweep_word(Rules(), 2, "beam", axes={"opening_actions": [[1, 2], []]})).axes == (
        AxisChoice("opening_actions", ((1, 2), ())),
    )
    assert from_word(sweep_word(Rules(), ask="fair")).bots == ("planner", "beam", "expert")


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("2~vary~standard", "must begin with '1~'"),
        ("1~vary", "must begin with '1~'"),
        ("1~vry~standard", "did you mean 'vary'"),
        ("1~vary~standrd", "did you mean 'standard'"),
        ("1~vary~standard;camel=6", "did you mean 'camels'"),
        ("1~vary~standard~gmes=5", "did you mean 'games'"),
        ("1~vary~standard~games=500~games=500", "'games' is there twice"),
        ("1~vary~standard~games=\u0665\u0660\u0660", "whole number from 20 to 20,000"),
        ("1~vary~standard~games=1000000", "whole number from 20 to 20,000"),
        ("1~vary~standard~seed=-1", "seed: must be a whole number"),
        ("1~vary~standard~players=4,2", "each number once, the lowest first"),
        ("1~vary~standard~players=5", "whole number from 2 to 4"),
        ("1~vary~standard~bots=plannr", "did you mean 'planner'"),
        ("1~vary~standard~bots=evil.py:Bot", "evil.py"),
        ("1~vary~standard~bots=planner,planner", "different styles"),
        ("1~vary~standard~x=camel:4/5", "did you mean 'camels'"),
        ("1~vary~standard~x=players:2/3", "no parameter 'players' to vary"),
        ("1~vary~standard~x=camels:4/50", "whole number from 1 to 10, not 50"),
        ("1~vary~standard~x=camels:4", "nothing varies"),
        ("1~vary~standard~x=camels:4/4", "is there twice"),
        ("1~vary~standard~x=camels:4/5~y=camels:4/5", "the same parameter twice"),
        ("1~vary~standard~x=board:standard/nowhere", "can't be read"),
        ("1~vary~standard~show=luck", "show: found 'luck'"),
        ("1~vary~standard~seat=5", "seat: must be a whole number from 1 to 4"),
        ("1~vary~standard~stratum=3", "stratum: found 3, but there are 1"),
        ("1~fair~standard~players=2,3", "one number of players at a time"),
        ("1~vary~standard~games=20000~x=camels:1/2/3/4/5/6~y=rare_value:1/2/3/4/5", "plays at most 200,000 at a time"),
        ("1~vary~standard~" + "x" * 8000, "characters long"),
    ],
)
def test_what_cannot_be_asked_is_explained(word: str, said: str) -> None:
    with pytest.raises(AddressError) as caught:
        from_word(word)
    assert said in str(caught.value)


def test_what_takes_longer_than_the_server_allows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(question, "cores", lambda: 2)
    with pytest.raises(AddressError, match="this takes about 3 hours here; the page plays for at most 60 minutes"):
        from_word("1~vary~standard~games=20000~bots=expert:deep~x=camels:4/5/6/7/8")


def test_too_many_cells_are_refused_before_anything_is_laid_out() -> None:
    values = "/".join(map(str, range(50)))
    with pytest.raises(AddressError, match="at most 400"):
        from_word(f"1~vary~standard~games=20~x=rare_value:{values}~y=common_value:{values}")


def test_settings_that_a_question_does_not_use_are_left_out() -> None:
    def keys(word: str) -> set[str]:
        return {part.partition("=")[0] for part in word.split("~")[3:]}

    settings: dict[str, Any] = {"rules": Rules()}
    assert "x" not in keys(to_word(Question("matters", **settings)))
    assert not {"games", "show", "x"} & keys(to_word(Question("fair", **settings)))
