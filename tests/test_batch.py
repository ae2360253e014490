from __future__ import annotations

import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pandas as pd
import pytest

from caravan import Game, Rules, simulate
from caravan.batch import Batch, BatchRequest, play_blocks
from caravan.errors import BotError, Cancelled, CaravanError, RulesError
from caravan.events import check

LINE_UP = "planner,random,grabber"
GAMES = 24


@pytest.fixture(scope="module")
def usual() -> Batch:
    return simulate(players=3, bots=LINE_UP, games=GAMES, seed=7)


def assert_same(one: Batch, other: Batch) -> None:
    pd.testing.assert_frame_equal(one.events, other.events)
    pd.testing.assert_frame_equal(one.games, other.games)
    pd.testing.assert_frame_equal(one.seats, other.seats)


@pytest.mark.parametrize("block_size", [1, 7, GAMES, 1000])
def test_the_block_size_changes_nothing(usual, block_size):
    assert_same(usual, simulate(players=3, bots=LINE_UP, games=GAMES, seed=7, block_size=block_size))


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_number_of_threads_changes_nothing(usual, threads):
    with ThreadPoolExecutor(threads) as executor:
        assert_same(usual, simulate(players=3, bots=LINE_UP, games=GAMES, seed=7, executor=executor))


def test_other_processes_play_the_same_games(usual):
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        assert_same(usual, simulate(players=3, bots=LINE_UP, games=GAMES, seed=7, executor=executor))


def test_a_log_that_was_let_go_is_made_again_to_the_letter(usual):
    forgetful = simulate(players=3, bots=LINE_UP, games=GAMES, seed=7, event_memory=0)
    assert_same(usual, forgetful)
    pd.testing.assert_frame_equal(usual.events_of(17), forgetful.events_of(17))


def test_part_of_the_log_may_be_kept(usual):
    assert_same(usual, simulate(players=3, bots=LINE_UP, games=GAMES, seed=7, event_memory=160_000))


def test_more_games_begin_with_the_same_games(usual):
    longer = simulate(players=3, bots=LINE_UP, games=2 * GAMES, seed=7)
    pd.testing.assert_frame_equal(longer.seats[longer.seats.game < GAMES], usual.seats)


def test_another_seed_gives_other_games(usual):
    other = simulate(players=3, bots=LINE_UP, games=GAMES, seed=8)
    assert not other.seats.score.equals(usual.seats.score)


def test_a_game_of_a_batch_can_be_played_alone(usual):
    game = Game(players=3, seed=7, number=12)
    bots = LINE_UP.split(",")
    while game.outcome() is None:
        game.play(game.choose(bots[game.seat - 1]))
    pd.testing.assert_frame_equal(game.events().reset_index(drop=True), usual.events_of(12).reset_index(drop=True))


def test_the_log_of_every_bot_keeps_to_the_rules(usual):
    assert len(check(usual.events, usual.rules)) == 0


def test_a_changed_rule_leaves_the_first_goods_from_the_bag_as_they_were():
    def first_goods(**changes):
        events = simulate(Rules(**changes), players=2, games=5, seed=3).events
        drawn = events[events.action.isin(["seed", "refill"])]
        return [list(goods)[:20] for _, goods in drawn.groupby("game").good]

    usual_goods = first_goods()
    assert first_goods(camels=7) == usual_goods
    assert first_goods(rare_value=9, transfer_cost=2) == usual_goods


def test_the_bots_of_other_seats_draw_from_their_own_streams():
    one = simulate(players=2, bots="random,random", games=3, seed=3).events
    other = simulate(players=2, bots="random,grabber", games=3, seed=3).events
    for game in range(3):
        first = [frame[(frame.game == game) & (frame.seat == 1)].iloc[0] for frame in (one, other)]
        pd.testing.assert_series_equal(first[0], first[1], check_names=False)


def test_frames_of_single_blocks_make_up_the_whole_log(usual):
    pd.testing.assert_frame_equal(pd.concat(usual.event_frames(), ignore_index=True), usual.events)


