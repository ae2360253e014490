"""The check finds what is wrong with a bot, and finds nothing where nothing is."""

from __future__ import annotations

import re
import shlex

import guests
import numpy as np
import pytest

from caravan import Game, Rules
from caravan.bots import one_choice
from caravan.cli import main
from caravan.errors import BotError, CaravanError
from caravan.kernel.layout import STATE
from caravan.kernel.one_game import list_actions
from caravan.kernel.streams import BAG, FIRST_BOT, STREAMS
from caravan.testing import BotContract, check_bot
from caravan.testing import bot_report as about
from caravan.testing.bot_cases import all_cases

FEW = {"players": (2,), "games": 1, "rule_sets": 1}
WHOLE_GAMES = {**FEW, "second_process": False}
HERE = {**WHOLE_GAMES, "choices": 60}
ONLY = {guests.Endless: {"only": "free-entering"}}
SEEN_SOON = (guests.Illegal, guests.Failing, guests.Unmakeable, guests.Global, guests.Counting)


def lacking(report):
    return {fault.lacking for fault in report.faults}


@pytest.mark.parametrize("bot", [guests.Delivering, guests.Asking, guests.Imagining, guests.Gambling], ids=repr)
def test_nothing_is_found_where_nothing_is_wrong(bot):
    report = check_bot(bot, **HERE)
    assert report.sound, report
    assert report.positions > 10
    report.require_sound()


@pytest.mark.parametrize(
    ("bot", "faults", "words"),
    [
        (guests.Illegal, {about.LEGAL}, "can't 'move a1 b2'"),
        (guests.Failing, {about.WORKS}, "failed: ValueError: no idea"),
        (guests.Unmakeable, {about.WORKS}, "can't be made: TypeError"),
        (guests.Global, {about.TWICE}, "asked a second time"),
        (guests.Counting, {about.TWICE}, "asked a second time"),
        (guests.Peeking, {about.BAG}, "another order in the copy it gets"),
        (guests.Endless, {about.WORKS}, "took 1,000 actions in one turn"),
        (guests.Boasting, {about.ENDS}, "4 of 4 games against itself under the presets (100.0%) stalled"),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_what_is_wrong_with_a_guest_is_found(bot, faults, words):
    report = check_bot(bot, **{**(HERE if bot in SEEN_SOON else WHOLE_GAMES), **ONLY.get(bot, {})})
    assert lacking(report) == faults
    assert words in " ".join(str(report).split())
    with pytest.raises(BotError, match=re.escape(report.faults[0].lacking)):
        report.require_sound()


def test_what_depends_on_the_hash_seed_is_found_in_another_process():
    assert lacking(check_bot(guests.Hashing, only="all-dear")) == {about.PROCESS}


def test_a_class_that_only_this_process_knows_is_not_played_elsewhere_and_that_is_said():
    class Local(guests.Delivering):
        pass

    report = check_bot(Local, only="all-dear")
    assert report.sound
    assert any("weren't played again in another process" in remark for remark in report.remarks)
    assert about.PROCESS not in report.looked_at


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        (guests.Remembering, "goes by what it remembers"),
        (guests.Uncopyable, "can't be copied"),
        (guests.Uncopyable, "stalled"),
    ],
)
def test_what_is_no_fault_but_good_to_know_is_remarked(bot, words):
    report = check_bot(bot, **(WHOLE_GAMES if words == "stalled" else HERE))
    assert report.sound
    assert any(words in remark for remark in report.remarks)


def answering(monkeypatch, choose):
    """Have the planner, asked move by move, choose by a function of state, rules, streams and what it would do."""
    planner = one_choice.choose

    def changed(state, rules, streams, bot, scratch):
        usual = planner(state, rules, streams, bot, scratch)
        return choose(state, rules, streams.view(STREAMS)["value"][0], usual)

    monkeypatch.setattr(one_choice, "choose", changed)


def other_action(state, rules, wanted, usual):
    """Another legal action where it is wanted."""
    return int(list_actions(state, rules)[-1]) if wanted else usual


