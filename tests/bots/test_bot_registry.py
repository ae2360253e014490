from __future__ import annotations

import pytest

from caravan.bots.choose import GRABBER, PLANNER, RANDOM
from caravan.bots.records import MAX_SETTINGS
from caravan.bots.registry import STYLES, pack_bots, parse_bot, parse_line_up
from caravan.errors import BotError


class Guest:
    def choose(self, game):
        return "pass"


def test_the_numbers_of_the_styles_are_those_of_compiled_code():
    assert {name: int(pack_bots([name])[0].kind) for name in STYLES} == {
        "random": RANDOM,
        "grabber": GRABBER,
        "planner": PLANNER,
    }


def test_every_style_says_what_it_does_and_its_settings_fit_their_record():
    for style in STYLES.values():
        assert style.meaning
        assert len(style.settings) <= MAX_SETTINGS
        for setting in style.settings:
            assert setting.low <= setting.default <= setting.high
            assert setting.meaning


@pytest.mark.parametrize("text", ["random", "planner", "planner:noise=0.5", "planner:discount=0.5:kept=2"])
def test_a_bot_reads_back_from_its_text(text):
    assert str(parse_bot(text)) == text
    assert parse_bot(str(parse_bot(text))) == parse_bot(text)


def test_a_setting_at_its_usual_value_is_left_out_of_the_text():
    assert str(parse_bot("planner:discount=0.75")) == "planner"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("plannr", ["plannr", "did you mean 'planner'", "random, grabber, planner"]),
        ("", ["there is no bot ''"]),
        ("miser.py", ["names a file but no class in it", "write miser.py:ClassName"]),
        ("planner:nois=1", ["no setting 'nois'", "did you mean 'noise'"]),
        ("random:noise=1", ["'random' has no setting 'noise'", "none"]),
        ("planner:noise", ["noise takes a number from 0 to 1", "found nothing"]),
        ("planner:noise=lots", ["found 'lots'"]),
        ("planner:noise=1.5", ["a number from 0 to 1", "found 1.5"]),
        ("planner:noise=nan", ["found nan"]),
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
