"""Links that carry the page's state."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caravan.agreement import kin
from caravan.board import Board, Good
from caravan.rules import Rules
from caravan.testing.strategies import boards
from caravan.views.address import (
    MAX_GAMES,
    MAX_SEED,
    MOST_COMPARED,
    USUAL_COMPANY,
    AddressError,
    LabState,
    from_word,
    to_word,
    word_of_rules,
)
from caravan.views.own_bots import offered_bot
from caravan.views.rule_words import board_to_text

ROOT = Path(__file__).resolve().parents[2]

STYLES = st.sampled_from(["random", "grabber", "planner", "planner:noise=0.5"])
CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "camels": st.integers(1, 10).filter(lambda camels: camels not in {5, 6}),
        "theft_marker_to": st.just("box"),
        "opening_actions": st.lists(st.integers(0, 20), max_size=12).filter(lambda turns: turns != [1, 2, 3]),
        "starting_demand": st.lists(st.integers(1, 8), unique=True)
        .map(sorted)
        .filter(lambda them: them != [1, 2, 7, 8]),
    },
)


@st.composite
def states(draw: st.DrawFn) -> LabState:
    players = draw(st.integers(2, 4))
    return LabState(
        draw(st.sampled_from(["standard", "introductory", "published", "rainbow"])),
        draw(CHANGES),
        players,
        tuple(draw(st.lists(STYLES, min_size=players, max_size=players))),
        draw(st.integers(1, MAX_GAMES)),
        draw(st.integers(0, MAX_SEED)),
        tuple(draw(st.lists(STYLES, max_size=MOST_COMPARED, unique=True))),
    )


@given(states())
def test_every_state_comes_back_from_its_link(state: LabState) -> None:
    assert from_word(to_word(state)) == state


def test_a_link_is_readable() -> None:
    assert (
        to_word(LabState("published", {"camels": 6, "opening_actions": [1, 2]}, 2, ("planner", "random"), 500, 3))
        == "1~published~camels=6~opening_actions=1,2~players=2~bots=planner,random~games=500~seed=3~compare=beam"
    )


def test_further_styles_stand_in_the_link() -> None:
    assert to_word(LabState(compare=("planner:noise=0.5", "grabber"))).endswith("~compare=planner:noise=0.5,grabber")
    assert from_word("1~standard~compare=none").compare == ()


def test_the_usual_company_thinks_differently_from_the_usual_bots() -> None:
    assert from_word("1~standard").compare == LabState().compare == USUAL_COMPANY
    assert all(offered_bot(style) == style for style in USUAL_COMPANY)
    assert not kin([LabState().bots[0], *USUAL_COMPANY])


def test_what_a_link_leaves_out_is_as_usual() -> None:
    assert from_word("1~standard") == LabState()
    assert from_word("1~standard~players=2").bots == ("planner", "planner")


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("standard", "must begin with '1~'"),
        ("2~standard", "must begin with '1~'"),
        ("1", "must begin with '1~'"),
        ("1~standart", "did you mean 'standard'"),
        ("1~standard~camel=6", "did you mean 'camels'"),
        ("1~standard~camels=11", "from 1 to 10, not 11"),
        ("1~standard~camels", "name=value"),
        ("1~standard~camels=6~actions_per_turn=1", "enter_occupied_cost: 2 is more than a turn's 1 actions"),
        ("1~standard~players=5", "from 2 to 4, not 5"),
        ("1~standard~players=3~bots=planner,planner", "3 players need 3 bots"),
        ("1~standard~bots=planer", "did you mean 'planner'"),
        ("1~standard~bots=evil.py:Bot", "there is no bot 'evil.py'"),
        ("1~standard~bots=planner:noise=7", "from 0 to 1"),
        ("1~standard~compare=", "there is no bot ''"),
        ("1~standard~compare=planer", "did you mean 'planner'"),
        ("1~standard~compare=grabber,grabber", "up to 3 different styles"),
        ("1~standard~compare=random,grabber,planner,planner:noise=0.5", "up to 3 different styles"),
        ("1~standard~compare=evil.py:Bot", "there is no bot 'evil.py'"),
        ("1~standard~games=0", "from 1 to 50,000, not '0'"),
        ("1~standard~games=50001", "from 1 to 50,000"),
        ("1~standard~games=\u0661\u0662", "must be a whole number"),
        ("1~standard~seed=-1", "must be a whole number"),
        ("1~standard~seed=1~seed=2", "'seed' is there twice"),
        ("1~standard~board=/etc/hostname", "its board can't be read"),
        ("1~" + "x" * 5000, "more than any link"),
    ],
)
def test_a_bad_link_is_refused_whole_and_in_words(word: str, message: str) -> None:
    with pytest.raises(AddressError, match=message):
        from_word(word)


@given(st.text(max_size=80))
def test_no_text_does_harm(text: str) -> None:
    for word in (text, f"1~standard~{text}"):
        try:
            state = from_word(word)
        except AddressError:
            continue
        assert from_word(to_word(state)) == state


@given(boards())
def test_a_board_of_ones_own_comes_back_from_the_link(board: Board) -> None:
    state = LabState("published", {"starting_demand": [1], "refill_after": 1, "common_count": 24, "rare_count": 12})
    assert from_word(to_word(replace(state, board=board))) == replace(state, board=board)


def test_a_board_on_which_the_rules_cant_be_played_is_refused_with_them() -> None:
    oasis = Board.read(ROOT / "data" / "boards" / "oasis.toml")
    with pytest.raises(AddressError, match=r"'Oasis' has the numbered spaces 1 to 6, so there is no 7, 8"):
        from_word(f"1~standard~board={board_to_text(oasis)}")


def test_the_largest_boards_link_isnt_too_long() -> None:
    names = [f"{'abcdefghijklmnop'[place]}{'qzjxkvbw'[place % 8] * 5}{place}" for place in range(16)]
    goods = tuple(Good(name[0].upper(), name, place % 2 == 0) for place, name in enumerate(names))
    board = Board(
        "The largest there can be", 8, 8, goods, tuple(range(9)), tuple(range(20, 52, 2)), tuple(range(60, 64))
    )
    state = LabState(changes={"opening_actions": [20] * 12}, board=board)
    assert from_word(to_word(state)) == state


def test_a_link_cant_name_a_board_file_however_it_is_spelt() -> None:
    for name in ("board", " board", "board ", "board\t"):
        with pytest.raises(AddressError, match="its board can't be read"):
            from_word(f"1~standard~{name}=data/boards/ring.toml")


def test_another_page_can_lead_to_a_rule_set() -> None:
    rules = Rules(players=3, camels=6, rare_value=7)
    word = word_of_rules(rules, ["planner"], 500, 3, compare=())
    assert word == "1~introductory~rare_value=7~players=3~bots=planner,planner,planner~games=500~seed=3~compare=none"
    assert to_word(from_word(word)) == word
