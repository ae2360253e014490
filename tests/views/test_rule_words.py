"""Rule sets and boards as texts for an address."""

from __future__ import annotations

import base64
import zlib

import pytest
from hypothesis import given

from caravan.board import Board
from caravan.rules import PRESETS, Rules
from caravan.testing import rules as any_rules
from caravan.views.address_error import AddressError
from caravan.views.rule_words import board_from_text, board_to_text, from_text, to_text


@given(any_rules())
def test_any_rule_set_survives_being_written_and_read(rules: Rules) -> None:
    text = to_text(rules)
    assert from_text(text).replace(players=rules.players) == rules
    assert set(text) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-,;=")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_its_name(preset: str) -> None:
    assert to_text(Rules.preset(preset)) == preset


def test_the_preset_with_the_fewest_differences_is_named() -> None:
    assert to_text(Rules.preset("rainbow").replace(theft_markers=2)) == "rainbow;theft_markers=2"


def test_the_standard_board_survives() -> None:
    assert board_from_text(board_to_text(Board.standard())) == Board.standard()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "preset"),
        ("standart", "did you mean 'standard'"),
        ("standard;camels=99", "from 1 to 10, not 99"),
        ("standard;camel=6", "did you mean 'camels'"),
        ("standard;players=3", "number of players"),
        ("standard;board=/etc/passwd", "its board"),
        ("standard; board =/etc/passwd", "its board"),
        ("standard;board=data/boards/ring.toml", "its board"),
        ("standard;board=", "its board"),
    ],
)
def test_a_text_that_cant_be_followed_is_explained(text: str, words: str) -> None:
    with pytest.raises(AddressError, match=words):
        from_text(text)


def test_a_board_that_unpacks_to_far_too_much_is_refused() -> None:
    bomb = base64.urlsafe_b64encode(zlib.compress(b" " * 50_000_000, 9)).decode()
    with pytest.raises(AddressError, match="longer than any board"):
        board_from_text(bomb)


def test_a_board_that_is_cut_off_is_refused() -> None:
    whole = board_to_text(Board.standard())
    for length in range(0, len(whole), 7):
        with pytest.raises(AddressError, match="board"):
            board_from_text(whole[:length])
