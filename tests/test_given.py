"""What newcomers give by mistake: each time a word on what was found, what is allowed and what was probably meant."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from caravan import Board, Game, Rules, check, replay, simulate
from caravan.errors import BotError, CaravanError, InvalidText, LogError, RulesError
from caravan.events import check_files, check_tables, event_blocks, read_events, rows_from_events
from caravan.given import require_whole

WITH_RULES: dict[str, Callable[[Any], Any]] = {
    "simulate": lambda rules: simulate(rules, games=1),
    "Game": Game,
    "Game.from_position": lambda rules: Game.from_position("turn 1 | 1 | 2", rules),
    "check": lambda rules: check(simulate(games=1, bots="random").events, rules),
    "check_files": lambda rules: list(check_files("events.csv", rules)),
    "replay": lambda rules: replay(simulate(games=1, bots="random").events, rules),
    "read_events": lambda rules: read_events("events.csv", rules),
    "event_blocks": lambda rules: list(event_blocks("events.csv", rules)),
}


def complaint(kind: type[CaravanError], call: Callable[[], Any]) -> str:
    with pytest.raises(kind) as caught:
        call()
    return str(caught.value)


@pytest.mark.parametrize("function", WITH_RULES.values(), ids=list(WITH_RULES))
def test_a_presets_name_is_not_taken_for_rules(function: Callable[[Any], Any]) -> None:
    message = complaint(RulesError, lambda: function("standard"))
    assert message == "rules: must be a rule set, not 'standard'; did you mean Rules.preset('standard')?"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("rainbw", "not 'rainbw'; did you mean Rules.preset('rainbow')?"),
        ("my.toml", "not 'my.toml'; did you mean Rules.read('my.toml')?"),
        (Path("rules/my.toml"), "; did you mean Rules.read('rules/my.toml')?"),
        ({"camels": 6}, "not {'camels': 6}; did you mean Rules(**{'camels': 6})?"),
        (Board.standard(), "not a Board; did you mean Rules(board=...)?"),
        (Rules, "not the class Rules; did you mean Rules()?"),
        (4, "must be a rule set, not 4"),
        (np.zeros(3), "must be a rule set, not a ndarray"),
        ("xyzzy", "not 'xyzzy'; rule sets are Rules(), Rules.preset('standard') or Rules.read('my.toml')"),
    ],
)
def test_what_is_not_a_rule_set_is_refused_with_what_was_probably_meant(given: Any, expected: str) -> None:
    assert expected in complaint(RulesError, lambda: Game(given))


WITH_LOG: dict[str, Callable[[Any], Any]] = {
    "check": lambda events: check(events, Rules()),
    "replay": lambda events: replay(events, Rules()),
    "rows_from_events": lambda events: rows_from_events(events, Rules()),
    "check_tables": lambda events: check_tables(events, *tables(), Rules()),
}


def tables() -> tuple[Any, Any]:
    batch = simulate(games=1, bots="random")
    return batch.games, batch.seats


@pytest.mark.parametrize("function", WITH_LOG.values(), ids=list(WITH_LOG))
@pytest.mark.parametrize("given", ["events.csv", Path("events.csv")], ids=["text", "path"])
def test_a_path_is_not_taken_for_a_log(function: Callable[[Any], Any], given: Any) -> None:
    message = complaint(LogError, lambda: function(given))
    assert message == (
        "the log: found 'events.csv', allowed is a DataFrame; did you mean read_events('events.csv', rules)?"
    )


def test_a_batch_is_not_taken_for_its_log() -> None:
    batch = simulate(games=1, bots="random")
    message = complaint(LogError, lambda: check(batch, batch.rules))
    assert message == "the log: found a Batch, allowed is a DataFrame; did you mean its .events?"
    message = complaint(LogError, lambda: replay(Game(), Rules()))
    assert message == "the log: found a Game, allowed is a DataFrame; did you mean its .events()?"
    assert complaint(LogError, lambda: check(None, Rules())) == "the log: found None, allowed is a DataFrame"


@pytest.mark.parametrize("table", ["games", "seats"])
def test_a_path_is_not_taken_for_a_table_beside_the_log(table: str) -> None:
    batch = simulate(games=1, bots="random")
    given: dict[str, Any] = {"games": batch.games, "seats": batch.seats, table: f"{table}.csv"}
    message = complaint(LogError, lambda: check_tables(batch.events, **given, rules=Rules()))
    assert message == (
        f"the {table} table: found '{table}.csv', allowed is a DataFrame; did you mean read_{table}('{table}.csv')?"
    )


@pytest.mark.parametrize(
    ("given", "found"), [(None, "None"), (["place d4"], "['place d4']"), (7, "7"), (Game, "the class Game")]
)
@pytest.mark.parametrize("ask", [Game.play, Game.cost], ids=["play", "cost"])
def test_what_is_not_an_action_is_refused(ask: Callable[[Game, Any], Any], given: Any, found: str) -> None:
    message = complaint(InvalidText, lambda: ask(Game(), given))
    assert message == f"an action is one of game.legal_actions or its text, such as 'place d4', not {found}"


@pytest.mark.parametrize("bot", [None, 5, "my_bots.py:Miser", Game])
def test_a_game_is_not_left_to_chance_where_there_is_no_such_bot(bot: Any) -> None:
    message = complaint(BotError, lambda: Game().choose(bot))
    assert "choose asks a bot that ships with the package" in message
    assert "random, grabber, planner" in message


@pytest.mark.parametrize("function", [Game, lambda players: simulate(players=players)], ids=["Game", "simulate"])
def test_a_number_of_players_as_text_is_not_taken_for_a_number(function: Callable[..., Any]) -> None:
    message = complaint(RulesError, lambda: function(players="4"))
    assert message == "players: must be a whole number from 2 to 4, not '4'; did you mean 4?"


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda: Game(seed="7"), "seed: found '7', allowed is a whole number; did you mean 7?"),
        (lambda: Game(number="7"), "number: found '7', allowed is a whole number; did you mean 7?"),
        (lambda: Game(seed=7.0), "seed: found 7.0, allowed is a whole number; did you mean 7?"),
        (lambda: Game(seed=True), "seed: found true, allowed is a whole number"),
        (lambda: Game().imagine("x"), "seed: found 'x', allowed is a whole number"),
        (
            lambda: simulate(seed="7"),
            "seed: found '7', allowed is a whole number from 0 to 9223372036854775807; did you mean 7?",
        ),
        (lambda: simulate(seed=-1), "seed: found -1, allowed is a whole number from 0 to 9223372036854775807"),
        (
            lambda: simulate(games=1e3),
            "games: found 1000.0, allowed is a whole number from 1 to 1000000000; did you mean 1000?",
        ),
        (
            lambda: simulate(games=1, bots="random").events_of("0"),
            "game: found '0', allowed is a whole number from 0 to 0; did you mean 0?",
        ),
    ],
)
def test_what_is_not_a_whole_number_is_refused(call: Callable[[], Any], expected: str) -> None:
    message = complaint(CaravanError, call)
    assert message.startswith(expected)
    assert ("did you mean" in message) == expected.endswith("?")


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    assert type(require_whole(np.int8(3), "games", 1, 9)) is int
    assert type(Game(seed=np.int64(7)).seed) is int
