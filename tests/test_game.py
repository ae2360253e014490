"""Playing one game: what is asked of it, undoing, copies, outcomes."""

from __future__ import annotations

import copy
import pickle
import random

import numpy as np
import pytest

from caravan.action import Action
from caravan.batch import simulate
from caravan.errors import BotError, CaravanError, IllegalAction, InvalidText, RulesError
from caravan.game import Game, Outcome
from caravan.rules import Rules
from caravan.table import Camel, WaitingGood

UNDER_WAY = "turn 13 | 1 d4:salt d5 c5 | 2 d5:gold:under | waiting 1:ivory+2 8:paper"

LAST_TURN = (
    "turn 400 | 1 rare 1 | 2 common 2 | 3 | bag ivory:2 gold:3 cloth:3 copper:3 salt:7 paper:9 dates:9 leather:9"
)


def test_a_game_starts_with_seat_1_and_one_action():
    game = Game()
    assert (game.players, game.turn, game.seat, game.actions_left) == (4, 1, 1, 1)
    assert game.scores() == (0, 0, 0, 0)
    assert game.outcome() is None
    assert game.history == ()


def test_actions_are_played_as_values_and_as_text():
    game = Game(players=2)
    game.play("place d4")
    game.play(Action("place", None, "d5"))
    assert [str(action) for action in game.history] == ["place d4", "place d5"]
    assert (game.turn, game.seat, game.actions_left) == (2, 2, 1)


def test_legal_actions_are_counted_listed_indexed_and_contained():
    game = Game(seed=7)
    actions = game.legal_actions
    assert len(actions) == 50
    assert str(actions[0]) == "place a1"
    assert str(actions[-1]) == "pass"
    assert actions[:2] == [Action("place", None, "a1"), Action("place", None, "b1")]
    assert Action("place", None, "d4") in actions
    assert "place d4" in actions
    assert "move a1 b1" not in actions
    assert 7 not in actions
    assert list(actions).index(Action("pass")) == 49
    with pytest.raises(IndexError, match="50 legal actions"):
        actions[50]
    assert random.Random(1).choice(actions) in actions


def test_legal_actions_always_speak_of_the_present_position():
    game = Game(players=2)
    actions = game.legal_actions
    game.play("place d4")
    assert "place d4" not in Game.from_position("turn 4 left 1 | 1 | 2 d4").legal_actions
    assert len(actions) == len(game.legal_actions)


def test_a_good_may_be_left_out_where_only_one_action_can_be_meant():
    game = Game.from_position(UNDER_WAY)
    assert "transfer d4 d5" in game.legal_actions
    game.play("transfer d4 d5")
    assert str(game.history[0]) == "transfer d4 d5 salt"


def test_an_action_that_can_mean_several_is_refused_with_all_of_them():
    game = Game.from_position("turn 13 | 1 d4:salt d4:gold d4:gold:under d5 | 2")
    with pytest.raises(IllegalAction) as caught:
        game.play("transfer d4 d5")
    assert "can mean transfer d4 d5 salt or transfer d4 d5 gold or transfer d4 d5 gold under" in str(caught.value)
    assert "transfer d4 d5" not in game.legal_actions


def test_an_unreadable_text_is_not_an_illegal_action():
    game = Game()
    with pytest.raises(InvalidText, match="did you mean 'place'"):
        game.play("plaice d4")
    assert "plaice d4" not in game.legal_actions


def test_undo_gives_back_the_action_and_the_position():
    game = Game(seed=3)
    start = game.position()
    game.play("place d4")
    assert game.undo() == Action("place", None, "d4")
    assert game.position() == start
    assert len(game.rows) == 8
    with pytest.raises(CaravanError, match="no action to undo"):
        game.undo()


def test_an_end_can_be_undone():
    game = Game(Rules(turn_limit=1))
    game.play("pass")
    assert game.outcome() is not None
    game.undo()
    assert game.outcome() is None
    assert len(game.legal_actions) == 50


def test_a_copy_goes_its_own_way():
    game = Game(seed=3)
    for twin in (game.copy(), copy.copy(game), copy.deepcopy(game)):
        twin.play("place d4")
        assert len(twin.history) == 1
    assert game.history == ()