def test_progress_is_told_up_to_the_last_game():
    told = []
    simulate(players=2, games=150, seed=1, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (150, 150)
    assert [done for done, _ in told] == sorted({done for done, _ in told})


def test_the_first_block_is_small_so_that_a_picture_comes_soon():
    request = BatchRequest(players=2, games=1000, seed=1)
    assert len(next(play_blocks(request))) <= 32


def test_a_run_can_be_cancelled_by_an_event_or_a_function():
    stop = threading.Event()
    stop.set()
    with pytest.raises(Cancelled, match="stopped after 0 of 100 games"):
        simulate(players=2, games=100, cancel=stop)
    done = []
    with pytest.raises(Cancelled):
        simulate(players=2, games=1000, progress=lambda *told: done.append(told), cancel=lambda: len(done) > 2)
    assert 0 < done[-1][0] < 1000


def test_a_batch_so_far_is_a_batch():
    request = BatchRequest(players=2, games=1000, seed=1)
    blocks = play_blocks(request)
    batch = Batch.from_blocks(request, [next(blocks), next(blocks)])
    assert len(batch) == len(batch.games) == batch.seats.game.nunique() == batch.events.game.nunique()


def test_a_batch_of_no_blocks_has_empty_frames_with_all_columns(usual):
    empty = Batch.from_blocks(usual.request, [])
    assert list(empty.events.columns) == list(usual.events.columns)
    assert list(empty.games.columns) == list(usual.games.columns)
    assert len(empty.seats) == len(empty) == 0


def test_equal_requests_have_equal_keys_and_any_change_another_key():
    def key(**changes):
        values = {"rules": Rules(), "players": 2, "bots": "planner", "games": 10, "seed": 1}
        return BatchRequest(**(values | changes)).key

    assert key() == key()
    changed = [
        {"rules": Rules(camels=6)},
        {"players": 3},
        {"bots": "random"},
        {"games": 11},
        {"seed": 2},
    ]
    assert len({key(), *(key(**change) for change in changed)}) == 1 + len(changed)


def test_a_request_keeps_its_own_copy_of_the_rules():
    rules = Rules()
    request = BatchRequest(rules, players=2, games=1)
    rules.camels = 9
    assert request.rules.camels == 5


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"games": 0}, CaravanError, "games: found 0"),
        ({"games": 2.5}, CaravanError, "games: found 2.5"),
        ({"seed": -1}, CaravanError, "seed: found -1"),
        ({"seed": 2**63}, CaravanError, "seed"),
        ({"players": 5}, RulesError, "players"),
        ({"bots": "nobody"}, BotError, "nobody"),
        ({"rules": Rules(refill_after=9)}, RulesError, "refill_after"),
        ({"block_size": 0}, CaravanError, "block_size: found 0"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(changes, error, words):
    with pytest.raises(error, match=words):
        simulate(**({"games": 5, "seed": 1} | changes))


def test_asking_for_a_game_that_is_not_there_is_explained(usual):
    with pytest.raises(CaravanError, match=f"from 0 to {GAMES - 1}"):
        usual.events_of(GAMES)


def test_a_batch_measures_itself(usual):
    changes = usual.measure("lead_changes")
    assert [one.label for one in changes] == ["lead_changes.mean", "lead_changes.none"]
    assert changes[0].value == pytest.approx(usual.games["lead_changes"].mean())


def test_a_batch_has_a_summary_of_all_measures_or_of_some(usual):
    assert list(usual.summary(["ties"])["measure"]) == ["ties.before_tie_break", "ties.after_tie_break"]
    assert {"win_share", "length.turns.mean"} <= set(usual.summary()["measure"])


def test_a_measure_that_is_not_there_is_explained(usual):
    for ask in (lambda: usual.measure("lead_change"), lambda: usual.summary(["lead_change"])):
        with pytest.raises(CaravanError, match="'lead_change'; did you mean 'lead_changes'"):
            ask()
