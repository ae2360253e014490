"""What a ladder plays, and what can't be played."""

from __future__ import annotations

from typing import Any

import pytest

from caravan import CaravanError, Rules
from caravan.ladder import LadderRequest

THREE = "planner,grabber,random"


def line_ups(request: LadderRequest, kind: str, players: int) -> list[tuple[int, ...]]:
    return [one.line_up for one in request.fixtures() if one.kind == kind and one.players == players]


def test_two_players_meet_in_swapped_pairs_on_the_same_seeds() -> None:
    request = LadderRequest(THREE, 2, 100)
    assert sorted(line_ups(request, "pairing", 2)) == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    assert {(one.first, one.games) for one in request.fixtures() if one.kind == "pairing"} == {(0, 50)}


@pytest.mark.parametrize("players", [3, 4])
def test_with_more_players_each_bot_is_one_against_the_rest_of_each_other_in_every_seat(players: int) -> None:
    found = line_ups(LadderRequest(THREE, players, 120), "pairing", players)
    assert len(found) == len(set(found)) == 6 * players
    assert all(sorted(line_up.count(bot) for bot in set(line_up)) == [1, players - 1] for line_up in found)
    for bot in range(3):
        for seat in range(players):
            assert sum(line_up[seat] == bot and line_up.count(bot) == 1 for line_up in found) == 2


@pytest.mark.parametrize(("players", "games", "rounded"), [(2, 101, 102), (3, 100, 102), (4, 100, 100), (4, 1, 4)])
def test_the_games_of_a_pairing_are_rounded_up_to_full_rounds_of_the_seats(
    players: int, games: int, rounded: int
) -> None:
    request = LadderRequest(THREE, players, games)
    assert request.games_of_a_pairing(players) == rounded
    assert request.seeds(players) * players == rounded


def test_every_bot_plays_itself_as_often_as_a_pairing_plays() -> None:
    own = [one for one in LadderRequest(THREE, 3, 100).fixtures() if one.kind == "self-play"]
    assert [one.line_up for one in own] == [(0, 0, 0), (1, 1, 1), (2, 2, 2)]
    assert {one.games for one in own} == {102}


def test_several_numbers_of_players_are_played_in_rising_order() -> None:
    request = LadderRequest(THREE, [4, 2], 8)
    assert request.players == (2, 4)
    assert list(dict.fromkeys(one.players for one in request.fixtures())) == [2, 4]


def test_the_rules_say_how_many_play_where_nobody_else_does() -> None:
    assert LadderRequest(THREE, rules=Rules(players=3)).players == (3,)


def test_a_pairings_games_dont_depend_on_who_else_is_there() -> None:
    few, many = LadderRequest("planner,grabber", 3, 60), LadderRequest("planner,grabber,random", 3, 60)
    assert set(line_ups(few, "pairing", 3)) <= set(line_ups(many, "pairing", 3))


class Named:
    def choose(self, game: Any) -> Any:
        return game.legal_actions[0]


def test_bots_are_named_as_they_are_written_and_classes_by_their_names() -> None:
    assert LadderRequest(["planner:noise=0.50", Named], 2).names == ("planner:noise=0.5", "Named")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("planner",), "a ladder takes two or more, found 1: planner"),
        (("planner,grabber,planner",), "'planner' is there twice"),
        (("planner,planner:noise=0",), "'planner' is there twice"),
        (("planner,plannr",), "there is no bot 'plannr'; did you mean 'planner'?"),
        (("planner,grabber", 5), "players"),
        (("planner,grabber", [2, 2]), "each once; found 2, 2"),
        (("planner,grabber", []), "found none"),
        (("planner,grabber", 2, 0), "games"),
        (("planner,grabber", 2, 10, -1), "seed"),
    ],
)
def test_what_cant_be_played_is_told_in_words(arguments: tuple[Any, ...], said: str) -> None:
    with pytest.raises(CaravanError, match=said.replace("?", r"\?")):
        LadderRequest(*arguments)