@pytest.mark.parametrize(
    ("wanted", "fault"),
    [
        (lambda state, values: values[BAG] % np.uint64(2) == 0, about.BAG),
        (lambda state, values: (values[FIRST_BOT] ^ values[FIRST_BOT + 1]) % np.uint64(2) == 0, about.OTHERS),
    ],
)
def test_a_compiled_bot_that_reads_what_is_hidden_is_found(monkeypatch, wanted, fault):
    answering(monkeypatch, lambda state, rules, values, usual: other_action(state, rules, wanted(state, values), usual))
    report = check_bot("planner", **HERE)
    assert fault in lacking(report)
    assert about.TWICE not in lacking(report)


def test_a_compiled_bot_that_goes_by_what_it_was_asked_before_is_found(monkeypatch):
    asked = {"turn": 0}

    def choose(state, rules, _values, usual):
        turn = state.view(STATE)["turn"].item()
        before, asked["turn"] = asked["turn"], turn
        return other_action(state, rules, 1 < turn < before, usual)

    answering(monkeypatch, choose)
    assert lacking(check_bot("planner", **HERE)) == {about.POSITION}


def test_a_compiled_bot_that_plays_otherwise_in_a_batch_is_found(monkeypatch):
    answering(monkeypatch, lambda state, rules, values, usual: other_action(state, rules, state[0] % 2, usual))
    assert about.BATCH in lacking(check_bot("planner", **WHOLE_GAMES))


def test_a_compiled_bot_that_draws_from_the_bag_is_found(monkeypatch):
    def choose(_state, _rules, values, usual):
        values[BAG] += np.uint64(1)
        return usual

    answering(monkeypatch, choose)
    assert about.UNTOUCHED in lacking(check_bot("planner", **HERE))


def test_a_compiled_bot_that_answers_with_no_action_is_found(monkeypatch):
    answering(monkeypatch, lambda state, rules, values, usual: usual if values[FIRST_BOT] else -77)
    assert lacking(check_bot("planner", **HERE)) <= {about.WORKS, about.LEGAL}


def test_a_fault_says_how_to_see_it_again(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my bot.py").write_text("class Bad:\n    def choose(self, game):\n        return 'move a1 b2'\n")
    fault = check_bot("my bot.py:Bad", **HERE, seed=3).faults[0]
    program, *words = shlex.split(fault.again)
    assert program == "caravan"
    assert main(words) == 1
    again = capsys.readouterr().out
    assert "only standard-2" in again
    assert fault.words in " ".join(again.split())
    game = eval(fault.position, {"Game": Game, "Rules": Rules})
    assert game.rules.players == 2


def test_a_fault_of_a_class_says_how_to_see_it_again():
    fault = check_bot(guests.Illegal, **HERE).faults[0]
    report = eval(fault.again, {"check_bot": check_bot, "Illegal": guests.Illegal})
    assert [found.words for found in report.faults] == [fault.words]


def test_the_same_seed_asks_the_same():
    assert str(check_bot(guests.Gambling, **HERE, seed=5)) == str(check_bot(guests.Gambling, **HERE, seed=5))


def test_a_check_out_of_time_says_how_far_it_came():
    report = check_bot(guests.Gambling, **HERE, seconds=1e-6)
    assert report.sound
    assert any("seconds were up after 0 of" in remark for remark in report.remarks)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"players": (5,)}, "players: found 5"),
        ({"players": ()}, "players: found none"),
        ({"players": (2, 2)}, "one twice"),
        ({"games": 0}, "games: found 0"),
        ({"rule_sets": -1}, "rule_sets"),
        ({"seed": "x"}, "seed"),
        ({"only": "standrd-2"}, "did you mean 'standard-2'"),
    ],
)
def test_a_check_that_cant_be_made_is_explained(settings, words):
    with pytest.raises(CaravanError, match=re.escape(words)):
        check_bot("planner", **settings)


def test_every_case_can_be_played_and_has_a_name_of_its_own():
    cases = all_cases((2, 3, 4), 1, 300, 7)
    assert len({case.name for case in cases}) == len(cases)
    for case in cases:
        case.rules.require_playable()
        case.played.require_playable()


class TestDelivering(BotContract):
    bot = guests.Delivering
    players, games, rule_sets, choices = (2,), 1, 1, 40


def test_a_class_of_tests_fails_with_the_fault():
    report = check_bot(guests.Illegal, **HERE)
    for what in about.PROPERTIES:
        if what == about.LEGAL:
            with pytest.raises(pytest.fail.Exception, match="can't 'move a1 b2'"):
                BotContract().test_it(report, what)
        else:
            BotContract().test_it(report, what)
