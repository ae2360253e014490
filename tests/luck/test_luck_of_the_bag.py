from __future__ import annotations

import numpy as np
import pytest

from caravan import luck_of_the_bag, simulate
from caravan.blocks import BatchRequest
from caravan.bots.records import new_scratch
from caravan.bots.registry import pack_bots
from caravan.errors import BotError, Cancelled, CaravanError
from caravan.kernel.layout import EVENT, new_states, new_step, pack
from caravan.kernel.streams import BAG, GAMMA, new_streams
from caravan.luck.same_bag import play_bags, scores_with_same_bags

GOODS = 48


@pytest.fixture(scope="module")
def request_of_planners():
    return BatchRequest(players=3, bots="planner,planner,grabber", games=6, seed=5)


def scores(request, replications, first=0, bags=6):
    return scores_with_same_bags(request, pack(request.rules, request.players), first, bags, replications)


def test_the_first_game_with_each_bag_is_the_batchs_own(request_of_planners):
    batch = simulate(players=3, bots="planner,planner,grabber", games=6, seed=5)
    assert (scores(request_of_planners, 2)[:, 0] == batch.seats["score"].to_numpy().reshape(6, 3)).all()


def test_other_games_with_a_bag_go_otherwise(request_of_planners):
    found = scores(request_of_planners, 4)
    assert len(np.unique(found.reshape(24, 3), axis=0)) == 24


def test_how_bags_are_shared_out_changes_nothing(request_of_planners):
    whole = scores(request_of_planners, 3)
    parts = [scores(request_of_planners, 3, first, 2) for first in (0, 2, 4)]
    assert (np.concatenate(parts) == whole).all()


def test_all_games_with_a_bag_draw_from_the_same_stream():
    """Each of the 48 goods is one draw; the stream of a bag is where 48 draws from its start lead."""
    request = BatchRequest(players=2, bots="planner", games=1, seed=9)
    streams = np.concatenate([new_streams(), new_streams()]).view(np.recarray)
    no_rows = np.empty(0, dtype=EVENT).view(np.recarray)
    for replications in (1, 2, 5):
        play_bags(
            new_states(),
            pack(request.rules, 2),
            pack_bots(request.bots),
            streams,
            new_step(),
            new_scratch(),
            no_rows,
            9,
            0,
            np.zeros((1, replications, 2), dtype=np.int64),
        )
        with np.errstate(over="ignore"):
            assert streams[1].value[BAG] == streams[0].value[BAG] + np.uint64(GOODS) * GAMMA


def test_the_share_has_its_interval_and_says_what_it_rests_on():
    together, *seats = luck_of_the_bag(players=3, seeds=40, replications=5, seed=1)
    assert together.label == "luck_of_the_bag"
    assert together.low < together.value < together.high < 1.0
    assert together.interval == "ABC bootstrap 95% over bags"
    assert together.games == 200
    assert "40 bags, 5 games with each; planner,planner,planner" in together.note
    assert [one.seat for one in seats] == [1, 2, 3]
    assert luck_of_the_bag(players=3, seeds=40, replications=5, seed=1)[0] == together


def test_it_tells_how_far_it_has_come_and_can_be_stopped():
    told = []
    luck_of_the_bag(players=2, bots="grabber", seeds=60, replications=2, progress=lambda *done: told.append(done))
    assert told[-1] == (120, 120)
    with pytest.raises(Cancelled):
        luck_of_the_bag(players=2, bots="grabber", cancel=lambda: True)


class MyBot:
    def choose(self, game):
        return game.legal_actions[0]


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"seeds": 1}, CaravanError, "seeds: found 1"),
        ({"replications": 1}, CaravanError, "replications: found 1"),
        ({"bots": MyBot}, BotError, "a bot of your own"),
        ({"bots": "plamner"}, BotError, "planner"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(given, error, words):
    with pytest.raises(error, match=words):
        luck_of_the_bag(players=2, **given)
