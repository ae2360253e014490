from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest
from held_engine import Hand, eventually
from visits import AtOnce, visit_of

from caravan.batch import simulate
from caravan.rules import Rules
from caravan.views.address import from_word as lab_state
from caravan.views.address_error import AddressError
from caravan.views.replaying.address import from_word, replay_word
from caravan.views.replaying.replay_page import ReplayPage
from caravan.views.replaying.replay_player import ReplayPlayer
from caravan.views.visit import Visit

SAMPLE = Path(__file__).parents[3] / "data" / "sample_game.csv"
WORD = replay_word(Rules(), 4, "planner", 1, 500, 12, 60)

NONSENSE = (
    *(None, 7, "x", [], {}, {"at": "x"}, {"rows": -1}, {"open": [1]}, {"open": ["a", None]}, {"game": -1}),
    *({"begin": {"name": 3}}, {"part": "text"}, {"filter": 3}, {"want": "everything"}, {"rules": "own"}, {"step": 9}),
    *({"choose": wish} for wish in ({"game": "1"}, {"bots": ["/etc/passwd:Bot"] * 4}, {"seed": -1}, {"rules": 3}, 4)),
)


@pytest.fixture
def visit(free: Hand) -> tuple[Visit, AtOnce]:
    return visit_of(free)[:2]


@pytest.fixture
def replay(visit: tuple[Visit, AtOnce]) -> Iterator[ReplayPage]:
    replay = ReplayPage(visit[0])
    replay.sidebar()
    replay.main()
    replay.model.wake()
    yield replay
    replay.close()


def answers(replay: ReplayPage, monkeypatch: pytest.MonkeyPatch) -> list[dict]:
    sent: list[dict] = []
    for part in (replay.player, replay.log_field):
        monkeypatch.setattr(part, "_send_msg", sent.append)
    return sent


def send_file(replay: ReplayPage, name: str, content: bytes) -> None:
    replay.log_field._handle_msg({"begin": {"name": name, "size": len(content)}})
    replay.log_field._handle_msg({"part": content})


def test_a_word_is_shown_and_kept(replay: ReplayPage) -> None:
    replay.open(WORD)
    assert replay.word == WORD
    assert replay.player.game["at"] == 60
    assert json.loads(replay.player.game["tape"])["from"].startswith("Game 12 of 500: planner")
    assert replay.picker.values["game"] == 12
    assert replay.picker.values["rules"]["key"] == "standard"


def test_without_a_word_the_usual_game_is_shown(replay: ReplayPage) -> None:
    replay.open("")
    assert from_word(replay.word).games == 5000
    assert replay.player.veil == {}


def test_a_bad_word_changes_nothing(replay: ReplayPage) -> None:
    replay.open(WORD)
    with pytest.raises(AddressError):
        replay.open("1~standard~game=-3")
    assert replay.word == WORD


def test_the_address_follows_the_place_without_filling_the_history(replay: ReplayPage) -> None:
    replay.open(WORD)
    number = json.loads(replay.player.game["tape"])["shown"]
    replay.player._handle_msg({"at": 99, "shown": number})
    assert replay.word.endswith("~at=99")
    assert not replay.can_undo
    replay.player._handle_msg({"at": 100, "shown": number - 1})
    assert replay.word.endswith("~at=99")


def test_that_a_game_begins_after_its_set_up_is_nothing_to_take_back(replay: ReplayPage) -> None:
    replay.open(replay_word(Rules(), 4, "planner", 1, 500, 0))
    replay.start()
    assert not replay.can_undo


def test_another_game_can_be_taken_back(replay: ReplayPage) -> None:
    replay.open(WORD)
    replay.history._changed = -1e9
    replay.picker._handle_msg({"choose": {"game": 20}})
    assert "~game=20~" in replay.word
    assert replay.can_undo
    replay.undo()
    assert replay.word == WORD
    replay.redo()
    assert "~game=20~" in replay.word


def test_the_closest_game_is_one_click_away(replay: ReplayPage) -> None:
    replay.open(replay_word(Rules(), 4, "planner", 1, 500, 0))
    replay.start()
    eventually(lambda: replay.search.state == "done")
    closest = replay.finder.search["rankings"][0]
    assert closest["title"] == "Closest"
    replay.finder._handle_msg({"game": closest["found"][0]["game"]})
    assert replay.model.shown.game == closest["found"][0]["game"] == replay.finder.search["shown"]
    replay.rest()


def test_every_setting_can_be_changed(replay: ReplayPage) -> None:
    replay.open(WORD)
    for wish in ({"rules": "rainbow"}, {"players": 2}, {"bots": ["beam", "planner"]}, {"seed": 5}, {"games": 80}):
        replay.picker._handle_msg({"choose": wish})
        assert replay.picker.values["problem"] == ""
    assert replay.word.startswith("1~rainbow~players=2~bots=beam,planner~seed=5~games=80~game=12")
    for step, game in ((1, 13), (-1, 12)):
        replay.picker._handle_msg({"step": step})
        assert replay.model.game == game


def test_what_a_broken_page_sends_does_no_harm(replay: ReplayPage) -> None:
    replay.open(WORD)
    for part in (replay.player, replay.picker, replay.finder, replay.log_field, replay.faults):
        for nonsense in NONSENSE:
            part._handle_msg(nonsense)
    assert replay.word == WORD
    replay.picker._handle_msg({"choose": {"seed": -1}})
    assert replay.picker.values["problem"] == "seed: a whole number from 0 to 9,007,199,254,740,991 is allowed"


