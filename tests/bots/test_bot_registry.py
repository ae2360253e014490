from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caravan.bots import choose
from caravan.bots.records import MAX_SETTINGS
from caravan.bots.registry import pack_bots, parse_bot, parse_line_up
from caravan.bots.styles import STYLES
from caravan.errors import BotError


class Guest:
    def choose(self, game):
        return "pass"


def test_the_numbers_of_the_styles_are_those_of_compiled_code():
    for name in STYLES:
        assert pack_bots([name])[0].kind == getattr(choose, name.upper().replace(":", "_"))


def test_every_style_says_what_it_does_and_its_settings_fit_their_record():
    for style in STYLES.values():
        assert style.meaning
        assert len(style.settings) <= MAX_SETTINGS
        for setting in style.settings:
            assert setting.low <= setting.default <= setting.high
            assert setting.meaning


@pytest.mark.parametrize(
    "text",
    [
        "random",
        "planner:noise=0.5",
        "planner:discount=0.5:kept=2",
        "expert:deep",
        "expert:deep:games=40",
        "beam:width=8",
        "planner:noise=0.12345678",
        "planner:discount=0.30000000000000004",
        "planner:carried=1e-05",
    ],
)
def test_a_bot_reads_back_from_its_text(text):
    assert str(parse_bot(text)) == text
    assert parse_bot(str(parse_bot(text))) == parse_bot(text)


@given(st.floats(0.0, 20.0))
def test_a_setting_reads_back_as_the_very_same_number(value):
    bot = parse_bot(f"planner:carried={value!r}")
    assert parse_bot(str(bot)).values == bot.values
    assert pack_bots([str(bot)])[0].setting[1] == value


@pytest.mark.parametrize(("number", "text"), [("2.50", "2.5"), ("3.0", "3"), ("1e1", "10"), ("007", "7")])
def test_a_setting_is_written_as_shortly_as_can_be(number, text):
    assert str(parse_bot(f"planner:carried={number}")) == f"planner:carried={text}"


def test_a_setting_at_its_usual_value_is_left_out_of_the_text():
    assert str(parse_bot("planner:discount=0.75")) == "planner"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "plannr",
            [
                "plannr",
                "did you mean 'planner'",
                "random, grabber, planner, weak, miser, common, hurried, beam, rollout, expert, expert:deep",
            ],
        ),
        ("", ["there is no bot ''"]),
        ("miser.py", ["names a file but no class in it", "write miser.py:ClassName"]),
        ("planner:nois=1", ["no setting 'nois'", "did you mean 'noise'"]),
        ("random:noise=1", ["'random' has no setting 'noise'", "none"]),
        ("planner:noise", ["noise takes a number from 0 to 1", "found nothing"]),
        ("planner:noise=lots", ["found 'lots'"]),
        ("planner:noise=1.5", ["a number from 0 to 1", "found 1.5"]),
        ("planner:noise=nan", ["found nan"]),
        ("beam:width=2.5", ["beam:width takes a whole number from 1 to 16, found 2.5"]),
        ("expert:deeper", ["'expert' has no setting 'deeper'", "games, turns, plans"]),
    ],
)
def test_a_bot_that_cannot_be_read_is_explained(text, words):
    with pytest.raises(BotError) as error:
        parse_bot(text)
    for word in words:
        assert word in str(error.value)


def test_one_bot_plays_in_every_seat():
    assert parse_line_up("planner", 3) == ("planner",) * 3


def test_bots_are_given_seat_by_seat():
    assert parse_line_up(" planner , random", 2) == ("planner", "random")
    assert parse_line_up(["planner", Guest], 2) == ("planner", Guest)


def test_as_many_bots_as_seats_or_one():
    with pytest.raises(BotError, match="2 bots for 4 seats"):
        parse_line_up("planner,random", 4)


def test_a_guest_must_have_choose():
    with pytest.raises(BotError, match=r"no method choose\(game\)"):
        parse_line_up([object()], 2)
