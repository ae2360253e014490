from __future__ import annotations

import threading

import pytest
from held_engine import Hand, eventually
from visits import AtOnce, visit_of

from caravan.batch import BatchRequest, simulate
from caravan.errors import CaravanError
from caravan.events import rows_from_events
from caravan.rules import Rules
from caravan.views.replaying.address import ReplayState, from_word, to_word
from caravan.views.replaying.game_search import GameSearch
from caravan.views.replaying.game_words import words_of
from caravan.views.replaying.replay_model import ReplayModel
from caravan.views.replaying.sources import BatchSource, LogRows, LogSource

SMALL = ReplayState(games=50)


@pytest.fixture
def parts(free: Hand) -> tuple[ReplayModel, AtOnce, list[tuple[str, str]]]:
    visit, worker, notices = visit_of(free)
    return ReplayModel(visit), worker, notices


@pytest.fixture
def model(parts: tuple[ReplayModel, AtOnce, list[tuple[str, str]]]) -> ReplayModel:
    return parts[0]


@pytest.fixture(scope="module")
def log() -> LogSource:
    batch = simulate(games=3, seed=11)
    read = rows_from_events(batch.events, batch.rules)
    return LogSource("my <b>log</b>.csv", "00112233445566ff", batch.rules, LogRows(read.rows, read.offsets, read.games))


def test_a_game_of_a_batch_is_made_again_from_its_seed(model: ReplayModel) -> None:
    model.open(ReplayState(games=50, game=17, at=40))
    batch = simulate(games=18, seed=7)
    shown = model.shown
    assert model.state == "shown"
    assert shown.tape.scores[-1].tolist() == batch.seats[batch.seats["game"] == 17]["score"].tolist()
    assert (model.game, model.at) == (17, 40)
    assert to_word(model.place).endswith("~games=50~game=17~at=40")


def test_without_a_place_the_game_is_shown_when_it_can_begin(model: ReplayModel) -> None:
    model.open(SMALL)
    assert model.at == model.shown.tape.ready == 7


def test_a_place_beyond_the_end_is_the_end_and_is_said(
    parts: tuple[ReplayModel, AtOnce, list[tuple[str, str]]],
) -> None:
    model, _, notices = parts
    model.open(ReplayState(games=50, at=19_000))
    assert model.at == len(model.shown.tape) - 1
    assert "its end is shown" in notices[0][0]


def test_the_word_leads_back_to_the_place(model: ReplayModel) -> None:
    model.open(ReplayState(Rules(camels=6, players=3), ("planner", "random", "grabber"), 9, 40, 5))
    model.stand_at(33)
    word = to_word(model.place)
    other = ReplayModel(visit_of(None)[0])
    other.open(from_word(word))
    assert (other.at, other.game) == (33, 5)
    assert other.shown.tape.frames.tolist() == model.shown.tape.frames.tolist()


def test_a_place_that_cant_be_is_ignored(model: ReplayModel) -> None:
    model.open(SMALL)
    for event in (-1, 10**9):
        model.stand_at(event)
    assert model.at == 7


def test_what_was_shown_stays_until_the_next_game_is_there(
    parts: tuple[ReplayModel, AtOnce, list[tuple[str, str]]],
) -> None:
    model, worker, _ = parts
    model.open(SMALL)
    worker.held = True
    model.choose_game(8)
    assert (model.state, model.game, model.shown.game) == ("loading", 8, 0)
    model.choose_game(9)
    worker.go_on()
    assert (model.state, model.shown.game) == ("shown", 9)


def test_settings_are_taken_whole_or_not_at_all(model: ReplayModel) -> None:
    model.open(ReplayState(games=50, game=40))
    model.choose(players=2)
    assert model.batch.bot_names == ("planner", "planner")
    model.choose(bots=("beam", "planner"), players=3)
    assert model.batch.bot_names == ("beam", "planner", "planner")
    model.choose(games=10)
    assert model.game == 9
    before = to_word(model.place)
    with pytest.raises(CaravanError):
        model.choose(bots=("nobody", "planner", "planner"))
    assert to_word(model.place) == before


def test_the_nearest_game_is_shown_where_there_is_no_such(model: ReplayModel) -> None:
    model.open(SMALL)
    model.choose_game(10**9)
    assert model.game == 49


def test_the_same_batch_stays_the_same_source(model: ReplayModel) -> None:
    model.open(SMALL)
    source = model.source
    model.open(ReplayState(games=50, game=3, at=9))
    assert model.source is source


