from __future__ import annotations

from caravan.events.told import phrases, records_of, tell
from caravan.game import Game
from caravan.rules import Rules


def test_the_set_up_is_told_at_once_or_good_by_good() -> None:
    game = Game(Rules(starting_points=[0, 2]), draws=["ivory", "salt"])
    records = records_of(game.events())
    (told,) = phrases(records)
    assert told.startswith("seat 2 begins with 2 points; goods lie ready: ivory at a7 with 1 marker, salt at g7")
    assert tell(records[:1]) == "a good lies ready: ivory at a7 with 1 marker"
    assert tell(records[-1:]) == "seat 2 begins with 2 points"


def test_a_penalty_alone_says_nothing_of_the_end() -> None:
    penalty = {"action": "end", "seat": 1, "points": -3, "end_reason": None}
    end = {"action": "end", "seat": None, "points": 0, "end_reason": "delivery"}
    assert tell([penalty]) == "seat 1 pays 3 for goods not delivered"
    assert tell([penalty, end]) == "seat 1 pays 3 for goods not delivered; the game ends, as the bag is empty"
