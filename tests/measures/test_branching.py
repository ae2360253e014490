from __future__ import annotations

import numpy as np
import pytest
from hand_played import HandPlayed, played_game
from synthetic_batches import random_batch

from caravan.batch import Batch, simulate
from caravan.errors import LogError
from caravan.events import replay
from caravan.measures import Estimate, measure
from caravan.measures import branching as decisions
from caravan.rules import Rules


def by_part(estimates: tuple[Estimate, ...]) -> dict[str, Estimate]:
    return {estimate.part: estimate for estimate in estimates}


def test_the_choices_are_those_that_the_players_had():
    game, choices = played_game()
    # At first a camel can be placed in 15 spaces, or the turn passed; then it can also be moved to 14, or pick up.
    assert choices[:2] == [15 + 1, 15 + 14 + 1 + 1]
    parts = by_part(measure(HandPlayed((game,)), "branching"))
    assert parts["mean"].value == pytest.approx(np.mean(choices))
    assert parts["max"].value == max(choices)
    assert parts["one_choice"].value == 0.0
    # The pick-ups are the 2nd, 9th and 10th of the steps, and belong to the part that they end.
    assert parts["1_of_3"].value == pytest.approx(np.mean(choices[:2]))
    assert parts["2_of_3"].value == pytest.approx(np.mean(choices[2:9]))
    assert parts["3_of_3"].value == pytest.approx(np.mean(choices[9:]))


def test_a_laden_seat_that_can_only_pass_has_one_choice():
    batch = simulate(Rules(camels=1, turn_limit=30), players=2, bots="random", games=1)
    game = replay(batch.events, batch.rules, players=2)
    choices = []
    while game.history:
        game.undo()
        choices.append(len(game.legal_actions))
    parts = by_part(measure(batch, "branching"))
    assert parts["mean"].value == pytest.approx(np.mean(choices))
    assert 0 < parts["one_choice"].value == pytest.approx(np.mean(np.array(choices) == 1))


@pytest.fixture(scope="module")
def batch() -> Batch:
    return simulate(players=2, games=12, seed=3, block_size=5)


def test_a_large_batch_is_judged_by_its_first_games(batch: Batch, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(decisions, "GAMES_REPLAYED", 7)
    some = measure(batch, "branching")
    whole = measure(simulate(players=2, games=7, seed=3), "branching")
    for name in ("value", "low", "high", "interval"):
        assert repr([getattr(estimate, name) for estimate in some]) == repr([getattr(other, name) for other in whole])
    assert {estimate.games for estimate in some} == {7}
    assert all("counted in the first 7 of 12 games" in estimate.note for estimate in some)
    assert not any("counted" in estimate.note for estimate in whole)


def test_no_more_of_the_log_is_read_than_needed(batch: Batch, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(decisions, "GAMES_REPLAYED", 5)
    monkeypatch.setattr(batch, "event_frames", lambda: iter([next(Batch.event_frames(batch))]))
    assert not measure(batch, "branching")[0].is_missing


def test_all_rules_can_be_played_again():
    rules = Rules.preset("rainbow").replace(starting_points=[3, 1], theft_markers=2, turn_limit=40)
    batch = simulate(rules, players=4, bots="random,planner,grabber,planner", games=3)
    assert not any(estimate.is_missing for estimate in measure(batch, "branching"))


def test_a_log_that_departs_from_the_rules_is_refused():
    batch = HandPlayed((played_game()[0], played_game(1)[0]))
    batch.rows = batch.rows.copy()
    batch.rows["target"][len(batch.rows) // 2 + 5] = 13
    with pytest.raises(LogError, match=r"departs from the rules at event .* of its game 1"):
        measure(batch, "branching")


def test_without_the_log_choices_are_unknown():
    assert all("event log" in estimate.note for estimate in measure(random_batch(4), "branching"))