def test_events_are_listed_as_filtered(replay: ReplayPage, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = answers(replay, monkeypatch)
    replay.open(WORD)
    assert replay.player.game["table"]["count"] == replay.player.game["table"]["total"]
    replay.player._handle_msg({"filter": {"action": "deliver"}})
    table = replay.player.table
    assert 0 < table["count"] < table["total"]
    assert len(table["events"]) == table["count"]
    replay.player._handle_msg({"rows": 0, "version": table["version"]})
    assert all("delivers" in row[-1] for row in sent[0]["rows"])
    replay.player._handle_msg({"rows": 0, "version": table["version"] - 1})
    assert len(sent) == 1


def test_a_games_log_and_scores_can_be_saved(replay: ReplayPage, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = answers(replay, monkeypatch)
    replay.open(WORD)
    replay.player._handle_msg({"want": "log"})
    replay.player._handle_msg({"want": "scores"})
    log, scores = (pd.read_csv(io.StringIO(answer["text"])) for answer in sent)
    batch = simulate(games=13, seed=1)
    assert len(log) == len(scores) == int(batch.games["events"].iloc[12])
    final = batch.seats[batch.seats["game"] == 12]["score"].tolist()
    assert scores.iloc[-1, 3:].tolist() == final
    send_file(replay, sent[0]["file"], sent[0]["text"].encode())
    assert replay.upload.state == "done"
    assert replay.model.game == 12


def test_an_uploaded_log_is_shown_and_linked(replay: ReplayPage, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = answers(replay, monkeypatch)
    replay.open(WORD)
    send_file(replay, "sample.csv", SAMPLE.read_bytes())
    assert sent == [{"next": True}]
    assert "log=" in replay.word
    assert replay.picker.values["log"] == "sample.csv: 1 game"
    link = replay.word
    replay.picker._handle_msg({"batch": True})
    assert replay.picker.values["log"] == ""
    replay.open(link)
    assert replay.word == link


def test_a_link_into_a_log_says_what_is_needed(replay: ReplayPage, visit: tuple[Visit, AtOnce]) -> None:
    other = ReplayPage(visit[0])
    other.model.wake()
    other.open(WORD)
    send_file(other, "sample.csv", SAMPLE.read_bytes())
    other.model.stand_at(100)
    replay.open(other.word)
    assert replay.word == other.word
    assert "load the same file" in replay.player.veil["words"]
    send_file(replay, "renamed.csv", SAMPLE.read_bytes())
    assert replay.model.at == 100
    assert replay.word == other.word


def test_every_fault_of_a_bad_log_is_listed_and_nothing_is_lost(replay: ReplayPage) -> None:
    replay.open(WORD)
    shown = replay.model.shown
    lines = SAMPLE.read_text().splitlines()
    lines[12] = lines[12].replace("place", "<b>fly</b>")
    send_file(replay, "<i>bad.csv", "\n".join(lines).encode())
    assert replay.faults.faults["title"].startswith("<i>bad.csv can\u2019t be replayed: ")
    place, column, reason, _ = replay.faults.faults["faults"][0]
    assert (place, column) == ("line 13", "action")
    assert reason.startswith("Found '<b>fly</b>', allowed is one of ")
    assert replay.model.shown is shown
    assert replay.word == WORD
    replay.faults._handle_msg({"dismiss": True})
    assert replay.faults.faults == {}


def test_the_rules_of_an_upload_can_be_chosen(replay: ReplayPage) -> None:
    replay.open(replay_word(Rules(camels=7), 4, "planner", 1, 500, 0))
    assert replay.log_field.upload["options"][0] == ("shown", "the rules shown: Standard with 1 change")
    send_file(replay, "sample.csv", SAMPLE.read_bytes())
    assert replay.upload.state == "faulty" or replay.model.source.rules.camels == 7
    replay.log_field._handle_msg({"rules": "standard"})
    send_file(replay, "sample.csv", SAMPLE.read_bytes())
    assert replay.model.source.rules == Rules(players=4)


def test_the_rules_can_be_opened_in_the_lab(replay: ReplayPage) -> None:
    gone: list[tuple[str, str]] = []
    replay.visit.leave_for = lambda name, word: gone.append((name, word))
    replay.open(replay_word(Rules(camels=7), 3, "beam", 9, 500, 0))
    replay.picker._handle_msg({"lab": True})
    ((name, word),) = gone
    state = lab_state(word)
    assert name == "lab"
    assert (state.preset, dict(state.changes), state.bots, state.seed) == ("standard", {"camels": 7}, ("beam",) * 3, 9)


def test_while_a_game_is_made_and_when_it_fails_it_is_said(
    replay: ReplayPage, visit: tuple[Visit, AtOnce], monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = visit[1]
    worker.held = True
    replay.open(WORD)
    assert replay.player.veil == {"state": "loading", "words": "Game 12 is on its way \u2026"}
    worker.held = False
    with monkeypatch.context() as broken:
        broken.setattr("caravan.views.replaying.sources.play_blocks", lambda *_, **__: 1 / 0)
        worker.go_on()
    assert replay.player.veil["state"] == "failed"
    replay.player._handle_msg({"retry": True})


def test_no_two_parts_of_the_script_call_something_alike() -> None:
    names = re.findall(r"^(?:export )?(?:async )?(?:const|let|function) (\w+)", ReplayPlayer._esm, re.MULTILINE)
    assert len(names) > 20
    assert sorted(set(names)) == sorted(names)


def test_a_game_waits_until_the_browser_has_loaded_the_page(visit: tuple[Visit, AtOnce]) -> None:
    replay = ReplayPage(visit[0])
    replay.open(WORD)
    assert (replay.player.game, replay.player.veil["state"], replay.word) == ({}, "loading", WORD)
    replay.start()
    assert replay.player.game["at"] == 60
    replay.close()