def test_a_failure_keeps_what_was_shown_and_can_be_tried_again(
    model: ReplayModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    model.open(SMALL)
    with monkeypatch.context() as broken:
        broken.setattr(BatchSource, "events", lambda self, game: 1 / 0)
        model.choose_game(3)
        assert model.state == "failed"
        assert "ZeroDivisionError" in model.words
        assert model.shown.game == 0
    model.retry()
    assert (model.state, model.shown.game) == ("shown", 3)


def test_an_uploaded_log_is_shown_from_its_first_game(model: ReplayModel, log: LogSource) -> None:
    model.open(SMALL)
    model.use_log(log)
    assert (model.game, model.at) == (0, 7)
    for game in (10**30, 2):
        model.choose_game(game, 50)
        assert (model.game, model.at) == (2, 50)
    assert to_word(model.place) == "1~standard~players=4~log=00112233445566ff~game=2~at=50"
    assert model.shown.table.log is log.log
    model.use_batch()
    assert to_word(model.place).endswith("~seed=7~games=50~game=0~at=7")


def test_a_link_into_a_log_waits_for_the_log(model: ReplayModel, log: LogSource) -> None:
    link = from_word("1~standard~players=4~log=00112233445566ff~game=2~at=50")
    model.open(link)
    assert model.awaited == link
    assert model.state == "empty"
    assert model.place == link
    model.choose_game(3)
    assert (model.awaited, model.shown.game) == (None, 3)
    model.open(link)
    model.use_log(log)
    assert model.awaited is None
    assert (model.game, model.at) == (2, 50)


def test_a_game_is_told_in_words(model: ReplayModel, log: LogSource) -> None:
    model.open(ReplayState(games=5000, game=4587))
    words = words_of(model.shown.tape, model.source, 4587)
    assert words.finding.startswith("Seat ")
    assert "the lead changes" in words.finding
    assert words.ending.startswith("Ended in turn ")
    assert words.origin == f"Game 4,587 of 5,000: planner, rules {Rules().id}, 4 players, seed 7"
    model.use_log(log)
    assert words_of(model.shown.tape, log, 0).origin.startswith("Game 0 of my <b>log</b>.csv, rules")


def test_games_are_looked_for_while_the_page_is_in_front(free: Hand) -> None:
    visit, _, _ = visit_of(free)
    search = GameSearch(visit)
    source = BatchSource(BatchRequest(games=500, seed=1))
    search.look_among(source)
    assert (search.state, search.planned) == ("idle", 500)
    search.wake()
    eventually(lambda: search.state == "done")
    assert search.done == 500
    assert [ranking.name for ranking in search.rankings][:2] == ["closest", "one_sided"]
    before = search.rankings
    search.look_among(source)
    assert search.rankings is before
    search.close()


def test_what_takes_long_is_looked_for_only_if_asked(free: Hand) -> None:
    search = GameSearch(visit_of(free)[0])
    search.wake()
    search.look_among(BatchSource(BatchRequest(bots="expert", games=500, seed=1)))
    assert search.state == "idle"
    assert "only if you ask" in search.words
    search.look_among(BatchSource(BatchRequest(games=60_000, seed=1)))
    assert "up to 50,000" in search.words


def test_a_search_can_be_stopped_and_taken_up_again(hand: Hand) -> None:
    visit, _, _ = visit_of(hand)
    search = GameSearch(visit)
    search.wake()
    search.look_among(BatchSource(BatchRequest(games=500, seed=1)))
    hand.release(1)
    eventually(lambda: search.done == 100)
    search.rest()
    assert search.state == "stopped"
    hand.release(100)
    search.wake()
    eventually(lambda: search.state == "done")
    search.close()


def test_a_search_that_fails_says_why(hand: Hand) -> None:
    search = GameSearch(visit_of(hand)[0])
    search.wake()
    hand.error = RuntimeError("no more sand")
    hand.release(1)
    search.look_among(BatchSource(BatchRequest(games=500, seed=1)))
    eventually(lambda: search.state == "failed")
    assert "no more sand" in search.words
    search.close()


def test_the_games_of_a_log_are_ranked_from_its_rows(log: LogSource) -> None:
    search = GameSearch(visit_of(None)[0])
    search.wake()
    search.look_among(log)
    batch = simulate(games=3, seed=11)
    assert search.state == "done"
    longest = next(ranking for ranking in search.rankings if ranking.name == "longest")
    assert longest.found[0].game == int(batch.games["turns"].argmax())


def test_one_batch_is_left_for_another_without_a_mix_up(hand: Hand) -> None:
    search = GameSearch(visit_of(hand)[0])
    search.wake()
    search.look_among(BatchSource(BatchRequest(games=500, seed=1)))
    hand.release(1)
    eventually(lambda: search.done == 100)
    search.look_among(BatchSource(BatchRequest(games=200, seed=2)))
    assert (search.done, search.planned, search.rankings) == (0, 200, ())
    hand.release(100)
    eventually(lambda: search.state == "done")
    assert search.done == 200
    assert threading.active_count() < 50
    search.close()
