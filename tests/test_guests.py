from __future__ import annotations

import random

import pandas as pd
import pytest

from caravan import Game, simulate
from caravan.errors import BotError


class Passer:
    def choose(self, game):
        return "pass"


class Eager:
    """Delivers and picks up when it can, otherwise takes the first action."""

    def choose(self, game):
        for kind in ("deliver", "pick_up"):
            for action in game.legal_actions:
                if action.kind == kind:
                    return action
        return game.legal_actions[0]


class Gambler:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def choose(self, game):
        return self.random.choice(game.legal_actions)


class Remembering:
    def __init__(self):
        self.asked = 0

    def choose(self, game):
        self.asked += 1
        return "pass" if self.asked % 3 else game.legal_actions[0]


class Peeking:
    """Plays by the next goods that its own copy of the game would draw."""

    def choose(self, game):
        while game.outcome() is None and len(game.history) < 200:
            kinds = [action for action in game.legal_actions if action.kind == "pick_up"]
            game.play((kinds or game.legal_actions)[0])
        return "pass"


def test_a_guest_plays_beside_compiled_bots():
    seats = simulate(bots=["planner", Passer], players=2, games=4, seed=1).seats
    assert (seats[seats.seat == 2].score == 0).all()
    assert (seats[seats.seat == 1].win_share == 1).all()
    assert list(seats.bot.cat.categories) == ["planner", "Passer"]


@pytest.mark.parametrize(
    "guest",
    [Eager, Gambler, Remembering, Remembering(), Eager()],
    ids=["Eager", "Gambler", "Remembering", "a Remembering", "an Eager"],
)
def test_a_guest_plays_the_same_games_again_and_in_blocks_of_any_size(guest):
    one = simulate(bots=["planner", guest], players=2, games=5, seed=2).events
    pd.testing.assert_frame_equal(
        one, simulate(bots=["planner", guest], players=2, games=5, seed=2, block_size=1).events
    )


def test_what_a_guest_tries_in_its_copy_changes_nothing():
    tried = simulate(bots=["planner", Peeking], players=2, games=3, seed=4).events
    pd.testing.assert_frame_equal(tried, simulate(bots=["planner", Passer], players=2, games=3, seed=4).events)


def goods_of_the_next_refill(game):
    game = game.copy()
    while "refill" not in set(game.events().action):
        game.play(game.choose("planner"))
    events = game.events()
    return events[events.action == "refill"].good.tolist()


def test_a_guest_does_not_see_the_order_of_the_bag():
    seen = []

    class Looking:
        def choose(self, game):
            if not seen:
                seen.append(goods_of_the_next_refill(game))
            return "pass"

    simulate(bots=[Looking, "planner"], players=2, games=1, seed=5)
    assert seen[0] != goods_of_the_next_refill(Game(players=2, seed=5))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("fly d4", "fly"),
        ("move a1 b2", "a1"),
        (None, "neither an Action nor its text"),
    ],
)
def test_a_guest_that_breaks_the_rules_is_named_with_game_and_turn(answer, words):
    class Cheat:
        def choose(self, game):
            return answer

    with pytest.raises(BotError) as error:
        simulate(bots=[Cheat, "planner"], players=2, games=1, seed=1)
    assert "bot Cheat (seat 1, game 0, turn 1)" in str(error.value)
    assert words in str(error.value)


def test_a_guest_that_fails_is_named_with_its_error():
    class Broken:
        def choose(self, game):
            raise KeyError("oops")

    with pytest.raises(BotError, match=r"bot Broken .* failed: KeyError: 'oops'"):
        simulate(bots=[Broken, "planner"], players=2, games=1)


class Demanding:
    def __init__(self, weights):
        self.weights = weights

    def choose(self, game):
        return "pass"


class Losing:
    def __init__(self):
        raise KeyError("weights")

    def choose(self, game):
        return "pass"


@pytest.mark.parametrize(
    ("guest", "words"), [(Demanding, r"TypeError: .*'weights'"), (Losing, r"KeyError: 'weights'")], ids=repr
)
def test_a_guest_that_cant_be_made_is_named_with_its_error(guest, words):
    with pytest.raises(BotError, match=rf"bot {guest.__name__} \(seat 1, game 0\) can't be made: {words}"):
        simulate(bots=[guest, "planner"], players=2, games=1)


def test_a_guest_is_loaded_from_a_file(tmp_path):
    path = tmp_path / "my_bots.py"
    path.write_text("class Miser:\n    def choose(self, game):\n        return 'pass'\n", encoding="utf-8")
    batch = simulate(bots=f"planner,{path}:Miser", players=2, games=2, seed=1)
    assert (batch.seats[batch.seats.seat == 2].score == 0).all()


def test_a_file_of_a_guest_can_hold_dataclasses(tmp_path):
    path = tmp_path / "my_bots.py"
    path.write_text(
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n"
        "@dataclass\n"
        "class Miser:\n"
        "    answer: str = 'pass'\n"
        "    def choose(self, game):\n"
        "        return self.answer\n",
        encoding="utf-8",
    )
    assert (simulate(bots=f"{path}:Miser", players=2, games=1).seats.score == 0).all()


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("class Miser:\n    def choose(self, game): pass\n", "Misr", "did you mean 'Miser'"),
        ("x = 1\n", "Miser", "no class 'Miser'"),
        ("def broken(:\n", "Miser", "SyntaxError"),
    ],
)
def test_a_file_without_the_bot_is_explained(tmp_path, text, name, words):
    path = tmp_path / "my_bots.py"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BotError, match=words):
        simulate(bots=f"planner,{path}:{name}", players=2, games=1)


def test_a_missing_file_is_explained():
    with pytest.raises(BotError, match=r"there is no file nowhere\.py"):
        simulate(bots="planner,nowhere.py:Miser", players=2, games=1)