def test_a_game_can_be_pickled_with_its_history_and_its_hidden_draws():
    game = Game(Rules(camels=6), seed=3, number=2).played("place d6, pass")
    twin = pickle.loads(pickle.dumps(game))
    assert repr(twin) == repr(game)
    for each in (game, twin):
        for _ in range(60):
            each.play(each.legal_actions[len(each.legal_actions) // 3])
    assert twin.rows.tobytes() == game.rows.tobytes()
    assert twin.undo() == game.undo()
    assert twin.position() == game.position()


def first_refill(game: Game) -> list[str]:
    game = game.copy()
    game.play("pick_up d6")
    return [waiting.good for waiting in game.waiting]


def test_an_imagined_copy_draws_other_goods_and_shows_nothing_of_the_real_ones():
    position = "turn 13 picked 3 | 1 d6 | 2 | waiting 3:salt"
    game = Game.from_position(position, seed=11)
    assert first_refill(game.copy()) == first_refill(game)
    imagined = {tuple(first_refill(game.imagine(seed))) for seed in range(20)}
    assert len(imagined) > 15
    assert first_refill(game.imagine(4)) == first_refill(Game.from_position(position, seed=99).imagine(4))


def test_an_imagined_copy_cannot_be_undone_into_the_real_game():
    game = Game(seed=11)
    game.play("place d4")
    imagined = game.imagine(1)
    assert (imagined.position(), imagined.history) == (game.position(), game.history)
    with pytest.raises(CaravanError, match="no action to undo"):
        imagined.undo()
    imagined.play("place d5")
    imagined.undo()
    assert imagined.seed == 1


def test_game_12_of_a_batch_can_be_played_again_by_itself():
    batch = simulate(Rules(), bots="grabber", games=13, seed=7)
    logged = batch.events_of(12)
    game = Game(seed=7, number=12)
    while game.outcome() is None:
        game.play(game.choose("grabber"))
    assert game.events().equals(logged.reset_index(drop=True))


def test_any_seed_is_a_seed():
    for seed in (-1, 2**64 + 5, 2**63):
        assert len(Game(seed=seed).waiting) == 8
    assert Game(seed=-1).position() != Game(seed=1).position()
    assert Game(seed=np.int64(5)).position() == Game(seed=5).position()
    with pytest.raises(CaravanError, match="seed: found '7', allowed is a whole number"):
        Game(seed="7")


def test_the_goods_at_the_start_can_be_chosen():
    game = Game(draws=["ivory", "gold"])
    assert [waiting.good for waiting in game.waiting[:2]] == ["ivory", "gold"]
    with pytest.raises(CaravanError, match="no good 'silver'"):
        Game(draws=["silver"])
    with pytest.raises(CaravanError, match="only 8 are drawn"):
        Game(draws=["salt"] * 9)


def test_the_goods_of_a_refill_can_be_chosen():
    game = Game.from_position("turn 13 picked 3 | 1 d6 | 2 | waiting 3:salt")
    game.play("pick_up d6", draws=["copper", "dates", "ivory"])
    assert [waiting.good for waiting in game.waiting[:3]] == ["copper", "dates", "ivory"]
    assert len(game.waiting) == 8


def test_a_choice_of_goods_that_cannot_be_drawn_leaves_the_position_as_it_is():
    game = Game.from_position("turn 13 picked 3 | 1 d6 | 2 | waiting 3:salt")
    before = game.position()
    for draws, words in ((["ivory"] * 4, "good 4 to be drawn can't be ivory"), (["salt"] * 9, "only 8 are drawn")):
        with pytest.raises(CaravanError, match=words):
            game.play("pick_up d6", draws=draws)
        assert game.position() == before
    with pytest.raises(CaravanError, match="only 0 are drawn"):
        game.play("place d4", draws=["salt"])
    assert game.history == ()


def test_what_everyone_at_the_table_sees():
    game = Game.from_position(UNDER_WAY)
    assert game.camels() == game.camels(1)
    assert game.camels(1) == (Camel("d4", "salt"), Camel("d5"), Camel("c5"), Camel(), Camel())
    assert game.camels(2)[0] == Camel("d5", "gold", under=True)
    assert game.waiting == (WaitingGood(1, "a7", "ivory", 2), WaitingGood(8, "g1", "paper", 0))
    assert game.bag == {
        "ivory": 2,
        "gold": 2,
        "cloth": 3,
        "copper": 3,
        "salt": 8,
        "paper": 8,
        "dates": 9,
        "leather": 9,
    }
    assert game.theft_markers == (1, 1)
    assert game.demand == game.rare_delivered == game.common_delivered == (0, 0)
    assert game.rainbow is None
    assert game.since_refill == 0
    for seat in (0, 3, -1, True, "1"):
        with pytest.raises(CaravanError, match="seats are 1 to 2"):
            game.camels(seat)


def test_the_table_cannot_be_changed_from_outside():
    game = Game.from_position(UNDER_WAY)
    with pytest.raises(AttributeError):
        game.turn = 3
    with pytest.raises((AttributeError, TypeError)):
        game.camels()[0].space = "a1"
    game.bag["salt"] = 0
    assert game.bag["salt"] == 8
    with pytest.raises(ValueError, match="read-only"):
        game.rows["points"][:] = 3


def test_the_rules_of_a_game_are_its_own():
    rules = Rules(camels=3)
    game = Game(rules, players=2)
    rules.camels = 9
    assert game.rules.camels == 3
    assert rules.players == 4


def test_unplayable_rules_are_refused():
    with pytest.raises(RulesError, match="refill_after"):
        Game(Rules(refill_after=9))


def test_the_outcome_names_reason_winners_scores_ranks_and_shares():
    game = Game.from_position(LAST_TURN)
    game.play("pass")
    assert game.outcome() == Outcome("turn_limit", (2,), (6, 6, 0), (2, 1, 3), (0.0, 1.0, 0.0))


def test_a_whole_game_between_bots_ends_with_a_delivery():
    game = Game(players=2, seed=1)
    while game.outcome() is None:
        game.play(game.choose("planner"))
    assert game.outcome().reason == "delivery"
    assert game.rows["seat"].max() == 2
    assert np.array_equal([game.rows["points"][game.rows["seat"] == seat].sum() for seat in (1, 2)], game.scores())


def test_an_unknown_bot_is_refused():
    with pytest.raises(BotError, match="planner"):
        Game().choose("planer")


def test_played_makes_a_copy_with_the_actions_played():
    game = Game(players=2)
    later = game.played("place d4, pass").played(["place d5", Action("pass")])
    assert game.history == ()
    assert [str(action) for action in later.history] == ["place d4", "pass", "place d5", "pass"]


@pytest.mark.parametrize(
    "made",
    [
        lambda: Game(seed=7),
        lambda: Game(Rules(camels=6), players=3, seed=7, number=4).played("place d4, pass"),
        lambda: Game(draws=["ivory", "salt"], seed=2).played("place a7"),
        lambda: Game.from_position(UNDER_WAY, Rules(demand_value=2), seed=5).played("transfer d4 d5"),
        lambda: Game(seed=7).played("place d4").imagine(3).played("place d5"),
    ],
    ids=["dealt", "other rules", "draws told", "from a position", "imagined"],
)
def test_the_repr_makes_the_game_again(made):
    game = made()
    again = eval(repr(game))
    assert again.position() == game.position()
    assert repr(again) == repr(game)
    goods = [twin.copy() for twin in (game, again)]
    for twin in goods:
        for _ in range(30):
            if twin.outcome() is None:
                twin.play(twin.legal_actions[len(twin.legal_actions) // 2])
    assert goods[0].position() == goods[1].position()


def test_the_events_are_the_tidy_log_of_this_game():
    game = Game(seed=7, number=3)
    game.play("place d4")
    events = game.events()
    assert events["action"].tolist() == ["seed"] * 8 + ["place"]
    assert set(events["game"]) == {3}
    assert events["event"].tolist() == list(range(9))
