from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caravan.rules import Rules
from caravan.testing import rules as any_rules
from caravan.views.address_error import AddressError
from caravan.views.replaying.address import ReplayState, from_word, replay_word, to_word

STANDARD = "1~standard~players=4~bots=planner,planner,planner,planner~seed=7~games=5000~game=0"


@given(any_rules(), st.integers(0, 2**53 - 1), st.integers(1, 1000), st.data())
@settings(max_examples=20)
def test_what_is_written_is_read_again(rules: Rules, seed: int, games: int, data: st.DataObject) -> None:
    game = data.draw(st.integers(0, games - 1))
    at = data.draw(st.one_of(st.none(), st.integers(0, 400)))
    word = replay_word(rules, rules.players, "planner:noise=0.5", seed, games, game, at)
    state = from_word(word)
    assert (state.rules, state.seed, state.games, state.game, state.at) == (rules, seed, games, game, at)
    assert state.bots == ("planner:noise=0.5",) * rules.players
    assert to_word(state) == word


def test_a_place_in_an_uploaded_log_is_written_with_what_stands_for_its_content() -> None:
    state = ReplayState(Rules(players=3), (), 0, 0, 12, 40, "0123456789abcdef")
    assert to_word(state) == "1~standard~players=3~log=0123456789abcdef~game=12~at=40"
    assert from_word(to_word(state)) == state


def test_what_is_left_out_is_as_usual() -> None:
    assert from_word("1~standard") == ReplayState()
    assert to_word(ReplayState()) == STANDARD
    assert replay_word(Rules(), 2, "beam", 1, 10, 3).startswith("1~standard~players=2~bots=beam,beam~")


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("", "must begin with"),
        ("2~standard", "must begin with"),
        ("1~standrad", "did you mean 'standard'"),
        ("1~standard;camles=6", "did you mean 'camels'"),
        ("1~standard~game=5000", "from 0 to 4,999"),
        ("1~standard~game=-1", "from 0"),
        ("1~standard~at=x", "at: must be a whole number"),
        ("1~standard~at=99999999", "at: must be"),
        ("1~standard~seed=9007199254740992", "seed: must be"),
        ("1~standard~games=0", "games: must be"),
        ("1~standard~players=5", "players: must be"),
        ("1~standard~bots=planner,beam", "need 4 bots"),
        ("1~standard~bots=/etc/passwd:Bot", "bots"),
        ("1~standard~bot=planner", "there is no part 'bot'"),
        ("1~standard~game=1~game=2", "there twice"),
        ("1~standard~log=xyz", "16 digits"),
        ("1~standard~log=0123456789abcdef~seed=7", "there is no part 'seed'"),
        ("1~standard;refill_after=9", "refill_after"),
        ("1~" + "x" * 20_000, "characters long"),
        ("1~standard~at=\u0663", "at: must be"),
    ],
)
def test_a_bad_word_is_explained(word: str, words: str) -> None:
    with pytest.raises(AddressError, match=words):
        from_word(word)
