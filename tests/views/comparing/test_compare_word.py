"""A comparison's word: it leads back to exactly what was compared, or says why it can't."""

from __future__ import annotations

import pytest

from caravan.board import Board
from caravan.rules import Rules
from caravan.views.address_error import AddressError
from caravan.views.comparing import CompareState, RuleSetState, adding_word, compare_word, from_word, to_word

OWN = Board.from_toml(Board.standard().to_toml().replace("4 . . . 5", "4 . . 5 ."), "mine")
SIX = Rules(camels=6, rare_value=7)


def test_what_is_as_usual_is_left_out() -> None:
    assert to_word(CompareState()) == "1~set=standard~set=introductory"
    assert from_word("") == from_word("1~set=standard~set=introductory") == CompareState()


@pytest.mark.parametrize(
    "state",
    [
        CompareState((RuleSetState(Rules()),)),
        CompareState((RuleSetState(SIX, "Six: ~50% <b>dearer</b>; a=b, \u00fc"), RuleSetState(Rules()))),
        CompareState(players=2, styles=("planner",), games=1234, seed=99, margins={"length.turns": 2.5, "score": 1.0}),
        CompareState((RuleSetState(Rules(opening_actions=[])), RuleSetState(Rules(board=OWN)))),
    ],
)
def test_a_word_leads_back(state: CompareState) -> None:
    assert from_word(to_word(state)) == state


def test_rule_sets_are_called_by_what_they_change_in_the_baseline() -> None:
    state = from_word(compare_word([Rules(camels=6, rare_value=7), Rules(camels=7, rare_value=7), Rules()]))
    assert state.names == ("camels=6, rare_value=7", "camels=7", "standard")


def test_another_page_can_say_who_plays_and_what_matters() -> None:
    word = compare_word({"now": Rules(players=3), "then": SIX}, styles=["planner"], games=200, margins={"steals": 1})
    assert (
        word == "1~players=3~bots=planner~games=200~set=now:standard~set=then:introductory;rare_value=7~margin=steals:1"
    )


def test_a_rule_set_can_be_added_to_whatever_is_compared() -> None:
    present = CompareState(players=3, games=500)
    added = from_word(adding_word(SIX, "mine"), present)
    assert (added.names, added.players, added.games) == (("standard", "introductory", "mine"), 3, 500)
    assert from_word(adding_word(Rules()), added) == added
    assert from_word(adding_word(SIX)).names == ("standard", "camels=6, rare_value=7")


def test_a_seventh_rule_set_has_no_room() -> None:
    present = from_word(compare_word([Rules(camels=number) for number in range(2, 8)]))
    with pytest.raises(AddressError, match="6 rule sets are compared already"):
        from_word(adding_word(Rules(camels=9)), present)


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("2~set=standard", "must begin with '1~'"),
        ("1", "must begin with '1~'"),
        ("1~games=500", "names 0 rule sets"),
        ("1~" + "~".join(f"set=standard;camels={number}" for number in range(1, 8)), "names 7 rule sets"),
        ("1~set=standrad", "did you mean 'standard'"),
        ("1~set=standard;camels=99", "camels: must be a whole number from 1 to 10"),
        ("1~set=standard;camels=6~set=introductory", "are the same rules"),
        ("1~set=a:standard~set=a:introductory", "two rule sets are called 'a'"),
        ("1~set=:standard", "mustn't be empty"),
        (f"1~set={'n' * 41}:standard", "at most 40 characters"),
        ("1~set=standard;actions_per_turn=1~set=standard", "can't be played"),
        ("1~set=standard~players=5", "players: must be a whole number from 2 to 4"),
        ("1~set=standard~games=0", "games: must be a whole number from 1"),
        ("1~set=standard~seed=\u0663", "seed: must be a whole number"),
        ("1~set=standard~seed=1~seed=2", "'seed' is there twice"),
        ("1~set=standard~bots=my_bot.py:Bot", "bot"),
        ("1~set=standard~bots=planner,planner", "different styles"),
        ("1~set=standard~player=3", "did you mean 'players'"),
        ("1~set=standard~margin=lenth:2", "did you mean 'length'"),
        ("1~set=standard~margin=length:0", "must be a number above 0"),
        ("1~set=standard~margin=length:nan", "must be a number above 0"),
        ("1~set=standard~margin=length:1~margin=length:2", "'length' is there twice"),
        ("1~set=standard~nonsense", "isn't NAME=VALUE"),
        ("1~set=" + "x" * 8000, "more than any link"),
    ],
)
def test_a_word_that_cant_be_followed_says_why(word: str, said: str) -> None:
    with pytest.raises(AddressError, match=said):
        from_word(word)


def test_what_doesnt_fit_into_an_address_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caravan.views.comparing.word.LONGEST", 20)
    with pytest.raises(AddressError, match="an address holds no more than 20"):
        to_word(CompareState())
